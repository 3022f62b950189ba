"""Peg solitaire for speed: a beam of positions that goes forward a jump at a time, and random games.

A position is a row of words of 63 cells each, bit by usable cell, so a board of up to 63 usable cells is one
number. A way (a possible jump) has the mask of its `three` cells and of the `two` that must hold pegs, and
the `first` and `last` word it touches.
"""

from typing import Any

from ludoteca.kernels.compile import inner, kernel

BITS = 63  # a word stays below 2**63, so that compiled and interpreted numbers are the same
RUNNING, FOUND, DRY = 0, 1, 2  # what `advance` answers
# What a search remembers between calls of `advance`: the jumps made, jumps in all, positions in the beam, the
# next of them to expand, children so far, whether any child was ever left out, jumps tried, the winner.
LEVEL, LEVELS, FRONT, NEXT, CHILDREN, DROPPED, NODES, WINNER = range(8)
_BUCKETS = 4096


@kernel
def fits(words: Any, row: int, first: Any, last: Any, two: Any, three: Any, way: int) -> bool:
    """Whether a way is a legal jump in the position of a row."""
    for word in range(first[way], last[way] + 1):
        if words[row, word] & three[way, word] != two[way, word]:
            return False
    return True


@inner
def copy(rows: Any, row: int, others: Any, other: int) -> None:
    """Copy a row, number by number: Numba compiles whole rows with every error that they might raise."""
    for at in range(rows.shape[1]):
        others[other, at] = rows[row, at]


@inner
def is_at(words: Any, row: int, goal: Any) -> bool:
    """Whether the position of a row is the goal."""
    for word in range(goal.shape[0]):  # noqa: SIM110 - a generator cannot be compiled
        if words[row, word] != goal[word]:
            return False
    return True


@kernel
def keep(words: Any, notes: Any, count: int, width: int, tally: Any) -> Any:
    """Move the `width` children of the lowest ranks to the front, in their order; says how many there are."""
    if count <= width:
        return count
    low = high = notes[0, 1]
    for child in range(count):
        low = min(low, notes[child, 1])
        high = max(high, notes[child, 1])
    shift = 0
    while (high - low) >> shift >= _BUCKETS:
        shift += 1
    tally[:] = 0
    for child in range(count):
        tally[(notes[child, 1] - low) >> shift] += 1
    edge = 0
    spare = width
    while tally[edge] <= spare:
        spare -= tally[edge]
        edge += 1
    kept = 0
    for child in range(count):
        bucket = (notes[child, 1] - low) >> shift
        if bucket == edge:
            spare -= 1
        if bucket < edge or (bucket == edge and spare >= 0):
            copy(words, child, words, kept)
            copy(notes, child, notes, kept)
            kept += 1
    return kept


@inner
def spot(words: Any, notes: Any, table: Any, key: int, child: int) -> Any:
    """The place of the table where this child stands, or an empty one where it may."""
    mask = table.shape[0] - 1
    at = (key ^ (key >> 29)) & mask
    while table[at] >= 0:
        other = table[at]
        if notes[other, 0] == key:
            same = True
            for word in range(words.shape[1]):
                same &= words[other, word] == words[child, word]
            if same:
                break
        at = (at + 1) & mask
    return at


@inner
def expand(front: Any, marks: Any, words: Any, notes: Any, table: Any, tally: Any, links: Any, state: Any,
           first: Any, last: Any, two: Any, three: Any, keys: Any, gains: Any,
           vital: Any) -> None:  # fmt: skip
    """Add the children of the next position of the beam; a full store keeps its best and goes on."""
    parent = state[NEXT]
    width = front.shape[0]
    for way in range(first.shape[0]):
        if not fits(front, parent, first, last, two, three, way):
            continue
        child = state[CHILDREN]
        state[NODES] += 1
        hope = 0
        for word in range(front.shape[1]):
            words[child, word] = front[parent, word] ^ three[way, word]
            hope |= words[child, word] & vital[word]
        if hope == 0:  # no peg is left that could ever come to the goal
            continue
        key = marks[parent, 0] ^ keys[way]
        at = spot(words, notes, table, key, child)
        if table[at] >= 0:
            continue
        table[at] = child
        gain = marks[parent, 1] // 8 + gains[way]
        notes[child, 0] = key
        notes[child, 1] = gain * 8 + (key & 7)  # equal ranks in an order as good as random
        notes[child, 2] = parent
        notes[child, 3] = way
        state[CHILDREN] = child + 1
        if child + 1 == words.shape[0] - 1:
            state[DROPPED] = 1
            state[CHILDREN] = keep(words, notes, child + 1, width, tally)
            table[:] = -1
            for again in range(state[CHILDREN]):
                table[spot(words, notes, table, notes[again, 0], again)] = again
    state[NEXT] += 1


@inner
def settle(
    front: Any, marks: Any, words: Any, notes: Any, table: Any, tally: Any, links: Any, state: Any
) -> None:
    """End a level: the best children become the beam, with links to their parents."""
    width = front.shape[0]
    if state[CHILDREN] > width:
        state[DROPPED] = 1
    count = keep(words, notes, state[CHILDREN], width, tally)
    level = state[LEVEL]
    for child in range(count):
        copy(words, child, front, child)
        marks[child, 0] = notes[child, 0]
        marks[child, 1] = notes[child, 1]
        links[level, child, 0] = notes[child, 2]
        links[level, child, 1] = notes[child, 3]
    table[:] = -1
    state[LEVEL] = level + 1
    state[FRONT] = count
    state[NEXT] = 0
    state[CHILDREN] = 0


@kernel
def advance(front: Any, marks: Any, words: Any, notes: Any, table: Any, tally: Any, links: Any, state: Any,
            first: Any, last: Any, two: Any, three: Any, keys: Any, gains: Any, vital: Any,
            goal: Any, budget: int) -> int:  # fmt: skip
    """Go on with a beam search for at most `budget` positions: RUNNING, FOUND or DRY."""
    while state[LEVEL] < state[LEVELS]:
        while state[NEXT] < state[FRONT]:
            if budget == 0:
                return RUNNING
            budget -= 1
            expand(front, marks, words, notes, table, tally, links, state,
                   first, last, two, three, keys, gains, vital)  # fmt: skip
        settle(front, marks, words, notes, table, tally, links, state)
        if state[FRONT] == 0:
            return DRY
    for row in range(state[FRONT]):
        if is_at(front, row, goal):
            state[WINNER] = row
            return FOUND
    return DRY


@kernel
def random_games(start: Any, goal: Any, seeds: Any, first: Any, last: Any, two: Any, three: Any,
                 here: Any, legal: Any) -> int:  # fmt: skip
    """How many random games win, one for each seed (below 2**32, not 0); chance is xorshift32 from there.

    `here` has room for one position, `legal` for every way.
    """
    wins = 0
    for luck in seeds:
        for word in range(start.shape[0]):
            here[0, word] = start[word]
        left = 1
        while left > 0:
            left = 0
            for way in range(first.shape[0]):
                if fits(here, 0, first, last, two, three, way):
                    legal[left] = way
                    left += 1
            if left > 0:
                luck ^= (luck << 13) & 0xFFFFFFFF
                luck ^= luck >> 17
                luck ^= (luck << 5) & 0xFFFFFFFF
                way = legal[luck % left]
                for word in range(first[way], last[way] + 1):
                    here[0, word] ^= three[way, word]
        wins += is_at(here, 0, goal)
    return wins
