"""Drench for two, for speed: alpha-beta over the areas of the board, in pieces that can stop and go on.

An area is a set of cells of one colour that hang together; areas 0 and 1 are the corners'. No two free areas
of one colour touch, so a move takes exactly the areas of its colour at the edge of the mover's region, and
what is beside those becomes edge. All that `search` calls stands in this file, since Numba compiles again
when a file changes, but not when one that it imports does.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from ludoteca.kernels.compile import inner, kernel

Words = np.ndarray[Any, np.dtype[np.uint64]]
Numbers = np.ndarray[Any, np.dtype[np.int64]]

MOST: Final = 10  # colours
PLIES: Final = 120  # that a search looks ahead at most
FREE: Final = 2  # the owner of an area that neither seat has
UNIT: Final = 16  # what a cell is worth
SHARE: Final = 5  # of that, for a cell that both reach in as many moves, to the one who moves first
WON: Final = 1 << 20  # added to what a won game is worth, above any difference in cells
_LOWEST: Final = -(1 << 40)

# A row of `work.rows`: for each seat its cells and its colour; the turn and the idle moves; for each colour
# the areas left; for each seat and colour where its edge begins and ends in `work.edge`, and the cells there.
CELLS, COLOUR, TURN, IDLE, LEFT, FROM, UPTO, GAIN, ROW = 0, 2, 4, 5, 6, 16, 36, 56, 76
# A frame of `work.frames`, a position whose moves are tried: up to ten moves in order, the likely best first.
DEPTH, ALPHA, BETA, FLOOR, BEST, MOVE, NEXT, COUNT, GUESSED, PROBED, MOVES, FRAME = *range(11), 21
# `work.where`: the ply of the search, whether it has ended, what the last position is worth and whether that
# is a guess; positions so far; the last distance used by `weigh`.
PLY, DONE, RESULT, GUESS, NODES, FAR, WHERE = range(7)
_LOWER, _UPPER, _EXACT = 1, 2, 3  # what a value in the table is
LUCK: Final = 3 * MOST + 2  # words of `Duel.luck` after two for each area: colours by seat, idle moves, turn


class Duel(NamedTuple):
    """A board: its colours and cells; of each area its colour, size and neighbours, which begin at `first`.

    `naive` is a seat that is taken to choose always the most cells, or FREE; `luck` are random words.
    """

    colours: int
    total: int
    naive: int
    hue: Numbers
    size: Numbers
    first: Numbers
    beside: Numbers
    luck: Words


class DuelWork(NamedTuple):
    """All that a search writes: row, key and frame of each ply; owners, edges and distances; the table."""

    where: Numbers
    rows: Numbers
    keys: Words
    frames: Numbers
    owner: Numbers
    touched: Numbers
    edge: Numbers
    far: Numbers
    queue: Numbers
    known: Words
    table: Numbers


@kernel
def touch(seat: int, area: int, row: Numbers, duel: Duel, work: DuelWork) -> None:
    """Add what is beside an area to the edge of its owner's region."""
    for n in range(duel.first[area], duel.first[area + 1]):
        near = duel.beside[n]
        if work.owner[near] == FREE and work.touched[seat, near] == 0:
            work.touched[seat, near] = 1
            at = seat * MOST + duel.hue[near]
            work.edge[seat, row[UPTO + at]] = near
            row[UPTO + at] += 1
            row[GAIN + at] += duel.size[near]


@kernel
def play(ply: int, hue: int, duel: Duel, work: DuelWork) -> None:
    """The seat to move in the row of `ply` takes a colour, which makes the next row."""
    row, old, shift = work.rows[ply + 1], work.rows[ply], 2 * duel.hue.shape[0]
    for n in range(ROW):
        row[n] = old[n]
    seat = old[TURN]
    at, theirs = seat * MOST + hue, GAIN + (1 - seat) * MOST + hue
    key = work.keys[ply] ^ duel.luck[shift + seat * MOST + old[COLOUR + seat]] ^ duel.luck[shift + at]
    key ^= duel.luck[shift + LUCK - 1]  # the turn
    row[COLOUR + seat], row[TURN], row[FROM + at] = hue, 1 - seat, old[UPTO + at]
    if row[GAIN + at] > 0:
        row[CELLS + seat] += row[GAIN + at]
        row[GAIN + at] = row[IDLE] = 0
        for n in range(old[FROM + at], old[UPTO + at]):
            area = work.edge[seat, n]
            if work.owner[area] == FREE:
                work.owner[area] = seat
                row[LEFT + hue] -= 1
                key ^= duel.luck[2 * area + seat]
                if work.touched[1 - seat, area]:
                    row[theirs] -= duel.size[area]
                touch(seat, area, row, duel, work)
    else:
        row[IDLE] += 1
    idle = shift + 2 * MOST
    work.keys[ply + 1] = key ^ duel.luck[idle + old[IDLE]] ^ duel.luck[idle + row[IDLE]]


