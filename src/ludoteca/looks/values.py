"""Values in words: numbers for those that are counted, and who is ahead where a search only thinks so."""

from __future__ import annotations

from collections.abc import Mapping
from math import asinh, exp
from typing import Final

from ludoteca.ai import Advice, Status, Unit, Value
from ludoteca.core import AnyGame
from ludoteca.core.words import N_, _
from ludoteca.looks.numbers import about, decimal, number, percent

# How far ahead somebody is thought to be, by the least chance to win that this is; with less, nobody is.
AHEAD: Final = (
    (0.9, N_("{player} far ahead")),
    (0.7, N_("{player} ahead")),
    (0.55, N_("{player} a little ahead")),
)
# The same of one seat, by the least chance to win.
STANDS: Final = (
    (1.0, N_("a sure win")),
    (0.9, N_("far ahead")),
    (0.7, N_("ahead")),
    (0.55, N_("a little ahead")),
    (0.45, N_("about even")),
    (0.3, N_("a little behind")),
    (0.1, N_("behind")),
    (1e-9, N_("far behind")),
    (0.0, N_("a sure loss")),
)


def amount(value: Value) -> str:
    """A value to compare with others: a share in percent, else a number that is higher for what is better.

    >>> amount(Value(0.25, Unit.SHARE)), amount(Value(1 - 1e-9, Unit.SHARE)), amount(Value(7, Unit.MOVES))
    ('25.00 %', '> 99.99 %', '-7')
    """
    return percent(value.amount, digits=2) if value.unit == Unit.SHARE else number(value.worth)


def brief(value: Value) -> str:
    """A value in a few characters.

    >>> brief(Value(0.25, Unit.SHARE)), brief(Value(12345.6, Unit.POINTS))
    ('25.0 %', '12346')
    """
    if value.unit == Unit.SHARE:
        return percent(value.amount)
    return decimal(f"{value.worth:.0f}" if abs(value.worth) >= 100 else f"{value.worth:.3g}")


def chance_of(advice: Advice[str]) -> float | None:
    """How likely the seat of an advice is thought to win; None where nobody can tell.

    A margin is bent into a chance: twice as sure for one point, nearly sure for thirty.
    """
    if advice.status != Status.UNKNOWN:
        return float(advice.status == Status.WIN)
    if advice.value is None or advice.value.unit == Unit.SHARE:
        return advice.value.amount if advice.value else None
    return _bent(advice.value.amount)


def _bent(margin: float) -> float:
    return 1 / (1 + exp(-asinh(margin)))  # since margins are in points here and in dozens there


def ahead(game: AnyGame, advice: Advice[str]) -> str:
    """Who of two is thought to be ahead, and how far in words: a guess has no more digits than that.

    >>> from ludoteca.games import begin
    >>> game = begin("fuga:7").game
    >>> [ahead(game, Advice(seat=0, value=Value(at, Unit.MARGIN))) for at in (0.08, 1.0, -5.0)]
    ['about even', 'Attackers ahead', 'Defenders far ahead']
    """
    known, seat = chance_of(advice), advice.seat or 0
    if known is None or known == 0.5:
        return _("about even")
    if known < 0.5:
        known, seat = 1 - known, 1 - seat
    for least, words in AHEAD:
        if known >= least:
            return _(words, player=game.seats[seat])
    return _("about even")


def stands(chance: float) -> str:
    """How a seat stands that is thought to win with such a chance, where that is no more than a guess.

    >>> stands(0.98), stands(0.5), stands(0.02), stands(0.0)
    ('far ahead', 'about even', 'far behind', 'a sure loss')
    """
    return next(_(words) for least, words in STANDS if chance >= least)


def thought(game: AnyGame, advice: Advice[str]) -> str:
    """What a position is thought to be worth, in a sentence that no one takes for a proof."""
    value = advice.value
    if value is None:
        return _("Not decided within the limit.")
    if value.unit == Unit.MARGIN and game.players == 2:
        return _("Not proved; estimate: {ahead}.", ahead=ahead(game, advice))
    told = amount(value)
    if value.unit == Unit.SHARE and game.players > 1:
        player = game.seats[advice.seat or 0]
        return _("Not proved; {player} is thought to win with {chance}.", player=player, chance=told)
    if value.unit == Unit.SHARE:
        return _("Not proved; the chance to win is thought to be {chance}.", chance=told)
    points = about(value.amount)
    if value.unit == Unit.PLAYED_ON:
        return _(
            "Not proved; played on after the goal it is thought to bring {points} points.", points=points
        )
    if value.unit == Unit.POINTS:
        return _("Not proved; thought to bring {points} points.", points=points)
    return _("Not proved; thought to be worth {value}.", value=told)


def worths(advice: Advice[str]) -> Mapping[str, tuple[float, str]]:
    """For each move its share of the best one, from 0 to 1, and in brief what it is worth: the best one's
    value, and what another loses against it.

    >>> near = {"up": Value(3000.0, Unit.POINTS), "left": Value(2991.0, Unit.POINTS)}
    >>> worths(Advice(values=near))
    {'up': (1.0, '3000'), 'left': (0.997, '-9')}
    """
    best = max(advice.values.values(), key=lambda value: value.worth, default=Value(0.0, Unit.POINTS))
    return {move: (_share(value, best), _against(value, best)) for move, value in advice.values.items()}


def _share(value: Value, best: Value) -> float:
    """How long a bar is beside the best one's, from nothing for nothing."""
    if value.unit == Unit.MARGIN:
        return _bent(value.amount) / _bent(best.amount)
    if value.unit == Unit.MOVES:
        return best.amount / value.amount if value.amount else 1.0
    return max(0.0, value.amount) / best.amount if best.amount > 0 else 1.0


def _against(value: Value, best: Value) -> str:
    """The loss against the best, or the value itself where one sees none."""
    own, lost = brief(value), best.worth - value.worth
    if value.unit == Unit.MOVES or own == brief(best):
        return own
    if value.unit != Unit.SHARE and abs(best.amount) >= 100:
        lost = max(1.0, float(round(lost)))
    return f"-{brief(Value(lost, value.unit))}"
