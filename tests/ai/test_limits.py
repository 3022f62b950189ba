"""Limits: what is no limit is refused, and what is one is kept by every mind."""

import time
from math import inf, nan

import pytest

from ludoteca.ai import Limit, advise
from ludoteca.ai.general.player import choose as choose_any
from ludoteca.core import Dice, OptionError, Session
from ludoteca.games import begin

from support.kingmaker import Kingmaker


@pytest.mark.parametrize(
    "wrong", [{"seconds": -1}, {"seconds": nan}, {"depth": 0}, {"depth": -3}, {"nodes": 0}]
)
def test_what_is_no_limit_is_refused(wrong: dict[str, float]) -> None:
    (name,) = wrong
    with pytest.raises(OptionError, match=f"{name} must be at least"):
        Limit(**wrong)  # type: ignore[arg-type]  # whatever somebody gives


@pytest.mark.parametrize("wrong", [{"depth": 1.5}, {"depth": True}, {"nodes": 1e6}])
def test_plies_and_positions_are_whole(wrong: dict[str, float]) -> None:
    with pytest.raises(OptionError, match="must be a whole number"):
        Limit(**wrong)  # type: ignore[arg-type]  # whatever somebody gives


def test_limits_at_their_edges_are_kept() -> None:
    session = begin("fuga:7")
    assert advise(session, Limit(depth=1)).depth == 1
    assert advise(session, Limit(0)).move in session.legal
    assert advise(session, Limit(inf, nodes=1)).move in session.legal
    assert advise(session, Limit(0.1, nodes=10**30)).move in session.legal


@pytest.mark.parametrize("lines", [0, -1, 10**6])
def test_so_many_lines_are_none(lines: int) -> None:
    with pytest.raises(OptionError, match="lines must be from"):
        advise(begin("fuga:7"), Limit(0.1), lines=lines)


def test_the_general_mind_stops_where_every_move_is_proved_and_none_is_best() -> None:
    """No proof follows for the one to move, since both moves lose, to one or to the other."""
    began = time.monotonic()
    advice = advise(Session(Kingmaker()), Limit(60))
    assert time.monotonic() - began < 30, "nothing is left to learn, so nobody waits for the limit"
    assert advice.move in ("2", "3")
    assert advice.value == (0.0, "share")
    assert choose_any(Kingmaker(), 0, Limit(60), level=8, past=(), dice=Dice(1)).move in ("2", "3")
