"""Any course of events in a store against a model of it: a dict."""

import asyncio
import dataclasses
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from ludoteca.web.opening import open_store
from ludoteca.web.store import Event, Head, Listing

from support.rooms import event, head, outcome, standing

ROOMS = st.sampled_from("abc")
STANDINGS = st.builds(
    standing,
    plies=st.integers(0, 9),
    decisions=st.integers(0, 2),
    result=st.sampled_from(["", "draw"]),
    has_room=st.booleans(),
)


@dataclasses.dataclass
class Room:
    """What the model knows of a room."""

    head: Head
    standing: Listing
    changed: float
    events: list[Event] = dataclasses.field(default_factory=list)

    def tell(self, new: Event) -> str:
        """How it goes with an event."""
        if new.action and new.action in {each.action for each in self.events}:
            return "Repeated"
        return "written" if new.number == len(self.events) else "Conflict"

    def seats(self) -> dict[int, str]:
        return {each.seat: each.person for each in self.events if each.kind == "sit"}


class Machine(RuleBasedStateMachine):
    """A store and its model; the database is emptied at the start."""

    database = ""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.rooms: dict[str, Room] = {}

    @initialize()
    def open(self) -> None:
        self.store: Any = self.runner.run(open_store(self.database))
        self.runner.run(self.store.expire(1e9))

    @rule(room=ROOMS, now=STANDINGS, made=st.integers(0, 5), listed=st.booleans())
    def create(self, room: str, now: Listing, made: int, *, listed: bool) -> None:
        new = head(room, made=float(made), listed=listed)
        expected = "Conflict" if room in self.rooms else "written"
        assert self.runner.run(outcome(self.store.create(new, now))) == expected
        self.rooms.setdefault(room, Room(new, now, float(made)))

    @rule(
        room=ROOMS, off=st.sampled_from([0, 0, 0, 1, -1]), action=st.sampled_from(["", "", "x", "y"]),
        now=STANDINGS, seat=st.integers(0, 1), person=st.sampled_from(["", "ana", "eva"]),
        moment=st.integers(0, 9), times=st.integers(1, 3),
    )  # fmt: skip
    def append(
        self, room: str, off: int, action: str, now: Listing, seat: int, person: str, moment: int, times: int
    ) -> None:
        known = self.rooms.get(room)
        first = (len(known.events) if known else 0) + off
        acts, expected = [], []
        for number in range(first, first + times):
            more = {"kind": "sit", "seat": seat, "person": person} if person else {}
            new = event(number, action=action, moment=float(moment), **more)
            acts.append(self.store.append(room, new, now))
            expected.append(known.tell(new) if known else "Forgotten")
            if known and expected[-1] == "written":
                known.events.append(new)
                known.standing, known.changed = now, max(known.changed, float(moment))

        async def all_at_once() -> list[str]:
            return await asyncio.gather(*map(outcome, acts))

        assert self.runner.run(all_at_once()) == expected

    @rule(before=st.integers(0, 10), unplayed_before=st.none() | st.integers(0, 10))
    def expire(self, before: int, unplayed_before: int | None) -> None:
        ends = {True: before, False: before if unplayed_before is None else unplayed_before}
        old = [
            name for name, room in self.rooms.items()
            if room.changed < max(before, ends[room.standing.decisions > 0])
        ]  # fmt: skip
        unplayed = None if unplayed_before is None else float(unplayed_before)
        assert self.runner.run(self.store.expire(float(before), unplayed)) == len(old)
        for name in old:
            del self.rooms[name]

    @rule()
    def open_again(self) -> None:
        self.runner.run(self.store.close())
        self.store = self.runner.run(open_store(self.database))

    @invariant()
    def rooms_are_as_the_model_says(self) -> None:
        for name in "abc":
            known = self.rooms.get(name)
            expected = None if known is None else (known.head, known.events)
            assert self.runner.run(self.store.read(name)) == expected

    @invariant()
    def lists_are_as_the_model_says(self) -> None:
        found = self.runner.run(self.store.open_rooms())
        waiting = [
            room for room in self.rooms.values()
            if room.head.listed and room.standing.has_room and not room.standing.result
        ]  # fmt: skip
        waiting.sort(key=lambda room: (-room.head.made, room.head.room))
        assert [(each.head, each.standing) for each in found] == [
            (each.head, each.standing) for each in waiting
        ]
        for person in ("ana", "eva"):
            mine = [
                (-room.changed, name, min(seat for seat, who in room.seats().items() if who == person))
                for name, room in self.rooms.items()
                if person in room.seats().values()
            ]
            rooms = self.runner.run(self.store.rooms_of(person))
            assert [(-each.changed, each.head.room, each.seat) for each in rooms] == sorted(mine)

    def teardown(self) -> None:
        self.runner.run(self.store.close())
        self.runner.close()


def test_a_store_is_what_a_dict_would_be(database: str) -> None:
    class Here(Machine):
        pass

    Here.database = database
    run_state_machine_as_test(Here, settings=settings(max_examples=25, stateful_step_count=20))