@kernel
def unplay(ply: int, duel: Duel, work: DuelWork) -> None:
    """Take back the move that led to the row of `ply`."""
    row, old = work.rows[ply], work.rows[ply - 1]
    seat = old[TURN]
    at = FROM + seat * MOST + row[COLOUR + seat]
    for n in range(old[at], row[at]):
        area = work.edge[seat, n]
        if work.owner[area] == seat:
            work.owner[area] = FREE
    for at in range(UPTO + seat * MOST, UPTO + seat * MOST + duel.colours):
        for n in range(old[at], row[at]):
            work.touched[seat, work.edge[seat, n]] = 0


@kernel
def is_over(row: Numbers, colours: int) -> bool:
    """Whether two colours are left after a move, or nobody has grown for a round of colours."""
    for c in range(colours):
        if row[LEFT + c] > 0 and c != row[COLOUR] and c != row[COLOUR + 1]:
            return bool(row[IDLE] >= colours)
    return True


@inner
def end(row: Numbers) -> int:
    """What the regions of an end are worth to the seat to move."""
    ahead = row[CELLS + row[TURN]] - row[CELLS + 1 - row[TURN]]
    return int(ahead * UNIT + (WON if ahead > 0 else -WON if ahead < 0 else 0))


@inner
def start_wave(seat: int, row: Numbers, base: int, colours: int, work: DuelWork) -> int:
    """Put the free areas at a seat's edge in the queue, one move away; how many they are."""
    far, tail = work.far[seat], 0
    for at in range(seat * MOST, seat * MOST + colours):
        for n in range(row[FROM + at], row[UPTO + at]):
            area = work.edge[seat, n]
            if work.owner[area] == FREE:
                far[area] = base + 1
                work.queue[tail] = area
                tail += 1
    return tail


@kernel
def weigh(row: Numbers, duel: Duel, work: DuelWork) -> int:
    """Guess the end: a free area goes to the seat that is fewer moves away, if a move could take all colours.

    Fitted to 66,000 positions of games between searches of depth 4, the end is 1.01 of the cells' difference,
    0.85 of these areas and 0.32 of those as far from both (15,000 of depth 6: 1.00, 0.95, 0.54). The cells to
    be gained next, the distances themselves or a game of greed from here to the end added nothing to that.
    """
    me = row[TURN]
    value = (row[CELLS + me] - row[CELLS + 1 - me]) * UNIT
    if 2 * row[CELLS + me] > duel.total:
        value += WON
    elif 2 * row[CELLS + 1 - me] > duel.total:
        value -= WON
    base = work.where[FAR]  # each wave counts on from the last, so nothing has to be cleared
    mine = work.far[me]
    for seat in (me, 1 - me):
        far = work.far[seat]
        tail, head = start_wave(seat, row, base, duel.colours, work), 0
        while head < tail:
            area = work.queue[head]
            head += 1
            moves = far[area]
            if seat == me:
                value += duel.size[area] * UNIT
            elif mine[area] <= base or moves < mine[area]:
                value -= duel.size[area] * (UNIT if mine[area] <= base else 2 * UNIT)
            elif moves == mine[area]:
                value -= duel.size[area] * (UNIT - SHARE)
            for n in range(duel.first[area], duel.first[area + 1]):
                near = duel.beside[n]
                if work.owner[near] == FREE and far[near] <= base:
                    far[near] = moves + 1
                    work.queue[tail] = near
                    tail += 1
    work.where[FAR] = base + duel.hue.shape[0]
    return int(value)


@inner
def list_moves(first: int, frame: Numbers, row: Numbers, duel: Duel) -> None:
    """The moves of a position: `first`, then those that gain more cells; a naive seat has only the latter."""
    count, seat, most = 0, row[TURN], 0
    for c in range(duel.colours):
        if c == row[COLOUR] or c == row[COLOUR + 1]:
            continue
        gain = row[GAIN + seat * MOST + c]
        if seat == duel.naive:
            if gain > most:
                count, most = 0, gain
            if gain < most:
                continue
        code, n = (MOST**4 if c == first else gain) * 16 + c, count
        while n > 0 and frame[MOVES + n - 1] < code:
            frame[MOVES + n] = frame[MOVES + n - 1]
            n -= 1
        frame[MOVES + n] = code
        count += 1
    frame[NEXT], frame[COUNT], frame[GUESSED], frame[PROBED] = 0, count, 0, 0
    frame[FLOOR], frame[BEST], frame[MOVE] = frame[ALPHA], _LOWEST, -1


