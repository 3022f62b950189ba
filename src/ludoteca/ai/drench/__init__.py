"""The mind of Zyan Drench: alone the fewest moves, proved; for two a search of who floods more."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ludoteca.ai import times
from ludoteca.ai.advice import Advice, Unit
from ludoteca.ai.general import GeneralMind
from ludoteca.ai.limit import Limit
from ludoteca.ai.mind import Fact, Mind
from ludoteca.core import LEVELS, Dice, Game, Session
from ludoteca.core.words import N_
from ludoteca.games.drench import Drench, Flood


class DrenchMind(Mind[Flood, int]):
    """Alone the highest level follows the proof, the others try as in any game; for two there is a search."""

    facts: Sequence[Fact] = (
        Fact("par", N_("Fewest moves, proved"), Unit.MOVES),
        Fact("best", N_("Fewest moves found"), Unit.MOVES, is_guess=True),
        Fact("lower"),
        Fact("bet"),
        *GeneralMind.facts,
    )

    prepared: Mapping[str, int] = MappingProxyType({"drench": 16, "drench:players=2": 13})

    def proves(self, game: Game[Flood, int]) -> bool:
        """The fewest moves of one player."""
        return game.players == 1

    def prepare(self, game: Game[Flood, int], limit: Limit) -> None:
        """Compile the search for one, or for two."""
        if game.players == 1:
            from ludoteca.ai.drench.compiled import prepare

            prepare(limit)
        else:
            from ludoteca.ai.drench.duel_search import prepare as prepare_duel

            prepare_duel(limit)

    def advise(self, session: Session[Flood, int], limit: Limit, *, lines: int = 1) -> Advice[int]:
        """The shortest line; for two the best move against the best replies."""
        game = session.game
        assert isinstance(game, Drench)
        if game.players == 1:
            from ludoteca.ai.drench.par import advise

            return advise(game, session.state, limit)
        if session.outcome:
            return Advice.over(session)
        from ludoteca.ai.drench.duel import advise as advise_two

        return advise_two(game, session.state, limit)

    def choose(self, session: Session[Flood, int], limit: Limit, *, level: int, dice: Dice) -> Advice[int]:
        """A move of a level."""
        game = session.game
        assert isinstance(game, Drench)
        if game.players == 2:
            from ludoteca.ai.drench.duel import choose

            past = session.states[:-1]
            return choose(game, session.state, limit, level=level, past=past, dice=dice)
        if level == LEVELS[-1]:
            return self.advise(session, limit.or_seconds(times.TRUTH))
        return GeneralMind[Flood, int]().choose(session, limit, level=level, dice=dice)
