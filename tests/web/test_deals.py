"""What is proposed, taken back and said again, around the end of a game and after a lost connection."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from support.memory_store import MemoryStore
from support.room_client import Client
from support.web_server import serving


@asynccontextmanager
async def two() -> AsyncIterator[tuple[Client, Client]]:
    """Two people in a game in which each has moved once."""
    async with serving(MemoryStore()) as address:
        ana, eva = await Client.come(address), await Client.come(address)
        room = await ana.make("fuga:7", name="Ana")
        await ana.join(room)
        await eva.join(room)
        await eva.act("sit", seat=1, name="Eva")
        await ana.act("play", move="a3 b3")
        await eva.shown(1)
        await eva.act("play", move="c3 c2")
        await ana.shown(2)
        yield ana, eva
        await ana.close()
        await eva.close()


@asynccontextmanager
async def alone(game: str) -> AsyncIterator[Client]:
    async with serving(MemoryStore()) as address:
        person = await Client.come(address)
        await person.join(await person.make(game))
        yield person
        await person.close()


@pytest.mark.parametrize("deal", ["draw", "back"])
@pytest.mark.parametrize("loser", [0, 1])
async def test_what_was_proposed_is_void_once_somebody_gives_up(deal: str, loser: int) -> None:
    async with two() as people:
        ana, eva = people
        await ana.act("propose", deal=deal)
        await eva.until(lambda _message: eva.state["proposed"] == deal)
        assert (await people[loser].act("resign"))["type"] == "done"
        if loser == 0:
            await eva.until(lambda _message: eva.state["scene"]["verdict"] != "")
        verdict = eva.state["scene"]["verdict"]
        assert (eva.state["proposed"], "answer" in eva.state["may"]) == ("", False)
        assert (await eva.act("answer", deal=deal, yes=True))["type"] == "refused"
        assert (eva.state["scene"]["verdict"], eva.state["ply"]) == (verdict, 2)
        assert (await eva.act("propose", deal="next"))["type"] == "done"


async def test_who_goes_on_with_a_finished_game_has_no_next_one() -> None:
    async with alone("drench:1x4,3#2") as person:
        for move in ("3", "1"):
            await person.act("play", move=move)
        await person.act("propose", deal="next")
        assert (await person.act("undo"))["type"] == "done"
        assert person.state["proposed"] == ""
        assert (await person.act("answer", deal="next", yes=True))["type"] == "refused"
        assert person.state["next_room"] == ""


async def test_what_was_refused_is_not_done_when_it_is_said_again() -> None:
    async with alone("drench:6x6,4#77") as person:
        await person.act("play", move="1")
        room = person.state["room"]
        said: list[dict[str, Any]] = [
            {"type": "play", "id": "b", "room": room, "ply": 1, "move": "2"},
            {"type": "play", "id": "c", "room": room, "ply": 1, "move": "2", "after": "b"},
            {"type": "undo", "id": "d", "room": room, "ply": 1, "after": "c"},
        ]
        for _time in range(2):  # as after a lost connection
            for message in said:
                await person.say(**message)
            await person.until(lambda message: message["type"] == "done" and message["id"] == "d")
            assert (person.state["ply"], person.moves[:1]) == (1, ["1"])


async def test_what_was_typed_after_an_undo_that_is_refused_is_done_all_the_same() -> None:
    async with alone("oca:2#5") as person:
        await person.act("sit", seat=1)
        room, before = person.state["room"], person.state["ply"]
        await person.say(type="play", id="a", room=room, ply=before, move="roll")
        await person.say(type="undo", id="b", room=room, ply=before, after="a")
        await person.say(type="play", id="c", room=room, ply=before, move="roll", after="b")
        answers = {}
        async with asyncio.timeout(20):
            while len(answers) < 3:
                message = await person.hear()
                if message["type"] in ("done", "refused"):
                    answers[message["id"]] = message["type"]
        assert answers == {"a": "done", "b": "refused", "c": "done"}


async def test_a_board_of_the_day_that_was_given_up_is_helped_by_the_truth() -> None:
    async with serving(MemoryStore()) as address:
        person = await Client.come(address)
        lobby = await asyncio.to_thread(person.get, "/api/lobby")
        daily = next(game["daily"] for game in lobby["games"] if game["name"] == "solitario")
        room = await person.make(daily, daily=lobby["day"])
        await person.join(room)
        await person.act("resign")
        await person.say(type="ask", id="q", room=room, ply=0, what="truth")
        await person.until(lambda message: message.get("is_last", False), seconds=60)
        assert person.state["helps"] == 1
        assert (await person.act("propose", deal="next"))["type"] == "done"
        assert (await person.act("answer", deal="next", yes=True))["type"] == "done"
        again = await person.join(person.state["next_room"])
        assert again["id"] == daily, "the same board again"
        await person.close()
