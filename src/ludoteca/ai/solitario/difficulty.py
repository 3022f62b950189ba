"""How hard a peg board is, and boards made to order, each with the line that wins it."""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import Final, Literal, get_args

import numpy as np

from ludoteca.ai.advice import Status
from ludoteca.ai.limit import Clock, Limit
from ludoteca.ai.preparation import preparing
from ludoteca.ai.solitario.beam import pack, search, tables
from ludoteca.ai.solitario.pagoda import Field, field
from ludoteca.ai.solitario.solver import advise, start
from ludoteca.core.dice import Dice
from ludoteca.core.errors import LudotecaError
from ludoteca.core.words import _
from ludoteca.games.solitario import Jump, Pegs, Solitario, generate
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.solitario import beam as kernels

Grade = Literal["easy", "medium", "hard", "expert"]
GRADES: Final[tuple[Grade, ...]] = get_args(Grade)

# Random play wins an easy board at least once in 20 games, a medium one once in 400. Of the others, a beam of
# 32 positions wins the hard ones (86 % of random 7x7 boards, 67 % of 9x9), and the rest are for experts.
EASY: Final = 1 / 20
MEDIUM: Final = 1 / 400
NARROW: Final = 32
_GAMES: Final = 2_000 if COMPILED else 400
_EXACT: Final = 3_000  # positions up to which the chance is counted, not sampled
_CHUNK: Final = 100 if COMPILED else 4  # random games in one call
# Backward steps from which boards of a grade are drawn: as a share of the cells, from and to.
_STEPS: Final = {"easy": (0.08, 0.3), "medium": (0.15, 0.45), "hard": (0.25, 0.7), "expert": (0.4, 1.0)}


@dataclass(frozen=True)
class Difficulty:
    """What makes a board easy or hard to win.

    `share` of the first jumps keep the win (None if some of them stayed unknown); `luck` is the chance that
    random play wins, counted if `exact` and else from `games` random ones; `effort` is how many jumps the
    solver tried, whose first beam of 32 positions found the win if `narrow`.
    """

    grade: Grade
    share: float | None
    luck: float
    exact: bool
    games: int
    effort: int
    narrow: bool


def exact_luck(board: Field, state: Pegs, clock: Clock) -> Fraction | None:
    """The chance that random play wins, by recursion; None if it takes more than a few thousand positions."""
    known: dict[int, Fraction] = {}

    def chance(pegs: int) -> Fraction:
        if pegs in known:
            return known[pegs]
        if len(known) > _EXACT or clock.expired:
            raise TimeoutError
        after = [
            pegs ^ (1 << origin | 1 << over | 1 << to)
            for origin, over, to in board.ways
            if pegs >> origin & pegs >> over & ~pegs >> to & 1
        ]
        if after:
            value = sum(map(chance, after), Fraction(0)) / len(after)
        else:
            value = Fraction(pegs == 1 << state.goal)
        known[pegs] = value
        return value

    try:
        return chance(state.pegs) if state.pegs.bit_count() <= 64 else None
    except TimeoutError:
        return None


def sampled_luck(board: Field, state: Pegs, clock: Clock) -> tuple[float, int]:
    """The share of random games that win, always the same ones, and how many there was time for."""
    made, dice = tables(board), Dice(state.pegs)
    start, goal = pack(board, state.pegs), pack(board, 1 << state.goal)
    here, legal = np.zeros((1, len(start)), np.int64), np.zeros(len(board.ways), np.int64)
    games = wins = 0
    while games < _GAMES and not (games and clock.expired):
        seeds = np.array([dice.below(2**32 - 1) + 1 for _game in range(_CHUNK)], np.int64)
        wins += kernels.random_games(start, goal, seeds, *made[:4], here, legal)
        games += _CHUNK
    return wins / games, games


@preparing("solitario", kernels=3)
def prepare_luck(_limit: Limit) -> None:
    """Have the kernel of random games ready, by some on the smallest board."""
    sampled_luck(Field(1, 3, 0b111), Pegs(0b111, 0b011, 2), Limit().start())


def _start(limit: Limit) -> Clock:
    """Start the clock, once all kernels are compiled."""
    prepare_luck(limit)
    return start(limit)


def _rate(board: Field, state: Pegs, clock: Clock) -> Difficulty | None:
    """All but the share, for a board that can be won; None if the time ran out."""
    exact = exact_luck(board, state, clock)
    luck, games = sampled_luck(board, state, clock) if exact is None else (float(exact), 0)
    effort = search(board, state, clock, width=NARROW)
    if clock.expired:
        return None
    narrow = bool(effort.line)
    grade: Grade = "hard" if narrow else "expert"
    if luck >= MEDIUM:
        grade = "easy" if luck >= EASY else "medium"
    return Difficulty(grade, None, luck, exact is not None, games, effort.nodes, narrow)


def difficulty(game: Solitario, state: Pegs, limit: Limit) -> Difficulty:
    """How hard it is to win from here; LudotecaError if it cannot be won, or that stays unknown.

    >>> game = Solitario("3221")
    >>> found = difficulty(game, game.start(Dice(0)), Limit())
    >>> found.grade, found.share, found.luck
    ('easy', 0.5, 0.5)
    """
    if not game.legal(state):
        raise LudotecaError(_("The game is over."))
    clock = _start(limit)
    advice = advise(game, state, clock.rest())
    if advice.status == Status.LOST:
        raise LudotecaError(_("This board cannot be won."))
    found = _rate(field(game.rows, game.cols, state.usable), state, clock) if advice.proven else None
    if found is None:
        raise LudotecaError(_("There was not time enough to find out how hard this board is."))
    after = [_status(game, game.play(state, jump), clock) for jump in game.legal(state)]
    share = None if Status.UNKNOWN in after else after.count(Status.WIN) / len(after)
    return replace(found, share=share, effort=max(found.effort, advice.nodes))


def _status(game: Solitario, state: Pegs, clock: Clock) -> Status:
    """Whether a board can be won, as far as there is time to know."""
    if outcome := game.outcome(state):
        return Status.LOST if outcome.winner is None else Status.WIN
    return advise(game, state, clock.rest()).status


def generate_to_order(grade: str, rows: int, cols: int, dice: Dice, limit: Limit) -> tuple[Pegs, list[Jump]]:
    """A board of a grade, and the jumps that win it; LudotecaError if none turns up within the limit.

    >>> position, line = generate_to_order("easy", 5, 5, Dice(1), Limit())
    >>> len(line) == position.pegs.bit_count() - 1
    True
    """
    if grade not in GRADES:
        raise LudotecaError(_("There is no grade '{grade}'; grades: {grades}.",
                              grade=grade[:40], grades=", ".join(GRADES)))  # fmt: skip
    if max(rows, cols) < 3:
        raise LudotecaError(_("No peg can jump on {rows}x{cols}.", rows=rows, cols=cols))
    clock = _start(limit)
    low, high = (max(1, round(share * rows * cols)) for share in _STEPS[grade])
    for _board in count():
        if clock.expired:
            break
        position, line = generate(dice, rows, cols, low + dice.below(high - low + 1))
        found = _rate(field(rows, cols, position.usable), position, clock) if line else None
        if found and found.grade == grade:
            return position, line
    raise LudotecaError(_("No {grade} board of {rows}x{cols} turned up in time.",
                          grade=grade, rows=rows, cols=cols))  # fmt: skip
