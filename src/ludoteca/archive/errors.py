"""What can go wrong with the archive, as sentences: every error of the database becomes one."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ludoteca.core import LudotecaError
from ludoteca.core.words import N_, _
from ludoteca.system.disk import FileError

_REASONS: Final = {
    sqlite3.SQLITE_PERM: N_("permission is denied"),
    sqlite3.SQLITE_BUSY: N_("another program has held it for too long; try again"),
    sqlite3.SQLITE_LOCKED: N_("another program has held it for too long; try again"),
    sqlite3.SQLITE_READONLY: N_("it cannot be written to"),
    sqlite3.SQLITE_IOERR: N_("the disk cannot be read or written"),
    sqlite3.SQLITE_CORRUPT: N_("it is damaged"),
    sqlite3.SQLITE_FULL: N_("the disk is full"),
    sqlite3.SQLITE_CANTOPEN: N_("it cannot be opened"),
    sqlite3.SQLITE_NOTADB: N_("it is not an archive of Ludoteca"),
}
_PRIMARY: Final = 0xFF  # the other bits of a code say more than a person needs


class ArchiveError(LudotecaError):
    """The archive cannot do this; the text says why."""


class BusyError(ArchiveError):
    """Another program holds the archive; nothing has changed, and trying again may help."""


def refusal(path: Path, reason: str, kind: type[ArchiveError] = ArchiveError) -> ArchiveError:
    """The error that names the archive and says what is wrong with it."""
    return kind(_("The archive {path}: {reason}.", path=str(path)[:200], reason=reason.rstrip(".")))


@contextmanager
def as_archive_errors(path: Path) -> Iterator[None]:
    """Let what the system or the database says inside the block become an ArchiveError."""
    try:
        yield
    except sqlite3.Error as error:
        raise refusal(path, _reason(error), BusyError if is_busy(error) else ArchiveError) from None
    except OverflowError:
        raise ArchiveError(_("That number is too large.")) from None
    except OSError as error:
        raise ArchiveError(str(FileError.of(str(path), error))) from None


def is_busy(error: sqlite3.Error) -> bool:
    """Whether somebody else was at it and trying again may help."""
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY


def _reason(error: sqlite3.Error) -> str:
    code = _code(error)
    if code == sqlite3.SQLITE_ERROR and str(error).startswith("no such"):  # a table, a column
        return _("it is damaged ({what})", what=error)
    return _(_REASONS[code]) if code in _REASONS else str(error)


def patiently(act: Callable[[], object], seconds: float) -> None:
    """Do something again and again while another program is writing, for so long; here and not in sqlite3,
    which hears no Ctrl-C."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            act()
            return
        except (sqlite3.OperationalError, BusyError) as error:
            busy = isinstance(error, BusyError) or is_busy(error)
            if not busy or time.monotonic() >= deadline:
                raise
            time.sleep(0.01)
