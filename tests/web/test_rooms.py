"""Rooms over real sockets, by a client that knows only the protocol."""

import asyncio
import itertools
import json
import urllib.request
from contextlib import suppress
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from ludoteca.core import IllegalMove
from ludoteca.games import begin
from ludoteca.web.store import RoomStore

from support.flooding import flooding
from support.memory_store import MemoryStore
from support.room_client import Client
from support.web_server import serving


@pytest.fixture
def store() -> RoomStore:
    return MemoryStore()


async def test_one_plays_alone_to_the_end(store: RoomStore) -> None:
    async with serving(store) as address:
        person = await Client.come(address)
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
        person = await Client.come(address)
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
        person = await Client.come(address)
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
        person = await Client.come(address)
        room = await person.make("drench:4x4,3,players=2#5", levels=[0, 1])
        await person.join(room)
        move = person.state["scene"]["legal"][0]
        await person.act("play", move=move)
        await person.until(lambda _message: person.state["ply"] == 2, seconds=60)
        assert person.state["scene"]["player"] == 0
        await person.close()


async def test_who_asks_is_told_and_nothing_is_told_between_people(store: RoomStore) -> None:
    async with serving(store) as address:
        person = await Client.come(address)
        room = await person.make("drench:4x4,3#5")
        await person.join(room)
        await person.say(type="ask", id="q", room=room, ply=0, what="hint")
        told = await person.until(lambda message: message["type"] in ("told", "refused"), seconds=60)
        assert told["move"] in person.state["scene"]["legal"]
        shared = await person.make("fuga:7")
        other = await Client.come(address)
        await other.join(shared)
        await other.act("sit", seat=1)
        await other.say(type="ask", id="q", room=shared, ply=0, what="truth")
        told = await other.until(lambda message: message["type"] in ("told", "refused"))
        assert (told["type"], told["code"]) == ("refused", "forbidden")
        await person.close()
        await other.close()


async def test_no_secret_and_no_hash_is_in_any_message(store: RoomStore) -> None:
    async with serving(store) as address:
        one, other = await Client.come(address), await Client.come(address)
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


async def test_a_question_ends_when_the_game_goes_on_and_what_was_found_is_of_no_other_position(
    store: RoomStore,
) -> None:
    async with serving(store) as address:
        person = await Client.come(address)
        room = await person.make("fuga:11")
        await person.join(room)
        await person.act("sit", seat=1)
        await person.act("play", move="a5 b5")
        await person.say(type="ask", id="hint", room=room, ply=1, what="hint")
        await person.act("undo")
        ended = await person.until(lambda message: message.get("id") == "hint" and message["type"] == "told")
        assert (ended["is_last"], ended["sentences"], ended["move"]) == (True, [], "")
        await person.act("play", move="f10 f9")
        await person.say(type="ask", id="truth", room=room, ply=1, what="truth")
        told = await person.until(lambda message: message.get("is_last", False), seconds=60)
        line = next(text for text in told["sentences"] if text.startswith("Line"))
        session = begin("fuga:11")
        for move in ("f10 f9", *line.partition(": ")[2].split(", ")):
            session.play_text(move)
        assert person.state["helps"] == 2, "taken back, and told the truth; the hint never came"
        await person.close()


async def test_what_may_be_done_is_not_refused(store: RoomStore) -> None:
    async with serving(store) as address:
        ana, eva = await Client.come(address), await Client.come(address)
        room = await ana.make("fuga:7", name="Ana", clock=[300, 5])
        assert (await ana.join(room))["clock"] == [300.0, 5.0]
        await eva.join(room)
        await eva.act("sit", seat=1, name="Eva")
        await ana.act("play", move="a3 b3")
        await eva.shown(1)
        assert "back" not in eva.state["may"], "only one's own move is taken back"
        await eva.act("play", move="c3 c2")
        assert {"back", "draw"} <= set(eva.state["may"])
        assert (await eva.act("propose", deal="draw"))["type"] == "done"
        assert not {"back", "draw"} & set(eva.state["may"])
        assert (await eva.act("propose", deal="back"))["code"] == "illegal"
        await ana.until(lambda _message: ana.state["proposed"] == "draw")
        assert (await ana.act("answer", deal="draw", yes=True))["type"] == "done"
        assert "next" in ana.state["may"]
        assert (await ana.act("propose", deal="next"))["type"] == "done"
        assert "next" not in ana.state["may"]
        await eva.until(lambda _message: eva.state["proposed"] == "next")
        assert (await eva.act("answer", deal="next", yes=True))["type"] == "done"
        assert eva.state["next_room"]
        assert "next" not in eva.state["may"]
        await ana.close()
        await eva.close()


