"""A monkey at the app: random keys, clicks, drags and sizes of the terminal, in all games and on all screens.

    python bench/monkey.py --events 100000 --seed 1

The app runs in this process, on an archive in a temporary folder, where the files are that the monkey writes;
its minds play anything at once, so that it is the app that is tried. Everything follows from the seed but for
what depends on the clock. It prints the events on each screen, and each crash with its seed and the last
events before it; it exits with 1 if there was one. An event that is not dealt with in time is a crash too.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import traceback
from collections import Counter, deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from textual import events
from textual.driver import Driver
from textual.geometry import Size
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen

from ludoteca.ai.advice import Advice, Status, Unit, Value
from ludoteca.analysis import Truth
from ludoteca.analysis.client import Client
from ludoteca.archive import Archive
from ludoteca.core import AnySession, LudotecaError
from ludoteca.core.words import speaking
from ludoteca.games import GAMES
from ludoteca.tui.app import Ludoteca
from ludoteca.tui.history import History
from ludoteca.tui.replay import Replay
from ludoteca.tui.settings import Settings
from ludoteca.tui.setup import Setup
from ludoteca.tui.statistics import StatisticsPage

SIZES: Final = ((1, 1), (1, 24), (80, 1), (20, 3), (80, 5), (80, 24), (120, 40), (200, 60))
WIDEST, TALLEST = 200, 60
LIFE: Final = 2000  # events from opening the app to closing it
LAST: Final = 25  # events that are told of a crash
DEEPEST: Final = 6  # screens over one another, before it goes somewhere by itself
PATIENCE: Final = 30.0  # seconds for one event
MOVING: Final = ("up", "down", "left", "right", "pageup", "pagedown", "home", "end", "tab", "shift+tab")
DOING: Final = ("enter", "space", "escape", "backspace", "delete", "f1", "ctrl+a", "ctrl+k", "ctrl+z")
CHARACTERS: Final = "0123456789abcdefghijklmnopqrstuvwxyzABCXYZ?!.,:;=#@+-*'\"[]{}$%&ñéß中😀"  # no / and no ~


class Anybody(Client):
    """A mind that knows every game and none: it answers at once with anything, or that it failed."""

    def __init__(self, rng: random.Random, *, failures: float = 0.05) -> None:
        super().__init__(log=Path(os.devnull))
        self._rng, self._failures = rng, failures

    async def truth(self, session: AnySession, **_wishes: Any) -> Truth:
        """A move that the rules allow, and a status that may be as wrong as it likes."""
        won_at = self._rng.randrange(len(session.moves) + 1) if self._rng.random() < 0.3 else None
        advice = await self._anything(session)
        return Truth(advice, over=session.outcome is not None, won_at=won_at)

    async def move(self, session: AnySession, **_wishes: Any) -> Advice[str]:
        """A move that the rules allow."""
        return await self._anything(session)

    async def _anything(self, session: AnySession) -> Advice[str]:
        await asyncio.sleep(self._rng.choice((0, 0, 0, 0.01)))
        if self._rng.random() < self._failures:
            raise LudotecaError("The analysis process has ended without an answer; ask again.")
        if not session.legal:
            return Advice()
        move = session.game.text(self._rng.choice(session.legal))
        status = self._rng.choice(list(Status))
        return Advice(move=move, line=(move,), value=Value(0.5, Unit.SHARE), status=status)


class Monkey:
    """Somebody who does anything at all to an app, and remembers what."""

    def __init__(self, app: Ludoteca, pilot: Pilot[None], rng: random.Random) -> None:
        self.app, self.pilot, self.rng = app, pilot, rng
        self.done: deque[str] = deque(maxlen=LAST)

    @property
    def is_over(self) -> bool:
        """Whether the app has ended, by itself or by a key."""
        return not self.app.is_running or self.app._exit

    async def act(self) -> str:
        """Do one thing; the screen that it was done to."""
        screen, size = type(self.app.screen).__name__, self.app.size
        acts = self._key, self._keys, self._click, self._drag, self._resize, self._wait, self._go
        said = await self.rng.choices(acts, (62, 8, 13, 5, 5, 5, 2))[0]()
        self.done.append(f"{screen} {size.width}x{size.height}: {said}")
        return screen

    async def _key(self) -> str:
        await press(self.pilot, key := self._any_key())
        return key

    async def _keys(self) -> str:
        """Several at once, as from somebody who types ahead."""
        keys = [self._any_key() for _key in range(self.rng.randint(2, 6))]
        await type_ahead(self.pilot, *keys)
        return " ".join(keys)

    def _any_key(self) -> str:
        kind = self.rng.random()
        bound = list(self.app.screen.active_bindings)
        if kind < 0.4 and bound:
            key = self.rng.choice(bound)
        elif kind < 0.6:
            key = self.rng.choice(MOVING)
        elif kind < 0.75:
            key = self.rng.choice(DOING)
        else:
            key = self.rng.choice(CHARACTERS)
        if self._would_leave(key) and self.rng.random() < 0.95:  # there is more to do
            key = "tab"
        return key

    async def _click(self) -> str:
        x, y = self._place()
        await drag(self.pilot, (x, y), (x, y))
        return f"click {x},{y}"

    async def _drag(self) -> str:
        start, end = self._place(), self._place()
        await drag(self.pilot, start, end)
        return f"drag {start} to {end}"

    async def _resize(self) -> str:
        size = self.rng.choice(SIZES)
        if self.rng.random() < 0.5:
            size = (
                int(WIDEST ** self.rng.random()),
                int(TALLEST ** self.rng.random()),
            )  # small ones more often
        await resize(self.pilot, *size)
        return f"resize {size[0]}x{size[1]}"

    async def _go(self) -> str:
        """Open a screen that few keys lead to."""
        app, archive, screens = self.app, self.app.archive, list[Screen[None]]()
        screens += [History(), StatisticsPage(), Settings(), Setup(self.rng.choice([*GAMES]))]
        if archive is not None:
            screens += [Replay(archive.resume(entry.number), entry) for entry in archive.games(limit=3)]
        screen = self.rng.choice(screens)
        while len(app.screen_stack) > DEEPEST:
            await app.pop_screen()
        await app.push_screen(screen)
        return f"go to {type(screen).__name__}"

    def _would_leave(self, key: str) -> bool:
        at_the_door = len(self.app.screen_stack) == 2 and self.app.focused is None
        return key in ("ctrl+q", "ctrl+c") or (at_the_door and key in ("q", "escape"))

    async def _wait(self) -> str:
        await asyncio.sleep(self.rng.choice((0.0, 0.001, 0.02)))
        return "wait"

    def _place(self) -> tuple[int, int]:
        """A place on the screen, the line of keys more often than its share."""
        width, height = max(1, self.app.size.width), max(1, self.app.size.height)
        y = height - 1 if self.rng.random() < 0.2 else self.rng.randrange(height)
        return self.rng.randrange(width), y


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, as the pilot does, without its waiting for an idle processor."""
    for key in keys:
        await _send(pilot, _key_event(key))


