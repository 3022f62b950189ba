"""The mind of El Solitario: is it still winnable? Boards of up to 37 cells are known exactly."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ludoteca.ai import times
from ludoteca.ai.advice import Advice, Unit
from ludoteca.ai.general import GeneralMind
from ludoteca.ai.limit import Limit
from ludoteca.ai.mind import Fact, Mind
from ludoteca.core import LEVELS, Dice, Game, Session
from ludoteca.core.words import N_
from ludoteca.games.solitario import Jump, Pegs, Solitario


class SolitarioMind(Mind[Pegs, Jump]):
    """Proves whether a board can be won; the highest level follows the proof, others try as in any game."""

    facts: Sequence[Fact] = (
        Fact("fewest", N_("Moves, a chain of jumps counting as one"), Unit.MOVES),
        Fact("proof"),
        Fact("pagoda"),
        *GeneralMind.facts,
    )

    prepared: Mapping[str, int] = MappingProxyType({"solitario": 18})

    def proves(self, game: Game[Pegs, Jump]) -> bool:
        """Any board, given time."""
        return True

    def prepare(self, game: Game[Pegs, Jump], limit: Limit) -> None:
        """Compile the searches, the oracle's sweep and the games of chance."""
        from ludoteca.ai.solitario.beam import prepare
        from ludoteca.ai.solitario.difficulty import prepare_luck
        from ludoteca.ai.solitario.fewest import prepare_moves
        from ludoteca.ai.solitario.oracle import prepare_sweep

        for each in (prepare, prepare_moves, prepare_sweep, prepare_luck):
            each(limit)

    def advise(self, session: Session[Pegs, Jump], limit: Limit, *, lines: int = 1) -> Advice[Jump]:
        """A winning line, or a proof that there is none."""
        from ludoteca.ai.solitario.solver import advise

        if session.outcome:
            return Advice.over(session)
        assert isinstance(session.game, Solitario)
        return advise(session.game, session.state, limit)

    def choose(self, session: Session[Pegs, Jump], limit: Limit, *, level: int, dice: Dice) -> Advice[Jump]:
        """The next jump of the winning line; without one, or at a lower level, a jump that looks good."""
        if level == LEVELS[-1]:
            advice = self.advise(session, limit.or_seconds(times.TRUTH))
            if advice.move is not None:
                return advice
        return GeneralMind[Pegs, Jump]().choose(session, limit, level=level, dice=dice)
