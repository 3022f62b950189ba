"""Which bit of a bitmap a peg position is, and an order in which one pass can fill that bitmap.

A jump changes three cells in a line, so a sum modulo 2 over cells of which every line has none or two never
changes: these sums tell the position classes apart. One cell of each, its *pivot*, follows from the others
and takes no bit. Six or eight cells are the bits within a group of words; the rest number the groups. Those
have weights, and cells within a group none, such that a jump takes more weight away than it brings: so each
group needs lighter ones only.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from ludoteca.ai.solitario.bitmap_order import Line, find_pivots, find_weightless, invariants, weigh
from ludoteca.kernels.solitario.oracle import NO_PIVOT

WORD: Final = 6  # 64 positions are a word, but for large boards where so few cells can do without weight
LARGE: Final = 33
MOST: Final = 34  # bits of a code: 2 GiB
BLOCKS: Final = 21  # bits of a block's number
WIDE: Final = 8  # four words side by side are moved at once: 1.7 times as fast as single words
LOW: Final = 13  # cells of a group's number within its block; from 2**10 to 2**13 each step gained a seventh


class SweepTables(NamedTuple):
    """What the kernels read: blocks by number, groups in a block by weight, jumps within a group last."""

    numbers: Any  # of a block: its cells, and those that follow from them
    weights: Any  # of a block
    parities: Any  # of a block: its share in each pivot's sum
    low: Any  # of a weight: the first group in a block that is not lighter
    low_parities: Any  # of a group
    jumps: Any  # cells of the block's number, pegs among them, change of block, 3 pivots, change of word
    shifts: Any  # left, right: where a word of the position after lies in the one before
    masks: Any  # by pivots' parities and word within the group
    starts: Any  # of a jump and weight: its first pair of groups
    targets: Any
    sources: Any
    kinds: Any  # of a pair: its share in the pivots' parities


class Bitmap(NamedTuple):
    """A bitmap's shape: a code's bits, each cell's code, that of the empty board, what the kernels need."""

    bits: int
    codes: tuple[int, ...]
    empty: int
    places: Any  # of a group within its block, while groups are ordered by weight
    heaviest: int
    crossing: int  # how many jumps lead from a group to another
    rounds: int  # of the other jumps that may find something new
    word: int
    tables: SweepTables

    @property
    def shape(self) -> tuple[int, int, int]:
        """Blocks, groups in a block, words in a group."""
        tables = self.tables
        return len(tables.numbers), len(tables.low_parities), tables.masks.shape[2]


