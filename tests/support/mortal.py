"""A server in a process of its own that is killed and started again, for tests that wait for nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from anyio.from_thread import BlockingPortal, start_blocking_portal

from support.web_server import free_port, served


class Mortal:
    """A server on one database, always at the same address."""

    def __init__(self, database: str, portal: BlockingPortal) -> None:
        self._database, self._portal, self._port = database, portal, free_port()
        self._running = ExitStack()
        self.address = f"http://127.0.0.1:{self._port}"
        self.start()

    def start(self) -> None:
        starting = self._portal.wrap_async_context_manager(served(self._database, self._port))
        self._process = self._running.enter_context(starting)

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        self._portal.call(self._process.kill)
        self.stop()

    def stop(self) -> None:
        self._running.close()


@contextmanager
def mortal(database: str) -> Iterator[Mortal]:
    """A server that runs, as long as the block lasts, but for what is done to it."""
    with start_blocking_portal() as portal:
        server = Mortal(database, portal)
        try:
            yield server
        finally:
            server.stop()
