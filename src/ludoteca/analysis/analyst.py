"""The analyst: what is true of a game under way, the position now and since when it was lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from ludoteca.ai import Advice, Limit, Status, Unit, advise, mind_of, times
from ludoteca.analysis.truth import Truth
from ludoteca.core import AnyGame, AnySession

KEPT: Final = 2000  # positions of which an analyst remembers what it proved

Show = Callable[[Truth], None]


def patience(game: AnyGame) -> float:
    """How many seconds to think about the truth of a position, where nobody says how long."""
    return times.TRUTH if mind_of(game).proves(game) else times.OPINION


class Analyst:
    """Says what is true of a game under way, and proves nothing of a game for one twice."""

    def __init__(self) -> None:
        self._proved: dict[tuple[AnyGame, Any], Advice[Any]] = {}

    def truth(self, session: AnySession, limit: Limit, *, show: Show = lambda _truth: None) -> Truth:
        """What is known of a position, shown as soon as it is; then what the past of this game tells."""
        game = session.game
        limit = limit.or_seconds(patience(game))
        shown = replace(limit, show=lambda advice: show(Truth.of(session, advice)))
        advice = self._advice(session, shown)
        truth = Truth.of(session, advice)
        show(truth)
        lost = game.players == 1 and advice.status == Status.LOST and mind_of(game).proves(game)
        return replace(
            truth,
            par=self._par(session, limit) if advice.value and advice.value.unit == Unit.MOVES else None,
            won_at=self._won_at(session, limit) if lost else None,
        )

    def _advice(self, session: AnySession, limit: Limit) -> Advice[Any]:
        """What is known of the position of a session."""
        key = session.game, session.state
        if key in self._proved:
            return self._proved[key]
        advice = advise(session, limit)
        if session.game.players == 1 and advice.proven:
            while len(self._proved) >= KEPT:
                del self._proved[next(iter(self._proved))]
            self._proved[key] = advice
        return advice

    def _par(self, session: AnySession, limit: Limit) -> int | None:
        """The moves that the whole game needs, where that is proved."""
        start = self._advice(session.at(0), limit)
        return int(start.value.amount) if start.proven and start.value else None

    def _won_at(self, session: AnySession, limit: Limit) -> int | None:
        """After how many plies, somebody to decide, a lost game could last be won: what is lost stays lost.

        Back from the end in doubled steps, since late positions are soon proved, then by halving.
        """
        lost, step = len(session.moves), 1
        while True:
            if lost == 0:
                return None
            won = max(0, lost - step)
            match self._can_be_won(session.at(won), limit):
                case None:
                    return None
                case True:
                    break
            lost, step = won, 2 * step
        while lost - won > 1:
            middle = (lost + won) // 2
            match self._can_be_won(session.at(middle), limit):
                case None:
                    return None
                case True:
                    won = middle
                case False:
                    lost = middle
        return next(ply for ply in range(won, -1, -1) if session.decided(ply))

    def _can_be_won(self, session: AnySession, limit: Limit) -> bool | None:
        """Whether a position could be won, by luck or by skill; None where that is not proved."""
        advice = self._advice(session, limit)
        if advice.status == Status.UNKNOWN and not advice.proven:
            return None
        return advice.status != Status.LOST
