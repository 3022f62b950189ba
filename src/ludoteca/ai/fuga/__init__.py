"""The mind of La Fuga del Rey: a tafl engine that proves short wins and plays at eight levels."""

from collections.abc import Mapping
from types import MappingProxyType

from ludoteca.ai.advice import Advice
from ludoteca.ai.limit import Limit
from ludoteca.ai.mind import Ability, Mind
from ludoteca.core import Dice, Game, Session, perft
from ludoteca.games.fuga import Flight, Fuga, Slide


class FugaMind(Mind[Flight, Slide]):
    """Searches ever deeper; what it calls proved it has seen to the end."""

    prepared: Mapping[str, int] = MappingProxyType({"fuga": 41})

    def abilities(self, game: Game[Flight, Slide]) -> frozenset[Ability]:
        """All there are."""
        return frozenset(Ability)

    def prepare(self, game: Game[Flight, Slide], limit: Limit) -> None:
        """Compile the search."""
        from ludoteca.ai.fuga.player import prepare

        prepare(limit)

    def advise(self, session: Session[Flight, Slide], limit: Limit, *, lines: int = 1) -> Advice[Slide]:
        """The best move found in the time there is."""
        from ludoteca.ai.fuga.player import advise

        if session.outcome:
            return Advice.over(session)
        assert isinstance(session.game, Fuga)
        return advise(session.game, session.state, limit, past=session.states[:-1], lines=lines)

    def choose(
        self, session: Session[Flight, Slide], limit: Limit, *, level: int, dice: Dice
    ) -> Advice[Slide]:
        """A move of a level."""
        from ludoteca.ai.fuga.player import choose

        assert isinstance(session.game, Fuga)
        past = session.states[:-1]
        return choose(session.game, session.state, limit, level=level, past=past, dice=dice)

    def perft(self, game: Game[Flight, Slide], state: Flight, depth: int) -> int:
        """Counted by the kernel, where it is worth loading; without NumPy by the rules, if slowly."""
        if depth > 2:
            try:
                from ludoteca.ai.fuga.perft import perft as counted
            except ModuleNotFoundError:
                pass
            else:
                assert isinstance(game, Fuga)
                return counted(game, state, depth)
        return perft(game, state, depth)
