"""A review: how good each decision of a game was, by what the position was worth before and after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ludoteca.ai import Advice, Status, Value
from ludoteca.core import CHANCE, AnySession

Advise = Callable[[AnySession], Advice[Any]]


class Step(NamedTuple):
    """A decision: its ply from 1, the best move in its place, what it cost, and how it left the game for whom
    it was; `loses` where it threw a proved win away."""

    ply: int
    move: str
    best: str | None
    cost: float | None
    status: Status
    value: Value | None
    loses: bool


def review(session: AnySession, advise: Advise) -> Iterator[Step]:
    """Every decision of a game, judged by whoever advises."""
    text = session.game.text
    before = advise(session.at(0))
    for ply, move in enumerate(session.moves, 1):
        seat, there = session.at(ply - 1).player, session.at(ply)
        after = advise(there)
        if seat != CHANCE:
            seen = _seen_by(seat, there, after)
            cost = before.value.cost(seen.value) if before.value and seen.value else None
            best = None if before.move is None else text(before.move)
            loses = before.status == Status.WIN and seen.status == Status.LOST
            yield Step(ply, text(move), best, cost, seen.status, seen.value, loses)
        before = after


def _seen_by(seat: int, session: AnySession, advice: Advice[Any]) -> Advice[Any]:
    """An advice on the position after a move, as the one who made it sees it."""
    if session.game.players == 1 or session.player == seat:
        return advice
    if session.outcome is None and (session.player == CHANCE or session.game.players > 2):
        return Advice()
    return advice.seen_by(seat)
