"""Those who think for the rooms: a few analysis processes, taking turns fairly among the rooms that ask."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple, TypeVar

from ludoteca.analysis.client import Client
from ludoteca.core import LudotecaError
from ludoteca.core.words import _

T = TypeVar("T")
Work = Callable[[Client], Awaitable[T]]

QUEUE: Final = 16  # questions that may wait for each thinker
EACH: Final = 4  # of these from one room
EACH_ADDRESS: Final = 8  # of these from one address
PATIENCE: Final = 60.0  # seconds without a sign after which a process has stopped and another is asked
MEMORY: Final = 4 << 30  # bytes that a process may have


class CrowdedError(LudotecaError):
    """Too many questions wait already."""


class Thinkers:
    """So many processes, started when they are needed. The computer's moves come before questions; each room
    has its own answered in order, and the rooms take turns; whoever stops waiting cancels the question."""

    def __init__(self, count: int) -> None:
        self._clients = [Client(patience=PATIENCE, memory=MEMORY) for _number in range(count)]
        self._free = list(self._clients)
        self._moves, self._questions = Queue(), Queue()
        self.count, self.asked = count, 0

    async def think(
        self, room: str, lang: str, work: Work[T], *, asker: str = "", is_move: bool = False
    ) -> T:
        """Have a client work for a room, for somebody at an address; CrowdedError where too many wait."""
        client = await self._turn(room, asker, self._moves if is_move else self._questions)
        self.asked += 1
        client.lang = lang
        try:
            return await work(client)
        finally:
            self._give_back(client)

    @property
    def waiting(self) -> int:
        """How many wait for a process."""
        return len(self._moves) + len(self._questions)

    async def close(self) -> None:
        """Let all processes end."""
        self._moves.cancel()
        self._questions.cancel()
        await asyncio.gather(*(client.close() for client in self._clients))

    async def _turn(self, room: str, asker: str, queue: Queue) -> Client:
        if self._free:
            return self._free.pop()
        is_full = queue is self._questions and len(queue) >= QUEUE * self.count
        if is_full or queue.of_room(room) >= EACH or queue.of_asker(asker) >= EACH_ADDRESS:
            raise CrowdedError(_("Too many questions wait already; ask again in a moment."))
        waiter = Waiter(room, asker, asyncio.get_running_loop().create_future())
        queue.add(waiter)
        try:
            return await waiter.client
        except asyncio.CancelledError:
            if waiter.client.done() and not waiter.client.cancelled():  # it was given to us while we left
                self._give_back(waiter.client.result())
            queue.remove(waiter)
            raise

    def _give_back(self, client: Client) -> None:
        for queue in (self._moves, self._questions):
            if (waiter := queue.next()) is not None:
                waiter.client.set_result(client)
                return
        self._free.append(client)


class Waiter(NamedTuple):
    """Somebody who waits for a client."""

    room: str
    asker: str
    client: asyncio.Future[Client]


class Queue:
    """Those who wait: a queue for each room, of which the one is served that has waited longest for it.

    >>> async def served(asked: str) -> list[str]:
    ...     queue = Queue()
    ...     for room in asked:
    ...         queue.add(Waiter(room, "", asyncio.get_running_loop().create_future()))
    ...     return [waiter.room for waiter in iter(queue.next, None)]
    >>> asyncio.run(served("aab"))
    ['a', 'b', 'a']
    """

    def __init__(self) -> None:
        self._rooms: OrderedDict[str, deque[Waiter]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._rooms.values()))

    def of_room(self, room: str) -> int:
        """How many wait for a room."""
        return len(self._rooms.get(room, ()))

    def of_asker(self, asker: str) -> int:
        """How many somebody waits for; nobody in particular for none."""
        return sum(waiter.asker == asker != "" for queue in self._rooms.values() for waiter in queue)

    def add(self, waiter: Waiter) -> None:
        """One more waits."""
        self._rooms.setdefault(waiter.room, deque()).append(waiter)

    def remove(self, waiter: Waiter) -> None:
        """One does not wait any more, if it did."""
        queue = self._rooms.get(waiter.room, deque())
        if waiter in queue:
            queue.remove(waiter)
        if not queue:
            self._rooms.pop(waiter.room, None)

    def next(self) -> Waiter | None:
        """Whose turn it is; then that room is the last."""
        while self._rooms:
            room, queue = self._rooms.popitem(last=False)
            waiter = queue.popleft()
            if queue:
                self._rooms[room] = queue
            if not waiter.client.done():
                return waiter
        return None

    def cancel(self) -> None:
        """Nobody waits any more."""
        for queue in self._rooms.values():
            for waiter in queue:
                waiter.client.cancel()
