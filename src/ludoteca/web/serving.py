"""A server on an address, from its start until somebody ends it."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import signal
import socket
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from functools import partial
from ipaddress import ip_address
from typing import Any, Final, NamedTuple

import uvicorn
from starlette.types import ASGIApp

from ludoteca.core import LudotecaError
from ludoteca.core.words import _
from ludoteca.web.app import make_app
from ludoteca.web.connections import Config
from ludoteca.web.doors import EACH, Doors, most_connections
from ludoteca.web.messages import LONGEST
from ludoteca.web.opening import open_store
from ludoteca.web.shell import routes
from ludoteca.web.store import RoomStore

PATIENCE: Final = 5  # seconds that connections have to end
PACE: Final = 0.4  # seconds that one looks at a position before the computer moves
PING: Final = 20.0  # seconds between two signs of life on a connection
NEW: Final = 50_000  # objects after which Python looks for rings among them


class Place(NamedTuple):
    """Where a server listens, under which path a proxy passes it on, and which proxies are believed who asks:
    addresses and networks."""

    host: str
    port: int
    base: str = ""
    proxies: tuple[str, ...] = ()


def serve(
    place: Place, database: str, *, thinkers: int, is_limited: bool, tell: Callable[[str], object]
) -> None:
    """Serve until a signal comes; the address is told once it can be opened."""
    _log_lines()
    make = partial(make_app, thinkers=thinkers, is_limited=is_limited, pages=routes(), pace=PACE)
    doors = Doors(each=EACH if is_limited else None, most=most_connections(), proxies=place.proxies)
    with _listening(place) as listening, asyncio.Runner(loop_factory=_fastest_loop()) as runner:
        runner.run(_serve(place, database, make, doors, listening, tell))


async def _serve(
    place: Place,
    database: str,
    make: Callable[[RoomStore], ASGIApp],
    doors: Doors,
    listening: socket.socket,
    tell: Callable[[str], object],
) -> None:
    store = await open_store(database)
    config = Config(
        make(store),
        doors,
        log_config=None,
        access_log=False,
        ws_max_size=4 * LONGEST,
        ws_ping_interval=PING,
        root_path=place.base,
        proxy_headers=bool(place.proxies),
        forwarded_allow_ips=list(place.proxies),
        timeout_graceful_shutdown=PATIENCE,
        server_header=False,
        lifespan="on",
    )
    server = _Server(config)
    running = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not running.done():
        await asyncio.sleep(0.01)
    if server.started:
        _collect_seldom()
        with suppress(OSError):  # nobody reads it, as where `| true` does; who plays does not mind
            tell(_address(place, listening))
    await running


def _address(place: Place, listening: socket.socket) -> str:
    """What a browser on this machine opens."""
    at, port = listening.getsockname()[:2]
    host = "localhost" if ip_address(at.partition("%")[0]).is_unspecified else place.host
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{place.base}/"


def _listening(place: Place) -> socket.socket:
    """The socket; LudotecaError where the address cannot be had."""
    try:
        # Named with its protocol: of other sockets asyncio does not know that small answers may not wait.
        family, kind, protocol, _name, address = socket.getaddrinfo(
            place.host, place.port, type=socket.SOCK_STREAM
        )[0]
        found = socket.socket(family, kind, protocol)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(address)
            found.listen(2048)
        except OSError:
            found.close()
            raise
    except (OSError, UnicodeError) as error:
        reason = (
            (error.strerror or error) if isinstance(error, OSError) else _("that is no name of a machine")
        )
        where = f"{place.host[:100]}:{place.port}"
        raise LudotecaError(_("{address} cannot be used: {reason}.", address=where, reason=reason)) from None
    return found


def _fastest_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """What makes an event loop: uvloop's where there is one, which takes a third less time for a message."""
    try:
        from uvloop import new_event_loop
    except ImportError:  # as on Windows
        return None
    return new_event_loop


def _collect_seldom() -> None:
    """Have Python look less often for rings among its objects, and never in what stays: looking through all
    rooms that are open took a sixth of the time of busy ones, and half of the longest waits."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW, 20, 20)


class _Server(uvicorn.Server):
    """One that says goodbye before it closes connections."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Stop in good order also where the terminal is closed, unless that is ignored, as under nohup."""
        hangup = getattr(signal, "SIGHUP", None)  # not on Windows
        with super().capture_signals():
            usual = signal.SIG_IGN if hangup is None else signal.getsignal(hangup)
            if hangup is None or usual in (None, signal.SIG_IGN):
                yield
                return
            signal.signal(hangup, self.handle_exit)
            try:
                yield
            finally:
                signal.signal(hangup, usual)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop, in good order."""
        app: Any = self.config.app
        await app.state.web.sockets.close()
        await super().shutdown(sockets)


class _Lines(logging.Formatter):
    """A JSON object for each line of the log; what people send is in none."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        said = {"time": round(time.time(), 3), "level": record.levelname, "said": record.getMessage()}
        # The text of a UnicodeError has what somebody sent.
        if record.exc_info and not isinstance(record.exc_info[1], UnicodeError):
            said["trace"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def _log_lines() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
