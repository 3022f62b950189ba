"""The engine's own part of the talk, with somebody else to think: clocks, bounds, scores and lines."""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("numpy")

from ludoteca.ai import Advice, Limit, Line, Status, Unit, Value
from ludoteca.core import AnySession, OptionError
from ludoteca.games import begin
from ludoteca.plain.engine import serve


class Mind:
    """One who gives a set advice at once, and remembers what it was asked."""

    def __init__(self, advice: Advice[Any]) -> None:
        self.advice = advice
        self.limits: list[Limit] = []
        self.asked: list[tuple[AnySession, int]] = []

    def advise(self, session: AnySession, limit: Limit, lines: int = 1) -> Advice[Any]:
        self.limits.append(limit)
        self.asked.append((session, lines))
        return self.advice

    def choose(self, session: AnySession, limit: Limit, *, level: int, dice: object) -> Advice[Any]:
        assert dice is not None
        return self.advise(session, limit, -level)


@pytest.fixture
def mind(monkeypatch: pytest.MonkeyPatch) -> Mind:
    session = begin("fuga:7")
    one, two = session.legal[:2]
    mind = Mind(Advice(move=one, line=(one, two), value=Value(0.45, Unit.MARGIN), nodes=7, depth=4))
    monkeypatch.setattr("ludoteca.ai.advise", mind.advise)
    monkeypatch.setattr("ludoteca.ai.choose", mind.choose)
    return mind


def talk(
    *lines: str,
    game: str = "fuga:7",
    seconds: float | None = None,
    as_json: bool = False,
    find: Callable[[str], AnySession] = begin,
) -> list[str]:
    """What an engine answers to some lines."""
    sink = io.StringIO()
    serve(
        io.StringIO("".join(f"{line}\n" for line in lines)), sink, game, find, seconds=seconds, json=as_json
    )
    return sink.getvalue().splitlines()


class TestTime:
    @pytest.mark.parametrize(
        ("words", "seconds"),
        [
            ("", 3.5),  # what the command said
            ("movetime 250", 0.25),
            ("infinite", 1e9),
            ("infinite movetime 250", 1e9),
            ("wtime 30000 btime 60000", 1.0),  # a thirtieth of what is left
            ("wtime 30000 btime 60000 winc 1000 binc 2000", 1.8),  # and most of what a move adds
            ("wtime 1000 winc 5000", 0.5),  # never more than half
            ("btime 60000", 3.5),  # the other's clock says nothing
            ("movetime soon", 3.5),
        ],
    )
    def test_a_go_says_how_long(self, mind: Mind, words: str, seconds: float) -> None:
        talk(f"go {words}", seconds=3.5)
        (limit,) = mind.limits
        assert limit.seconds == pytest.approx(seconds)

    def test_the_second_seat_has_the_second_clock(self, mind: Mind) -> None:
        talk("position startpos moves a3-a2", "go wtime 30000 btime 60000 winc 1000 binc 2000")
        assert mind.limits[0].seconds == pytest.approx(3.6)

    @pytest.mark.parametrize("gameid", ["oca:3,first=3#1", "oca:2@63,1.0,0.0.p"])
    def test_there_are_no_clocks_for_a_third_seat_or_when_it_is_over(self, mind: Mind, gameid: str) -> None:
        mind.advice = Advice()
        talk("go wtime 30000 btime 60000", game=gameid, seconds=3.5)
        assert mind.limits[0].seconds == 3.5

    def test_depth_and_nodes_bound_those_who_can_be_bounded(self, mind: Mind) -> None:
        talk("go depth 3 nodes 500")
        mind.advice = Advice()
        talk("go depth 3 nodes 500", game="drench:4x4,3#1")
        fuga, other = mind.limits
        assert (fuga.depth, fuga.nodes) == (3, 500)
        assert (other.depth, other.nodes) == (None, None)


