"""The contract between rules and everything else; knows no game, imports only the standard library."""

from ludoteca.core.dice import Dice
from ludoteca.core.game import (
    CHANCE,
    OVER,
    Cell,
    FormatError,
    Game,
    IllegalMove,
    LudotecaError,
    OptionError,
    Outcome,
)
from ludoteca.core.gameid import GameId
from ludoteca.core.session import Record, Session, perft

__all__ = [
    "CHANCE",
    "OVER",
    "Cell",
    "Dice",
    "FormatError",
    "Game",
    "GameId",
    "IllegalMove",
    "LudotecaError",
    "OptionError",
    "Outcome",
    "Record",
    "Session",
    "perft",
]
