"""Fuga's searcher: it thinks in a thread of its own, while the caller watches the clock."""

from collections import Counter
from collections.abc import Sequence
from threading import Thread
from typing import Final

import numpy as np

from ludoteca.ai.fuga.root import Report, Root, Searched
from ludoteca.ai.fuga.weights import fixed_with, weights_for
from ludoteca.ai.limit import Clock
from ludoteca.games.fuga import ATTACKERS, Flight
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.fuga import board as kernel
from ludoteca.kernels.fuga.moves import (
    AGE,
    BUDGET,
    DRAWN,
    HISTORY,
    KILLERS,
    MEMO,
    NODES,
    PASSED,
    PAST,
    PATH,
    PLIES,
    STOP,
)

DEEPEST: Final = 60
_ROOM: Final = PLIES + 16 << 10
_AT_ONCE: Final = 15_000  # nodes that take less than 10 ms, and so no thread
_LOOK: Final = 0.004  # seconds between looks at the clock
_ENDLESS: Final = 1 << 60  # nodes
_DRAWS: Final = HISTORY - PAST  # at most so many positions are remembered as draws


class Searcher:
    """One for each size of board; its table, of 16 bytes an entry, lives on between moves."""

    def __init__(self, size: int, *, entries: int = 1 << 20, weights: list[int] | None = None) -> None:
        self.size = size
        self.bits = kernel.make_bits(size)
        self.fixed = fixed_with(size, weights or weights_for(size))
        self.memo = np.zeros(MEMO, np.int64)
        self.moves, self.rates = np.zeros(_ROOM, np.int64), np.zeros(_ROOM, np.int64)
        self.table = np.zeros(2 * entries, np.int64)
        self.state = np.zeros(kernel.STATE, np.int64)
        self.turn = ATTACKERS

    def forget(self) -> None:
        """Begin as if nothing had been searched before."""
        self.table[:] = 0
        self.memo[:] = 0

    def place(self, position: Flight, past: Sequence[Flight] = (), *, repeats: int = 0) -> None:
        """Set up a position, and those that are draws if they are reached once more."""
        self.turn = position.turn
        self.state[:] = kernel.encode(position, self.size, self.fixed)
        stood = Counter([*past, position])
        often = [each for each, times in stood.items() if repeats and times >= repeats - 1]
        hashes = sorted(int(kernel.encode(each, self.size, self.fixed)[kernel.HASH]) for each in often)[
            :_DRAWS
        ]
        # What is proved holds for these draws alone: with others, nothing of it may be found in the table.
        salt = hash(tuple(hashes)) if hashes else 0
        self.state[kernel.HASH] ^= salt
        self.memo[DRAWN] = len(hashes)
        for at, each in enumerate(hashes):
            self.memo[PAST + at] = each ^ salt

    def think(
        self,
        clock: Clock,
        *,
        nodes: int | None = None,
        depth: int = DEEPEST,
        lines: int = 1,
        proof: int = 5,
        report: Report = lambda _searched: None,
    ) -> Searched:
        """Search until the clock, the nodes or the depth run out, or the game is proved won or lost."""
        memo = self.memo
        memo[NODES], memo[STOP], memo[BUDGET] = 0, 0, min(nodes or _ENDLESS, _ENDLESS)
        memo[KILLERS:PATH], memo[PASSED] = 0, 0
        memo[HISTORY:] //= 8
        memo[AGE] = (memo[AGE] + 1) & 63
        root = Root(self, lines)
        failure: list[BaseException] = []

        def work() -> None:
            try:
                root.sort()
                if root.prove(min(proof, 3)) and lines == 1:
                    return
                # Proofs in five take up to 70 ms on the largest board, so there is a sensible move before.
                root.deepen(1, min(depth, 2), report)
                if (proof > 3 and root.prove(proof) and lines == 1) or root.settled:
                    return
                root.deepen(3, depth, report)
            except BaseException as error:  # for the caller, who waits below
                failure.append(error)

        if clock.expired:
            if COMPILED:  # a glance takes a millisecond or two
                root.sort()
            return root.searched
        if COMPILED and nodes is not None and nodes <= _AT_ONCE and proof <= 1:
            work()
            return self._found(root, failure)
        thread = Thread(target=work, daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(_LOOK)
                if clock.expired:
                    memo[STOP] = 1
        finally:
            memo[STOP] = 1
            thread.join()
        return self._found(root, failure)

    @staticmethod
    def _found(root: Root, failure: list[BaseException]) -> Searched:
        if failure:
            raise failure[0]
        return root.searched
