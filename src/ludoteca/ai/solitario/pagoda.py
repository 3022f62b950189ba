"""Proofs that a peg board is lost: position classes, and pagoda functions, some of them found by simplex.

A pagoda function gives every cell a number so that no jump can raise the sum over the pegs: for a jump of a
over b to c, p[a] + p[b] >= p[c]. Pegs whose sum is below p[goal] can never become one peg on the goal.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from ludoteca.ai.limit import Clock

Pagoda = dict[int, int]
_TINY: Final = 1e-9
_NUDGE: Final = 1e-6  # against the degeneracy of a right side of zeros and ones, on which simplex may cycle
_FINE: Final = 10**6


@dataclass(frozen=True)
class Field:
    """The usable cells of a board, and its ways: every jump as (origin, over, to) by row-major index."""

    rows: int
    cols: int
    usable: int

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The usable cells, row by row."""
        return tuple(cell for cell in range(self.rows * self.cols) if self.usable >> cell & 1)

    @cached_property
    def ways(self) -> tuple[tuple[int, int, int], ...]:
        """Every jump that the board has room for."""
        found = []
        for cell in self.cells:
            row, col = divmod(cell, self.cols)
            for step, room in (
                (-self.cols, row >= 2), (self.cols, row < self.rows - 2),
                (-1, col >= 2), (1, col < self.cols - 2),
            ):  # fmt: skip
                if room and self.usable >> cell + step & self.usable >> cell + 2 * step & 1:
                    found.append((cell, cell + step, cell + 2 * step))
        return tuple(found)

    def away(self, cell: int, goal: int) -> int:
        """Steps between two cells, along rows and columns."""
        return abs(cell // self.cols - goal // self.cols) + abs(cell % self.cols - goal % self.cols)


@lru_cache(maxsize=64)
def field(rows: int, cols: int, usable: int) -> Field:
    """The field of a board; its tables are made once."""
    return Field(rows, cols, usable)


def position_class(board: Field, pegs: int) -> tuple[bool, ...]:
    """The class that no jump changes: whether the pegs of two diagonals are odd together, four times.

    Every jump touches each residue of (row + column) mod 3 once, and of (row - column) mod 3 too.

    >>> position_class(Field(1, 3, 0b111), 0b011) == position_class(Field(1, 3, 0b111), 0b100)
    True
    """
    odd = [[False] * 3, [False] * 3]
    for cell in board.cells:
        if pegs >> cell & 1:
            row, col = divmod(cell, board.cols)
            odd[0][(row + col) % 3] ^= True
            odd[1][(row - col) % 3] ^= True
    return tuple(one[0] ^ one[k] for one in odd for k in (1, 2))


def is_pagoda(board: Field, pagoda: Pagoda) -> bool:
    """Whether no jump can raise the sum; exact, since the numbers are whole."""
    return all(pagoda[a] + pagoda[b] >= pagoda[c] for a, b, c in board.ways)


def refutes(pagoda: Pagoda, pegs: int, goal: int) -> bool:
    """Whether the pegs' sum is below that of one peg on the goal."""
    return sum(value for cell, value in pagoda.items() if pegs >> cell & 1) < pagoda[goal]


@lru_cache(maxsize=64)
def homebound(board: Field, goal: int) -> int:
    """The cells from which a peg may come to the goal, given pegs to jump over; its count is a pagoda."""
    origins: dict[int, list[int]] = {}
    for origin, _over, to in board.ways:
        origins.setdefault(to, []).append(origin)
    home, news = {goal}, [goal]
    while news:
        found = set(origins.get(news.pop(), ())) - home
        home |= found
        news += found
    return sum(1 << cell for cell in home)


def easy_pagodas(board: Field, goal: int) -> list[Pagoda]:
    """Two that any board has: cells that lead to the goal, and Fibonacci numbers growing towards it."""
    home = homebound(board, goal)
    ladder = [1, 1]
    while len(ladder) <= board.rows + board.cols:
        ladder.append(ladder[-1] + ladder[-2])
    return [
        {cell: home >> cell & 1 for cell in board.cells},
        {cell: ladder[-1 - board.away(cell, goal)] for cell in board.cells},
    ]


def find_pagoda(board: Field, pegs: int, goal: int, clock: Clock) -> Pagoda | None:
    """A pagoda function that proves the loss, by linear programming; None if there is none, or no time left.

    If no sum of jumps with weights from 0 up leads from the pegs to the goal, then the last prices of the
    simplex method are such a function (Farkas); whole numbers near them are checked exactly.
    """
    prices = _prices(board, pegs, goal, clock)
    if prices is None:
        return None
    for scale, extra in [(scale, 0) for scale in range(1, 25)] + [(_FINE, 2)]:
        scaled = prices * scale
        whole = (
            np.rint(scaled) if not extra else np.floor(scaled) + extra
        )  # `extra` on every cell pays for floor
        pagoda = {cell: int(value) for cell, value in zip(board.cells, whole, strict=True)}
        if is_pagoda(board, pagoda) and refutes(pagoda, pegs, goal):
            return pagoda
    return None


def _prices(board: Field, pegs: int, goal: int, clock: Clock) -> npt.NDArray[np.float64] | None:
    """Simplex, phase one, with the inverse of the basis kept: the prices at the end, or None."""
    cells = board.cells
    number = {cell: at for at, cell in enumerate(cells)}
    ways = np.array([[number[cell] for cell in way] for way in board.ways], np.int64).reshape(-1, 3)
    need = np.array([(pegs >> cell & 1) - (cell == goal) for cell in cells], np.float64)
    sign = np.where(need < 0, -1.0, 1.0)
    size = len(cells)
    inverse = np.diag(sign)
    amounts = np.abs(need) + _NUDGE * (1 + np.arange(size) * 7 % 31)
    artificial = np.ones(size)
    while not clock.expired:
        prices = artificial @ inverse
        worth = prices[ways[:, 0]] + prices[ways[:, 1]] - prices[ways[:, 2]]
        enters = int(np.argmax(worth)) if len(worth) else -1
        if enters < 0 or worth[enters] <= _TINY:
            return -prices if prices @ need > _TINY else None
        column = inverse[:, ways[enters, 0]] + inverse[:, ways[enters, 1]] - inverse[:, ways[enters, 2]]
        rising = column > _TINY
        if not rising.any():
            return None
        ratios = np.full(size, np.inf)
        ratios[rising] = amounts[rising] / column[rising]
        leaves = int(np.argmin(ratios))
        step = ratios[leaves]
        amounts -= step * column
        amounts[leaves] = step
        row = inverse[leaves] / column[leaves]
        inverse -= np.outer(column, row)
        inverse[leaves] = row
        artificial[leaves] = 0.0
    return None
