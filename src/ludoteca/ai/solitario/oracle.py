"""Exact truth on peg boards of up to 37 cells: which positions can still end with one peg, on the goal.

All winning positions of a goal are found in one pass over a bitmap (bitmap.py says how), kept in memory and,
compressed, on the disk. A bitmap takes 64 MiB for the English board, 1 GiB for the French, 2 GiB at most.
"""

import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from random import Random
from typing import Any, Final

import numpy as np

from ludoteca.ai.limit import Clock, Limit
from ludoteca.ai.preparation import preparing, tell_problems, telling
from ludoteca.ai.solitario.bitmap import WORD, Bitmap, bitmap
from ludoteca.ai.solitario.bitmap_order import Line
from ludoteca.ai.solitario.oracle_files import Key, folder_of, little, load, save
from ludoteca.ai.tables import tell_damaged, tell_not_kept, wrong
from ludoteca.core import LudotecaError
from ludoteca.games.solitario import Jump, ways_of
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.solitario.oracle import sweep, sweep_arrays

MOST_CELLS: Final = 37
KEPT: Final = 16
KEPT_BYTES: Final = 1 << 30  # in memory, unless one alone is larger
CHUNK: Final = 1 << 21  # words looked at between two glances at the clock: 1 to 5 ms
ARRAY_CHUNK: Final = 1 << 17  # words that NumPy handles at once: they stay in the cache
GAMES: Final = 64  # played back and forth before a table is believed: 2,500 of its entries, 12 ms
CELLS: Final = 15  # cells looked up together: three times for the English board

LookUp = tuple[int, int, list[int]]  # shift, mask, codes of all sets of some cells


