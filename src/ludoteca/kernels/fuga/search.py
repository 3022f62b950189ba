"""Fuga's search: alpha-beta with a table, deeper where the king is in danger or about to escape.

A value from SURE on is a proved win in WIN - value plies, and so is its opposite a proved loss: no pruning
ever makes one up, since a loss is only told when every move was searched, and guesses stay below SURE.
What calls itself gets variables only: with a plain number among the arguments Numba compiles a second
version, and that one crashes when it is loaded from the cache (numba issue 6061).
"""

from typing import Any, Final

from ludoteca.kernels.compile import inner, kernel
from ludoteca.kernels.fuga.board import DEFENCE, HASH, TURN, WEIGHTS, make, slides, unmake
from ludoteca.kernels.fuga.evaluation import DANGER, evaluate, exits, mobile, strike
from ludoteca.kernels.fuga.moves import (
    AGE,
    BUDGET,
    DRAWN,
    NODES,
    PASSED,
    PATH,
    PLIES,
    STOP,
    blocks,
    bring_best,
    captures,
    dashes,
    is_drawn,
    learn,
    rate,
)

WIN: Final = 30_000
SURE: Final = 29_000
MOST: Final = 20_000  # of any guess
EXACT, LOWER, UPPER = 0, 1, 2
QUIET_PLIES: Final = 8


@inner
def at_stake(state: Any, fixed: Any, bits: Any, memo: Any, side: Any, ply: Any) -> Any:
    """The value where the next two plies decide, else 0; and the king's one way that attackers must block."""
    ways = exits(state, fixed, bits)
    if side == DEFENCE:
        return (WIN - ply - 1 if ways else 0), 0
    if strike(state, fixed, bits):
        return WIN - ply - 1, 0
    if ways & (ways - 1):  # nobody can block two ways at once
        return unblocked(memo, ply), 0
    return 0, ways


@inner
def unblocked(memo: Any, ply: Any) -> Any:
    """The attackers' value when the king escapes next: sure, unless one of their moves might be a draw."""
    return ply + 2 - (MOST if memo[DRAWN] else WIN)


@inner
def enter(memo: Any) -> Any:
    """Count a node, and see now and then whether to stop."""
    memo[NODES] += 1
    if memo[NODES] >= memo[BUDGET]:
        memo[STOP] = 1
    return memo[STOP]


