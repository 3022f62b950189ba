"""The network of 2048 on 4 x 4: what a board is worth after a push, looked up, and learned by playing.

Four groups of six places, seen in all eight turns and mirror images, look up one weight each; the sum of the
32 is the worth of the board. With 4 bits a place a group is its own index::

    groups 0 and 1:  0 1 2 3    . . . .     groups 2 and 3:  0 1 2 .    . . . .
                     4 5 . .    0 1 2 3                      3 4 5 .    0 1 2 .
                     . . . .    4 5 . .                      . . . .    3 4 5 .

Large tiles are rare, so boards with them would be learned badly; `eased` shows how such a board is looked at
as one with smaller tiles.
"""

from typing import Any, Final

import numpy as np

from ludoteca.kernels.compile import kernel
from ludoteca.kernels.g2048.board import (
    ONE,
    ONES,
    S2,
    S3,
    S4,
    S16,
    ZERO,
    U,
    add_tile,
    flip,
    mirror,
    next_random,
    push,
    push_points,
    transpose,
)

LOOKUPS: Final = 32
GROUP: Final = 1 << 24  # weights of one group of six places
WEIGHTS: Final = 4 * GROUP
FIFTEEN = U(15)
SIX, THREE, NEXT_THREE = U(0xFFFFFF), U(0xFFF), U(0xFFF000)
GROUP_1, GROUP_2, GROUP_3 = U(GROUP), U(2 * GROUP), U(3 * GROUP)


@kernel
def _lines(board: Any) -> Any:
    """The index of the group that is a row and half the next."""
    return board & SIX


@kernel
def _block(board: Any) -> Any:
    """The index of the group that is a block of two rows of three."""
    return (board & THREE) | ((board >> S4) & NEXT_THREE)


@kernel
def is_late(board: Any) -> Any:
    """Whether there is a tile of 8192 or more: its place has bits 3 and 2 and one other."""
    return ((board >> S3) & (board >> S2) & ((board >> ONE) | board) & ONES) != ZERO


@kernel
def eased(board: Any) -> Any:
    """The same board with tiles below 8192, where that can be.

    If no tile has some value, those above it can only meet each other; halved, they do the same. Measured on
    one network: 143,000 points without this, 178,000 with it; with search 168,000 and 238,000.
    """
    while is_late(board):
        present: Any = 0
        for place in range(16):
            present |= 1 << np.int64((board >> U(4 * place)) & FIFTEEN)
        missing = np.int64(14)
        while not present >> (missing + 1):
            missing -= 1
        while missing > 0 and present >> missing & 1:
            missing -= 1
        if missing == 0:
            break
        for place in range(16):
            if (board >> U(4 * place)) & FIFTEEN > U(missing):
                board -= ONE << U(4 * place)
    return board


@kernel
def _four(board: Any, weights: Any) -> Any:
    """What the four groups say about one picture of the board."""
    below = board >> S16
    return (
        weights[_lines(board)]
        + weights[GROUP_1 + _lines(below)]
        + weights[GROUP_2 + _block(board)]
        + weights[GROUP_3 + _block(below)]
    )


@kernel
def worth(board: Any, weights: Any) -> Any:
    """The sum over all eight pictures, in units of the weights."""
    mirrored, flipped = mirror(board, 4), flip(board, 4)
    turned = flip(mirrored, 4)
    upright = _four(board, weights) + _four(mirrored, weights)
    upright += _four(flipped, weights) + _four(turned, weights)
    across = _four(transpose(board), weights) + _four(transpose(mirrored), weights)
    across += _four(transpose(flipped), weights) + _four(transpose(turned), weights)
    return upright + across


@kernel
def _adjust(at: Any, step: Any, weights: Any, trust: Any) -> None:
    """Move one weight, the less the more its errors have cancelled out."""
    total = trust[at, 1]
    pace = np.float32(1) if total == 0 else abs(trust[at, 0]) / total
    weights[at] += pace * step
    trust[at, 0] += step
    trust[at, 1] = total + abs(step)


@kernel
def _adjust_four(board: Any, step: Any, weights: Any, trust: Any) -> None:
    below = board >> S16
    _adjust(_lines(board), step, weights, trust)
    _adjust(GROUP_1 + _lines(below), step, weights, trust)
    _adjust(GROUP_2 + _block(board), step, weights, trust)
    _adjust(GROUP_3 + _block(below), step, weights, trust)


@kernel
def adjust(board: Any, step: Any, weights: Any, trust: Any) -> None:
    """Move all 32 weights of a board by a step each."""
    mirrored, flipped = mirror(board, 4), flip(board, 4)
    turned = flip(mirrored, 4)
    _adjust_four(board, step, weights, trust)
    _adjust_four(mirrored, step, weights, trust)
    _adjust_four(flipped, step, weights, trust)
    _adjust_four(turned, step, weights, trust)
    _adjust_four(transpose(board), step, weights, trust)
    _adjust_four(transpose(mirrored), step, weights, trust)
    _adjust_four(transpose(flipped), step, weights, trust)
    _adjust_four(transpose(turned), step, weights, trust)


@kernel
def best_way(board: Any, weights: Any, unit: Any, pushed: Any, points: Any) -> tuple[Any, Any, Any]:
    """The push that points and worth like best (-1: none), its points, and both together."""
    best, gained, most = -1, np.float32(0), np.float32(-1e30)
    for way in range(4):
        after = push(board, way, pushed)
        if after == board:
            continue
        gain = np.float32(push_points(board, way, points))
        total = gain + np.float32(worth(after, weights) * unit)
        if total > most:
            best, gained, most = way, gain, total
    return best, gained, most


@kernel
def play_at_a_glance(
    games: int, luck: Any, weights: Any, unit: Any, tally: Any, every: Any, pushed: Any, points: Any
) -> Any:
    """Play whole games looking one push ahead, and give the luck left.

    `tally` gets how many games there were, their points, and how many had each largest tile.
    """
    for _game in range(games):
        luck = next_random(luck)
        board = add_tile(ZERO, every, luck)
        while True:
            luck = next_random(luck)
            board = add_tile(board, every, luck)
            way, _gain, _most = best_way(eased(board), weights, unit, pushed, points)
            if way < 0:
                break
            tally[1] += push_points(board, way, points)
            board = push(board, way, pushed)
        largest = ZERO
        for place in range(16):
            largest = max(largest, (board >> U(4 * place)) & FIFTEEN)
        tally[0] += 1
        tally[2 + np.int64(largest)] += 1
    return luck
