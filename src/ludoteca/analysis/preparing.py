"""Compiling ahead: everything that every mind needs, in processes beside this one, which imports no Numba."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from ludoteca.ai import mind_of
from ludoteca.ai.limit import nobody
from ludoteca.analysis.process import begun, killed
from ludoteca.core import LudotecaError
from ludoteca.core.words import _
from ludoteca.games import GAMES
from ludoteca.kernels.shelf import note_prepared

COMMAND: Final = ("-P", "-m", "ludoteca.analysis.compiling")
BEHIND: Final = 15  # how far behind others who work for nobody who waits

Tell = Callable[[str], None]


def everything() -> dict[str, int]:
    """The ids of games that together need all that is ever compiled, the most kernels first."""
    needed: dict[str, int] = {}
    for kind in GAMES.values():
        needed |= mind_of(kind()).prepared
    return dict(sorted(needed.items(), key=lambda item: -item[1]))


class Preparer:
    """Has everything compiled, each game by one of so many processes.

    `tell` hears, whenever something was compiled, how far all of it is, from 0 to 100; `ready` the id of a
    game that can be played from now on, `warn` what is wrong but stops nothing.
    """

    def __init__(
        self,
        *,
        workers: int = 1,
        behind: int = 0,
        lang: str = "en",
        tell: Callable[[int], None] = nobody,
        ready: Tell = nobody,
        warn: Tell = nobody,
        needed: Mapping[str, int] | None = None,
    ) -> None:
        self.needed = dict(everything() if needed is None else needed)
        self._workers, self._arguments = workers, (lang, str(behind))
        self._tell, self._ready, self._warn = tell, ready, warn
        self._waiting = list(self.needed)
        self._compiled = dict.fromkeys(self.needed, 0)

    @property
    def under_way(self) -> list[str]:
        """The ids of the games that are being prepared for."""
        begun = [name for name in self.needed if name not in self._waiting]
        return [name for name in begun if self._compiled[name] < self.needed[name]]

    async def run(self) -> None:
        """Compile all there is to compile, and remember that; LudotecaError says what could not be.

        Where this is cancelled the processes end, and what they have compiled is kept.
        """
        tasks = [asyncio.create_task(self._work()) for _each in range(min(self._workers, len(self._waiting)))]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if self.needed.keys() >= everything().keys():
            note_prepared(os.environ)

    async def _work(self) -> None:
        """One process, until there is nothing left to do."""
        try:
            process = await begun(
                sys.executable, *COMMAND, *self._arguments, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
            )
        except OSError as error:
            reason = error.strerror or str(error)
            raise LudotecaError(_("Nothing can be prepared: {reason}.", reason=reason)) from None
        try:
            while self._waiting:
                await self._prepare(process, self._waiting.pop(0))
        finally:
            await killed(process)  # what it has compiled it has kept, each kernel in one step

    async def _prepare(self, process: Process, name: str) -> None:
        """Have one game prepared for."""
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(ConnectionError):  # that it died shows when reading
            process.stdin.write(f"{name}\n".encode())
            await process.stdin.drain()
        while line := await process.stdout.readline():
            if self._hear(name, json.loads(line)):
                return
        raise LudotecaError(_("Preparing {game} has ended too early.", game=name))

    def _hear(self, name: str, answer: Mapping[str, Any]) -> bool:
        """Hand on what a process says; whether it is done with a game."""
        match answer:
            case {"warning": sentence}:
                self._warn(sentence)
                return False
            case {"error": reason}:
                sentence = _("{game} cannot be prepared: {reason}.", game=name, reason=reason)
                raise LudotecaError(sentence)
            case {"done": True}:
                self._compiled[name] = self.needed[name]
                self._ready(name)
            case _:
                self._compiled[name] = min(self._compiled[name] + 1, self.needed[name] - 1)
        self._tell(100 * sum(self._compiled.values()) // max(1, sum(self.needed.values())))
        return "done" in answer
