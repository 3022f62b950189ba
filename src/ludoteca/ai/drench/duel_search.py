"""Drench for two searched: the board as a graph of areas, and ever deeper searches of it until time is up."""

import time
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from ludoteca.ai.limit import Clock, Limit
from ludoteca.ai.preparation import preparing
from ludoteca.core.dice import Dice
from ludoteca.core.game import Size
from ludoteca.games.drench import COLOURS, MAX_SIDE, Drench, Flood, neighbours
from ludoteca.kernels.drench import duel as kernel
from ludoteca.kernels.drench.duel import FREE, MOST, PLIES, Duel, DuelWork, Words

SLOTS: Final = 1 << 19  # of the table, 8 MiB; the system gives memory only to what is used
_PIECE: Final = 0.003  # seconds between looks at the clock
_WIDE: Final = 1 << 30  # beyond any value


class Areas(NamedTuple):
    """The areas of a board, the corners' first: the cells of each, and what is beside it."""

    cells: list[list[int]]
    beside: list[list[int]]


class Duelled(NamedTuple):
    """What a search found for the seat to move: a colour, its worth, how deep it saw, and if it guessed."""

    hue: int
    worth: int
    depth: int
    guess: bool

    @property
    def decided(self) -> int:
        """1 or -1 where the seat certainly wins or loses, else 0; no guess comes near to that worth."""
        return (2 * self.worth > kernel.WON) - (2 * self.worth < -kernel.WON)

    @property
    def ahead(self) -> float:
        """The cells by which the seat will be ahead."""
        return (self.worth - self.decided * kernel.WON) / kernel.UNIT


def areas(game: Drench, cells: str) -> Areas:
    """The graph of a board whose corners are apart.

    >>> areas(Drench(Size(2, 2), 3, players=2), "1223")
    Areas(cells=[[0], [3], [1], [2]], beside=[[2, 3], [2, 3], [0, 1], [0, 1]])
    """
    near = neighbours(*game.size)
    area, members = [-1] * len(cells), list[list[int]]()
    for seed in (0, len(cells) - 1, *range(len(cells))):
        if area[seed] < 0:
            area[seed], inside = len(members), [seed]
            for index in inside:  # which grows while it is read
                for beside in near[index]:
                    if area[beside] < 0 and cells[beside] == cells[seed]:
                        area[beside] = len(members)
                        inside.append(beside)
            members.append(inside)
    beside_all = [
        sorted({area[beside] for index in inside for beside in near[index]} - {number})
        for number, inside in enumerate(members)
    ]
    return Areas(members, beside_all)


@cache
def _luck() -> Words:
    """Random words for the largest board, the same in every run."""
    dice = Dice(0)
    return np.array([dice.bits() for _word in range(2 * MAX_SIDE**2 + kernel.LUCK)], np.uint64)


