"""Drench solved by the compiled search, in pieces of a few ms between looks at the clock."""

from collections.abc import Iterable
from typing import Final

import numpy as np

from ludoteca.ai.drench.plain import Flooding, Regions, regions
from ludoteca.ai.limit import Clock, Limit
from ludoteca.ai.preparation import preparing
from ludoteca.core.game import Size
from ludoteca.games.drench import Drench
from ludoteca.kernels.drench import search as kernel
from ludoteca.kernels.drench.board import NIBBLES, Graph, SearchWork, Words, make_work, tabulate
from ludoteca.kernels.drench.bounds import bound, bound4

MEMORY: Final = 48 << 20
_BUDGET: Final = 6_000  # sets of four words, weighed in some 3 ms
_shelf: dict[int, SearchWork] = {}


class Compiled:
    """The search on one board; its arrays come from a shelf and go back there, so that threads share none."""

    def __init__(self, graph: Regions) -> None:
        self.graph = graph
        self.nodes = 0
        count = len(graph.beside)
        self._width = max(4, (count + 63) // 64)
        table = np.empty((NIBBLES * self._width, self._width + 1), np.uint64)
        tabulate(self._words(graph.beside), table)
        self._board = Graph(count, table, self._words(graph.colours))
        self._start = self._set(graph.corner, graph.beside[-1])

    def _set(self, flooded: int, edge: int) -> Words:
        """A flooded set, with the bits on that stand for no region, and its edge."""
        return self._words([flooded | (1 << 64 * self._width) - 1 ^ self.graph.whole, edge])

    def _words(self, sets: Iterable[int]) -> Words:
        """Sets as rows of words."""
        raw = b"".join(each.to_bytes(8 * self._width, "little") for each in sets)
        return np.frombuffer(raw, "<u8").reshape(-1, self._width).astype(np.uint64)

    def search(self, most: int, width: int | None, clock: Clock) -> Flooding:
        """Look for a line of at most `most` moves, no less than its lower bound, in `width` sets a level."""
        work = _shelf.pop(self._width, None) or make_work(self._width, MEMORY)
        try:
            return self._search(work, most, width or work.sets.shape[1], clock)
        finally:
            _shelf.clear()
            _shelf[self._width] = work

    def bounds(self, flooded: int, edge: int, most: int) -> list[tuple[int, int]]:
        """The bound of a set by each kernel that can tell."""
        work, (inside, beside) = make_work(self._width, 1 << 20), self._set(flooded, edge)
        table, colours = self._board.table, self._board.colours
        known = [bound(inside, beside, table, colours, most, work.scratch, work.lists)]
        if self._width == 4:
            known.append(bound4(inside, beside, table, colours, most, work.lists[1]))
        return known

    def _search(self, work: SearchWork, most: int, width: int, clock: Clock) -> Flooding:
        where = work.where
        where[:] = 0
        where[kernel.LEVEL], where[kernel.FOUND] = 1, -1
        work.sets[0, 0], work.order[0, 0], work.facts[kernel.SIZE, 0, 0] = self._start, 0, 1
        budget = max(16, _BUDGET * 16 // self._width**2)
        while where[kernel.LEVEL] and where[kernel.FOUND] < 0:
            if clock.expired:
                break
            kernel.search(most, width, budget, self._board, work)
        self.nodes += int(where[kernel.NODES])
        if where[kernel.FOUND] >= 0:
            return Flooding(self._line(work), complete=not where[kernel.CUT])
        return Flooding(None, complete=not (where[kernel.LEVEL] or where[kernel.CUT]))

    def _line(self, work: SearchWork) -> tuple[int, ...]:
        """The moves that led to the whole board."""
        line, at = [], int(work.where[kernel.FOUND])
        while at:
            line.append(self.graph.numbers[work.history[1, at]])
            at = int(work.history[0, at])
        return tuple(reversed(line))


@preparing("drench", kernels=16)
def prepare(_limit: Limit) -> None:
    """Compile, or load what was compiled before."""
    board = Compiled(regions(Drench(Size(2, 2), 3), "1231"))
    board.search(3, None, Limit().start())
