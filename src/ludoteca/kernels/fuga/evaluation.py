"""What a fuga position shows at a glance: the king's ways out, the strike that takes him, and a value.

Every look is at lines of bits, never at squares one after another. The value is a sum of weights, positive
for the attackers; `features` says which, for the tuning script and the search alike.
"""

from typing import Any, Final

from ludoteca.kernels.compile import inner, kernel
from ludoteca.kernels.fuga.board import (
    AT,
    BARRIER,
    CASTLE,
    CENTRE,
    COLUMN,
    CROWN,
    EAST,
    FENCE,
    GATES,
    HUNTER,
    HUNTERS,
    KINGS_SLOT,
    LINES,
    NOBODY,
    NORTH,
    PIECES,
    REGION,
    SIZE,
    SOUTH,
    THRONE,
    WEIGHTS,
    WEST,
    WORTH,
)

# Weights, from WEIGHTS on: by side to move, then how many ways to a castle in two and in three king's moves;
# squares the king can reach; free and hostile neighbours; a square of an edge with a free way to a castle.
IN_TWO, IN_THREE, ROOM, AROUND, SHORE, TEMPO = 0, 8, 24, 40, 65, 66
DANGER: Final = 68  # the king can be struck next, and it is the defenders' turn
RING: Final = 69  # the king's region: closed, at an edge, or with so many castles
COUNT: Final = 75


@kernel
def exits(state: Any, fixed: Any, bits: Any) -> Any:
    """The king's free straight ways to a castle: a bit each for N, S, W and E."""
    king = state[KINGS_SLOT]
    row, col = king >> 5, king & 31
    found = 0
    gates = fixed[GATES + row]
    if gates:
        line = state[LINES + row]
        nearest = int(bits[1, line & ((1 << col) - 1)])
        found |= (gates >> nearest & 1) << 2 if nearest >= 0 else 0
        found |= (gates >> (col + 1 + int(bits[0, line >> (col + 1)])) & 1) << 3
    gates = fixed[GATES + COLUMN + col]
    if gates:
        line = state[LINES + COLUMN + col]
        nearest = int(bits[1, line & ((1 << row) - 1)])
        found |= gates >> nearest & 1 if nearest >= 0 else 0
        found |= (gates >> (row + 1 + int(bits[0, line >> (row + 1)])) & 1) << 1
    return found


@kernel
def seen(state: Any, bits: Any, barrier: Any, fixed: Any, at: Any, way: Any) -> Any:
    """The first square towards N, S, W or E (0 to 3) that is not free; beyond the edge if there is none."""
    row, col = at >> 5, at & 31
    if way >= 2:
        line = state[LINES + row] | fixed[barrier + row]
        if way == 2:
            return (row << 5) + int(bits[1, line & ((1 << col) - 1)])
        return at + 1 + int(bits[0, line >> (col + 1)])
    line = state[LINES + COLUMN + col] | fixed[barrier + COLUMN + col]
    if way == 0:
        return (int(bits[1, line & ((1 << row) - 1)]) << 5) + col
    return at + ((1 + int(bits[0, line >> (row + 1)])) << 5)


@kernel
def strike(state: Any, fixed: Any, bits: Any) -> Any:
    """A slide by which an attacker takes the king, or 0: the one free square beside him must be filled."""
    king = state[KINGS_SLOT]
    free, gap, hostile = 0, 0, 0
    for way in range(4):
        at = king + (NORTH if way == 0 else SOUTH if way == 1 else WEST if way == 2 else EAST)
        here = state[AT + at]
        if here == NOBODY:
            free += 1
            gap = at
            if free > 1:
                return 0
        elif here & (HUNTER | CASTLE):
            hostile += 1
    if free == 0 or hostile < 2:
        return 0
    for way in range(4):
        origin = seen(state, bits, BARRIER, fixed, gap, way)
        if state[AT + origin] == HUNTER:
            return origin << 10 | gap
    return 0


