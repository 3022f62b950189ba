"""Peg solitaire: is it still winnable? A winning line, a proof that there is none, or an honest 'unknown'."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from ludoteca.ai.beam import QUICK, attempts, prepare, search
from ludoteca.ai.bot import Advice, Clock, Limit
from ludoteca.ai.fewest import count_moves, prepare_moves, shortest
from ludoteca.ai.pagoda import Field, Pagoda, easy_pagodas, field, find_pagoda, position_class, refutes
from ludoteca.core.grid import square_name
from ludoteca.games.solitario import Jump, Position, Solitario

if TYPE_CHECKING:
    from ludoteca.ai.oracle import Oracle

PATIENCE: Final = 60.0  # seconds, where the limit names none
ORACLE_CELLS: Final = 37


@dataclass
class _Quest:
    """One question under way: each method is a way to answer it, or None if that way leads nowhere."""

    board: Field
    state: Position
    clock: Clock
    nodes: int = 0

    def classes(self) -> Advice[Jump] | None:
        """A jump never leaves the position class."""
        pegs, goal = self.state.pegs, 1 << self.state.goal
        same = position_class(self.board, pegs) == position_class(self.board, goal)
        return None if same else self._lost("class")

    def pagodas(self, found: Iterable[Pagoda | None]) -> Advice[Jump] | None:
        """A pagoda function whose sum is too small from the start."""
        for pagoda in found:
            if pagoda and refutes(pagoda, self.state.pegs, self.state.goal):
                named = {square_name(cell, self.board.cols): value for cell, value in pagoda.items() if value}
                return self._lost("pagoda", pagoda=named)
        return None

    def linear(self) -> Iterator[Pagoda | None]:
        """The pagoda function that linear programming finds, if any."""
        share = left(self.clock)
        if share.seconds is not None:  # on a board of 1,024 cells it may take long, and not lead anywhere
            share = replace(share, seconds=share.seconds / 3)
        yield find_pagoda(self.board, self.state.pegs, self.state.goal, share.start())

    def beams(self, tries: Iterable[tuple[int, int]]) -> Advice[Jump] | None:
        """Beam searches one after another, until one wins, sees all there is, or the time is over."""
        for width, kind in tries:
            if self.clock.expired:
                break
            found = search(self.board, self.state, self.clock, width=width, kind=kind)
            self.nodes += found.nodes
            if found.line:
                return self._won("line", found.line)
            if found.complete:
                return self._lost("exhaustion")
        return None

    def oracle(self) -> Advice[Jump] | None:
        """The exact oracle of a small board; its line is any way through winning positions."""
        known = ask_oracle(self.board, self.state.goal, self.clock)
        if known is None:
            return None
        if not known.wins(self.state.pegs):
            return self._lost("oracle")
        pegs, line = self.state.pegs, []
        while pegs != 1 << self.state.goal:
            jump = known.winning_jumps(pegs)[0]
            pegs ^= 1 << jump.origin | 1 << (jump.origin + jump.to) // 2 | 1 << jump.to
            line.append(jump)
        return self._won("oracle", tuple(line))

    def _won(self, proof: str, line: tuple[Jump, ...]) -> Advice[Jump]:
        return Advice(line[0], 1.0, line, True, "win", self.nodes, {"proof": proof})

    def _lost(self, proof: str, **facts: Any) -> Advice[Jump]:
        return Advice(None, 0.0, (), True, "lost", self.nodes, {"proof": proof, **facts})


def left(clock: Clock) -> Limit:
    """What is left of a limit, for a solver that starts a clock of its own."""
    seconds = clock.limit.seconds
    return clock.limit if seconds is None else replace(clock.limit, seconds=max(0.0, seconds - clock.seconds))


def ask_oracle(board: Field, goal: int, clock: Clock) -> "Oracle | None":
    """The oracle of a board of up to 37 usable cells; None for larger ones, or without time to make it."""
    if len(board.cells) > ORACLE_CELLS or clock.expired:
        return None
    from ludoteca.ai.oracle import oracle

    return oracle(board.rows, board.cols, board.usable, goal, left(clock))


def begin(limit: Limit) -> Clock:
    """Start the clock, once the kernels are compiled; a limit without seconds gets PATIENCE."""
    prepare(limit)
    return (limit if limit.seconds is not None else replace(limit, seconds=PATIENCE)).start()


def advise(game: Solitario, state: Position, limit: Limit) -> Advice[Jump]:
    """Whether the position can be won, with the whole line, or a proof of loss; `facts` name the proof.

    The clock starts once the kernels are compiled. Without seconds in the limit it thinks for PATIENCE at
    most; a beam takes at most MEMORY, besides what the oracle takes on a board of up to 37 cells.

    >>> from ludoteca.core import Dice
    >>> game = Solitario("322")
    >>> advise(game, game.start(Dice(0)), Limit()).line
    (Jump(origin=2, to=0),)
    """
    if not game.legal(state):
        return Advice.over(game, state)
    quest = _Quest(field(game.rows, game.cols, state.usable), state, begin(limit))
    early = 1 if len(quest.board.cells) <= 33 else 3  # an oracle of 33 cells is soon made, one of 37 is not
    pegs = state.pegs.bit_count()
    return (
        quest.classes()
        or quest.pagodas(easy_pagodas(quest.board, state.goal))
        or quest.beams(QUICK)
        or quest.pagodas(quest.linear())
        or quest.beams(attempts(quest.board, pegs, range(early)))
        or quest.oracle()
        or quest.beams(attempts(quest.board, pegs, count(early)))
        or Advice(None, None, (), False, "unknown", quest.nodes)
    )


def fewest_moves(game: Solitario, state: Position, limit: Limit) -> Advice[Jump]:
    """The winning line of the fewest moves, a chain of jumps by one peg being one move; `value` counts them.

    Only if proven are they the fewest: the search ends when the time does or its memory (see `fewest`), and a
    board of more than 63 usable cells just gets the first line that wins.

    >>> from ludoteca.core import Dice
    >>> game = Solitario("3220")
    >>> fewest_moves(game, game.start(Dice(0)), Limit()).value
    1.0
    """
    prepare_moves(limit)
    clock = begin(limit)
    first = advise(game, state, left(clock))
    if not first.line:
        return first
    board = field(game.rows, game.cols, state.usable)
    line, nodes = shortest(board, state, clock, lambda: ask_oracle(board, state.goal, clock))
    best = line or first.line
    moves = count_moves(best)
    return Advice(best[0], float(moves), best, bool(line), "win", first.nodes + nodes, {"fewest": moves})
