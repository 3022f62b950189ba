"""The registry: the five games, those of other packages, and the way from an id to a game under way."""

from typing import Final

from ludoteca.core import AnyGame, AnySession
from ludoteca.core.errors import OptionError
from ludoteca.core.gameid import GameId
from ludoteca.core.session import Session
from ludoteca.core.words import _
from ludoteca.games.drench import Drench
from ludoteca.games.fuga import Fuga
from ludoteca.games.g2048 import G2048
from ludoteca.games.oca import Oca
from ludoteca.games.registry import Games
from ludoteca.games.solitario import Solitario

GAMES: Final = Games(Solitario, Fuga, Drench, G2048, Oca)


def find(name: str) -> type[AnyGame]:
    """The game of a name."""
    if name not in GAMES:
        raise OptionError(
            _("There is no game '{name}'; games: {names}.", name=name[:40], names=", ".join(GAMES))
        )
    return GAMES[name]


def begin(gameid: GameId | str) -> AnySession:
    """A game at its beginning, as its id says; one without a seed takes seed 0.

    >>> begin("fuga:9").play_text("a4 a3")
    Slide(origin=3, to=2)
    """
    if not isinstance(gameid, GameId):
        gameid = GameId.parse(gameid)
    game = find(gameid.name).from_options(gameid.options)
    position = None if gameid.position is None else game.load(gameid.position)
    return Session(game, seed=gameid.seed, position=position)
