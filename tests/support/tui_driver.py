"""A player at the app who knows no game: the gestures for a move, by keyboard alone or by mouse alone."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widget import Widget

from ludoteca.archive import Archive
from ludoteca.core import CHANCE, AnySession
from ludoteca.core.words import _, speaking
from ludoteca.looks import place_of, size_of
from ludoteca.tui import Wish
from ludoteca.tui.app import Ludoteca
from ludoteca.tui.board import BoardView
from ludoteca.tui.gestures import STEPS, stepped
from ludoteca.tui.playing import Playing


@asynccontextmanager
async def opened(
    path: Path,
    *,
    lang: str = "en",
    size: tuple[int, int] = (80, 24),
    session: AnySession | None = None,
    computers: dict[int, int] | None = None,
    animation: bool = False,
) -> AsyncIterator[tuple[Ludoteca, Pilot[None]]]:
    """The app on an archive of its own, in a language and a size, maybe with a game."""
    with Archive.open(path) as archive:
        archive.set("animation", "on" if animation else "off")
        archive.set("pace", "0")
        wish = Wish(session, computers or {}) if session else None
        app = Ludoteca(archive, lang, said=True, wish=wish, today=lambda: date(2026, 11, 16))
        with speaking(app.spoken):
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                yield app, pilot


def table(app: Ludoteca) -> Playing:
    """The game screen, which must be the one that is open."""
    assert isinstance(app.screen, Playing)
    return app.screen


def seen(widget: Widget) -> str:
    """The text that a widget or a screen shows."""
    lines = widget.screen._compositor.render_strips() if widget.is_attached else []
    region = widget.region
    texts = [line.text for line in lines][region.y : region.bottom]
    return "\n".join(text[region.x : region.right] for text in texts)


async def settle(pilot: Pilot[None], done: Any, seconds: float = 20.0) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not done():
            await pilot.pause(0.01)


async def by_keyboard(pilot: Pilot[None], app: Ludoteca, words: Sequence[str]) -> None:
    """Say the words of a move with keys."""
    for word in words:
        place = _place(table(app), word)
        if place is not None:
            await _walk(pilot, table(app), *place)
        await pilot.press(word if place is None and (word.isdigit() or word in STEPS) else "space")


async def _walk(pilot: Pilot[None], screen: Playing, row: int, col: int) -> None:
    """Bring the cursor to a cell by the fewest arrows, round the holes of the board."""
    if screen._cursor is None:
        await pilot.press("up")
    assert screen._cursor is not None
    ways: dict[tuple[int, int], list[str]] = {screen._cursor: []}
    for cell, keys in (queue := list(ways.items())):
        for key in STEPS:
            if (following := stepped(screen._board, cell, key)) not in ways:
                ways[following] = [*keys, key]
                queue.append((following, ways[following]))
    await pilot.press(*ways[row, col])


async def by_mouse(pilot: Pilot[None], app: Ludoteca, words: Sequence[str]) -> None:
    """Say the words of a move with clicks: on cells, on buttons, or on the side that tiles are pushed to."""
    for word in words:
        screen = table(app)
        place, board = _place(screen, word), screen.query_one(BoardView)
        left, top = board._offset()
        if word in STEPS:
            down, right = STEPS[word]
            width, height = size_of(board.cells, board._fit())
            x, y = left + width * (1 + right) // 2 - right, top + height * (1 + down) // 2 - down
            assert await pilot.click(board, offset=(x - (right > 0), y - (down > 0)))
        elif place is not None:
            x, y = place_of(board.cells, board._fit(), *place)
            assert await pilot.click(board, offset=(left + x, top + y))
        else:
            button = screen.query_one("#words")
            lines = seen(button).split("\n")
            label = _(word)
            row = next(n for n, line in enumerate(lines) if label in line)
            assert await pilot.click(button, offset=(lines[row].index(label), row))


def _place(screen: Playing, word: str) -> tuple[int, int] | None:
    for row, cells in enumerate(screen._board):
        for col, cell in enumerate(cells):
            if cell.name == word:
                return row, col
    return None


def decided(session: AnySession) -> list[str]:
    """The moves of a game that somebody decided, as texts."""
    pairs = zip(session.states, session.moves, strict=False)
    return [session.game.text(move) for state, move in pairs if session.game.player(state) != CHANCE]
