"""The server: routes, one socket, and what every answer has; everything else is the hub's."""

from __future__ import annotations

import asyncio
import io
import logging
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from ludoteca.core import LudotecaError
from ludoteca.core.words import _, speaking
from ludoteca.locale import translator
from ludoteca.web import lists
from ludoteca.web.hub import Hub
from ludoteca.web.refusal import Refusal
from ludoteca.web.safety import (
    COOKIE,
    HEADERS,
    YEAR,
    Rate,
    is_ours,
    new_secret,
    person_of,
    place_of,
    secret_in,
)
from ludoteca.web.shell import language_of
from ludoteca.web.socket import BAD_ORIGIN, TOO_MUCH, Sockets
from ludoteca.web.store import UNPLAYED, RoomStore, StoreError, told
from ludoteca.web.thinkers import Thinkers
from ludoteca.web.wishes import check, head_of, next_of

_log = logging.getLogger(__name__)

LONGEST_ADDRESS: Final = 500  # characters
BODY: Final = 16_384  # bytes of a request
PACKED: Final = (
    1_000  # bytes of an answer that is packed; a secret is told in less, so that its size tells nothing
)
SOCKETS: Final = 20_000  # connections of a process
EACH_ADDRESS: Final = 200  # of these from one address
JOINS: Final = (10.0, 60.0)  # a second, and at once, from one address
SWEPT: Final = 60.0  # seconds between two looks for rooms that nobody sits in
WELL: Final = 1.0  # seconds for which the store is taken to be as it was found
KEPT: Final = 400 * 24 * 3600.0  # seconds without a change after which a room is forgotten


class Web:
    """What the routes need: a hub, its sockets, and the limits of each address."""

    def __init__(
        self, store: RoomStore, thinkers: int, *, is_limited: bool = True, pace: float = 0.0
    ) -> None:
        self.hub = Hub(store, Thinkers(thinkers), next_head=next_of, pace=pace)
        self.sockets = Sockets(self.hub, JOINS if is_limited else None)
        self._rooms, self._asks, self._connects = Rate(1, 60), Rate(20, 100), Rate(5, 150)
        self._here: dict[str, int] = {}
        self._is_limited = is_limited
        self._looking: asyncio.Future[bool] | None = None  # whether the store is well
        self._looked = 0.0
        self._began = time.monotonic()

    def routes(self) -> list[BaseRoute]:
        """Everything but the pages."""
        return [
            WebSocketRoute("/socket", self.socket),
            Route("/api/rooms", self.make, methods=["POST"]),
            Route("/api/rooms/{room}/scene", self.scene),
            Route("/api/me", self.me, methods=["POST"]),
            Route("/api/lobby", self.lobby),
            Route("/api/mine", self.mine),
            Route("/api/plan/{game}", self.plan),
            Route("/api/rules/{game}", self.rules),
            Route("/api/qr", self.qr),
            Route("/api/{path:path}", self.nothing),
            Route("/healthz", self.healthz),
            Route("/readyz", self.readyz),
            Route("/metrics", self.metrics),
        ]

    # Playing

    async def socket(self, socket: WebSocket) -> None:
        """A connection of somebody, or of nobody in particular."""
        address = place_of(socket.client.host) if socket.client else ""
        if not is_ours(socket.headers.get("origin"), socket.headers.get("host", "")):
            await socket.close(BAD_ORIGIN)
            return
        here = self._here.get(address, 0)
        too_many = self._is_limited and (here >= EACH_ADDRESS or not self._connects.allows(address))
        if too_many or len(self.sockets) >= SOCKETS:
            await socket.close(TOO_MUCH)
            return
        self._here[address] = here + 1
        try:
            person = person_of(secret_in(socket.headers))
            await self.sockets.serve(socket, person, address if self._is_limited else "")
        finally:
            self._here[address] -= 1
            if not self._here[address]:
                del self._here[address]

    async def make(self, request: Request) -> Response:
        """A new room, and a seat in it."""
        secret = secret_in(request.headers)
        person = person_of(secret)
        wish = check(await _body(request))
        self._allow(self._rooms, request)
        head = head_of(wish)
        await self.hub.create(head)
        if person and wish.seat >= 0:
            await self.hub.sit(head.room, wish.seat, wish.name, person)
        return _json({"room": head.room}, status=201)

    async def scene(self, request: Request) -> Response:
        """How a room stood after so many plies."""
        self._allow(self._asks, request)
        table = await self.hub.table(request.path_params["room"])
        return _json(lists.scene(table.room, request.query_params.get("ply", "")))

    # Lists

    async def me(self, request: Request) -> Response:
        """Who somebody is from now on: who they were, or somebody new."""
        self._allow(self._asks, request)
        secret = secret_in(request.headers)
        if not person_of(secret):
            if "authorization" in request.headers:  # nobody becomes somebody new by a link that was cut off
                raise LudotecaError(_("This private link is not whole."))
            secret = new_secret()
        answer = _json({"secret": secret})
        is_safe, path = request.url.scheme == "https", request.scope.get("root_path") or "/"
        answer.set_cookie(
            COOKIE, secret, max_age=YEAR, path=path, httponly=True, samesite="lax", secure=is_safe
        )
        return answer

    async def lobby(self, request: Request) -> Response:
        """All that the first page shows."""
        self._allow(self._asks, request)
        person = person_of(secret_in(request.headers))
        return _json(await lists.lobby(self.hub.store, person))

    async def mine(self, request: Request) -> Response:
        """One's own games."""
        self._allow(self._asks, request)
        person = person_of(secret_in(request.headers))
        return _json(await lists.own(self.hub.store, person))

    async def plan(self, request: Request) -> Response:
        """How a game can be set up."""
        self._allow(self._asks, request)
        return _json(lists.plan(request.path_params["game"], request.query_params.get("options", "")))

    async def rules(self, request: Request) -> Response:
        """The rules of a game."""
        self._allow(self._asks, request)
        return _json(lists.rules(request.path_params["game"]))

    async def qr(self, request: Request) -> Response:
        """An address as a picture that a telephone reads."""
        import segno

        self._allow(self._asks, request)
        text = request.query_params.get("text", "")
        if not text.startswith(("http://", "https://")) or len(text) > LONGEST_ADDRESS:
            raise LudotecaError(_("This is no address."))
        drawn = io.BytesIO()
        segno.make(text, micro=False).save(drawn, kind="svg", scale=4, light="#fff", omitsize=True)
        return Response(drawn.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})

    async def nothing(self, _request: Request) -> Response:
        """What nobody can ask."""
        raise Refusal("unknown", _("There is no such request."))

    # For whoever runs it

    async def healthz(self, _request: Request) -> Response:
        """The process runs."""
        return PlainTextResponse("ok\n")

    async def readyz(self, _request: Request) -> Response:
        """The store can be written to."""
        now = time.monotonic()
        if self._looking is None or (self._looking.done() and now >= self._looked + WELL):
            self._looking, self._looked = asyncio.ensure_future(self.hub.store.is_well()), now
        is_well = await asyncio.shield(self._looking)
        return PlainTextResponse("ok\n" if is_well else "no store\n", 200 if is_well else 503)

    async def metrics(self, _request: Request) -> Response:
        """Figures in the form that Prometheus reads."""
        figures = {
            "ludoteca_sockets": len(self.sockets),
            "ludoteca_tables": len(self.hub.tables),
            "ludoteca_actions_total": self.hub.played,
            "ludoteca_questions_waiting": self.hub.thinkers.waiting,
            "ludoteca_questions_total": self.hub.thinkers.asked,
            "ludoteca_seconds": round(time.monotonic() - self._began),
        }
        return PlainTextResponse("".join(f"{name} {value}\n" for name, value in figures.items()))

    def _allow(self, rate: Rate, request: Request) -> None:
        if self._is_limited and not rate.allows(place_of(request.client.host) if request.client else ""):
            raise Refusal("busy", _("That is too often; wait a moment."))