def bitmap(size: int, goal: int, lines: Sequence[Line]) -> Bitmap | None:
    """The bitmap of the positions on cells 0 to size-1 that are in the class of one peg on the goal.

    None if it would be too large: for 37 cells that many are in two lines only, or one board in hundreds.
    """
    sums = invariants(size, lines)
    weightless = find_weightless(size, lines, sums, WIDE)
    if len(weightless) != len(find_pivots(weightless, sums)) + WIDE:
        weightless = find_weightless(size, lines, sums, WORD)
    weights = weigh(size, lines, weightless) or []
    for usable in (range(size), weightless):
        pivots = find_pivots(sorted(usable, key=lambda cell: (cell not in weightless, cell)), sums)
        rest = [cell for cell in range(size) if cell not in weightless and cell not in pivots]
        # A pivot with weight is part of its block's number, so its sum must not reach into the block.
        tied = [mask for cell, mask in pivots.items() if cell not in weightless]
        low = [cell for cell in rest if not any(mask >> cell & 1 for mask in tied)]
        low = low[: min(LOW, len(rest) * 2 // 3)]
        if len(rest) - len(low) <= BLOCKS:
            break
    high = [cell for cell in rest if cell not in low]
    within = [cell for cell in range(size) if cell in weightless and cell not in pivots]
    word = WORD if len(rest) + WORD <= LARGE else min(WORD, max(3, len(within)))
    start = max(word, len(within))
    place = {cell: bit for bit, cell in enumerate(within)}
    place |= {cell: bit for bit, cell in enumerate(low + high, start)}
    bits = start + len(rest)
    if bits > MOST:
        return None
    codes = tuple(
        (1 << place[cell] if cell in place else 0)
        | sum(1 << bits + bit for bit, mask in enumerate(pivots.values()) if mask >> cell & 1)
        for cell in range(size)
    )
    empty = sum(1 << bits + bit for bit, mask in enumerate(pivots.values()) if mask >> goal & 1)
    return _Builder(lines, weights, codes, empty, bits, word, list(pivots), within, low, high).build()


class _Builder(NamedTuple):
    """The cells of a bitmap by their parts, from which its tables are made."""

    lines: Sequence[Line]
    weights: Sequence[int]
    codes: tuple[int, ...]
    empty: int
    bits: int
    word: int
    pivots: list[int]
    within: list[int]
    low: list[int]
    high: list[int]

    def build(self) -> Bitmap:
        """The whole bitmap's shape."""
        weights, parity = self.weights, [code >> self.bits for code in self.codes]
        tied = [cell for cell in self.pivots if weights[cell]]
        blocks, shares = np.arange(1 << len(self.high)), _spread(self.high, parity)
        for bit, cell in enumerate(tied, len(self.high)):
            blocks |= ((shares ^ self.empty >> self.bits) >> self.pivots.index(cell) & 1) << bit
        order = np.argsort(_spread(self.low, weights, total=True), kind="stable")
        places = np.argsort(order)
        levels = np.arange(sum(weights) + 2)
        low_weights = _spread(self.low, weights, total=True)[order]
        low_parities = _spread(self.low, parity)[order]
        ways = [way for line in self.lines for way in (line, line[::-1])]
        ways.sort(key=lambda way: not any(weights[cell] for cell in way))
        pairs = [self.pairs(way, order, places, low_parities) for way in ways]
        ends = np.cumsum([0] + [len(targets) for targets, _sources, _kinds in pairs])
        starts = [
            end + np.searchsorted(low_weights[targets], levels)
            for end, (targets, _sources, _kinds) in zip(ends, pairs, strict=False)
        ]
        targets, sources, kinds = (
            np.concatenate([np.zeros(0, np.int64), *column])
            for column in (zip(*pairs, strict=True) if pairs else ((), (), ()))
        )
        tables = SweepTables(
            numbers=blocks,
            weights=_spread(self.high + tied, weights, total=True)[blocks],
            parities=shares,
            low=np.searchsorted(low_weights, levels),
            low_parities=low_parities,
            jumps=np.array([self.jump(way, tied) for way in ways], np.int64).reshape(-1, 7),
            shifts=np.array([self.shift(way) for way in ways], np.uint64).reshape(-1, 2),
            masks=np.array([self.masks(way) for way in ways], np.uint64).reshape(-1, 8, self.words),
            starts=np.array(starts, np.int64).reshape(-1, len(levels)),
            targets=targets.astype(np.uint16),
            sources=sources.astype(np.uint16),
            kinds=kinds.astype(np.uint8),
        )
        crossing = sum(any(weights[cell] for cell in way) for way in ways)
        rounds = _longest(ways[crossing:])
        return Bitmap(
            self.bits, self.codes, self.empty, places, sum(weights), crossing, rounds, self.word, tables
        )

    @property
    def words(self) -> int:
        """How many words a group has."""
        return 1 << max(0, len(self.within) - self.word)

    def jump(self, way: Line, tied: list[int]) -> list[int]:
        """A jump's row of numbers."""
        touched, pegs = _part(self.high + tied, way)
        own = [self.pivots.index(cell) for cell in way if cell in self.pivots and not self.weights[cell]]
        change = touched & (1 << len(self.high)) - 1
        return [touched, pegs, change, *(own + [NO_PIVOT] * 3)[:3], _part(self.within, way)[0] >> self.word]

    def shift(self, way: Line) -> tuple[int, int]:
        """How far left, or right: the touched bits within a word are known, so the rest moves as one."""
        touched, pegs = (mask & (1 << self.word) - 1 for mask in _part(self.within, way))
        return max(2 * pegs - touched, 0), max(touched - 2 * pegs, 0)

    def masks(self, way: Line) -> list[list[int]]:
        """The positions of a group that may jump, for each combination of the jump's pivots' parities."""
        touched, pegs = _part(self.within, way)
        numbers = np.arange(1 << max(self.word, len(self.within)))
        fits = ((numbers & touched) == pegs) & (numbers < 1 << len(self.within))
        shares = _spread(self.within, [code >> self.bits for code in self.codes]) ^ self.empty >> self.bits
        shares = shares[numbers & (1 << len(self.within)) - 1]
        own = [cell for cell in way if cell in self.pivots and not self.weights[cell]]
        rows = []
        for kind in range(8):
            good = fits.copy()
            for bit, cell in enumerate(own):
                good &= (shares >> self.pivots.index(cell) & 1 ^ kind >> bit & 1) == (cell != way[2])
            packed = np.packbits(good, bitorder="little").tobytes()
            size = 1 << self.word - 3
            rows.append(
                [int.from_bytes(packed[at : at + size], "little") for at in range(0, len(packed), size)]
            )
        return rows

    def pairs(self, way: Line, order: Any, places: Any, parities: Any) -> tuple[Any, Any, Any]:
        """The groups in a block that may jump, where they jump to, and their shares in the parities."""
        touched, pegs = _part(self.low, way)
        targets = np.flatnonzero((order & touched) == pegs)
        kinds = np.zeros(len(targets), np.int64)
        own = [cell for cell in way if cell in self.pivots and not self.weights[cell]]
        for bit, cell in enumerate(own):
            kinds |= (parities[targets] >> self.pivots.index(cell) & 1) << bit
        return targets, places[order[targets] ^ touched], kinds


def _longest(ways: Sequence[Line]) -> int:
    """The most jumps that can follow one another in one part of the board where only these are allowed.

    >>> _longest([(0, 1, 2), (2, 1, 0)]), _longest([(0, 1, 2), (2, 1, 0), (1, 2, 3), (3, 2, 1)])
    (1, 2)
    """
    parts: list[set[int]] = []
    for way in ways:
        joined = [part for part in parts if not part.isdisjoint(way)]
        parts = [part for part in parts if part.isdisjoint(way)] + [set(way).union(*joined)]
    longest = 0
    for part in parts:
        masks = [_part(sorted(part), way) for way in ways if way[0] in part]
        depth, before = np.zeros(1 << len(part), np.int64), None
        pegs_of = np.arange(1 << len(part))
        starts = [(touched, pegs_of[(pegs_of & touched) == pegs]) for touched, pegs in masks]
        while before is None or (depth != before).any():
            before = depth.copy()
            for touched, start in starts:
                depth[start] = np.maximum(depth[start], depth[start ^ touched] + 1)
        longest = max(longest, int(depth.max()))
    return longest


def _part(cells: Sequence[int], way: Line) -> tuple[int, int]:
    """Of these cells, as bits: those a jump touches, and those where it needs a peg."""
    touched = sum(1 << bit for bit, cell in enumerate(cells) if cell in way)
    return touched, sum(1 << bit for bit, cell in enumerate(cells) if cell in way[:2])


def _spread(cells: Sequence[int], values: Sequence[int], *, total: bool = False) -> Any:
    """For each set of the cells, numbered by its bits, its values together: by exclusive or, or in total."""
    table = np.zeros(1, np.int64)
    for cell in cells:
        table = np.concatenate([table, table + values[cell] if total else table ^ values[cell]])
    return table
