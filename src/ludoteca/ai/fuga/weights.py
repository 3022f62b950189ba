"""Fuga's tuned weights: a small file of numbers by size of board, and their places in the kernels' arrays."""

import json
from functools import cache
from typing import Any, Final

import numpy as np

from ludoteca.ai.tables import shipped
from ludoteca.kernels.fuga.board import SPAN, WEIGHTS, WORTHS, make_fixed, square
from ludoteca.kernels.fuga.evaluation import COUNT

RINGS: Final = 6  # places are told apart by their distance to both nearest edges, up to this
PLACES: Final = RINGS * (RINGS + 1) // 2
LENGTH: Final = 3 * PLACES + COUNT  # attackers', guards' and king's places, then the king's ways and room


def place_class(index: int, size: int) -> int:
    """Which place a square is, alike for the eight turns and mirror images of the board.

    >>> [place_class(index, 9) for index in range(6)], place_class(40, 9)
    ([0, 1, 3, 6, 10, 6], 14)
    """
    row, col = divmod(index, size)
    near, far = sorted(min(at, size - 1 - at, RINGS - 1) for at in (row, col))
    return far * (far + 1) // 2 + near


@cache
def _kept() -> dict[int, list[int]]:
    kept = json.loads(shipped("ludoteca.ai.fuga", "weights.json"))
    return {int(size): values for size, values in kept["weights"].items()}


def weights_for(size: int) -> list[int]:
    """The weights tuned for this size of board, or for the nearest one."""
    kept = _kept()
    return kept[min(kept, key=lambda other: abs(other - size))]


def fixed_with(size: int, values: list[int]) -> Any:
    """The kernels' array of fixed things for a size, with these weights in place."""
    fixed = make_fixed(size)
    for index in range(size * size):
        for kind in range(3):
            fixed[WORTHS + kind * SPAN + square(index, size)] = values[
                kind * PLACES + place_class(index, size)
            ]
    fixed[WEIGHTS : WEIGHTS + COUNT] = np.array(values[3 * PLACES :], np.int64)
    return fixed
