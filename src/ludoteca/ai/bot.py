"""What every solver and player takes and gives: a limit, a level, and an advice that says what is proved."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, TypeVar

from ludoteca.core import Game

M = TypeVar("M")

Status = Literal["win", "lost", "unknown"]

LEVELS: Final = range(1, 9)  # of computer players: a child beats the first, the last plays as well as it can


@dataclass(frozen=True)
class Limit:
    """How long one may think: seconds, or until `cancel` says so; whom to tell what goes on, and to show what
    was found so far."""

    seconds: float | None = None
    cancel: Callable[[], bool] = field(default=lambda: False, repr=False)
    tell: Callable[[str], None] = field(default=lambda _sentence: None, repr=False)
    show: "Callable[[Advice[Any]], None]" = field(default=lambda _advice: None, repr=False)

    def start(self) -> "Clock":
        """The clock of one piece of thinking; compiling what it needs comes before."""
        return Clock(self, time.monotonic())


@dataclass(frozen=True)
class Clock:
    """A limit that has begun to run; a solver asks at least every few milliseconds."""

    limit: Limit
    started: float

    @property
    def seconds(self) -> float:
        """How long it has run."""
        return time.monotonic() - self.started

    @property
    def expired(self) -> bool:
        """Whether to stop now."""
        late = self.limit.seconds is not None and self.seconds >= self.limit.seconds
        return late or self.limit.cancel()


@dataclass(frozen=True)
class Advice(Generic[M]):
    """The best move known, its value in the game's own terms, the line that shows it, and if it is proved.

    `value` and `status` are those of the seat that acts; `facts` hold what only this game has, such as
    drench's par or oca's chances, ready for JSON.
    """

    move: M | None
    value: float | None
    line: tuple[M, ...]
    proven: bool
    status: Status = "unknown"
    nodes: int = 0
    facts: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def over(cls, game: Game[Any, M], state: Any) -> "Advice[M]":
        """Nothing to advise: the game has ended, and how is known."""
        outcome = game.outcome(state)
        won = outcome is not None and outcome.winner is not None
        return cls(None, game.scores(state)[0], (), proven=True, status="win" if won else "lost")
