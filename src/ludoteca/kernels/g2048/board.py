"""2048 on boards of side 2 to 4 as one integer each: 4 bits a place, 16 bits a row, whatever the side.

The lowest 4 bits are the place at the top left; a place holds the exponent of its tile, 0 where there is
none. Boards are uint64, and so are the constants and shifts used on them, so that Numba and plain Python
agree. Two tiles of 32768 stay apart, since 4 bits cannot hold what they would make.
"""

from functools import cache
from typing import Any, Final

import numpy as np

from ludoteca.kernels.compile import kernel

U: Final = np.uint64
ZERO, ONE, TEN = U(0), U(1), U(10)
ROW, HALF = U(0xFFFF), U(0xFFFFFFFF)
ONES = U(0x1111111111111111)
NIBBLES, BYTES, PAIRS = U(0x0F0F0F0F0F0F0F0F), U(0x00FF00FF00FF00FF), U(0x0000FFFF0000FFFF)
CROSS, CORNER = U(0x0000F0F00000F0F0), U(0x00000000FF00FF00)
S1, S2, S3, S4, S7, S8, S12, S13 = U(1), U(2), U(3), U(4), U(7), U(8), U(12), U(13)
S16, S17, S24, S32, S48, S62 = U(16), U(17), U(24), U(32), U(48), U(62)


@cache
def line_tables(size: int) -> tuple[Any, Any]:
    """Every row pushed to its beginning and to its end, and the points for it, which are the same.

    They take a third of a second to make, and nobody changes them.
    """
    to_start, to_end, points = ([0] * (1 << 16) for _table in range(3))
    for row in range(1 << 4 * size):
        tiles = [row >> 4 * at & 15 for at in range(size)]
        start, points[row] = _slide(tiles)
        end = _slide(tiles[::-1])[0]
        to_start[row] = sum(tile << 4 * at for at, tile in enumerate(start))
        to_end[row] = sum(tile << 4 * (size - 1 - at) for at, tile in enumerate(end))
    return np.array([to_start, to_end], np.uint16), np.array(points, np.int32)


def _slide(tiles: list[int]) -> tuple[list[int], int]:
    """What stands after a push to the beginning, and the points: [1, 1, 1] -> [2, 1], 4."""
    line: list[int] = []
    points, waiting = 0, 0
    for tile in filter(None, tiles):
        if tile == waiting and tile < 15:
            line[-1] += 1
            points, waiting = points + (2 << tile), 0
        else:
            line.append(tile)
            waiting = tile
    return line, points


@kernel
def transpose(board: Any) -> Any:
    """Rows become columns: places swap within squares of four, then squares swap."""
    swap = (board ^ (board >> S12)) & CROSS
    board = board ^ swap ^ (swap << S12)
    swap = (board ^ (board >> S24)) & CORNER
    return board ^ swap ^ (swap << S24)


@kernel
def mirror(board: Any, size: int) -> Any:
    """Left becomes right."""
    board = ((board >> S4) & NIBBLES) | ((board & NIBBLES) << S4)
    board = ((board >> S8) & BYTES) | ((board & BYTES) << S8)
    return board >> U(4 * (4 - size))


@kernel
def flip(board: Any, size: int) -> Any:
    """Top becomes bottom."""
    board = ((board >> S16) & PAIRS) | ((board & PAIRS) << S16)
    return ((board >> S32) | (board << S32)) >> U(16 * (4 - size))


@kernel
def canonical(board: Any, size: int) -> Any:
    """The smallest of a board's eight turns and mirror images."""
    mirrored, flipped = mirror(board, size), flip(board, size)
    turned = flip(mirrored, size)
    upright = min(min(board, mirrored), min(flipped, turned))
    across = min(min(transpose(board), transpose(mirrored)), min(transpose(flipped), transpose(turned)))
    return min(upright, across)


@kernel
def push_rows(board: Any, toward: int, pushed: Any) -> Any:
    """Every row pushed to its beginning (0) or its end (1)."""
    return (
        U(pushed[toward, board & ROW])
        | (U(pushed[toward, (board >> S16) & ROW]) << S16)
        | (U(pushed[toward, (board >> S32) & ROW]) << S32)
        | (U(pushed[toward, board >> S48]) << S48)
    )


@kernel
def row_points(board: Any, points: Any) -> Any:
    """What pushing the rows, either way, scores."""
    return (
        points[board & ROW]
        + points[(board >> S16) & ROW]
        + points[(board >> S32) & ROW]
        + points[board >> S48]
    )


@kernel
def push(board: Any, way: Any, pushed: Any) -> Any:
    """The board after a move up, down, left or right (0 to 3); the same board where that is no move."""
    if way >= 2:
        return push_rows(board, way & 1, pushed)
    return transpose(push_rows(transpose(board), way & 1, pushed))


@kernel
def push_points(board: Any, way: Any, points: Any) -> Any:
    """The points of that move."""
    return row_points(board if way >= 2 else transpose(board), points)


def all_places(size: int) -> Any:
    """The empty board's holes: the lowest bit of every place."""
    return U(sum(1 << 16 * row + 4 * col for row in range(size) for col in range(size)))


@kernel
def holes(board: Any, every: Any) -> Any:
    """The empty places among `every` place of the board, one bit each."""
    taken = board | (board >> S1)
    return ~(taken | (taken >> S2)) & every


@kernel
def count(bits: Any) -> Any:
    """How many places are marked, at most one bit each."""
    pairs = (bits + (bits >> S4)) & NIBBLES
    pairs += pairs >> S32
    pairs += pairs >> S16
    return (pairs + (pairs >> S8)) & U(31)


@kernel
def has_tile(board: Any, tile: Any) -> Any:
    """Whether a tile of this exponent, given in every place at once, is on the board; tile 0 is on none."""
    apart = board ^ tile
    apart |= apart >> S1
    return tile != ZERO and ((apart | (apart >> S2)) & ONES) != ONES


@kernel
def next_random(luck: Any) -> Any:
    """Marsaglia's 64-bit xorshift: never 0 after a seed that is not 0."""
    luck ^= luck << S13
    luck ^= luck >> S7
    return luck ^ (luck << S17)


@kernel
def add_tile(board: Any, every: Any, luck: Any) -> Any:
    """Nature's tile: any hole is as likely (high half of the luck), one tile of ten is a 4 (low half)."""
    empty = holes(board, every)
    for _skipped in range((luck >> S32) * count(empty) >> S32):
        empty &= empty - ONE
    place = empty & (~empty + ONE)
    return board | (place << ONE if (luck & HALF) * TEN <= HALF else place)


@kernel
def random_moves(luck: Any, moves: int, every: Any, pushed: Any, points: Any) -> tuple[Any, int, Any]:
    """Play that many random moves, a new game where one is stuck: the luck left, games begun, points."""
    board, games, score, tried = ZERO, 0, np.int64(0), np.int64(15)
    while True:
        if tried == 15:
            luck = next_random(luck)
            board = add_tile(ZERO, every, luck)
            luck = next_random(luck)
            board = add_tile(board, every, luck)
            games, tried = games + 1, np.int64(0)
        if moves == 0:
            return luck, games, score
        luck = next_random(luck)
        way = np.int64(luck >> S62)
        after = push(board, way, pushed)
        if after == board:
            tried |= 1 << way
            continue
        score += push_points(board, way, points)
        luck = next_random(luck)
        board = add_tile(after, every, luck)
        moves, tried = moves - 1, np.int64(0)
