"""The mind of El juego de la oca: there is nothing to choose, and everyone's chance is known exactly."""

from collections.abc import Sequence

from ludoteca.ai.advice import Advice, Unit
from ludoteca.ai.limit import Limit
from ludoteca.ai.mind import Fact, Mind
from ludoteca.core import Dice, Game, Session
from ludoteca.core.words import N_
from ludoteca.games.oca import ROLL, Oca, Race


class OcaMind(Mind[Race, str | int]):
    """Knows the odds of a race, by linear algebra and not by trying."""

    facts: Sequence[Fact] = (
        Fact("win", N_("Chances to win, beginning with who is to move"), Unit.SHARE),
        Fact("draw", N_("Chance of a draw"), Unit.SHARE),
        Fact("never", N_("Chance that it never ends"), Unit.SHARE),
        Fact("expected_turns", N_("Turns to come, on average")),
        Fact("expected_rolls", N_("Throws to come, on average")),
        Fact("distribution"),
    )

    def proves(self, game: Game[Race, str | int]) -> bool:
        """Any race; five or more players who wait to be relieved are refused with a sentence."""
        return True

    def advise(self, session: Session[Race, str | int], limit: Limit, *, lines: int = 1) -> Advice[str | int]:
        """Roll, and everyone's chance."""
        from ludoteca.ai.oca.odds import advise

        if session.outcome:
            return Advice.over(session)
        assert isinstance(session.game, Oca)
        return advise(session.game, session.state, limit)

    def choose(
        self, session: Session[Race, str | int], limit: Limit, *, level: int, dice: Dice
    ) -> Advice[str | int]:
        """Roll: skill has no part in it."""
        return Advice(move=ROLL, line=(ROLL,))
