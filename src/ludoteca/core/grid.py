"""Squares of a board: one spelling for every game, rows by letter from a, columns by number from 1."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from math import isqrt
from typing import TYPE_CHECKING, Final, TypeVar

from ludoteca.core.errors import IllegalMove
from ludoteca.core.words import _

if TYPE_CHECKING:  # the contract names squares, so it cannot be imported here
    from ludoteca.core.game import Board, Labels

T = TypeVar("T", bound="Sequence[object]")

_SQUARE = re.compile(
    r"([a-z]{1,2})\s*([0-9]{1,4})|\(\s*([a-z]{1,2}|[0-9]{1,4})\s*,\s*([0-9]{1,4})\s*\)", re.ASCII
)
MOST: Final = 256  # rows and columns of a board
_BETWEEN = re.compile(r"[\s,-]*")


def row_name(row: int) -> str:
    """The letters of a row counted from 0.

    >>> row_name(0), row_name(25), row_name(26)
    ('a', 'z', 'aa')
    """
    return (row_name(row // 26 - 1) if row >= 26 else "") + chr(ord("a") + row % 26)


@lru_cache(maxsize=1 << 14)
def square_name(index: int, cols: int) -> str:
    """The name of the square at a row-major index.

    >>> square_name(10, 9)
    'b2'
    """
    row, col = divmod(index, cols)
    return f"{row_name(row)}{col + 1}"


def in_rows(cells: T, cols: int) -> list[T]:
    """Cut what stands in one row-major line into rows.

    >>> in_rows("abcdef", 3)
    ['abc', 'def']
    """
    return [cells[at : at + cols] for at in range(0, len(cells), cols)]  # type: ignore[misc]  # a slice is a T


def board_lines(board: "Board", labels: "Labels") -> list[str]:
    r"""A board as lines of text, its rows and columns called as the labels say.

    >>> from ludoteca.core.game import Cell, Labels
    >>> print(*board_lines([[Cell("peg", "o"), Cell("hole", ".")]], Labels("a", "12")), sep="\n")
        1 2
     a  o .
    """
    width = 1 + max(len(text) for text in (*(cell.text for cell in chain(*board)), *labels.cols))
    margin = max((2, *map(len, labels.rows))) + 1 if labels.rows else 0
    heading = " " * margin + "".join(f"{name:>{width}}" for name in labels.cols)
    names = [f"{name:>{margin - 1}} " for name in labels.rows] or [""] * len(board)
    rows = ["".join(f"{cell.text:>{width}}" for cell in row) for row in board]
    lines = [(name + row).rstrip() for name, row in zip(names, rows, strict=True)]
    return [heading, *lines] if labels.cols else lines


def _row(text: str) -> int:
    if text.isdigit():
        return int(text) - 1
    row = 0
    for letter in text:
        row = row * 26 + ord(letter) - ord("a") + 1
    return row - 1


def parse_squares(text: str, count: int, *, rows: int, cols: int) -> tuple[int, ...]:
    """Read `count` squares as indices: 'd2 d4', 'D2-D4', '(D,2) (D,4)' and '(4,2)(4,4)' name the same two.

    >>> parse_squares("(D,2) (D,4)", 2, rows=9, cols=9)
    (28, 30)
    """
    lowered, at, found = text.strip().lower(), 0, []
    while match := _SQUARE.match(lowered, at):
        row, col = _row(match[1] or match[3]), int(match[2] or match[4]) - 1
        if not (0 <= row < rows and 0 <= col < cols):
            last = square_name(rows * cols - 1, cols)
            message = _(
                "{square} is off the board; squares go from a1 to {last}.",
                square="".join(match[0].split()),
                last=last,
            )
            raise IllegalMove(message)
        found.append(row * cols + col)
        between = _BETWEEN.match(lowered, match.end())
        at = between.end() if between else match.end()
    if at != len(lowered) or len(found) != count:
        example = " ".join(square_name(i, cols) for i in range(count))
        message = _("Name each square by row letter and column number, such as {example}.", example=example)
        raise IllegalMove(message)
    return tuple(found)


@cache
def spiral(count: int) -> tuple[int, tuple[int, ...]]:
    """The side of a square grid, and for each step of an inward spiral from the bottom left its index.

    >>> spiral(9)
    (3, (6, 7, 8, 5, 2, 1, 0, 3, 4))
    """
    side = isqrt(count - 1) + 1
    row, col, down, right = side - 1, 0, 0, 1
    way = [row * side + col]
    while len(way) < count:
        ahead = (row + down, col + right)
        if min(ahead) < 0 or max(ahead) >= side or ahead[0] * side + ahead[1] in way:
            down, right = -right, down
            continue
        row, col = ahead
        way.append(row * side + col)
    return side, tuple(way)


def is_board(board: "Board") -> bool:
    """Whether there is something to see: rows of one length, no more of them and no longer than any screen
    could show.

    >>> from ludoteca.core.game import Cell
    >>> is_board([[Cell("peg", "o")] * 3] * 2), is_board([]), is_board([[]])
    (True, False, False)
    """
    lengths = {len(row) for row in board}
    return len(lengths) == 1 and 0 < len(board) <= MOST and 0 < max(lengths) <= MOST