class Duelist:
    """Searches of one position that is not over, its corners apart; they remember what they have seen."""

    def __init__(self, game: Drench, state: Flood) -> None:
        graph = areas(game, state.cells)
        count = len(graph.cells)
        self.duel = Duel(
            colours=game.colours,
            total=len(state.cells),
            naive=FREE,
            hue=np.array([COLOURS.index(state.cells[inside[0]]) for inside in graph.cells], np.int64),
            size=np.array([len(inside) for inside in graph.cells], np.int64),
            first=np.cumsum([0, *map(len, graph.beside)], dtype=np.int64),
            beside=np.array([other for others in graph.beside for other in others], np.int64),
            luck=_luck(),
        )
        self.work = DuelWork(
            where=np.zeros(kernel.WHERE, np.int64),
            rows=np.zeros((PLIES + 1, kernel.ROW), np.int64),
            keys=np.zeros(PLIES + 1, np.uint64),
            frames=np.zeros((PLIES + 1, kernel.FRAME), np.int64),
            owner=np.full(count, FREE, np.int64),
            touched=np.zeros((2, count), np.int64),
            edge=np.zeros((2, count), np.int64),
            far=np.zeros((2, count), np.int64),
            queue=np.zeros(count, np.int64),
            known=np.zeros(SLOTS, np.uint64),
            table=np.zeros(SLOTS, np.int64),
        )
        self._set_up(state)
        self._speed = 1.0  # positions in a piece, until it is known better

    def _set_up(self, state: Flood) -> None:
        """Write the first row: the corners' areas have owners, and what is beside them is their edge."""
        duel, row = self.duel, self.work.rows[0]
        tally = np.bincount(duel.hue, minlength=MOST)
        row[kernel.LEFT : kernel.LEFT + MOST] = tally - np.bincount(duel.hue[:2], minlength=MOST)
        for start in (kernel.FROM, kernel.UPTO):
            row[start : start + 2 * MOST] = np.tile(np.cumsum(tally) - tally, 2)
        row[kernel.CELLS : kernel.CELLS + 2] = duel.size[:2]
        row[kernel.COLOUR : kernel.COLOUR + 2] = duel.hue[:2]
        row[kernel.TURN], row[kernel.IDLE] = state.turn, state.idle
        self.work.owner[:2] = 0, 1
        for seat in (0, 1):
            kernel.touch(seat, seat, row, duel, self.work)

    @property
    def nodes(self) -> int:
        """Positions met so far."""
        return int(self.work.where[kernel.NODES])

    def best(
        self, clock: Clock, *, depth: int, nodes: int, found: Duelled | None = None, naive: bool = False
    ) -> Duelled | None:
        """Search ever deeper than what is found, up to a depth, a number of positions or the clock.

        None if there is no time. With `naive` the rival is taken to choose always the most cells; what is
        found then holds against such a one only.
        """
        seat = int(self.work.rows[0, kernel.TURN])
        self.duel = self.duel._replace(naive=1 - seat if naive else FREE)
        self.work.keys[0] = naive  # so that neither kind of search takes what the other has found
        most = self.nodes + nodes
        for plies in range(found.depth + 1 if found else 1, min(depth, PLIES) + 1):
            ended = self._search(plies, most, clock)
            hue = int(self.work.frames[0, kernel.MOVE])
            if ended:
                worth, guess = (int(self.work.where[at]) for at in (kernel.RESULT, kernel.GUESS))
                found = Duelled(hue, worth, plies, bool(guess))
            elif hue >= 0:
                worth = int(self.work.frames[0, kernel.BEST])
                found = (found or Duelled(hue, worth, plies, guess=True))._replace(hue=hue)
            if not found or not ended or not found.guess:
                break
        return found

    def _search(self, plies: int, most: int, clock: Clock) -> bool:
        """Search to one depth; whether it came to its end."""
        work, where = self.work, self.work.where
        frame = work.frames[0]
        frame[kernel.DEPTH], frame[kernel.NEXT], frame[kernel.MOVE] = plies, -1, -1
        frame[kernel.ALPHA], frame[kernel.BETA] = -_WIDE, _WIDE
        where[kernel.PLY] = where[kernel.DONE] = 0
        while not where[kernel.DONE] and self.nodes < most and not clock.expired:
            budget, started = int(min(self._speed, most - self.nodes)), time.perf_counter()
            kernel.search(budget, self.duel, work)
            pieces = (time.perf_counter() - started) / _PIECE
            self._speed = max(1.0, min(2 * self._speed, budget / max(pieces, 1e-9)))
        for ply in range(int(where[kernel.PLY]), 0, -1):
            kernel.unplay(ply, self.duel, work)
        return bool(where[kernel.DONE])

    def line(self, hue: int) -> tuple[int, ...]:
        """The moves expected after the search's own, as far as the table remembers them; colours from 1."""
        work, line, ply = self.work, [hue], 0
        for ply in range(PLIES):
            kernel.play(ply, line[ply], self.duel, work)
            key = work.keys[ply + 1]
            slot = int(key) % SLOTS
            if work.known[slot] != key:
                break
            line.append(int(work.table[slot]) & 15)
        for back in range(ply + 1, 0, -1):
            kernel.unplay(back, self.duel, work)
        return tuple(hue + 1 for hue in line)


@preparing("drench", kernels=13)
def prepare(_limit: Limit) -> None:
    """Compile, or load what was compiled before."""
    game = Drench(Size(2, 2), 3, players=2)
    searcher = Duelist(game, Flood("1223"))
    searcher.best(Limit().start(), depth=2, nodes=100)
    searcher.line(2)
