"""Fuga's forced wins, exactly: every move of both sides within so many plies, nothing guessed or left out."""

from typing import Any

from ludoteca.kernels.compile import kernel
from ludoteca.kernels.fuga.board import DEFENCE, HASH, HUNTERS, KINGS_SLOT, make, slides, unmake
from ludoteca.kernels.fuga.evaluation import exits, mobile, strike
from ludoteca.kernels.fuga.moves import DRAWN, KILLERS, blocks, is_drawn
from ludoteca.kernels.fuga.search import enter


@kernel
def wins_now(state: Any, fixed: Any, bits: Any, side: Any) -> Any:
    """Whether a side ends the game with its next move, otherwise than by leaving the other stuck."""
    if side == DEFENCE:
        return exits(state, fixed, bits) != 0
    return strike(state, fixed, bits) != 0


@kernel
def can_smother(state: Any, fixed: Any, bits: Any, side: Any, moves: Any, first: Any) -> Any:
    """Whether a side has a move after which the other has none.

    A landing piece is seen from four squares at most, so it stops or takes at most four pieces.
    """
    if mobile(state, fixed, 1 - side, 5) > 4:
        return False
    for at in range(first, slides(state, fixed, bits, side, moves, first)):
        origin, to = moves[at] >> 10, moves[at] & 1023
        taken = make(state, fixed, side, origin, to)
        stuck = state[KINGS_SLOT] >= 0 and mobile(state, fixed, 1 - side, 1) == 0
        unmake(state, fixed, side, origin, to, taken)
        if stuck:
            return True
    return False


@kernel
def forced(
    state: Any, fixed: Any, bits: Any, memo: Any, moves: Any, side: Any, hero: Any, plies: Any, first: Any
) -> Any:
    """Whether `hero` wins within so many plies whatever the other does; no answer once the search is stopped.

    It is asked after a move, never of the position at the root, which may have stood before.
    """
    if enter(memo):
        return False
    if mobile(state, fixed, side, 1) == 0:
        return side != hero
    if plies == 0 or is_drawn(state[HASH], memo, 0):
        return False
    if wins_now(state, fixed, bits, side):
        return side == hero
    if plies == 1:
        return can_smother(state, fixed, bits, side, moves, first)
    ways = exits(state, fixed, bits) if side == HUNTERS and memo[DRAWN] == 0 else 0
    if ways:  # he escapes next unless this is blocked, and nobody can block two ways at once
        if ways & (ways - 1):
            return side != hero
        end = blocks(state, fixed, bits, ways, moves, first)
    else:
        end = slides(state, fixed, bits, side, moves, first)
    killer = memo[KILLERS + plies]
    for at in range(first, end):
        if moves[at] == killer:
            moves[at], moves[first] = moves[first], moves[at]
    for at in range(first, end):
        move = moves[at]
        origin, to = move >> 10, move & 1023
        taken = make(state, fixed, side, origin, to)
        won = forced(state, fixed, bits, memo, moves, 1 - side, hero, plies - 1, end)
        unmake(state, fixed, side, origin, to, taken)
        if won == (side == hero):
            memo[KILLERS + plies] = move
            return won
    return side != hero
