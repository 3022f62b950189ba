"""Peg solitaire by whole moves, for speed: best first, each position once however it is turned.

A position is one word, so a board has at most 63 usable cells; ways are as in `pegs`, in order of origin.
"""

from typing import Any

from ludoteca.kernels.compile import inner, kernel
from ludoteca.kernels.solitario.beam import DRY, FOUND, RUNNING

# What a search remembers: positions in the pool, the fewest moves in all of those still open, positions
# taken out and expanded, whether the pool is full, and the winner.
COUNT, LOWEST, TAKEN, EXPANDED, FULL, LAST = range(6)


@kernel
def canon(pegs: int, mirrors: Any) -> int:
    """The smallest of a position's mirror images, each looked up eight cells at a time."""
    best = pegs
    for mirror in range(mirrors.shape[0]):
        image = 0
        for eight in range(mirrors.shape[1]):
            image |= mirrors[mirror, eight, (pegs >> (8 * eight)) & 255]
        best = min(best, image)
    return best


@kernel
def full_regions(pegs: int, packings: Any) -> int:
    """How many moves at least: each region that is full of pegs needs one that begins there."""
    most = 0
    for packing in range(packings.shape[0]):
        held = 0
        for region in packings[packing]:
            if region != 0 and pegs & region == region:
                held += 1
        most = max(most, held)
    return most


@kernel
def place(key: int, canons: Any, table: Any) -> Any:
    """The place in the table of a position: it holds 1 more than its place in the pool, or 0."""
    mask = table.shape[0] - 1
    mixed = (key & 0x7FFFFFFF) * 1640531527 + (key >> 31) * 668265263  # below 2**63
    at = (mixed >> 24) & mask
    while table[at] > 0 and canons[table[at] - 1] != key:
        at = (at + 1) & mask
    return at


@kernel
def note(pegs: int, parent: int, moves: int, pool: Any, canons: Any, notes: Any, table: Any, heads: Any,
         mirrors: Any, packings: Any, state: Any) -> None:  # fmt: skip
    """Queue a position by its moves in all at least, if it is new or comes in fewer moves than before."""
    key = canon(pegs, mirrors)
    at = place(key, canons, table)
    if table[at] > 0 and notes[table[at] - 1, 1] <= moves:
        return
    here = state[COUNT]
    if here == pool.shape[0]:
        state[FULL] = 1
        return
    least = moves + full_regions(pegs, packings)
    table[at] = here + 1
    pool[here] = pegs
    canons[here] = key
    notes[here, 0] = parent
    notes[here, 1] = moves
    notes[here, 2] = heads[least, moves]
    heads[least, moves] = here
    state[COUNT] = here + 1
    state[LOWEST] = min(state[LOWEST], least)


@kernel
def take(
    taken: Any, goal: int, pool: Any, canons: Any, notes: Any, table: Any, heads: Any, state: Any
) -> int:
    """Take open positions of the fewest moves in all, as many as fit: RUNNING, FOUND, or DRY without any."""
    state[TAKEN] = 0
    while state[LOWEST] < heads.shape[0]:
        least = state[LOWEST]
        for moves in range(heads.shape[1] - 1, -1, -1):  # those furthest on come first
            while heads[least, moves] >= 0 and state[TAKEN] < taken.shape[0]:
                here = heads[least, moves]
                heads[least, moves] = notes[here, 2]
                if pool[here] == goal:
                    state[LAST] = here
                    return FOUND
                if (
                    table[place(canons[here], canons, table)] == here + 1
                ):  # else there was a shorter way since
                    taken[state[TAKEN]] = here
                    state[TAKEN] += 1
        if state[TAKEN] > 0:
            return RUNNING  # what comes of these may need no more moves in all, so it comes first
        state[LOWEST] += 1
    return DRY


@inner
def move(here: int, pool: Any, canons: Any, notes: Any, table: Any, heads: Any, mirrors: Any, packings: Any,
         state: Any, begin: Any, ends: Any, two: Any, three: Any, vital: int, path: Any) -> None:  # fmt: skip
    """Queue every position one move further: each peg's jumps, and on from where it lands."""
    moves = notes[here, 1] + 1
    for cell in range(begin.shape[0] - 1):
        depth = 0
        path[0, 0] = pool[here]
        path[0, 1] = begin[cell]
        path[0, 2] = begin[cell + 1]
        while depth >= 0:
            way = path[depth, 1]
            if way == path[depth, 2]:
                depth -= 1
                continue
            path[depth, 1] = way + 1
            pegs = path[depth, 0]
            if pegs & three[way, 0] == two[way, 0]:
                pegs ^= three[way, 0]
                if pegs & vital != 0:  # else no peg is left that could ever come to the goal
                    note(pegs, here, moves, pool, canons, notes, table, heads, mirrors, packings, state)
                depth += 1
                path[depth, 0] = pegs
                path[depth, 1] = begin[ends[way]]
                path[depth, 2] = begin[ends[way] + 1]


@kernel
def ripple(taken: Any, dead: Any, pool: Any, canons: Any, notes: Any, table: Any, heads: Any, mirrors: Any,
           packings: Any, state: Any, begin: Any, ends: Any, two: Any, three: Any, vital: int,
           path: Any) -> None:  # fmt: skip
    """Move on from what `take` took, but for the dead, to which no way is ever short enough again."""
    for at in range(state[TAKEN]):
        if dead[at]:
            notes[taken[at], 1] = 0
        elif state[FULL] == 0:
            state[EXPANDED] += 1
            move(taken[at], pool, canons, notes, table, heads, mirrors, packings, state,
                 begin, ends, two, three, vital, path)  # fmt: skip
