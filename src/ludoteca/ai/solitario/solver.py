"""Peg solitaire: is it still winnable? A winning line, a proof that there is none, or an honest 'unknown'."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from ludoteca.ai import times
from ludoteca.ai.advice import Advice, Status, Unit, Value
from ludoteca.ai.limit import Clock, Limit
from ludoteca.ai.solitario.beam import QUICK, attempts, prepare, search
from ludoteca.ai.solitario.fewest import count_moves, prepare_moves, shortest
from ludoteca.ai.solitario.pagoda import (
    Field,
    Pagoda,
    easy_pagodas,
    field,
    find_pagoda,
    position_class,
    refutes,
)
from ludoteca.core.grid import square_name
from ludoteca.games.solitario import Jump, Pegs, Solitario

if TYPE_CHECKING:
    from ludoteca.ai.solitario.oracle import Oracle

ORACLE_CELLS: Final = 37


@dataclass
class _Quest:
    """One question under way: each method is a way to answer it, or None if that way leads nowhere."""

    board: Field
    state: Pegs
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
        share = self.clock.rest(1 / 3)  # on a board of 1,024 cells it may take long, and not lead anywhere
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
        return Advice(
            move=next(iter(line), None),
            line=line,
            value=Value(1.0, Unit.SHARE),
            proven=True,
            status=Status.WIN,
            nodes=self.nodes,
            facts={"proof": proof},
        )

    def _lost(self, proof: str, **facts: Any) -> Advice[Jump]:
        return Advice(
            value=Value(0.0, Unit.SHARE),
            proven=True,
            status=Status.LOST,
            nodes=self.nodes,
            facts={"proof": proof, **facts},
        )


def ask_oracle(board: Field, goal: int, clock: Clock) -> "Oracle | None":
    """The oracle of a board of up to 37 usable cells; None for larger ones, or without time to make it."""
    if len(board.cells) > ORACLE_CELLS or clock.expired:
        return None
    from ludoteca.ai.solitario.oracle import oracle

    return oracle(board.rows, board.cols, board.usable, goal, clock.rest())


def start(limit: Limit) -> Clock:
    """Start the clock, once the kernels are compiled; a limit without seconds gets those of a proof."""
    prepare(limit)
    return limit.or_seconds(times.PROOF).start()


def advise(game: Solitario, state: Pegs, limit: Limit) -> Advice[Jump]:
    """Whether the position can be won, with the whole line, or a proof of loss; `facts` name the proof.

    The clock starts once the kernels are compiled. Without seconds in the limit it thinks as long as a proof
    may take; a beam takes at most MEMORY, besides what the oracle takes on a board of up to 37 cells.

    >>> from ludoteca.core import Dice
    >>> game = Solitario("322")
    >>> advise(game, game.start(Dice(0)), Limit()).line
    (Jump(origin=2, to=0),)
    """
    quest = _Quest(field(game.rows, game.cols, state.usable), state, start(limit))
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
        or Advice(nodes=quest.nodes)
    )


def fewest_moves(game: Solitario, state: Pegs, limit: Limit) -> Advice[Jump]:
    """The winning line of the fewest moves, a chain of jumps by one peg being one move.

    Only if proven are they the fewest: the search ends when the time does or its memory (see `fewest`), and a
    board of more than 63 usable cells just gets the first line that wins.

    >>> from ludoteca.core import Dice
    >>> game = Solitario("3220")
    >>> fewest_moves(game, game.start(Dice(0)), Limit()).facts["fewest"]
    1
    """
    prepare_moves(limit)
    clock = start(limit)
    first = advise(game, state, clock.rest())
    if not first.line:
        return first
    board = field(game.rows, game.cols, state.usable)
    line, nodes = shortest(board, state, clock, lambda: ask_oracle(board, state.goal, clock))
    best = line or first.line
    moves = count_moves(best)
    return Advice(
        move=best[0],
        line=best,
        value=Value(moves, Unit.MOVES),
        proven=bool(line),
        status=Status.WIN,
        nodes=first.nodes + nodes,
        facts={"fewest": moves},
    )
