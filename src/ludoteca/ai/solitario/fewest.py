"""The fewest moves that win at peg solitaire, where a chain of jumps by one peg is one move."""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ludoteca.ai.limit import Clock, Limit
from ludoteca.ai.preparation import preparing
from ludoteca.ai.solitario.beam import Ints, pack, tables
from ludoteca.ai.solitario.pagoda import Field, homebound
from ludoteca.core.dice import Dice
from ludoteca.games.solitario import Jump, Pegs
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.solitario import chains as kernels
from ludoteca.kernels.solitario.beam import BITS, FOUND, RUNNING

if TYPE_CHECKING:
    from ludoteca.ai.solitario.oracle import Oracle

POOL: Final = 8_000_000 if COMPILED else 1_000_000  # positions kept, 36 bytes each with the table
_BATCH: Final = 512 if COMPILED else 8  # positions expanded in one call
_ASK: Final = 2_000  # positions expanded before the oracle is worth its making
_REGION: Final = 4  # cells of a region at most: on the English board the next larger have 7
_PACKINGS: Final = 6


def regions(board: Field, goal: int) -> list[frozenset[int]]:
    """Merson's regions: a jump over a cell of one begins or ends in it; full, it needs a move from within.

    >>> sorted(len(region) for region in regions(Field(1, 4, 0b1111), 0))
    [1, 2, 2]
    """
    overs: dict[int, set[frozenset[int]]] = {}
    for origin, over, to in board.ways:
        overs.setdefault(over, set()).add(frozenset((origin, to)))
    found: set[frozenset[int]] = set()

    def grow(region: frozenset[int]) -> None:
        if len(region) > _REGION:
            return
        for cell in sorted(region):
            for ends in overs.get(cell, ()):
                if not ends & region:
                    for end in ends:
                        grow(region | {end})
                    return
        found.add(region)

    for cell in board.cells:
        grow(frozenset({cell}))
    found.discard(frozenset({goal}))
    return [each for each in found if not any(other < each for other in found)]


def pack_regions(board: Field, state: Pegs) -> list[list[int]]:
    """Sets of regions without a common cell, as the kernels' words: the best of many that a die chose."""
    known = sorted(regions(board, state.goal), key=sorted)
    dice = Dice(len(known))
    made: set[tuple[int, ...]] = set()
    for _try in range(200):
        taken: set[int] = set()
        packing = []
        for region in sorted(known, key=lambda region: (len(region) > 1, dice.bits())):
            if not region & taken:
                taken |= region
                packing.append(int(pack(board, sum(1 << cell for cell in region))[0]))
        made.add(tuple(sorted(packing)))
    pegs = int(pack(board, state.pegs)[0])

    def full(packing: tuple[int, ...]) -> int:
        return sum(pegs & region == region for region in packing)

    best = sorted(made, key=lambda packing: (-full(packing), -len(packing), packing))[:_PACKINGS]
    longest = max((len(packing) for packing in best), default=1)
    return [[*packing, *[0] * (longest - len(packing))] for packing in best]


