"""The contract between rules and everything else; knows no game, imports only the standard library."""

from ludoteca.core.dice import Dice
from ludoteca.core.errors import FormatError, IllegalMove, LudotecaError, OptionError
from ludoteca.core.game import (
    CHANCE,
    LEVELS,
    OVER,
    AnyGame,
    Board,
    Cell,
    Game,
    Labels,
    Outcome,
    Size,
    check_range,
    is_number,
    option,
)
from ludoteca.core.gameid import GameId
from ludoteca.core.record import Record
from ludoteca.core.session import AnySession, Session, perft

__all__ = [
    "CHANCE",
    "LEVELS",
    "OVER",
    "AnyGame",
    "AnySession",
    "Board",
    "Cell",
    "Dice",
    "FormatError",
    "Game",
    "GameId",
    "IllegalMove",
    "Labels",
    "LudotecaError",
    "OptionError",
    "Outcome",
    "Record",
    "Session",
    "Size",
    "check_range",
    "is_number",
    "option",
    "perft",
]
