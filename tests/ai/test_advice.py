"""Advice and limits as values: what they say when nothing is said, how they turn, and what a clock leaves."""

import json
from dataclasses import FrozenInstanceError

import pytest

from ludoteca.ai import GENERAL, LEVELS, Advice, Fact, Limit, Line, Status, Unit, Value, advise, choose, limit
from ludoteca.ai import needing_numpy as numpy_needed
from ludoteca.ai.advice import seat_of
from ludoteca.ai.limit import Clock
from ludoteca.ai.preparation import Preparation
from ludoteca.core import Dice, LudotecaError, OptionError, Session
from ludoteca.games import begin

from support.nim import Nim
from support.sessions import rolled

SPELLED = Advice(
    move="a",
    line=("a", "b"),
    value=Value(5, Unit.MOVES),
    proven=True,
    status=Status.WIN,
    ends_in=3,
    values={"a": Value(5, Unit.MOVES), "b": Value(7, Unit.MOVES)},
    lines=(
        Line(("a", "b"), Value(5, Unit.MOVES), Status.WIN, 3),
        Line(("b",), Value(7, Unit.MOVES), Status.LOST, 4),
        Line(("c",)),
    ),
    depth=0,
    facts={"par": 5},
)


class TestAdvice:
    def test_that_says_nothing_claims_nothing(self) -> None:
        nothing = Advice[str]()
        assert (nothing.proven, nothing.nodes, nothing.status, nothing.lines) == (False, 0, "unknown", ())
        assert repr(nothing) == "Advice()"
        assert nothing.details() == {}
        assert nothing.spelled(str) == nothing
        assert nothing.seen_by(1) == nothing
        assert Advice[str](seat=0).seen_by(1).value is None

    def test_is_a_value(self) -> None:
        with pytest.raises(FrozenInstanceError):
            SPELLED.move = "b"  # type: ignore[misc]  # a value

    def test_tells_a_program_numbers_that_are_higher_for_what_is_better(self) -> None:
        assert SPELLED.details() == {
            "unit": "moves",
            "win_in": 3,
            "values": {"a": -5, "b": -7},
            "depth": 0,
            "lines": [
                {"moves": ("a", "b"), "value": -5, "win_in": 3},
                {"moves": ("b",), "value": -7, "lost_in": 4},
                {"moves": ("c",), "value": None},
            ],
            "par": 5,
        }

    def test_survives_json(self) -> None:
        assert Advice.parse(json.loads(json.dumps(SPELLED.json()))) == SPELLED

    def test_turns_with_the_seat(self) -> None:
        mine = Advice[str](value=Value(0.75, Unit.SHARE), status=Status.WIN, seat=0)
        theirs = mine.seen_by(1)
        assert (theirs.value, theirs.status, theirs.seat) == (Value(0.25, Unit.SHARE), Status.LOST, 1)
        assert mine.seen_by(0) is mine
        assert Value(3, Unit.MARGIN).turned == Value(-3, Unit.MARGIN)


def test_alone_every_advice_is_that_of_the_one_there_is() -> None:
    session = rolled("2048:2,1#1")
    assert seat_of(session) == 0
    session.play(session.legal[0])
    assert seat_of(session) == 0, "while nature acts as well"
    assert seat_of(begin("oca:3,first=3#1")) == 2


class TestLimits:
    @pytest.fixture
    def clock(self, monkeypatch: pytest.MonkeyPatch) -> list[float]:
        """The time, to be set."""
        now = [100.0]
        monkeypatch.setattr(limit.time, "monotonic", lambda: now[0])
        return now

    def test_a_clock_runs_from_when_it_was_started(self, clock: list[float]) -> None:
        running = Limit(10).start()
        for now, seconds, expired in (
            (100.0, 0, False),
            (109.5, 9.5, False),
            (110.0, 10, True),
            (115, 15, True),
        ):
            clock[0] = now
            assert (running.seconds, running.expired) == (seconds, expired)

    def test_what_is_left_is_shared_out_and_never_less_than_nothing(self, clock: list[float]) -> None:
        running = Limit(10, depth=3).start()
        clock[0] = 104.0
        assert (running.rest().seconds, running.rest(0.5).seconds, running.rest().depth) == (6, 3, 3)
        clock[0] = 111.0
        assert running.rest().seconds == 0
        assert Limit(depth=3).start().rest(0.5) == Limit(depth=3)

    def test_without_a_limit_it_never_expires_unless_cancelled(self, clock: list[float]) -> None:
        clock[0] = 1e12
        assert not Clock(Limit(), 0.0).expired
        assert Clock(Limit(cancel=lambda: True), 0.0).expired

    def test_they_are_values_that_show_what_they_allow(self) -> None:
        some = Limit(2, cancel=lambda: True, progress=print, show=print, warn=print)
        assert repr(some) == "Limit(seconds=2, depth=None, nodes=None)"
        with pytest.raises(FrozenInstanceError):
            some.seconds = 3  # type: ignore[misc]  # a value
        with pytest.raises(FrozenInstanceError):
            some.start().started = 3  # type: ignore[misc]  # a value


def test_one_line_is_told_unless_more_are_asked_for_up_to_a_thousand() -> None:
    session = begin("fuga:7")
    assert advise(session, Limit(depth=1)).lines == ()
    assert len(advise(session, Limit(depth=1), lines=1000).lines) == len(session.legal)
    with pytest.raises(OptionError, match="lines must be from 1 to 1000"):
        advise(session, Limit(depth=1), lines=1001)


@pytest.mark.parametrize(("gameid", "seed"), [("drench:5x5,6,players=2#7", 7), ("fuga:7", 0)])
def test_slips_follow_from_the_game_and_the_ply(gameid: str, seed: int) -> None:
    """As long as nobody brings dice; the first level slips often enough to show it."""
    session = begin(gameid)
    for ply in range(6):
        move = choose(session, level=1).move
        assert move == choose(session, level=1, dice=Dice.at(seed, ply)).move
        session.play(move)


def test_there_are_eight_levels_and_the_last_is_meant_where_none_is_named() -> None:
    assert list(LEVELS) == [1, 2, 3, 4, 5, 6, 7, 8]
    session = begin("drench:4x4,4#1")
    assert choose(session).move == choose(session, level=8).move
    assert choose(session).proven, "only the last level follows the proof"


def test_a_mind_that_says_nothing_of_itself_proves_nothing() -> None:
    assert GENERAL.proves(Nim(3)) is False
    assert not Fact("visits").is_guess
    assert advise(Session(Nim(1))).status == "win"


def test_what_needs_numpy_says_so_and_other_errors_stay_what_they_are() -> None:
    for name in ("numpy", "numba"):
        with pytest.raises(LudotecaError, match="needs NumPy"), numpy_needed():
            raise ModuleNotFoundError(name=name)
    with pytest.raises(ModuleNotFoundError, match="mine"), numpy_needed():
        raise ModuleNotFoundError("mine", name="mine")


def test_what_is_prepared_is_made_once() -> None:
    made: list[int] = []

    @Preparation
    def prepare(_limit: Limit) -> str:
        """Make it."""
        made.append(1)
        return "ready"

    assert [prepare(Limit()), prepare(Limit())] == ["ready", "ready"]
    assert made == [1]
