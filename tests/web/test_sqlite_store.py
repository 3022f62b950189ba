"""Rooms in a file: one transaction for all that is asked at once, full disks, foreign files."""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ludoteca.archive import Archive
from ludoteca.core.words import speaking
from ludoteca.games import begin
from ludoteca.locale import translator
from ludoteca.web import schema
from ludoteca.web import sqlite as sqlite_module
from ludoteca.web.opening import open_store
from ludoteca.web.store import StoreError

from support.rooms import NEW, Ear, event, head, numbers, opened, outcomes


async def pragma(store: Any, text: str) -> Any:
    """What SQLite says to the one who writes."""
    return await store._writer.do(lambda db: db.execute(f"PRAGMA {text}").fetchone())


async def test_what_is_asked_at_once_is_one_transaction_and_one_flush(sqlite_database: str) -> None:
    async with opened(sqlite_database) as store:
        await asyncio.gather(*(store.create(head(f"r{n}"), NEW) for n in range(100)))
        said: list[str] = []
        await store._writer.do(lambda db: db.set_trace_callback(said.append))
        assert set(await outcomes(store.append(f"r{n}", event(0), NEW) for n in range(100))) == {"written"}
        await store._writer.do(lambda db: db.set_trace_callback(None))
        assert 1 <= said.count("COMMIT") <= 3, "the first may be on its way before the others are asked"
        assert said.count("COMMIT") == said.count("BEGIN IMMEDIATE")


async def test_an_answer_means_that_it_is_on_the_disk(sqlite_database: str) -> None:
    async with opened(sqlite_database) as store:
        full = 2
        assert await pragma(store, "synchronous") == (full,)
        assert await pragma(store, "journal_mode") == ("wal",)


async def test_a_full_disk_costs_a_sentence_and_nothing_that_was_written(sqlite_database: str) -> None:
    async with opened(sqlite_database) as store:
        await store.create(head("a"), NEW)
        (pages,) = await pragma(store, "page_count")
        await pragma(store, f"max_page_count = {pages}")
        acts = [store.append("a", event(number, text="x" * 1000), NEW) for number in range(100)]
        ends = [end for act in acts for end in await asyncio.gather(act, return_exceptions=True)]
        written = ends.count(None)
        assert ends[:written] == [None] * written, "after the first that has no room no other is in order"
        assert isinstance(ends[written], StoreError)
        assert str(ends[written]) == f"The rooms in {sqlite_database}: the disk is full."
        with speaking(translator("es")), pytest.raises(StoreError, match="el disco está lleno"):
            await store.append("a", event(written, text="x" * 1000), NEW)
        assert await numbers(store, "a") == list(range(written))
        await pragma(store, "max_page_count = 100000")
        await store.append("a", event(written), NEW)
        assert await numbers(store, "a") == list(range(written + 1))


