"""Drench for speed: a search, level by level, for a way to flood all regions in a number of moves.

A board is a graph whose nodes are its regions of one colour. Node 0 is the farthest from the corner and the
corner's region the last, so that the lowest bit of a set is the rarest among its peers. A set is a row of
64-bit words; in a flooded set the bits that stand for no node are on.
"""

from typing import Final

import numpy as np

from ludoteca.kernels.compile import inner, kernel
from ludoteca.kernels.drench.board import Graph, Numbers, SearchWork, Words
from ludoteca.kernels.drench.bounds import bound, bound4, finishing, meet, rows_of

# Where a search stands, so that it can stop after any piece of work and go on: the places of `work.where`.
DEPTH, SETTLING, CURSOR, LEVEL, BASE, PENDING, KEPT, CUT, FOUND, NODES = range(10)
# What is known of a set besides its members: the first place of `work.facts`.
SCORE, SIZE, PARENT, MOVE = range(4)
FEW: Final = 16  # members that tell almost any set from the rest

_HIGHEST: Final = 2**61  # above any score
_NONE: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_ALL: Final = np.uint64(2**64 - 1)
_PRIME: Final = np.uint64(67)  # modulo which the powers of two below 2**64 all differ
_PLACE: Final = np.array([next((n for n in range(64) if 2**n % 67 == m), 0) for m in range(67)])


@kernel
def grow(
    flooded: Words,
    edge: Words,
    colour: Words,
    table: Words,
    into: Words,
    onto: Words,
    fresh: Words,
    rows: Numbers,
) -> int:
    """Flood what is in reach of a colour: the new set, its edge, and how many nodes came in."""
    width, came = flooded.shape[0], 0
    for w in range(width):
        fresh[w] = colour[w] & edge[w]
    count = rows_of(fresh, rows)
    for n in range(count):
        came += int(table[rows[n], width])
    for w in range(width):
        into[w] = flooded[w] | fresh[w]
        word = edge[w]
        for n in range(count):
            word |= table[rows[n], w]
        onto[w] = word & ~into[w]
    return came


@inner
def expand(most: int, budget: int, board: Graph, work: SearchWork) -> int:
    """Try the moves from the sets of the level, keep what may end in time; what is left of the budget."""
    nodes, table, colours = board
    where, all_sets, facts, all_order, history, _columns, scratch, lists = work
    side, depth = where[DEPTH] & 1, where[DEPTH] + 1
    sets, new, order, alive = all_sets[side], all_sets[1 - side], all_order[side], lists[1]
    while budget > 0 and where[CURSOR] < where[LEVEL]:
        old, parent = order[where[CURSOR]], where[BASE] + where[CURSOR]
        only = finishing(sets[old, 0], sets[old, 1], colours)
        for colour in range(colours.shape[0]):
            if (only >= 0 and only != colour) or not meet(colours[colour], sets[old, 1]):
                continue
            slot = where[PENDING]
            into, onto = new[slot, 0], new[slot, 1]
            came = grow(sets[old, 0], sets[old, 1], colours[colour], table, into, onto, scratch[4], lists[0])
            if facts[SIZE, side, old] + came == nodes:
                where[FOUND] = where[BASE] + where[LEVEL]
                history[0, where[FOUND]], history[1, where[FOUND]] = parent, colour
                return budget
            if into.shape[0] == 4:
                moves, far = bound4(into, onto, table, colours, most - depth, alive)
            else:
                moves, far = bound(into, onto, table, colours, most - depth, scratch, lists)
            where[NODES] += 1
            budget -= 1
            if depth + moves <= most:
                facts[SCORE, 1 - side, slot] = ((moves << 24) + far << 24) + slot
                facts[SIZE, 1 - side, slot] = facts[SIZE, side, old] + came
                facts[PARENT, 1 - side, slot], facts[MOVE, 1 - side, slot] = parent, colour
                if slot + 2 < new.shape[0]:
                    where[PENDING] += 1
                else:
                    where[CUT] = 1
        where[CURSOR] += 1
    return budget


@inner
def by_size(count: int, sizes: Numbers, order: Numbers, tally: Numbers) -> None:
    """The slots from the largest set to the smallest."""
    tally[:] = 0
    for slot in range(count):
        tally[sizes[slot]] += 1
    total = 0
    for size in range(tally.shape[0] - 1, -1, -1):
        total += tally[size]
        tally[size] = total - tally[size]
    for slot in range(count):
        order[tally[sizes[slot]]] = slot
        tally[sizes[slot]] += 1


