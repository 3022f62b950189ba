"""The clocks of a room: the seconds that each seat has left, and what a move adds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True)
class Clocks:
    """A clock for each seat, of which one may run since a moment.

    >>> clocks = Clocks.of((300.0, 5.0), seats=2, moment=1000.0)
    >>> clocks.left_at(1010.0, running=0)
    (290.0, 300.0)
    >>> clocks.pressed(1010.0, running=0, gains=0).left_at(1012.0, running=1)
    (295.0, 298.0)
    """

    left: tuple[float, ...]
    added: float
    since: float

    @classmethod
    def of(cls, time: tuple[float, float] | None, *, seats: int, moment: float) -> Self:
        """Seconds for each seat and what every move adds; no seconds where there is no clock."""
        each, added = time or (0.0, 0.0)
        return cls((each,) * seats, added, moment)

    def left_at(self, moment: float, *, running: int) -> tuple[float, ...]:
        """The seconds that each seat has left; `running` is the seat whose clock runs, -1 for none."""
        passed = max(0.0, moment - self.since)
        return tuple(max(0.0, left - passed * (seat == running)) for seat, left in enumerate(self.left))

    def pressed(self, moment: float, *, running: int, gains: int = -1) -> Self:
        """After somebody has acted: the other's clock runs from now on. Who has moved gains time."""
        left = self.left_at(moment, running=running)
        more = (each + self.added * (seat == gains) for seat, each in enumerate(left))
        return replace(self, left=tuple(more), since=moment)

    def run_out(self, seat: int) -> Self:
        """With nothing left for a seat."""
        return replace(self, left=tuple(each * (at != seat) for at, each in enumerate(self.left)))
