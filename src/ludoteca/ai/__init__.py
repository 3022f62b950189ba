"""Who proves and who plays well: a solver for each game, found by the game's name and loaded when asked."""

from importlib import import_module
from typing import Any, Final

from ludoteca.ai.bot import Advice, Limit
from ludoteca.core import Game, LudotecaError
from ludoteca.core.words import _

_SOLVERS: Final = {
    "solitario": "solitario",
    "drench": "drench",
    "2048": "g2048",
    "oca": "oca",
}


def knows(game: Game[Any, Any]) -> bool:
    """Whether there is a solver for a game."""
    return game.name in _SOLVERS


def part(name: str) -> Any:
    """A module of this package, loaded now; a sentence where it needs what is not installed."""
    try:
        return import_module(f"ludoteca.ai.{name}")
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise LudotecaError(_("This needs NumPy: pip install 'ludoteca[fast]'.")) from None


def advise(game: Game[Any, Any], state: Any, limit: Limit) -> Advice[Any]:
    """What is best here, what it is worth, and whether that is proved."""
    if game.outcome(state):
        return Advice.over(game, state)
    advice: Advice[Any] = part(_SOLVERS[game.name]).advise(game, state, limit)
    return advice
