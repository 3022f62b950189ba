"""Any game in lines: what a person is told, what a program is told, and who sits where."""

import io
import json
from typing import Any

import pytest

from ludoteca.console import Console, EndOfInput
from ludoteca.core import AnySession, Dice, OptionError
from ludoteca.games import begin
from ludoteca.plain import game as plain
from ludoteca.plain import programs
from ludoteca.plain.seats import Seats, against, read_levels


def talked(session: AnySession, *typed: str, seats: Seats | None = None) -> list[str]:
    """All that stands on the screen of one who types these lines and leaves."""
    sink = io.StringIO()
    console = Console(io.StringIO("".join(f"{line}\n" for line in (*typed, "quit"))), sink)
    plain.run(console, session, lambda session: session.restarted(), seats)
    return sink.getvalue().splitlines()


def told(session: AnySession, *typed: str, seats: Seats | None = None) -> list[dict[str, Any]]:
    """All that a program is told that says these lines."""
    sink = io.StringIO()
    console = Console(io.StringIO("".join(f"{line}\n" for line in typed)), sink)
    try:
        programs.run(console, session, seats or Seats())
    except EndOfInput:
        assert session.outcome is None
    return [json.loads(line) for line in sink.getvalue().splitlines()]


FLOOD = "drench:2x2,3@12/13.0.0.0#0"


