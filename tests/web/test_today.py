"""Today's board: the same for everybody on a server, and its results are games that the server saw played."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from datetime import timedelta
from typing import Any

import pytest

from ludoteca.archive.daily import daily
from ludoteca.core import OptionError
from ludoteca.web.wishes import RoomWish, head_of, today

from support.flooding import flooding
from support.memory_store import MemoryStore
from support.room_client import Client
from support.rooms import opened
from support.web_server import serving


def board(name: str, *, days_ago: int = 0) -> str:
    return str(daily(name, today() - timedelta(days_ago)).id)


@pytest.mark.parametrize("day", ["2020-02-29", "tomorrow", "9999-99-99", "x" * 2000, "\x00"])
def test_another_days_board_cannot_be_claimed(day: str) -> None:
    with pytest.raises(OptionError, match="load the page again"):
        head_of(RoomWish(board("drench"), daily=day))


@pytest.mark.parametrize("game", ["drench:4x4,3#5", "drench", board("2048", days_ago=1)])
def test_another_board_cannot_be_claimed_for_today(game: str) -> None:
    with pytest.raises(OptionError):
        head_of(RoomWish(game, daily=today().isoformat()))


@pytest.mark.parametrize("name", ["solitario", "fuga", "drench", "2048", "oca"])
def test_todays_board_is_taken(name: str) -> None:
    players = daily(name, today()).game.players
    head = head_of(RoomWish(board(name), [0, 8][:players], daily=today().isoformat()))
    assert (head.game, head.daily) == (board(name), today().isoformat())


@pytest.mark.parametrize("more", [{"levels": [0, 0]}, {"levels": [0, 8], "clock": (1.0, 0.0)}])
def test_todays_board_is_won_against_the_computer_and_not_by_the_clock(more: Any) -> None:
    with pytest.raises(OptionError, match="for one person"):
        head_of(RoomWish(board("fuga"), daily=today().isoformat(), **more))


async def test_the_best_are_told_with_their_moves_and_whether_they_had_help(database: str) -> None:
    moves = flooding(board("drench"))
    async with opened(database) as store, serving(store) as address:
        for name, is_helped in (("Ana", True), ("Ben", False)):
            person = await Client.come(address)
            room = await person.make(board("drench"), daily=today().isoformat(), name=name)
            await person.join(room)
            if is_helped:
                await person.act("play", move=moves[0])
                await person.act("undo")
            for move in moves:
                await person.act("play", move=move)
            await person.shown(len(moves))
            assert person.state["helps"] == is_helped
            await person.close()
        with await asyncio.to_thread(urllib.request.urlopen, f"http://{address}/api/lobby") as answer:
            best = json.load(answer)["today"]["drench"]
    assert [(each["name"], each["won"], each["decisions"], each["helped"]) for each in best] == [
        ("Ben", True, len(moves), False), ("Ana", True, len(moves), True),
    ]  # fmt: skip


async def test_only_its_player_may_ask_while_it_runs_and_is_helped_once_for_a_position() -> None:
    async with serving(MemoryStore()) as address:
        person, watcher = Client(address), Client(address)
        await person.be_somebody()
        room = await person.make(board("2048"), daily=today().isoformat())
        for each in (person, watcher):
            await each.join(room)
        assert "truth" in person.state["may"]
        assert "truth" not in watcher.state["may"]
        await watcher.say(type="ask", id="q", room=room, ply=0, what="truth")
        assert (await watcher.until(lambda message: message["type"] == "refused"))["code"] == "illegal"
        for time in range(2):  # the second time nothing new is told
            await person.say(type="ask", id=f"q{time}", room=room, ply=0, what="hint")
            await person.until(lambda message: message["type"] == "told" and message["is_last"], 60)
        assert person.state["helps"] == 1
        await person.close()
        await watcher.close()
