"""SQLite files, whoever keeps what in them: their errors in words, and tables that come by numbered steps."""

import sqlite3
import time
from collections.abc import Callable, Sequence
from typing import Final

from ludoteca.core.words import N_, _

_REASONS: Final = {
    sqlite3.SQLITE_PERM: N_("permission is denied"),
    sqlite3.SQLITE_BUSY: N_("another program has held it for too long; try again"),
    sqlite3.SQLITE_LOCKED: N_("another program has held it for too long; try again"),
    sqlite3.SQLITE_READONLY: N_("it cannot be written to"),
    sqlite3.SQLITE_IOERR: N_("the disk cannot be read or written"),
    sqlite3.SQLITE_CORRUPT: N_("it is damaged"),
    sqlite3.SQLITE_FULL: N_("the disk is full"),
    sqlite3.SQLITE_CANTOPEN: N_("it cannot be opened"),
}
_PRIMARY: Final = 0xFF  # the other bits of a code say more than a person needs


def is_busy(error: sqlite3.Error) -> bool:
    """Whether somebody else was at it and trying again may help."""
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def reason(error: sqlite3.Error, *, foreign: str) -> str:
    """What an error means; `foreign` where the file is no database at all.

    >>> reason(sqlite3.OperationalError("no such table: games"), foreign="")
    'it is damaged (no such table: games)'
    """
    code = _code(error)
    if code == sqlite3.SQLITE_NOTADB:
        return foreign
    if code in (0, sqlite3.SQLITE_ERROR) and str(error).startswith("no such"):  # a table, a column
        return _("it is damaged ({what})", what=error)
    return _(_REASONS[code]) if code in _REASONS else str(error)


def patiently(act: Callable[[], object], seconds: float, *busy: type[Exception]) -> None:
    """Do something again and again while another program is writing, for so long, which SQLite says itself or
    one of `busy`; here and not in sqlite3, which hears no Ctrl-C."""
    deadline = time.monotonic() + seconds
    awaited: tuple[type[Exception], ...] = (sqlite3.OperationalError, *busy)
    while True:
        try:
            act()
            return
        except awaited as error:
            is_over = isinstance(error, sqlite3.Error) and not is_busy(error)
            if is_over or time.monotonic() >= deadline:
                raise
            time.sleep(0.01)


def newer(version: int, known: int) -> str:
    """Why tables of a version are refused by a program that knows older ones."""
    return _("it is from a newer Ludoteca (version {version} of the tables; {known} is known here)",
             version=version, known=known)  # fmt: skip


def pragma(db: sqlite3.Connection, name: str) -> int:
    """A number that SQLite tells about a file."""
    (value,) = db.execute(f"PRAGMA {name}").fetchone()
    return int(value)


def migrate(db: sqlite3.Connection, steps: Sequence[str], *, application: int) -> None:
    """Take the steps that the tables lack, all of them or none, and mark the file with its application."""
    if pragma(db, "user_version") == len(steps):
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        version = pragma(db, "user_version")  # another process may have been faster
        for statements in steps[version:]:
            for statement in statements.split(";\n"):
                db.execute(statement)
        db.execute(f"PRAGMA application_id = {application}")
        db.execute(f"PRAGMA user_version = {len(steps)}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY
