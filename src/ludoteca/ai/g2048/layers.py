"""Every position of 2048 on a board of side 2 or 3 valued exactly, by dynamic programming, layer by layer.

Nature's tile raises the sum of the tiles by 2 or 4 and no move changes it, so positions fall into layers by
their sum. All that can come of some roots is explored upwards, sum by sum, and valued downwards; boards that
are turns or mirror images of each other count once. On 3 x 3 there are 48.7 million positions, and 31.4
million boards with a tile due: 12 seconds and 0.8 GB with Numba on two cores.
"""

import math
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ludoteca.ai.limit import Clock
from ludoteca.core.words import _
from ludoteca.kernels.g2048 import layers as kernels
from ludoteca.kernels.g2048.board import ONES, all_places, line_tables

Codes = npt.NDArray[np.uint64]
Values = npt.NDArray[np.float64]

_ALMOST_SURE: Final = math.nextafter(1.0, 0.0)


class Stopped(Exception):  # noqa: N818 - the limit has come, which is no error
    """There was no time to finish."""


class Stranger(Exception):  # noqa: N818 - asked for a position that play does not lead to, which is no error
    """A layer that is known lacks a board."""


class Aim(NamedTuple):
    """What is played for: the exponent of the tile to make on a board of this side, or 0 for points."""

    size: int
    goal: int

    @property
    def top(self) -> int:
        """The largest sum of tiles there can be without the goal: 4 + 8 + 16 and so on, on every place."""
        top = largest_sum(self.size)
        return min(top, self.size**2 << self.goal - 1) if self.goal else top


class Layer(NamedTuple):
    """All boards of one sum on which a tile is due, the smallest of their eight images, and their worth."""

    codes: Codes
    values: Values


def largest_sum(size: int) -> int:
    """No game gets beyond it: 2 x 2 ends at the latest with 4, 8, 16 and 32.

    That many different tiles are the only way to a sum this large, and nothing moves among them.
    """
    return (4 << size**2) - 4