class TestAnswers:
    def test_a_line_tells_depth_score_nodes_and_play(self, mind: Mind) -> None:
        info, best = talk("go")
        session = begin("fuga:7")
        one, two = (session.game.text(move).replace(" ", "-") for move in mind.advice.line)
        words = info.split()
        assert words[:9] == ["info", "depth", "4", "multipv", "1", "score", "cp", "45", "nodes"]
        assert words[9] == "7"
        assert info.endswith(f"pv {one} {two}")
        assert best == f"bestmove {one}"

    def test_time_is_told_in_milliseconds_and_nodes_by_the_second(
        self, mind: Mind, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clock = iter([10.0, 12.0])
        monkeypatch.setattr("ludoteca.plain.engine.time", SimpleNamespace(monotonic=lambda: next(clock)))
        mind.advice = replace(mind.advice, nodes=500)
        told = json.loads(talk("go", as_json=True)[0])
        assert (told["nodes"], told["nps"], told["time"]) == (500, 250, 2000)

    @pytest.mark.parametrize(
        ("line", "score"),
        [
            (Line((), Value(0.45, Unit.MARGIN)), "cp 45"),
            (Line((), Value(3, Unit.MOVES)), "cp -300"),
            (Line(()), "cp 0"),
            (Line((), None, Status.WIN, 1), "mate 1"),
            (Line((), None, Status.WIN, 3), "mate 2"),
            (Line((), None, Status.LOST, 2), "mate -1"),
            (Line((), None, Status.LOST, 4), "mate -2"),
        ],
    )
    def test_a_score_is_hundredths_or_whole_moves_to_a_proved_end(
        self, mind: Mind, line: Line[Any], score: str
    ) -> None:
        mind.advice = Advice(move=mind.advice.move, lines=[line])
        told = json.loads(talk("go", as_json=True)[0])
        assert told["score"] == score
        assert told["depth"] == 0

    def test_several_lines_are_numbered_from_1(self, mind: Mind) -> None:
        mind.advice = Advice(move=mind.advice.move, lines=[Line(()), Line(()), Line(())])
        talked = talk("setoption name Lines value 3", "go", as_json=True)
        assert [json.loads(line).get("multipv") for line in talked] == [1, 2, 3, None]
        assert [lines for _session, lines in mind.asked] == [3]

    def test_a_level_below_the_best_is_chosen_without_a_word(self, mind: Mind) -> None:
        (best,) = talk("setoption name Level value 7", "go")
        assert best.startswith("bestmove a")
        talk("setoption name Level value 8", "go")
        assert [wanted for _session, wanted in mind.asked] == [-7, 1]

    def test_a_game_that_is_over_has_no_best_move(self, mind: Mind) -> None:
        mind.advice = Advice()
        assert talk("go", game="oca:2@63,1.0,0.0.p") == ["bestmove (none)"]
        assert talk("go", game="oca:2@63,1.0,0.0.p", as_json=True) == ['{"bestmove": null}']

    def test_whatever_goes_wrong_there_is_a_best_move(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fails(*_words: object, **_named: object) -> None:
            raise OptionError("not today")

        monkeypatch.setattr("ludoteca.ai.advise", fails)
        assert talk("go") == ["info string not today", "bestmove (none)"]


class TestSettings:
    def test_it_introduces_itself_with_its_options_and_their_ranges(self) -> None:
        told = talk("uci")
        assert told[0].startswith("id name Ludoteca ")
        assert told[0].endswith(" fuga")
        assert told[2:] == [
            "option name Level type spin default 8 min 1 max 8",
            "option name Lines type spin default 1 min 1 max 20",
            "option name Game type string default fuga:7",
            "uciok",
        ]

    @pytest.mark.parametrize(
        ("words", "fits"),
        [
            ("Level value 1", True),
            ("Level value 8", True),
            ("Level value 0", False),
            ("Level value 9", False),
            ("Lines value 20", True),
            ("Lines value 21", False),
            ("Lines value many", False),
            ("Colour value 1", False),
        ],
    )
    def test_a_setting_must_fit_its_range(self, words: str, fits: bool) -> None:
        assert (talk(f"setoption name {words}") == []) is fits

    def test_another_game_and_back_to_the_first(self) -> None:
        first, second = begin("fuga:7"), begin("drench:2x2,3#4")
        told = talk(
            "position startpos moves a3-a2",
            "ucinewgame",
            "d",
            "setoption name Game value drench:2x2,3#4",
            "d",
            as_json=True,
        )
        assert [json.loads(line)["position"] for line in told] == [
            session.game.dump(session.state) for session in (first, second)
        ]

    def test_a_position_by_moves_by_itself_or_by_an_id(self) -> None:
        session = begin("fuga:7")
        session.play_text("a3 a2")
        after = session.game.dump(session.state)
        for words in ("startpos moves a3-a2", f"fen {after}", f"id fuga:7@{after}", "id fuga:7 moves a3-a2"):
            (told,) = talk(f"position {words}", "d", as_json=True)
            assert json.loads(told) == {"position": after}
        for wrong in ("startpos a3-a2", "fen", "nowhere"):
            (told,) = talk(f"position {wrong}")
            assert told.startswith("info string Say: position ")

    def test_it_says_when_it_is_ready(self) -> None:
        assert talk("isready", game="oca:2#1")[-1] == "readyok"
        assert json.loads(talk("isready", game="oca:2#1", as_json=True)[-1]) == {"ready": True}

    def test_nothing_is_said_to_nothing_and_quit_is_the_end(self) -> None:
        assert talk("", "  ", "quit", "d") == []

    def test_what_it_does_not_know_it_quotes_up_to_forty_characters(self) -> None:
        (told,) = talk("z" * 50)
        assert f"'{'z' * 40}'" in told
