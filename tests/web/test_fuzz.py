"""Several clients that do anything at all: no traceback, no move that is not legal or not from its seat, no
secret said to another, and every event stored before it is shown."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from ludoteca.core import CHANCE
from ludoteca.games import begin
from ludoteca.web.guest import Guest
from ludoteca.web.hub import Hub
from ludoteca.web.messages import Answer, Play, Propose, Resign, Sit, Undo
from ludoteca.web.refusal import Refusal
from ludoteca.web.replaying import replayed
from ludoteca.web.safety import new_secret, person_of
from ludoteca.web.thinkers import Thinkers
from ludoteca.web.wishes import RoomWish, head_of, next_of

from support.memory_store import MemoryStore
from support.web_server import serving

PEOPLE = 3
GAMES = ("fuga:7", "oca:2#5", "drench:4x4,3,players=2#2", "drench:3x3,3#1", "2048:3,2#4")

acts = st.tuples(
    st.integers(0, PEOPLE - 1),
    st.sampled_from(("play", "legal", "undo", "propose", "answer", "resign", "sit")),
    st.integers(0, 5),  # which of several
    st.integers(-1, 1),  # plies off the truth
    st.booleans(),
    st.booleans(),  # said twice
)


class World:
    """A hub on a store in memory, and what everybody was told."""

    def __init__(self, game: str) -> None:
        self.store = MemoryStore()
        self.hub = Hub(self.store, Thinkers(1), next_head=next_of)
        self.secrets = [new_secret() for _person in range(PEOPLE)]
        self.guests = [Guest(person_of(secret)) for secret in self.secrets]
        self.heard: list[list[Any]] = [[] for _person in range(PEOPLE)]
        self.head = head_of(RoomWish(game))
        self.count = 0

    async def begin(self) -> None:
        await self.hub.create(self.head)
        for guest in self.guests:
            await self.hub.enter(guest, self.head.room)

    async def act(self, who: int, kind: str, which: int, off: int, is_yes: bool, is_twice: bool) -> None:
        room = self.hub.tables[self.head.room].room
        self.count += 1
        name, ply, room_name = f"a{self.count}", len(room.session.moves) + off, self.head.room
        legal = [room.session.game.text(move) for move in room.session.legal] or ["up"]
        deal = ("back", "draw", "next")[which % 3]
        action: Any = {
            "play": Play(name, room_name, ply, ("nonsense", "a1 a2", "roll", "9", "", "up")[which]),
            "legal": Play(name, room_name, ply, legal[which % len(legal)]),
            "undo": Undo(name, room_name, ply),
            "propose": Propose(name, room_name, ply, deal),
            "answer": Answer(name, room_name, ply, deal, is_yes),
            "resign": Resign(name, room_name, ply),
            "sit": Sit(name, room_name, which - 1, "<b>Ana</b>"),
        }[kind]
        for _time in range(1 + is_twice):
            before = len(self.store.events[room_name])
            acting, may = room.player, room.seat_of(self.guests[who].person)
            try:
                await self.hub.act(self.guests[who], action)
            except Refusal:
                assert len(self.store.events[room_name]) == before, "what is refused is not stored"
                continue
            added = self.store.events[room_name][before:]
            if kind in ("play", "legal") and added:
                assert acting == may >= 0, "only who is to move has moved"
                assert off == 0, "nothing was played on an older position"

    def check(self) -> None:
        """The store holds a game of the rules, which everybody was shown, and no secret was said."""
        head, events = self.head, self.store.events[self.head.room]
        room = self.hub.tables[head.room].room
        assert [event.number for event in events] == list(range(len(events)))
        assert len({event.action for event in events if event.action}) == sum(
            bool(event.action) for event in events
        )
        again = replayed(head, events)
        assert again.session.record == room.session.record
        session = begin(head.game)
        for text in room.session.record.moves:
            if session.player == CHANCE:
                assert session.game.text(session.roll()) == text, "the dice are the seed's"
            else:
                session.play_text(text)
        for guest in self.guests:
            told = [msgspec.json.decode(each) for each in drained(guest)]
            last = [each for each in told if each["type"] == "state"][-1]
            assert (last["number"], last["ply"]) == (room.number, len(room.session.moves))
            said = repr(told)
            for secret in self.secrets:
                assert secret not in said
                assert person_of(secret) not in said


def drained(guest: Guest) -> list[bytes]:
    """All that waits to be sent to somebody."""
    found = []
    while not guest._waiting.empty():
        found.append(guest._waiting.get_nowait())
    return found


def run(work: Awaitable[None]) -> None:
    async def whole() -> None:
        await work

    asyncio.run(whole())


@settings(max_examples=60, deadline=None)
@given(game=st.sampled_from(GAMES), plan=st.lists(acts, max_size=30))
def test_whatever_people_do_the_room_is_a_game_of_the_rules(game: str, plan: list[Any]) -> None:
    async def script() -> None:
        world = World(game)
        await world.begin()
        for each in plan:
            await world.act(*each)
        world.check()
        await world.hub.close()

    run(script())


RAW = (
    "", "null", "[]", "{}", '"play"', "{" * 3000, '{"type":"play"}', '{"type":"join","room":1,"version":1}',
    '{"type":"join","room":"' + "x" * 3000 + '","version":1}', '{"type":"ping","id":"1","more":1}',
    '{"type":"play","id":"1","room":"nowhere","ply":0,"move":"up"}', "\x00\x1b[2J", "9" * 4000,
    '{"type":"join","room":"nowhere","version":99}', "ñ" * 5000, '{"type":"ping","id":"\\ud800"}',
)  # fmt: skip


async def test_raw_garbage_is_answered_and_costs_nobody_anything(caplog: pytest.LogCaptureFixture) -> None:
    async with serving(MemoryStore()) as address:
        async with connect(f"ws://{address}/socket") as socket:
            with caplog.at_level(logging.WARNING):
                for text in RAW:
                    await socket.send(text)
                await socket.send('{"type":"ping","id":"last"}')
                async with asyncio.timeout(10):
                    while '"pong"' not in (said := str(await socket.recv())):
                        assert '"refused"' in said
        async with connect(f"ws://{address}/socket") as socket:
            await socket.send(b"\xff\xfe\x00binary")
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(socket.recv(), 5)
        assert not caplog.records