class Oracle:
    """The winning positions of one board and goal; `wins` says whether a position is one of them.

    >>> row = oracle(1, 4, 0b1111, 1, Limit())
    >>> row.wins(0b1100), row.winning_jumps(0b1100), row.count
    (True, [Jump(origin=3, to=1)], 3)
    """

    def __init__(self, rows: int, cols: int, cells: tuple[int, ...], shape: Bitmap, words: Any) -> None:
        self.words = words
        self._data = memoryview(little(words))
        self._size = 1 << shape.bits
        self._elsewhere = ~sum(1 << cell for cell in cells)
        code = dict(zip(cells, shape.codes, strict=True))
        self._tables = list(_lookup(code, shape.empty))
        self.wins = _verdict(self._tables, self._elsewhere, self._size, self._data)
        self._jumps = [
            (two, hole, code[jump.origin] ^ code[(jump.origin + jump.to) // 2] ^ code[jump.to], jump)
            for jump, two, hole in ways_of(rows, cols)
            if not (two | hole) & self._elsewhere
        ]

    def winning_jumps(self, pegs: int) -> list[Jump]:
        """The jumps after which it can still be won, in the order of `Solitario.legal`."""
        if pegs & self._elsewhere:
            return []
        code = 0
        for shift, mask, table in self._tables:
            code ^= table[pegs >> shift & mask]
        if code >= self._size:
            return []
        data = self._data
        return [
            jump
            for two, hole, change, jump in self._jumps
            if pegs & two == two
            and not pegs & hole
            and data[(code ^ change) >> 3] >> ((code ^ change) & 7) & 1
        ]

    def holds(self, goal: int, luck: Random) -> bool:
        """Whether what a table says is true, as far as games taken at random show.

        Any way back from the last peg passes positions that win. On any way forward a position wins if it is
        the last or one that wins can follow, and else it does not.
        """
        ways = [(two, hole, two | hole) for two, hole, _change, _jump in self._jumps]
        for _game in range(GAMES):
            pegs = 1 << goal
            back = [pegs]
            while undone := [both for two, hole, both in ways if pegs & hole and not pegs & two]:
                pegs ^= luck.choice(undone)
                back.append(pegs)
            if not all(map(self.wins, back)):
                return False
            pegs = luck.choice(back)
            while True:
                jumps = [both for two, hole, both in ways if pegs & two == two and not pegs & hole]
                if self.wins(pegs) != (pegs == 1 << goal or any(self.wins(pegs ^ both) for both in jumps)):
                    return False
                if not jumps:
                    break
                pegs ^= luck.choice(jumps)
        return True

    @cached_property
    def count(self) -> int:
        """How many positions win, the last one included."""
        data = self._data
        pieces = (data[at : at + 4096] for at in range(0, len(data), 4096))
        return sum(int.from_bytes(piece, "little").bit_count() for piece in pieces)


def _verdict(tables: list[LookUp], elsewhere: int, size: int, data: memoryview) -> Callable[[int], bool]:
    """Whether jumps can lead from a position to one peg on the goal: a function, half as slow as a method."""
    three = [*tables, (0, 0, [0]), (0, 0, [0])]
    a, in_a, first = three[0]
    b, in_b, second = three[1]
    c, in_c, third = three[2]
    more = tables[3:]

    def wins(pegs: int) -> bool:
        if pegs & elsewhere:
            return False
        code = first[pegs >> a & in_a] ^ second[pegs >> b & in_b] ^ third[pegs >> c & in_c]
        for shift, mask, table in more:
            code ^= table[pegs >> shift & mask]
        return code < size and data[code >> 3] >> (code & 7) & 1 == 1

    return wins


def _lookup(code: dict[int, int], empty: int) -> Iterator[LookUp]:
    """Tables by which a few look-ups give a position's code: shift, mask, codes of all sets of some cells."""
    left = sorted(code)
    while left:
        here = [cell for cell in left if cell < left[0] + CELLS]
        codes = np.full(1, empty, np.int64)
        for cell in range(left[0], here[-1] + 1):
            codes = np.concatenate([codes, codes ^ code.get(cell, 0)])
        yield left[0], len(codes) - 1, codes.tolist()
        left, empty = left[len(here) :], 0


def oracle(rows: int, cols: int, usable: int, goal: int, limit: Limit) -> Oracle | None:
    """The oracle of a board, remembered, read from the disk or made; None if it is too large or time is up.

    The clock stands still while the kernel is compiled, which it is once on a machine.
    """
    clock = limit.start()
    key = (rows, cols, usable, goal)
    with _lock:
        if key in _remembered:
            _remembered.move_to_end(key)
            return _remembered[key]
    if usable.bit_count() > MOST_CELLS:
        return None
    cells, lines = _reached(rows, cols, usable, goal)
    shape = bitmap(len(cells), cells.index(goal), lines)
    if shape is None:
        return None
    made = _read(key, cells, shape, clock) or _make(key, cells, shape, clock)
    if made is not None:
        _remember(key, made)
    return made


_remembered: OrderedDict[Key, Oracle] = OrderedDict()
_lock: Final = threading.Lock()


def _remember(key: Key, made: Oracle) -> None:
    """Keep the newest, and of the others the last ones that fit into KEPT_BYTES, at most KEPT in all."""
    with _lock:
        _remembered[key] = made
        size = sum(each.words.nbytes for each in _remembered.values())
        while len(_remembered) > KEPT or (size > KEPT_BYTES and len(_remembered) > 1):
            size -= _remembered.popitem(last=False)[1].words.nbytes


def _reached(rows: int, cols: int, usable: int, goal: int) -> tuple[tuple[int, ...], list[Line]]:
    """The cells that jumps join to the goal, and their lines, numbered among them; others must be empty."""
    lines = [
        (jump.origin, (jump.origin + jump.to) // 2, jump.to)
        for jump, two, hole in ways_of(rows, cols)
        if jump.origin < jump.to and not (two | hole) & ~usable
    ]
    reached, grown = {goal}, 0
    while grown != len(reached):
        grown = len(reached)
        reached |= {cell for line in lines if not reached.isdisjoint(line) for cell in line}
    cells = tuple(sorted(reached))
    number = {cell: at for at, cell in enumerate(cells)}
    return cells, [(number[a], number[b], number[c]) for a, b, c in lines if a in number]


def _read(key: Key, cells: tuple[int, ...], shape: Bitmap, clock: Clock) -> Oracle | None:
    """The oracle that is on the disk, if it can be believed: a checksum says that a file is whole, not that
    it is true."""
    rows, cols, _usable, goal = key
    try:
        words = load(key, shape, clock)
        if words is None:
            return None
        read = Oracle(rows, cols, cells, shape, words)
        if read.holds(goal, Random()):
            return read
        raise wrong(folder_of(key))
    except LudotecaError as error:
        tell_damaged(error, clock.limit)
        return None


def _make(key: Key, cells: tuple[int, ...], shape: Bitmap, clock: Clock) -> Oracle | None:
    """The oracle made, and put on the disk."""
    if clock.expired:
        return None
    rows, cols, _usable, goal = key
    limit = clock.limit
    before = clock.seconds
    with telling("solitario", 1, limit):
        compile_sweep(shape.word)
    tell_problems(limit)
    clock = Clock(limit, clock.started + clock.seconds - before)
    words = make(shape, shape.codes[cells.index(goal)] ^ shape.empty, clock)
    if words is None:
        return None
    left = None if limit.seconds is None else (limit.seconds - clock.seconds) / 2
    try:
        save(key, shape, words, Limit(left, cancel=limit.cancel).start())
    except LudotecaError as error:
        tell_not_kept(error, limit)
    return Oracle(rows, cols, cells, shape, words)


@cache
def compile_sweep(word: int) -> None:
    """Have the kernel compiled for words of this size, by a call with nothing to do."""
    smallest = bitmap(3, 0, [(0, 1, 2)])
    if COMPILED and smallest:
        nothing = np.zeros(smallest.shape, f"u{1 << word - 3}")
        sweep(nothing, 0, 0, 0, smallest.crossing, smallest.rounds, *smallest.tables)


@preparing("solitario", kernels=1)
def prepare_sweep(_limit: Limit) -> None:
    """Have the kernel ready for the words of all but the largest boards."""
    compile_sweep(WORD)


def make(shape: Bitmap, last: int, clock: Clock, *, compiled: bool = COMPILED) -> Any | None:
    """The bitmap of all positions that can end in the one with code `last`; None if time ran out."""
    _blocks, groups, units = shape.shape
    words = np.zeros(shape.shape, f"u{1 << shape.word - 3}")
    block, at = divmod(last >> shape.word, groups * units)
    words[block, shape.places[at // units], at % units] = 1 << (last & (1 << shape.word) - 1)
    fill = _fill if compiled else _fill_arrays
    return words if fill(words, shape, clock) else None


def _fill(words: Any, shape: Bitmap, clock: Clock) -> bool:
    """Level by level with the kernel, the blocks of a level shared out among the processors."""
    blocks, groups, units = shape.shape
    step = max(1, CHUNK // (groups * units))

    def part(level: int, first: int) -> None:
        sweep(words, level, first, min(first + step, blocks), shape.crossing, shape.rounds, *shape.tables)

    pool = ThreadPoolExecutor(os.cpu_count())
    try:
        for level in range(shape.heaviest + 1):
            for done in [pool.submit(part, level, first) for first in range(0, blocks, step)]:
                done.result()
                if clock.expired:
                    return False
    finally:
        pool.shutdown(cancel_futures=True)
    return _by_number(words, shape, clock)


def _fill_arrays(words: Any, shape: Bitmap, clock: Clock) -> bool:
    """The same with NumPy: for each level, the blocks of each weight together."""
    units, tables = shape.shape[2], shape.tables
    members = [np.flatnonzero(tables.weights == weight) for weight in range(shape.heaviest + 1)]
    sizes = np.diff(tables.low)
    for level in range(shape.heaviest + 1):
        for weight in range(level + 1):
            step = ARRAY_CHUNK // (int(sizes[level - weight]) * units + 1) + 1
            some = members[weight] if sizes[level - weight] else ()
            for first in range(0, len(some), step):
                sweep_arrays(words, level, some[first : first + step], shape.crossing, shape.rounds, *tables)
                if clock.expired:
                    return False
    return _by_number(words, shape, clock)


def _by_number(words: Any, shape: Bitmap, clock: Clock) -> bool:
    """Put the groups of each block, which were in the order of their weights, where their codes say."""
    blocks, groups, units = shape.shape
    step = max(1, ARRAY_CHUNK // (groups * units))
    for first in range(0, blocks, step):
        words[first : first + step] = words[first : first + step].take(shape.places, axis=1)
        if clock.expired:
            return False
    return True
