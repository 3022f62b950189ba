"""A client of the protocol that knows nothing of ours but docs/protocol.md: an address, a secret, JSON."""

from __future__ import annotations

import asyncio
import itertools
import json
import urllib.request
from collections.abc import Callable
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect


class Client:
    """Somebody who plays over a socket; `state` is the last one that came."""

    def __init__(self, address: str, secret: str = "") -> None:
        self.address, self.secret = address, secret
        self.state: dict[str, Any] = {}
        self.moves: list[str] = []
        self.heard: list[dict[str, Any]] = []
        self._ids = (f"{id(self):x}-{number}" for number in itertools.count())
        self._socket: ClientConnection | None = None

    @classmethod
    async def come(cls, address: str) -> Self:
        """Somebody new."""
        client = cls(address)
        await client.be_somebody()
        return client

    def post(self, path: str, body: object = None) -> Any:
        """What the server answers to a request, in a thread."""
        headers = {"authorization": f"Bearer {self.secret}"} if self.secret else {}
        data = json.dumps(body).encode()
        asked = urllib.request.Request(f"http://{self.address}{path}", data, headers, method="POST")
        with urllib.request.urlopen(asked) as answer:
            return json.load(answer)

    def get(self, path: str) -> Any:
        """What the server answers, in a thread."""
        with urllib.request.urlopen(f"http://{self.address}{path}") as answer:
            return json.load(answer)

    async def be_somebody(self) -> None:
        self.secret = (await asyncio.to_thread(self.post, "/api/me"))["secret"]

    async def make(self, game: str, **wish: Any) -> str:
        room: str = (await asyncio.to_thread(self.post, "/api/rooms", {"game": game, **wish}))["room"]
        return room

    async def join(self, room: str, lang: str = "en") -> dict[str, Any]:
        headers = {"authorization": f"Bearer {self.secret}"} if self.secret else {}
        self._socket = await connect(f"ws://{self.address}/socket", additional_headers=headers)
        await self.say(type="join", room=room, version=1, lang=lang)
        return await self.until(lambda message: message["type"] == "state")

    async def say(self, **message: Any) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(message))

    async def act(self, kind: str, **more: Any) -> dict[str, Any]:
        """Do something, and wait for what comes of it."""
        name = more.pop("id", None) or next(self._ids)
        more.setdefault("ply", self.state.get("ply", 0))
        if kind == "sit":
            del more["ply"]
        await self.say(type=kind, id=name, room=self.state["room"], **more)
        return await self.until(
            lambda message: message["type"] in ("done", "refused") and message["id"] == name
        )

    async def until(self, wanted: Callable[[dict[str, Any]], bool], seconds: float = 20) -> dict[str, Any]:
        """Hear until something comes that is wanted."""
        async with asyncio.timeout(seconds):
            while True:
                message = await self.hear()
                if wanted(message):
                    return message

    async def shown(self, ply: int) -> None:
        """Hear until the position after so many plies is shown."""
        if self.state["ply"] != ply:
            await self.until(lambda _message: self.state["ply"] == ply)

    async def hear(self) -> dict[str, Any]:
        assert self._socket is not None
        message: dict[str, Any] = json.loads(await self._socket.recv())
        self.heard.append(message)
        if message["type"] == "state":
            scene = message["scene"]
            if scene["board"] is None:
                scene["board"] = [list(row) for row in self.state["scene"]["board"]]
                for row, col, cell in scene["changed"]:
                    scene["board"][row][col] = cell
            self.state = message
            self.moves[message["moves_from"] :] = message["moves"]
        return message

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
