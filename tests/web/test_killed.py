"""The server is killed in the middle of games and started again: what was acknowledged is there, once."""

import asyncio
import signal
from contextlib import suppress
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from ludoteca.games import begin

from support.room_client import Client
from support.web_server import free_port, served

ROUNDS = 4
GAME = "2048:10#1"  # long enough for a fast server


async def test_nothing_acknowledged_is_lost_or_doubled(tmp_path: Path) -> None:
    port, address = free_port(), ""
    address = f"127.0.0.1:{port}"
    person, acknowledged, number = Client(address), 0, 0
    for round_ in range(ROUNDS):
        async with served(str(tmp_path / "rooms.sqlite3"), port) as server:
            if not round_:
                await person.be_somebody()
                room = await person.make(GAME)
            await person.join(room)
            assert len([move for move in person.moves if move.isalpha()]) >= acknowledged
            killing = asyncio.get_running_loop().call_later(0.3, server.kill)
            with suppress(ConnectionClosed):
                while True:
                    move = person.state["scene"]["legal"][0]
                    name, number = f"m{number}", number + 1
                    answer = await person.act("play", id=name, move=move)
                    assert answer["type"] == "done"
                    acknowledged += 1
            killing.cancel()
            await person.close()
    async with served(str(tmp_path / "rooms.sqlite3"), port):
        await person.join(room)
        played = [move for move in person.moves if move.isalpha()]
        assert acknowledged <= len(played) <= acknowledged + ROUNDS, "at most one a round was on its way"
        assert acknowledged > ROUNDS
        before = list(person.moves)
        again = await person.act("play", id=f"m{acknowledged - 1}", move="up", ply=0)
        assert again["type"] == "done", "it is known, and not played again"
        session = begin(GAME)
        for move in before:
            session.play_text(move)
        assert person.state["ply"] == len(before)
        await person.close()


async def test_a_signal_lets_everybody_know_and_ends_the_server(tmp_path: Path) -> None:
    port = free_port()
    person = Client(f"127.0.0.1:{port}")
    async with served(str(tmp_path / "rooms.sqlite3"), port) as server:
        await person.be_somebody()
        await person.join(await person.make("drench:4x4,3#5"))
        server.send_signal(signal.SIGTERM)
        assert (await person.until(lambda message: message["type"] == "bye"))["seconds"] > 0
        assert await asyncio.wait_for(server.wait(), 10) == 128 + signal.SIGTERM
        await person.close()
