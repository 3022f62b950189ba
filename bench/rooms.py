"""Many rooms played at once over real sockets: moves a second, and how long each waits to be acknowledged.

    python bench/rooms.py --rooms 50 --seconds 5
    python bench/rooms.py --idle 2000          # memory of rooms that nobody plays in

The server is a process of its own on a file of its own, every move on the disk before it is acknowledged;
the players are another process. Each room has two people who take turns; who moves waits for the server's
own `done`.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any, Final

import httpx
from websockets.asyncio.client import connect

GAME: Final = "fuga:7"


@contextmanager
def serving(database: str) -> Iterator[tuple[str, int]]:
    """The address of a server, and its process."""
    command = [
        sys.executable,
        "-m",
        "ludoteca",
        "serve",
        "--port",
        "0",
        "--unlimited",
        "--database",
        database,
    ]
    server = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "LANG": "C.UTF-8"}
    )
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        yield said.split("http://")[1].split("/")[0], server.pid
    finally:
        server.terminate()
        server.wait(20)


class Player:
    """One end of a room, that remembers how it stands."""

    def __init__(self, web: httpx.AsyncClient, secret: str, room: str, name: str) -> None:
        self.state: dict[str, Any] = {}
        self._web, self._secret, self._room, self._name, self._count = web, secret, room, name, 0

    async def join(self, address: str) -> None:
        """Come in, and see how it stands."""
        bearer = {"authorization": f"Bearer {self._secret}"}
        url = f"ws://{address}/socket"
        self.socket = await connect(url, additional_headers=bearer, compression=None)
        await self.socket.send(json.dumps({"type": "join", "room": self._room, "version": 1}))
        await self.until(lambda: bool(self.state))

    async def until(self, wanted: Callable[[], bool]) -> None:
        """Hear until something is so."""
        while not wanted():
            message = json.loads(await self.socket.recv())
            if message["type"] == "refused":
                raise SystemExit(message["sentence"])
            if message["type"] == "state":
                self.state = message
            self.done = message.get("id") if message["type"] == "done" else ""

    async def act(self, kind: str, **more: object) -> None:
        """Do something, and wait until it is done."""
        self._count += 1
        name, self.done = f"{self._name}{self._count}", ""
        await self.socket.send(json.dumps({"type": kind, "id": name, "room": self._room, **more}))
        await self.until(lambda: self.done == name)


async def play(address: str, game: str, until: float, waited: list[float]) -> None:
    """One game after another of two people, as long as there is time."""
    async with httpx.AsyncClient(base_url=f"http://{address}") as web:
        secrets = []
        for _seat in range(2):
            web.cookies.clear()
            secrets.append((await web.post("/api/me")).json()["secret"])
        while time.perf_counter() < until:
            web.cookies.clear()
            bearer = {"authorization": f"Bearer {secrets[0]}"}
            room = (await web.post("/api/rooms", json={"game": game}, headers=bearer)).json()["room"]
            players = [Player(web, secret, room, f"{seat}-") for seat, secret in enumerate(secrets)]
            for player in players:
                await player.join(address)
            await players[1].act("sit", seat=1)
            await _game(players, until, waited)
            for player in players:
                await player.socket.close()


async def _game(players: Sequence[Player], until: float, waited: list[float]) -> None:
    mover, ply = players[0], 0
    await mover.until(
        lambda: (
            mover.state["may"] != []
            and "play" in mover.state["may"]
            and not any(seat["is_open"] for seat in mover.state["seats"])
        )
    )
    while time.perf_counter() < until and mover.state["scene"]["legal"]:
        legal = mover.state["scene"]["legal"]
        began = time.perf_counter()
        await mover.act("play", ply=ply, move=legal[ply % len(legal)])
        waited.append(time.perf_counter() - began)
        ply = mover.state["ply"]
        for player in players:
            await player.until(lambda player=player, ply=ply: player.state["ply"] >= ply)  # type: ignore[misc]
        if mover.state["scene"]["player"] < 0:
            return
        mover = players[mover.state["scene"]["player"]]


async def idle(address: str, count: int) -> None:
    """Make rooms, look into each, and leave."""
    async with httpx.AsyncClient(base_url=f"http://{address}") as web:
        for _number in range(count):
            room = (await web.post("/api/rooms", json={"game": GAME})).json()["room"]
            (await web.get(f"/api/rooms/{room}/scene", params={"ply": 0})).raise_for_status()


def memory(pid: int) -> float:
    """Megabytes that a process holds."""
    pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def _all(address: str, rooms: int, seconds: float) -> list[float]:
    waited: list[float] = []
    until = time.perf_counter() + seconds
    await asyncio.gather(*(play(address, GAME, until, waited) for _room in range(rooms)))
    return waited


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rooms", type=int, nargs="+", default=[50, 200])
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--idle", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(f"{folder}/rooms.sqlite3") as (address, pid):
        if args.idle:
            before = memory(pid)
            asyncio.run(idle(address, args.idle))
            more = memory(pid) - before
            print(f"{args.idle} open rooms: {more:.1f} MB more, {1000 * more / args.idle:.1f} KB each")
            return
        for rooms in args.rooms:
            waited = asyncio.run(_all(address, rooms, args.seconds))
            cuts = quantiles((1000 * each for each in waited), n=100)
            print(
                f"{rooms:4} rooms: {len(waited) / args.seconds:7.0f} moves/s, acknowledged after ms: "
                f"p50 {cuts[49]:6.1f}  p99 {cuts[98]:6.1f}"
            )


if __name__ == "__main__":
    main()
