"""Sets and tables of 2048 boards of side 2 and 3, filled by following moves and tiles, and valued.

A set is an open hash table: an array of a power of two of places, 0 where there is no board.
"""

from typing import Any

import numpy as np

from ludoteca.kernels.compile import kernel, parallel_kernel, prange
from ludoteca.kernels.g2048.board import ONE, ZERO, U, canonical, has_tile, holes, push, push_points

FEW = 2000  # boards that one core does before another has begun
TWO = U(2)
LOW, LOW_BITS = U(0xFFFFFF), U(24)
SPREAD_LOW, SPREAD_HIGH, SPREAD_BITS = U(0x2545F4914F), U(0x1D872B41C9), U(36)  # products stay below 2**63


@kernel
def slot(code: Any, keys: Any) -> Any:
    """Where a board of side 2 or 3 is in an open hash table with a power of two of places, or would be."""
    spread = (code & LOW) * SPREAD_LOW + (code >> LOW_BITS) * SPREAD_HIGH
    last = len(keys) - 1
    at = np.int64(spread >> SPREAD_BITS) & last
    while keys[at] != ZERO and keys[at] != code:
        at = (at + 1) & last
    return at


@kernel
def add(code: Any, keys: Any) -> int:
    """Put a board into a set; how many more that has now, 1 or 0."""
    at = slot(code, keys)
    if keys[at] == code:
        return 0
    keys[at] = code
    return 1


@kernel
def add_all(codes: Any, keys: Any) -> int:
    """Put boards into a set that has room, zeros left out; how many more it has now."""
    used = 0
    for code in codes:
        if code != ZERO:
            used += add(code, keys)
    return used


@kernel
def members(keys: Any, codes: Any) -> None:
    """List what a set holds."""
    at = 0
    for key in keys:
        if key != ZERO:
            codes[at] = key
            at += 1


@kernel
def tabulate(codes: Any, worth: Any, keys: Any, values: Any) -> None:
    """Put boards and what they are worth into an empty hash table."""
    for each in range(len(codes)):
        at = slot(codes[each], keys)
        keys[at], values[at] = codes[each], worth[each]


@kernel
def explore_moves(
    positions: Any, begin: int, goal: Any, size: int, pushed: Any, keys: Any, used: int
) -> tuple[int, int]:
    """Collect in a set what the player's moves leave, but for the goal, until it is two thirds full.

    Tells with which position to go on once there is more room, and how many boards the set holds.
    """
    while begin < len(positions) and 3 * (used + 4) <= 2 * len(keys):
        for way in range(4):
            after = push(positions[begin], way, pushed)
            if after != positions[begin] and not has_tile(after, goal):
                used += add(canonical(after, size), keys)
        begin += 1
    return begin, used


@kernel
def explore_tile(
    boards: Any, begin: int, tile: Any, size: int, every: Any, keys: Any, used: int
) -> tuple[int, int]:
    """Collect what nature makes of boards with one kind of tile, in the same way."""
    while begin < len(boards) and 3 * (used + 16) <= 2 * len(keys):
        empty = holes(boards[begin], every)
        while empty != ZERO:
            place = empty & (~empty + ONE)
            empty ^= place
            used += add(canonical(boards[begin] | (place * tile), size), keys)
        begin += 1
    return begin, used


@parallel_kernel
def explore_tiles(boards: Any, size: int, every: Any, keys2: Any, keys4: Any, begin: Any, used: Any) -> None:
    """Do that with a 2 and, at the same time, with a 4: two sets, two places to go on with, two counts."""
    if len(boards) < FEW:
        begin[0], used[0] = explore_tile(boards, begin[0], ONE, size, every, keys2, used[0])
        begin[1], used[1] = explore_tile(boards, begin[1], TWO, size, every, keys4, used[1])
    else:
        for kind in prange(2):
            keys, tile = (keys2, ONE) if kind == 0 else (keys4, TWO)
            begin[kind], used[kind] = explore_tile(boards, begin[kind], tile, size, every, keys, used[kind])


@kernel
def best_move(position: Any, goal: Any, size: int, pushed: Any, points: Any, keys: Any, values: Any) -> float:
    """What a position is worth by its best move, given the boards after it; -1 where one is not given."""
    best = 0.0
    for way in range(4):
        after = push(position, way, pushed)
        if after != position:
            if has_tile(after, goal):
                return 1.0
            code = canonical(after, size)
            at = slot(code, keys)
            if keys[at] != code:
                return -1.0
            best = max(best, push_points(position, way, points) + values[at])
    return best


@parallel_kernel
def value_moves(
    positions: Any, goal: Any, size: int, pushed: Any, points: Any, keys: Any, values: Any, worth: Any
) -> None:
    """What each position is worth by its best move."""
    if len(positions) < FEW:
        for each in range(len(positions)):
            worth[each] = best_move(positions[each], goal, size, pushed, points, keys, values)
    else:
        for each in prange(len(positions)):
            worth[each] = best_move(positions[each], goal, size, pushed, points, keys, values)


@kernel
def mean_tile(
    board: Any, most: float, size: int, every: Any, keys2: Any, values2: Any, keys4: Any, values4: Any
) -> float:
    """What a board is worth before nature's tile, given all positions after a 2 and after a 4.

    Where that may fail (is worth less than 1 after some tile), it is worth `most` at most.
    """
    empty = holes(board, every)
    total, least, chances = 0.0, 1.0, 0
    while empty != ZERO:
        place = empty & (~empty + ONE)
        empty ^= place
        two = values2[slot(canonical(board | place, size), keys2)]
        four = values4[slot(canonical(board | (place << ONE), size), keys4)]
        total += 9 * two + four
        least = min(least, two, four)
        chances += 10
    return total / chances if least == 1.0 else min(total / chances, most)


@parallel_kernel
def value_tiles(
    boards: Any,
    most: float,
    size: int,
    every: Any,
    keys2: Any,
    values2: Any,
    keys4: Any,
    values4: Any,
    worth: Any,
) -> None:
    """What each board is worth before nature's tile."""
    if len(boards) < FEW:
        for each in range(len(boards)):
            worth[each] = mean_tile(boards[each], most, size, every, keys2, values2, keys4, values4)
    else:
        for each in prange(len(boards)):
            worth[each] = mean_tile(boards[each], most, size, every, keys2, values2, keys4, values4)