async def type_ahead(pilot: Pilot[None], *keys: str) -> None:
    """Press keys without a look at what comes of them."""
    await _send(pilot, *map(_key_event, keys))


async def drag(pilot: Pilot[None], start: tuple[int, int], end: tuple[int, int]) -> None:
    """Press the mouse at a place and release it at another; the same place is a click."""
    await _send(pilot, _mouse(events.MouseMove, start, button=0))
    await _send(pilot, _mouse(events.MouseDown, start, button=1))
    if start != end:
        await _send(pilot, _mouse(events.MouseMove, end, button=1))
    await _send(pilot, _mouse(events.MouseUp, end, button=1))


async def resize(pilot: Pilot[None], width: int, height: int) -> None:
    """Give the terminal another size, and wait until the app has seen it."""
    size = Size(width, height)
    driver = _driver(pilot)
    if driver is None:
        return
    driver._size = size  # as the pilot does
    await _send(pilot, events.Resize(size, size))
    await asyncio.sleep(1 / 100)  # Textual waits 1/120 s for another size to come
    await _settle(pilot)


def _key_event(key: str) -> events.Key:
    character = key if len(key) == 1 else {"space": " ", "question_mark": "?"}.get(key)
    name = _character_to_key(key) if len(key) == 1 and not key.isalnum() else key
    return events.Key(name, character)


