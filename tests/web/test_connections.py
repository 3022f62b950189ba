"""Connections that somebody opens to harm the others: silent ones, floods, handshakes that are none."""

import asyncio
import base64
import logging
import os
import socket as socketlib
import subprocess
import sys
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect

from ludoteca.web import connections, seldom
from ludoteca.web.app import make_app
from ludoteca.web.connections import FRAMES, Config
from ludoteca.web.doors import Doors
from ludoteca.web.safety import Rate

from support.memory_store import MemoryStore
from support.room_client import Client

Talk = tuple[StreamReader, StreamWriter]

TEXT, PING, CONT, LAST = 0x1, 0x9, 0x0, 0x80
ASK = b"GET /healthz HTTP/1.1\r\nHost: play\r\n\r\n"


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "ASKING", 1.0)
    monkeypatch.setattr(seldom, "_said", Rate(0.001, 1))


class Door:
    """A port, and all who have come to it."""

    def __init__(self, port: int, doors: Doors) -> None:
        self.port, self._doors, self._writers = port, doors, list[StreamWriter]()

    async def arrive(self, said: bytes = b"", *, address: str = "127.0.0.1") -> Talk:
        """Somebody at an address, who says something or nothing."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        self._writers.append(writer)
        writer.write(said)
        return reader, writer

    async def socket(self, *headers: str) -> Talk:
        """A WebSocket that says what it likes from here on."""
        reader, writer = await self.arrive(handshake(*headers))
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        return reader, writer

    async def is_empty(self) -> None:
        """Wait until nobody is inside."""
        async with asyncio.timeout(20):
            while self._doors._inside:
                await asyncio.sleep(0.05)

    def leave(self) -> None:
        """All go at once."""
        for writer in self._writers:
            writer.transport.abort()


@asynccontextmanager
async def guarded(app: Any = None, **doors: Any) -> AsyncIterator[Door]:
    """A server as `ludoteca serve` sets it up, with these doors."""
    inside = Doors(**doors)
    config = Config(app or make_app(MemoryStore()), inside, log_config=None, lifespan="auto")
    server = uvicorn.Server(config)
    with socketlib.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        running = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        door = Door(listening.getsockname()[1], inside)
        try:
            yield door
        finally:
            door.leave()
            server.should_exit = True
            await running


async def rest(reader: StreamReader) -> bytes:
    """All that comes until the server closes the connection."""
    async with asyncio.timeout(20):
        try:
            return await reader.read(-1)
        except ConnectionError:
            return b""


def handshake(*headers: str) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        "GET /socket HTTP/1.1", "Host: play", "Upgrade: websocket", "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", *headers,
    ]  # fmt: skip
    return "\r\n".join([*lines, "", ""]).encode()


def frame(first: int, data: bytes = b"") -> bytes:
    """A frame, masked with nothing."""
    assert len(data) < 126
    return bytes([first, 0x80 | len(data)]) + bytes(4) + data


class TestPatience:
    @pytest.mark.parametrize(
        "said",
        [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: play\r\n",
         b"POST /api/rooms HTTP/1.1\r\nHost: play\r\nContent-Length: 9\r\n\r\n{", ASK + b"GET /"],
    )  # fmt: skip
    async def test_who_does_not_say_a_whole_request_is_not_waited_for(self, said: bytes) -> None:
        async with guarded() as door:
            reader, _writer = await door.arrive(said)
            await rest(reader)

    async def test_who_asks_again_and_again_is_heard_for_as_long_as_they_like(self) -> None:
        async with guarded() as door:
            reader, writer = await door.arrive()
            for _time in range(5):
                writer.write(ASK)
                assert b"200 OK" in await reader.readuntil(b"ok\n")
                await asyncio.sleep(0.4)

    async def test_who_does_not_take_the_answer_is_not_waited_for(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(connections, "TAKING", 1.0)
        async with guarded(make_app(MemoryStore(), is_limited=False)) as door:
            await door.arrive(b"GET /api/lobby HTTP/1.1\r\nHost: play\r\n\r\n" * 1000)
            await asyncio.sleep(0.5)
            assert door._doors._inside
            await door.is_empty()

    async def test_who_goes_is_not_counted_any_more(self) -> None:
        async with guarded() as door:
            for _reader, writer in (await door.arrive(), await door.arrive(ASK), await door.socket()):
                writer.close()
            await door.is_empty()

    async def test_a_socket_that_is_open_may_be_silent(self) -> None:
        async with guarded() as door, connect(f"ws://127.0.0.1:{door.port}/socket") as talk:
            await asyncio.sleep(1.5)
            await talk.send('{"type":"ping","id":"1"}')
            assert "pong" in str(await asyncio.wait_for(talk.recv(), 5))


class TestDoors:
    async def test_an_address_has_so_many_connections_of_any_kind_and_others_come_in(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        async with guarded(each=3) as door:
            talks = [await door.socket() for _time in range(3)]
            for _time in range(4):
                refused, _writer = await door.arrive(ASK)
                assert await rest(refused) == b""
            reader, _writer = await door.arrive(ASK, address="127.0.0.2")
            assert b"200 OK" in await reader.readuntil(b"ok\n")
            assert [record.getMessage() for record in caplog.records] == [
                "connections of 127.0.0.1 are refused: it has 3 already"
            ]
            for _reader, gone in talks:
                gone.transport.abort()
            await door.is_empty()
            reader, _writer = await door.arrive(ASK)
            assert b"200 OK" in await reader.readuntil(b"ok\n")

    async def test_a_proxy_that_is_believed_comes_for_many(self) -> None:
        async with guarded(each=1, proxies=["127.0.0.0/8", "::1/128"]) as door:
            for reader, _writer in [await door.arrive(ASK) for _time in range(5)]:
                assert b"200 OK" in await reader.readuntil(b"ok\n")

    async def test_all_together_are_fewer_than_the_system_has_descriptors_for(self) -> None:
        async with guarded(each=None, most=2) as door:
            here = [await door.arrive() for _time in range(2)]
            refused, _writer = await door.arrive(ASK)
            assert await rest(refused) == b""
            assert len(here) == 2

    @pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
    def test_as_many_descriptors_are_had_as_the_system_gives(self) -> None:
        script = (
            "import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (300, 900))\n"
            "from ludoteca.web.doors import most_connections\n"
            "print(most_connections(), r.getrlimit(r.RLIMIT_NOFILE))"
        )
        told = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        ).stdout
        assert told == "800 (900, 900)\n"


class TestFloods:
    @pytest.mark.parametrize("flood", [frame(LAST | PING, b"x" * 125), frame(CONT), frame(LAST | 0xA)])
    async def test_frames_that_nobody_waits_for_close_the_connection(self, flood: bytes) -> None:
        async with guarded() as door:
            reader, writer = await door.socket()
            writer.write(frame(TEXT))
            for _time in range(3):
                writer.write(flood * FRAMES)
            assert len(await rest(reader)) < 4 * FRAMES * 131

    async def test_no_more_messages_wait_than_somebody_can_have_meant(self) -> None:
        async def deaf(_scope: Any, _receive: Any, send: Any) -> None:
            await send({"type": "websocket.accept"})
            await asyncio.sleep(2)

        async with guarded(deaf) as door:
            reader, writer = await door.socket()
            writer.write(frame(LAST | TEXT, b"0") * 5_000)
            async with asyncio.timeout(1.5):
                await rest(reader)

    async def test_who_pings_as_programs_do_and_sends_in_parts_is_heard(self) -> None:
        async with guarded() as door:
            reader, writer = await door.socket()
            writer.write(frame(LAST | PING, b"here") * 20)
            parts = [b'{"type":', b'"ping",', b'"id":"1"}']
            writer.write(frame(TEXT) + b"".join(frame(CONT, part) for part in parts) + frame(LAST | CONT))
            async with asyncio.timeout(5):
                assert b'"pong"' in await reader.readuntil(b'"pong"')

    async def test_many_messages_at_once_are_all_answered(self) -> None:
        async with guarded() as door, connect(f"ws://127.0.0.1:{door.port}/socket") as talk:
            for number in range(150):
                await talk.send(f'{{"type":"ping","id":"{number}"}}')
            for number in range(150):
                assert str(await asyncio.wait_for(talk.recv(), 10)) == f'{{"type":"pong","id":"{number}"}}'


class TestHandshakes:
    @pytest.mark.parametrize(
        "headers",
        [("X-Long: " + "x" * 9000,), tuple(f"X-{n}: 1" for n in range(200)), ("Content-Length: 5",),
         ("Transfer-Encoding: chunked",)],
        ids=["long", "many", "length", "chunked"],
    )  # fmt: skip
    async def test_one_that_the_library_does_not_take_is_answered(self, headers: tuple[str, ...]) -> None:
        async with guarded() as door:
            reader, _writer = await door.arrive(handshake(*headers))
            async with asyncio.timeout(0.8):  # and not once the patience is over
                assert (await reader.readline()).startswith(b"HTTP/1.1 4")

    async def test_the_cookies_of_other_pages_on_the_host_do_no_harm(self) -> None:
        async with guarded() as door:
            person = Client(f"127.0.0.1:{door.port}")
            await person.be_somebody()
            cookies = "; ".join(f"other{n}={'x' * 1000}" for n in range(14))
            headers = {"cookie": f"{cookies}; ludoteca={person.secret}; last=1"}
            room = await person.make("drench:3x3,3#1")
            async with connect(f"ws://127.0.0.1:{door.port}/socket", additional_headers=headers) as talk:
                await talk.send(f'{{"type":"join","room":"{room}","version":1}}')
                assert '"is_you":true' in str(await asyncio.wait_for(talk.recv(), 5))


async def test_what_is_no_text_is_not_in_the_log() -> None:
    from ludoteca.web.serving import _Lines

    line = ""

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            nonlocal line
            line += _Lines().format(record)

    kept, log = Kept(), logging.getLogger("uvicorn.error")
    log.addHandler(kept)
    try:
        async with guarded() as door:
            reader, writer = await door.socket()
            writer.write(frame(LAST | TEXT, b"secret \xff"))
            assert (1007).to_bytes(2, "big") in await rest(reader)
    finally:
        log.removeHandler(kept)
    assert "Invalid UTF-8" in line
    assert "secret" not in line
    assert "trace" not in line
