"""The one thread that writes to an SQLite file of rooms: all that it is asked at once in one transaction."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final

from ludoteca.system.sqlite import pragma
from ludoteca.web import bulk, rows
from ludoteca.web.rows import Job, Verdicts
from ludoteca.web.store import Conflict

BATCH: Final = 500  # jobs in one transaction
LOOK: Final = 0.25  # seconds after which one looks for what other processes wrote
# What may be wrong with the values of one job: no reason to refuse those beside it.
_OF_ONE: Final = (
    OverflowError, UnicodeError, sqlite3.DataError, sqlite3.IntegrityError, sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
)  # fmt: skip


@dataclass(eq=False, slots=True)
class Call:
    """Something else to be done with the connection, and who waits for what it gives."""

    act: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]


class Writer:
    """Does jobs in the order in which they come; tells who waits, and which rooms others wrote to, on the
    event loop. `check` raises what is wrong with the file before it is written to."""

    def __init__(
        self,
        db: sqlite3.Connection,
        loop: asyncio.AbstractEventLoop,
        tell: Callable[[list[str]], object],
        check: Callable[[], object],
    ) -> None:
        self._db = db
        self._check = check
        self._loop = loop
        self._tell = tell
        self._line = _last_line(db)  # of the events, the last that one knows of
        self._seen = pragma(db, "data_version")  # changes when others write
        self._is_looking = False
        self._queue: SimpleQueue[Job | Call | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="rooms-writer", daemon=True)
        self._thread.start()

    def put(self, job: Job | Call) -> None:
        """Have something done, soon."""
        self._queue.put(job)

    async def do(self, act: Callable[[sqlite3.Connection], Any]) -> Any:
        """Have something else done with the connection between two transactions; what it gives."""
        done = self._loop.create_future()
        self.put(Call(act, done))
        return await done

    def look(self) -> None:
        """From now on tell what others wrote, also while there is nothing to write."""
        self._is_looking = True
        self.put(Call(lambda _db: None, self._loop.create_future()))  # it may be waiting for the next job

    async def stop(self) -> None:
        """Write what is still to be written, and give the file back."""
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        is_open = True
        while is_open:
            found = self._next()
            is_open = None not in found
            if jobs := [job for job in found if isinstance(job, Job)]:
                self._write(jobs)
            for call in found:
                if isinstance(call, Call):
                    self._call(call)
            if not found:
                self._look()
        with suppress(sqlite3.Error):
            self._db.close()

    def _next(self) -> list[Job | Call | None]:
        """All that is to be done; nothing where it is time to look for others."""
        found = []
        with suppress(Empty):
            found.append(self._queue.get(timeout=LOOK if self._is_looking else None))
            while len(found) < BATCH:
                found.append(self._queue.get_nowait())
        return found

    def _call(self, call: Call) -> None:
        try:
            self._check()
            given, error = call.act(self._db), None
        except Exception as raised:  # whatever it is, who waits must hear it
            given, error = None, raised
        self._on_loop(_settle, call.done, given, error)

    def _write(self, jobs: Sequence[Job]) -> None:
        try:
            verdicts = self._transaction(jobs)
        except _OF_ONE as error:
            if len(jobs) > 1:
                for job in jobs:
                    self._write([job])
                return
            verdicts = {jobs[0]: error}
        except Exception as error:  # the thread goes on, with the next ones
            verdicts = dict.fromkeys(jobs, error)
        self._on_loop(rows.resolve, verdicts)

    def _transaction(self, jobs: Sequence[Job]) -> Verdicts:
        """Write what can be written, all in one transaction."""
        self._check()
        db = self._db
        db.execute("BEGIN IMMEDIATE")
        try:
            self._find_others()
            verdicts: Verdicts = {}
            for job in jobs:
                if job.is_head:
                    is_made = db.execute(rows.MAKE, job.values).fetchone()
                    verdicts[job] = None if is_made else Conflict(job.room)
            events = [job for job in jobs if not job.is_head]
            asked = [job.values for job in events]
            counts, known = dict(bulk.COUNTS.run(db, asked)), list(bulk.KNOWN.run(db, asked))
            judged = rows.judge(events, counts, known)
            new = rows.accepted(judged)
            bulk.ADD.do(db, new)
            bulk.STAND.do(db, rows.standings(new))
            db.executemany(rows.SIT, rows.seated(new))
            last = _last_line(db)
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
        self._line = max(self._line, last)
        return verdicts | judged

    def _look(self) -> None:
        """See whether another process has written."""
        with suppress(sqlite3.Error):  # there will be another time
            version = pragma(self._db, "data_version")
            if version != self._seen:
                self._find_others()
                self._seen = version

    def _find_others(self) -> None:
        """Tell the rooms that have events of which one does not know: they are of other processes."""
        found = self._db.execute("SELECT line, room FROM events WHERE line > ?", (self._line,)).fetchall()
        if found:
            self._line = max(line for line, _room in found)
            self._on_loop(self._tell, list(dict.fromkeys(room for _line, room in found)))

    def _on_loop(self, act: Callable[..., object], *given: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(act, *given)


def _last_line(db: sqlite3.Connection) -> int:
    """The last line that was ever given to an event, also if that is forgotten."""
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'events'").fetchone()
    return int(row[0]) if row else 0


def _settle(done: asyncio.Future[Any], given: object, error: Exception | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(given)
    else:
        done.set_exception(error)
