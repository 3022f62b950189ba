"""Who proves and who plays well: a solver for each game, found by the game's name and loaded when asked."""

from importlib import import_module
from typing import Any, Final

from ludoteca.ai.bot import Advice, Limit
from ludoteca.core import Game, LudotecaError
from ludoteca.core.words import _

_SOLVERS: Final = {
    "solitario": "ludoteca.ai.solitario",
    "drench": "ludoteca.ai.drench",
    "2048": "ludoteca.ai.g2048",
    "oca": "ludoteca.ai.oca",
}


def knows(game: Game[Any, Any]) -> bool:
    """Whether there is a solver for a game."""
    return game.name in _SOLVERS


def advise(game: Game[Any, Any], state: Any, limit: Limit) -> Advice[Any]:
    """What is best here, what it is worth, and whether that is proved."""
    if game.outcome(state):
        return Advice.over(game, state)
    try:
        solver = import_module(_SOLVERS[game.name])
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise LudotecaError(_("This needs NumPy: pip install 'ludoteca[fast]'.")) from None
    advice: Advice[Any] = solver.advise(game, state, limit)
    return advice
