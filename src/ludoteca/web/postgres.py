"""Rooms in PostgreSQL, for several servers that share them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final, Self

import psycopg
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from ludoteca.core.words import _
from ludoteca.system.sqlite import newer
from ludoteca.web import rows, schema
from ludoteca.web.batches import Batches
from ludoteca.web.connecting import LOST, connected, cut_off, in_psycopg, named, reason
from ludoteca.web.listening import Listening
from ludoteca.web.rows import Job, refusal
from ludoteca.web.store import StoreError
from ludoteca.web.tables import TableStore

PATIENCE: Final = 10.0  # seconds for a database that was restarted
PAUSE: Final = 0.1  # seconds between two attempts
CONNECTIONS: Final = 8  # for all but what batches write
HEALTH: Final = 2.0  # seconds in which a healthy database answers


class PostgresStore(TableStore):
    """A RoomStore in a database."""

    def __init__(self, url: str, name: str, horizon: int) -> None:
        super().__init__(name)
        self._batches = Batches(url, PATIENCE, PAUSE)
        self._listening = Listening(url, self._batches.token, horizon, self._telling.tell)
        self._pool = AsyncConnectionPool(
            url, kwargs={"autocommit": True}, min_size=0, max_size=CONNECTIONS, open=False,
            reconnect_timeout=2 * PAUSE, check=AsyncConnectionPool.check_connection,
        )  # fmt: skip

    @classmethod
    async def open(cls, url: str) -> Self:
        """The database, with its tables made or brought up to date; StoreError where that cannot be."""
        name = named(url)
        try:
            horizon = await _set_up(url, name)
        except psycopg.Error as error:
            raise refusal(name, reason(error)) from None
        store = cls(url, name, horizon)
        await store._pool.open()
        return store

    def listen(self, heard: Callable[[str], Awaitable[None]]) -> None:
        """Have somebody told of rooms in which another process has appended."""
        self._telling.heard = heard
        self._listening.start()

    async def is_well(self) -> bool:
        """Whether it can be written to."""
        try:
            await self._rows("UPDATE ludoteca SET version = version RETURNING version", {}, patience=HEALTH)
        except StoreError:
            return False
        return True

    async def _close(self) -> None:
        await self._telling.stop()
        await self._batches.stop()
        await self._listening.stop()
        await self._pool.close()

    async def _written(self, job: Job) -> None:
        if self._is_closed:
            raise rows.closed(self._name)
        self._batches.put(job)
        try:
            await job.done
        except psycopg.DataError:
            raise rows.unfit() from None
        except psycopg.Error as error:
            raise refusal(self._name, reason(error)) from None

    async def _rows(
        self, query: str, values: Mapping[str, object], *, patience: float | None = None
    ) -> list[Any]:
        until = self._loop.time() + (PATIENCE if patience is None else patience)
        while not self._is_closed:
            try:  # the pool gives up soon, and tries again for whoever asks again
                async with self._pool.connection(timeout=4 * PAUSE) as connection:
                    with cut_off(connection, until):
                        return await (await connection.execute(in_psycopg(query), values)).fetchall()
            except psycopg.DataError:
                return []  # no such text is in any table
            except (*LOST, PoolTimeout) as error:
                if self._loop.time() + PAUSE >= until:
                    raise refusal(self._name, reason(error)) from None
                await asyncio.sleep(PAUSE)
            except psycopg.Error as error:
                raise refusal(self._name, reason(error)) from None
        raise rows.closed(self._name)

    async def _forget(self, values: Mapping[str, object]) -> int:
        return len(await self._rows(f"{rows.FORGET} RETURNING room", values))


async def _set_up(url: str, name: str) -> int:
    """Bring the tables to the present version, all the way or not at all, while nobody else does; the horizon
    of Listening."""
    steps = schema.postgres_steps()
    connection = await connected(url)
    try:
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock(%s)", (schema.LOCK,))
            await connection.execute(_VERSIONS)
            found = await (await connection.execute("SELECT version FROM ludoteca")).fetchone()
            version = int(found[0]) if found else 0
            if version > len(steps):
                raise refusal(name, newer(version, len(steps)))
            for step in steps[version:]:
                await connection.execute(step.encode())
            if version < len(steps):
                await connection.execute("DELETE FROM ludoteca")
                await connection.execute("INSERT INTO ludoteca VALUES (%s)", (len(steps),))
        return await Listening.horizon(connection)
    except psycopg.errors.DuplicateTable:
        raise refusal(name, _("it holds tables of something else")) from None
    finally:
        with suppress(psycopg.Error):
            await connection.close()


_VERSIONS: Final = "CREATE TABLE IF NOT EXISTS ludoteca (version INTEGER NOT NULL)"
