"""Listens to the messages of other servers on PostgreSQL, and catches up after a connection was lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import psycopg
from psycopg import AsyncConnection

from ludoteca.web.connecting import connected

PAUSE: Final = 0.2  # seconds between two attempts to connect
LOOK: Final = 5.0  # seconds after which one makes sure that the connection is alive

_HORIZON: Final = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text"
_SINCE: Final = "SELECT DISTINCT room FROM events WHERE line >= %s::text::xid8"


class Listening:
    """Tells rooms that others have written to; none is missed, some may be told twice.

    The horizon is the number of a transaction: every one below it has ended, and its message was heard."""

    def __init__(self, url: str, token: str, horizon: int, tell: Callable[[list[str]], object]) -> None:
        self._url = url
        self._token = token
        self._horizon = self._next = horizon
        self._tell = tell
        self._task: asyncio.Task[None] | None = None

    @staticmethod
    async def horizon(connection: AsyncConnection) -> int:
        """The number below which every transaction has ended."""
        found = await (await connection.execute(_HORIZON)).fetchone()
        assert found is not None, "a SELECT without a table has one row"
        return int(found[0])

    def start(self) -> None:
        """Listen from now on, and to what was said since the horizon."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        while True:
            with suppress(psycopg.Error):
                connection = await connected(self._url)
                try:
                    await self._hear(connection)
                finally:
                    with suppress(psycopg.Error):
                        await connection.close()
            await asyncio.sleep(PAUSE)

    async def _hear(self, connection: AsyncConnection) -> None:
        await connection.execute("LISTEN ludoteca")
        missed = await connection.execute(_SINCE, (str(self._horizon),))
        self._tell([room for (room,) in await missed.fetchall()])
        self._next = self._horizon
        while True:
            # What had ended when the horizon was asked for is told by the time that it is asked for again.
            self._horizon, self._next = self._next, await self.horizon(connection)
            async for notice in connection.notifies(timeout=LOOK):
                if not notice.payload.endswith(self._token):
                    self._tell([notice.payload.rsplit(" ", 2)[0]])
