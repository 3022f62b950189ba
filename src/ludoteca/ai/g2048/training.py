"""A 2048 network that learns by playing, on all cores, and goes on where it left off.

Every weight starts out hopeful, so that what was never tried is tried; each then learns at a pace of its own
(temporal coherence: slower where its errors cancel out). All cores share the weights without locks; two
that meet in one weight lose one of many small steps.
"""

import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from ludoteca.ai.g2048.network import OWN, pack
from ludoteca.ai.g2048.training_files import Learning, read_training, write_training
from ludoteca.ai.limit import Limit
from ludoteca.ai.preparation import tell_problems
from ludoteca.core import LudotecaError
from ludoteca.core.words import _
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.g2048.board import all_places, line_tables
from ludoteca.kernels.g2048.learning import learn, new_game
from ludoteca.kernels.g2048.network import LOOKUPS, WEIGHTS, play_at_a_glance
from ludoteca.system.disk import write_bytes

OPTIMISM: Final = 40_000.0  # points that every board is thought worth at first
MOST_OPTIMISM: Final = 10_000_000  # more than any game makes
UNIT: Final = 1.0  # points; networks of one's own are not rounded much
RECENT: Final = 1000  # games over which their length is told
MEASURED: Final = 300 if COMPILED else 1  # games whose points are told
_SLICE: Final = 20_000 if COMPILED else 50  # moves between two looks at the clock, some 50 ms


class Progress(NamedTuple):
    """How far the learning is: moves and games in all, this run's seconds and moves, moves of a game lately;
    and what whole games without search made when it was measured last."""

    moves: int
    games: int
    seconds: float
    played: int
    length: float
    score: float
    reached: dict[int, float]


def check_cores(cores: int) -> None:
    """Refuse a number of cores that no training uses."""
    if not 1 <= cores <= 256:
        raise LudotecaError(_("From 1 to 256 cores can be used, not {cores}.", cores=cores))


class Trainer:
    """A network under training: weights, how far each may be trusted, and what was played so far."""

    def __init__(self, optimism: float = OPTIMISM) -> None:
        if not abs(optimism) <= MOST_OPTIMISM:
            message = _("A board can be thought worth up to {most} points.", most=f"{MOST_OPTIMISM:,}")
            raise LudotecaError(message)
        self.weights = np.full(WEIGHTS, optimism / LOOKUPS, np.float32)
        self.trust = np.zeros((WEIGHTS, 2), np.float32)
        self.moves = self.games = 0
        self._begin()

    def _begin(self) -> None:
        self.score, self.reached = 0.0, dict[int, float]()
        self._recent: deque[Any] = deque()
        self._rules = (all_places(4), *line_tables(4))

    @classmethod
    def load(cls, path: Path) -> "Trainer":
        """The training that a file holds."""
        trainer = cls.__new__(cls)
        (trainer.moves, trainer.games), trainer.weights, trainer.trust = read_training(path)
        trainer._begin()
        return trainer

    def save(self, path: Path) -> None:
        """Keep the training, and beside it the network to play with; both are of the weights measured now."""
        self.measure()
        write_training(path, Learning((self.moves, self.games), self.weights, self.trust))
        known = self.trust[:, 1] > 0
        network = pack(self.weights, known, unit=UNIT, score=self.score, moves=self.moves)
        write_bytes(str(path.with_name(OWN)), network)

    def measure(self, games: int = MEASURED) -> None:
        """Play whole games without search or learning: mean points, and the share that made each tile."""
        tally = np.zeros(18, np.int64)
        play_at_a_glance(games, np.uint64(2048), self.weights, np.float32(1), tally, *self._rules)
        self.score = int(tally[1]) / games
        at_least = np.cumsum(tally[:1:-1])[::-1]
        self.reached = {1 << tile: float(at_least[tile]) / games for tile in range(11, 16)}

    def run(self, limit: Limit, *, cores: int, seed: int, every: float = 1.0) -> Iterator[Progress]:
        """Learn until the limit, telling the progress every so many seconds."""
        check_cores(cores)
        luck = np.random.default_rng(seed).integers(1, 1 << 63, cores, np.uint64)
        games = [new_game(each) for each in luck]
        tallies = [np.zeros(2, np.int64) for _core in range(cores)]
        self._play(1, games[0], tallies[0])
        tell_problems(limit)
        clock, told, before = limit.start(), time.monotonic(), self.moves
        with ThreadPoolExecutor(cores) as pool:
            while not clock.expired:
                list(pool.map(self._play, [_SLICE] * cores, games, tallies))
                self.moves += _SLICE * cores
                if time.monotonic() - told >= every or clock.expired:
                    told = time.monotonic()
                    length = self._collect(tallies)
                    played = self.moves - before
                    yield Progress(
                        self.moves, self.games, clock.seconds, played, length, self.score, self.reached
                    )

    def _play(self, moves: int, game: Any, tally: Any) -> None:
        learn(moves, game, tally, self.weights, self.trust, *self._rules)

    def _collect(self, tallies: list[Any]) -> float:
        """Add what was counted since the last time to the recent games; the mean moves of these."""
        self._recent.append(sum(tallies, np.zeros(2, np.int64)))
        self.games += int(self._recent[-1][0])
        for tally in tallies:
            tally[:] = 0
        total = sum(self._recent, np.zeros(2, np.int64))
        while total[0] - self._recent[0][0] >= RECENT:
            total -= self._recent.popleft()
        return float(total[1]) / max(1, int(total[0]))