@inner
def covers(large: Words, small: Words) -> bool:
    """Whether one set holds all of another."""
    for w in range(large.shape[0]):  # noqa: SIM110 - a generator cannot be compiled
        if small[w] & ~large[w]:
            return False
    return True


@inner
def is_covered(
    flooded: Words, sets: Words, order: Numbers, kept: int, columns: Words, members: Numbers
) -> bool:
    """Whether one of the sets kept so far holds all of this one; if not, it joins them as number `kept`.

    `columns[block, node]` has a bit for each of 64 kept sets that hold the node, so 64 are compared at once,
    by the few rarest members of this one.
    """
    count = 0
    for w in range(flooded.shape[0]):
        word = flooded[w]
        while word and count < FEW:
            bit = word & (~word + _ONE)
            word ^= bit
            members[count] = 64 * w + _PLACE[bit % _PRIME]
            count += 1
    for block in range((kept + 63) // 64):
        inside = _ALL
        for n in range(count):
            inside &= columns[block, members[n]]
            if inside == _NONE:
                break
        while inside:
            bit = inside & (~inside + _ONE)
            inside ^= bit
            if covers(sets[order[64 * block + _PLACE[bit % _PRIME]], 0], flooded):
                return True
    block, shift = kept // 64, np.uint64(kept % 64)
    if kept % 64 == 0:
        columns[block, :] = _NONE
    for w in range(flooded.shape[0]):
        word = flooded[w]
        for n in range(64):
            columns[block, 64 * w + n] |= (word >> np.uint64(n) & _ONE) << shift
    return False


@kernel
def choose(width: int, kept: int, scores: Numbers, order: Numbers) -> int:
    """Keep the best `width` slots of an order; how many are left."""
    if kept <= width:
        return kept
    low, high, below, chosen = 0, _HIGHEST, -1, 0
    while below != width:  # no two scores are equal, so some number parts the best from the rest
        middle, below = (low + high) // 2, 0
        for n in range(kept):
            below += scores[order[n]] < middle
        if below < width:
            low = middle
        else:
            high = middle
    for n in range(kept):
        if scores[order[n]] < high:
            order[chosen] = order[n]
            chosen += 1
    return chosen


@kernel
def close(width: int, work: SearchWork) -> None:
    """The best `width` of the sets that were kept become the level."""
    where, facts, side = work.where, work.facts, 1 - (work.where[DEPTH] & 1)
    base = where[BASE] + where[LEVEL]
    chosen = choose(
        min(width, work.history.shape[1] - base - 1), where[KEPT], facts[SCORE, side], work.order[side]
    )
    if chosen < where[KEPT]:
        where[CUT] = 1
    for n in range(chosen):
        work.history[0, base + n] = facts[PARENT, side, work.order[side, n]]
        work.history[1, base + n] = facts[MOVE, side, work.order[side, n]]
    where[DEPTH], where[BASE], where[LEVEL] = where[DEPTH] + 1, base, chosen
    where[SETTLING] = where[CURSOR] = where[PENDING] = where[KEPT] = 0


@inner
def settle(budget: int, work: SearchWork) -> int:
    """Keep the sets ahead that no other covers, the largest first; what is left of the budget."""
    where, side = work.where, 1 - (work.where[DEPTH] & 1)
    sets, order, columns, members = work.sets[side], work.order[side], work.columns, work.lists[0]
    if where[SETTLING] == 0:
        by_size(where[PENDING], work.facts[SIZE, side], order, members)
        where[SETTLING], where[CURSOR] = 1, 0
    while budget > 0 and where[CURSOR] < where[PENDING]:
        slot = order[where[CURSOR]]
        if not is_covered(sets[slot, 0], sets, order, where[KEPT], columns, members):
            order[where[KEPT]] = slot
            where[KEPT] += 1
        where[CURSOR] += 1
        budget -= 1 + where[KEPT] // 2048
    return budget


@kernel
def search(most: int, width: int, budget: int, board: Graph, work: SearchWork) -> None:
    """Go on looking for a solution of at most `most` moves, until the search ends or `budget` is used up."""
    where = work.where
    while budget > 0 and where[LEVEL] > 0 and where[FOUND] < 0:
        if where[SETTLING] == 0:
            budget = expand(most, budget, board, work)
        if where[FOUND] < 0 and (where[SETTLING] or where[CURSOR] == where[LEVEL]):
            budget = settle(budget, work)
            if where[CURSOR] == where[PENDING]:
                close(width, work)
