"""Who plays drench for two: greed and slips at first, then alpha-beta over areas, ever deeper."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from ludoteca.ai import times
from ludoteca.ai.advice import Advice, Status, Unit, Value
from ludoteca.ai.drench.duel_search import Duelist, Duelled, areas, prepare
from ludoteca.ai.limit import Limit
from ludoteca.core.dice import Dice
from ludoteca.games.drench import COLOURS, Drench, Flood

RECENT: Final = 4  # moves of the rival that tell if greed is all it knows
_ENDLESS: Final = 1 << 40


class Effort(NamedTuple):
    """How hard a level tries: plies ahead (0: greed), positions, and in how many of 100 moves it slips."""

    depth: int
    nodes: int = _ENDLESS
    slips: int = 0


EFFORTS: Final = {
    1: Effort(0, slips=80),
    2: Effort(0, slips=40),
    3: Effort(0),
    4: Effort(1, slips=15),
    5: Effort(2, 1_000),
    6: Effort(4, 4_000),
    7: Effort(8, 16_000),
    8: Effort(_ENDLESS),
}


def choose(
    game: Drench, state: Flood, limit: Limit, *, level: int, past: Sequence[Flood], dice: Dice
) -> Advice[int]:
    """The move of a level; the last one takes the time it is given, or 0.2 s.

    Level 3 is the original app's best: the most cells now. A slip is any move that grows.
    """
    effort = EFFORTS[level]
    if advice := _settled(game, state):
        return advice
    slips = dice.below(100) < effort.slips
    if effort.depth and not slips:
        return _searched(game, state, limit, effort, past if level == 8 else ())
    return _greed(game, state, dice, slips=slips)


def advise(game: Drench, state: Flood, limit: Limit) -> Advice[int]:
    """The best move against the best replies, within the time given or 0.2 s.

    The value is by how many cells the seat to move will be ahead at the end, a guess unless it is proven; the
    status is certain, and often known before the value. A proven draw has no status of its own but `unknown`.

    >>> from ludoteca.games import begin
    >>> session = begin("drench:3x3,3,players=2@123/231/312")
    >>> advice = advise(session.game, session.state, Limit())
    >>> advice.line, advice.value.amount, str(advice.status), advice.proven
    ((3, 1, 2, 3), -3.0, 'lost', True)
    """
    return _settled(game, state) or _searched(game, state, limit, EFFORTS[8], ())


def gains(game: Drench, state: Flood) -> dict[int, int]:
    """How many cells each move adds to the region of the seat to move."""
    graph, cells = areas(game, state.cells), dict.fromkeys(game.legal(state), 0)
    for area in graph.beside[state.turn]:
        number = COLOURS.index(state.cells[graph.cells[area][0]]) + 1
        if number in cells:
            cells[number] += len(graph.cells[area])
    return cells


def is_greedy(game: Drench, states: Sequence[Flood], seat: int) -> bool:
    """Whether a seat has moved in a row of positions, and always took the most cells that it could."""
    made = [(before, after) for before, after in pairwise(states) if before.turn == seat]
    for before, after in made:
        gained = gains(game, before)
        if gained[COLOURS.index(after.cells[game.corner(seat)]) + 1] < max(gained.values()):
            return False
    return bool(made)


def _greed(game: Drench, state: Flood, dice: Dice, *, slips: bool) -> Advice[int]:
    """The most cells now; or, in a slip, any move that grows."""
    gained = gains(game, state)
    most = max(gained.values())
    move = dice.choice([move for move, gain in gained.items() if gain == most or (slips and gain)])
    mine, theirs = (len(game.region(state.cells, seat)) for seat in (state.turn, 1 - state.turn))
    return Advice(move=move, line=(move,), value=Value(mine + gained[move] - theirs, Unit.MARGIN))


def _settled(game: Drench, state: Flood) -> Advice[int] | None:
    """What can be said without thinking: both seats have the same region."""
    if game.corner(1) in game.region(state.cells, 0):
        move = game.legal(state)[0]
        return Advice(move=move, line=(move,), value=Value(0, Unit.MARGIN), proven=True)
    return None


def _searched(game: Drench, state: Flood, limit: Limit, effort: Effort, past: Sequence[Flood]) -> Advice[int]:
    """What a search finds; where it is behind and the rival seems to know only greed, what beats greed.

    Between equals the first move of a symmetric board is worth some 30 cells, so that the second seat has to
    hope for mistakes. On 15 x 15 a bet on the kind that the rival makes beats greed in 96.5 games of 100
    from there, in place of 83; against a search of the same depth it lost nothing, as that is soon known
    not to be greedy.
    """
    prepare(limit)
    clock = limit.or_seconds(times.DRENCH_MOVE).start()
    early = clock.rest(0.25).start()
    searcher, bet = Duelist(game, state), None
    greedy = not early.expired and is_greedy(game, [*past[-2 * RECENT :], state], 1 - state.turn)
    found = searcher.best(early if greedy else clock, depth=effort.depth, nodes=effort.nodes)
    if found and greedy and found.worth < 0:
        bet = searcher.best(clock, depth=effort.depth, nodes=effort.nodes, naive=True)
    elif found and greedy and found.guess:
        found = searcher.best(clock, depth=effort.depth, nodes=effort.nodes, found=found)
    return _advice(searcher, found, bet) if found else _greed(game, state, Dice(0), slips=False)


def _advice(searcher: Duelist, found: Duelled, bet: Duelled | None) -> Advice[int]:
    """What was found, in the words of the game."""
    chosen = bet or found
    line = searcher.line(chosen.hue)
    return Advice(
        move=line[0],
        line=line,
        value=Value(chosen.ahead, Unit.MARGIN),
        proven=not chosen.guess and not bet,
        status=Status.WIN if found.decided > 0 else Status.LOST if found.decided < 0 else Status.UNKNOWN,
        depth=chosen.depth,
        nodes=searcher.nodes,
        facts={"bet": bet is not None},
    )
