"""What is true of a game under way: the position now, and since when it was lost."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from ludoteca.ai import advise, proves
from ludoteca.ai.bot import Advice, Limit
from ludoteca.ai.thought import Thought
from ludoteca.core import Game, Session

Play = Session[Any, Any]

PROOF_SECONDS: Final = 20.0  # beside a screen, for who can prove, where nobody says how long
GUESS_SECONDS: Final = 2.0  # and for who cannot
KEPT: Final = 2000  # positions of which a judge remembers what it proved


def patience(game: Game[Any, Any]) -> float:
    """How many seconds to think about the truth of a position, where nobody says how long."""
    return PROOF_SECONDS if proves(game) else GUESS_SECONDS


class Judge:
    """Who says what is true of a game under way, and proves nothing twice."""

    def __init__(self) -> None:
        self._proved: dict[tuple[Game[Any, Any], Any], Advice[Any]] = {}

    def think(self, session: Play, limit: Limit) -> Thought:
        """What is known of a position, shown as soon as it is; then what the past of this game tells."""
        if limit.seconds is None:
            limit = replace(limit, seconds=patience(session.game))
        now = len(session.moves)
        advice = self._advice(session, now, limit)
        thought = Thought.of(session, advice)
        limit.show(advice)
        limit = replace(limit, show=lambda _advice: None)
        par = self._advice(session, 0, limit).facts.get("par") if "par" in thought.facts else None
        lost = session.game.players == 1 and thought.status == "lost" and proves(session.game)
        return replace(thought, par=par, won_at=self._won_at(session, limit) if lost else None)

    def _advice(self, session: Play, ply: int, limit: Limit) -> Advice[Any]:
        """What is known of a position of a session; players have nothing to say once a game is over."""
        game, state = session.game, session.states[ply]
        if ply == len(session.moves) and session.outcome and not proves(game):
            return Advice.over(game, state)
        advice = self._proved.get((game, state)) or advise(game, state, limit, past=session.states[:ply])
        if game.players == 1 and advice.proven:
            while len(self._proved) >= KEPT:
                del self._proved[next(iter(self._proved))]
            self._proved[game, state] = advice
        return advice

    def _won_at(self, session: Play, limit: Limit) -> int | None:
        """After how many moves a lost game could last be won: what is lost stays lost.

        Back from the end in doubled steps, since late positions are soon proved, then by halving.
        """
        lost, step = len(session.moves), 1
        while True:
            if lost == 0:
                return None
            won = max(0, lost - step)
            match self._can_be_won(session, won, limit):
                case None:
                    return None
                case True:
                    break
            lost, step = won, 2 * step
        while lost - won > 1:
            middle = (lost + won) // 2
            match self._can_be_won(session, middle, limit):
                case None:
                    return None
                case True:
                    won = middle
                case False:
                    lost = middle
        return won

    def _can_be_won(self, session: Play, ply: int, limit: Limit) -> bool | None:
        """Whether a position could be won, by luck or by skill; None where that is not proved."""
        advice = self._advice(session, ply, limit)
        if advice.status == "unknown" and not advice.proven:
            return None
        return advice.status != "lost"
