"""A store in memory, for tests of what stands above it: the same promises, but for the disk."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from ludoteca.web.store import Conflict, Event, Forgotten, Head, Listing, Repeated, Summary, Tally


class MemoryStore:
    """Rooms in dictionaries. Another server that shares them has a view of its own, and hears of what was
    appended elsewhere when the test delivers the news: as late as it likes, each once.

    >>> import asyncio
    >>> from support.rooms import NEW, event, head
    >>> async def play() -> None:
    ...     one, heard = MemoryStore(), list[str]()
    ...     other = one.view()
    ...     async def hear(room: str) -> None:
    ...         heard.append(room)
    ...     other.listen(hear)
    ...     await one.create(head("a"), NEW)
    ...     await one.append("a", event(0), NEW)
    ...     print(heard, list(other.news))
    ...     await other.deliver()
    ...     print(heard, list(other.news))
    >>> asyncio.run(play())
    [] ['a']
    ['a'] []
    """

    def __init__(self) -> None:
        self.heads: dict[str, Head] = {}
        self.events: dict[str, list[Event]] = {}
        self.standings: dict[str, Listing] = {}
        self.news: dict[str, None] = {}  # rooms in which others have appended, and that were not delivered
        self._views = [self]
        self._heard: Callable[[str], Awaitable[None]] | None = None

    def view(self) -> MemoryStore:
        """The same rooms, as another server has them."""
        other = MemoryStore()
        other.heads, other.events, other.standings = self.heads, self.events, self.standings
        other._views = self._views
        self._views.append(other)
        return other

    async def deliver(self, *rooms: str) -> None:
        """Tell who listens here of the rooms in which others have appended: of these, or of all."""
        for room in rooms or list(self.news):
            if room in self.news and self._heard is not None:
                del self.news[room]
                await self._heard(room)

    async def create(self, head: Head, standing: Listing) -> None:
        if head.room in self.heads:
            raise Conflict
        self.heads[head.room], self.events[head.room], self.standings[head.room] = head, [], standing

    async def append(self, room: str, event: Event, standing: Listing) -> None:
        if room not in self.heads:
            raise Forgotten(room)
        known = self.events[room]
        if event.action and any(each.action == event.action for each in known):
            raise Repeated
        if event.number != len(known):
            raise Conflict
        known.append(event)
        self.standings[room] = standing
        for other in self._views:
            if other is not self:
                other.news[room] = None

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

    async def expire(self, before: float, unplayed_before: float | None = None) -> int:
        unplayed = before if unplayed_before is None else max(before, unplayed_before)
        old = [
            room for room, standing in self.standings.items()
            if self._summary(room).changed < (before if standing.decisions else unplayed)
        ]  # fmt: skip
        for room in old:
            del self.heads[room], self.events[room], self.standings[room]
        return len(old)

    def listen(self, heard: Callable[[str], Awaitable[None]]) -> None:
        self._heard = heard

    async def is_well(self) -> bool:
        return True

    async def close(self) -> None:
        pass

    def _summary(self, room: str, seat: int = -1) -> Summary:
        moments = [self.heads[room].made, *(event.moment for event in self.events[room])]
        return Summary(head=self.heads[room], standing=self.standings[room], changed=max(moments), seat=seat)
