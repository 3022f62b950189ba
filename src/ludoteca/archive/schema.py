"""The tables of the archive, version by version, and the look at a file before anything is written to it."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from ludoteca.archive.entry import COLUMNS
from ludoteca.archive.errors import as_archive_errors, refusal
from ludoteca.core.words import _
from ludoteca.system import sqlite
from ludoteca.system.sqlite import newer, pragma

APPLICATION: Final = 0x4C55444F  # 'LUDO', in the header of the file
_MAGIC: Final = b"SQLite format 3\0"
_SMALL: Final = 2_000_000  # bytes; checking all pages of 1.4 MB takes 8 ms

_FIRST: Final = """
CREATE TABLE games (
    number INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used again, so that no other game answers to it
    id TEXT NOT NULL,
    game TEXT NOT NULL,
    board TEXT NOT NULL,
    began REAL NOT NULL,
    changed REAL NOT NULL,
    plies INTEGER NOT NULL,
    seconds REAL NOT NULL,
    result TEXT NOT NULL,
    winner INTEGER,
    reason TEXT NOT NULL,
    score REAL NOT NULL,
    seats TEXT NOT NULL,
    moves INTEGER NOT NULL,  -- plies that somebody decided, without nature's
    revision INTEGER NOT NULL  -- one more with each write: who holds an older one is too late
);
CREATE TABLE moves (
    game INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    text TEXT NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""
_DAILY_AND_IMPORTED: Final = """
ALTER TABLE games ADD COLUMN daily TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_by_board ON games (board, changed);
CREATE INDEX games_by_day ON games (daily, game);
"""
_HELP: Final = """
ALTER TABLE games ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN computer INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN rewinds INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN undos INTEGER NOT NULL DEFAULT 0;
"""
_CARRIED: Final = """
ALTER TABLE games ADD COLUMN carried REAL NOT NULL DEFAULT 0;  -- of its seconds, those of another game
"""

MIGRATIONS: Final = (_FIRST, _DAILY_AND_IMPORTED, _HELP, _CARRIED)
VERSION: Final = len(MIGRATIONS)
_SHAPE: Final = (
    f"SELECT {COLUMNS}, revision FROM games",
    "SELECT game, ply, text, seconds FROM moves",
    "SELECT key, value FROM settings",
)


def check(path: Path) -> None:
    """Refuse a file that is no archive, is damaged, or comes from a newer Ludoteca; change nothing."""
    with as_archive_errors(path):
        for beside in ("-journal", "-wal", "-shm"):
            other = path.with_name(path.name + beside)
            if other.exists() and not other.is_file():
                raise refusal(other, _("that is not an ordinary file"))
        if not path.exists() or (path.is_file() and path.stat().st_size == 0):
            return
        if not path.is_file() and not path.is_dir():  # a pipe would make us wait forever
            raise refusal(path, _("that is not an ordinary file"))
        with path.open("rb") as file:
            is_database = file.read(len(_MAGIC)) == _MAGIC
        if not is_database:
            raise refusal(path, _("it is not an archive of Ludoteca"))
        # Read-only, so that closing it does not even tidy up what a killed program has left.
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0.1)) as db:
            _check(db, path)


def _check(db: sqlite3.Connection, path: Path) -> None:
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if pragma(db, "application_id") != APPLICATION and tables:
        raise refusal(path, _("it is not an archive of Ludoteca"))
    version = pragma(db, "user_version")
    if version < 0:
        raise refusal(path, _("it is damaged"))
    if version > VERSION:
        raise refusal(path, newer(version, VERSION))
    if path.stat().st_size <= _SMALL or version < VERSION:
        (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise refusal(path, _("it is damaged"))
    if version == VERSION:
        for query in _SHAPE:
            db.execute(f"{query} LIMIT 0")  # an error where a table or a column is missing


def migrate(db: sqlite3.Connection) -> None:
    """Bring the tables to the present version, all the way or not at all."""
    sqlite.migrate(db, MIGRATIONS, application=APPLICATION)
