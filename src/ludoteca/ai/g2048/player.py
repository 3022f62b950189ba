"""Who plays 2048: on 4 x 4 expectimax on a trained network, on other boards whoever knows them best."""

from typing import Any, Final, NamedTuple

import numpy as np

from ludoteca.ai import times
from ludoteca.ai.advice import Advice, Status, Unit, Value
from ludoteca.ai.g2048 import any_size, perfect
from ludoteca.ai.g2048.layers import encode
from ludoteca.ai.g2048.network import Network, best_network
from ludoteca.ai.limit import Clock, Limit
from ludoteca.ai.preparation import preparing
from ludoteca.core import LEVELS, Dice
from ludoteca.games.g2048 import DIRECTIONS, G2048, Grid, Tile
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.g2048.board import all_places, line_tables
from ludoteca.kernels.g2048.network import eased
from ludoteca.kernels.g2048.search import GAVE_UP, expected, judge, new_table

DEEPEST: Final = 12
UNLIKELY: Final = 0.0005  # what is less likely is not looked into; half of it for each depth from 5 on
LARGEST: Final = 32768  # tiles that four bits hold
CARE: Final = 3  # times the effort of a level, until the goal of the game is made
_SLICE: Final = 20_000 if COMPILED else 100  # boards valued between two looks at the clock


class Skill(NamedTuple):
    """How a level plays: of a hundred moves so many are random; it looks at least so deep, or deeper until it
    has valued so many boards."""

    random: int
    depth: int
    effort: int


# Measured with bench/strength_2048.py; see bench/RESULTS.md.
SKILLS: Final = (
    Skill(60, 0, 0),
    Skill(25, 0, 0),
    Skill(8, 0, 0),
    Skill(0, 0, 0),
    Skill(0, 1, 0),
    Skill(0, 2, 0),
    Skill(0, 2, 1500),
    Skill(0, 2, 1 << 60),
)


def choose(game: G2048, state: Grid, limit: Limit, *, level: int, dice: Dice) -> Advice[str | Tile]:
    """The move of a player of a level; the last one takes the time there is."""
    if game.size < 4 and level == LEVELS[-1] and (game.size == 2 or COMPILED):
        return perfect.advise(game, state, limit)
    if not uses_network(game, state):
        return any_size.choose(game, state, limit, level=level, dice=dice)
    skill = SKILLS[level - 1]
    if dice.below(100) < skill.random:
        move = dice.choice(game.legal(state))
        return Advice(move=move, line=(move,))
    return _think(game, state, limit, skill)


def advise(game: G2048, state: Grid, limit: Limit) -> Advice[str | Tile]:
    """The best move on boards of side 4 and more, and the points that each is expected to end with.

    >>> game = G2048()
    >>> str(advise(game, game.load("0,0,0,0/0,0,0,0/0,0,0,0/0,0,1024,1024.9000.p"), Limit(1)).status)
    'win'
    """
    if not uses_network(game, state):
        return any_size.advise(game, state, limit)
    return _think(game, state, limit, SKILLS[-1])


def uses_network(game: G2048, state: Grid) -> bool:
    """Whether the network knows this board: 4 x 4, and no tile that four bits cannot hold."""
    return game.size == 4 and max(state.tiles) <= LARGEST


def _think(game: G2048, state: Grid, limit: Limit, skill: Skill) -> Advice[str | Tile]:
    """Look ever deeper, until the effort or the time is spent; a push that makes the goal is made at once."""
    ways = [] if state.due else [str(way) for way in game.legal(state)]
    near = not game.keep and 2 * max(state.tiles) >= game.goal
    for way, reached in ((way, game.play(state, way)) for way in ways if near):
        if max(reached.tiles) >= game.goal:
            points = Value(reached.score, Unit.POINTS)
            return Advice(move=way, line=(way,), value=points, proven=True, status=Status.WIN)
    search = prepare(limit)
    search.begin(lasting=skill.effort == SKILLS[-1].effort)
    clock = limit.or_seconds(times.NETWORK_MOVE).start()
    effort = skill.effort * (CARE if max(state.tiles) < game.goal else 1)
    board, depth, done = np.uint64(eased(encode(state.tiles, 4))), 0, None
    while (found := search.values(board, depth, clock, due=state.due)) is not None:
        done = found
        enough = depth >= skill.depth and search.spent >= effort
        if enough or depth == DEEPEST or clock.expired:
            break
        depth += 1
    if done is None:
        return Advice(move=next(iter(ways), None))
    unit = Unit.POINTS if game.keep else Unit.PLAYED_ON  # the network knows no goal
    worth = [Value(state.score + float(value), unit) for value in done]
    if state.due:
        return Advice(value=worth[0], depth=depth, nodes=search.spent)
    values: dict[str | Tile, Value] = {way: worth[DIRECTIONS.index(way)] for way in ways}
    best = max(values, key=values.__getitem__)
    return Advice(
        move=best,
        line=(best,),
        value=values[best],
        values=values,
        depth=depth,
        nodes=search.spent,
        facts={"aim": "score"},
    )


class NetworkSearch:
    """One network and the tables of what was searched with it: one that lasts, and one for a single move, so
    that a level does the same whatever was asked before."""

    def __init__(self, net: Network) -> None:
        self._net, self._lasting, self._single = (net.weights, net.unit), new_table(20), new_table(15)
        self._lines, self._every = line_tables(4), all_places(4)
        self._effort, self._values = np.zeros(1, np.int64), np.zeros(4, np.float32)
        self.begin(lasting=False)

    def begin(self, *, lasting: bool) -> None:
        """Begin a new move."""
        self._single[0][:] = 0
        self._table, self.spent = self._lasting if lasting else self._single, 0

    def values(self, board: Any, depth: int, clock: Clock, *, due: bool) -> Any:
        """The worth of every push, or of a board where a tile is due; None where the time was too short."""
        room = _SLICE
        while True:
            self._effort[0] = room
            whole = self._ask(board, depth, due=due)
            self.spent += room - int(self._effort[0])
            if whole:
                return self._values.copy()
            if clock.expired:
                return None
            room = min(2 * room, 8 * _SLICE)

    def _ask(self, board: Any, depth: int, *, due: bool) -> bool:
        least = np.float32(UNLIKELY / 2 ** max(0, depth - 4))
        rest = least, self._effort, self._table, self._net, self._every, self._lines
        if not due:
            return judge(board, depth, self._values, *rest)
        self._values[0] = expected(board, depth, np.float32(1), *rest)
        return bool(self._values[0] != GAVE_UP)


@preparing("2048", kernels=17)
def prepare(limit: Limit) -> NetworkSearch:
    """Have the network and every kernel ready, by a small search."""
    search = NetworkSearch(best_network(limit.warn))
    board = encode((2, 2, *[0] * 14), 4)
    for due in (False, True):
        search.values(board, 1, Limit().start(), due=due)
    eased(board)
    return search
