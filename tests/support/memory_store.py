"""A store in memory, for tests of what stands above it: the same promises, but for the disk."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from ludoteca.web.store import Conflict, Event, Head, Listing, Repeated, Summary, Tally


class MemoryStore:
    """Rooms in dictionaries; several hubs may share it, as several servers share a database."""

    def __init__(self) -> None:
        self.heads: dict[str, Head] = {}
        self.events: dict[str, list[Event]] = {}
        self.standings: dict[str, Listing] = {}
        self._listeners: list[Callable[[str], Awaitable[None]]] = []

    async def create(self, head: Head, standing: Listing) -> None:
        if head.room in self.heads:
            raise Conflict
        self.heads[head.room], self.events[head.room], self.standings[head.room] = head, [], standing

    async def append(self, room: str, event: Event, standing: Listing) -> None:
        known = self.events[room]
        if event.action and any(each.action == event.action for each in known):
            raise Repeated
        if event.number != len(known):
            raise Conflict
        known.append(event)
        self.standings[room] = standing

    async def read(self, room: str, since: int = 0) -> tuple[Head, list[Event]] | None:
        return (self.heads[room], self.events[room][since:]) if room in self.heads else None

    async def rooms_of(self, person: str, limit: int = 50) -> list[Summary]:
        found = []
        for room, events in self.events.items():
            seats = [event.seat for event in events if event.kind == "sit" and event.person == person]
            found += [self._summary(room, seat) for seat in seats[:1]]
        return sorted(found, key=lambda each: -each.changed)[:limit]

    async def tallies_of(self, person: str) -> list[Tally]:
        return []

    async def open_rooms(self, limit: int = 50) -> list[Summary]:
        rooms = [room for room, head in self.heads.items() if head.listed and self.standings[room].has_room]
        return [self._summary(room) for room in rooms[:limit]]

    async def daily_results(self, daily: str, game: str, limit: int = 100) -> list[Summary]:
        return [
            self._summary(room)
            for room, head in self.heads.items()
            if head.daily == daily and head.game.startswith(game) and self.standings[room].result
        ][:limit]

    async def expire(self, before: float) -> int:
        return 0

    def listen(self, heard: Callable[[str], Awaitable[None]]) -> None:
        self._listeners.append(heard)

    async def is_well(self) -> bool:
        return True

    async def close(self) -> None:
        pass

    def _summary(self, room: str, seat: int = -1) -> Summary:
        moments = [self.heads[room].made, *(event.moment for event in self.events[room])]
        return Summary(head=self.heads[room], standing=self.standings[room], changed=max(moments), seat=seat)
