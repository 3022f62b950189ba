"""Several players of the goose race at once: independent but for who comes first, and for being relieved."""

from itertools import accumulate
from math import fsum, inf, prod
from operator import mul
from typing import Final, NamedTuple

from ludoteca.ai.limit import Clock
from ludoteca.ai.oca.chain import BLOCK, Chain, Figures, check, together, total
from ludoteca.games.oca import HELD

FAINT: Final = 1e-20  # a chance that all still race which ends the sum

Column = list[float]


class Result(NamedTuple):
    """What comes of a race: chances in order of moving, and the turns and throws expected."""

    win: list[float]
    draw: float
    never: float
    turns: float
    throws: float


class Runner(NamedTuple):
    """One player's figures by turn, from turn 0; `lasting` is the chance to be racing after it, or stuck."""

    lasting: Column
    finish: Column
    endless: Column
    throws: Column
    held: dict[int, Column]
    stuck: float
    fading: float

    @classmethod
    def at(cls, chain: Chain, square: int, owed: int) -> "Runner":
        """One who stands on a square and owes turns; one who is held, and stays so, never throws."""
        if owed == HELD:
            none = [0.0] * (chain.length + 1)
            return cls([1.0] * (chain.length + 1), none, none, none, {}, 1.0, 0.0)

        def column(table: Figures | None) -> Column:
            return table.column(square - chain.first, owed) if table else [0.0] * (chain.length + 1)

        stuck = column(chain.stuck)
        lasting = column(chain.racing)
        if chain.stuck:
            lasting = [racing + caught for racing, caught in zip(lasting, stuck, strict=True)]
        held = {hold: column(table) for hold, table in chain.held.items()}
        endless, throws = column(chain.endless), column(chain.throws)
        return cls(lasting, column(chain.finish), endless, throws, held, stuck[-1], chain.fading)

    def later(self, column: Column) -> Column:
        """What is left of a column's sum after each turn."""
        left = total(column[-BLOCK:], self.fading) - fsum(column[-BLOCK:])
        return list(accumulate(column[:0:-1], initial=left))[::-1]


def independent(runners: list[Runner]) -> Result:
    """The race of players who do not touch each other; the first in the list moves first.

    A seat takes its turn k if those before it go on after k turns and those behind it after k - 1.
    """
    length = _length(runners)
    fading = together(runner.fading for runner in runners) if length == len(runners[0].lasting) - 1 else 1.0
    behind = [[1.0] * length]
    for runner in reversed(runners[1:]):
        behind.append(list(map(mul, behind[-1], runner.lasting)))
    before, win, endless, turns, throws = [1.0] * length, [], 0.0, 0.0, 0.0
    for runner, after in zip(runners, reversed(behind), strict=True):
        others = list(map(mul, before, after))

        def met(column: Column, others: Column = others) -> float:
            return total(list(map(mul, column, others)), fading)

        win.append(met(runner.finish[1:]))
        endless += met(runner.endless[1:])
        turns += met(runner.lasting)
        throws += met(runner.throws[1:])
        before = list(map(mul, before, runner.lasting[1:]))
    never = endless + prod(runner.stuck for runner in runners)
    return Result(win, 0.0, never, inf if never else turns, inf if never else throws)


def _length(runners: list[Runner]) -> int:
    """How many turns matter: until hardly ever all still race."""
    low, high = 1, len(runners[0].lasting) - 1
    while low < high:
        middle = (low + high) // 2
        if prod(runner.lasting[middle] for runner in runners) < FAINT:
            high = middle
        else:
            low = middle + 1
    return low


class Swap(NamedTuple):
    """What comes of it when one has just been relieved and is to move, and the other waits on that square."""

    win: float
    lose: float
    draw: float
    turns: float
    throws: float
    is_endless: bool

    @classmethod
    def on(cls, chain: Chain, hold: int) -> "Swap":
        """The first wins, or comes back and they change places, or is held elsewhere: a draw."""
        runner = Runner.at(chain, hold, 0)
        back = total(runner.held[hold], runner.fading)
        win = total(runner.finish, runner.fading)
        draw = fsum(total(column, runner.fading) for other, column in runner.held.items() if other != hold)
        leaving = win + draw + runner.stuck + total(runner.endless, runner.fading)
        if not leaving:
            return cls(0.0, 0.0, 0.0, inf, inf, is_endless=True)
        turns = 2 * total(runner.lasting, runner.fading) - 1  # the other is passed over between any two
        throws = total(runner.throws, runner.fading) / leaving
        win /= leaving * (1 + back)  # 1 - back², where 1 - back is `leaving`
        return cls(win, back * win, draw / leaving, turns / leaving, throws, is_endless=False)


def relieved(chain: Chain, first: Runner, second: Runner, hold: int | None, clock: Clock) -> Result:
    """Two players who hold and relieve each other; `hold` where the second is held already.

    Until one is held they are independent; from then on the other moves alone, and what comes of that is a
    matter of what was left of the other's own chances.
    """
    swaps = {}
    for square in chain.held:
        check(clock)
        swaps[square] = Swap.on(chain, square)
    if hold is None:
        parts = [independent([first, second])]
        for square, swap in swaps.items():
            check(clock)
            parts.append(_alone(second, first.held[square][1:], square, swap, since=0, seat=1))
            parts.append(_alone(first, second.held[square][1:], square, swap, since=1, seat=0))
    else:
        parts = [_alone(first, [1.0], hold, swaps[hold], since=0, seat=0)]
    win = [fsum(part.win[seat] for part in parts) for seat in (0, 1)]
    draw = fsum(part.draw for part in parts)
    may_last = chain.stuck or chain.endless or any(swap.is_endless for swap in swaps.values())
    never = max(0.0, 1 - fsum([*win, draw])) if may_last else 0.0
    turns, throws = fsum(part.turns for part in parts), fsum(part.throws for part in parts)
    return Result(win, draw, never, inf if never else turns, inf if never else throws)


def _alone(runner: Runner, met: Column, hold: int, swap: Swap, *, since: int, seat: int) -> Result:
    """The part of the race in which the other is held from turn k on with the chance `met[k - 1]`."""
    fading = 1.0 if len(met) == 1 else together([runner.fading, runner.fading])

    def left(column: Column) -> float:
        return total(list(map(mul, met, column[since:])), fading)

    ends = {square: left(runner.later(column)) for square, column in runner.held.items()}
    back = ends.pop(hold)
    win = [back * swap.win, back * swap.win]
    win[seat] = left(runner.later(runner.finish)) + back * swap.lose
    turns = [here + later for here, later in zip(runner.lasting, runner.later(runner.lasting), strict=True)]
    return Result(
        win,
        fsum(ends.values()) + back * swap.draw,
        0.0,
        2 * left(turns) - left(runner.lasting) + (back * swap.turns if back else 0.0),
        left(runner.later(runner.throws)) + (back * swap.throws if back else 0.0),
    )
