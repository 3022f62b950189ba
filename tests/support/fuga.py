"""Fuga positions for kernels: the arrays of a size, and pieces scattered anywhere."""

import random
from typing import Any

from ludoteca.games.fuga import Flight, geometry, opening
from ludoteca.kernels.fuga import board as kernel


def tables(size: int) -> tuple[Any, Any]:
    return kernel.make_fixed(size), kernel.make_bits(size)


def scattered(size: int, rng: random.Random) -> Flight:
    """Pieces anywhere they may stand, few or many, the king often near an edge."""
    throne, castles, _rays = geometry(size)
    squares = [index for index in range(size * size) if index != throne and index not in castles]
    rng.shuffle(squares)
    king = rng.choice([throne, *squares[:3]])
    board = ["0"] * (size * size)
    for piece in "N" * rng.randint(4, opening(size).count("N")) + "G" * rng.randint(0, 8):
        board[squares.pop()] = piece
    board[king] = "R"
    return Flight("".join(board), rng.randrange(2))
