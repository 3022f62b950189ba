"""One connection: it hears a guest, has the hub act, and sends what there is to say."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludoteca.core import LudotecaError
from ludoteca.core.words import _, speaking
from ludoteca.locale import LANGUAGES
from ludoteca.web.asking import Asking
from ludoteca.web.guest import Guest
from ludoteca.web.hub import Hub
from ludoteca.web.messages import LONGEST, VERSION, Ask, Bye, Join, Ping, Pong, Refused, Said, id_in, parse
from ludoteca.web.refusal import Refusal
from ludoteca.web.safety import Rate
from ludoteca.web.store import told

_log = logging.getLogger(__name__)

TOO_MUCH, GOING_AWAY, NO_TEXT, OUR_FAULT, BAD_ORIGIN = 1008, 1001, 1003, 1011, 4403
AGAIN: Final = 1.0  # seconds after which a client may come again when the server stops
FAREWELL: Final = 1.0  # seconds for all to hear of that


class Sockets:
    """All connections of this process."""

    def __init__(self, hub: Hub, joins: tuple[float, float] | None) -> None:
        self._hub, self._asking, self._joins = hub, Asking(hub), Rate(*joins) if joins else None
        self._guests: dict[Guest, WebSocket] = {}

    def __len__(self) -> int:
        return len(self._guests)

    async def serve(self, socket: WebSocket, person: str, address: str = "") -> None:
        """Talk with somebody until they go, or take nothing more."""
        await socket.accept()
        connection = Connection(socket)
        guest = Guest(person, address=address, gone=connection.give_up)
        self._guests[guest] = socket
        sending = asyncio.create_task(_send(socket, guest))
        rate = Rate(200, 400)
        try:
            while (text := await connection.heard()) is not None:
                while not rate.allows(""):
                    await asyncio.sleep(0.05)  # whoever says too much is heard more slowly
                with speaking(guest.language):
                    await self._hear(guest, text)
        except Exception:
            _log.exception("a connection is closed for a fault of ours")
            await _close(socket, OUR_FAULT)
        finally:
            del self._guests[guest]
            guest.stop_asking()
            self._hub.leave(guest)
            sending.cancel()
            with suppress(asyncio.CancelledError):
                await sending

    async def close(self) -> None:
        """Ask everybody to come again soon; whoever does not listen is not waited for. It is for whoever runs
        the app, before connections are closed."""
        for guest in self._guests:
            guest.put(Bye(AGAIN))
        await asyncio.sleep(0.05)
        closing = [asyncio.create_task(_close(socket)) for socket in self._guests.values()]
        if closing:
            _done, late = await asyncio.wait(closing, timeout=FAREWELL)
            for each in late:
                each.cancel()

    async def _hear(self, guest: Guest, text: str) -> None:
        if len(text.encode(errors="replace")) > LONGEST:
            guest.put(Refused("", "malformed", _("This message is too long.")))
            return
        try:
            said = parse(text)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            guest.put(Refused(id_in(text), "malformed", _("This message is not understood.")))
            return
        try:
            await self._do(guest, said)
        except Refusal as refusal:
            guest.put(Refused(getattr(said, "id", ""), refusal.code, str(refusal)))
            self._hub.remind(guest, getattr(said, "room", ""))
        except LudotecaError as error:
            guest.put(Refused(getattr(said, "id", ""), "busy", told(error)))
            self._hub.remind(guest, getattr(said, "room", ""))

    async def _do(self, guest: Guest, said: Said) -> None:
        match said:
            case Ping():
                guest.put(Pong(said.id))
            case Join():
                if said.version != VERSION:
                    raise Refusal("version", _("Another version of the page is there now; load it again."))
                while self._joins and not self._joins.allows(guest.address):
                    await asyncio.sleep(0.2)  # it is shown everything each time
                guest.lang = said.lang if said.lang in LANGUAGES else "en"
                with speaking(guest.language):
                    await self._hub.enter(guest, said.room)
            case Ask():
                await self._asking.ask(guest, said)
            case _:
                await self._hub.act(guest, said)


class Connection:
    """What comes over a socket, until it is closed or given up."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket, self._task = socket, asyncio.current_task()
        self._is_waiting, self._is_over = False, False

    async def heard(self) -> str | None:
        """What is said next; None where nothing more comes."""
        if self._is_over:
            return None
        self._is_waiting = True
        try:
            return await self._socket.receive_text()
        except KeyError:  # bytes, not text
            await _close(self._socket, NO_TEXT)
            return None
        except (WebSocketDisconnect, RuntimeError):
            return None
        except asyncio.CancelledError:
            if self._is_over and self._task is not None:
                self._task.uncancel()
                return None
            raise
        finally:
            self._is_waiting = False

    def give_up(self) -> None:
        """Hear nothing more; what is being done is done to its end."""
        self._is_over = True
        if self._is_waiting and self._task is not None:
            self._task.cancel()


async def _send(socket: WebSocket, guest: Guest) -> None:
    """Send what waits, one after another, until the connection is closed."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_text((await guest.next()).decode())


async def _close(socket: WebSocket, code: int = GOING_AWAY) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code)
