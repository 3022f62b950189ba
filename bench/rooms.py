"""Many rooms played at once over real sockets: moves a second, and how long each waits to be acknowledged.

    python bench/rooms.py                      # beside a server of boardgame.io, which npm fetches
    python bench/rooms.py --alone --game fuga:7 --rooms 50 --seconds 5
    python bench/rooms.py --idle 10000         # memory of rooms in which nobody is

Each room has two people who take turns; who moves waits for the server's own answer before anybody goes on.
The players (`rooms_load/load.mjs`, the same program for both servers) have one core and each server the
other. Ours has every move on the disk before it acknowledges it; boardgame.io sends its answer first and
then stores. The game is counting to 200, on both sides: what is measured is the servers.
"""

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx

LOAD: Final = Path(__file__).with_name("rooms_load")
PACKAGES: Final = ("boardgame.io@0.50.2", "node-persist@3.1", "socket.io-client@4.8", "ws@8.18")
COUNTING: Final = "counting"
CORES: Final = sorted(os.sched_getaffinity(0))


def on_core(number: int, command: Sequence[str]) -> list[str]:
    """A command that keeps to one core, if there are two."""
    return ["taskset", "-c", str(CORES[number % len(CORES)]), *command]


@contextmanager
def started(command: Sequence[str], **options: Any) -> Iterator[tuple[str, int]]:
    """What a server says first, and its process."""
    server = subprocess.Popen(on_core(0, command), stdout=subprocess.PIPE, text=True, **options)
    try:
        assert server.stdout is not None
        yield server.stdout.readline(), server.pid
    finally:
        server.terminate()
        server.wait(20)


@contextmanager
def ours(folder: Path) -> Iterator[tuple[str, int]]:
    """The address of a server of ours, which knows how to count, and its process."""
    told = folder / "counting-1.dist-info"
    told.mkdir(exist_ok=True)
    (told / "entry_points.txt").write_text("[ludoteca.games]\ncounting = counting:Counting\n")
    command = [sys.executable, "-m", "ludoteca", "serve", "--port", "0", "--unlimited"]
    paths = os.pathsep.join(filter(None, (str(folder), str(LOAD), os.environ.get("PYTHONPATH", ""))))
    env = {**os.environ, "LANG": "C.UTF-8", "PYTHONPATH": paths, "LUDOTECA_HOME": str(folder)}
    with started([*command, "--database", str(folder / "rooms.sqlite3")], env=env) as (said, pid):
        yield said.split("http://")[1].split("/")[0], pid


@contextmanager
def theirs(folder: Path, place: Path, *, keeps: bool) -> Iterator[tuple[str, int]]:
    """The address of a server of boardgame.io, in memory or with files of its own, and its process."""
    kept = [str(folder / "kept")] if keeps else []
    command = ["node", str(place / "rival.cjs"), "8931", *kept]
    env = {**os.environ, "NODE_ENV": "production"}
    with started(command, env=env, stderr=subprocess.DEVNULL) as (_said, pid):
        yield "127.0.0.1:8931", pid


def fetched(folder: Path) -> Path:
    """A folder with the players and all that they need."""
    shutil.copytree(LOAD, folder, dirs_exist_ok=True)
    subprocess.run(
        ["npm", "install", "--silent", "--no-save", "--prefix", str(folder), *PACKAGES],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip
    return folder


def load(place: Path, kind: str, address: str, args: argparse.Namespace, rooms: int, rate: int = 0) -> float:
    """Have rooms played in, and print what came of it: the moves a second."""
    given = [kind, address, str(rooms), str(args.seconds), args.game if kind == "ours" else COUNTING]
    command = on_core(1, ["node", str(place / "load.mjs"), *given, str(rate)])
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    wish = f" of {rate} wanted" if rate else ""
    print(
        f"  {rooms:4} rooms: {found['rate']:7.0f} moves/s{wish}, answered after ms: p50 {found['p50']:6.1f}"
        f"  p99 {found['p99']:6.1f}  worst {found['worst']:6.1f}  (players' core {found['busy']:.0%} busy)",
        flush=True,
    )
    return float(found["rate"])


async def _look(address: str, count: int) -> None:
    async with httpx.AsyncClient(base_url=f"http://{address}") as web:
        for _number in range(count):
            room = (await web.post("/api/rooms", json={"game": "fuga:7"})).json()["room"]
            (await web.get(f"/api/rooms/{room}/scene", params={"ply": 0})).raise_for_status()


def idle(count: int) -> None:
    """Make rooms, look into each, leave, and print what they take."""
    with tempfile.TemporaryDirectory() as folder, ours(Path(folder)) as (address, pid):
        asyncio.run(_look(address, 10))
        before = memory(pid)
        asyncio.run(_look(address, count))
        after = memory(pid)
        print(f"{count} open rooms: {after:.0f} MB in all, {1000 * (after - before) / count:.1f} KB each")


def memory(pid: int) -> float:
    """Megabytes that a process holds."""
    pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rooms", type=int, nargs="+", default=[50, 200])
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--game", default=COUNTING, help="what ours play")
    parser.add_argument("--alone", action="store_true", help="leave boardgame.io out")
    parser.add_argument("--idle", type=int, default=0, help="measure memory instead")
    args = parser.parse_args()
    if args.idle:
        idle(args.idle)
        return
    with tempfile.TemporaryDirectory() as name:
        place = fetched(Path(name, "players"))
        for rooms in args.rooms:
            with tempfile.TemporaryDirectory() as folder, ours(Path(folder)) as (address, _pid):
                print(f"ours, {args.game}, on the disk before it is acknowledged")
                most = load(place, "ours", address, args, rooms)
                load(place, "ours", address, args, rooms, round(most / 2))
            for keeps in () if args.alone else (False, True):
                with (
                    tempfile.TemporaryDirectory() as folder,
                    theirs(Path(folder), place, keeps=keeps) as (address, _pid),
                ):
                    print(f"boardgame.io, counting, {'its own files' if keeps else 'in memory'}")
                    load(place, "rival", address, args, rooms)


if __name__ == "__main__":
    main()
