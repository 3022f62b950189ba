"""Who plays 2048 on a board of any side: expectimax on a general evaluation, deeper while there is time.

Where all of nature's tiles are followed the odds are the game's own: 2 and 4 nine to one, every empty place
alike. Besides the evaluation two things make it approximate: of more than `MOST` empty places that many,
evenly spread in reading order, stand for all; and a search through n tiles values a board that is less likely
than 1 in 10 ** n as it stands.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np

from ludoteca.ai import times
from ludoteca.ai.advice import Advice, Status, Unit, Value
from ludoteca.ai.limit import Clock, Limit
from ludoteca.ai.preparation import preparing
from ludoteca.core import Dice
from ludoteca.games.g2048 import DIRECTIONS, G2048, Grid, Tile
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.g2048 import any_size as kernel

DEEPEST: Final = 9
MOST: Final = 6
# Places looked at between two looks at the clock, some 4 ms. Without Numba there are boards with more; they
# are not valued at all.
_SLICE: Final = 1 << 19 if COMPILED else 1 << 12


class Strength(NamedTuple):
    """How a level plays: random moves of a hundred; tiles it looks ahead, or None for points alone;
    and the effort it may take to see that far: pushes it tries, times the places of the board."""

    random: int
    depth: int | None
    effort: int = 0


# Measured with bench/g2048_any.py on 3 x 3, in points: 220, 245, 660, 1,000, 1,900, 2,700, 3,000 and more.
STRENGTHS: Final = (
    Strength(50, None),
    Strength(0, None),
    Strength(10, 0),
    Strength(0, 0),
    Strength(0, 1, 1 << 18),
    Strength(0, 2, 1 << 20),
    Strength(0, 3, 1 << 22),
    Strength(0, DEEPEST, 1 << 60),
)


def choose(game: G2048, state: Grid, limit: Limit, *, level: int, dice: Dice) -> Advice[str | Tile]:
    """The move of a player of a level; the last one takes the time there is.

    Values are counted in empty places, the measure of the evaluation; making the goal, where that
    ends the game, is worth a million. Level 2, and level 1 where it is not random, count points.

    >>> game = G2048(5, goal=32)
    >>> state = game.load("0,0,0,0,0/0,2,0,0,0/0,0,0,0,16/0,0,4,0,16/0,0,0,0,2")
    >>> advice = choose(game, state, Limit(), level=8, dice=Dice(1))
    >>> advice.move, advice.value.amount, str(advice.status)
    ('up', 1000000.0, 'win')
    """
    strength = STRENGTHS[level - 1]
    ways = [] if state.due else [str(way) for way in game.legal(state)]
    if ways and dice.below(100) < strength.random:
        return _unvalued(dice.choice(ways))
    if game.size**2 > _SLICE:
        return _unvalued(_to_a_corner(ways, dice))
    clock, board = _start(limit, strength), encode(state.tiles)
    pushes = {way: Push.of(board, game.size, way) for way in ways} or {"": Push(board, made=int(board.max()))}
    if strength.depth is not None or state.due:
        return _think(game, state, pushes, strength, clock)
    points = {way: push.points for way, push in pushes.items()}
    most = [way for way in points if points[way] == max(points.values())]
    return _valued(game, state, points, Unit.POINTS, best=dice.choice(most))


def advise(game: G2048, state: Grid, limit: Limit) -> Advice[str | Tile]:
    """The best move found in the time there is, and how good a board each move leaves; nothing is proved.

    On nature's turn there is a value, but no move.

    >>> game = G2048(5)
    >>> state = game.load("0,0,0,0,0/0,0,0,0,0/0,0,0,0,0/0,0,0,2,8/4,0,4,16,64")
    >>> advise(game, state, Limit(0.02)).move
    'right'
    """
    return choose(game, state, limit, level=len(STRENGTHS), dice=Dice(0))


def encode(tiles: Sequence[int]) -> Any:
    """The exponents of the tiles: (0, 2, 4) -> [0, 1, 2]."""
    return np.maximum(np.frexp(np.array(tiles, np.float64))[1] - 1, 0).astype(np.uint8)


class Push(NamedTuple):
    """A board with a tile due, after a push: the points, and the highest exponent made."""

    after: Any
    points: float = 0.0
    made: int = 0

    @classmethod
    def of(cls, board: Any, side: int, way: str) -> "Push":
        """Push a board in a legal direction."""
        after = np.zeros_like(board)
        _moved, points, made = kernel.slide(board, side, DIRECTIONS.index(way), after)
        return cls(after, float(points), int(made))


class Search:
    """Expectimax on boards of one side, within an effort, and how many pushes it has tried."""

    def __init__(
        self, side: int, goal: int, deepest: int, *, most: int = MOST, effort: int = 1 << 60
    ) -> None:
        self.pushes = 0
        self._allowed = effort // side**2
        self._slice = _SLICE // side**2
        self._rules = kernel.make_rules(side, goal, most=most, rare=0.0)
        self._work = kernel.make_work(side, max(1, deepest))

    def worth(self, after: Any, depth: int, clock: Clock, *, rare: float = 0.0) -> float | None:
        """What a board with a tile due is worth, `depth` tiles ahead; None where time or effort ran out."""
        if depth == 0:
            self.pushes += 1
            return float(kernel.evaluate(after, self._rules.side, self._rules.height))
        rules, work = self._rules._replace(rare=rare), self._work
        work.after[0], work.where[kernel.PUSHES] = after, self.pushes
        kernel.begin(0, 1.0, work, rules)
        done = False
        while not done:
            if self.pushes >= self._allowed or clock.expired:
                return None
            done = kernel.search(depth, min(self.pushes + self._slice, self._allowed), work, rules)
            self.pushes = int(work.where[kernel.PUSHES])
        return float(work.value[0, kernel.TOTAL])

    def values(self, pushes: dict[str, Push], depth: int, clock: Clock) -> dict[str, float] | None:
        """What the boards after all pushes are worth, if it can be told."""
        values = {}
        for way, push in pushes.items():
            value = self.worth(push.after, depth, clock, rare=0.1**depth)
            if value is None:
                return None
            values[way] = value
        return values


def _think(
    game: G2048, state: Grid, pushes: dict[str, Push], strength: Strength, clock: Clock
) -> Advice[str | Tile]:
    """Look ever deeper until time or effort is spent; a push that makes the goal is made at once."""
    goal = 0 if game.keep else game.goal.bit_length() - 1
    wins = {way: kernel.GOAL for way, push in pushes.items() if 0 < goal <= push.made}
    deepest = 0 if wins else strength.depth or 0
    search = Search(game.size, goal, deepest, effort=strength.effort)
    values, seen = search.values(pushes, 0, clock) or {}, 0
    while seen < deepest and (deeper := search.values(pushes, seen + 1, clock)):
        values, seen = deeper, seen + 1
    advice = _valued(game, state, values | wins, Unit.MARGIN)
    advice = replace(advice, depth=seen, nodes=search.pushes)
    return replace(advice, proven=True, status=Status.WIN) if wins else advice


def _valued(
    game: G2048, state: Grid, amounts: dict[str, float], unit: Unit, *, best: str = ""
) -> Advice[str | Tile]:
    """The best of some moves; on nature's turn the value is that of no move ('')."""
    best = best or max(amounts, key=amounts.__getitem__)
    return Advice(
        move=best or None,
        line=(best,) if best else (),
        value=Value(amounts[best], unit),
        status=Status.WIN if max(state.tiles) >= game.goal else Status.UNKNOWN,
        values={way: Value(amount, unit) for way, amount in amounts.items() if way},
        facts={"aim": "room" if unit == Unit.MARGIN else "score"},
    )


def _unvalued(way: str | None) -> Advice[str | Tile]:
    return Advice(move=way, line=(way,) if way else ())


def _to_a_corner(ways: list[str], dice: Dice) -> str | None:
    """A move without a look at the board: left or up by chance, and right before down."""
    return next(
        (way for way in (dice.choice(("left", "up")), "left", "up", "right", "down") if way in ways), None
    )


def _start(limit: Limit, strength: Strength) -> Clock:
    """The clock, once the kernels are compiled."""
    prepare(limit)
    return limit.or_seconds(times.TILES_MOVE if strength.depth == DEEPEST else times.ENOUGH).start()


@preparing("2048", kernels=6)
def prepare(_limit: Limit) -> None:
    """Have every kernel ready, by a small search."""
    board = encode((2, 0, 0, 0))
    push = Push.of(board, 2, "right")
    for depth in (0, 1):
        Search(2, 0, 1).worth(push.after, depth, Limit().start())
