"""Fuga on boards of any size as two arrays of integers: rows and columns as bits, so a slide is looked up.

A square is `row << 5 | col`, so that its neighbours lie at -32, +32, -1 and +1 and beyond the edge there is
always a wall. Everything that moves is in `state`, everything that does not in `fixed`; few arrays make
cheap calls. `bits` tells the lowest and the highest bit of a line.
"""

from typing import Any, Final

import numpy as np

from ludoteca.games.fuga import ATTACKER, FREE, GUARD, KING, LARGE, Flight, geometry
from ludoteca.kernels.compile import inner, kernel

# What stands on a square: one bit each, nothing where it is free. Castles stay under a king who enters.
NOBODY, HUNTER, WATCH, ROYAL, CASTLE, THRONE, WALL = 0, 1, 2, 4, 8, 16, 32
HUNTERS, DEFENCE = 0, 1  # the sides, numbered as in the rules
SPAN: Final = 704  # of one value for each square: 22 rows of 32
CROWN: Final = 12  # the king's slot among the defenders' pieces, after the guards

# state: squares (after two rows of wall), the slot of the piece on each, occupied lines, pieces by slot,
# sums, rows of attackers alone, and room for the king's region to be drawn in
AT, SLOT, LINES, PIECES, HASH, WORTH, LEFT = 64, 768, 1536, 1600, 1664, 1665, 1666
FENCE, REGION = 1672, 1696
STATE: Final = 1720
COLUMN: Final = 32  # where the columns' lines begin
KINGS_SLOT: Final = PIECES + 32 + CROWN  # where the king stands; -1 once he is captured

# fixed: squares when empty, hash keys and worths of three kinds of piece, and what stops or helps each side
GROUND, KEYS, WORTHS, BARRIER = 0, SPAN, 4 * SPAN, 7 * SPAN
GATES: Final = BARRIER + 128  # a line's bits that are castles, open to the king alone
HELPS, TURN, SIZE, CENTRE = GATES + 64, GATES + 66, GATES + 67, GATES + 68
WEIGHTS: Final = GATES + 72  # of the evaluation
FIXED: Final = WEIGHTS + 128

NORTH, SOUTH, WEST, EAST = -32, 32, -1, 1
MOVES: Final = 1024  # at most 24 pieces of 36 squares each


def square(index: int, size: int) -> int:
    """A square's number here, from its index in the rules.

    >>> square(10, 9)
    33
    """
    return index // size << 5 | index % size


def index_of(place: int, size: int) -> int:
    """The way back.

    >>> index_of(33, 9)
    10
    """
    return (place >> 5) * size + (place & 31)


def make_bits(size: int) -> Any:
    """The lowest and the highest bit of every line, which ends in a bit that is always on."""
    bits = np.full((2, 2 << size), -1, np.int8)
    for bit in range(size + 1):
        bits[0, 1 << bit :: 2 << bit] = bit
        bits[1, 1 << bit : 2 << bit] = bit
    return bits


