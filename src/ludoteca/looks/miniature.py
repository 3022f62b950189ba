"""A board as a thumbnail: a cell is half a character, or several are one, where there is no more room."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from ludoteca.core import Board, Cell
from ludoteca.looks.draw import draw
from ludoteca.looks.model import Scale, Skin, Spot
from ludoteca.looks.roles import look_of, players_of

_WIDE = 3  # characters of a cell, so that the middle one is all its own


def miniature(board: Board, width: int, height: int, skin: Skin) -> list[list[Spot]]:
    """The whole board in so many characters at most: the colour of each cell or of what lies on it, two in a
    character; without colour or in ASCII its sign.

    >>> from ludoteca.games import begin
    >>> session = begin("fuga:9")
    >>> cells = session.game.board(session.state)
    >>> pictures = [miniature(cells, 20, 5, skin) for skin in (Skin(), Skin(ascii=True))]
    >>> [(len(rows), len(rows[0])) for rows in pictures]
    [(5, 9), (5, 5)]
    """
    halved = skin.colour and not skin.ascii
    cells = [list(zip(*pair, strict=True)) for pair in zip(board, _drawn(board, skin), strict=True)]
    rows, cols = len(cells), len(cells[0])
    step = max(1, -(-rows // (height * (1 + halved))), -(-cols // width))
    across, often = range(0, cols, step), Counter(cell.role for line in board for cell in line)
    small = [
        [_foremost(chain(*(line[c : c + step] for line in cells[r : r + step])), often) for c in across]
        for r in range(0, rows, step)
    ]
    if not halved:
        return [[spot for _cell, spot in line] for line in small]
    pixels = [[_colour(*each) for each in line] for line in small]
    pixels += [[""] * len(pixels[0])] * (len(pixels) % 2)
    return [
        [_halves(*each) for each in zip(upper, lower, strict=True)]
        for upper, lower in zip(pixels[::2], pixels[1::2], strict=True)
    ]


def _drawn(board: Board, skin: Skin) -> list[list[Spot]]:
    """A character of each cell."""
    drawn = list[list[Spot]]()
    for cells, row in zip(board, draw(board, Scale(_WIDE, 1), skin), strict=True):
        blocks = [row[at : at + _WIDE] for at in range(0, len(row), _WIDE)]
        drawn.append([_character(*each, skin) for each in zip(cells, blocks, strict=True)])
    return drawn


def _character(cell: Cell, drawn: Sequence[Spot], skin: Skin) -> Spot:
    """The middle one of a cell; of a square of a track who stands there, else its sign."""
    look, middle = look_of(cell.role), drawn[_WIDE // 2]
    if players_of(cell):
        return drawn[-1]
    if look.kind == "square":  # numbers cut short would say something else
        return middle._replace(char=(look.ascii if skin.ascii else look.glyph) or " ")
    return middle


def _foremost(cells: Iterable[tuple[Cell, Spot]], often: Mapping[str, int]) -> tuple[Cell, Spot]:
    """The cell to show of several: the rarest thing that stands on one, else the rarest ground."""
    return max(cells, key=lambda each: (_is_taken(each[0]), not _is_void(each[0]), -often[each[0].role]))


def _is_void(cell: Cell) -> bool:
    return look_of(cell.role).kind == "void"


def _is_taken(cell: Cell) -> bool:
    return bool(look_of(cell.role).under or players_of(cell))


def _colour(cell: Cell, spot: Spot) -> str:
    """The colour of what is on a cell, else of its ground."""
    look = look_of(cell.role)
    if look.kind == "tile":
        return spot.ground or spot.ink
    return spot.ink if look.under and spot.char != " " else spot.ground


def _halves(upper: str, lower: str) -> Spot:
    """Two pixels in one character."""
    if upper == lower:
        return Spot(" ", "", upper)
    return Spot("▀", upper, lower) if upper else Spot("▄", lower)
