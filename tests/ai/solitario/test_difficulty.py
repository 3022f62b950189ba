"""How hard a peg board is: the grades at their edges, and what is said where there is no time or no game."""

from fractions import Fraction

import pytest

from ludoteca.ai.limit import Limit
from ludoteca.ai.solitario import difficulty as module
from ludoteca.ai.solitario.difficulty import difficulty, exact_luck, generate_to_order, sampled_luck
from ludoteca.ai.solitario.pagoda import Field
from ludoteca.core import Dice, LudotecaError
from ludoteca.games.solitario import Pegs, Solitario, generate


@pytest.mark.parametrize(
    ("luck", "grade"),
    [
        (Fraction(1), "easy"),
        (Fraction(1, 20), "easy"),  # once in 20 games
        (Fraction(1, 21), "medium"),
        (Fraction(1, 400), "medium"),  # once in 400
        (Fraction(1, 401), "hard"),  # a narrow beam wins it all the same
    ],
)
def test_a_grade_is_how_often_random_play_wins(
    luck: Fraction, grade: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "exact_luck", lambda *_given: luck)
    game = Solitario("3221")
    found = difficulty(game, game.start(Dice(0)), Limit())
    assert (found.grade, found.luck, found.exact, found.games, found.narrow) == (
        grade, float(luck), True, 0, True,
    )  # fmt: skip
    assert found.effort > 0


def test_what_is_not_counted_is_sampled_from_so_many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Solitario("3221")
    state = game.start(Dice(0))
    monkeypatch.setattr(module, "_EXACT", 0)
    found = difficulty(game, state, Limit())
    assert not found.exact
    assert found.games == module._GAMES
    assert found.luck == pytest.approx(0.5, abs=0.06)


def test_without_time_some_games_are_played_and_nothing_is_counted() -> None:
    state, _line = generate(Dice(5), 5, 5, 8)
    board, late = Field(5, 5, state.usable), Limit(0).start()
    assert exact_luck(board, state, late) is None
    share, games = sampled_luck(board, state, late)
    assert games == module._CHUNK
    assert 0 <= share <= 1


def test_a_game_that_is_over_has_no_difficulty_nor_has_one_without_time() -> None:
    game = Solitario("3221")
    with pytest.raises(LudotecaError, match="The game is over"):
        difficulty(game, Pegs(0b1111, 0b0001, 0), Limit())
    with pytest.raises(LudotecaError, match="not time enough"):
        difficulty(game, game.start(Dice(0)), Limit(0))


def test_where_every_jump_wins_the_share_is_whole() -> None:
    """Pegs on a1 and b1, the goal on c1: the one jump lands there."""
    assert difficulty(Solitario("2213"), Pegs(0b1111, 0b0011, 2), Limit()).share == 1.0


@pytest.mark.parametrize(("grade", "least", "most"), [("easy", 3, 11), ("expert", 14, 36)])
def test_an_easy_board_has_few_pegs_and_one_for_experts_many(grade: str, least: int, most: int) -> None:
    """Of 36 cells from 8 to 30 in a hundred, or from 40 up, and one for the peg that is left."""
    for seed in range(2):
        position, line = generate_to_order(grade, 6, 6, Dice(seed), Limit(30))
        assert least < position.pegs.bit_count() == len(line) + 1 <= most + 1
