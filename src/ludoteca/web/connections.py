"""Connections that nobody can hold or fill without end: uvicorn's own, with limits that it has none of."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ludoteca.web.doors import Doors
from ludoteca.web.safety import COOKIE

ASKING: Final = 15.0  # seconds for a whole request, from the connection or the answer before it
LEAVING: Final = 15.0  # seconds to take what is left of a talk that is over
TAKING: Final = 60.0  # seconds to be answered, and to take the answer
LONGEST_HEAD: Final = 32_768  # bytes of a request's head; other pages of a host may have set cookies too
LONGEST_COOKIE: Final = 4_096  # bytes of a header for the library of sockets, which takes 8 KB
PIECE: Final = 4_096  # bytes that are read at a time, so that no more is done once too much has come
FRAMES: Final = 200  # pings, pongs and parts of messages in a second; of messages the hub takes care
WAITING: Final = 1_000  # messages that came at once
NO_REQUEST: Final = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Config(uvicorn.Config):
    """How a server is set up, with doors that all its connections come through."""

    def __init__(self, app: Any, doors: Doors, **more: Any) -> None:
        super().__init__(
            app, http=Requests, ws=Messages, h11_max_incomplete_event_size=LONGEST_HEAD,
            ws_per_message_deflate=False,  # 50 KB for each connection; what is sent is short
            **more,
        )  # fmt: skip
        self.doors = doors


def _doors(config: uvicorn.Config) -> Doors:
    """Those of the server that a connection belongs to."""
    assert isinstance(config, Config)
    return config.doors


class Requests(H11Protocol):
    """A connection for requests: it is let in, and has so long for each."""

    _late: asyncio.TimerHandle | None = None
    _is_heard = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # uvicorn's own
        """Somebody has come."""
        super().connection_made(transport)
        if _doors(self.config).enter(transport, self.client[0] if self.client else ""):
            self._wait()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._stop_waiting()
        _doors(self.config).leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """They say something; once it is a whole request they wait, and not we."""
        super().data_received(data)
        if self._late is not None and self._is_asked is not self._is_heard:
            self._wait()

    def on_response_complete(self) -> None:
        """They are answered."""
        super().on_response_complete()
        if self._late is not None:
            self._wait()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on it is a connection for messages, which has its own limits."""
        self._stop_waiting()
        self.headers = [
            (name, shorter(value) if name == b"cookie" else value) for name, value in self.headers
        ]
        super().handle_websocket_upgrade(event)

    @property
    def _is_asked(self) -> bool:
        """Whether there is a whole request."""
        return self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)

    def _wait(self) -> None:
        """Wait, from now on, for what comes next: the rest of a request, or that the answer is taken."""
        self._stop_waiting()
        self._is_heard = self._is_asked
        is_taking = self._is_heard or self.transport.get_write_buffer_size() > 0
        self._late = self.loop.call_later(TAKING if is_taking else ASKING, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class Messages(WebSocketsSansIOProtocol):
    """A connection for messages: what nobody waits for, pings and parts without end, closes it."""

    _second, _frames = 0, 0

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        _doors(self.config).leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """They say something, or want to begin."""
        if not self.handshake_initiated:
            self._begin(data)
            return
        for start in range(0, len(data), PIECE):
            super().data_received(data[start : start + PIECE])
            if self.queue.qsize() > WAITING:
                self.transport.abort()
            if self.transport.is_closing():
                return

    def _begin(self, handshake: bytes) -> None:
        """Answer a handshake also where it is none, to which uvicorn says nothing."""
        super().data_received(handshake)
        if not self.handshake_initiated and self.conn.handshake_exc is not None:
            self.transport.write(b"".join(self.conn.data_to_send()) or NO_REQUEST)
            self.transport.close()

    def handle_ping(self) -> None:
        """A ping is answered, up to so many: each answer lies here until it is taken."""
        if self._bears_one_more():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """A pong, asked for or not."""
        if self._bears_one_more():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        """A part of a message, which may be empty."""
        if self._bears_one_more():
            super().handle_cont(event)

    def keepalive_timeout(self) -> None:
        """Whoever has given no sign of life takes no farewell either."""
        super().keepalive_timeout()
        self.transport.abort()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The talk is over; so long there is to take the rest."""
        super().on_task_complete(task)
        self.loop.call_later(LEAVING, self.transport.abort)

    def _bears_one_more(self) -> bool:
        second = int(self.loop.time())
        if second != self._second:
            self._second, self._frames = second, 0
        self._frames += 1
        if self._frames > FRAMES:
            self.transport.abort()
        return self._frames <= FRAMES


def shorter(cookies: bytes) -> bytes:
    """The cookies of a header, or ours alone where there are too many for the library of sockets.

    >>> shorter(b"lang=es"), shorter(b"other=" + b"x" * 9000 + b"; ludoteca=secret")
    (b'lang=es', b'ludoteca=secret')
    """
    if len(cookies) <= LONGEST_COOKIE:
        return cookies
    own = (each.strip() for each in cookies.split(b";"))
    return next((each for each in own if each.startswith(COOKIE.encode() + b"=")), b"")[:LONGEST_COOKIE]
