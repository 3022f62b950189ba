"""Expectimax for 2048 on 4 x 4: every push, every tile of nature's with its odds, the network at the leaves.

The table remembers boards after a push: their key, how deep they were searched, what they are worth. `effort`
counts down the boards that may still be valued; where it runs out a search gives up, and another call goes on
from what the table holds.
"""

from typing import Any, Final

import numpy as np

from ludoteca.kernels.compile import kernel
from ludoteca.kernels.g2048.board import ONE, ZERO, U, count, holes, push, push_points
from ludoteca.kernels.g2048.network import worth

TWO, FOUR = np.float32(0.9), np.float32(0.1)
GAVE_UP: Final = np.float32(-1e30)
HASH, HASH_SHIFT = U(0x9E3779B97F4A7C15), U(40)


def new_table(bits: int = 20) -> tuple[Any, Any, Any]:
    """Room for 2^bits boards, at most 2^24: keys, depths, worths."""
    room = 1 << bits
    return np.zeros(room, np.uint64), np.zeros(room, np.int8), np.zeros(room, np.float32)


@kernel
def expected(
    after: Any, depth: int, odds: Any, least: Any, effort: Any, table: Any, net: Any, every: Any, lines: Any
) -> Any:
    """What a board is worth after a push, when nature and the player act `depth` more times each; what is
    less likely than `least` is not looked into."""
    weights, unit = net
    if depth == 0 or odds < least:
        effort[0] -= 1
        return worth(after, weights) * unit
    keys, depths, worths = table
    at = ((after * HASH) >> HASH_SHIFT) % U(len(keys))
    if keys[at] == after and depths[at] >= depth:
        return worths[at]
    if effort[0] <= 0:
        return GAVE_UP
    pushed, points = lines
    empty = holes(after, every)
    share = odds / np.float32(count(empty))
    total, places = np.float32(0), np.float32(0)
    while empty != ZERO:
        place = empty & (~empty + ONE)
        empty ^= place
        places += np.float32(1)
        for chance, board in ((TWO, after | place), (FOUR, after | (place << ONE))):
            best = np.float32(0)
            for way in range(4):
                nxt = push(board, way, pushed)
                if nxt == board:
                    continue
                ahead = expected(nxt, depth - 1, share * chance, least, effort, table, net, every, lines)
                if ahead == GAVE_UP:
                    return GAVE_UP
                best = max(best, np.float32(push_points(board, way, points)) + ahead)
            total += chance * best
    total /= places
    if keys[at] != after or depths[at] <= depth:
        keys[at], depths[at], worths[at] = after, depth, total
    return total


@kernel
def judge(
    board: Any, depth: int, values: Any, least: Any, effort: Any, table: Any, net: Any, every: Any, lines: Any
) -> bool:
    """What each push is worth with its points, searched so deep, in `values`; whether the effort sufficed."""
    pushed, points = lines
    for way in range(4):
        after = push(board, way, pushed)
        if after == board:
            values[way] = GAVE_UP
            continue
        ahead = expected(after, depth, np.float32(1), least, effort, table, net, every, lines)
        if ahead == GAVE_UP:
            return False
        values[way] = np.float32(push_points(board, way, points)) + ahead
    return True