@inner
def enter(ply: int, duel: Duel, work: DuelWork) -> bool:
    """Begin with a position: whether it is known already what it is worth; if not, its moves are listed."""
    frame, row, where = work.frames[ply], work.rows[ply], work.where
    where[NODES] += 1
    if is_over(row, duel.colours):
        where[RESULT], where[GUESS] = end(row), 0
        return True
    if frame[DEPTH] <= 0 or ply == PLIES:
        where[RESULT], where[GUESS] = weigh(row, duel, work), 1
        return True
    slot, first = np.int64(work.keys[ply] & np.uint64(work.table.shape[0] - 1)), -1
    if work.known[slot] == work.keys[ply]:
        data = work.table[slot]
        first, kind, guess, value = data & 15, data >> 4 & 3, data >> 6 & 1, data >> 14
        deep = guess == 0 or data >> 7 & 127 >= frame[DEPTH]
        high, low = value >= frame[BETA], value <= frame[ALPHA]
        if ply > 0 and deep and (kind == _EXACT or (kind == _LOWER and high) or (kind == _UPPER and low)):
            where[RESULT], where[GUESS] = value, guess
            return True
    list_moves(first, frame, row, duel)
    return False


@inner
def leave(ply: int, work: DuelWork) -> None:
    """The moves of a position are tried: keep what it is worth, at least or at most or exactly."""
    frame, key = work.frames[ply], work.keys[ply]
    best = frame[BEST]
    kind = _UPPER if best <= frame[FLOOR] else _LOWER if best >= frame[BETA] else _EXACT
    slot = np.int64(key & np.uint64(work.table.shape[0] - 1))
    work.known[slot] = key
    work.table[slot] = best << 14 | frame[DEPTH] << 7 | frame[GUESSED] << 6 | kind << 4 | frame[MOVE]
    work.where[RESULT], work.where[GUESS] = best, frame[GUESSED]


@inner
def descend(ply: int, duel: Duel, work: DuelWork) -> None:
    """Play the next move; all but the first are only asked, at first, whether they are better at all."""
    frame, ahead = work.frames[ply], work.frames[ply + 1]
    play(ply, frame[MOVES + frame[NEXT]] & 15, duel, work)
    frame[PROBED] = 1 if frame[NEXT] > 0 and frame[PROBED] == 0 else 0
    ahead[ALPHA] = -frame[ALPHA] - 1 if frame[PROBED] else -frame[BETA]
    ahead[DEPTH], ahead[BETA], ahead[NEXT] = frame[DEPTH] - 1, -frame[ALPHA], -1
    work.where[PLY] = ply + 1


@inner
def ascend(ply: int, duel: Duel, work: DuelWork) -> None:
    """Take back the move that led here, and judge it by what the position turned out to be worth."""
    unplay(ply, duel, work)
    work.where[PLY] = ply - 1
    frame, value, guess = work.frames[ply - 1], -work.where[RESULT], work.where[GUESS]
    if frame[PROBED] and frame[ALPHA] < value < frame[BETA]:
        return  # it is better: the same move again, with all the window
    frame[PROBED] = 0
    frame[GUESSED] = guess if value >= frame[BETA] else frame[GUESSED] | guess
    if value > frame[BEST]:
        frame[BEST], frame[MOVE] = value, frame[MOVES + frame[NEXT]] & 15
    frame[ALPHA] = max(frame[ALPHA], value)
    frame[NEXT] += 1


@kernel
def search(budget: int, duel: Duel, work: DuelWork) -> None:
    """Go on with the search of frame 0 until it ends or has met `budget` more positions."""
    where = work.where
    stop = where[NODES] + budget
    while where[NODES] < stop and where[DONE] == 0:
        ply = where[PLY]
        frame = work.frames[ply]
        if frame[NEXT] >= 0 or not enter(ply, duel, work):
            if frame[NEXT] < frame[COUNT] and frame[ALPHA] < frame[BETA]:
                descend(ply, duel, work)
                continue
            leave(ply, work)
        if ply == 0:
            where[DONE] = 1
        else:
            ascend(ply, duel, work)
