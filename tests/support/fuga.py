"""Fuga positions for kernels and players: the arrays of a size, and pieces scattered anywhere."""

import random
from typing import Any

from ludoteca.games.fuga import Flight, Fuga, Slide, geometry, opening
from ludoteca.kernels.fuga import board as kernel

SMALL = Fuga(7)


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


def sharp(rng: random.Random) -> Flight:
    """Few pieces on a small board, the king in the open or half surrounded."""
    throne, castles, rays = geometry(7)
    squares = [index for index in range(49) if index != throne and index not in castles]
    rng.shuffle(squares)
    king = squares.pop()
    board = ["0"] * 49
    board[king] = "R"
    beside = [ray[0] for ray in rays[king] if ray and ray[0] in squares]
    near = rng.sample(beside, min(len(beside), rng.choice([0, 0, 2, 3, 3])))
    for index in [*near, *squares[: rng.randint(2, 5)]]:
        board[index] = "N"
    free = [index for index in squares if board[index] == "0"]
    for index in free[: rng.randint(0, 2)]:
        board[index] = "G"
    return Flight("".join(board), rng.randrange(2))


def sharp_positions(count: int, seed: int) -> list[Flight]:
    rng = random.Random(seed)
    drawn = (sharp(rng) for _each in range(20 * count))
    return [each for each in drawn if not SMALL.outcome(each)][:count]


def follow(game: Fuga, state: Flight, line: tuple[Slide, ...]) -> Flight:
    for move in line:
        assert move in game.legal(state)
        state = game.play(state, move)
    return state
