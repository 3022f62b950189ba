"""Every key on every screen at every size of the terminal, from one cell on: only leaving ends the app."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ludoteca.archive import Archive
from ludoteca.games import GAMES, begin
from ludoteca.tui.history import History
from ludoteca.tui.lobby import Lobby
from ludoteca.tui.menu import Menu
from ludoteca.tui.playing import Playing
from ludoteca.tui.replay import Replay
from ludoteca.tui.rules import RulesPage
from ludoteca.tui.settings import Settings
from ludoteca.tui.setup import Setup
from ludoteca.tui.share import Share
from ludoteca.tui.statistics import StatisticsPage

from monkey import Monkey, drag, press, resize, type_ahead, visited
from support.tui_visit import filled

SIZES = ((1, 1), (1, 24), (80, 1), (20, 3), (80, 5), (80, 24))
KEYS = (
    "pageup", "pagedown", "home", "end", "up", "down", "left", "right", "tab", "shift+tab", "enter", "space",
    "escape", "delete", "backspace", *"0123456789", *"abcdefghijklmnopqrstuvwxyz", "?", "Z", "ñ",
)  # fmt: skip
Opener = Callable[[Archive], Screen[None]]

SCREENS: dict[str, Opener | None] = {
    "lobby": None,  # it is below all others
    "setup": lambda _archive: Setup("oca"),
    **{f"playing {name}": lambda archive, name=name: _playing(archive, name) for name in GAMES},
    "replay": lambda archive: Replay(archive.resume(3), archive.entry(3)),
    "history": lambda _archive: History(),
    "statistics": lambda _archive: StatisticsPage(),
    "settings": lambda _archive: Settings(),
    "share": lambda archive: Share(archive.resume(3)),
    "rules": lambda _archive: RulesPage(GAMES["oca"], Playing.KEYS),
}


def _playing(archive: Archive, name: str) -> Playing:
    session = begin(name)
    computers = dict.fromkeys(range(1, session.game.players), 3)
    return Playing(archive.keep(session, seats=computers), computers)


@pytest.mark.parametrize("name", SCREENS)
async def test_every_key_at_every_size(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # where a file lands that somebody writes by pressing anything
    with filled(tmp_path / "archive.sqlite3") as archive:
        archive.set("pace", "0")
        async with visited(archive, random.Random(name), (80, 24)) as monkey:
            for size in SIZES:
                for screen_size in (size, (80, 24), size):  # there, back, and there again
                    await resize(monkey.pilot, *screen_size)
                await _press_everything(monkey, SCREENS[name], archive)
            await resize(monkey.pilot, 80, 24)
            assert not monkey.is_over


async def _press_everything(monkey: Monkey, opener: Opener | None, archive: Archive) -> None:
    screen = await _opened(monkey, opener, archive)
    keys = dict.fromkeys((*KEYS, *(key.key for key in getattr(screen, "KEYS", ()))))
    for key in keys:
        if isinstance(monkey.app.screen, Lobby) and key == "q":
            continue  # the way out of the app
        await press(monkey.pilot, key)
        assert not monkey.is_over, key
        if monkey.app.screen is not screen:
            screen = await _opened(monkey, opener, archive)


async def _opened(monkey: Monkey, opener: Opener | None, archive: Archive) -> Screen[None]:
    """The screen alone over the lobby, freshly opened; or the lobby itself."""
    app = monkey.app
    while len(app.screen_stack) > 2:
        await app.pop_screen()
    screen = opener(archive) if opener else None
    if screen is not None:
        await app.push_screen(screen)
    return app.screen


async def test_a_list_without_room_has_no_pages_and_comes_back_as_it_was(tmp_path: Path) -> None:
    with filled(tmp_path / "archive.sqlite3") as archive:
        async with visited(archive, random.Random(1), (80, 24)) as monkey:
            await monkey.app.push_screen(Settings())
            menu = monkey.app.screen.query_one(Menu)
            await press(monkey.pilot, "end", "up")
            at = menu.highlighted
            await resize(monkey.pilot, 80, 3)
            await press(monkey.pilot, "pagedown", "pageup", "pagedown")
            await resize(monkey.pilot, 80, 24)
            assert menu.highlighted == at
            await press(monkey.pilot, "pageup")
            assert menu.highlighted == 0


async def test_a_page_that_is_left_before_it_is_there_does_not_begin(tmp_path: Path) -> None:
    with filled(tmp_path / "archive.sqlite3") as archive:
        for name, opener in SCREENS.items():
            async with visited(archive, random.Random(1), (80, 24)) as monkey:
                if opener is not None:
                    monkey.app.push_screen(opener(archive))
                    await monkey.app.pop_screen()
                assert isinstance(monkey.app.screen, Lobby), name


@pytest.mark.parametrize("keys", ["qe", "qn", "qy", "qg", "qo", "q?"])
async def test_what_is_typed_after_leaving_is_for_nobody(keys: str, tmp_path: Path) -> None:
    with filled(tmp_path / "archive.sqlite3") as archive:
        async with visited(archive, random.Random(1), (80, 24)) as monkey:
            await type_ahead(monkey.pilot, *keys)
            assert monkey.is_over


async def test_a_drag_over_texts_that_change_selects_nothing(tmp_path: Path) -> None:
    with filled(tmp_path / "archive.sqlite3") as archive:
        async with visited(archive, random.Random(1), (80, 24)) as monkey:
            await monkey.app.push_screen(Replay(archive.resume(3)))
            await press(monkey.pilot, "right")
            await drag(monkey.pilot, (60, 1), (70, 20))
            await press(monkey.pilot, "home", "end", "super+c")
            assert not monkey.is_over
            assert not monkey.app.screen.get_selected_text()


@pytest.mark.parametrize("way", ["enter", "enter x", "n", "y", "y p", "y x", "g", "e", "?"])
async def test_keys_typed_ahead_wait_for_the_screen_that_they_are_for(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with filled(tmp_path / "archive.sqlite3") as archive:
        async with visited(archive, random.Random(1), (80, 24)) as monkey:
            await press(monkey.pilot, "2", "q")  # fuga is chosen
            for key in "abcdfhijklmnoprstuvxy2?":
                await type_ahead(monkey.pilot, *way.split(), key)
                assert not monkey.is_over, key
                await monkey.app.screen.ready.wait()
                await _opened(monkey, None, archive)


async def test_what_a_page_had_planned_may_come_after_it_was_left(tmp_path: Path) -> None:
    with filled(tmp_path / "archive.sqlite3") as archive:
        async with visited(archive, random.Random(1), (80, 24)) as monkey:
            for page, planned in ((StatisticsPage(), "_show"), (History(), "_load")):
                await monkey.app.push_screen(page)
                await monkey.app.pop_screen()
                getattr(page, planned)()
            page = StatisticsPage()
            await monkey.app.push_screen(page)
            said = OptionList.OptionHighlighted(page.query_one(Menu), Option(""), 0)
            await monkey.app.pop_screen()
            await page._dispatch_message(said)  # what a list said while the page was being left
            game = Playing(begin("2048"), {})
            await monkey.app.push_screen(game)
            await monkey.app.pop_screen()
            game.tick()
