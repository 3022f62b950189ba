"""A track: cells numbered along a path, with walls between neighbours that do not follow each other."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from ludoteca.core import Board, Cell
from ludoteca.looks.model import Scale

# Line characters by the directions they reach: 1 up, 2 down, 4 left, 8 right.
LINES: Final = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
PLAIN: Final = " |||-+++-+++-+++"
UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8

Names = tuple[tuple[str, ...], ...]


def names_of(board: Board) -> Names:
    """The names of a board's cells, row by row."""
    return tuple(tuple(cell.name for cell in row) for row in board)


@lru_cache(maxsize=64)
def is_track(names: Names) -> bool:
    """Whether cells are numbered one after another along a path of neighbours.

    >>> is_track((("4", "3"), ("1", "2"))), is_track((("1", "2"), ("3", "4"))), is_track((("a1", "a2"),))
    (True, False, False)
    """
    where = {
        int(name): (r, c) for r, row in enumerate(names) for c, name in enumerate(row) if name.isdecimal()
    }
    order = sorted(where)
    if len(order) < 2 or len(order) < sum(bool(name) for row in names for name in row):
        return False
    ahead = pairwise(order)
    return all(
        b == a + 1 and abs(where[a][0] - where[b][0]) + abs(where[a][1] - where[b][1]) == 1 for a, b in ahead
    )


def pictured(cell: Cell, *, on_track: bool) -> Cell:
    """A cell as pictures show it: squares of a track keep their names, and what none fills is ground.

    >>> pictured(Cell("peg", "o", "a1"), on_track=False).name, pictured(Cell("void", " "), on_track=True).role
    ('', 'square')
    """
    if not on_track:
        return cell._replace(name="")
    return cell if cell.name else Cell("square", "")


def follows(names: Names, row: int, col: int, down: int, right: int) -> int:
    """How a cell's neighbour follows it: 1 next, -1 before, 0 not at all or neither is there, 2 a wall."""
    here, there = _name(names, row, col), _name(names, row + down, col + right)
    if not here and not there:
        return 0
    if here.isdecimal() and there.isdecimal() and abs(int(here) - int(there)) == 1:
        return int(there) - int(here)
    return 2


def _name(names: Names, row: int, col: int) -> str:
    return names[row][col] if 0 <= row < len(names) and 0 <= col < len(names[row]) else ""


def _segments(names: Names, scale: Scale) -> Iterator[tuple[int, int, int]]:
    """Every piece of wall: x, y and the directions it reaches from there."""
    wide, high = scale.width + 1, scale.height + 1
    for row in range(-1, len(names)):
        for col in range(-1, len(names[0])):
            x, y = scale.left + (col + 1) * wide, scale.top + (row + 1) * high
            if follows(names, row, col, 0, 1) == 2 and row >= 0:
                yield x, y - high, DOWN
                yield from ((x, y - high + step, UP | DOWN) for step in range(1, high))
                yield x, y, UP
            if follows(names, row, col, 1, 0) == 2 and col >= 0:
                yield x - wide, y, RIGHT
                yield from ((x - wide + step, y, LEFT | RIGHT) for step in range(1, wide))
                yield x, y, LEFT


@lru_cache(maxsize=64)
def walls(names: Names, scale: Scale) -> dict[tuple[int, int], int]:
    """Where walls stand: x and y of each character, and the directions its line reaches."""
    found: dict[tuple[int, int], int] = {}
    for x, y, reach in _segments(names, scale):
        found[x, y] = found.get((x, y), 0) | reach
    return found


@lru_cache(maxsize=64)
def passages(names: Names, scale: Scale) -> tuple[tuple[int, int, int, int, int, int], ...]:
    """The open places between a cell and the next: x, y, width, height, and the row and column it leaves."""
    wide, high = scale.width + 1, scale.height + 1
    found = []
    for row in range(len(names)):
        for col in range(len(names[0])):
            x, y = scale.left + 1 + col * wide, scale.top + 1 + row * high
            if abs(follows(names, row, col, 0, 1)) == 1:
                found.append((x + scale.width, y, 1, scale.height, row, col))
            if abs(follows(names, row, col, 1, 0)) == 1:
                found.append((x, y + scale.height, scale.width, 1, row, col))
    return tuple(found)
