"""The games of fuga's tuning: two engines at a few hundred nodes a move, on the kernels' arrays alone."""

import math
import random
from typing import Any

import numpy as np

from ludoteca.ai.fuga.searcher import Searcher
from ludoteca.ai.fuga.weights import LENGTH, PLACES, place_class
from ludoteca.games.fuga import ATTACKERS, Flight, opening
from ludoteca.kernels.compile import kernel
from ludoteca.kernels.fuga.board import (
    CASTLE,
    GROUND,
    HASH,
    KINGS_SLOT,
    PIECES,
    SPAN,
    WORTH,
    WORTHS,
    encode,
    index_of,
    make,
    slides,
    unmake,
)
from ludoteca.kernels.fuga.evaluation import exits, features, strike
from ludoteca.kernels.fuga.moves import BUDGET, DRAWN, NODES, PASSED, PAST, PATH, STOP, bring_best, rate
from ludoteca.kernels.fuga.search import SURE, WIN, search

SCALE = 150.0  # hundredths of a piece that turn even chances into 73 %
LONGEST = 150  # plies; a game not decided by then is a draw
ERRORS = 0.03  # moves played at random, for variety


@kernel
def best_slide(
    board: Any, memo: Any, moves: Any, rates: Any, table: Any, side: Any, one: Any, most: Any
) -> Any:
    """The best move within a budget of nodes and its value, by a root of the simplest kind."""
    state, fixed, bits = board
    memo[NODES], memo[STOP], memo[PASSED], memo[PATH] = 0, 0, 0, state[HASH]
    end = slides(state, fixed, bits, side, moves, 0)
    chosen, worth = moves[0], 0
    for depth in range(1, 20):
        alpha, best = -most, 0
        rate(state, fixed, memo, side, moves, rates, 0, end, chosen, 0)
        for at in range(end):
            move = bring_best(moves, rates, at, end)
            origin, to = move >> 10, move & 1023
            taken = make(state, fixed, side, origin, to)
            king = state[KINGS_SLOT]
            value = WIN - 1
            if king >= 0 and fixed[GROUND + king] != CASTLE:
                value = -search(
                    state, fixed, bits, memo, moves, rates, table,
                    1 - side, depth - one, -most, -alpha, one, end,
                )  # fmt: skip
            unmake(state, fixed, side, origin, to, taken)
            if memo[STOP]:
                break
            if value > alpha:
                alpha, best = value, move
        if best and (memo[STOP] == 0 or alpha > worth):
            chosen, worth = best, alpha
        if memo[STOP] or abs(worth) >= SURE:
            break
    return chosen, worth


class Game:
    """A game under way on the kernels' arrays, between two engines."""

    def __init__(self, engines: list[Searcher], rng: random.Random) -> None:
        self.engines, self.rng = engines, rng
        self.size, self.turn, self.plies = engines[0].size, ATTACKERS, 0
        self.state = encode(Flight(opening(self.size), ATTACKERS), self.size, engines[0].fixed)
        self.stood: dict[int, int] = {}
        for engine in engines:
            engine.forget()

    def play(self, move: int) -> None:
        """Make a move and remember the position."""
        make(self.state, self.engines[0].fixed, self.turn, move >> 10, move & 1023)
        self.turn, self.plies = 1 - self.turn, self.plies + 1
        self.stood[self.hash] = self.stood.get(self.hash, 0) + 1

    @property
    def hash(self) -> int:
        """Of the position now."""
        return int(self.state[HASH])

    @property
    def pressed(self) -> bool:
        """Whether somebody could end the game at once, if it were his turn."""
        engine = self.engines[0]
        king = int(self.state[KINGS_SLOT])
        if king < 0 or engine.fixed[GROUND + king] == CASTLE:
            return True
        return bool(
            exits(self.state, engine.fixed, engine.bits) or strike(self.state, engine.fixed, engine.bits)
        )

    def legal(self) -> list[int]:
        """The moves of the side to move."""
        engine = self.engines[self.turn]
        end = slides(self.state, engine.fixed, engine.bits, self.turn, engine.moves, 0)
        return [int(move) for move in engine.moves[:end]]

    def think(self, nodes: int) -> tuple[int, int]:
        """The move that the engine to move prefers, and its value to the attackers."""
        engine = self.engines[self.turn]
        often = [each for each, times in self.stood.items() if times >= 2][:1000]
        engine.memo[DRAWN], engine.memo[PAST : PAST + len(often)] = (
            len(often),
            often,
        )
        engine.memo[BUDGET] = nodes
        # Each engine sums up the pieces' places by its own weights.
        board = summed(self.state, engine), engine.fixed, engine.bits
        move, value = best_slide(
            board, engine.memo, engine.moves, engine.rates, engine.table, self.turn, 1, 32000
        )
        return int(move), int(value) if self.turn == ATTACKERS else -int(value)

    def finish(self, nodes: tuple[int, int]) -> tuple[float, list[Any], list[float]]:
        """Play on: 1 if the attackers win; what counts in each position, and its chances as searched."""
        rows: list[Any] = []
        chances: list[float] = []
        while self.plies < LONGEST:
            if not self.legal():
                return float(self.turn != ATTACKERS), rows, chances
            move, value = self.think(nodes[self.turn])
            rows.append(None if self.pressed else counts_of(self.state, self.turn, self.engines[0]))
            chances.append(1 / (1 + math.exp(-min(max(value / SCALE, -30), 30))))
            if abs(value) >= SURE:
                return float(value > 0), rows, chances
            self.play(self.rng.choice(self.legal()) if self.rng.random() < ERRORS else move)
            if self.stood[self.hash] >= 3:
                break
            king = int(self.state[KINGS_SLOT])
            if king < 0 or self.engines[0].fixed[GROUND + king] == CASTLE:
                return float(king < 0), rows, chances
        return 0.5, rows, chances


def summed(state: Any, engine: Searcher) -> Any:
    """A copy of a state with the sum of its pieces' places by an engine's weights."""
    state, total = state.copy(), 0
    for kind, first, count in ((0, 0, 24), (1, 32, 12), (2, 44, 1)):
        places = state[PIECES + first : PIECES + first + count]
        total += int(engine.fixed[WORTHS + kind * SPAN + places[places >= 0]].sum())
    state[WORTH] = total
    return state


def counts_of(state: Any, turn: int, engine: Searcher) -> Any:
    """How often each weight counts in a position."""
    counts = np.zeros(LENGTH, np.int64)
    features(state, engine.fixed, engine.bits, turn, counts[3 * PLACES :])
    for kind, first, count in ((0, 0, 24), (1, 32, 12), (2, 44, 1)):
        for place in state[PIECES + first : PIECES + first + count]:
            if place >= 0:
                counts[kind * PLACES + place_class(index_of(int(place), engine.size), engine.size)] += 1
    return counts


def begun(engines: list[Searcher], rng: random.Random, seed: int, plies: int) -> Game:
    """A game after some random moves, the same for the same seed, with nothing pressing."""
    moves = random.Random(seed)
    while True:
        game = Game(engines, rng)
        for _ply in range(plies):
            legal = game.legal()
            if legal and not game.pressed:
                game.play(moves.choice(legal))
        if game.plies == plies and not game.pressed and game.legal():
            return game
