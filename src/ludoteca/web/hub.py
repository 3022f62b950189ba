"""The authority: whatever is done in a room goes through here, is stored, and then shown to all there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from ludoteca.core.words import _
from ludoteca.web.computers import Computers
from ludoteca.web.guest import Guest
from ludoteca.web.messages import Action, Answer, Done, Play, Question, Sit, Undo
from ludoteca.web.refusal import Refusal
from ludoteca.web.replaying import damaged, followed, replayed
from ludoteca.web.room import Room, named
from ludoteca.web.store import Conflict, DamagedError, Event, Head, Repeated, RoomStore, StoreError, told
from ludoteca.web.table import Table
from ludoteca.web.thinkers import Thinkers

LONG: Final = 200  # events of a room that is put together beside the event loop
AGAIN: Final = 2.0  # seconds until something is stored again that could not be
TRIES: Final = 5  # how often an action is tried where others were first


class Hub:
    """All tables of this process: the rooms that are open here."""

    def __init__(
        self,
        store: RoomStore,
        thinkers: Thinkers,
        *,
        next_head: Callable[[Room], Head],
        now: Callable[[], float] = time.time,
        pace: float = 0.0,
    ) -> None:
        self.store, self.thinkers, self.now = store, thinkers, now
        self.pace = pace  # seconds that one looks at a position before the computer moves
        self.tables: dict[str, Table] = {}
        self.played = 0
        self._next_head = next_head
        self._computers = Computers(self)
        self._opening: dict[str, asyncio.Future[Table | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        store.listen(self._heard)

    async def create(self, head: Head) -> None:
        """A new room."""
        await self.store.create(head, Room(head).standing())

    async def table(self, name: str) -> Table:
        """The table of a room; Refusal where there is none of this name."""
        if (table := self.tables.get(name)) is not None:
            return table
        if (opening := self._opening.get(name)) is None:
            opening = self._opening[name] = asyncio.ensure_future(self._open(name))
            opening.add_done_callback(lambda _done: self._opening.pop(name, None))
        found = await asyncio.shield(opening)
        if found is None:
            raise Refusal("unknown", _("There is no room of this name."))
        return found

    @asynccontextmanager
    async def holding(self, name: str) -> AsyncIterator[Table]:
        """The table of a room, that nobody else changes meanwhile."""
        while True:
            table = await self.table(name)
            async with table.lock:
                if self.tables.get(name) is table:  # and was not put away before it was ours
                    yield table
                    return

    async def _open(self, name: str) -> Table | None:
        room = await self._read(name)
        if room is None:
            return None
        table = self.tables[name] = Table(room)
        return table

    async def _read(self, name: str) -> Room | None:
        """A room as the store has it; Refusal where that is none."""
        try:
            known = await self.store.read(name)
            if known is None:
                return None
            return await asyncio.to_thread(replayed, *known) if len(known[1]) > LONG else replayed(*known)
        except DamagedError:
            raise damaged(name) from None

    # Coming and going

    async def enter(self, guest: Guest, name: str) -> None:
        """Show somebody a room from now on."""
        if guest.room != name:
            self.leave(guest)
        async with self.holding(name) as table:
            guest.room, guest.plies, guest.picture = name, 0, -1
            guest.looks.clear()
            is_new = not table.has(guest.person)
            table.guests.add(guest)
            if is_new and table.room.seating.seats_of(guest.person):
                table.show(self.now())
            else:
                table.show_to(guest, self.now())
            self.go_on(table)

    def leave(self, guest: Guest) -> None:
        """Somebody goes; the others see it."""
        table, guest.room = self.tables.get(guest.room), ""
        if table is None or guest not in table.guests:
            return
        table.guests.discard(guest)
        if table.room.seating.seats_of(guest.person) and not table.has(guest.person):
            table.show(self.now())
        if not self.goes_on(table):
            table.stop_computer()

    def remind(self, guest: Guest, name: str) -> None:
        """Show somebody again how a room stands that they had a wrong idea of."""
        table = self.tables.get(name)
        if table is not None and guest in table.guests:
            table.show_to(guest, self.now())

    def sweep(self) -> None:
        """Put away the tables that nobody sits at."""
        for name, table in list(self.tables.items()):
            if not table.guests and not table.lock.locked() and table.computer is None:
                table.stop_clock()
                del self.tables[name]

    # Acting

    async def act(self, guest: Guest, action: Action) -> None:
        """Do what somebody wants done; once, however often it is said."""
        async with self.holding(action.room) as table:
            await self.time_out(table)
            for _try in range(TRIES):
                if table.room.knows(action.id, guest.person):
                    break
                event = self._event(table, action, guest.person)
                if await self.add(table, event):
                    self.played += 1
                    table.stop_computer()
                    self.show(table)
                    break
            else:
                raise _overtaken()
            if isinstance(action, Answer) and action.deal == "next" and table.room.wants_next:
                await self._next(table)
            guest.put(Done(action.id, action.room, table.room.plies_after(action.id, guest.person)))

    def _event(self, table: Table, action: Action, person: str) -> Event:
        """What an action adds; what was typed after a move that is refused may be right all the same."""
        try:
            return table.room.event(action, person, self.now(), refused=table.refused)
        except Refusal as refusal:
            if isinstance(action, Play | Undo) and refusal.code in ("illegal", "forbidden"):
                table.refused = named(action.id, person)
            raise

    async def sit(self, name: str, seat: int, called: str, person: str) -> None:
        """Give somebody a seat who has just made the room."""
        async with self.holding(name) as table:
            if await self.add(table, table.room.event(Sit("", name, seat, called), person, self.now())):
                self.show(table)

    async def note(self, room: Room, what: Question, person: str) -> bool:
        """Remember that somebody is told something of a position, before they are; False where the game does
        not stand there any more, or they may not be told."""
        async with self.holding(room.head.room) as table:
            for _try in range(TRIES):
                if not table.room.stands_as(room) or what not in table.room.may(person):
                    return False
                event = table.room.asked(what, person, self.now())
                if event is None:
                    return True
                if await self.add(table, event):
                    table.show(self.now())
                    return True
            raise _overtaken()

    async def add(self, table: Table, event: Event) -> bool:
        """Store an event, and make it happen; False where the room had gone on elsewhere, as all see then."""
        name, trial = table.room.head.room, table.room.after(event)
        try:
            await self.store.append(name, event, trial.standing())
        except (Conflict, Repeated):
            room = await self._read(name)
            if room is None:
                self._forget(table)
                raise Refusal("unknown", _("There is no room of this name.")) from None
            table.replace(room)
            table.stop_computer()
            self.show(table)
            return False
        table.follow(trial)
        return True

    def _forget(self, table: Table) -> None:
        """The room is not there any more."""
        table.stop_computer()
        table.stop_clock()
        self.tables.pop(table.room.head.room, None)

    async def _next(self, table: Table) -> None:
        """The next game of the same people, who agree on it."""
        room = table.room
        head = self._next_head(room)
        await self.store.create(head, Room(head).standing())
        fresh, seating, count = Room(head), room.seating, len(head.levels)
        for seat, (person, called) in enumerate(zip(seating.persons, seating.names, strict=True)):
            if not person:
                continue
            there = (seat + 1) % count
            event = Event(
                number=fresh.number, kind="sit", seat=there, moment=self.now(), text=called, person=person
            )
            fresh = fresh.after(event)
            await self.store.append(head.room, event, fresh.standing())
        while table.room.wants_next:  # until it is stored, whoever else was first
            event = Event(number=table.room.number, kind="next", moment=head.made, text=head.room)
            if await self.add(table, event):
                self.show(table)

    # What goes on by itself

    def show(self, table: Table) -> None:
        """Show everybody how it stands now, and let the game go on from there."""
        table.show(self.now())
        self.go_on(table)

    def go_on(self, table: Table) -> None:
        """Let the clock run, and the computer move if it is to."""
        room = table.room
        table.stop_clock()
        if room.running >= 0:
            left = room.left_at(self.now())[room.running] or 0.0
            table.clock = asyncio.get_running_loop().call_later(
                left + 0.01, lambda: self.spawn(self._time_is_up(table))
            )
        is_computers = room.player >= 0 and room.head.levels[room.player] > 0 and not room.seating.has_room
        if is_computers and table.computer is None and self.goes_on(table):
            table.computer = self.spawn(self._computers.play(table))

    @staticmethod
    def goes_on(table: Table) -> bool:
        """Whether the computer moves: one is there to see it, or plays by a clock that is to run."""
        room = table.room
        return bool(table.guests) or (room.head.clock is not None and any(room.seating.persons))

    async def _time_is_up(self, table: Table) -> None:
        while True:
            try:
                async with self.holding(table.room.head.room) as held:
                    await self.time_out(held)
                    self.go_on(held)
                return
            except StoreError as error:  # the time is up all the same
                told(error)
                await asyncio.sleep(AGAIN)

    async def time_out(self, table: Table) -> None:
        """End the game where time has run out, before anything else happens in it."""
        event = table.room.out_of_time(self.now())
        if event is not None and await self.add(table, event):
            table.stop_computer()
            self.show(table)

    async def _heard(self, name: str) -> None:
        """Another process has added to a room."""
        with suppress(Refusal):  # it is not there any more, or damaged: who asks for it is told
            if (opening := self._opening.get(name)) is not None:
                await asyncio.shield(opening)  # it may have read the room just before
            if name not in self.tables:
                return
            async with self.holding(name) as table:
                await self._catch_up(table)

    async def _catch_up(self, table: Table) -> None:
        """Show what another process has added."""
        name = table.room.head.room
        try:
            known = await self.store.read(name, table.room.number)
            if known is None:
                self._forget(table)
            elif known[1]:
                for event in known[1]:
                    table.follow(followed(table.room, event))
                table.stop_computer()
                self.show(table)
        except DamagedError:
            self._forget(table)
            raise damaged(name) from None

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Have something go on by itself, until the hub is closed."""

        async def guarded() -> None:
            with suppress(Refusal):  # the room is not there any more
                await work

        task = asyncio.create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _done: work.close())  # where it was cancelled before it had begun
        return task

    async def close(self) -> None:
        """Stop everything that goes on by itself."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.thinkers.close()
        await self.store.close()


def _overtaken() -> Refusal:
    return Refusal("busy", _("Others were first each time; try again."))
