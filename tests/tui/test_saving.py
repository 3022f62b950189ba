"""While another program holds the archive the app lives on: what is done waits, in order, to be kept."""

import asyncio
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from ludoteca.archive import Archive, ArchiveError, BusyError, Kept
from ludoteca.core import CHANCE, AnySession, LudotecaError, Session
from ludoteca.core.words import speaking
from ludoteca.games import begin
from ludoteca.tui import Wish, writing
from ludoteca.tui.app import Ludoteca
from ludoteca.tui.history import History
from ludoteca.tui.lobby import Lobby
from ludoteca.tui.playing import Playing
from ludoteca.tui.replay import Replay
from ludoteca.tui.settings import Settings
from ludoteca.tui.writing import Writing

from monkey import Anybody, Monkey, press, resize
from support.tui_driver import seen, settle, table
from support.tui_visit import filled

TILES = "2048:4,2#9"


@contextmanager
def held(path: Path) -> Iterator[sqlite3.Connection]:
    """Another program in the middle of writing."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield other
    finally:
        if other.in_transaction:
            other.execute("ROLLBACK")
        other.close()


@asynccontextmanager
async def at(path: Path, session: AnySession | None, computers: dict[int, int]) -> AsyncIterator[Monkey]:
    """The app with a game and minds that answer at once."""
    with filled(path) as archive:
        archive.set("pace", "0")
        app = Ludoteca(archive, "en", said=True, wish=Wish(session, computers) if session else None)
        app.analysis = app.opponent = Anybody(random.Random(1), failures=0)
        with speaking(app.spoken):
            async with app.run_test(notifications=True) as pilot:
                await pilot.pause(0)
                yield Monkey(app, pilot, random.Random(1))


def played(gameid: str, *words: str) -> Session:
    """A game after some turns."""
    session = begin(gameid)
    for word in words:
        session.turn(word)
    return session


def kept(path: Path, text: str) -> tuple[str, ...]:
    """The moves of a game in the file, as another program reads them; none if it is not there."""
    with Archive.open(path) as archive:
        found = archive.games(text=text, limit=1)
        return archive.record(found[0].number).moves if found else ()


async def test_a_move_waits_beside_the_screen_and_those_after_it_in_order(tmp_path: Path) -> None:
    path, whole = tmp_path / "a", played(TILES, "left", "up", "right", "down")
    async with at(path, begin(TILES), {}) as monkey:
        screen = table(monkey.app)
        with held(path):
            began = time.monotonic()
            await press(monkey.pilot, "left", "up", "right")
            assert time.monotonic() - began < writing.PATIENCE / 2, "a key does not wait for the archive"
            assert "saving…" in seen(screen.query_one("#said"))
            assert not screen.session.moves, "what is shown is on the disk"
            await resize(monkey.pilot, 120, 40)
            await press(monkey.pilot, "down")
            assert monkey.app.size == (120, 40)
            await asyncio.sleep(3 * writing.AGAIN)
            assert not screen.session.moves
        await settle(monkey.pilot, lambda: len(screen.session.moves) == len(whole.moves))
        assert screen.session.record == whole.record
        assert "saving" not in seen(screen.query_one("#said"))
    assert kept(path, TILES) == whole.record.moves


async def test_held_for_too_long_nothing_has_changed_and_a_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "PATIENCE", 0.3)
    path = tmp_path / "a"
    async with at(path, begin(TILES), {}) as monkey:
        screen = table(monkey.app)
        await press(monkey.pilot, "left")
        before = screen.session.record
        with held(path):
            await press(monkey.pilot, "up", "u", "right")
            await settle(monkey.pilot, lambda: not monkey.app.writing.is_waiting)
            said = " ".join(seen(screen.query_one("#said")).split())
            assert said == "Another program has held the archive for too long: nothing has been played."
            assert screen.session.record == before
        assert kept(path, TILES) == before.moves
        await press(monkey.pilot, "up")
        assert screen.session.record == played(TILES, "left", "up").record
    assert kept(path, TILES) == played(TILES, "left", "up").record.moves


async def test_the_computers_move_waits_too_and_can_be_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "PATIENCE", 0.3)
    async with at(tmp_path / "a", begin("oca:2#13"), {1: 3}) as monkey:
        screen = table(monkey.app)
        await settle(monkey.pilot, lambda: screen.session.player == 0)  # whoever begins
        before = screen.session.record
        with held(tmp_path / "a"):
            screen.computers = {0: 3, 1: 3}
            await press(monkey.pilot, "c")
            await settle(monkey.pilot, lambda: monkey.app.writing.is_waiting)
            await settle(monkey.pilot, lambda: not monkey.app.writing.is_waiting)
            assert "for too long: nothing has been played." in seen(screen.query_one("#said"))
            assert screen.session.record == before
        await press(monkey.pilot, "c")
        await settle(monkey.pilot, lambda: len(screen.session.moves) > len(before.moves) + 2)


async def test_the_way_back_waits_for_its_turn(tmp_path: Path) -> None:
    path = tmp_path / "a"
    async with at(path, begin(TILES), {}) as monkey:
        screen = table(monkey.app)
        with held(path):
            await press(monkey.pilot, "left", "q")
            assert monkey.app.screen is screen
        await settle(monkey.pilot, lambda: isinstance(monkey.app.screen, Lobby))
    assert kept(path, TILES) == played(TILES, "left").record.moves


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
async def test_leaving_the_app_waits_and_asked_again_does_not(key: str, tmp_path: Path) -> None:
    async with at(tmp_path / "a", begin(TILES), {}) as monkey:
        with held(tmp_path / "a"):
            await press(monkey.pilot, "left", key)
            assert not monkey.is_over
            await press(monkey.pilot, key)
            assert monkey.is_over
    assert kept(tmp_path / "a", TILES) == ()
    async with at(tmp_path / "b", begin(TILES), {}) as monkey:
        with held(tmp_path / "b"):
            await press(monkey.pilot, "left", key)
            assert not monkey.is_over
        await settle(monkey.pilot, lambda: monkey.is_over)
    assert kept(tmp_path / "b", TILES) == played(TILES, "left").record.moves


async def test_settings_forgetting_and_playing_on_wait_as_well(tmp_path: Path) -> None:
    async with at(tmp_path / "a", None, {}) as monkey:
        app, archive = monkey.app, monkey.app.archive
        assert archive is not None
        with held(tmp_path / "a"):
            await app.push_screen(Settings())
            await press(monkey.pilot, "down", "enter")
            assert app.choices["palette"] == "normal"
        await settle(monkey.pilot, lambda: app.choices["palette"] == "protan")
        await app.push_screen(History())
        with held(tmp_path / "a"):
            await press(monkey.pilot, "delete", "delete")
            assert len(archive.games()) == 4
        await settle(monkey.pilot, lambda: len(archive.games()) == 3)
        await app.push_screen(Replay(archive.resume(3)))
        await press(monkey.pilot, "right")
        with held(tmp_path / "a"):
            await press(monkey.pilot, "c")
            assert isinstance(app.screen, Replay)
        await settle(monkey.pilot, lambda: isinstance(app.screen, Playing))
        assert len(archive.games()) == 4


def test_acts_wait_for_those_before_them() -> None:
    later: list[Callable[[], None]] = []
    done: list[str] = []
    acts = Writing(lambda _seconds, call: later.append(call))
    busy = [True]

    def first() -> None:
        if busy[0]:
            raise BusyError("busy")
        say("b")  # what an act does in this way is a part of it

    def say(word: str) -> None:
        acts.do(lambda: done.append(word), waits=lambda: done.append("waits"), failed=lambda _error: None)

    say("a")
    assert done == ["a"]
    acts.do(first, waits=lambda: None, failed=lambda _error: None)
    say("c")
    assert (done, acts.is_waiting) == (["a", "waits"], True)
    busy[0] = False
    later[-1]()
    assert done == ["a", "waits", "b", "c"]
    assert not acts.is_waiting


async def test_a_game_that_plays_itself_may_be_closed_at_any_moment(tmp_path: Path) -> None:
    for pauses in range(0, 40, 4):
        async with at(tmp_path / str(pauses), begin("oca:2#13"), {0: 3, 1: 3}) as monkey:
            for _pause in range(pauses):
                await asyncio.sleep(0)
            monkey.app.exit()


async def test_nature_waits_as_well_and_goes_on_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    roll, calls = Kept.roll, list[Session]()

    def busy_twice(session: Kept) -> object:
        calls.append(session)
        if len(calls) <= 2:
            raise BusyError("busy")
        return roll(session)

    async with at(tmp_path / "a", begin(TILES), {}) as monkey:
        monkeypatch.setattr(Kept, "roll", busy_twice)
        screen = table(monkey.app)
        screen.attempt(screen.session.play_text, "left")
        assert (screen.session.player, len(calls)) == (CHANCE, 1)
        await settle(monkey.pilot, lambda: len(calls) == 3)
        assert screen.session.player == 0
    assert kept(tmp_path / "a", TILES) == played(TILES, "left").record.moves


def test_what_a_failure_does_waits_in_line() -> None:
    later: list[Callable[[], None]] = []
    done: list[str] = []
    acts = Writing(lambda _seconds, call: later.append(call))
    held = [True]

    def fails() -> None:
        raise ArchiveError("full")

    def instead() -> None:
        if held[0]:
            raise BusyError("busy")
        done.append("instead")

    def nobody(_error: LudotecaError) -> None:
        return

    acts.do(
        fails,
        waits=lambda: None,
        failed=lambda _error: acts.do(instead, waits=lambda: done.append("waits"), failed=nobody),
    )
    assert (done, len(later), acts.is_waiting) == (["waits"], 1, True)
    held[0] = False
    later.pop()()
    assert (done, later, acts.is_waiting) == (["waits", "instead"], [], False)
