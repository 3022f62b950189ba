"""Drench for one player: a good line at once, then the proof that no shorter one exists.

Narrow searches find a line; a search that leaves nothing out, at one move less, proves it the shortest or
finds the shortest. With Numba the search is compiled and takes at most 48 MiB on a board of any size;
without, the same search runs on Python's integers. When time or memory runs out there is still a line, but
no proof.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol

from ludoteca.ai.advice import Advice, Status, Unit, Value
from ludoteca.ai.drench.compiled import Compiled, prepare
from ludoteca.ai.drench.plain import Flooding, Plain, Regions, regions
from ludoteca.ai.limit import Clock, Limit
from ludoteca.core.errors import LudotecaError
from ludoteca.core.words import _
from ludoteca.games.drench import Drench, Flood
from ludoteca.kernels.compile import COMPILED

MOST_PROVABLE: Final = 512  # regions; a random 24 x 24 board of 6 colours has some 400


class Solver(Protocol):
    """A search on one board, and how many sets it has weighed."""

    nodes: int

    def search(self, most: int, width: int | None, clock: Clock) -> Flooding:
        """Look for a line of at most `most` moves, no less than its lower bound, in `width` sets a level."""


class Par(NamedTuple):
    """The shortest line found, a number of moves that is certainly needed, and the sets weighed."""

    line: tuple[int, ...]
    lower: int
    nodes: int

    @property
    def proven(self) -> bool:
        """Whether no line is shorter."""
        return len(self.line) == self.lower


def advise(game: Drench, state: Flood, limit: Limit) -> Advice[int]:
    """The shortest way to flood the board from here, and whether it is proved the shortest.

    The value is the moves to go; `facts` are `par` (these, once proved), `best` and `lower`. Where the moves
    are limited and do not suffice the game is lost, and the line is longer than the game. The time to
    compile, once, comes before the clock starts.

    >>> game = Drench(limit=3)
    >>> advise(game, game.load("/".join(["1" * 15] * 14 + ["1" * 13 + "23"])), Limit()).line
    (2, 3)
    """
    return _advice(game, state, par(game, state, limit))


def par(game: Drench, state: Flood, limit: Limit) -> Par:
    """The shortest line from here, whatever moves the game still allows."""
    clock, graph = _start(limit), _graph(game, state)
    count = len(graph.beside)
    if count > MOST_PROVABLE:
        return _solve(graph, clock, (1, 10, 50, 250))
    widths = (10, 50) if count <= 256 else (10, 50, 250) if count <= 320 else (10, 50, 250, 1250, 6250)
    return _solve(graph, clock, (*widths, None))


def target(game: Drench, state: Flood, extra: int, limit: Limit) -> int:
    """A limit on the moves of this game that leaves `extra` more than the shortest line found needs."""
    return state.moves + len(par(game, state, limit).line) + extra


def _graph(game: Drench, state: Flood) -> Regions:
    if game.players != 1:
        raise LudotecaError(_("Par is for one player; this game is for two."))
    return regions(game, state.cells)


def _solve(graph: Regions, clock: Clock, widths: Iterable[int | None]) -> Par:
    """Search at one move less than the best line, ever wider, until one search leaves nothing out."""
    plain = Plain(graph)
    line, lower = plain.greedy(), plain.lower()
    solver: Solver = Compiled(graph) if COMPILED else plain
    for width in widths:
        while lower < len(line) and not clock.expired:
            found = solver.search(len(line) - 1, width, clock)
            line = found.line or line
            if found.complete:
                lower = len(line)
            if width is not None or found.line is None:
                break
    return Par(line, lower, solver.nodes)


def _start(limit: Limit) -> Clock:
    """Start the clock once the search is compiled, or loaded."""
    prepare(limit)
    return limit.start()


def _advice(game: Drench, state: Flood, found: Par) -> Advice[int]:
    """What a line means for the game, with the moves it still allows."""
    best, outcome = len(found.line), game.outcome(state)
    status, proven = Status.WIN, found.proven
    if outcome:
        status, proven = Status.LOST if outcome.winner is None else Status.WIN, True
    elif game.limit and best > game.limit - state.moves:
        status = Status.LOST if found.lower > game.limit - state.moves else Status.UNKNOWN
    return Advice(
        move=None if outcome else found.line[0],
        line=() if outcome else found.line,
        value=Value(best, Unit.MOVES),
        proven=proven,
        status=status,
        nodes=found.nodes,
        facts={"par": best if found.proven else None, "best": best, "lower": found.lower},
        seat=0,
    )
