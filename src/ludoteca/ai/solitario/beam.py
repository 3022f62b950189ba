"""Beam searches for a peg board: jump by jump from a position to the goal, with the best so many kept."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ludoteca.ai.limit import Clock, Limit
from ludoteca.ai.preparation import preparing
from ludoteca.ai.solitario.pagoda import Field, field, homebound
from ludoteca.core.dice import Dice
from ludoteca.games.solitario import Jump, Pegs
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.solitario import beam as kernels

Ints = npt.NDArray[np.int64]

MEMORY: Final = 256 << 20  # bytes that a beam may take
# Measured on 60 generated 7x7 boards: ranked by distance to the goal alone, a beam of 256 wins them all, like
# mixes with isolated pegs, pairs or mobility, in a third to a tenth of their time. Of 100 boards each, 32 is
# enough for 86 % of 7x7 and 67 % of 9x9, 512 for 95 % of 9x9.
QUICK: Final = ((32, 0), (128, 1), (512, 0)) if COMPILED else ((16, 0), (64, 1))
_WIDTHS: Final = tuple(4**k for k in range(5 if COMPILED else 3, 9))
_CHUNK: Final = 2_000_000 if COMPILED else 20_000  # ways tried in one call, about 10 ms


class WayTables(NamedTuple):
    """A field's ways for the kernels: first and last word, masks, keys; and each cell's word and bit."""

    first: Ints
    last: Ints
    two: Ints
    three: Ints
    keys: Ints
    word: Ints
    bit: Ints


class Beam(NamedTuple):
    """What one beam search came to: a line if it won, whether it saw every position, the jumps it tried."""

    line: tuple[Jump, ...]
    complete: bool
    nodes: int


@lru_cache(maxsize=16)
def tables(board: Field) -> WayTables:
    """The kernels' tables of a field."""
    size = len(board.cells)
    numbers = np.full(board.rows * board.cols, -1, np.int64)
    numbers[list(board.cells)] = np.arange(size)
    word, bit = np.arange(size) // kernels.BITS, np.int64(1) << np.arange(size) % kernels.BITS
    dice = Dice(size)
    luck = np.array([dice.bits() >> 2 for _cell in range(size)], np.int64)
    ways = numbers[np.array(board.ways, np.int64).reshape(-1, 3)]
    row = np.arange(len(ways))
    three = np.zeros((len(ways), -(-size // kernels.BITS)), np.int64)
    for end in range(3):
        if end == 2:
            two = three.copy()
        three[row, word[ways[:, end]]] |= bit[ways[:, end]]
    touched = word[ways]
    return WayTables(touched.min(1, initial=2**30), touched.max(1, initial=0), two, three,
                  np.bitwise_xor.reduce(luck[ways], axis=1), word, bit)  # fmt: skip


def pack(board: Field, pegs: int) -> Ints:
    """The pegs as the kernels' words."""
    made = tables(board)
    words = np.zeros(made.three.shape[1], np.int64)
    here = [pegs >> cell & 1 for cell in board.cells]
    np.bitwise_or.at(words, made.word, made.bit * np.array(here, np.int64))
    return words


def weights(board: Field, goal: int, kind: int) -> list[int]:
    """What a peg on each cell costs: by distance to the goal, in a few ways and then in ever new ones."""
    row, col = divmod(goal, board.cols)
    dice = Dice(kind)
    made = []
    for cell in board.cells:
        down, right = abs(cell // board.cols - row), abs(cell % board.cols - col)
        if kind == 2:
            made.append(2 * max(down, right))
        elif kind > 2:
            made.append(2 * (down + right) + dice.below(3))
        else:
            made.append(2 * (down + right) + (kind == 1 and down % 2 == right % 2 == 0))
    return made


def search(board: Field, state: Pegs, clock: Clock, *, width: int, kind: int = 0) -> Beam:
    """One beam search; complete and without a line, it proves that there is none."""
    made = tables(board)
    cost = dict(zip(board.cells, weights(board, state.goal, kind), strict=True))
    gains = np.array([cost[to] - cost[origin] - cost[over] for origin, over, to in board.ways], np.int64)
    levels, words = state.pegs.bit_count() - 1, made.three.shape[1]
    front = np.zeros((width, words), np.int64)
    front[0] = pack(board, state.pegs)
    store = (
        front, np.zeros((width, 2), np.int64),
        np.zeros((4 * width + 1, words), np.int64), np.zeros((4 * width + 1, 4), np.int64),
        np.full(1 << (8 * width).bit_length(), -1, np.int32), np.zeros(4096, np.int64),
        links := np.zeros((levels, width, 2), np.int32), at := np.zeros(8, np.int64),
    )  # fmt: skip
    at[kernels.LEVELS], at[kernels.FRONT] = levels, 1
    vital, goal = pack(board, homebound(board, state.goal)), pack(board, 1 << state.goal)
    budget = max(1, _CHUNK // max(1, len(board.ways)))
    answer = kernels.RUNNING
    while answer == kernels.RUNNING and not clock.expired:
        answer = kernels.advance(*store, *made[:5], gains, vital, goal, budget)
    line = _trace(board, links, int(at[kernels.WINNER])) if answer == kernels.FOUND else ()
    return Beam(line, answer == kernels.DRY and not at[kernels.DROPPED], int(at[kernels.NODES]))


def _trace(board: Field, links: npt.NDArray[np.int32], row: int) -> tuple[Jump, ...]:
    """The jumps that led to a position of the last level."""
    line = []
    for level in reversed(range(len(links))):
        row, way = (int(number) for number in links[level, row])
        line.append(Jump(board.ways[way][0], board.ways[way][2]))
    return tuple(reversed(line))


def attempts(board: Field, levels: int, rounds: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Widths and kinds of rank: wider each round up to the memory's bound, then in ever new kinds."""
    each = 8 * levels + 5 * (8 * -(-len(board.cells) // kernels.BITS) + 32) + 64
    most = max(32, MEMORY // each)
    for turn in rounds:
        kinds = range(3) if turn < len(_WIDTHS) else range(turn, turn + 1)
        yield from ((min(_WIDTHS[min(turn, len(_WIDTHS) - 1)], most), kind) for kind in kinds)


@preparing("solitario", kernels=8)
def prepare(_limit: Limit) -> None:
    """Have the kernels ready, by a search of the smallest board."""
    search(field(1, 3, 0b111), Pegs(0b111, 0b011, 2), Limit().start(), width=32)