async def test_ones_own_move_is_taken_back_and_with_it_the_others_answer(store: RoomStore) -> None:
    async with serving(store) as address:
        ana, eva = await Client.come(address), await Client.come(address)
        room = await ana.make("fuga:7", name="Ana")
        await ana.join(room)
        await eva.join(room)
        await eva.act("sit", seat=1, name="Eva")
        for ply, (person, move) in enumerate(((ana, "a3 b3"), (eva, "c3 c2"))):
            await person.shown(ply)
            await person.act("play", move=move)
        await ana.shown(2)
        await ana.act("propose", deal="back")
        await eva.until(lambda _message: eva.state["proposed"] == "back")
        await eva.act("answer", deal="back", yes=True)
        assert eva.state["ply"] == 0
        await ana.close()
        await eva.close()


async def test_who_plays_alone_may_take_the_last_move_back(store: RoomStore) -> None:
    async with serving(store) as address:
        person = await Client.come(address)
        await person.join(await person.make("drench:1x4,3#2"))
        for move in ("3", "1"):
            await person.act("play", move=move)
        assert person.state["scene"]["winner"] == 0
        assert (await person.act("undo"))["type"] == "done"
        assert (person.state["ply"], person.state["helps"]) == (1, 1)
        assert (await person.act("play", move="1"))["type"] == "done"
        assert (await person.act("resign"))["code"] == "illegal"
        await person.join(await person.make("drench:1x4,3#2"))
        await person.act("resign")
        assert (await person.act("undo"))["code"] == "illegal", "it was given up"
        await person.close()


async def test_help_is_counted_once_for_a_position(store: RoomStore) -> None:
    async with serving(store) as address:
        person = await Client.come(address)
        room = await person.make("drench:4x4,3#5")
        await person.join(room)
        for what in ("hint", "truth", "hint"):
            await person.say(type="ask", id=what, room=room, ply=0, what=what)
            await person.until(lambda message: message.get("is_last", False), seconds=60)
        assert person.state["helps"] == 1
        await person.close()


async def test_a_word_of_the_players_language_is_a_move(store: RoomStore) -> None:
    async with serving(store) as address:
        person = await Client.come(address)
        await person.join(await person.make("2048:3#5"), lang="es")
        legal = set(person.state["scene"]["legal"])
        word = next(word for word, move in (("Arriba", "up"), ("izquierda", "left")) if move in legal)
        assert (await person.act("play", move=word))["type"] == "done"
        assert person.moves[-2] in legal
        refused = await person.act("play", move="dentro")
        assert "up" not in refused["sentence"]
        await person.close()


async def test_what_all_computers_did_is_told_and_each_waits_until_one_has_seen_the_last() -> None:
    async with serving(MemoryStore(), pace=0.1) as address:
        person = await Client.come(address)
        await person.join(await person.make("oca:3#5", levels=[0, 1, 1]))
        seen, clock = dict[int, float](), asyncio.get_running_loop().time
        await person.until(lambda _message: person.state["scene"]["player"] == 0)
        before = person.state["ply"]
        await person.act("play", move="roll")
        while person.state["scene"]["player"] != 0 or person.state["ply"] == before:
            seen.setdefault(person.state["ply"], clock())
            await person.hear()
        seen.setdefault(person.state["ply"], clock())
        pauses = [later - sooner for sooner, later in itertools.pairwise(seen.values())]
        assert len(pauses) >= 2
        assert min(pauses) > 0.2
        told = person.state["scene"]["told"]
        assert [sum(text.startswith(f"Player {seat}") for text in told) > 0 for seat in (1, 2, 3)] == [
            True
        ] * 3
        await person.close()


async def test_the_scene_of_a_game_that_was_given_up_says_so(store: RoomStore) -> None:
    async with serving(store) as address:
        person = await Client.come(address)
        room = await person.make("drench:4x4,3#5")
        await person.join(room)
        await person.act("play", move="2")
        await person.act("resign")
        last, before = [await asyncio.to_thread(_scene, address, room, ply) for ply in (1, 0)]
        assert (last["player"], last["legal"]) == (-2, [])
        assert last["verdict"] == person.state["scene"]["verdict"] != ""
        assert (before["player"], before["verdict"]) == (0, "")
        await person.close()


def _scene(address: str, room: str, ply: int) -> dict[str, Any]:
    with urllib.request.urlopen(f"http://{address}/api/rooms/{room}/scene?ply={ply}") as answer:
        scene: dict[str, Any] = json.load(answer)["scene"]
        return scene


async def test_bytes_are_no_message(store: RoomStore) -> None:
    async with serving(store) as address, connect(f"ws://{address}/socket") as socket:
        await socket.send(b"{}")
        await asyncio.wait_for(socket.wait_closed(), 5)
        assert socket.close_code == 1003


async def test_what_there_is_not_is_said_in_json(store: RoomStore) -> None:
    async with serving(store) as address, httpx.AsyncClient(base_url=f"http://{address}") as client:
        for answer in (await client.get("/api/nothing"), await client.get("/api/rooms")):
            assert (answer.status_code, list(answer.json())) == (404, ["error"])
