"""Fuga's analyst and its computer player: full strength when asked for advice, eight levels when playing."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from ludoteca.ai import times
from ludoteca.ai.advice import Advice, Line, Status, Unit, Value
from ludoteca.ai.fuga.root import Searched, Variation
from ludoteca.ai.fuga.searcher import DEEPEST, Searcher
from ludoteca.ai.limit import Limit
from ludoteca.ai.preparation import preparing
from ludoteca.core import Dice
from ludoteca.games.fuga import Flight, Fuga, Slide, opening
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.fuga.board import MOVES


class Level(NamedTuple):
    """How hard to try: how deep, how many positions, how far to prove wins, and the error made on purpose."""

    depth: int
    nodes: int
    proof: int = 1
    noise: int = 0  # in hundredths of a piece


# The attackers' and the defenders' side of each, by self-play on 9 x 9; bench/match_fuga.py measures the
# distances. The sides differ: seeing one move more is worth another amount to each.
BY_LEVEL: Final = {
    1: (Level(2, 4_000, noise=32), Level(2, 4_000, noise=34)),
    2: (Level(2, 4_000, noise=20), Level(2, 4_000, noise=23)),
    3: (Level(2, 4_000, noise=11), Level(2, 4_000, noise=15)),
    4: (Level(4, 15_000, noise=7), Level(3, 8_000, noise=16)),
    5: (Level(4, 2_300), Level(3, 8_000, noise=4)),
    6: (Level(5, 10_000), Level(5, 8_000)),
    7: (Level(6, 40_000), Level(8, 30_000)),
}

_shelf: dict[tuple[int, int], Searcher] = {}


def advise(
    game: Fuga, state: Flight, limit: Limit, *, past: Sequence[Flight] = (), lines: int = 1
) -> Advice[Slide]:
    """The best move and what it is worth; several best lines if asked.

    What is found is shown to the limit after each depth, from the thread that searches. With neither time nor
    depth nor nodes to limit it, it thinks as long as an opinion may take.
    """

    def report(searched: Searched) -> None:
        if searched.lines:
            limit.show(_advice(searched, searched.lines[0], lines=lines))

    if limit.depth is None and limit.nodes is None:
        limit = limit.or_seconds(times.OPINION)
    searched = _search(game, state, limit, past, entries=1 << 20, lines=lines,
                       depth=limit.depth or DEEPEST, nodes=limit.nodes, report=report)  # fmt: skip
    return _advice(searched, searched.lines[0], lines=lines)


def choose(
    game: Fuga, state: Flight, limit: Limit, *, level: int, past: Sequence[Flight], dice: Dice
) -> Advice[Slide]:
    """A move at a level; the highest uses the time given, the others the same work on any machine."""
    if level not in BY_LEVEL:
        searched = _search(game, state, limit.or_seconds(times.FUGA_MOVE), past, entries=1 << 20)
        return _advice(searched, searched.lines[0])
    if not COMPILED:
        limit = limit.or_seconds(times.ENOUGH_PLAIN)
    depth, nodes, proof, noise = BY_LEVEL[level][state.turn]
    lines = MOVES if noise else 1
    searched = _search(game, state, limit, past, entries=1 << 17, fresh=True,
                       depth=depth, nodes=nodes, proof=proof, lines=lines)  # fmt: skip
    best = searched.lines[0]
    if best.sure_in != 1:  # nobody overlooks the end of the game
        best = max(searched.lines, key=lambda line: line.value + noise * _error(dice))
    return _advice(searched, best)


def _error(dice: Dice) -> float:
    """A chance number around 0, nearly normal, with standard deviation 1."""
    return sum(dice.below(1 << 16) for _each in range(12)) / (1 << 16) - 6


def _value(line: Variation) -> Value:
    """A line's value in pieces; where it is proved, a whole win or none."""
    if line.sure_in is None:
        return Value(line.value / 100, Unit.MARGIN)
    return Value(float(line.value > 0), Unit.SHARE)


def _status(line: Variation) -> Status:
    if line.sure_in is None:
        return Status.UNKNOWN
    return Status.WIN if line.value > 0 else Status.LOST


def _search(
    game: Fuga,
    state: Flight,
    limit: Limit,
    past: Sequence[Flight],
    *,
    entries: int,
    fresh: bool = False,
    **how: Any,
) -> Searched:
    """Search with a searcher from the shelf, so that no two threads ever share one."""
    prepare(limit)
    clock = limit.start()
    searcher = _shelf.pop((game.size, entries), None) or Searcher(game.size, entries=entries)
    try:
        if fresh:
            searcher.forget()
        searcher.place(state, past, repeats=game.repeats)
        return searcher.think(clock, **how)
    finally:
        _shelf[game.size, entries] = searcher


def _advice(searched: Searched, best: Variation, *, lines: int = 1) -> Advice[Slide]:
    several = [Line(line.moves, _value(line), _status(line), line.sure_in) for line in searched.lines]
    return Advice(
        move=best.moves[0],
        line=best.moves,
        value=_value(best),
        proven=best.sure_in is not None,
        status=_status(best),
        ends_in=best.sure_in,
        lines=several if lines > 1 else (),
        depth=searched.depth,
        nodes=searched.nodes,
    )


@preparing("fuga", kernels=41)
def prepare(_limit: Limit) -> None:
    """Have the kernels ready, by a small search."""
    searcher = Searcher(7, entries=1 << 10)
    searcher.place(Flight(opening(7), 0))
    searcher.think(Limit().start(), depth=2 if COMPILED else 0, proof=3 if COMPILED else 1)
