"""Somebody at the other end of a socket: what they know already, and what is to be sent to them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from ludoteca.core.words import Language
from ludoteca.locale import translator
from ludoteca.web.messages import Question, Sent, spelled

MOST: Final = 200  # messages that may wait; whoever takes none has gone away
MOST_BYTES: Final = 2_000_000  # of these


class Guest:
    """A connection: in one room at a time, in one language. `gone` is told when it takes nothing more."""

    def __init__(self, person: str, *, address: str = "", gone: Callable[[], object] = lambda: None) -> None:
        self.person, self.address, self.lang, self.room = person, address, "en", ""
        self.plies, self.picture = 0, -1  # the moves of the room that it has, and the last picture
        self.looks: set[str] = set()  # drawings that it has
        self.asking: dict[Question, asyncio.Task[None]] = {}  # one question of each kind at a time
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue()
        self._bytes = 0
        self._gone, self._is_gone = gone, False

    @property
    def language(self) -> Language:
        """What it is spoken to in."""
        return translator(self.lang)

    def put(self, message: Sent) -> None:
        """Have a message sent. Where too many wait none is left out: the connection is given up, and whoever
        comes again is shown everything."""
        if self._is_gone:
            return
        text = spelled(message)
        self._bytes += len(text)
        self._waiting.put_nowait(text)
        if self._bytes > MOST_BYTES or self._waiting.qsize() > MOST:
            self._is_gone = True
            self._gone()

    async def next(self) -> bytes:
        """What is to be sent next."""
        text = await self._waiting.get()
        self._bytes -= len(text)
        return text

    def stop_asking(self) -> None:
        """It does not wait for any answer any more."""
        for question in self.asking.values():
            question.cancel()
        self.asking.clear()
