"""Somebody at the terminal app, for tests: an archive with some games, keys, clicks, and what is seen."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any
from unittest.mock import patch

from textual.pilot import Pilot
from textual.screen import Screen

from ludoteca.archive import Archive, Kept
from ludoteca.core import CHANCE
from ludoteca.core.words import speaking
from ludoteca.games import begin
from ludoteca.tui.app import Ludoteca
from ludoteca.tui.page import Page

from support.tui_driver import seen

WON = ("drench:1x4,3#2", "3 1")  # its board is 2 3 1 1, so two moves flood it
LONG = ("drench:1x4,3#2", "1 3 1")
FUGA = ("fuga:9", "a4 a3,e4 e3")
TILES = ("2048:3,2#5", "up right")


class Clock:
    """Every look at it is half a minute later."""

    time = 1_000_000.0

    def __call__(self) -> float:
        self.time += 30
        return self.time


def kept(archive: Archive, game: tuple[str, str]) -> Kept:
    """Play a game into the archive: moves with spaces in them stand between commas."""
    session = archive.keep(begin(game[0]))
    moves = game[1].split("," if "," in game[1] else None)
    for move in moves:
        while session.player == CHANCE:
            session.roll()
        session.play_text(move)
    return session


@contextmanager
def filled(path: Path) -> Iterator[Archive]:
    """An archive with two games of drench, one of fuga and one of 2048, the last one the newest."""
    with Archive.open(path, now=Clock()) as archive:
        archive.set("animation", "off")
        for game in (WON, LONG, FUGA, TILES):
            kept(archive, game)
        yield archive


class Visit:
    """Somebody at the app: what they press, what they click, and what they see."""

    def __init__(self, app: Ludoteca, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def screen(self) -> Any:
        return self.app.screen

    @property
    def is_outside(self) -> bool:
        return type(self.screen) is Page

    async def open(self, screen: Screen[None]) -> None:
        self.app.push_screen(screen)
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def type(self, text: str) -> None:
        await self.press(*text)

    async def click(self, words: str) -> None:
        """Click on words that are to be read on the screen."""
        await self.sees(words)
        x, y = self.find(words)
        await self.pilot.click(offset=(x, y))
        await self.pilot.pause()

    async def until(self, true: Callable[[], bool]) -> None:
        for _try in range(400):
            if true():
                return
            await self.pilot.pause(0.01)
        raise AssertionError(self.seen)

    async def sees(self, words: str) -> None:
        await self.until(lambda: " ".join(words.split()) in " ".join(self.seen.split()))

    async def misses(self, words: str) -> None:
        await self.until(lambda: words not in self.seen)

    def find(self, words: str) -> tuple[int, int]:
        lines = self.lines
        y = next((y for y, line in enumerate(lines) if words in line), None)
        assert y is not None, (words, self.seen)
        return lines[y].index(words), y

    @property
    def lines(self) -> list[str]:
        return seen(self.app.screen).split("\n")

    @property
    def seen(self) -> str:
        return "\n".join(self.lines)


Script = Callable[[Visit], Awaitable[None]]


def visit(
    archive: Archive | None,
    script: Script,
    *,
    code: str = "en",
    size: tuple[int, int] = (80, 24),
    lobby: bool = False,
) -> None:
    """Let somebody use the app; an empty page is in place of the lobby, whose pictures take their time."""
    app = Ludoteca(archive, code, said=True)

    async def run() -> None:
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            await script(Visit(app, pilot))

    with speaking(app.spoken), nullcontext() if lobby else patch("ludoteca.tui.lobby.Lobby", Page):
        asyncio.run(run())


def on_disk(archive: Archive, key: str) -> str:
    """A setting as another program reads it."""
    with Archive.open(archive.path) as other:
        return other.setting(key, "")