def _mouse(kind: type[events.MouseEvent], place: tuple[int, int], *, button: int) -> events.MouseEvent:
    x, y = place
    return kind(None, x, y, 0, 0, button, shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y)


def _driver(pilot: Pilot[None]) -> Driver | None:
    return pilot.app._driver if pilot.app.is_running and not pilot.app._exit else None


async def _send(pilot: Pilot[None], *sent: events.Event) -> None:
    driver = _driver(pilot)
    if driver is not None:
        for event in sent:
            event.set_sender(pilot.app)
            driver.process_message(event)
        await _settle(pilot)


async def _settle(pilot: Pilot[None]) -> None:
    """Wait until what was sent has been dealt with; twice, since a screen hands it on to its widgets."""
    for _time in range(2):
        if _driver(pilot) is not None:
            await pilot._wait_for_screen(PATIENCE)


@asynccontextmanager
async def visited(
    archive: Archive | None, rng: random.Random, size: tuple[int, int]
) -> AsyncIterator[Monkey]:
    """The app, with minds that know nothing, and the monkey at it."""
    app = Ludoteca(archive, rng.choice(("en", "es")), said=True)
    app.analysis = app.opponent = Anybody(rng)
    with speaking(app.spoken):
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause(0)
            yield Monkey(app, pilot, rng)


async def live(folder: Path, seed: int, count: int, per_screen: Counter[str]) -> str:
    """Open the app, do so many things to it and close it; what went wrong, or nothing."""
    rng, monkey = random.Random(seed), None
    try:
        with Archive.open(folder / "archive.sqlite3") as archive:
            async with visited(archive, rng, rng.choice(SIZES)) as monkey:
                for _event in range(count):
                    if monkey.is_over:
                        break
                    per_screen[await monkey.act()] += 1
    except Exception:
        done = "\n".join(f"  {event}" for event in monkey.done) if monkey else "  (opening)"
        return f"seed {seed}, the last events:\n{done}\n{traceback.format_exc()}"
    return ""


def run(count: int, seed: int, *, life: int = LIFE) -> tuple[Counter[str], list[str]]:
    """Do so many things in several lives; the events on each screen, and the crashes."""
    per_screen, crashes, before = Counter[str](), list[str](), os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # so that a file that it writes is here
        try:
            while (left := count - per_screen.total()) > 0:
                done = per_screen.total()
                crash = asyncio.run(live(Path(folder), seed, min(left, life), per_screen))
                crashes += [crash] if crash else []
                seed += 1_000_003
                if per_screen.total() == done:
                    per_screen["(nothing)"] += 1  # an app that never opens does not keep us here forever
        finally:
            os.chdir(before)
    return per_screen, crashes


def main(words: Sequence[str] | None = None) -> int:
    """Let it loose, and print what it did and what broke."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--life", type=int, default=LIFE, help="events from opening the app to closing it")
    args = parser.parse_args(words)
    per_screen, crashes = run(args.events, args.seed, life=args.life)
    for screen, number in per_screen.most_common():
        print(f"{number:8} {screen}")
    for crash in crashes:
        print(f"\nCRASH {crash}")
    print(f"{per_screen.total()} events, {len(GAMES)} games, {len(crashes)} crashes")
    return int(bool(crashes))


if __name__ == "__main__":
    sys.exit(main())
