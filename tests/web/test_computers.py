"""The computer's seats: when they go on with nobody there, and that their clocks stand still."""

import asyncio
from typing import Any

import pytest

from ludoteca.web.guest import Guest
from ludoteca.web.hub import Hub
from ludoteca.web.messages import Play, Sit
from ludoteca.web.room import Room
from ludoteca.web.safety import new_secret, person_of
from ludoteca.web.store import Head
from ludoteca.web.thinkers import Thinkers
from ludoteca.web.wishes import RoomWish, head_of, next_of

from support.memory_store import MemoryStore
from support.room_client import Client
from support.web_server import serving


class Slow(Thinkers):
    """Thinks for ever."""

    async def think(self, *_given: Any, **_more: Any) -> Any:
        await asyncio.Event().wait()


async def left_alone(levels: list[int], *, sits: bool) -> tuple[bool, bool]:
    """Whether the computer still thinks once nobody is there, and whether the table is put away."""
    hub, guest = Hub(MemoryStore(), Slow(1), next_head=next_of), Guest(person_of(new_secret()))
    wish = head_of(RoomWish("drench:4x4,3,players=2#5", levels, seat=-1, clock=(300.0, 0.0)))
    await hub.create(wish)
    if sits:
        await hub.sit(wish.room, 0, "Ana", guest.person)
    await hub.enter(guest, wish.room)
    if sits:
        await hub.act(guest, Play("p", wish.room, 0, "2"))
    table = hub.tables[wish.room]
    assert table.computer is not None, "while somebody looks the computer moves"
    hub.leave(guest)
    await asyncio.sleep(0)
    thinks = table.computer is not None
    hub.sweep()
    is_away = wish.room not in hub.tables
    await hub.close()
    return thinks, is_away


async def test_computers_alone_do_not_play_with_nobody_there_though_there_is_a_clock() -> None:
    assert await left_alone([3, 3], sits=False) == (False, True)


async def test_who_plays_by_a_clock_is_answered_also_while_they_are_away() -> None:
    assert await left_alone([0, 3], sits=True) == (True, False)


def begun(levels: tuple[int, ...] = (0, 8), clock: tuple[float, float] = (1.0, 0.0)) -> Room:
    """Ana has sat down at 100 seconds and moved at 101."""
    room = Room(Head(room="r", game="drench:4x4,3,players=2#5", levels=levels, made=100.0, clock=clock))
    for action in (Sit("s", "r", 0), Play("p", "r", 0, "2")):
        room = room.after(room.event(action, "ana", 101.0))
    return room


def test_the_computer_does_not_lose_on_time() -> None:
    room = begun()
    assert (room.player, room.running) == (1, -1)
    assert room.out_of_time(9_999.0) is None
    assert room.left_at(9_999.0) == [1.0, None]


def test_who_plays_the_computer_has_all_their_time_after_its_move_and_no_more() -> None:
    room = begun()
    room = room.after(room.thought(room.session.game.text(room.session.legal[0]), 500.0, 1))
    assert room.running == 0
    assert room.left_at(500.25) == [0.75, None]
    assert room.out_of_time(500.5) is None
    late = room.out_of_time(501.5)
    assert late is not None
    assert room.after(late).standing().result == "seat 1"


async def test_a_page_is_told_that_the_computer_has_no_clock() -> None:
    async with serving(MemoryStore()) as address:
        person = await Client.come(address)
        await person.join(await person.make("drench:4x4,3,players=2#5", levels=[0, 1], clock=[300, 5]))
        assert [seat["left"] for seat in person.state["seats"]] == [300.0, None]
        await person.close()


@pytest.mark.parametrize("clock", [None, (5.0, 1.0)])
def test_between_people_nothing_changes(clock: tuple[float, float] | None) -> None:
    room = Room(Head(room="r", game="drench:4x4,3,players=2#5", levels=(0, 0), made=100.0, clock=clock))
    for action, who in (
        (Sit("s", "r", 0), "ana"),
        (Sit("t", "r", 1), "eva"),
        (Play("p", "r", 0, "2"), "ana"),
    ):
        room = room.after(room.event(action, who, 101.0))
    assert room.running == (1 if clock else -1)
    assert room.left_at(102.0) == ([6.0, 4.0] if clock else [None, None])
