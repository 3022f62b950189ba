"""Those who think for the rooms: a few analysis processes, taking turns fairly among the rooms that ask."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from ludoteca.analysis.client import Client
from ludoteca.core import LudotecaError
from ludoteca.core.words import _

T = TypeVar("T")
Work = Callable[[Client], Awaitable[T]]

QUEUE: Final = 16  # questions that may wait for each thinker
EACH: Final = 4  # of these from one room: the computer's move, and what some ask
PATIENCE: Final = 60.0  # seconds without a sign after which a process has stopped and another is asked
MEMORY: Final = 4 << 30  # bytes that a process may have


class CrowdedError(LudotecaError):
    """Too many questions wait already."""


class Thinkers:
    """So many processes, started when they are needed. Each room has its questions answered in order, and the
    rooms take turns; whoever stops waiting cancels the question."""

    def __init__(self, count: int) -> None:
        self._clients = [Client(patience=PATIENCE, memory=MEMORY) for _number in range(count)]
        self._free = list(self._clients)
        self._waiting: OrderedDict[str, deque[asyncio.Future[Client]]] = OrderedDict()
        self.count, self.asked = count, 0

    async def think(self, room: str, lang: str, work: Work[T]) -> T:
        """Have a client work for a room; CrowdedError where too many wait."""
        client = await self._turn(room)
        self.asked += 1
        client.lang = lang
        try:
            return await work(client)
        finally:
            self._give_back(client)

    @property
    def waiting(self) -> int:
        """How many questions wait for their turn."""
        return sum(map(len, self._waiting.values()))

    async def close(self) -> None:
        """Let all processes end."""
        for queue in self._waiting.values():
            for each in queue:
                each.cancel()
        await asyncio.gather(*(client.close() for client in self._clients))

    async def _turn(self, room: str) -> Client:
        if self._free:
            return self._free.pop()
        queue = self._waiting.setdefault(room, deque())
        if len(queue) >= EACH or self.waiting >= QUEUE * self.count:
            self._tidy(room)
            raise CrowdedError(_("Too many questions wait already; ask again in a moment."))
        turn: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was given to us while we left
                self._give_back(turn.result())
            elif turn in queue:
                queue.remove(turn)
                self._tidy(room)
            raise

    def _give_back(self, client: Client) -> None:
        """To the room that has waited longest for a turn; then that room is the last."""
        while self._waiting:
            room, queue = self._waiting.popitem(last=False)
            while queue:
                turn = queue.popleft()
                if turn.done():
                    continue
                if queue:
                    self._waiting[room] = queue
                turn.set_result(client)
                return
        self._free.append(client)

    def _tidy(self, room: str) -> None:
        if not self._waiting.get(room, True):
            del self._waiting[room]
