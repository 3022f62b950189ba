"""The general mind: it plays any game that keeps the contract, and proves what it sees to the end."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from ludoteca.ai.advice import Advice
from ludoteca.ai.limit import Limit
from ludoteca.ai.mind import Ability, Fact, Mind
from ludoteca.core import Dice, Game, Session

S = TypeVar("S")
M = TypeVar("M")


class GeneralMind(Mind[S, M], Generic[S, M]):
    """Monte Carlo tree search over the rules alone, with any number of seats, chance and repetition."""

    facts: Sequence[Fact] = (Fact("visits"),)

    def abilities(self, game: Game[S, M]) -> frozenset[Ability]:
        """It counts positions that stood before."""
        return frozenset({Ability.PAST})

    def advise(self, session: Session[S, M], limit: Limit, *, lines: int = 1) -> Advice[M]:
        """The best move that is found in the time there is."""
        from ludoteca.ai.general.player import advise

        if session.outcome:
            return Advice.over(session)
        return advise(session.game, session.state, limit, past=session.states[:-1])

    def choose(self, session: Session[S, M], limit: Limit, *, level: int, dice: Dice) -> Advice[M]:
        """A move after as many simulations as a level has."""
        from ludoteca.ai.general.player import choose

        game, state = session.game, session.state
        return choose(game, state, limit, level=level, past=session.states[:-1], dice=dice)