@inner
def can_slide(state: Any, fixed: Any, side: Any, slot: Any, at: Any) -> Any:
    """Whether a piece has any move: to a free neighbour, or past the throne where it may cross it."""
    king = side != HUNTERS and slot == CROWN
    for way in range(4):
        step = NORTH if way == 0 else SOUTH if way == 1 else WEST if way == 2 else EAST
        here = state[AT + at + step]
        if here == NOBODY:
            return True
        if king:
            if here & (CASTLE | THRONE):
                return True
        elif at + step == fixed[CENTRE] and here == THRONE:
            blocked = fixed[BARRIER + (side << 6) + (fixed[CENTRE] & 31)]
            if blocked == 0 and state[AT + at + 2 * step] == NOBODY:
                return True
    return False


@kernel
def mobile(state: Any, fixed: Any, side: Any, enough: Any) -> Any:
    """How many pieces of a side can move, counted up to `enough`."""
    count = 0
    for slot in range(CROWN + 1 if side else 24):
        at = state[PIECES + (side << 5) + slot]
        if at >= 0 and can_slide(state, fixed, side, slot, at):
            count += 1
            if count == enough:
                break
    return count


@inner
def shore(line: Any, bits: Any, size: Any) -> Any:
    """Of an edge's line, the squares with a free way to its first castle, and to its second, as bits."""
    inner = line & ((1 << (size - 1)) - 2)
    low = int(bits[0, inner | 1 << (size - 1)])
    high = int(bits[1, inner | 1])
    return (1 << low) - 2, (1 << (size - 1)) - (2 << high), low - 1 + size - 2 - high


@kernel
def landings(state: Any, bits: Any, lines: Any, ways: Any, near: Any, far: Any, at: Any, size: Any) -> Any:
    """Of the squares `ways` of the king's line, how many lead straight to the shores `near` and `far`."""
    found = 0
    ways &= near | far
    while ways:
        here = int(bits[0, ways])
        line = state[lines + here]
        if near >> here & 1 and line & ((1 << at) - 1) == 0:
            found += 1
        if far >> here & 1 and line >> (at + 1) == 1 << (size - 1 - at):
            found += 1
        ways &= ways - 1
    return found


@kernel
def outlook(state: Any, fixed: Any, bits: Any) -> Any:
    """The king's room, his ways to a castle in two and in three moves, and how long the shores are."""
    king, size = state[KINGS_SLOT], fixed[SIZE]
    row, col = king >> 5, king & 31
    mine_row, mine_col = 1 << col, 1 << row
    last = size - 1
    across, along = state[LINES + row], state[LINES + COLUMN + col]
    west = int(bits[1, across & (mine_row - 1)])
    east = col + 1 + int(bits[0, across >> (col + 1)])
    north = int(bits[1, along & (mine_col - 1)])
    south = row + 1 + int(bits[0, along >> (row + 1)])
    # The king does not stand in his own way.
    top = state[LINES] & ~(mine_row if row == 0 else 0)
    bottom = state[LINES + last] & ~(mine_row if row == last else 0)
    left = state[LINES + COLUMN] & ~(mine_col if col == 0 else 0)
    right = state[LINES + COLUMN + last] & ~(mine_col if col == last else 0)
    top_a, top_b, length = shore(top, bits, size)
    bottom_a, bottom_b, more = shore(bottom, bits, size)
    length += more
    left_a, left_b, more = shore(left, bits, size)
    length += more
    right_a, right_b, more = shore(right, bits, size)
    length += more
    two = 0
    if north < 0 < row:
        two += (top_a >> col & 1) + (top_b >> col & 1)
    if south == size and row < last:
        two += (bottom_a >> col & 1) + (bottom_b >> col & 1)
    if west < 0 < col:
        two += (left_a >> row & 1) + (left_b >> row & 1)
    if east == size and col < last:
        two += (right_a >> row & 1) + (right_b >> row & 1)
    ways = ((1 << east) - (2 << west)) & ~mine_row if west >= 0 else ((1 << east) - 1) & ~mine_row
    three = landings(state, bits, LINES + COLUMN, ways, top_a | top_b, bottom_a | bottom_b, row, size)
    ways = ((1 << south) - (2 << north)) & ~mine_col if north >= 0 else ((1 << south) - 1) & ~mine_col
    three += landings(state, bits, LINES, ways, left_a | left_b, right_a | right_b, col, size)
    return east - west + south - north - 4, two, three, length


