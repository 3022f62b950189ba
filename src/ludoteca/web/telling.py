"""Who hears of rooms in which another process has appended."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

AT_ONCE: Final = 16  # rooms that are told at a time; the listener reads each of them
PAUSE: Final = 0.1  # seconds until a room is told again after the listener failed; each time twice as many
LONGEST: Final = 30.0  # of these


class Telling:
    """Tells one listener of rooms on the event loop, several at once; of one room one time after the other,
    and until it was heard without an error."""

    def __init__(self) -> None:
        self.heard: Callable[[str], Awaitable[None]] | None = None
        self._new: set[str] = set()  # rooms that have changed since they were told
        self._tasks: dict[str, asyncio.Task[None]] = {}  # by room
        self._places = asyncio.Semaphore(AT_ONCE)

    def tell(self, rooms: Iterable[str]) -> None:
        """These rooms have changed; nobody waits until they are told."""
        if self.heard is None:
            return
        for room in rooms:
            self._new.add(room)
            if room not in self._tasks:
                self._tasks[room] = asyncio.get_running_loop().create_task(self._tell(room))

    async def stop(self) -> None:
        """Tell nobody any more."""
        self.heard = None
        tasks, self._tasks = list(self._tasks.values()), {}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _tell(self, room: str) -> None:
        pause = PAUSE
        while room in self._new:
            async with self._places:
                is_heard = await self._is_heard(room)
            if is_heard:
                pause = PAUSE
            else:
                self._new.add(room)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST)
        del self._tasks[room]

    async def _is_heard(self, room: str) -> bool:
        """Tell of a room once; whether that went well."""
        self._new.discard(room)  # what comes from now on is told again
        try:
            if self.heard is not None:
                await self.heard(room)
        except Exception as error:  # a listener's fault is not the store's
            context = {"message": f"telling of room {room}", "exception": error}
            asyncio.get_running_loop().call_exception_handler(context)
            return False
        return True
