"""A bar of how much of the board each seat holds, from either end towards the middle."""

from collections.abc import Sequence
from itertools import chain
from math import ceil
from typing import Final

from ludoteca.core import Board
from ludoteca.looks.model import Skin, Spot
from ludoteca.looks.numbers import percent
from ludoteca.looks.palette import palette_of
from ludoteca.looks.roles import look_of, seat_of_region

_INKS: Final = "█▓▒", "#=%"  # of the seats, without colour: at once, and where there are no such characters
_LABEL: Final = 5  # characters of a share
_FREE: Final = "·", "."  # what nobody holds


def holding(shares: Sequence[float], board: Board, skin: Skin, width: int) -> list[Spot]:
    """The shares in the colours that the regions have on the board, else in those of the seats; the last
    seat's begins at the right.

    >>> from ludoteca.games import begin
    >>> board = begin("fuga:7").game.board(begin("fuga:7").state)
    >>> "".join(spot.char for spot in holding([0.5, 0.25], board, Skin(colour=False, ascii=True), 20))
    ' 50 % ####..== 25 % '
    """
    room = width - 2 * (_LABEL + 1)
    marks = [_spot(seat, board, skin) for seat in range(len(shares))]
    lengths = [ceil(room * share) for share in shares]  # what is held is seen
    free = [Spot(_FREE[skin.ascii], dim=True)] * max(0, room - sum(lengths))
    bars = [[mark] * length for mark, length in zip(marks, lengths, strict=True)]
    bar = [*chain(*bars[:-1]), *free, *bars[-1]][:room]
    first, last = (percent(shares[seat], digits=0) for seat in (0, -1))
    return [*_plain(f"{first:>{_LABEL}} "), *bar, *_plain(f" {last:{_LABEL}}")]


def _plain(text: str) -> list[Spot]:
    return [Spot(char) for char in text]


def _spot(seat: int, board: Board, skin: Skin) -> Spot:
    """A character of a seat's part of the bar."""
    if not skin.colour:
        return Spot(_INKS[skin.ascii][seat % len(_INKS[0])])
    roles = (cell.role for row in board for cell in row if cell.marks and seat_of_region(cell) == seat)
    palette = palette_of(skin)
    ground = palette.get(look_of(next(roles, "")).ground) or palette[f"player{seat % 8}"]
    return Spot("#" if skin.ascii else " ", ground, ground)
