"""What is missing is compiled beside the app, while nobody waits for it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ludoteca.core import LudotecaError

if TYPE_CHECKING:
    from ludoteca.analysis.preparing import Preparer


def preparer(**how: Any) -> Preparer | None:
    """Who compiles ahead, behind everybody else; nobody where all is compiled."""
    from ludoteca.kernels.shelf import is_prepared

    if is_prepared(os.environ):
        return None
    from ludoteca.analysis.preparing import BEHIND, Preparer

    return Preparer(behind=BEHIND, **how)


class Ahead:
    """How far the compiling is, in percent, and whom to tell. Whether anything is missing is looked up by who
    first has to know it, since that reads every kernel."""

    def __init__(self, find: Callable[..., Preparer | None], lang: str, tell: Callable[[], object]) -> None:
        self.percent = 100  # as far as anybody has looked
        self._find, self._lang, self._tell = find, lang, tell
        self._work: asyncio.Task[None] | None = None

    def is_done(self) -> bool:
        """Whether no player need wait for a kernel any more."""
        return self._preparer is None or self.percent == 100

    async def run(self) -> None:
        """Compile; what fails is said when it is needed."""
        if self._preparer:
            self._work = asyncio.create_task(self._preparer.run())
            with suppress(LudotecaError):
                await self._work
            self._now(100)

    async def close(self) -> None:
        """Stop, and wait until nobody compiles any more: a process must not outlive the loop that started
        it."""
        if self._work is None:
            return
        if not self._work.cancelling():  # once more would disturb it in tidying up
            self._work.cancel()
        await asyncio.wait([self._work])

    @cached_property
    def _preparer(self) -> Preparer | None:
        found = self._find(lang=self._lang, tell=self._now)
        if found:
            self.percent = 0
        return found

    def _now(self, percent: int) -> None:
        self.percent = percent
        self._tell()
