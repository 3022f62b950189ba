"""A server of ours on a free port, in this process or another."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import uvicorn

from ludoteca.web.app import make_app
from ludoteca.web.store import RoomStore


@asynccontextmanager
async def serving(store: RoomStore, *, thinkers: int = 1, pace: float = 0.0) -> AsyncIterator[str]:
    """The address of a server on a store, as long as the block lasts."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        config = uvicorn.Config(
            make_app(store, thinkers=thinkers, pace=pace),
            log_level="error", ws="websockets-sansio", lifespan="on",
        )  # fmt: skip
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve(sockets=[free]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield f"127.0.0.1:{free.getsockname()[1]}"
        finally:
            server.should_exit = True
            await running


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@asynccontextmanager
async def served(database: str, port: int, *more: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A server in a process of its own, as `ludoteca serve` starts it."""
    words = ("serve", "--database", database, "--unlimited", *more)
    async with started(words, port, LANG="C.UTF-8") as server:
        yield server


@asynccontextmanager
async def started(
    words: Sequence[str], port: int, **environ: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process of `ludoteca` with these words, once it serves, but on this port whatever they say."""
    command = ("-m", "ludoteca", *words, "--port", str(port))
    server = await asyncio.create_subprocess_exec(
        sys.executable, *command, stdout=asyncio.subprocess.PIPE, env={**os.environ, **environ}
    )
    try:
        assert server.stdout is not None
        assert f":{port}/" in (await server.stdout.readline()).decode()
        yield server
    finally:
        if server.returncode is None:
            server.send_signal(signal.SIGTERM)
        await server.wait()
