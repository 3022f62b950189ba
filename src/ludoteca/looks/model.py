"""The words of drawing: a skin, a scale, a styled character, a piece under way."""

from operator import itemgetter
from typing import Final, NamedTuple

from ludoteca.core import Cell, Labels


class Skin(NamedTuple):
    """How a person wants boards drawn: which palette, whether in ASCII, in colour, with names of rows; and
    whether the terminal has sixteen colours and no more."""

    palette: str = "normal"
    ascii: bool = False
    colour: bool = True
    names: bool = True
    sixteen: bool = False

    @property
    def faint(self) -> str:
        """The style of what matters less; none where a dimmed colour would be rounded to another."""
        return "" if self.sixteen else "dim"


class Spot(NamedTuple):
    """One character of a picture; colours are '#rrggbb', or '' for the terminal's own."""

    char: str
    ink: str = ""
    ground: str = ""
    bold: bool = False
    dim: bool = False
    underline: bool = False
    reverse: bool = False


appearance: Final = itemgetter(*range(1, len(Spot._fields)))  # of a spot: all but its character


class Scale(NamedTuple):
    """Characters of a cell, of the walls between cells, and of the margins for names of rows and columns."""

    width: int
    height: int
    gap: int = 0
    left: int = 0
    top: int = 0


class Moving(NamedTuple):
    """A piece under way, drawn over the board; row and column count in cells, fractions between them."""

    cell: Cell
    row: float
    col: float


Block = tuple[tuple[Spot, ...], ...]
BLANK = Spot(" ")
USUAL = Skin()
UNLABELLED = Labels()
