"""What writes to the archive, one act after another, while the screen lives on."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from ludoteca.archive import BusyError
from ludoteca.core import LudotecaError

AT_ONCE: Final = 0.02  # seconds that a key may wait for another program
AGAIN: Final = 0.1  # seconds from one try to the next
PATIENCE: Final = 10.0  # seconds until an act is given up

Act = Callable[[], object]


class _Deed(NamedTuple):
    """An act; what to do when it has to wait, and when it has failed."""

    act: Act
    waits: Act
    failed: Callable[[LudotecaError], object]


class Writing:
    """Acts in the order in which they came: each at once as a rule, and again and again while another program
    holds the archive.

    An act that raises BusyError has changed nothing, so it can be tried again as it is; those that come
    meanwhile wait behind it. One that was tried for too long has failed, and so have all behind it, which
    were meant for what would have come of it. `again` calls something later, beside whatever else happens.
    """

    def __init__(self, again: Callable[[float, Callable[[], None]], object]) -> None:
        self._again = again
        self._deeds: deque[_Deed] = deque()
        self._is_acting = self._is_going = False
        self._deadline: float | None = None  # of the first act, once it has to wait

    @property
    def is_waiting(self) -> bool:
        """Whether something is still to be written."""
        return self._deadline is not None

    def do(self, act: Act, *, waits: Act, failed: Callable[[LudotecaError], object]) -> None:
        """Do an act, after those that wait; what it does itself in this way is a part of it."""
        if self._is_acting:
            act()
            return
        self._deeds.append(_Deed(act, waits, failed))
        if self.is_waiting:
            waits()
        elif not self._is_going:
            self._go_on()

    def _go_on(self) -> None:
        """Do what can be done now, what comes of a failure too."""
        self._is_going = True
        try:
            while self._deeds:
                try:
                    self._act()
                except BusyError as error:
                    if self._may_wait():
                        return
                    self._fail(len(self._deeds), error)
                except LudotecaError as error:
                    self._fail(1, error)
                else:
                    self._deeds.popleft()
                    self._deadline = None
        finally:
            self._is_going = False

    def _act(self) -> None:
        self._is_acting = True
        try:
            self._deeds[0].act()
        finally:
            self._is_acting = False

    def _may_wait(self) -> bool:
        """Whether the first act is tried again later."""
        if self._deadline is None:
            self._deadline = time.monotonic() + PATIENCE
            self._deeds[0].waits()
        if time.monotonic() >= self._deadline:
            return False
        self._again(AGAIN, self._go_on)
        return True

    def _fail(self, count: int, error: LudotecaError) -> None:
        """Give up the first acts."""
        given_up = [self._deeds.popleft() for _deed in range(count)]
        self._deadline = None
        for deed in given_up:
            deed.failed(error)
