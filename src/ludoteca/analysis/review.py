"""A review: how good each decision of a game was, and what each throw did to the chances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from ludoteca.ai import Advice, Limit, Status, Unit, Value, advise, mind_of, prepare, times
from ludoteca.analysis.analyst import patience
from ludoteca.core import CHANCE, AnySession
from ludoteca.core.words import _

NOTHING: Final = 1e-9  # a cost below this is what is lost in adding up


class Step(NamedTuple):
    """What a move did: its number from 1, and the advice on the position that it led to.

    Of a decision also the best move in its place, what it cost (nothing is better than the best, so never
    less than 0; a proved end that comes later, or sooner, counts in moves of the one who made it), how the
    game stood for whom it was and how it left it; `loses` where it threw a proved win away. Where each seat's
    chance to win is known, `gains` are what the move added to it.
    """

    ply: int
    move: str
    after: Advice[Any]
    best: str | None = None
    cost: Value | None = None
    stood: Status = Status.UNKNOWN
    status: Status = Status.UNKNOWN
    value: Value | None = None
    loses: bool = False
    gains: tuple[float, ...] = ()


def review(session: AnySession, limit: Limit) -> Iterator[Step]:
    """Every move that somebody made, but for forced ones where the chances are proved, and every throw that
    is known to have changed them.

    The limit is that of the whole review. Who only thinks has an equal share of it for each position; who
    proves has what is left, as long as a truth may take: one proof, or its table, often tells the next.
    """
    proves = mind_of(session.game).proves(session.game)
    prepare(session.game, limit)
    clock = limit.or_seconds(times.PROOF if proves else times.REVIEW).start()
    positions = len(session.states)

    def advice_at(ply: int) -> Advice[Any]:
        limit.progress(_("position {number} of {count}", number=ply + 1, count=positions))
        rest = clock.rest(1.0 if proves else 1 / (positions - ply))
        seconds = min(rest.seconds or 0.0, patience(session.game))
        return advise(session.at(ply), replace(rest, seconds=seconds))

    before = advice_at(0)
    for ply in range(1, positions):
        after, there = advice_at(ply), session.at(ply - 1)
        gains = _gains(before, after)
        if there.player == CHANCE:
            if any(gains):
                yield Step(ply, session.game.text(session.moves[ply - 1]), after, gains=gains)
        elif len(there.legal) > 1 or not gains:
            yield _decision(session, ply, before, after)
        before = after


def _decision(session: AnySession, ply: int, before: Advice[Any], after: Advice[Any]) -> Step:
    """A decision, judged as the one who made it sees it."""
    move, seen = session.moves[ply - 1], _seen_by(session.actor(ply - 1), session, after)
    told = before.values.get(move)  # by the same thinking as the best one, so they compare best
    return Step(
        ply,
        session.game.text(move),
        after,
        best=None if before.move is None else session.game.text(before.move),
        cost=_cost(session, before, told, seen),
        stood=before.status,
        status=seen.status,
        value=seen.value or told,
        loses=before.status == Status.WIN and seen.status == Status.LOST,
        gains=_gains(before, after),
    )


def _cost(session: AnySession, before: Advice[Any], told: Value | None, seen: Advice[Any]) -> Value | None:
    """What a move lost to the best one; None where that cannot be said."""
    best, made = before.value, told or seen.value
    if before.status == seen.status != Status.UNKNOWN and before.ends_in and seen.ends_in is not None:
        plies = seen.ends_in + 1 - before.ends_in
        later = plies // 2 if session.game.players > 1 else plies
        return Value(max(0, later if seen.status == Status.WIN else -later), Unit.MOVES)
    if best is None or made is None:
        return None
    cost = best.worth - told.worth if told else best.cost(made)
    return None if cost is None else Value(cost if cost > NOTHING else 0.0, best.unit)


def _seen_by(seat: int, session: AnySession, advice: Advice[Any]) -> Advice[Any]:
    """An advice on the position after a move, as the one who made it sees it."""
    players = session.game.players
    if players <= 2 or advice.seat == seat:
        return advice if players == 1 else advice.seen_by(seat)
    if not advice.chances:
        return Advice()
    share = advice.chances[seat]
    certain = {0.0: Status.LOST, 1.0: Status.WIN} if advice.proven else {}
    return Advice(value=Value(share, Unit.SHARE), status=certain.get(share, Status.UNKNOWN), seat=seat)


def _gains(before: Advice[Any], after: Advice[Any]) -> tuple[float, ...]:
    """What a move added to each seat's chance, where both are proved."""
    if not (before.proven and after.proven and before.chances and after.chances):
        return ()
    return tuple(new - old for old, new in zip(before.chances, after.chances, strict=True))
