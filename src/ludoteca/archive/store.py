"""The store: games as rows of one SQLite file that several programs may use at once."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from functools import partial
from pathlib import Path
from threading import RLock
from typing import Any, Final, NamedTuple, Self

from ludoteca.archive import schema
from ludoteca.archive.entry import COLUMNS, Entry, Help, Standing, board_of, entry_of, is_text, write_seats
from ludoteca.archive.errors import ArchiveError, as_archive_errors, patiently, refusal
from ludoteca.archive.search import matching
from ludoteca.archive.statistics import Statistics, counts, is_helped, records_of, statistics_of
from ludoteca.core import GameId, LudotecaError, Record
from ludoteca.core.words import _, ngettext
from ludoteca.system.folders import archive_file

PATIENCE: Final = 10.0  # seconds to wait for another program that is writing
A_MOMENT: Final = 0.1  # seconds that sqlite3 itself waits
_HELP: Final = ", ".join(f"{kind} = ?" for kind in Help._fields)
TOLD: Final = 10  # numbers of damaged games that a sentence names


class Commit(NamedTuple):
    """One write: which game (None: a new one) and how it was read last; the plies that stay, the moves that
    follow and how long the first of them was thought about; and what the game comes to then."""

    number: int | None
    revision: int
    id: GameId
    seats: Mapping[int, int]
    daily: str
    imported: bool
    stay: int
    new: Sequence[str]
    thought: float
    moment: float
    seconds: float
    carried: float
    decisions: int
    standing: Standing
    help: Help


class Store:
    """Games with their moves, results, times and settings, in an SQLite file."""

    def __init__(self, db: sqlite3.Connection, path: Path, now: Callable[[], float]) -> None:
        self._db = db
        self._lock = RLock()
        self._file = _file(path)
        self.path = path
        self.now = now
        self._damaged: set[int] = set()  # numbers of entries that were left out
        self._patience = PATIENCE

    @classmethod
    def open(cls, path: Path | str | None = None, *, now: Callable[[], float] = time.time) -> Self:
        """The file, made if there is none; without a path the one in the user's data folder."""
        path = archive_file(os.environ) if path is None else Path(path)
        with as_archive_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            patiently(partial(schema.check, path), PATIENCE)
            # One thread writes at a time, which _lock sees to; a screen may read from another.
            db = sqlite3.connect(path, timeout=A_MOMENT, isolation_level=None, check_same_thread=False)
            try:
                patiently(partial(_set_up, db), PATIENCE)
            except BaseException:
                db.close()
                raise
        return cls(db, path, now)

    def wait_at_most(self, seconds: float) -> None:
        """From now on wait only so long for another program that is writing, then raise BusyError."""
        self._patience = seconds
        with self._reading() as db:
            db.execute(f"PRAGMA busy_timeout = {round(1000 * min(A_MOMENT, seconds))}")

    def close(self) -> None:
        """Give the file back; every move is in it already."""
        with self._lock, as_archive_errors(self.path):
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def games(
        self,
        *,
        game: str = "",
        finished: bool | None = None,
        text: str = "",
        boards: Collection[str] = (),
        limit: int = 100,
        offset: int = 0,
    ) -> list[Entry]:
        """The history, newest first; `text` is looked for in ids, seats, days and moves, and found too is
        what was played on one of these `boards`, whose names have it."""
        where, values = ["1"], list[object]()
        if game:
            where.append("game = ?")
            values.append(game)
        if finished is not None:
            where.append("result <> ''" if finished else "result = ''")
        if text:
            found, blanks = matching(text, boards)
            where.append(found)
            values += blanks
        ordered = f"{' AND '.join(where)} ORDER BY changed DESC, number DESC"
        return self._some(ordered, *values, count=offset + limit)[offset:]

    def entry(self, number: int) -> Entry:
        """One game of the history."""
        return self.read(number)[0]

    def record(self, number: int) -> Record:
        """The record of a game."""
        return self.read(number)[1]

    def delete(self, number: int) -> None:
        """Forget a game."""
        with self._writing() as db:
            if not db.execute("DELETE FROM games WHERE number = ?", (number,)).rowcount:
                raise _unknown(number)
        self._damaged.discard(number)

    def setting(self, key: str, default: str) -> str:
        """What was chosen, or the default."""
        with self._reading() as db:
            row = db.execute("SELECT value FROM settings WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row is not None and is_text(row[0]) else default

    def set(self, key: str, value: str) -> None:
        """Remember a choice."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (key, value))

    def boards(self) -> list[str]:
        """The boards that were played, the ones played last first: 'drench:15x15,6', '2048:4,2'."""
        with self._reading() as db:
            query = "SELECT board FROM games GROUP BY board ORDER BY max(changed) DESC, board"
            rows = db.execute(query).fetchall()
        return [board for (board,) in rows if _is_board(board)]

    @property
    def left_out(self) -> str:
        """A sentence on the games that were asked for and are left out, since their entries are damaged."""
        numbers = sorted(self._damaged)
        some = ", ".join(map(str, numbers[:TOLD])) + ("…" if len(numbers) > TOLD else "")
        return ngettext(
            "{count} game of the archive is damaged and left out: number {numbers}.",
            "{count} games of the archive are damaged and left out: numbers {numbers}.",
            len(numbers), numbers=some,
        ) if numbers else ""  # fmt: skip

    def statistics(self, board: str) -> Statistics:
        """What the games on one board come to."""
        return statistics_of(board, self._on(board))

    def records(self, entry: Entry) -> frozenset[str]:
        """In what a game is better than all others on its board: 'score', 'seconds' and 'moves' of a win."""
        return records_of(entry, self._on(entry.board))

    def is_record(self, entry: Entry) -> bool:
        """Whether a game is better than all others on its board, in anything."""
        return bool(self.records(entry))

    def daily_entry(self, name: str, day: date) -> Entry | None:
        """The game on the daily board of a date, if it has been begun: the newest one that was finished
        without help, else the newest."""
        where = "daily = ? AND game = ? ORDER BY changed DESC, number DESC"
        entries = self._sound(self._rows(where, day.isoformat(), name))
        own = (entry for entry in entries if counts(entry) and not is_helped(entry))
        return next(own, next(iter(entries), None))

    def commit(self, commit: Commit) -> int:
        """Write what a game is about to be, all of it or nothing; the game's number."""
        stay, plies = commit.stay, commit.stay + len(commit.new)
        with self._writing() as db:
            number = commit.number
            if number is None:
                number = self._insert(db, commit)
            elif _one(db, "SELECT revision FROM games WHERE number = ?", number) != (commit.revision,):
                raise _gone_on()
            db.execute("DELETE FROM moves WHERE game = ? AND ply >= ?", (number, stay))
            seconds = [commit.thought, *[0.0] * len(commit.new)]
            rows = [(number, stay + n, text, seconds[n]) for n, text in enumerate(commit.new)]
            db.executemany("INSERT INTO moves VALUES (?, ?, ?, ?)", rows)
            db.execute(
                "UPDATE games SET changed = ?, plies = ?, seconds = ?, revision = ?, moves = ?, result = ?, "
                f"winner = ?, reason = ?, score = ?, {_HELP} WHERE number = ?",
                (commit.moment, plies, commit.seconds, commit.revision + 1, commit.decisions,
                 *commit.standing, *commit.help, number),
            )  # fmt: skip
        return number

    def note_help(self, number: int, revision: int, had: Help) -> None:
        """Write the help that somebody had, of a game that was read as of a revision."""
        with self._writing() as db:
            query = f"UPDATE games SET {_HELP}, revision = revision + 1 WHERE number = ? AND revision = ?"
            if not db.execute(query, (*had, number, revision)).rowcount:
                raise _gone_on()

    def note_seconds(self, number: int, revision: int, seconds: float) -> None:
        """Write the time spent on a game, unless it has gone on elsewhere: then it has a time from there."""
        with self._writing() as db:
            query = "UPDATE games SET seconds = ? WHERE number = ? AND revision = ?"
            db.execute(query, (seconds, number, revision))

    def _insert(self, db: sqlite3.Connection, commit: Commit) -> int:
        """Make the row of a game; what changes with each move is filled in by `commit`."""
        values = {
            "id": str(commit.id), "game": commit.id.name, "board": board_of(commit.id),
            "began": commit.moment, "changed": 0.0, "plies": 0, "seconds": 0.0, "result": "", "reason": "",
            "score": 0.0, "seats": write_seats(commit.seats), "moves": 0, "revision": 0,
            "daily": commit.daily, "imported": commit.imported, "carried": commit.carried,
        }  # fmt: skip
        blanks = ", ".join("?" * len(values))
        done = db.execute(f"INSERT INTO games ({', '.join(values)}) VALUES ({blanks})", (*values.values(),))
        assert done.lastrowid is not None, "an INSERT that went well has made a row"
        return done.lastrowid

    def read(self, number: int) -> tuple[Entry, Record, int]:
        """A game with its record and the number of its last write, all of the same moment."""
        with self._reading() as db:
            db.execute("BEGIN")
            try:
                row = _one(db, f"SELECT {COLUMNS}, revision FROM games WHERE number = ?", number)
                moves = db.execute("SELECT ply, text FROM moves WHERE game = ? ORDER BY ply", (number,))
                plies = moves.fetchall()
            finally:
                db.execute("ROLLBACK")
        if row is None:
            raise _unknown(number)
        *columns, revision = row
        try:
            entry = entry_of(columns)
        except ValueError:
            raise self.damaged(number, _("its entry holds what no game has")) from None
        if len(plies) != entry.plies or any(ply != at for at, (ply, _text) in enumerate(plies)):
            raise self.damaged(number, _("not all of its moves are there"))
        if type(revision) is not int or not all(is_text(text) for _ply, text in plies):
            raise self.damaged(number, _("a move is no text"))
        try:
            gameid = GameId.parse(entry.id)
        except LudotecaError as error:
            raise self.damaged(number, error) from None
        return entry, Record(gameid, tuple(text for _ply, text in plies)), revision

    def damaged(self, number: int, reason: object) -> ArchiveError:
        """The error for a game that is not whole."""
        return refusal(self.path, _("game {number} is damaged: {reason}", number=number, reason=reason))

    def _on(self, board: str) -> list[Entry]:
        return self._sound(self._rows("board = ? ORDER BY changed, number", board))

    def _some(self, where: str, *values: object, count: int) -> list[Entry]:
        """So many entries, or all if there are fewer; damaged ones do not count."""
        asked = count
        while True:
            rows = self._rows(f"{where} LIMIT ?", *values, asked)
            entries = self._sound(rows)
            if len(entries) >= count or len(rows) < asked:
                return entries[:count]
            asked *= 2

    def _rows(self, where: str, *values: object) -> list[Any]:
        with self._reading() as db:
            return db.execute(f"SELECT {COLUMNS} FROM games WHERE {where}", values).fetchall()

    def _sound(self, rows: Sequence[Any]) -> list[Entry]:
        """The entries in rows; those that are damaged are left out, and noted."""
        entries = list[Entry]()
        for row in rows:
            try:
                entries.append(entry_of(row))
            except ValueError:
                self._damaged.add(row[0])
            else:
                self._damaged.discard(row[0])
        return entries

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._lock, as_archive_errors(self.path):
            yield self._db

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all that is written inside the block is on the disk after it, or nothing is."""
        with self._reading() as db:
            patiently(partial(db.execute, "BEGIN IMMEDIATE"), self._patience)
            try:
                if self._file != _file(self.path):  # what is written now would go down with it
                    raise refusal(self.path, _("it was taken away or replaced; start again"))
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:  # some errors, such as a full disk, have rolled back by themselves
                    db.execute("ROLLBACK")
                raise


def _file(path: Path) -> tuple[int, int] | None:
    """Which file a path names; None for none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _set_up(db: sqlite3.Connection) -> None:
    """Choose safe writing, and bring the tables to the present version."""
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    db.text_factory = partial(str, encoding="utf-8", errors="replace")  # one text that is none hides no other
    schema.migrate(db)


def _one(db: sqlite3.Connection, query: str, number: int) -> Any:
    return db.execute(query, (number,)).fetchone()


def _is_board(board: Any) -> bool:
    """Whether a column holds the name of a board, as it always does in a sound file."""
    try:
        return is_text(board) and bool(GameId.parse(board))
    except LudotecaError:
        return False


def _gone_on() -> ArchiveError:
    return ArchiveError(_("This game has gone on in another window; open it again."))


def _unknown(number: int) -> ArchiveError:
    return ArchiveError(_("There is no game {number} in the archive.", number=number))
