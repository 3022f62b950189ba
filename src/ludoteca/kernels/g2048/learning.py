"""How the network of 2048 learns: by playing, each board from the one that follows it.

A board that can be eased is, and the game goes on from there: so it never gets late, and what is learned is
what a player looks at, however large the tiles.
"""

from typing import Any

import numpy as np

from ludoteca.kernels.compile import kernel
from ludoteca.kernels.g2048.board import (
    HALF,
    ONE,
    S32,
    ZERO,
    U,
    add_tile,
    next_random,
    push,
)
from ludoteca.kernels.g2048.network import LOOKUPS, adjust, best_way, eased, worth

PLAYED, AGAIN, KEPT = 3, 4, 5  # where a game keeps what `new_game` says
EVERY, MEMORIES = U(256), U(200)  # moves between boards kept, and how many
LONG, OFTEN = U(8), U(3)  # the boards kept of a long game, and how often it is taken up again


@kernel
def learn(
    moves: int, game: Any, tally: Any, weights: Any, trust: Any, every: Any, pushed: Any, points: Any
) -> None:
    """Play that many moves with what is known and learn from each: the worth of a board is that of the next.

    `game` is where a player stands, see `new_game`; `tally` counts the games that were begun and ended, and
    their moves.
    """
    board, before, luck, one = game[0], game[1], game[2], np.float32(1)
    for _move in range(moves):
        if board == ZERO:
            luck = next_random(luck)
            board = _begin(game, luck, every)
            luck = next_random(luck)
            board = add_tile(board, every, luck)
        way, _gain, most = best_way(board, weights, one, pushed, points)
        if way < 0:
            most = np.float32(0)
        if before != ZERO:
            adjust(before, (most - worth(before, weights)) / LOOKUPS, weights, trust)
        if way < 0:
            if game[AGAIN] == ZERO:
                tally[0] += 1
                tally[1] += np.int64(game[PLAYED])
            board, before = ZERO, ZERO
            continue
        before = push(board, way, pushed)
        if game[PLAYED] % EVERY == ZERO and game[PLAYED] < EVERY * MEMORIES:
            game[KEPT + game[PLAYED] // EVERY] = before
        game[PLAYED] += ONE
        luck = next_random(luck)
        board = eased(add_tile(before, every, luck))
    game[0], game[1], game[2] = board, before, luck


def new_game(luck: int) -> Any:
    """Where a player stands: the board, the one after its last push (0: none), its luck; the moves played,
    how often it was taken up again in its middle, and the boards kept for that."""
    game = np.zeros(KEPT + int(MEMORIES), np.uint64)
    game[2] = luck
    return game


@kernel
def _begin(game: Any, luck: Any, every: Any) -> Any:
    """The board of a new game; after a long one its second half again, since late boards are rare."""
    last = min(game[PLAYED] // EVERY, MEMORIES - ONE)
    if game[AGAIN] < OFTEN and last >= LONG:
        since = last - (luck >> S32) * (last >> ONE) // HALF
        game[AGAIN], game[PLAYED] = game[AGAIN] + ONE, since * EVERY + ONE
        return game[KEPT + since]
    game[AGAIN], game[PLAYED] = ZERO, ZERO
    return add_tile(ZERO, every, luck)
