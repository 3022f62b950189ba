"""A review: what each decision cost and each throw did, against trying everything."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.ai import Advice, Limit, Status, Unit, Value, times
from ludoteca.analysis import review as module
from ludoteca.analysis.review import Step, review
from ludoteca.core import CHANCE, AnyGame, AnySession, Session
from ludoteca.games import begin

from support.kingmaker import Kingmaker
from support.nim import Heaps, Nim
from support.oca_joint import joint
from support.sessions import at_random, played

seeds = st.integers(0, 10_000)


def reviewed(session: AnySession) -> list[Step]:
    return list(review(session, Limit()))


@cache
def fewest(game: AnyGame, state: Any) -> int:
    """The moves that a flood needs, by trying each colour."""
    front, moves = {state}, 0
    while not any(game.outcome(each) for each in front):
        front = {game.play(each, move) for each in front for move in game.legal(each)}
        moves += 1
    return moves


@cache
def ahead(game: AnyGame, state: Any) -> float:
    """By how much the first of two ends ahead, both playing as well as can be."""
    if game.outcome(state):
        first, second = game.scores(state)
        return first - second
    after = [ahead(game, game.play(state, move)) for move in game.legal(state)]
    return max(after) if game.player(state) == 0 else min(after)


@cache
def can_be_won(game: AnyGame, state: Any) -> bool:
    if outcome := game.outcome(state):
        return outcome.winner is not None
    return any(can_be_won(game, game.play(state, move)) for move in game.legal(state))


@settings(max_examples=10)
@given(seeds)
def test_a_move_of_a_flood_costs_what_it_adds_to_the_fewest(seed: int) -> None:
    session = at_random(begin(f"drench:3x3,4#{seed}"), seed)
    needed = [fewest(session.game, state) for state in session.states]
    steps = reviewed(session)
    assert [step.ply for step in steps] == list(range(1, len(session.states)))
    assert [step.move for step in steps] == [session.game.text(move) for move in session.moves]
    for step in steps:
        before, after = needed[step.ply - 1], needed[step.ply]
        assert step.cost == Value(after + 1 - before, Unit.MOVES)
        assert step.value == (None if step.after.value is None else Value(after, Unit.MOVES))
        best = session.at(step.ply - 1)
        best.play_text(step.best or "")
        assert fewest(session.game, best.state) == before - 1
        assert not step.loses


@settings(max_examples=10)
@given(seeds)
def test_a_move_of_two_costs_what_it_takes_from_the_one_who_made_it(seed: int) -> None:
    session = at_random(begin(f"drench:3x3,3,players=2#{seed}"), seed)
    for step in reviewed(session):
        before, after = (ahead(session.game, state) for state in session.states[step.ply - 1 : step.ply + 1])
        sign = -1 if session.game.player(session.states[step.ply - 1]) else 1
        if step.cost is not None:
            assert step.cost == Value(sign * (before - after), Unit.MARGIN)
        if step.status != Status.UNKNOWN:
            assert step.status == (Status.WIN if sign * after > 0 else Status.LOST)
        assert step.loses == (sign * before > 0 > sign * after)


@settings(max_examples=10)
@given(seeds)
def test_alone_a_move_loses_where_the_game_could_be_won_before_it_and_not_after(seed: int) -> None:
    session = at_random(begin(f"solitario:4x4,steps=6#{seed}"), seed)
    won = [can_be_won(session.game, state) for state in session.states]
    for step in reviewed(session):
        assert step.loses == (won[step.ply - 1] and not won[step.ply])
        assert step.status == (Status.WIN if won[step.ply] else Status.LOST)


def test_what_threw_a_win_away_is_told_and_what_lost_already_is_not() -> None:
    """Nim with 1 and 3 stones: two of the three win; if the single one goes, the other takes all three."""
    session: AnySession = Session(Nim(2), position=Heaps((1, 3)))
    for text in ("a 1", "b 3"):
        session.play_text(text)
    first, last = reviewed(session)
    assert (first.ply, first.move, first.best, first.loses, first.cost) == (
        1,
        "a 1",
        "b 2",
        True,
        Value(1.0, Unit.SHARE),
    )
    assert (last.ply, last.status, last.loses, last.cost) == (2, Status.WIN, False, Value(0.0, Unit.SHARE))
    session = Session(Nim(2), position=Heaps((1, 1)))
    session.play_text("a 1")
    (lost,) = reviewed(session)
    assert (lost.status, lost.loses, lost.cost) == (Status.LOST, False, Value(0.0, Unit.SHARE))


def test_who_makes_a_king_of_another_has_lost_and_lost_nothing() -> None:
    nothing = Value(0.0, Unit.SHARE)
    for name, gains in (("2", (0.0, 1.0, 0.0)), ("3", (0.0, 0.0, 1.0))):
        session: AnySession = Session(Kingmaker())
        session.play_text(name)
        (step,) = reviewed(session)
        assert (step.cost, step.value, step.status) == (nothing, nothing, Status.LOST)
        assert not step.loses
        assert step.after.chances == gains


def test_a_throw_is_told_by_what_it_did_to_each_chance_and_the_roll_before_it_is_not() -> None:
    options = "2,first=1,track=8.goose.3.5.inn.4.1.death.7.1"
    session = played(f"oca:{options}#1")
    for _throw in range(6):
        if not session.outcome:
            session.play_text("roll")
            session.roll()
    steps = reviewed(session)
    known = [[float(each) for each in odds(session.game, state)[:2]] for state in session.states]
    changed = [ply for ply in range(1, len(known)) if known[ply] != pytest.approx(known[ply - 1], abs=1e-12)]
    assert [step.ply for step in steps] == changed
    assert all(session.game.player(session.states[ply - 1]) == CHANCE for ply in changed)
    for step in steps:
        gained = [new - old for old, new in zip(known[step.ply - 1], known[step.ply], strict=True)]
        assert step.gains == pytest.approx(gained, abs=1e-12)
        assert step.move == session.game.text(session.moves[step.ply - 1])


def odds(game: AnyGame, state: Any) -> list[Fraction]:
    if outcome := game.outcome(state):
        return [Fraction(seat == outcome.winner) for seat in range(game.players)]
    return list(joint(game, state._replace(rolling=False)))


class TestTime:
    """Who only thinks has an equal share of what is left for each position; who proves has all of it."""

    @pytest.fixture
    def given(self, monkeypatch: pytest.MonkeyPatch) -> list[float | None]:
        """The seconds that each position gets where thinking takes no time."""
        seconds: list[float | None] = []

        def advise(_session: AnySession, limit: Limit) -> Advice[Any]:
            seconds.append(limit.seconds)
            return Advice()

        monkeypatch.setattr(module, "advise", advise)
        monkeypatch.setattr("ludoteca.ai.limit.time.monotonic", lambda: 5.0)
        return seconds

    def test_of_an_opinion(self, given: list[float | None]) -> None:
        session = played("fuga:7", "a3 a2", "c3 b3")
        told: list[str] = []
        list(review(session, Limit(1.2, progress=told.append)))
        assert given == pytest.approx([0.4, 0.6, 1.2])
        assert told[-3:] == ["position 1 of 3", "position 2 of 3", "position 3 of 3"]
        list(review(session, Limit(900)))
        assert given[3:] == [times.OPINION] * 3

    def test_of_a_proof(self, given: list[float | None]) -> None:
        session = at_random(begin("drench:3x3,3#1"), 1)
        list(review(session, Limit(7)))
        assert given == [7.0] * len(session.states)


def test_what_nothing_is_known_of_has_no_cost() -> None:
    session = played("drench:3x3,3,players=2#1")
    session.play(session.legal[0])
    best, told, worse = Value(3, Unit.MARGIN), Value(2, Unit.MARGIN), Value(4, Unit.MARGIN)
    nothing = Advice[str]()

    def cost(best: Value | None, told: Value | None, seen: Value | None) -> Value | None:
        return module._cost(session, replace(nothing, value=best), told, replace(nothing, value=seen))

    assert cost(None, told, told) is None
    assert cost(best, None, None) is None
    assert cost(best, None, told) == Value(1, Unit.MARGIN)
    assert cost(best, told, best) == Value(1, Unit.MARGIN), "what the same thinking said of both counts first"
    assert cost(best, worse, None) == Value(0, Unit.MARGIN), "nothing is better than the best"
    assert cost(best, None, Value(1.0, Unit.SHARE)) is None, "what is counted otherwise cannot be compared"
    proved = replace(nothing, proven=True, chances=(0.5, 0.5))
    for one, other in ((proved, nothing), (nothing, proved), (proved, replace(proved, proven=False))):
        assert module._gains(one, other) == ()
    assert module._gains(proved, replace(proved, chances=(0.25, 0.75))) == (-0.25, 0.25)


def test_a_proved_end_that_comes_later_or_sooner_costs_moves_of_the_one_who_made_it() -> None:
    """The king wins in one, or in three after a detour: five plies in place of one, two moves of his."""
    free = "fuga:7@0R00000/0000000/0000000/0000000/00000N0/0000000/0000000.G"
    flight = played(free, "a2 b2", "e6 e5")
    first, second = list(review(flight, Limit(2)))
    assert (first.stood, first.status, first.cost) == (Status.WIN, Status.WIN, Value(2, Unit.MOVES))
    assert (second.stood, second.status, second.cost) == (Status.LOST, Status.LOST, Value(0, Unit.MOVES))
    lost = Advice[str](status=Status.LOST, ends_in=6)
    sooner = Advice[str](status=Status.LOST, ends_in=1)
    assert module._cost(flight, lost, None, sooner) == Value(2, Unit.MOVES), "two of his moves sooner"
    assert module._cost(begin("drench#1"), lost, None, sooner) == Value(4, Unit.MOVES), (
        "alone each ply is one"
    )


def test_of_three_each_sees_a_chance_of_his_own() -> None:
    session: AnySession = Session(Kingmaker())
    advice = Advice[str](value=Value(0.5, Unit.SHARE), chances=(0.2, 0.3, 0.5), proven=True, seat=2)
    assert module._seen_by(2, session, advice) is advice
    assert module._seen_by(0, session, advice).value == Value(0.2, Unit.SHARE)
    assert module._seen_by(0, session, advice).status == Status.UNKNOWN
    assert module._seen_by(0, session, replace(advice, chances=())).value is None
    lost = replace(advice, chances=(0.0, 1.0, 0.0))
    assert [module._seen_by(seat, session, lost).status for seat in (0, 1)] == [Status.LOST, Status.WIN]
    assert module._seen_by(0, session, replace(lost, proven=False)).status == Status.UNKNOWN
