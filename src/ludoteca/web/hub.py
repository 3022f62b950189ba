"""The authority: whatever is done in a room goes through here, is stored, and then shown to all there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final

from ludoteca.analysis.client import Client
from ludoteca.core import LudotecaError
from ludoteca.core.words import _
from ludoteca.system.luck import fresh_seed
from ludoteca.web.guest import Guest
from ludoteca.web.messages import Action, Answer, Done, Question, Sit, Thinking
from ludoteca.web.openroom import OpenRoom
from ludoteca.web.room import Refusal, Room, of_events
from ludoteca.web.store import Conflict, Event, Head, Repeated, RoomStore
from ludoteca.web.thinkers import CrowdedError, Thinkers

Opening = Callable[[Room, str], Head]

LATER: Final = 1.0  # seconds until the computer's move is asked for again, after nobody could think


class Hub:
    """All tables of this process."""

    def __init__(
        self,
        store: RoomStore,
        thinkers: Thinkers,
        *,
        next_head: Opening,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.store, self.thinkers, self.now = store, thinkers, now
        self.tables: dict[str, OpenRoom] = {}
        self.played = 0
        self._next_head = next_head
        self._opening: dict[str, asyncio.Future[OpenRoom | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        store.listen(self._heard)

    async def create(self, head: Head) -> None:
        """A new room."""
        await self.store.create(head, Room(head).standing())

    async def table(self, name: str) -> OpenRoom:
        """An open room; Refusal where there is none of this name."""
        if (table := self.tables.get(name)) is not None:
            return table
        if (opening := self._opening.get(name)) is None:
            opening = self._opening[name] = asyncio.ensure_future(self._open(name))
            opening.add_done_callback(lambda _done: self._opening.pop(name, None))
        found = await asyncio.shield(opening)
        if found is None:
            raise Refusal("unknown", _("There is no room of this name."))
        return found

    async def _open(self, name: str) -> OpenRoom | None:
        known = await self.store.read(name)
        if known is None:
            return None
        table = self.tables[name] = OpenRoom(of_events(*known))
        self._go_on(table)
        return table

    # Coming and going

    async def enter(self, guest: Guest, name: str, *, seen: int) -> None:
        """Show somebody a room from now on."""
        self.leave(guest)
        table = await self.table(name)
        async with table.lock:
            guest.room, guest.plies = name, min(seen, len(table.room.session.moves))
            table.guests.add(guest)
            table.show(self.now())
            self._go_on(table)

    def leave(self, guest: Guest) -> None:
        """Somebody goes; the others see it."""
        table, guest.room = self.tables.get(guest.room), ""
        if table is None or guest not in table.guests:
            return
        table.guests.discard(guest)
        guest.looks.clear()
        table.show(self.now())

    def remind(self, guest: Guest, name: str) -> None:
        """Show somebody again how a room stands that they had a wrong idea of."""
        table = self.tables.get(name)
        if table is not None and guest in table.guests:
            table.show_to(guest, self.now())

    async def sweep(self) -> None:
        """Put away the tables that nobody sits at."""
        for name, table in list(self.tables.items()):
            if not table.guests and not table.lock.locked() and table.computer is None:
                if table.clock is not None:
                    table.clock.cancel()
                del self.tables[name]

    # Acting

    async def act(self, guest: Guest, action: Action) -> None:
        """Do what somebody wants done; once, however often it is said."""
        table = await self.table(action.room)
        async with table.lock:
            room = table.room
            if action.id not in room.actions:
                event = room.event(action, guest.person, self.now())
                if not await self._add(table, event):
                    raise Refusal("stale", _("The game has gone on meanwhile."))
                self._after(table, action)
                table.show(self.now())
            guest.put(Done(action.id, action.room, table.room.actions[action.id]))
        await self._next(table, action)

    async def sit(self, table: OpenRoom, action: Sit, person: str) -> None:
        """Give somebody a seat who has just made the room."""
        async with table.lock:
            await self._add(table, table.room.event(action, person, self.now()))
            self._go_on(table)

    async def note(self, table: OpenRoom, what: Question, person: str) -> None:
        """Remember that a player of a running game is told something."""
        async with table.lock:
            while (event := table.room.asked(what, person, self.now())) is not None:
                if await self._add(table, event):
                    table.show(self.now())

    async def _add(self, table: OpenRoom, event: Event) -> bool:
        """Store an event, and make it happen; False where the room had gone on elsewhere, as it shows."""
        trial = table.room.after(event)
        try:
            await self.store.append(table.room.head.room, event, trial.standing())
        except (Conflict, Repeated):
            await self._reload(table)
            return event.action in table.room.actions if event.action else False
        table.room = trial
        if event.kind in ("back", "answer"):
            table.gone_back(len(trial.session.moves))
        return True

    async def _reload(self, table: OpenRoom) -> None:
        known = await self.store.read(table.room.head.room)
        if known is not None:
            table.replace(of_events(*known))
            table.gone_back(0)

    def _after(self, table: OpenRoom, action: Action) -> None:
        self.played += 1
        if table.computer is not None:
            table.computer.cancel()
            table.computer = None
        self._go_on(table)

    async def _next(self, table: OpenRoom, action: Action) -> None:
        """The next game of the same people, once they agree on it."""
        is_agreed = isinstance(action, Answer) and action.deal == "next" and action.yes
        if not is_agreed or table.room.next_room:
            return
        async with table.lock:
            room = table.room
            if room.next_room:
                return
            head = self._next_head(room, "")
            await self.store.create(head, Room(head).standing())
            count, shift = len(room.persons), 1 if len(room.persons) > 1 else 0
            for number, seat in enumerate(s for s in range(count) if room.persons[s]):
                there = (seat + shift) % count
                sat = Event(
                    number=number, kind="sit", seat=there, moment=self.now(), text=room.names[seat],
                    person=room.persons[seat],
                )  # fmt: skip
                fresh = of_events(*(await self.store.read(head.room) or (head, [])))
                fresh.add(sat)
                await self.store.append(head.room, sat, fresh.standing())
            event = Event(number=room.number, kind="next", moment=self.now(), text=head.room)
            await self._add(table, event)
            table.show(self.now())

    # What goes on by itself

    def _go_on(self, table: OpenRoom) -> None:
        """Let the computer move if it is to, and the clock run."""
        room = table.room
        if table.clock is not None:
            table.clock.cancel()
            table.clock = None
        if room.running >= 0:
            left = room.left_at(self.now())[room.running]
            table.clock = asyncio.get_running_loop().call_later(
                left + 0.01, lambda: self._spawn(self._time_is_up(table))
            )
        levels = room.head.levels
        is_computers = room.player >= 0 and levels[room.player] > 0 and not room.has_room
        if is_computers and table.computer is None:
            table.computer = self._spawn(self._computers(table))

    async def _time_is_up(self, table: OpenRoom) -> None:
        async with table.lock:
            event = table.room.out_of_time(self.now())
            if event is not None and await self._add(table, event):
                table.show(self.now())
            self._go_on(table)

    async def _computers(self, table: OpenRoom) -> None:
        """The computer's moves, until somebody else is to move."""
        try:
            while (player := table.room.player) >= 0 and (level := table.room.head.levels[player]):
                room = table.room
                try:
                    move = await self._thought(table, room, level)
                except CrowdedError:
                    await asyncio.sleep(LATER)
                    continue
                async with table.lock:
                    if table.room is not room or move is None:
                        continue
                    if await self._add(table, room.thought(move, self.now(), player)):
                        table.show(self.now())
        except LudotecaError as error:
            for guest in table.guests:
                guest.put(Thinking("", str(error)))
        finally:
            if table.computer is asyncio.current_task():
                table.computer = None
                self._go_on_if_person(table)

    def _go_on_if_person(self, table: OpenRoom) -> None:
        room = table.room
        if room.player >= 0 and not room.head.levels[room.player]:
            self._go_on(table)

    async def _thought(self, table: OpenRoom, room: Room, level: int) -> str | None:
        def progress(sentence: str) -> None:
            for guest in table.guests:
                guest.put(Thinking("", sentence))

        async def work(client: Client) -> str | None:
            seed = fresh_seed()
            return (await client.move(room.session, level=level, seed=seed, progress=progress)).move

        return await self.thinkers.think(room.head.room, "en", work)

    async def _heard(self, name: str) -> None:
        """Another process has added to a room."""
        table = self.tables.get(name)
        if table is None:
            return
        async with table.lock:
            known = await self.store.read(name, table.room.number)
            if known is None or not known[1]:
                return
            for event in known[1]:
                table.room = table.room.after(event)
                if event.kind in ("back", "answer"):
                    table.gone_back(len(table.room.session.moves))
            if table.computer is not None:
                table.computer.cancel()
                table.computer = None
            table.show(self.now())
            self._go_on(table)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Stop everything that goes on by itself."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.thinkers.close()
        await self.store.close()
