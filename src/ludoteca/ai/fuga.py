"""Fuga's analyst and its computer player: full strength when asked for advice, eight levels when playing."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final, NamedTuple

from ludoteca.ai.bot import Advice, Limit, Status
from ludoteca.ai.fuga_engine import DEEPEST, Engine
from ludoteca.ai.fuga_root import Line, Thought
from ludoteca.core import Dice
from ludoteca.core.words import _
from ludoteca.games.fuga import Fuga, Position, Slide, opening
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.fuga import MOVES

ADVICE_SECONDS: Final = 2.0  # to think about a piece of advice, where the limit names no time
MOVE_SECONDS: Final = 1.0  # and about a move at the highest level
PLAIN_SECONDS: Final = 3.0  # and at any other, without Numba, whose work takes some hundred times as long
_SURE: Final = 1000.0  # the value of a win proved, less the plies that it takes


class Level(NamedTuple):
    """How hard to try: how deep, how many positions, how far to prove wins, and the error made on purpose."""

    depth: int
    nodes: int
    proof: int = 1
    noise: int = 0  # in hundredths of a piece


# The attackers' and the defenders' side of each, by self-play on 9 x 9; bench/match_fuga.py measures the
# distances. The sides differ: seeing one move more is worth another amount to each.
LEVELS: Final = {
    1: (Level(2, 4_000, noise=32), Level(2, 4_000, noise=34)),
    2: (Level(2, 4_000, noise=20), Level(2, 4_000, noise=23)),
    3: (Level(2, 4_000, noise=11), Level(2, 4_000, noise=15)),
    4: (Level(4, 15_000, noise=7), Level(3, 8_000, noise=16)),
    5: (Level(4, 2_300), Level(3, 8_000, noise=4)),
    6: (Level(5, 10_000), Level(5, 8_000)),
    7: (Level(6, 40_000), Level(8, 30_000)),
}

_shelf: dict[tuple[int, int], Engine] = {}


def advise(
    game: Fuga,
    state: Position,
    limit: Limit,
    *,
    past: Sequence[Position] = (),
    lines: int = 1,
    depth: int | None = None,
    nodes: int | None = None,
) -> Advice[Slide]:
    """The best move and what it is worth; several best lines if asked.

    What is found is shown to the limit after each depth, from the thread that searches. With neither time nor
    depth nor nodes to limit it, it thinks for two seconds.
    """
    if game.outcome(state):
        return Advice.over(game, state)

    def tell(thought: Thought) -> None:
        if thought.lines:
            limit.show(_advice(game, thought, thought.lines[0], lines=lines))

    if limit.seconds is None and depth is None and nodes is None:
        limit = replace(limit, seconds=ADVICE_SECONDS)
    thought = _think(game, state, limit, past, entries=1 << 20,
                     lines=lines, depth=depth or DEEPEST, nodes=nodes, report=tell)  # fmt: skip
    return _advice(game, thought, thought.lines[0], lines=lines)


def choose(
    game: Fuga, state: Position, limit: Limit, *, level: int, past: Sequence[Position], dice: Dice
) -> Advice[Slide]:
    """A move at a level; the highest uses the time given, the others the same work on any machine."""
    if game.outcome(state):
        return Advice.over(game, state)
    if level not in LEVELS:
        seconds = MOVE_SECONDS if limit.seconds is None else limit.seconds
        thought = _think(game, state, replace(limit, seconds=seconds), past, entries=1 << 20)
        return _advice(game, thought, thought.lines[0])
    if not COMPILED and limit.seconds is None:
        limit = replace(limit, seconds=PLAIN_SECONDS)
    depth, nodes, proof, noise = LEVELS[level][state.turn]
    lines = MOVES if noise else 1
    thought = _think(game, state, limit, past, entries=1 << 17, fresh=True,
                     depth=depth, nodes=nodes, proof=proof, lines=lines)  # fmt: skip
    best = thought.lines[0]
    if best.sure_in != 1:  # nobody overlooks the end of the game
        best = max(thought.lines, key=lambda line: line.value + noise * _error(dice))
    return _advice(game, thought, best)


def _error(dice: Dice) -> float:
    """A chance number around 0, nearly normal, with standard deviation 1."""
    return sum(dice.below(1 << 16) for _each in range(12)) / (1 << 16) - 6


def worth(line: Line) -> float:
    """A line's value in pieces; where it is proved, 1000 less the plies to the end, or its opposite."""
    if line.sure_in is None:
        return line.value / 100
    return (_SURE - line.sure_in) * (1 if line.value > 0 else -1)


def _end_of(line: Line) -> dict[str, int]:
    """In how many plies a line ends, where that is proved."""
    return {} if line.sure_in is None else {"win_in" if line.value > 0 else "lost_in": line.sure_in}


def _think(
    game: Fuga,
    state: Position,
    limit: Limit,
    past: Sequence[Position],
    *,
    entries: int,
    fresh: bool = False,
    **how: Any,
) -> Thought:
    """Search with an engine from the shelf, so that no two threads ever share one."""
    prepare(limit.tell)
    clock = limit.start()
    engine = _shelf.pop((game.size, entries), None) or Engine(game.size, entries=entries)
    try:
        if fresh:
            engine.forget()
        engine.place(state, past, repeats=game.repeats)
        return engine.think(clock, **how)
    finally:
        _shelf[game.size, entries] = engine


def _advice(game: Fuga, thought: Thought, best: Line, *, lines: int = 1) -> Advice[Slide]:
    facts: dict[str, Any] = {"depth": thought.depth, **_end_of(best)}
    if lines > 1:
        facts["lines"] = [
            {"moves": [game.text(move) for move in line.moves], "value": worth(line), **_end_of(line)}
            for line in thought.lines
        ]
    sure = best.sure_in is not None
    status: Status = ("win" if best.value > 0 else "lost") if sure else "unknown"
    return Advice(best.moves[0], worth(best), best.moves, sure, status, thought.nodes, facts)


def prepare(tell: Callable[[str], None] = lambda _sentence: None) -> None:
    """Compile, or load what was compiled before, once."""
    if COMPILED and not _ready():
        tell(_("preparing…"))
    _warm_up()


def _ready() -> bool:
    return _warm_up.cache_info().currsize > 0


@cache
def _warm_up() -> None:
    engine = Engine(7, entries=1 << 10)
    engine.place(Position(opening(7), 0))
    engine.think(Limit().start(), depth=2 if COMPILED else 0, proof=3 if COMPILED else 1)
