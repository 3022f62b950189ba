"""The mind of 2048: perfect on boards of side 2 and 3, a trained network on 4, a general search on others."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from ludoteca.ai.advice import Advice, Unit, Value
from ludoteca.ai.limit import Limit
from ludoteca.ai.mind import Fact, Mind
from ludoteca.core import Dice, Game, Session
from ludoteca.games.g2048 import G2048, Grid, Tile

SOLVED = 3  # the largest side on which perfect play is known


class G2048Mind(Mind[Grid, str | Tile]):
    """Proves on small boards what each push is worth; on larger ones it expects so many points."""

    facts: Sequence[Fact] = (Fact("aim"),)
    prepared: Mapping[str, int] = MappingProxyType({"2048:3": 22, "2048:4": 17, "2048:5": 6})

    def proves(self, game: Game[Grid, str | Tile]) -> bool:
        """Perfect play, up to 3 x 3."""
        return _own(game).size <= SOLVED

    def prepare(self, game: Game[Grid, str | Tile], limit: Limit) -> None:
        """Compile what knows boards of this side, and load the network for 4 x 4."""
        from ludoteca.ai.g2048 import any_size, perfect, player

        size = _own(game).size
        (perfect.prepare if size <= SOLVED else player.prepare if size == 4 else any_size.prepare)(limit)

    def advise(
        self, session: Session[Grid, str | Tile], limit: Limit, *, lines: int = 1
    ) -> Advice[str | Tile]:
        """The best push and what each is worth: points at the end, or the chance to make the goal."""
        from ludoteca.ai.g2048 import perfect, player

        game, state = _own(session.game), session.state
        if session.outcome:
            over = Advice.over(session)
            aims = game.size <= SOLVED and perfect.aim_of(game).goal
            return over if aims else replace(over, value=Value(state.score, Unit.POINTS))
        advise = perfect.advise if game.size <= SOLVED else player.advise
        return advise(game, state, limit)

    def choose(
        self, session: Session[Grid, str | Tile], limit: Limit, *, level: int, dice: Dice
    ) -> Advice[str | Tile]:
        """A push of a level."""
        from ludoteca.ai.g2048.player import choose

        return choose(_own(session.game), session.state, limit, level=level, dice=dice)


def _own(game: Game[Grid, str | Tile]) -> G2048:
    assert isinstance(game, G2048)
    return game