async def test_somebody_who_holds_the_file_too_long(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_module, "PATIENCE", 0.05)
    async with opened(sqlite_database) as store:
        await store.create(head("a"), NEW)
        with closing(sqlite3.connect(sqlite_database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="held it for too long"):
                await store.append("a", event(0), NEW)
            assert not await store.is_well()
            assert await numbers(store, "a") == [], "reading waits for nobody"
            other.execute("ROLLBACK")
        await store.append("a", event(0), NEW)
        assert await store.is_well()


async def test_what_others_write_between_two_of_our_own_is_told(sqlite_database: str) -> None:
    """Also where we write all the time, and never rest to look."""
    ear = Ear()
    async with opened(sqlite_database, sqlite_database) as (one, other):
        for room in "ab":
            await one.create(head(room), NEW)
        one.listen(ear)
        for number in range(30):
            await asyncio.gather(one.append("a", event(number), NEW), other.append("b", event(number), NEW))
        assert await ear.has_heard("b")
        assert "a" not in ear.rooms


async def test_a_forgotten_room_does_not_hide_what_comes_next(sqlite_database: str) -> None:
    ear = Ear()
    async with opened(sqlite_database, sqlite_database) as (one, other):
        one.listen(ear)
        await other.create(head("a"), NEW)
        for number in range(5):
            await other.append("a", event(number), NEW)
        assert await ear.has_heard("a")
        assert await one.expire(100.0) == 1
        await other.create(head("b"), NEW)
        await other.append("b", event(0), NEW)
        assert await ear.has_heard("b")


def an_archive(path: Path) -> None:
    with Archive.open(path) as archive:
        archive.keep(begin("fuga:9"), at_once=True)


def a_text(path: Path) -> None:
    path.write_text("Dear diary, " * 500)


def another_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE rooms (x)")
        db.commit()


def a_newer_one(path: Path) -> None:
    asyncio.run(opened_and_closed(path))
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")


async def opened_and_closed(path: Path) -> None:
    async with opened(str(path)):
        pass


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (an_archive, "it holds no rooms of Ludoteca"),
        (a_text, "it holds no rooms of Ludoteca"),
        (another_database, "it holds no rooms of Ludoteca"),
        (a_newer_one, r"it is from a newer Ludoteca \(version 99 of the tables; \d+ is known here\)"),
        (Path.mkdir, "that is not an ordinary file"),
        (os.mkfifo, "that is not an ordinary file"),
    ],
)
def test_what_is_no_file_of_rooms_is_refused_and_left_as_it_is(
    tmp_path: Path, make: Callable[[Path], object], why: str
) -> None:
    path = tmp_path / "rooms.sqlite3"
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(StoreError, match=why):
        asyncio.run(opened_and_closed(path))
    assert (path.read_bytes() if path.is_file() else b"") == before


async def test_asking_whether_it_is_well_takes_no_step_back_that_a_newer_server_has_taken(
    sqlite_database: str,
) -> None:
    async with opened(sqlite_database) as store:
        with closing(sqlite3.connect(sqlite_database)) as newer:
            newer.execute("PRAGMA user_version = 99")
            assert await store.is_well()
            assert newer.execute("PRAGMA user_version").fetchone() == (99,)


def test_an_old_sqlite_is_refused_before_anything_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.34.1")
    with pytest.raises(StoreError, match=r"SQLite 3\.35\.0 or newer is needed, and this is 3\.34\.1\.$"):
        asyncio.run(opened_and_closed(tmp_path / "new" / "rooms.sqlite3"))
    assert not (tmp_path / "new").exists()


def test_a_folder_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="File exists"):
        asyncio.run(opened_and_closed(tmp_path / "file" / "rooms.sqlite3"))


async def test_a_damaged_room_is_told(sqlite_database: str) -> None:
    async with opened(sqlite_database) as store:
        await store.create(head("a"), NEW)
        await store.append("a", event(0), NEW)
        await store._writer.do(lambda db: db.execute("UPDATE events SET body = 'x'"))
        with pytest.raises(StoreError, match="a room is damaged"):
            await store.read("a")


@pytest.mark.parametrize("is_replaced", [False, True])
async def test_a_file_that_was_removed_or_replaced_takes_nothing(
    sqlite_database: str, *, is_replaced: bool
) -> None:
    path = Path(sqlite_database)
    async with opened(sqlite_database) as store:
        await store.create(head("a"), NEW)
        assert await store.is_well()
        kept = path.rename(path.with_name("elsewhere"))
        if is_replaced:
            path.write_bytes(kept.read_bytes())
        for write in (store.append("a", event(0), NEW), store.create(head("b"), NEW), store.expire(0.0)):
            with pytest.raises(StoreError, match="removed or replaced"):
                await write
        assert not await store.is_well()
        kept.replace(path)
        await store.append("a", event(0), NEW)
        assert await store.is_well()
        assert await numbers(store, "a") == [0]


@pytest.mark.parametrize("version", [-5, 0])
async def test_tables_of_something_else_are_refused_whatever_their_version(
    sqlite_database: str, version: int
) -> None:
    with closing(sqlite3.connect(sqlite_database)) as db:
        db.execute("CREATE TABLE somebodys (thing)")
        db.execute(f"PRAGMA application_id = {schema.APPLICATION}")
        db.execute(f"PRAGMA user_version = {version}")
        db.commit()
    with pytest.raises(StoreError, match="holds no rooms"):
        await open_store(sqlite_database)
    with closing(sqlite3.connect(sqlite_database)) as db:
        assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("somebodys",)]
