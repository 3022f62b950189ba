"""The goose race's exact odds: each seat's chance and how long it takes, by linear algebra, not by trying."""

from dataclasses import dataclass
from math import fsum, inf, isfinite, sqrt
from operator import mul
from typing import Final

from ludoteca.ai.advice import Advice, Unit, Value
from ludoteca.ai.limit import Clock, Limit
from ludoteca.ai.oca.chain import BLOCK, Chain, LimitError, total
from ludoteca.ai.oca.race import Result, Runner, independent, relieved
from ludoteca.core import LudotecaError
from ludoteca.core.words import _
from ludoteca.games.oca import HELD, ROLL, Oca, Race

__all__ = ["Alone", "Odds", "advise", "odds", "prepare"]

TAIL: Final = 1e-15  # the distribution is listed until less than this is left
LONGEST: Final = 10_000  # ... or for so many turns
KEPT: Final = 4  # tracks whose tables are remembered: 0.3 MB for the document's, at most some 150 MB


@dataclass(frozen=True)
class Alone:
    """One player from the first square, nobody else playing; turns are counted, lost ones too.

    `distribution[k - 1]` is the chance to need exactly k turns, listed until less than 1e-15 is left (or for
    10,000 turns); `never` is the chance never to arrive: held with nobody to come, or on a track that catches
    the piece. `mean` and `deviation` are those of the number of turns, infinite where `never` is not 0.
    """

    distribution: tuple[float, ...]
    mean: float
    deviation: float
    never: float


_prepared: dict[tuple[object, ...], tuple[Chain, Alone]] = {}


@dataclass(frozen=True)
class Odds:
    """What may come of a race: `win` by seat, `draw` (everyone held) and `never` add up to 1.

    `never`, the chance that the race goes on for ever, is 0 on the document's board under every option. It is
    not on a track that can catch pieces: before squares that lead back and cannot all be jumped over, before
    a last square that must be met exactly and no throw meets, on geese that give throws without end, or where
    two relieve each other for ever.

    `expected_turns` counts the turns of all seats from here to the end, the one under way and the winner's
    last included; a seat that is passed over (turns owed, or held) has had a turn and lost it.
    `expected_rolls` counts throws: a lost turn has none, a goose gives more. Both are infinite where `never`
    is not 0.
    """

    win: tuple[float, ...]
    draw: float
    never: float
    expected_turns: float
    expected_rolls: float
    alone: Alone

    @property
    def distribution(self) -> tuple[float, ...]:
        """The chance that one player alone needs exactly 1, 2, ... turns."""
        return self.alone.distribution


def odds(game: Oca, state: Race, limit: Limit) -> Odds:
    """Everyone's exact chance from any position, within 1e-12; LudotecaError where they cannot be had.

    >>> from ludoteca.core import Dice
    >>> game = Oca(2, first=1)
    >>> [round(chance, 6) for chance in odds(game, game.start(Dice(0)), Limit()).win]
    [0.519186, 0.480814]
    """
    clock = limit.start()
    chain, single = prepare(game, clock)
    outcome = game.outcome(state)
    if outcome:
        win = tuple(float(seat == outcome.winner) for seat in range(game.players))
        return Odds(win, float(outcome.winner is None), 0.0, 0.0, 0.0, single)
    seats = [*range(state.turn, game.players), *range(state.turn)]
    result = _race(chain, [(state.squares[seat], state.owed[seat]) for seat in seats], clock)
    win = tuple(result.win[(seat - state.turn) % game.players] for seat in range(game.players))
    if _wins_at_once(game, state):  # known without adding up, so it is exactly 1
        win = tuple(float(seat == state.turn) for seat in range(game.players))
    return Odds(win, result.draw, result.never, result.turns, result.throws, single)


def advise(game: Oca, state: Race, limit: Limit) -> Advice[str | int]:
    """Roll: there is nothing else to do; what it is worth is the chance of the one whose turn it is.

    Among the facts the chances begin with that one; what is infinite is None there, since JSON has no word
    for it. Where the limit ran out, the advice is not proven and has no facts.
    """
    move = None if state.rolling else ROLL
    line = (move,) if move else ()
    try:
        known = odds(game, state, limit)
    except LimitError:
        return Advice(move=move, line=line)
    facts = {
        "win": [*known.win[state.turn :], *known.win[: state.turn]],
        "draw": known.draw,
        "never": known.never,
        "expected_turns": known.expected_turns if isfinite(known.expected_turns) else None,
        "expected_rolls": known.expected_rolls if isfinite(known.expected_rolls) else None,
        "distribution": list(known.distribution),
    }
    value = Value(known.win[state.turn], Unit.SHARE)
    return Advice(
        move=move, line=line, value=value, proven=True, chances=known.win, draw=known.draw, facts=facts
    )


def _wins_at_once(game: Oca, state: Race) -> bool:
    """Whether any throw wins."""
    thrown = state._replace(rolling=True)
    return all(game.outcome(game.play(thrown, number)) for number, _chance in game.odds(thrown))


def prepare(game: Oca, clock: Clock) -> tuple[Chain, Alone]:
    """The tables of one player alone under these rules, made once: 0.1 s for the document's board."""
    key = (game.track, game.begin, game.dice, game.exact, game.relieved)
    known = _prepared.get(key)
    if known is None:
        chain = Chain(game, clock)
        known = chain, alone(chain)
        for old in list(_prepared)[: 1 - KEPT]:
            _prepared.pop(old, None)
        _prepared[key] = known
    return known


def alone(chain: Chain) -> Alone:
    """One player alone, with moments; a long tail is listed by the share that it loses in each block."""
    runner = Runner.at(chain, chain.first, 0)
    fading, chances, racing = chain.fading, runner.finish[1:], chain.racing.column(0)[1:]
    caught = (total(column, fading) for column in (runner.endless, *runner.held.values()))
    if never := runner.stuck + fsum(caught):
        mean = deviation = inf
    else:
        weights = [2 * turn + 1 for turn in range(len(runner.lasting))]
        mean = total(runner.lasting, fading)
        square = total(list(map(mul, weights, runner.lasting)), fading)
        if fading < 1:  # the weights grow by 2 * BLOCK in each block to come
            square += 2 * BLOCK * fsum(runner.lasting[-BLOCK:]) * (1 - fading) / fading**2
        deviation = sqrt(max(0.0, square - mean**2))
    while fading < 1 and racing[-1] > TAIL and len(chances) < LONGEST:
        chances += [chance * (1 - fading) for chance in chances[-BLOCK:]]
        racing += [chance * (1 - fading) for chance in racing[-BLOCK:]]
    listed = next((turn for turn, left in enumerate(racing, 1) if left < TAIL), len(chances))
    return Alone(tuple(chances[:listed]), mean, deviation, never)


def _race(chain: Chain, seats: list[tuple[int, int]], clock: Clock) -> Result:
    """The race of the pieces on these squares that owe these turns, the one to move first."""
    runners = [Runner.at(chain, square, owed) for square, owed in seats]
    if not any(any(column) for runner in runners for column in runner.held.values()):
        return independent(runners)
    if len(runners) in (3, 4):
        from ludoteca.ai.oca.held import joint  # NumPy only where it is needed

        return joint(chain, seats, clock)
    if len(runners) > 4:
        message = _("Where prison and well hold until another comes, odds are known for 2 to 4 players.")
        raise LudotecaError(message)
    first, second = runners
    square, owed = seats[1]
    return relieved(chain, first, second, square if owed == HELD else None, clock)