def make_fixed(size: int) -> Any:
    """What a board of a size never changes."""
    fixed = np.zeros(FIXED, np.int64)
    throne, castles, _rays = geometry(size)
    keys = np.random.Generator(np.random.PCG64(size)).integers(-(2**63), 2**63 - 1, 3 * SPAN + 1)
    fixed[KEYS : KEYS + 3 * SPAN], fixed[TURN] = keys[:-1], keys[-1]
    fixed[GROUND + square(throne, size)] = THRONE
    fixed[SIZE], fixed[CENTRE] = size, square(throne, size)
    for castle in (square(castle, size) for castle in castles):
        fixed[GROUND + castle] = CASTLE
        fixed[GATES + (castle >> 5)] |= 1 << (castle & 31)
        fixed[GATES + COLUMN + (castle & 31)] |= 1 << (castle >> 5)
    fixed[HELPS + HUNTERS] = HUNTER | CASTLE
    fixed[HELPS + DEFENCE] = WATCH | ROYAL | CASTLE | (THRONE if size < LARGE else 0)
    if size >= LARGE:
        fixed[[BARRIER + 64 + size // 2, BARRIER + 64 + COLUMN + size // 2]] = 1 << size // 2
    return fixed


def encode(position: Flight, size: int, fixed: Any) -> Any:
    """The state of a position of the rules."""
    state = np.zeros(STATE, np.int64)
    state[:SLOT] = WALL
    state[LINES : LINES + 64] = 1 << size
    state[PIECES : PIECES + 64] = -1
    slots = {ATTACKER: PIECES, GUARD: PIECES + 32, KING: KINGS_SLOT}
    values = {FREE: NOBODY, ATTACKER: HUNTER, GUARD: WATCH, KING: ROYAL}
    for index, piece in enumerate(position.board):
        place = square(index, size)
        row, col = divmod(index, size)
        state[AT + place] = values[piece] or fixed[GROUND + place]
        if piece != FREE:
            state[slots[piece]], state[SLOT + place] = place, slots[piece] - PIECES & 31
            slots[piece] += 1
            state[HASH] ^= fixed[KEYS + (values[piece] >> 1) * SPAN + place]
            state[WORTH] += fixed[WORTHS + (values[piece] >> 1) * SPAN + place]
            state[LEFT + (piece == GUARD)] += piece != KING
            state[FENCE + row] |= (piece == ATTACKER) << col
        if piece != FREE or state[AT + place] == CASTLE:
            state[LINES + row] |= 1 << col
            state[LINES + COLUMN + col] |= 1 << row
    state[HASH] ^= fixed[TURN] if position.turn else 0
    return state


def decode(state: Any, turn: int, size: int) -> Flight:
    """The position of a state, as the rules write it."""
    letters = {HUNTER: ATTACKER, WATCH: GUARD, ROYAL: KING}
    values = (int(state[AT + square(index, size)]) for index in range(size * size))
    return Flight("".join(letters.get(value, FREE) for value in values), turn)


@kernel
def slides(state: Any, fixed: Any, bits: Any, side: Any, moves: Any, first: Any) -> Any:
    """Write every slide of a side as `origin << 10 | to` from a place of `moves` on; say where they end."""
    king, centre = state[KINGS_SLOT], fixed[CENTRE]
    last, end = (CROWN if side else 23), first
    if king < 0 or fixed[GROUND + king] == CASTLE:
        return end
    for slot in range(last + 1):
        origin = state[PIECES + (side << 5) + slot]
        if origin < 0:
            continue
        row, col = origin >> 5, origin & 31
        if side == DEFENCE and slot == CROWN:
            across = state[LINES + row] & ~fixed[GATES + row]
            along = state[LINES + COLUMN + col] & ~fixed[GATES + COLUMN + col]
            centre = -1
        else:
            across = state[LINES + row] | fixed[BARRIER + (side << 6) + row]
            along = state[LINES + COLUMN + col] | fixed[BARRIER + (side << 6) + COLUMN + col]
        for at in range(
            int(bits[1, across & ((1 << col) - 1)]) + 1, col + 1 + int(bits[0, across >> (col + 1)])
        ):
            to = row << 5 | at
            if at != col and to != centre:
                moves[end] = origin << 10 | to
                end += 1
        for at in range(
            int(bits[1, along & ((1 << row) - 1)]) + 1, row + 1 + int(bits[0, along >> (row + 1)])
        ):
            to = at << 5 | col
            if at != row and to != centre:
                moves[end] = origin << 10 | to
                end += 1
    return end


@inner
def surrounded(state: Any, king: Any) -> Any:
    """No neighbour free, and three of them attackers or castles."""
    north, south = state[AT + king + NORTH], state[AT + king + SOUTH]
    west, east = state[AT + king + WEST], state[AT + king + EAST]
    if north == NOBODY or south == NOBODY or west == NOBODY or east == NOBODY:
        return False
    around = (north | north >> 3) & 1  # HUNTER is bit 0, CASTLE bit 3; sums of truths would differ in NumPy
    around += ((south | south >> 3) & 1) + ((west | west >> 3) & 1) + ((east | east >> 3) & 1)
    return around >= 3


@kernel
def place(state: Any, fixed: Any, piece: Any, at: Any) -> Any:
    """Put a piece's bits on a square, or take them off: that is the same."""
    row, col = at >> 5, at & 31
    state[LINES + row] ^= 1 << col
    state[LINES + COLUMN + col] ^= 1 << row
    if piece == HUNTER:
        state[FENCE + row] ^= 1 << col
    state[HASH] ^= fixed[KEYS + (piece >> 1) * SPAN + at]


@inner
def capture(state: Any, fixed: Any, side: Any, prey: Any, at: Any) -> Any:
    """Take a piece off the board; its slot is the answer."""
    slot = state[SLOT + at]
    place(state, fixed, prey, at)
    state[AT + at] = fixed[GROUND + at]
    state[WORTH] -= fixed[WORTHS + (prey >> 1) * SPAN + at]
    state[PIECES + ((1 - side) << 5) + slot] = -1
    if prey != ROYAL:
        state[LEFT + 1 - side] -= 1
    return slot


@inner
def try_capture(state: Any, fixed: Any, side: Any, to: Any, step: Any, way: Any) -> Any:
    """What one direction adds to the answer of `make`."""
    prey = state[AT + to + step]
    if side == HUNTERS:
        if prey == WATCH:
            if state[AT + to + 2 * step] & fixed[HELPS + HUNTERS] == 0:
                return 0
        elif prey != ROYAL or not surrounded(state, to + step):
            return 0
    elif prey != HUNTER or state[AT + to + 2 * step] & fixed[HELPS + DEFENCE] == 0:
        return 0
    return 1 << way


@kernel
def make(state: Any, fixed: Any, side: Any, origin: Any, to: Any) -> Any:
    """Play a slide. The answer, 0 for no capture, packs a bit for each direction and a slot for each prey."""
    piece, slot = state[AT + origin], state[SLOT + origin]
    state[AT + origin] = fixed[GROUND + origin]
    state[AT + to], state[SLOT + to] = piece, slot
    state[PIECES + (side << 5) + slot] = to
    place(state, fixed, piece, origin)
    place(state, fixed, piece, to)
    state[HASH] ^= fixed[TURN]
    worths = WORTHS + (piece >> 1) * SPAN
    state[WORTH] += fixed[worths + to] - fixed[worths + origin]
    # All captures are judged on the board as the piece lands, so none is taken off before the last is found.
    taken = try_capture(state, fixed, side, to, NORTH, 0) | try_capture(state, fixed, side, to, SOUTH, 1)
    taken |= try_capture(state, fixed, side, to, WEST, 2) | try_capture(state, fixed, side, to, EAST, 3)
    if taken:
        for way in range(4):
            if taken >> way & 1:
                at = to + (NORTH if way == 0 else SOUTH if way == 1 else WEST if way == 2 else EAST)
                taken |= capture(state, fixed, side, state[AT + at], at) << (4 + 5 * way)
    return taken


@kernel
def unmake(state: Any, fixed: Any, side: Any, origin: Any, to: Any, taken: Any) -> Any:
    """Take a slide back, given what `make` answered."""
    if taken:
        for way in range(4):
            if taken >> way & 1:
                at = to + (NORTH if way == 0 else SOUTH if way == 1 else WEST if way == 2 else EAST)
                restore(state, fixed, side, taken >> (4 + 5 * way) & 31, at)
    piece, slot = state[AT + to], state[SLOT + to]
    state[AT + to] = fixed[GROUND + to]
    state[AT + origin], state[SLOT + origin] = piece, slot
    state[PIECES + (side << 5) + slot] = origin
    place(state, fixed, piece, origin)
    place(state, fixed, piece, to)
    state[HASH] ^= fixed[TURN]
    worths = WORTHS + (piece >> 1) * SPAN
    state[WORTH] += fixed[worths + origin] - fixed[worths + to]


@inner
def restore(state: Any, fixed: Any, side: Any, slot: Any, at: Any) -> Any:
    """Put a captured piece back."""
    prey = WATCH if side == HUNTERS else HUNTER
    if side == HUNTERS and slot == CROWN:
        prey = ROYAL
    else:
        state[LEFT + 1 - side] += 1
    state[AT + at], state[SLOT + at] = prey, slot
    place(state, fixed, prey, at)
    state[WORTH] += fixed[WORTHS + (prey >> 1) * SPAN + at]
    state[PIECES + ((1 - side) << 5) + slot] = at


@kernel
def perft(state: Any, fixed: Any, bits: Any, side: Any, depth: Any, moves: Any, first: Any) -> Any:
    """How many lines of `depth` plies there are; the last ply, too, is made and taken back."""
    end = slides(state, fixed, bits, side, moves, first)
    count = 0
    for at in range(first, end):
        origin, to = moves[at] >> 10, moves[at] & 1023
        taken = make(state, fixed, side, origin, to)
        if depth > 1:
            count += perft(state, fixed, bits, 1 - side, depth - 1, moves, end)
        else:
            count += 1
        unmake(state, fixed, side, origin, to, taken)
    return count
