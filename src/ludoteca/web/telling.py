"""Who hears of rooms in which another process has appended."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable


class Telling:
    """Tells one listener of rooms, one after the other and none twice in a row, on the event loop."""

    def __init__(self) -> None:
        self.heard: Callable[[str], Awaitable[None]] | None = None
        self._rooms: dict[str, None] = {}
        self._task: asyncio.Task[None] | None = None

    def tell(self, rooms: Iterable[str]) -> None:
        """These rooms have changed; nobody waits until they are told."""
        if self.heard is None:
            return
        self._rooms.update(dict.fromkeys(rooms))
        if self._rooms and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._tell())

    async def stop(self) -> None:
        """Tell nobody any more."""
        self.heard = None
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _tell(self) -> None:
        while self._rooms and self.heard is not None:
            room = next(iter(self._rooms))
            del self._rooms[room]
            try:
                await self.heard(room)
            except Exception as error:  # a listener's fault is not the store's
                context = {"message": f"telling of room {room}", "exception": error}
                asyncio.get_running_loop().call_exception_handler(context)
