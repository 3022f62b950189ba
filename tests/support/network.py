"""What lies between a page and its server: it works, says nothing any more, or refuses."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal

from anyio.from_thread import BlockingPortal, start_blocking_portal

# What comes of that which is said in a silence: it arrives after it, as what is sent again does, or never.
Fate = Literal["late", "lost"]


class Network:
    """A proxy of one server, in the hand of a test."""

    def __init__(self, server: str, fate: Fate, portal: BlockingPortal, delay: float) -> None:
        self._host, _colon, port = server.removeprefix("http://").partition(":")
        self._port, self._fate, self._portal = int(port), fate, portal
        self._delay = delay
        self._carrying = set[asyncio.Task[None]]()
        self._works = portal.call(asyncio.Event)
        self._listening = portal.call(self._listen, 0)
        self._here: int = self._listening.sockets[0].getsockname()[1]
        self.address = f"http://{self._host}:{self._here}"
        self.works()

    def works(self) -> None:
        """From now on all is carried."""
        if not self._listening.is_serving():
            self._listening = self._portal.call(self._listen, self._here)
        self._portal.call(self._works.set)

    def is_silent(self) -> None:
        """From now on nothing is carried, and no connection is closed; who connects waits."""
        self._portal.call(self._works.clear)

    def refuses(self) -> None:
        """From now on nobody can connect, and all connections are broken."""
        self._portal.call(self._listening.close)
        self._portal.call(self._break)

    async def _listen(self, port: int) -> asyncio.Server:
        return await asyncio.start_server(self._join, self._host, port)

    async def _break(self) -> None:
        for task in list(self._carrying):
            task.cancel()

    async def _join(self, page: asyncio.StreamReader, answer: asyncio.StreamWriter) -> None:
        """Carry what a page and the server say to each other, until one of them goes."""
        task = asyncio.current_task()
        assert task is not None
        self._carrying.add(task)
        with suppress(OSError, asyncio.CancelledError):
            await self._through()
            server, question = await asyncio.open_connection(self._host, self._port)
            try:
                async with asyncio.TaskGroup() as both:
                    both.create_task(self._carry(page, question))
                    both.create_task(self._carry(server, answer))
            finally:
                question.close()
        answer.close()
        self._carrying.discard(task)

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        """Carry what one of them says; however long it is under way, more may follow meanwhile."""
        now, under_way = asyncio.get_running_loop().time, asyncio.Queue[tuple[float, bytes]]()
        arriving = asyncio.create_task(self._arrive(under_way, target))
        with suppress(OSError):
            while said := await source.read(1 << 16):
                under_way.put_nowait((now() + self._delay, said))
        under_way.put_nowait((0.0, b""))
        try:
            await arriving
        finally:
            arriving.cancel()

    async def _arrive(
        self, under_way: asyncio.Queue[tuple[float, bytes]], target: asyncio.StreamWriter
    ) -> None:
        now = asyncio.get_running_loop().time
        with suppress(OSError):
            while (found := await under_way.get())[1]:
                moment, said = found
                await asyncio.sleep(moment - now())
                await self._through()
                target.write(said)
                await target.drain()
        target.close()

    async def _through(self) -> None:
        """Wait for the end of a silence; what is lost in it never comes through."""
        if not self._works.is_set() and self._fate == "lost":
            await asyncio.Event().wait()
        await self._works.wait()


@contextmanager
def between(server: str, fate: Fate, delay: float = 0.0) -> Iterator[Network]:
    """A network that works, as long as the block lasts; all is so many seconds under way."""
    with start_blocking_portal() as portal:
        network = Network(server, fate, portal, delay)
        try:
            yield network
        finally:
            network.refuses()
