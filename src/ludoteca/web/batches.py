"""Writes rooms to PostgreSQL: all that is asked at once in one transaction, and again if that was lost."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from secrets import token_hex
from typing import Any, Final

import psycopg
from psycopg import AsyncConnection

from ludoteca.web import rows
from ludoteca.web.connecting import LOST, connected, cut_off, in_psycopg
from ludoteca.web.rows import Job, Verdicts
from ludoteca.web.store import Conflict

BATCH: Final = 500  # jobs in one transaction
LEAST: Final = 1.0  # seconds that a transaction has, also when a job in it has waited for long

# In one order, so that two servers never wait for each other in a ring.
_HOLD: Final = "SELECT room, events FROM rooms WHERE room = ANY(%s) ORDER BY room FOR UPDATE"
_KNOWN: Final = """
SELECT room, action FROM events JOIN unnest(%s::text[], %s::text[]) AS asked (room, action)
USING (room, action) WHERE action <> ''"""
_HEAD: Final = "SELECT head FROM rooms WHERE room = %s"
_BODY: Final = "SELECT body FROM events WHERE room = %s AND number = %s"
_ADD: Final = in_psycopg(
    "INSERT INTO events (room, number, action, body) VALUES (:room, :number, :action, :body)"
)
_STAND: Final = in_psycopg(f"""
UPDATE rooms SET events = :number + 1, {", ".join(f"{column} = :{column}" for column in rows.STANDING)},
    changed = CASE WHEN changed < :moment THEN :moment ELSE changed END WHERE room = :room""")
_SIT: Final = in_psycopg(rows.SIT)
_NOTIFY: Final = "SELECT pg_notify('ludoteca', %s)"


class Batches:
    """Does jobs in the order in which they come; each is tried for so many seconds, with so long a pause."""

    def __init__(self, url: str, patience: float, pause: float) -> None:
        self.token = token_hex(8)  # by which one knows one's own messages
        self._url = url
        self._patience = patience
        self._pause = pause
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[Job | None] = asyncio.Queue()
        self._connection: AsyncConnection | None = None
        self._task = self._loop.create_task(self._run())

    def put(self, job: Job) -> None:
        """Have something written, soon."""
        job.until = self._loop.time() + self._patience
        self._queue.put_nowait(job)

    async def stop(self) -> None:
        """Write what is still to be written, and give the connection back."""
        self._queue.put_nowait(None)
        await self._task
        await self._disconnect()

    async def _run(self) -> None:
        jobs: list[Job] = []
        is_open = True
        while is_open or jobs:
            if is_open:
                is_open = await self._take(jobs)
            jobs = await self._attempt(jobs)

    async def _take(self, jobs: list[Job]) -> bool:
        """Add what is asked to what is left; whether more may come."""
        while len(jobs) < BATCH and (not jobs or not self._queue.empty()):
            job = await self._queue.get()
            if job is None:
                return False
            jobs.append(job)
        return True

    async def _attempt(self, jobs: list[Job]) -> list[Job]:
        """Write jobs and tell who waits; those that are to be tried again."""
        if not jobs:
            return []
        try:
            rows.resolve(await self._write(jobs))
        except LOST as error:
            await self._disconnect()
            late = [job for job in jobs if job.until <= self._loop.time() + self._pause]
            rows.resolve(dict.fromkeys(late, error))
            left = [job for job in jobs if job not in late]
            for job in left:
                job.again = True
            if left:
                await asyncio.sleep(self._pause)
            return left
        except Exception as error:  # it is about the values of one of them
            if len(jobs) == 1:
                rows.resolve({jobs[0]: error})
                return []
            return [left for job in jobs for left in await self._attempt([job])]
        return []

    async def _write(self, jobs: Sequence[Job]) -> Verdicts:
        """Write what can be written, all in one transaction."""
        if self._connection is None:
            self._connection = await connected(self._url)
        db = self._connection
        until = max(min(job.until for job in jobs), self._loop.time() + LEAST)
        with cut_off(db, until):
            async with db.transaction():
                verdicts = await self._make(db, [job for job in jobs if job.is_head])
                return verdicts | await self._add(db, [job for job in jobs if not job.is_head])

    async def _make(self, db: AsyncConnection, jobs: Sequence[Job]) -> Verdicts:
        verdicts: Verdicts = {}
        for job in sorted(jobs, key=lambda job: job.room):
            found = await db.execute(in_psycopg(rows.MAKE), job.values)
            is_made = await found.fetchone() is not None
            if not is_made and job.again:
                is_made = await _is_in(db, _HEAD, job.values["head"], job.room)
            verdicts[job] = None if is_made else Conflict(job.room)
        return verdicts

    async def _add(self, db: AsyncConnection, jobs: Sequence[Job]) -> Verdicts:
        if not jobs:
            return {}
        names = [job.room for job in jobs]
        counts: dict[str, int] = dict(await (await db.execute(_HOLD, (sorted(set(names)),))).fetchall())
        verdicts: Verdicts = {}
        for job in jobs:
            if job.again and await _is_in(db, _BODY, job.values["body"], job.room, job.values["number"]):
                verdicts[job] = None
        fresh = [job for job in jobs if job not in verdicts]
        known = await db.execute(_KNOWN, (names, [job.values["action"] for job in jobs]))
        judged = rows.judge(fresh, counts, await known.fetchall())
        await self._keep(db, rows.accepted(judged))
        return verdicts | judged

    async def _keep(self, db: AsyncConnection, events: Sequence[Mapping[str, Any]]) -> None:
        """Write events, without waiting for the answer to each, and tell other servers."""
        standings = rows.standings(events)
        async with db.pipeline(), db.cursor() as cursor:
            for query, values in (
                (_ADD, events), (_STAND, standings), (_SIT, rows.seated(events))
            ):  # fmt: skip
                if values:
                    await cursor.executemany(query, values)
            if standings:
                told = [(f"{each['room']} {each['number']} {self.token}",) for each in standings]
                await cursor.executemany(_NOTIFY, told)

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error):
                await connection.close()


async def _is_in(db: AsyncConnection, query: Any, text: str, *key: object) -> bool:
    """Whether what is to be written is there already, to the letter."""
    return await (await db.execute(query, key)).fetchone() == (text,)
