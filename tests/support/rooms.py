"""Rooms for the tests of stores: heads, events and standings, stores that are closed at the end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterable
from contextlib import asynccontextmanager
from typing import Any

from ludoteca.web.opening import open_store
from ludoteca.web.store import Conflict, Event, Head, Listing, Repeated, RoomStore

NEW = Listing(
    plies=0, decisions=0, player=0, result="", score=0.0, names=("", ""), has_room=True, helps=0
)  # fmt: skip


def head(room: str, **more: Any) -> Head:
    """A room of the King's Flight for two."""
    return Head(**{"room": room, "game": "fuga:9", "levels": (0, 0), "made": 1.0, **more})


def event(number: int, **more: Any) -> Event:
    """A move with an action of its own."""
    return Event(**{"number": number, "kind": "play", "action": f"a{number}", "moment": 2.0, **more})


def standing(**more: Any) -> Listing:
    """How a room stands in which two play."""
    return Listing(**{**{name: getattr(NEW, name) for name in NEW.__struct_fields__}, **more})


@asynccontextmanager
async def opened(*databases: str) -> AsyncIterator[Any]:
    """The stores of some databases; one by itself where there is one."""
    stores = [await open_store(database) for database in databases]
    try:
        yield stores[0] if len(stores) == 1 else stores
    finally:
        for store in stores:
            await store.close()


async def outcome(act: Awaitable[None]) -> str:
    """How writing went: 'written', 'Conflict', 'Forgotten' or 'Repeated'."""
    try:
        await act
    except (Conflict, Repeated) as raised:
        return type(raised).__name__
    return "written"


async def outcomes(acts: Iterable[Awaitable[None]]) -> list[str]:
    """How many things went that were asked at once."""
    return list(await asyncio.gather(*map(outcome, acts)))


async def numbers(store: RoomStore, room: str) -> list[int]:
    """The numbers of a room's events."""
    found = await store.read(room)
    assert found is not None
    return [event.number for event in found[1]]


class Ear:
    """Hears of rooms, and can be waited for."""

    def __init__(self) -> None:
        self.rooms: list[str] = []
        self._changed = asyncio.Condition()

    async def __call__(self, room: str) -> None:
        async with self._changed:
            self.rooms.append(room)
            self._changed.notify_all()

    async def has_heard(self, *rooms: str) -> bool:
        """Wait until it has heard of all these; False where it never does."""
        try:
            async with asyncio.timeout(30), self._changed:
                await self._changed.wait_for(lambda: set(rooms) <= set(self.rooms))
        except TimeoutError:
            return False
        return True
