"""What every store with tables does alike; how it asks and writes is its own."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from ludoteca.web import rows
from ludoteca.web.rows import Job
from ludoteca.web.store import Event, Head, Listing, Summary, Tally
from ludoteca.web.telling import Telling


class TableStore(ABC):
    """A RoomStore, but for what is asked of one kind of database."""

    def __init__(self, name: str) -> None:
        self._name = name  # in sentences
        self._loop = asyncio.get_running_loop()
        self._telling = Telling()
        self._is_closed = False
        self._closing: asyncio.Task[None] | None = None

    async def create(self, head: Head, standing: Listing) -> None:
        """A new room; Conflict where the name is taken."""
        await self._written(rows.making(head, standing))

    async def append(self, room: str, event: Event, standing: Listing) -> None:
        """Add an event and what lists tell since then; Repeated, Conflict or Forgotten where it cannot be."""
        await self._written(rows.adding(room, event, standing))

    async def read(self, room: str, since: int = 0) -> tuple[Head, list[Event]] | None:
        """A room, and its events from a number on; None where there is none."""
        return rows.room_of(self._name, await self._rows(rows.READ, {"room": room, "since": since}))

    async def rooms_of(self, person: str, limit: int = 50) -> list[Summary]:
        """The rooms in which a person sits, the last changed first."""
        return rows.summaries(await self._rows(rows.ROOMS_OF, {"person": person, "limit": limit}))

    async def tallies_of(self, person: str) -> list[Tally]:
        """How a person's games went, by game and level."""
        return rows.tallies(await self._rows(rows.TALLIES_OF, {"person": person}))

    async def open_rooms(self, limit: int = 50) -> list[Summary]:
        """The listed rooms with an open seat, the newest first."""
        return rows.summaries(await self._rows(rows.OPEN_ROOMS, {"limit": limit}))

    async def daily_results(self, daily: str, game: str, limit: int = 100) -> list[Summary]:
        """The finished rooms of a day's board of a game: each person's best, the best first."""
        values = {"daily": daily, "game": game, "limit": limit}
        return rows.summaries(await self._rows(rows.DAILY_RESULTS, values))

    async def expire(self, before: float, unplayed_before: float | None = None) -> int:
        """Forget rooms that have not changed since, and those without a decision that have not changed since
        another moment; how many."""
        unplayed = before if unplayed_before is None else unplayed_before
        count, values = 0, {"before": before, "unplayed_before": unplayed, "many": rows.MANY}
        while some := await self._forget(values):
            count += some
        return count

    async def close(self) -> None:
        """Write what is still to be written, and stop."""
        self._is_closed = True
        if self._closing is None:
            self._closing = self._loop.create_task(self._close())
        await asyncio.shield(self._closing)

    @abstractmethod
    async def _rows(self, query: str, values: Mapping[str, object]) -> list[Any]:
        """What a query finds; it may be asked twice."""

    @abstractmethod
    async def _written(self, job: Job) -> None:
        """Have a job done, in its turn; what is wrong with it is raised."""

    @abstractmethod
    async def _forget(self, values: Mapping[str, object]) -> int:
        """Do what rows.FORGET says; how many rooms that were."""

    @abstractmethod
    async def _close(self) -> None:
        """Write what is still to be written, and stop."""
