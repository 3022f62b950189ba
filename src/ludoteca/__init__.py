"""Ludoteca: five classic board games, played, proved and measured from one source of rules.

The names below are the public ones; docs/library.md shows them at work. Each is imported when it is first
asked for, so that `import ludoteca` costs next to nothing, and NumPy and Numba are loaded only by what needs
them.

>>> import ludoteca
>>> session = ludoteca.begin("solitario:sample")
>>> ludoteca.advise(session).status
<Status.WIN: 'win'>
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # what a type checker sees; _HOMES must say the same, and a test holds them together
    from ludoteca.ai import (
        LEVELS,
        Ability,
        Advice,
        Fact,
        Limit,
        Line,
        Mind,
        Status,
        Unit,
        Value,
        advise,
        choose,
        mind_of,
        perft,
        prepare,
    )
    from ludoteca.analysis import Analyst, Truth
    from ludoteca.archive import Archive
    from ludoteca.core import (
        CHANCE,
        OVER,
        AnyGame,
        AnySession,
        Board,
        Cell,
        Dice,
        FormatError,
        Game,
        GameId,
        IllegalMove,
        Labels,
        LudotecaError,
        OptionError,
        Outcome,
        Record,
        Session,
        Size,
        check_range,
        is_number,
        option,
    )
    from ludoteca.formats import load, read, save, write
    from ludoteca.games import GAMES, begin

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "GAMES",
    "LEVELS",
    "OVER",
    "Ability",
    "Advice",
    "Analyst",
    "AnyGame",
    "AnySession",
    "Archive",
    "Board",
    "Cell",
    "Dice",
    "Fact",
    "FormatError",
    "Game",
    "GameId",
    "IllegalMove",
    "Labels",
    "Limit",
    "Line",
    "LudotecaError",
    "Mind",
    "OptionError",
    "Outcome",
    "Record",
    "Session",
    "Size",
    "Status",
    "Truth",
    "Unit",
    "Value",
    "__version__",
    "advise",
    "begin",
    "check_range",
    "choose",
    "is_number",
    "load",
    "mind_of",
    "option",
    "perft",
    "prepare",
    "read",
    "save",
    "write",
]

_HOMES: Final = {
    "ai": "LEVELS Ability Advice Fact Limit Line Mind Status Unit Value advise choose mind_of perft prepare",
    "analysis": "Analyst Truth",
    "archive": "Archive",
    "core": "CHANCE OVER AnyGame AnySession Board Cell Dice FormatError Game GameId IllegalMove Labels "
    "LudotecaError OptionError Outcome Record Session Size check_range is_number option",
    "formats": "load read save write",
    "games": "GAMES begin",
}


def __getattr__(name: str) -> object:
    """A public name, imported now."""
    for home, names in _HOMES.items():
        if name in names.split():
            value: object = getattr(import_module(f"ludoteca.{home}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'ludoteca' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
