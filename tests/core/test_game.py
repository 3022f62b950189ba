"""The contract: what a game gets for nothing, and how options and numbers are read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from ludoteca.core import Board, Cell, GameId, IllegalMove, Labels, LudotecaError, OptionError, perft
from ludoteca.core.game import is_number, whole
from ludoteca.core.words import package_text
from ludoteca.games import begin

from support.nim import Heaps, Nim, Take


@dataclass(frozen=True)
class Squares(Nim):
    """Nim in one row of squares, where a move names the two squares it goes between.

    >>> Squares().heaps
    3
    """

    def board(self, state: Heaps) -> Board:
        return [[Cell("heap", str(stones), f"a{heap + 1}") for heap, stones in enumerate(state.heaps)]]

    def text(self, move: Take) -> str:
        return f"a{move.heap + 1} a{move.stones}" if move.stones <= self.heaps else f"a{move.heap + 1}"


class TestMoves:
    def test_a_move_is_read_whatever_its_case_and_spaces(self) -> None:
        assert Nim().parse(Heaps((1, 3, 5)), "  B \t 2 ") == Take(1, 2)

    def test_what_is_no_move_is_answered_with_eight_that_are(self) -> None:
        with pytest.raises(IllegalMove) as caught:
            Nim().parse(Heaps((1, 3, 5)), "X 9")
        assert str(caught.value) == (
            "'x 9' is not a move here. Possible: a 1, b 1, b 2, b 3, c 1, c 2, c 3, c 4"
        )

    def test_when_the_game_is_over_there_is_none(self) -> None:
        with pytest.raises(IllegalMove, match=r"^The game is over\.$"):
            Nim().parse(Heaps((0, 0, 0)), "a 1")

    def test_perft_counts_the_ways_to_take_a_heap_in_so_many_parts(self) -> None:
        # From n stones one can take d times in C(n, d) ways; another heap of 1 goes at any time.
        game, start = Nim(2), Heaps((0, 5))
        assert [perft(game, start, depth) for depth in range(7)] == [1, 5, 10, 10, 5, 1, 0]
        assert [perft(game, Heaps((1, 3)), depth) for depth in range(6)] == [1, 4, 3 + 2 * 3, 1 + 3 * 3, 4, 0]
        with pytest.raises(OptionError, match="depth must not be below 0"):
            perft(game, start, -1)


class TestWhatIsSeen:
    def test_seats_are_numbered_from_1(self) -> None:
        assert Nim().seats == ["Player 1", "Player 2"]

    def test_rows_and_columns_are_called_as_the_squares_are_named(self) -> None:
        assert Squares(2).labels(Heaps((1, 3))) == Labels(["a"], ["1", "2"])
        assert Nim(2).labels(Heaps((1, 3))) == Labels()  # a heap's name is no square's

    def test_a_move_whose_words_are_squares_is_a_way_between_them(self) -> None:
        state = Heaps((1, 3, 5))
        assert Squares().ways(state, Take(1, 3)) == [("a2", "a3")]
        assert Squares().ways(state, Take(2, 4)) == []  # one word
        assert Nim().ways(state, Take(1, 2)) == []  # the second word is a number

    def test_a_game_without_a_text_of_rules_tells_its_docstring_and_options(self) -> None:
        assert Nim.rules("en") == (
            "Nim\n\nNim with heaps of 1, 3, 5, … stones.\n\n  heaps        number of heaps, from 1 to 9\n"
        )
        assert ">>>" not in Squares.rules("en")

    def test_a_text_of_rules_stands_beside_the_games_module_or_in_its_package(self) -> None:
        path = "rules/en/oca.txt"
        beside = package_text("ludoteca.games.oca", path)
        assert beside.strip()
        assert beside == package_text("ludoteca.games", path) == begin("oca").game.rules("en")
        assert begin("oca").game.rules("fr") == beside  # English where there is no other
        assert package_text("ludoteca.games", "rules/en/nothing.txt") == package_text("no.such", path) == ""


class TestOptions:
    def test_a_number_has_at_most_nine_digits_and_an_option_eighteen(self) -> None:
        assert (is_number("9" * 9), is_number("9" * 10)) == (True, False)
        assert whole("9" * 18, "goal") == 10**18 - 1
        with pytest.raises(OptionError, match="goal must be a whole number"):
            whole("9" * 19, "goal")

    @pytest.mark.parametrize(
        "wrong",
        [
            lambda text: Nim().parse(Heaps((1, 3, 5)), text),
            lambda text: Nim().varied(f"{text}=3"),
            lambda text: Nim().varied(text),
            lambda text: begin(f"drench:5x5,4,symmetric={text}"),
            lambda text: begin(f"drench:{text}"),
        ],
    )
    def test_an_error_quotes_forty_characters_at_most(self, wrong: Callable[[str], object]) -> None:
        with pytest.raises(LudotecaError) as caught:
            wrong("z" * 50)
        assert f"'{'z' * 40}'" in str(caught.value)

    def test_of_what_is_no_id_it_quotes_sixty(self) -> None:
        with pytest.raises(LudotecaError) as caught:
            GameId.parse("Z" * 70)
        assert f"'{'Z' * 60}'" in str(caught.value)

    def test_an_id_is_a_value(self) -> None:
        ids: Sequence[GameId] = [GameId.parse("fuga:9"), GameId("fuga", "9"), GameId("fuga", "7")]
        assert len(set(ids)) == 2
