"""How a room may end otherwise than by the rules of its game."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ludoteca.core import AnyGame, Outcome
from ludoteca.core.words import _


class Ended(NamedTuple):
    """Who gave up or was late, if anybody, and of how many."""

    how: Literal["resign", "time", "draw"]
    seat: int = -1
    seats: int = 2

    @property
    def outcome(self) -> Outcome:
        """Of two the other has won; among more nobody.

        >>> Ended("resign", 0).outcome.winner, Ended("time", 0, 3).outcome.winner
        (1, None)
        """
        is_won = self.how != "draw" and self.seats == 2
        return Outcome(1 - self.seat if is_won else None, self.how)

    def verdict(self, game: AnyGame) -> str:
        """How it ended, in a sentence."""
        player, winner = game.seats[self.seat], self.outcome.winner
        if self.how == "draw":
            reason = _("agreed")
        elif self.how == "resign":
            reason = _("given up") if self.seats == 1 else _("{player} gave up", player=player)
        else:
            reason = _("no time is left") if self.seats == 1 else _("{player} ran out of time", player=player)
        if winner is not None:
            result = _("Winner: {player}", player=game.seats[winner])
        else:
            result = _("You lose") if self.seats == 1 else _("Draw")
        return _("The game is over. {result}: {reason}.", result=result, reason=reason)
