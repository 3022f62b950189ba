"""Rooms in an SQLite file, for one server or a few processes on one machine."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import local
from typing import Any, Final, Self

from ludoteca.core.words import _
from ludoteca.system import sqlite
from ludoteca.system.disk import FileError
from ludoteca.web import rows, schema
from ludoteca.web.rows import Job, refusal
from ludoteca.web.store import StoreError
from ludoteca.web.tables import TableStore
from ludoteca.web.writer import Writer

PATIENCE: Final = 5.0  # seconds to wait for another process that is writing
READERS: Final = 2  # threads
OLDEST: Final = (3, 35, 0)  # of SQLite: before, it had no RETURNING
_COUNT: Final = "SELECT count(*) FROM sqlite_master"


class SqliteStore(TableStore):
    """A RoomStore on a file; reading never waits for writing, nor the event loop for either."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        super().__init__(str(path))
        self._path = path
        self._writer = Writer(db, self._loop, self._telling.tell, _same_file(path))
        self._readers = ThreadPoolExecutor(READERS, "rooms-reader")
        self._local = local()  # each reader's connection
        self._connections: list[sqlite3.Connection] = []

    @classmethod
    async def open(cls, path: Path | str) -> Self:
        """The file, made if there is none; StoreError where that cannot be."""
        path = Path(path)
        with _as_store_errors(path):
            return cls(path, await asyncio.to_thread(_opened, path))

    def listen(self, heard: Callable[[str], Awaitable[None]]) -> None:
        """Have somebody told of rooms in which another process has appended."""
        self._telling.heard = heard
        self._writer.look()

    async def is_well(self) -> bool:
        """Whether it can be written to."""
        try:  # the same number again goes to the disk; the version is not ours, if a newer server raised it
            await self._do(lambda db: db.execute(f"PRAGMA application_id = {schema.APPLICATION}"))
        except (sqlite3.Error, StoreError):
            return False
        return True

    async def _close(self) -> None:
        await self._telling.stop()
        await self._writer.stop()
        await asyncio.to_thread(self._readers.shutdown)
        for connection in self._connections:
            connection.close()

    async def _written(self, job: Job) -> None:
        if self._is_closed:
            raise rows.closed(self._name)
        self._writer.put(job)
        with _as_store_errors(self._path):
            await job.done

    async def _forget(self, values: Mapping[str, object]) -> int:
        def forget(db: sqlite3.Connection) -> int:
            return db.execute(rows.FORGET, values).rowcount

        with _as_store_errors(self._path):
            return int(await self._do(forget))

    async def _do(self, act: Callable[[sqlite3.Connection], Any]) -> Any:
        if self._is_closed:
            raise rows.closed(self._name)
        return await self._writer.do(act)

    async def _rows(self, query: str, values: Mapping[str, object]) -> list[Any]:
        if self._is_closed:
            raise rows.closed(self._name)
        with _as_store_errors(self._path):
            return await self._loop.run_in_executor(self._readers, self._read, query, values)

    def _read(self, query: str, values: Mapping[str, object]) -> list[Any]:
        """Read in a thread that does nothing else."""
        if not hasattr(self._local, "db"):
            db = sqlite3.connect(self._path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
            self._connections.append(db)
            db.execute("PRAGMA query_only = ON")
            self._local.db = db
        return list(self._local.db.execute(query, values))


def _opened(path: Path) -> sqlite3.Connection:
    """A connection to write with, to a file with the present tables."""
    if sqlite3.sqlite_version_info < OLDEST:
        needed, found = ".".join(map(str, OLDEST)), sqlite3.sqlite_version
        reason = _("SQLite {needed} or newer is needed, and this is {found}", needed=needed, found=found)
        raise refusal(str(path), reason)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():  # a pipe would make us wait forever
        raise refusal(str(path), _("that is not an ordinary file"))
    db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        sqlite.patiently(lambda: _set_up(db, path), PATIENCE)
    except BaseException:
        db.close()
        raise
    return db


def _set_up(db: sqlite3.Connection, path: Path) -> None:
    """Refuse what is not ours before anything is written; then choose safe writing and set up the tables."""
    steps = schema.sqlite_steps()
    is_empty = db.execute(_COUNT).fetchone() == (0,)  # looked at first: another server may just be filling it
    if not is_empty and sqlite.pragma(db, "application_id") != schema.APPLICATION:
        raise refusal(str(path), _foreign())
    version = sqlite.pragma(db, "user_version")
    if version < (0 if is_empty else 1):
        raise refusal(str(path), _foreign())
    if version > len(steps):
        raise refusal(str(path), sqlite.newer(version, len(steps)))
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    sqlite.migrate(db, steps, application=schema.APPLICATION)


def _same_file(path: Path) -> Callable[[], None]:
    """What raises StoreError once another file, or none, is where the one is that was opened: what is written
    then would be lost. It takes 2 µs."""
    was = os.stat(path)

    def check() -> None:
        try:
            is_same = os.path.samestat(os.stat(path), was)
        except OSError:
            is_same = False
        if not is_same:
            raise refusal(str(path), _("it was removed or replaced; start the server again"))

    return check


def _foreign() -> str:
    return _("it holds no rooms of Ludoteca")


@contextmanager
def _as_store_errors(path: Path) -> Iterator[None]:
    """Let what the system or the database says inside the block become a StoreError, in the language of who
    hears it."""
    try:
        yield
    except sqlite3.Error as error:
        raise refusal(str(path), sqlite.reason(error, foreign=_foreign())) from None
    except OverflowError:
        raise rows.unfit() from None
    except OSError as error:
        raise StoreError(str(FileError.of(str(path), error))) from None
