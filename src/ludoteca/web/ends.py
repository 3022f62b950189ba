"""How a room may end otherwise than by the rules of its game."""

from __future__ import annotations

from typing import Final

from ludoteca.core import AnyGame, Outcome
from ludoteca.core.words import N_, _

# Why, among one, two, or more seats.
_GIVEN_UP: Final = (N_("given up"), N_("the other gave up"), N_("somebody gave up"))
_LATE: Final = (N_("no time is left"), N_("the other ran out of time"), N_("somebody ran out of time"))
AGREED: Final = Outcome(None, N_("agreed"))


def given_up(seat: int, seats: int) -> Outcome:
    """A seat of so many gives up.

    >>> given_up(0, 2)
    Outcome(winner=1, reason='the other gave up')
    """
    return Outcome(_other(seat, seats), _GIVEN_UP[min(seats, 3) - 1])


def out_of_time(seat: int, seats: int) -> Outcome:
    """A seat of so many has no time left."""
    return Outcome(_other(seat, seats), _LATE[min(seats, 3) - 1])


def verdict(game: AnyGame, ended: Outcome) -> str:
    """Such an end in a sentence."""
    if ended.winner is not None:
        result = _("Winner: {player}", player=game.seats[ended.winner])
    else:
        result = _("You lose") if game.players == 1 else _("Draw")
    return _("The game is over. {result}: {reason}.", result=result, reason=_(ended.reason))


def _other(seat: int, seats: int) -> int | None:
    """Who wins then: the only other one, if there is one."""
    return 1 - seat if seats == 2 else None
