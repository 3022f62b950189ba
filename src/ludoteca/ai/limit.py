"""How long one may think, and whom to tell on the way."""

import time
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Self

from ludoteca.core import OptionError
from ludoteca.core.words import _

if TYPE_CHECKING:
    from ludoteca.ai.advice import Advice


def nobody(_told: object) -> None:
    """Whom to tell where nobody listens."""


@dataclass(frozen=True)
class Limit:
    """How long one may think: seconds, plies of depth, nodes, or until `cancel` says so.

    `progress` hears in a few words what goes on, `show` gets the advice so far, and `warn` a sentence on what
    is wrong but does not stop the thinking.

    >>> Limit(2.5).or_seconds(60), Limit().or_seconds(60)
    (Limit(seconds=2.5, depth=None, nodes=None), Limit(seconds=60, depth=None, nodes=None))
    """

    seconds: float | None = None
    _: KW_ONLY
    depth: int | None = None
    nodes: int | None = None
    cancel: Callable[[], bool] = field(default=lambda: False, repr=False)
    progress: Callable[[str], None] = field(default=nobody, repr=False)
    show: "Callable[[Advice[Any]], None]" = field(default=nobody, repr=False)
    warn: Callable[[str], None] = field(default=nobody, repr=False)

    def __post_init__(self) -> None:
        for what, least in (("seconds", 0), ("depth", 1), ("nodes", 1)):
            value = getattr(self, what)
            if value is not None and not value >= least:  # nor is what is no number at all
                raise OptionError(_("{option} must be at least {least}.", option=what, least=least))
            if what != "seconds" and value is not None and type(value) is not int:
                raise OptionError(
                    _("{option} must be a whole number, not '{text}'.", option=what, text=value)
                )

    def or_seconds(self, seconds: float) -> Self:
        """The same limit; if it names no time, so many seconds."""
        return self if self.seconds is not None else replace(self, seconds=seconds)

    def start(self) -> "Clock":
        """The clock of one piece of thinking; compiling what it needs comes before."""
        return Clock(self, time.monotonic())


UNLIMITED: Final = Limit()


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

    def rest(self, share: float = 1.0) -> Limit:
        """A share of what is left of the limit, for a solver that starts a clock of its own."""
        if self.limit.seconds is None:
            return self.limit
        return replace(self.limit, seconds=share * max(0.0, self.limit.seconds - self.seconds))