class TestPeople:
    def test_a_game_is_named_shown_and_asked_about(self) -> None:
        assert talked(begin(FLOOD)) == [
            f"Flood — {FLOOD}",
            "    1 2",
            " a  1 2",
            " b  1 3",
            "Moves: 0. Flooded: 2 of 4 cells.",
            "Type a move, or help.",
            "> quit",
        ]

    def test_a_game_alone_names_no_seat_and_a_game_for_two_whose_turn_it_is(self) -> None:
        assert not any("To move" in line for line in talked(begin(FLOOD)))
        shown = talked(begin("fuga:7"), "a3 a2")
        assert [line for line in shown if "To move" in line] == [
            "To move: Attackers.",
            "To move: Defenders.",
        ]

    def test_the_end_is_said_and_nobody_is_to_move(self) -> None:
        shown = talked(begin("oca:2@63,1.0,0.0.p"), "moves", "help")
        assert sum(line.startswith("The game is over. Winner: ") for line in shown) == 1
        assert not any("To move" in line for line in shown)
        assert shown[shown.index("> moves") + 1] == "None."
        assert shown[shown.index("> help") + 1] == "The game is over."

    def test_help_shows_three_moves_and_every_word(self) -> None:
        shown = talked(begin("fuga:7"), "help")
        at = shown.index("> help") + 1
        assert shown[at].count("|") == 2
        assert len(shown[at + 1 : -1]) == len(plain.COMMANDS)
        assert "  undo       take back the last move" in shown

    def test_what_a_move_did_is_told_from_where_it_was_made(self) -> None:
        # Rows 2 2 0 0 pushed left: one merge, to 4.
        session = begin("2048:2,1@2,2/0,0.0.p#3")
        shown = talked(session, "left")
        expected = begin("2048:2,1@2,2/0,0.0.p#3")
        assert shown[shown.index("> left") + 1] == expected.game.tell(expected.state, "left")[0]
        tile = session.moves[1]
        assert expected.game.tell(session.states[1], tile)[0] in shown

    def test_the_computer_is_called_by_its_seat_and_alone_computer(self) -> None:
        pytest.importorskip("numpy")
        alone = talked(begin("2048:2,1@2,2/0,0.0.p#3"), "auto")
        assert any(line.startswith("Computer: ") for line in alone)
        table = talked(begin("drench:4x4,3,players=2#5"), seats=Seats({0: 1}))
        assert sum(line in ("Player 1: 1", "Player 1: 2", "Player 1: 3") for line in table) == 1

    def test_a_hint_and_a_solution_tell_one_line(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ai, asked = pytest.importorskip("ludoteca.ai"), list[int]()

        def advise(_session: AnySession, _limit: object, *, lines: int) -> object:
            asked.append(lines)
            return ai.Advice()

        monkeypatch.setattr("ludoteca.ai.advise", advise)
        talked(begin("fuga:7"), "hint", "solve")
        assert asked == [1, 1]

    def test_a_file_must_be_named(self) -> None:
        shown = talked(begin(FLOOD), "save", "load ")
        assert "Name a file too: save FILE" in shown
        assert "Name a file too: load FILE" in shown

    def test_nature_acts_before_anybody_is_asked(self) -> None:
        session = begin("2048:2,1@4,0/0,0.4.t#3")
        talked(session)
        assert len(session.moves) == 1


class TestPrograms:
    def test_a_turn_is_one_object_with_all_there_is_to_know(self) -> None:
        first, second = told(begin(FLOOD), "2")
        assert first == {
            "game": FLOOD,
            "ply": 0,
            "played": [],
            "position": "12/13.0.0.0",
            "player": 0,
            "legal": ["2", "3"],
            "scores": first["scores"],
            "outcome": None,
        }
        assert (second["ply"], second["played"], second["position"][:5]) == (1, [], "22/23")

    def test_what_others_did_since_is_told_and_what_one_said_oneself_is_not(self) -> None:
        _first, second = told(begin("2048:2,1@2,2/0,0.0.p#3"), "left")
        assert (second["ply"], len(second["played"]), second["player"]) == (2, 1, 0)

    def test_an_error_is_an_object_and_the_end_is_the_last_one(self) -> None:
        _first, error, _second, last = told(begin(FLOOD), "nonsense", "2", "3", "1")
        assert list(error) == ["error"]
        assert (last["player"], last["legal"], last["outcome"]["winner"]) == (None, [], 0)

    def test_a_long_line_is_read_whole(self) -> None:
        _first, error, second = told(begin(FLOOD), "x" * 60_000, "2")
        assert "error" in error
        assert second["ply"] == 1


class TestSeats:
    @pytest.mark.parametrize(
        ("text", "count", "levels"),
        [("5", 1, [5]), ("5", 3, [5, 5, 5]), ("3,8", 2, [3, 8]), ("1,1,8", 3, [1, 1, 8])],
    )
    def test_one_level_is_for_all_seats_and_several_for_each(
        self, text: str, count: int, levels: list[int]
    ) -> None:
        assert read_levels(text, count) == levels

    @pytest.mark.parametrize("text", ["0", "9", "3,9", "", "high", "1,2,3"])
    def test_what_are_no_levels_is_refused(self, text: str) -> None:
        with pytest.raises(OptionError):
            read_levels(text, 2)

    def test_a_person_takes_one_seat_and_the_computer_the_others_in_order(self) -> None:
        session, dice = begin("oca:3,first=1#1"), Dice(7)
        assert against(session, "4,6", 2, 0.5, dice) == Seats({0: 4, 2: 6}, 0.5, dice)
        assert against(session, "4", 3, None, dice).levels == {0: 4, 1: 4}
        for seat in (0, 4):
            with pytest.raises(OptionError, match="from 1 to 3"):
                against(session, "4", seat, None, dice)
        with pytest.raises(OptionError, match="no other seat"):
            against(begin(FLOOD), "4", 1, None, dice)

    def test_a_seat_plays_at_its_level_and_a_person_is_advised_at_the_highest(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pytest.importorskip("numpy")
        asked: list[int] = []
        monkeypatch.setattr("ludoteca.ai.choose", lambda *_words, level, dice: asked.append(level))
        session = begin("fuga:7")
        Seats({0: 2, 1: 5}).advice(session)
        Seats({1: 5}).advice(session)
        Seats().advice(session)
        assert asked == [2, 5, 8]
