"""The analyst: since when a game was lost, nothing proved twice, nothing called lost that is not decided."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.ai import Advice, Limit, advise
from ludoteca.analysis import Analyst
from ludoteca.core import AnyGame, AnySession
from ludoteca.games import begin

from support.sessions import at_random


@cache
def can_be_won(game: AnyGame, state: Any) -> bool:
    """By trying everything, nature included."""
    outcome = game.outcome(state)
    if outcome:
        return outcome.winner is not None
    return any(can_be_won(game, game.play(state, move)) for move in game.legal(state))


def last_won(session: AnySession) -> int | None:
    """The last decision before which a game could be won, by looking at every one."""
    states = enumerate(session.states)
    won = [ply for ply, state in states if session.decided(ply) and can_be_won(session.game, state)]
    return won[-1] if won else None


@settings(max_examples=40)
@given(
    st.integers(0, 10_000), st.sampled_from(["4x4,steps=7", "5x5,steps=9", "0000/2212/0200/0123", "sample"])
)
def test_since_when_a_game_is_lost_is_what_trying_everything_tells(seed: int, board: str) -> None:
    session = at_random(begin(f"solitario:{board}#{seed}"), seed)
    truth = Analyst().truth(session, Limit())
    won = session.outcome is not None and session.outcome.winner == 0
    assert truth.advice.status == ("win" if won else "lost")
    assert truth.won_at == (None if won else last_won(session))


@settings(max_examples=15)
@given(st.integers(0, 10_000))
def test_a_lost_flood_and_a_lost_sum_know_since_when_too(seed: int) -> None:
    flood = at_random(begin(f"drench:4x3,4,limit=7#{seed}"), seed)
    tiles = at_random(begin(f"2048:2,goal=16#{seed}"), seed)
    for session in (flood, tiles):
        truth = Analyst().truth(session, Limit())
        lost = session.outcome is not None and session.outcome.winner is None
        assert (truth.advice.status, truth.over) == ("lost" if lost else "win", True)
        assert truth.won_at == (last_won(session) if lost else None)


def test_an_analyst_proves_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def counted(session: AnySession, limit: Limit) -> Advice[Any]:
        asked.append(session.state)
        return advise(session, limit)

    monkeypatch.setattr("ludoteca.analysis.analyst.advise", counted)
    analyst, session = Analyst(), begin("drench:5x5,4#1")
    for _move in range(4):
        analyst.truth(session, Limit())
        session.play(session.legal[0])
    assert asked == session.states[:-1]


def test_what_is_not_decided_in_time_is_not_called_lost() -> None:
    session = at_random(begin("solitario:sample"), 1)
    lost = Analyst().truth(session, Limit())
    assert lost.won_at is not None
    stopped = Analyst().truth(session, Limit(cancel=lambda: True))
    assert (stopped.advice.status, stopped.won_at) == ("lost", None)


def test_an_analyst_forgets_the_oldest_proof_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludoteca.analysis.analyst.KEPT", 3)
    analyst, session = Analyst(), begin("drench:4x4,4#1")
    states = []
    for _move in range(4):
        analyst._advice(session, Limit())
        states.append(session.state)
        session.play(session.legal[0])
    assert [state for _game, state in analyst._proved] == states[1:]


@pytest.mark.parametrize("seed", range(4))
def test_par_is_the_fewest_moves_of_the_whole_game_wherever_it_stands(seed: int) -> None:
    session = begin(f"drench:3x3,4#{seed}")
    front, fewest = {session.state}, 0
    while not any(session.game.outcome(state) for state in front):
        front = {session.game.play(state, move) for state in front for move in session.game.legal(state)}
        fewest += 1
    analyst = Analyst()
    assert (analyst.truth(session, Limit()).par, analyst.truth(session, Limit()).over) == (fewest, False)
    session.play(session.legal[0])
    assert analyst.truth(session, Limit()).par == fewest
    unproved = Analyst().truth(begin("drench:15x15,6#1"), Limit(cancel=lambda: True))
    assert unproved.par is None


def test_only_what_is_proved_alone_is_remembered() -> None:
    """With more time there may be a better opinion; and of two, what stood before counts too."""
    analyst = Analyst()
    analyst.truth(begin("drench:15x15,6#1"), Limit(cancel=lambda: True))
    analyst.truth(begin("oca:2#1"), Limit())
    assert not analyst._proved