@kernel
def probe(table: Any, key: Any) -> Any:
    """What the table holds of a position, or 0."""
    at = (key & (table.size // 4 - 1)) * 4
    if table[at] == key:
        return table[at + 1]
    return table[at + 2 + 1] if table[at + 2] == key else 0


@kernel
def store(table: Any, key: Any, data: Any, depth: Any, age: Any) -> Any:
    """Keep a result: the first of two places goes to the deeper one of this age, the second to any."""
    at = (key & (table.size // 4 - 1)) * 4
    old = table[at + 1]
    if table[at] != key and (old >> 45) == age and (old >> 18 & 127) > depth:
        at += 2
    table[at], table[at + 1] = key, data


@kernel
def packed(value: Any, bound: Any, depth: Any, move: Any, age: Any, ply: Any) -> Any:
    """A result as the table keeps it; sure ones count plies from this position on."""
    if value >= SURE:
        value += ply
    elif value <= -SURE:
        value -= ply
    return (value + 32768) | bound << 16 | depth << 18 | move << 25 | age << 45


@kernel
def value_of(data: Any, ply: Any) -> Any:
    """The value of a kept result, plies counted from the root again."""
    value = (data & 65535) - 32768
    if value >= SURE:
        return value - ply
    return value + ply if value <= -SURE else value


@kernel
def quiesce(
    state: Any,
    fixed: Any,
    bits: Any,
    memo: Any,
    moves: Any,
    side: Any,
    alpha: Any,
    beta: Any,
    ply: Any,
    last: Any,
    first: Any,
) -> Any:
    """Follow captures, the king's dashes and their blocks until nothing presses."""
    if enter(memo) or is_drawn(state[HASH], memo, 0):
        return 0
    value, ways = at_stake(state, fixed, bits, memo, side, ply)
    if value:
        return value
    best = evaluate(state, fixed, bits, side)
    if side == DEFENCE and strike(state, fixed, bits):
        best -= fixed[WEIGHTS + DANGER]
    best = max(-MOST, min(MOST, best))
    if ply >= last:
        return best
    if ways:
        end = blocks(state, fixed, bits, ways, moves, first)
        best = unblocked(memo, ply)
    else:
        if best >= beta:
            return best
        alpha = max(alpha, best)
        end = captures(state, fixed, bits, side, moves, first)
        if side == DEFENCE:
            end = dashes(state, fixed, bits, moves, end)
    for at in range(first, end):
        origin, to = moves[at] >> 10, moves[at] & 1023
        taken = make(state, fixed, side, origin, to)
        value = -quiesce(state, fixed, bits, memo, moves, 1 - side, -beta, -alpha, ply + 1, last, end)
        unmake(state, fixed, side, origin, to, taken)
        if value > best:
            best = value
            alpha = max(alpha, value)
            if value >= beta:
                break
    return best


@kernel
def search(
    state: Any,
    fixed: Any,
    bits: Any,
    memo: Any,
    moves: Any,
    rates: Any,
    table: Any,
    side: Any,
    depth: Any,
    alpha: Any,
    beta: Any,
    ply: Any,
    first: Any,
) -> Any:
    """The value of a position to the side to move."""
    value, ways = at_stake(state, fixed, bits, memo, side, ply)
    pressed = ways != 0 or (side == DEFENCE and strike(state, fixed, bits) != 0)
    if depth <= 0 and (value or not pressed or ply >= PLIES):
        return quiesce(state, fixed, bits, memo, moves, side, alpha, beta, ply, ply + QUIET_PLIES, first)
    if enter(memo):
        return 0
    key = state[HASH]
    memo[PATH + ply] = key
    if ply and is_drawn(key, memo, ply):
        return 0
    if mobile(state, fixed, side, 1) == 0:
        return ply - WIN
    if value:
        return value
    depth = max(depth, 1)
    known = probe(table, key)
    best_move = known >> 25 & 0xFFFFF
    if known and (known >> 18 & 127) >= depth and beta - alpha == 1:
        value, bound = value_of(known, ply), known >> 16 & 3
        if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
            return value
    # Who is better even after passing once need not look deeper; a sure win is never told from that.
    may_pass = depth >= 3 and not pressed and beta - alpha == 1 and memo[PASSED] != ply
    if may_pass and -MOST < beta < MOST and evaluate(state, fixed, bits, side) >= beta:
        state[HASH] ^= fixed[TURN]
        memo[PASSED] = ply + 1
        value = -search(
            state, fixed, bits, memo, moves, rates, table,
            1 - side, depth - 3, -beta, 1 - beta, ply + 1, first,
        )  # fmt: skip
        memo[PASSED] = 0
        state[HASH] ^= fixed[TURN]
        if memo[STOP]:
            return 0
        if value >= beta:
            return min(value, MOST)
    if ways:
        end = blocks(state, fixed, bits, ways, moves, first)
    else:
        end = slides(state, fixed, bits, side, moves, first)
    rate(state, fixed, memo, side, moves, rates, first, end, best_move, ply)
    best, best_move, bound = (unblocked(memo, ply) if ways else -WIN), 0, UPPER
    for at in range(first, end):
        move = bring_best(moves, rates, at, end)
        origin, to = move >> 10, move & 1023
        less = 0
        if depth >= 3 and at >= first + 3 and not pressed and rates[at] < 1 << 30:
            less = 1 + (at >= first + 12) + (depth >= 6 and at >= first + 30)
        taken = make(state, fixed, side, origin, to)
        floor = alpha + 1 if at > first else beta
        value = -search(
            state, fixed, bits, memo, moves, rates, table,
            1 - side, depth - 1 - less, -floor, -alpha, ply + 1, end,
        )  # fmt: skip
        if value > alpha and (less or floor < beta):
            value = -search(
                state, fixed, bits, memo, moves, rates, table,
                1 - side, depth - 1, -beta, -alpha, ply + 1, end,
            )  # fmt: skip
        unmake(state, fixed, side, origin, to, taken)
        if memo[STOP]:
            return 0
        if value > best:
            best, best_move = value, move
            if value > alpha:
                alpha, bound = value, EXACT
                if value >= beta:
                    bound = LOWER
                    learn(state, memo, moves, first, at, depth, ply)
                    break
    store(table, key, packed(best, bound, depth, best_move, memo[AGE], ply), depth, memo[AGE])
    return best