def encode(tiles: tuple[int, ...], size: int) -> np.uint64:
    """A board as the kernels have it."""
    places = enumerate(tile.bit_length() - 1 if tile else 0 for tile in tiles)
    return np.uint64(sum(tile << 16 * (at // size) + 4 * (at % size) for at, tile in places))


def belong(aim: Aim, total: int, layer: Layer) -> bool:
    """Whether a layer can be one at all: boards of this side and sum, in order, and worth what one can be."""
    codes, values = layer
    places = [np.uint64(16 * row + 4 * col) for row in range(aim.size) for col in range(aim.size)]
    boards, sums = np.zeros_like(codes), np.zeros_like(codes)
    for place in places:
        tiles = codes >> place & np.uint64(15)
        boards |= tiles << place
        sums += np.uint64(1) << tiles & ~np.uint64(1)
    most = 1.0 if aim.goal else np.finfo(np.float64).max
    fits = (boards == codes) & (sums == total) & (values >= 0) & (values <= most)
    return bool(fits.all() and (codes[1:] > codes[:-1]).all())


NONE: Final = Layer(np.empty(0, np.uint64), np.empty(0))
_EMPTY_BOARD: Final = np.zeros(1, np.uint64)  # which no set can hold, since 0 marks a free place there


class _Rules(NamedTuple):
    """What the kernels need to know of a board and an aim."""

    pushed: Any
    points: Any
    every: Any
    goal: Any
    most: float


@cache
def rules_of(aim: Aim) -> _Rules:
    """These things, made once."""
    pushed, points = line_tables(aim.size)
    goal = np.uint64(aim.goal * int(ONES))
    every = all_places(aim.size)
    return _Rules(pushed, points * (not aim.goal), every, goal, _ALMOST_SURE if aim.goal else math.inf)


class _Heap:
    """A set of boards that grows as it fills, with room at first for as many as its like had before."""

    def __init__(self, like: "_Heap | None" = None) -> None:
        self.used: int = 0
        self.keys: Codes = np.zeros(_room(like.used if like else 0), np.uint64)

    def add(self, codes: Codes) -> None:
        """Take in some more."""
        self.widen(len(codes))
        self.used += kernels.add_all(codes, self.keys)

    def widen(self, more: int = 20) -> None:
        """Make sure of room for some more."""
        if (room := _room(self.used + more)) > len(self.keys):
            wider = np.zeros(room, np.uint64)
            kernels.add_all(self.keys, wider)
            self.keys = wider

    def codes(self) -> Codes:
        """All of them, in no order."""
        codes = np.empty(self.used, np.uint64)
        kernels.members(self.keys, codes)
        return codes


def _room(count: int) -> int:
    """The power of two that leaves a hash table of so many boards a third empty, or more."""
    return max(64, 1 << (3 * count // 2).bit_length())


class Explored(NamedTuple):
    """Boards by the sum of their tiles: positions where the player moves, boards where a tile is due."""

    positions: dict[int, Codes]
    boards: dict[int, Codes]


class _Watch:
    """Stops what has run out of time; what takes longer than a moment is told, percent by percent."""

    def __init__(self, clock: Clock) -> None:
        self.clock, self.began = clock, clock.seconds
        self.told = 0

    def __call__(self, share: float) -> None:
        """Say that this much of the work is done."""
        if self.clock.expired:
            raise Stopped
        percent = int(100 * share)
        if percent > self.told and self.clock.seconds - self.began > 0.3:
            self.told = percent
            self.clock.limit.progress(_("perfect play: {percent} %", percent=percent))


def _explore(aim: Aim, roots: Explored, known: Mapping[int, Layer], watch: _Watch) -> Explored:
    """Follow every move and every tile upwards, as far as the layers known or to the end."""
    found, after = Explored({}, {}), _Heap()
    coming = {total: _Heap() for total in (*roots.positions, *roots.boards)}
    for total, codes in roots.positions.items():
        coming[total].add(codes)
    while coming:
        total = min(coming)
        watch(total / aim.top / 2)
        heap = coming.pop(total)
        found.positions[total] = heap.codes()
        if total not in known:
            after = _Heap(after)
            after.add(roots.boards.get(total, NONE.codes))
            _move(aim, found.positions[total], after)
            found.boards[total] = after.codes() if total else _EMPTY_BOARD
            watch(total / aim.top / 2)
            if len(found.boards[total]):
                low, high = (coming.setdefault(total + tile, _Heap(heap)) for tile in (2, 4))
                _fill(aim, found.boards[total], low, high)
    return found


def _move(aim: Aim, positions: Codes, after: _Heap) -> None:
    """Collect the boards that moves leave."""
    begin, rules = 0, rules_of(aim)
    while begin < len(positions):
        after.widen()
        begin, after.used = kernels.explore_moves(
            positions, begin, rules.goal, aim.size, rules.pushed, after.keys, after.used
        )


def _fill(aim: Aim, boards: Codes, low: _Heap, high: _Heap) -> None:
    """Collect the positions that a 2 and that a 4 leads to."""
    begin, used = np.zeros(2, np.int64), np.array([low.used, high.used], np.int64)
    while begin.min() < len(boards):
        low.widen()
        high.widen()
        every = rules_of(aim).every
        kernels.explore_tiles(boards, aim.size, every, low.keys, high.keys, begin, used)
        low.used, high.used = used.tolist()


def starts(aim: Aim) -> Explored:
    """Every board of twos and fours: where a game with any number of tiles may begin."""
    heaps = {total: _Heap() for total in range(0, 4 * aim.size**2 + 6, 2)}
    for total, heap in heaps.items():
        if heap.used or not total:
            _fill(aim, heap.codes() if total else _EMPTY_BOARD, heaps[total + 2], heaps[total + 4])
    return Explored({total: heap.codes() for total, heap in heaps.items() if heap.used}, {})


def solve(aim: Aim, roots: Explored, known: Mapping[int, Layer], clock: Clock) -> Iterator[tuple[int, Layer]]:
    """The layers of boards with a tile due that come of some roots, valued, from the largest sum down."""
    watch = _Watch(clock)
    rules, found = rules_of(aim), _explore(aim, roots, known, watch)
    above, beyond = _table(NONE), _table(NONE)
    for total in range(max(found.positions), min(found.positions) - 1, -2):
        watch(1 - total / aim.top / 2)
        layer = known.get(total, NONE)
        if total in found.boards:
            codes = found.boards.pop(total)
            layer = Layer(codes, np.empty(len(codes)))
            kernels.value_tiles(codes, rules.most, aim.size, rules.every, *above, *beyond, layer.values)
            yield total, layer
            watch(1 - total / aim.top / 2)
        here = found.positions.pop(total, NONE.codes)
        worth = np.empty(len(here))
        board = rules.goal, aim.size, rules.pushed, rules.points
        kernels.value_moves(here, *board, *_table(layer), worth)
        if worth.min(initial=0) < 0:
            raise Stranger
        above, beyond = _table(Layer(here, worth)), above


def _table(layer: Layer) -> tuple[Codes, Values]:
    """A hash table of boards and what they are worth, at most two thirds full."""
    room = _room(len(layer.codes))
    keys, values = np.zeros(room, np.uint64), np.zeros(room)
    kernels.tabulate(layer.codes, layer.values, keys, values)
    return keys, values
