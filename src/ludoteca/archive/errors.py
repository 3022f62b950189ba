"""What can go wrong with the archive, as sentences: every error of the database becomes one."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ludoteca.core import LudotecaError
from ludoteca.core.words import _
from ludoteca.system import sqlite
from ludoteca.system.disk import FileError
from ludoteca.system.sqlite import is_busy, reason


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
        why = reason(error, foreign=_("it is not an archive of Ludoteca"))
        raise refusal(path, why, BusyError if is_busy(error) else ArchiveError) from None
    except OverflowError:
        raise ArchiveError(_("That number is too large.")) from None
    except OSError as error:
        raise ArchiveError(str(FileError.of(str(path), error))) from None


def patiently(act: Callable[[], object], seconds: float) -> None:
    """Do something again and again while another program is writing, for so long."""
    sqlite.patiently(act, seconds, BusyError)
