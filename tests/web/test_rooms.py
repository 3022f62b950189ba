"""Rooms over real sockets, by a client that knows only the protocol."""

import asyncio
from contextlib import suppress

import pytest

from ludoteca.core import AnySession, IllegalMove
from ludoteca.games import begin
from ludoteca.web.store import RoomStore

from support.memory_store import MemoryStore
from support.room_client import Client
from support.web_server import serving


@pytest.fixture
def store() -> RoomStore:
    return MemoryStore()


def flooding(gameid: str) -> list[str]:
    """The moves of one who takes what floods most."""
    session = begin(gameid)
    while session.legal:
        session.play(max(session.legal, key=lambda move: _flooded(session, move)))
    return list(session.record.moves)


def _flooded(session: AnySession, move: int) -> int:
    board = session.game.board(session.game.play(session.state, move))
    return sum("region0" in cell.marks for row in board for cell in row)


async def test_one_plays_alone_to_the_end(store: RoomStore) -> None:
    async with serving(store) as address:
        person = Client(address)
        await person.be_somebody()
        room = await person.make("drench:4x4,3#5", name="Ana")
        state = await person.join(room)
        assert state["seats"][0]["is_you"]
        assert state["seats"][0]["name"] == "Ana"
        moves = flooding("drench:4x4,3#5")
        for move in moves:
            answer = await person.act("play", move=move)
            assert answer["type"] == "done"
        assert person.moves == moves
        assert person.state["scene"]["verdict"].startswith("The game is over.")
        assert person.state["scene"]["player"] == -2
        await person.close()


async def test_two_play_by_link_and_one_watches(store: RoomStore) -> None:
    async with serving(store) as address:
        one, other, watcher = Client(address), Client(address), Client(address)
        await one.be_somebody()
        await other.be_somebody()
        room = await one.make("fuga:7", name="Ana")
        for each in (one, other, watcher):
            await each.join(room)
        assert (await one.act("play", move="a3 b3"))["code"] == "forbidden", "nobody sits there yet"
        assert (await other.act("sit", seat=1, name="Eva"))["type"] == "done"
        assert (await watcher.act("sit", seat=1, name="Otto"))["type"] == "refused"
        session = begin("fuga:7")
        for ply in range(6):
            person = (one, other)[ply % 2]
            move = session.game.text(session.legal[0])
            session.play_text(move)
            await person.shown(ply)
            assert (await person.act("play", move=move, ply=ply))["type"] == "done"
        await watcher.shown(6)
        assert watcher.moves == list(session.record.moves)
        assert "play" not in watcher.state["may"]
        assert "truth" not in watcher.state["may"]
        assert all(not seat["is_you"] for seat in watcher.state["seats"])
        for each in (one, other, watcher):
            await each.close()


async def test_a_repeated_action_is_done_once_and_a_stale_one_is_answered_with_the_truth(
    store: RoomStore,
) -> None:
    async with serving(store) as address:
        person = Client(address)
        await person.be_somebody()
        room = await person.make("drench:4x4,3#5")
        await person.join(room)
        for _time in range(3):
            assert await person.act("play", id="once", move="2", ply=0) == {
                "type": "done", "id": "once", "room": room, "ply": 1,
            }  # fmt: skip
        refused = await person.act("play", move="1", ply=0)
        assert refused["code"] == "stale"
        truth = await person.until(lambda message: message["type"] == "state")
        assert (truth["ply"], person.moves) == (1, ["2"])
        await person.close()


async def test_moves_typed_ahead_are_played_in_order(store: RoomStore) -> None:
    async with serving(store) as address:
        person = Client(address)
        await person.be_somebody()
        room = await person.make("2048:4,2#7")
        await person.join(room)
        before = ""
        for number, move in enumerate(("up", "left", "up", "left", "down", "right")):
            await person.say(
                type="play", id=f"m{number}", room=room, ply=person.state["ply"], move=move, after=before
            )
            before = f"m{number}"
        await person.until(lambda message: message["type"] in ("done", "refused") and message["id"] == "m5")
        session = begin("2048:4,2#7")
        while session.player < 0:
            session.roll()
        for move in ("up", "left", "up", "left", "down", "right"):
            with suppress(IllegalMove):  # a push that moves nothing is refused, and costs no other
                session.turn(move)
        assert person.moves == list(session.record.moves)
        refused = {message["code"] for message in person.heard if message["type"] == "refused"}
        assert refused <= {"illegal"}
        await person.close()


async def test_the_computer_answers(store: RoomStore) -> None:
    async with serving(store) as address:
        person = Client(address)
        await person.be_somebody()
        room = await person.make("drench:4x4,3,players=2#5", levels=[0, 1])
        await person.join(room)
        move = person.state["scene"]["legal"][0]
        await person.act("play", move=move)
        await person.until(lambda _message: person.state["ply"] == 2, seconds=60)
        assert person.state["scene"]["player"] == 0
        await person.close()


async def test_who_asks_is_told_and_nothing_is_told_between_people(store: RoomStore) -> None:
    async with serving(store) as address:
        person = Client(address)
        await person.be_somebody()
        room = await person.make("drench:4x4,3#5")
        await person.join(room)
        await person.say(type="ask", id="q", room=room, ply=0, what="hint")
        told = await person.until(lambda message: message["type"] in ("told", "refused"), seconds=60)
        assert told["move"] in person.state["scene"]["legal"]
        shared = await person.make("fuga:7")
        other = Client(address)
        await other.be_somebody()
        await other.join(shared)
        await other.act("sit", seat=1)
        await other.say(type="ask", id="q", room=shared, ply=0, what="truth")
        told = await other.until(lambda message: message["type"] in ("told", "refused"))
        assert (told["type"], told["code"]) == ("refused", "forbidden")
        await person.close()
        await other.close()


async def test_no_secret_and_no_hash_is_in_any_message(store: RoomStore) -> None:
    async with serving(store) as address:
        one, other = Client(address), Client(address)
        await one.be_somebody()
        await other.be_somebody()
        room = await one.make("fuga:7", name="Ana")
        await one.join(room)
        await other.join(room)
        await other.act("sit", seat=1, name="Eva")
        await asyncio.sleep(0.1)
        said = repr(other.heard) + repr(one.heard)
        assert isinstance(store, MemoryStore)
        persons = [event.person for event in store.events[room] if event.person]
        assert len(persons) == 2
        for secret in (one.secret, other.secret, *persons):
            assert secret not in said
        await one.close()
        await other.close()