def mirrors(board: Field, goal: int) -> Ints:
    """The turns and reflections that keep board and goal, each as tables of eight cells."""
    number = {cell: at for at, cell in enumerate(board.cells)}
    made = []
    for turn in range(1, 8):
        images = [_image(board, cell, turn) for cell in (*board.cells, goal)]
        if images[-1] == goal and set(images) == set(board.cells):
            made.append([number[image] for image in images[:-1] if image is not None])
    tables = np.zeros((len(made), -(-len(board.cells) // 8), 256), np.int64)
    for mirror, images_of in enumerate(made):
        for cell, image in enumerate(images_of):
            has = np.arange(256) >> cell % 8 & 1
            tables[mirror, cell // 8] |= has << image
    return tables


def _image(board: Field, cell: int, turn: int) -> int | None:
    """Where a cell comes to lie: bit 0 turns upside down, 1 left to right, 2 swaps rows and columns."""
    row, col = divmod(cell, board.cols)
    row = board.rows - 1 - row if turn & 1 else row
    col = board.cols - 1 - col if turn & 2 else col
    if turn & 4:
        row, col = col, row
    return row * board.cols + col if row < board.rows and col < board.cols else None


class _Pool:
    """The positions met so far, best first: A* over whole moves, each mirror image of a position once."""

    def __init__(self, board: Field, state: Pegs) -> None:
        self.board = board
        number = {cell: at for at, cell in enumerate(board.cells)}
        origins = [number[origin] for origin, _over, _to in board.ways]
        ends = np.array([number[to] for _origin, _over, to in board.ways], np.int64)
        levels = state.pegs.bit_count()
        packings = np.array(pack_regions(board, state), np.int64)
        start, self.goal, vital = (
            int(pack(board, pegs)[0]) for pegs in (state.pegs, 1 << state.goal, homebound(board, state.goal))
        )
        self.taken, self.at = np.zeros(_BATCH, np.int64), np.zeros(6, np.int64)
        self.pool, self.notes = np.zeros(POOL, np.int64), np.zeros((POOL, 3), np.int32)
        self.queue = (
            self.pool, np.zeros(POOL, np.int64), self.notes, np.zeros(1 << (2 * POOL).bit_length(), np.int32),
            np.full((levels + packings.shape[1] + 1, levels + 1), -1, np.int32),
        )  # fmt: skip
        made = tables(board)
        self.rules: tuple[Any, ...] = (
            mirrors(board, state.goal), packings, self.at,
            np.searchsorted(origins, np.arange(len(board.cells) + 1)), ends, made.two, made.three,
            vital, np.zeros((levels + 1, 3), np.int64),
        )  # fmt: skip
        kernels.note(start, -1, 0, *self.queue, *self.rules[:3])

    def ripple(self, known: "Oracle | None") -> int:
        """Take the best positions, and move on from those that the oracle does not know to be lost."""
        answer: int = kernels.take(self.taken, self.goal, *self.queue, self.at)
        dead = np.zeros(_BATCH, np.bool_)
        if known is not None:
            for at, here in enumerate(self.taken[: self.at[kernels.TAKEN]]):
                dead[at] = not known.wins(self.unpack(int(self.pool[here])))
        if answer == RUNNING:
            kernels.ripple(self.taken, dead, *self.queue, *self.rules)
        return answer

    @property
    def expanded(self) -> int:
        """How many positions were expanded."""
        return int(self.at[kernels.EXPANDED])

    @property
    def is_full(self) -> bool:
        """Whether it can hold no more, so that nothing more can be proved."""
        return bool(self.at[kernels.FULL])

    def unpack(self, word: int) -> int:
        """The pegs of a kernel's word."""
        pegs = 0
        for eight in _spread(self.board):
            pegs |= eight[word & 255]
            word >>= 8
        return pegs

    def trail(self) -> list[int]:
        """The positions from the first to the winner, as pegs."""
        here, back = int(self.at[kernels.LAST]), []
        while here >= 0:
            back.append(self.unpack(int(self.pool[here])))
            here = int(self.notes[here, 0])
        return back[::-1]


@lru_cache(maxsize=4)
def _spread(board: Field) -> list[list[int]]:
    """For each eight cells of a kernel's word, the pegs that each of its 256 values stands for."""
    eights = [board.cells[at : at + 8] for at in range(0, len(board.cells), 8)]
    return [[sum(1 << cell for k, cell in enumerate(eight) if value >> k & 1) for value in range(256)]
            for eight in eights]  # fmt: skip


def _chain(board: Field, before: int, after: int) -> list[Jump]:
    """The jumps of one peg that lead from one position to another."""
    tries: list[tuple[int, int, tuple[Jump, ...]]] = [
        (before, cell, ()) for cell in board.cells if before >> cell & 1
    ]
    while tries:
        pegs, cell, jumps = tries.pop()
        if pegs == after:
            return list(jumps)
        for origin, over, to in board.ways:
            if origin == cell and pegs >> over & 1 and not pegs >> to & 1 and not after >> over & 1:
                tries.append((pegs ^ (1 << origin | 1 << over | 1 << to), to, (*jumps, Jump(origin, to))))
    raise AssertionError("the search made no such move")


def count_moves(line: tuple[Jump, ...]) -> int:
    """How many moves a line of jumps is: a jump on by the peg that jumped last is part of its move.

    >>> count_moves((Jump(0, 2), Jump(2, 4), Jump(7, 5)))
    2
    """
    return len(line) - sum(one.to == two.origin for one, two in pairwise(line))


@preparing("solitario", kernels=7)
def prepare_moves(_limit: Limit) -> None:
    """Have the kernels ready, by a search of the smallest board."""
    shortest(Field(1, 3, 0b111), Pegs(0b111, 0b011, 2), Limit().start(), lambda: None)


def shortest(
    board: Field, state: Pegs, clock: Clock, ask: "Callable[[], Oracle | None]"
) -> tuple[tuple[Jump, ...], int]:
    """The jumps of a line of the fewest moves, none if time, pool or words are too small; and the effort.

    Best first over whole moves, with Merson's regions as the bound; when it takes long, an oracle leaves out
    what is lost, if there is one to ask.
    """
    if len(board.cells) > BITS:
        return (), 0
    pool = _Pool(board, state)
    known: Oracle | None = None
    answer = RUNNING
    while answer == RUNNING and not pool.is_full and not clock.expired:
        if known is None and pool.expanded >= _ASK:
            known = ask()
        answer = pool.ripple(known)
    if answer != FOUND:
        return (), pool.expanded
    trail = pool.trail()
    steps = pairwise(trail)
    return tuple(jump for before, after in steps for jump in _chain(board, before, after)), pool.expanded
