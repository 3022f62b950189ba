"""Who proves and who plays well: a mind for every game, found by the game's class."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final, TypeVar

from ludoteca.ai.advice import Advice, Line, Status, Unit, Value, seat_of
from ludoteca.ai.brought import brought_mind
from ludoteca.ai.drench import DrenchMind
from ludoteca.ai.fuga import FugaMind
from ludoteca.ai.g2048 import G2048Mind
from ludoteca.ai.general import GeneralMind
from ludoteca.ai.limit import UNLIMITED, Clock, Limit
from ludoteca.ai.mind import Ability, Fact, Mind
from ludoteca.ai.oca import OcaMind
from ludoteca.ai.solitario import SolitarioMind
from ludoteca.core import CHANCE, LEVELS, AnyGame, Dice, Game, LudotecaError, Session, check_range
from ludoteca.core.words import _
from ludoteca.games.drench import Drench
from ludoteca.games.fuga import Fuga
from ludoteca.games.g2048 import G2048
from ludoteca.games.oca import Oca
from ludoteca.games.solitario import Solitario

__all__ = [
    "LEVELS",
    "Ability",
    "Advice",
    "Clock",
    "Fact",
    "Limit",
    "Line",
    "Mind",
    "Status",
    "Unit",
    "Value",
    "advise",
    "choose",
    "mind_of",
    "needing_numpy",
    "perft",
    "prepare",
]

S = TypeVar("S")
M = TypeVar("M")

MOST_LINES: Final = 1000  # more than any position has moves worth telling
GENERAL: Final = GeneralMind[Any, Any]()
MINDS: Final[Mapping[type[AnyGame], Mind[Any, Any]]] = {
    Solitario: SolitarioMind(),
    Fuga: FugaMind(),
    Drench: DrenchMind(),
    G2048: G2048Mind(),
    Oca: OcaMind(),
}


def mind_of(game: Game[S, M]) -> Mind[S, M]:
    """Who knows a game; any game that nobody knows better is the general mind's.

    >>> from ludoteca.games import begin
    >>> type(mind_of(begin("fuga").game)).__name__
    'FugaMind'
    """
    own = next((MINDS[kind] for kind in type(game).__mro__ if kind in MINDS), None)
    return own or brought_mind(game.name) or GENERAL


def advise(session: Session[S, M], limit: Limit = UNLIMITED, *, lines: int = 1) -> Advice[M]:
    """What is best here, what it is worth, and whether that is proved; `lines` asks for several best lines.

    >>> from ludoteca.games import begin
    >>> advise(begin("solitario:322")).line
    (Jump(origin=2, to=0),)
    """
    check_range("lines", lines, 1, MOST_LINES)
    seat = seat_of(session)
    shown = replace(limit, show=lambda found: limit.show(replace(found, seat=seat)))
    with needing_numpy():
        advice = mind_of(session.game).advise(session, shown, lines=lines)
    return advice if session.outcome else replace(advice, seat=seat)


def choose(
    session: Session[S, M],
    limit: Limit = UNLIMITED,
    *,
    level: int = LEVELS[-1],
    dice: Dice | None = None,
) -> Advice[M]:
    """The move of a computer player of a level from 1 to 8; without `dice` its slips follow from the game.

    Where the game is over, or nature acts, there is no move.
    """
    check_range("level", level, LEVELS[0], LEVELS[-1])
    if session.outcome:
        return Advice.over(session)
    if session.player == CHANCE:
        return Advice(seat=seat_of(session))
    dice = Dice.at(session.seed or 0, len(session.moves)) if dice is None else dice
    with needing_numpy():
        advice = mind_of(session.game).choose(session, limit, level=level, dice=dice)
    return replace(advice, seat=seat_of(session))


def prepare(game: AnyGame, limit: Limit = UNLIMITED) -> None:
    """Have everything ready that it takes to think about a game."""
    with needing_numpy():
        mind_of(game).prepare(game, limit)


def perft(game: Game[S, M], state: S, depth: int) -> int:
    """How many lines of `depth` plies there are; by a kernel where there is one."""
    return mind_of(game).perft(game, state, depth)


@contextmanager
def needing_numpy() -> Iterator[None]:
    """A sentence in place of an ImportError, where what is done inside needs what is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in ("numpy", "numba"):
            raise
        raise LudotecaError(_("This needs NumPy: pip install 'ludoteca[fast]'.")) from None
