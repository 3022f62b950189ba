"""A mind: who knows one game, proves where it can, and plays well where it cannot."""

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeVar

from ludoteca import core
from ludoteca.ai.advice import Advice, Unit
from ludoteca.ai.limit import Limit
from ludoteca.core import Dice, Game, Session

S = TypeVar("S")
M = TypeVar("M")


class Ability(Enum):
    """What may be asked of a mind beyond the best move."""

    LINES = auto()  # several best lines
    DEPTH = auto()  # to look no further than a depth
    NODES = auto()  # or so many positions
    PAST = auto()  # to count positions that stood on the board before


class Fact(NamedTuple):
    """Something that only one game can tell: its key in `Advice.facts`, the sentence that names it ('' where
    it is for programs alone), what it is counted in, and whether it says nothing more once all is proved."""

    key: str
    sentence: str = ""
    unit: Unit | None = None
    is_guess: bool = False


class Mind(Protocol[S, M]):
    """Who knows one game.

    A mind is light: what it needs is imported, compiled and loaded when it is asked. A class of minds may
    inherit from this one, which proves nothing and counts lines by the rules.
    """

    facts: Sequence[Fact] = ()
    # Ids of games that together need all that it ever compiles, and how many kernels each needs.
    prepared: Mapping[str, int] = MappingProxyType({})

    def proves(self, game: Game[S, M]) -> bool:
        """Whether it can prove how a game stands, given time; else there are only good players."""
        return False

    def abilities(self, game: Game[S, M]) -> frozenset[Ability]:
        """What else may be asked of it; what it cannot do it leaves out in silence."""
        return frozenset()

    def prepare(self, game: Game[S, M], limit: Limit) -> None:
        """Load and compile all that it takes to think about a game, so that no answer waits for that."""
        return

    def advise(self, session: Session[S, M], limit: Limit, *, lines: int = 1) -> Advice[M]:
        """What is best here, what it is worth, and whether that is proved; at the end, how it ended.

        Who proves takes all the time there is; who cannot, without a limit, a second or two.
        """
        ...

    def choose(self, session: Session[S, M], limit: Limit, *, level: int, dice: Dice) -> Advice[M]:
        """The move of a computer player of a level, where somebody is to move; `dice` throw for its slips."""
        ...

    def perft(self, game: Game[S, M], state: S, depth: int) -> int:
        """How many lines of `depth` plies there are."""
        return core.perft(game, state, depth)