@kernel
def around(state: Any) -> Any:
    """How many neighbours of the king are hostile, times five, and how many free."""
    king = state[KINGS_SLOT]
    found = 0
    for way in range(4):
        here = state[AT + king + (NORTH if way == 0 else SOUTH if way == 1 else WEST if way == 2 else EAST)]
        if here == NOBODY:
            found += 1
        elif here & (HUNTER | CASTLE):
            found += 5
    return found


@inner
def spread(seeds: Any, free: Any) -> Any:
    """All squares of a row that can be reached from some of them, one free square after another."""
    up, down = seeds, seeds
    left, right = free, free
    up |= left & (up << 1)
    down |= right & (down >> 1)
    left &= left << 1
    right &= right >> 1
    up |= left & (up << 2)
    down |= right & (down >> 2)
    left &= left << 2
    right &= right >> 2
    up |= left & (up << 4)
    down |= right & (down >> 4)
    left &= left << 4
    right &= right >> 4
    up |= left & (up << 8)
    down |= right & (down >> 8)
    left &= left << 8
    right &= right >> 8
    return up | (left & (up << 16)) | down | (right & (down >> 16))


@kernel
def ring(state: Any, fixed: Any) -> Any:
    """What of the border is in the region that attackers leave the king: 0 nothing, else 1 + castles."""
    king, size = state[KINGS_SLOT], fixed[SIZE]
    full = (1 << size) - 1
    for row in range(size):
        state[REGION + row] = 0
    start = king >> 5
    state[REGION + start] = spread(1 << (king & 31), full & ~state[FENCE + start])
    grows = True
    while grows:
        grows = False
        for row in range(1, size):
            free = full & ~state[FENCE + row]
            here = state[REGION + row]
            if state[REGION + row - 1] & free & ~here:
                state[REGION + row] = spread(here | (state[REGION + row - 1] & free), free)
                grows = True
        for row in range(size - 2, -1, -1):
            free = full & ~state[FENCE + row]
            here = state[REGION + row]
            if state[REGION + row + 1] & free & ~here:
                state[REGION + row] = spread(here | (state[REGION + row + 1] & free), free)
                grows = True
    top, bottom = state[REGION], state[REGION + size - 1]
    castles = (top & 1) + (top >> (size - 1)) + (bottom & 1) + (bottom >> (size - 1))
    if castles or top or bottom:
        return 1 + castles
    sides = 0
    for row in range(size):
        sides |= state[REGION + row]
    return 1 if sides & (1 | 1 << (size - 1)) else 0


@kernel
def evaluate(state: Any, fixed: Any, bits: Any, side: Any) -> Any:
    """What the position is worth to the side to move."""
    room, two, three, length = outlook(state, fixed, bits)
    value = state[WORTH] + fixed[WEIGHTS + SHORE] * length + fixed[WEIGHTS + TEMPO + side]
    value += fixed[WEIGHTS + IN_TWO + 4 * side + min(two, 3)]
    value += fixed[WEIGHTS + IN_THREE + 8 * side + min(three, 7)]
    value += fixed[WEIGHTS + ROOM + min(room, 15)] + fixed[WEIGHTS + AROUND + around(state)]
    value += fixed[WEIGHTS + RING + ring(state, fixed)]
    return value if side == HUNTERS else -value


@kernel
def features(state: Any, fixed: Any, bits: Any, side: Any, counts: Any) -> Any:
    """How often each weight of `evaluate` counts here, but for those of the pieces' places."""
    room, two, three, length = outlook(state, fixed, bits)
    counts[SHORE] += length
    counts[TEMPO + side] += 1
    counts[IN_TWO + 4 * side + min(two, 3)] += 1
    counts[IN_THREE + 8 * side + min(three, 7)] += 1
    counts[ROOM + min(room, 15)] += 1
    counts[AROUND + around(state)] += 1
    counts[RING + ring(state, fixed)] += 1
