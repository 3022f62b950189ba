"""Several servers on one PostgreSQL: the players of a game sit at different ones; one server is killed, and
the database is started anew."""

import asyncio
from contextlib import suppress

from websockets.exceptions import ConnectionClosed

from ludoteca.games import begin

from support.postgres import Postgres
from support.room_client import Client
from support.web_server import free_port, served


async def test_the_players_of_a_game_sit_at_different_servers(postgres: Postgres) -> None:
    database, ports = postgres.fresh(), (free_port(), free_port())
    one, other = (Client(f"127.0.0.1:{port}") for port in ports)
    async with served(database, ports[0]), served(database, ports[1]) as second:
        await one.be_somebody()
        await other.be_somebody()
        room = await one.make("fuga:7", name="Ana")
        await one.join(room)
        await other.join(room)
        assert (await other.act("sit", seat=1, name="Eva"))["type"] == "done"
        await one.until(lambda _message: not any(seat["is_open"] for seat in one.state["seats"]))
        session = begin("fuga:7")

        async def play(person: Client) -> None:
            move = session.game.text(session.legal[0])
            await person.shown(len(session.moves))
            answer = await person.act("play", move=move)
            assert answer["type"] == "done", answer
            session.play_text(move)

        for ply in range(6):
            await play((one, other)[ply % 2])
        await one.shown(6)
        second.kill()  # the one at which Eva sits
        with suppress(ConnectionClosed):
            await other.hear()
        await play(one)
        other.address = one.address
        await other.join(room)
        await play(other)
        await asyncio.to_thread(postgres.stop)
        await asyncio.to_thread(postgres.start)
        await play(one)
        await play(other)
        await one.shown(10)
        assert one.moves == other.moves == list(session.record.moves)
        await one.close()
        await other.close()


async def test_two_who_move_at_once_are_put_in_an_order(postgres: Postgres) -> None:
    """One person at two servers plays from one position: one move counts, the other is told the truth."""
    database, ports = postgres.fresh(), (free_port(), free_port())
    async with served(database, ports[0]), served(database, ports[1]):
        one, other = (Client(f"127.0.0.1:{port}") for port in ports)
        await one.be_somebody()
        other.secret = one.secret
        room = await one.make("drench:8x8,4#3")
        await one.join(room)
        await other.join(room)
        for ply in range(5):
            legal = one.state["scene"]["legal"]
            answers = await asyncio.gather(
                one.act("play", move=legal[0], ply=ply), other.act("play", move=legal[-1], ply=ply)
            )
            assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
            await one.shown(ply + 1)
            await other.shown(ply + 1)
            assert one.moves == other.moves
        await one.close()
        await other.close()
