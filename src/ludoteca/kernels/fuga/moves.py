"""Fuga's moves for a search: those that matter when things are sharp, and the order to try the others in."""

from typing import Any, Final

from ludoteca.kernels.compile import inner, kernel
from ludoteca.kernels.fuga.board import (
    AT,
    BARRIER,
    CROWN,
    DEFENCE,
    EAST,
    HELPS,
    HUNTER,
    HUNTERS,
    KINGS_SLOT,
    NOBODY,
    NORTH,
    PIECES,
    ROYAL,
    SOUTH,
    SPAN,
    WATCH,
    WEST,
    slides,
)
from ludoteca.kernels.fuga.evaluation import exits, seen

# memo: what the search remembers beside its table
# DRAWN: how many positions are draws when reached; PASSED: the ply at which a side has just passed
NODES, BUDGET, STOP, DRAWN, AGE, PASSED = 0, 1, 2, 3, 4, 5
KILLERS, PATH, PAST, HISTORY = 8, 512, 1024, 2048
MEMO: Final = HISTORY + 3 * SPAN
PLIES: Final = 120  # no line is longer


@inner
def in_the_way(king: Any, ways: Any, to: Any) -> Any:
    """Whether a square lies on one of the king's free ways (bits N, S, W, E)."""
    way = 4
    if to >> 5 == king >> 5:
        way = 2 if to < king else 3
    elif (to & 31) == (king & 31):
        way = 0 if to < king else 1
    return ways >> way & 1 == 1


@kernel
def blocks(state: Any, fixed: Any, bits: Any, ways: Any, moves: Any, first: Any) -> Any:
    """The attackers' slides into the king's one free way to a castle."""
    king = state[KINGS_SLOT]
    end = first
    for stop in range(first, slides(state, fixed, bits, HUNTERS, moves, first)):
        if in_the_way(king, ways, moves[stop] & 1023):
            moves[end] = moves[stop]
            end += 1
    return end


@kernel
def captures(state: Any, fixed: Any, bits: Any, side: Any, moves: Any, first: Any) -> Any:
    """Slides that capture something other than the king, found from the prey; some may come twice."""
    helps, end = fixed[HELPS + side], first
    for slot in range(24 if side == DEFENCE else CROWN):
        prey = state[PIECES + ((1 - side) << 5) + slot]
        if prey < 0:
            continue
        for way in range(4):
            step = NORTH if way == 0 else SOUTH if way == 1 else WEST if way == 2 else EAST
            if state[AT + prey + step] != NOBODY or state[AT + prey - step] & helps == 0:
                continue
            for toward in range(4):
                origin = seen(state, bits, BARRIER + (side << 6), fixed, prey + step, toward)
                piece = state[AT + origin]
                mine = piece == HUNTER if side == HUNTERS else piece & (WATCH | ROYAL) != 0
                # The helper itself cannot come: it would have to jump over its prey.
                if mine:
                    moves[end] = origin << 10 | (prey + step)
                    end += 1
    return end


@kernel
def takes(state: Any, fixed: Any, side: Any, to: Any) -> Any:
    """How many pieces a piece landing there would take, the king apart."""
    prey, helps = (WATCH if side == HUNTERS else HUNTER), fixed[HELPS + side]
    count = 0
    for way in range(4):
        step = NORTH if way == 0 else SOUTH if way == 1 else WEST if way == 2 else EAST
        if state[AT + to + step] == prey and state[AT + to + 2 * step] & helps:
            count += 1
    return count


@kernel
def dashes(state: Any, fixed: Any, bits: Any, moves: Any, first: Any) -> Any:
    """The king's slides to squares with a free way to a castle: his escapes in two."""
    king, end = state[KINGS_SLOT], first
    for way in range(4):
        step = NORTH if way == 0 else SOUTH if way == 1 else WEST if way == 2 else EAST
        to = king + step
        while state[AT + to] == NOBODY:
            # Seen from there the king's old square is free, so look with him moved.
            state[KINGS_SLOT] = to
            if exits(state, fixed, bits):
                moves[end] = king << 10 | to
                end += 1
            to += step
    state[KINGS_SLOT] = king
    return end


@kernel
def rate(
    state: Any,
    fixed: Any,
    memo: Any,
    side: Any,
    moves: Any,
    rates: Any,
    first: Any,
    end: Any,
    best: Any,
    ply: Any,
) -> Any:
    """Rate moves for their order: the remembered best, captures, killers, then what has been good before."""
    killer, second = memo[KILLERS + 2 * ply], memo[KILLERS + 2 * ply + 1]
    for at in range(first, end):
        move = moves[at]
        to = move & 1023
        rating = memo[HISTORY + (state[AT + (move >> 10)] >> 1) * SPAN + to]
        if move == best:
            rating = 1 << 40
        elif move == killer:
            rating += 1 << 31
        elif move == second:
            rating += 1 << 30
        taken = takes(state, fixed, side, to)
        if taken:
            rating += taken << 32
        rates[at] = rating


@kernel
def bring_best(moves: Any, rates: Any, at: Any, end: Any) -> Any:
    """Swap the best rated move to the front; the answer is that move."""
    best = at
    for other in range(at + 1, end):
        if rates[other] > rates[best]:
            best = other
    move = moves[best]
    moves[best], moves[at] = moves[at], move
    rates[best], rates[at] = rates[at], rates[best]
    return move


@inner
def learn(state: Any, memo: Any, moves: Any, first: Any, at: Any, depth: Any, ply: Any) -> Any:
    """Remember the move that refuted, and hold it against those tried before it."""
    move = moves[at]
    if memo[KILLERS + 2 * ply] != move:
        memo[KILLERS + 2 * ply + 1] = memo[KILLERS + 2 * ply]
        memo[KILLERS + 2 * ply] = move
    for each in range(first, at + 1):
        where = HISTORY + (state[AT + (moves[each] >> 10)] >> 1) * SPAN + (moves[each] & 1023)
        bonus = depth * depth * 32 * (1 if each == at else -1)
        memo[where] += bonus - memo[where] * abs(bonus) // 16384


@kernel
def is_drawn(state_hash: Any, memo: Any, ply: Any) -> Any:
    """Whether a position stood in this line before, or has stood in the game so often that it is a draw."""
    for before in range(ply - 4, -1, -2):
        if memo[PATH + before] == state_hash:
            return True
    for at in range(memo[DRAWN]):  # noqa: SIM110 - kernels have no generators
        if memo[PAST + at] == state_hash:
            return True
    return False