def make_app(
    store: RoomStore,
    *,
    thinkers: int = 2,
    is_limited: bool = True,
    pages: Sequence[BaseRoute] = (),
    pace: float = 0.0,
) -> Starlette:
    """The whole server on a store, with these pages; the computer lets one look at a position for so many
    seconds before it moves."""
    web = Web(store, thinkers, is_limited=is_limited, pace=pace)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(_sweep(web))
        yield
        sweeping.cancel()
        await web.hub.close()

    app = Starlette(
        routes=[*web.routes(), *pages],
        lifespan=lifespan,
        exception_handlers={LudotecaError: _refused},
    )
    app.state.web = web
    app.add_middleware(GZipMiddleware, minimum_size=PACKED, compresslevel=6)
    app.add_middleware(Guarded)
    return app


async def _sweep(web: Web) -> None:
    """Put tables away, and forget rooms that are long over."""
    while True:
        await asyncio.sleep(SWEPT)
        try:
            web.hub.sweep()
            now = time.time()
            await web.hub.store.expire(now - KEPT, now - UNPLAYED)
        except LudotecaError as error:  # there will be another time
            _log.warning("%s", error)
        except Exception:
            _log.exception("rooms were not looked after")


class Guarded:
    """Around every answer: its headers, the language it is in, and whether the question comes from us."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the app answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        request = Request(scope)
        with speaking(translator(language_of(request))):
            origin, host = request.headers.get("origin"), request.headers.get("host", "")
            if request.method not in ("GET", "HEAD") and not is_ours(origin, host):
                answer = _json({"error": _("This page may not ask that.")}, status=403)
                await answer(scope, receive, guarded)
                return
            await self._app(scope, receive, guarded)


async def _body(request: Request) -> bytes:
    """What was sent, if it is not too long."""
    parts, size = list[bytes](), 0
    with suppress(ClientDisconnect):  # then nobody hears the answer
        async for part in request.stream():
            size += len(part)
            if size > BODY:
                raise LudotecaError(_("This message is too long."))
            parts.append(part)
    return b"".join(parts)


_STATUS: Final = {"busy": 429, "unknown": 404, "forbidden": 403}


async def _refused(_request: Request, error: Exception) -> Response:
    if isinstance(error, StoreError):
        return _json({"error": told(error)}, status=503)
    code = error.code if isinstance(error, Refusal) else ""
    return _json({"error": str(error)}, status=_STATUS.get(code, 400))


def _json(data: Any, *, status: int = 200) -> Response:
    return Response(
        msgspec.json.encode(data),
        status,
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )
