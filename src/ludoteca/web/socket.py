"""One connection: it hears a guest, has the hub act, and sends what there is to say."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludoteca.core import LudotecaError
from ludoteca.core.words import _, speaking
from ludoteca.locale import LANGUAGES
from ludoteca.web.asking import answer
from ludoteca.web.guest import Guest
from ludoteca.web.hub import Hub
from ludoteca.web.messages import LONGEST, VERSION, Ask, Bye, Join, Ping, Pong, Refused, Said, parse
from ludoteca.web.room import Refusal
from ludoteca.web.safety import Rate
from ludoteca.web.thinkers import CrowdedError

TOO_MUCH, GOING_AWAY, BAD_ORIGIN = 1008, 1001, 4403
AGAIN = 1.0  # seconds after which a client may come again when the server stops


class Sockets:
    """All connections of this process."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._guests: dict[Guest, WebSocket] = {}

    def __len__(self) -> int:
        return len(self._guests)

    async def serve(self, socket: WebSocket, person: str) -> None:
        """Talk with somebody until they go."""
        await socket.accept()
        guest = Guest(person)
        self._guests[guest] = socket
        sending = asyncio.create_task(_send(socket, guest))
        rate = Rate(200, 400)
        try:
            while True:
                text = await socket.receive_text()
                while not rate.allows(""):
                    await asyncio.sleep(0.05)  # whoever says too much is heard more slowly
                if len(text) > LONGEST:
                    guest.put(Refused("", "malformed", _say(guest, _TOO_LONG)))
                    continue
                await self._hear(guest, text)
        except (WebSocketDisconnect, RuntimeError, KeyError):  # gone, or what was sent was no text
            pass
        finally:
            del self._guests[guest]
            guest.stop_asking()
            self._hub.leave(guest)
            sending.cancel()
            with suppress(asyncio.CancelledError):
                await sending

    async def close(self) -> None:
        """Ask everybody to come again soon."""
        for guest in self._guests:
            guest.put(Bye(AGAIN))
        await asyncio.sleep(0.05)
        for socket in list(self._guests.values()):
            with suppress(RuntimeError):
                await socket.close(GOING_AWAY)

    async def _hear(self, guest: Guest, text: str) -> None:
        try:
            said = parse(text)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            guest.put(Refused("", "malformed", _say(guest, _MALFORMED)))
            return
        with speaking(guest.language):
            await self._do(guest, said)

    async def _do(self, guest: Guest, said: Said) -> None:
        try:
            match said:
                case Ping():
                    guest.put(Pong(said.id))
                case Join():
                    await self._join(guest, said)
                case Ask():
                    table = await self._hub.table(said.room)
                    guest.stop_asking()
                    if said.what in table.room.may(guest.person):
                        await self._hub.note(table, said.what, guest.person)
                    guest.asking = asyncio.create_task(self._answer(guest, table.room, said))
                case _:
                    await self._hub.act(guest, said)
        except Refusal as refusal:
            guest.put(Refused(getattr(said, "id", ""), refusal.code, str(refusal)))  # type: ignore[arg-type]
            self._hub.remind(guest, getattr(said, "room", ""))
        except LudotecaError as error:
            guest.put(Refused(getattr(said, "id", ""), "busy", str(error)))

    async def _join(self, guest: Guest, said: Join) -> None:
        if said.version != VERSION:
            raise Refusal("version", _("Another version of the page is there now; load it again."))
        guest.lang = said.lang if said.lang in LANGUAGES else "en"
        with speaking(guest.language):
            await self._hub.enter(guest, said.room, seen=said.seen)

    async def _answer(self, guest: Guest, room: object, ask: Ask) -> None:
        try:
            await answer(self._hub.thinkers, room, guest, ask)  # type: ignore[arg-type]
        except Refusal as refusal:
            guest.put(Refused(ask.id, refusal.code, str(refusal)))  # type: ignore[arg-type]
        except CrowdedError as error:
            guest.put(Refused(ask.id, "busy", str(error)))
        except LudotecaError as error:
            guest.put(Refused(ask.id, "busy", str(error)))


_TOO_LONG = "too long"
_MALFORMED = "malformed"


def _say(guest: Guest, what: str) -> str:
    with speaking(guest.language):
        return _("This message is too long.") if what == _TOO_LONG else _("This message is not understood.")


async def _send(socket: WebSocket, guest: Guest) -> None:
    """Send what waits, one after another, until the connection is closed."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_text((await guest.next()).decode())
