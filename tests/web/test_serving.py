"""The command that serves, as people and supervisors start and end it."""

import asyncio
import os
import signal
import socket
import sys
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from support.command import refusal
from support.room_client import Client
from support.web_server import free_port


@asynccontextmanager
async def begun(
    tmp_path: Path, *words: str, out: str = ""
) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    """A server and its port, that prints to a file, once it answers; its log is caught."""
    port = free_port()
    command = ("-m", "ludoteca", "serve", "--database", str(tmp_path / "rooms.sqlite3"), "--port", str(port))
    with open(out or tmp_path / "out", "w") as sink:
        server = await asyncio.create_subprocess_exec(
            sys.executable, *command, *words, stdout=sink, stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "LANG": "C.UTF-8"},
        )  # fmt: skip
    try:
        async with asyncio.timeout(30):
            while not await asyncio.to_thread(is_alive, port):
                await asyncio.sleep(0.05)
        yield server, port
    finally:
        if server.returncode is None:
            server.kill()
        await server.communicate()


def is_alive(port: int) -> bool:
    for host in ("127.0.0.1", "[::1]"):
        with suppress(OSError), urllib.request.urlopen(f"http://{host}:{port}/healthz") as answer:
            return bool(answer.status == 200)
    return False


def has_ipv6() -> bool:
    with suppress(OSError), socket.socket(socket.AF_INET6) as tried:
        tried.bind(("::1", 0))
        return True
    return False


async def end(server: asyncio.subprocess.Process, number: int) -> tuple[int | None, str]:
    """The status that a server ends with after a signal, and its log."""
    server.send_signal(number)
    async with asyncio.timeout(20):
        _out, log = await server.communicate()
    return server.returncode, log.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
async def test_a_terminal_that_is_closed_ends_it_in_good_order(tmp_path: Path) -> None:
    async with begun(tmp_path) as (server, port):
        person = Client(f"127.0.0.1:{port}")
        await person.be_somebody()
        await person.join(await person.make("drench:4x4,3#5"))
        ending = asyncio.create_task(end(server, signal.SIGHUP))
        assert (await person.until(lambda message: message["type"] == "bye"))["seconds"] > 0
        assert await ending == (128 + signal.SIGHUP, "")
        await person.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such file")
async def test_it_serves_on_where_its_address_cannot_be_told(tmp_path: Path) -> None:
    async with begun(tmp_path, out="/dev/full") as (server, port):
        await asyncio.sleep(0.3)
        assert await asyncio.to_thread(is_alive, port)
        assert await end(server, signal.SIGTERM) == (128 + signal.SIGTERM, "")


@pytest.mark.parametrize(
    ("host", "told"),
    [("::1", "http://[::1]:{}/"), ("::", "http://localhost:{}/"), ("0.0.0.0", "http://localhost:{}/")],
)
async def test_the_address_can_be_opened(tmp_path: Path, host: str, told: str) -> None:
    if ":" in host and not has_ipv6():
        pytest.skip("this machine has no IPv6")
    async with begun(tmp_path, "--host", host, "--base-path", "/games/") as (_server, port):
        async with asyncio.timeout(10):
            while not (said := (tmp_path / "out").read_text()):
                await asyncio.sleep(0.05)
        assert said.split()[2] == told.format(port) + "games/"


@pytest.mark.parametrize(
    "base", ["games", "//evil", "/a/../b", "/a/./b", "/é", '/a"><script>', "/a b", "/a%20b", "/a?b", "/a//b"]
)
def test_a_path_that_is_none_is_refused(base: str) -> None:
    assert "--base-path is like /games" in refusal("serve", "--base-path", base)


def test_a_host_that_is_none_is_refused() -> None:
    told = refusal("serve", "--host", "a" * 300)
    assert "cannot be used: that is no name of a machine." in told
    assert "a" * 101 not in told
