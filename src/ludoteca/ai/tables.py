"""Tables on the disk, the package's own and those made here: what is told when one is missing or damaged."""

from importlib import resources
from pathlib import Path

from ludoteca.ai.limit import Limit
from ludoteca.core import LudotecaError
from ludoteca.core.words import _
from ludoteca.system.disk import FileError

_told: set[str] = set()


def tell_damaged(problem: LudotecaError, limit: Limit) -> None:
    """Warn that a table was dropped; it is told once, since it is mended."""
    limit.warn(_("{problem} The table is made anew.", problem=problem))


def tell_not_kept(problem: LudotecaError, limit: Limit) -> None:
    """Warn that a table will have to be made again next time: once in the life of this process."""
    if "not kept" not in _told:
        _told.add("not kept")
        limit.warn(_("{problem} So a table cannot be kept for the next time.", problem=problem))


def damaged(path: Path) -> FileError:
    """A file that is not what was written."""
    return FileError(str(path), _("this table is damaged"))


def wrong(path: Path) -> FileError:
    """A file that is what was written, but not true: what it says of some positions does not follow."""
    return FileError(str(path), _("this table is wrong"))


def shipped(package: str, name: str) -> bytes:
    """A file that comes with the package; LudotecaError where the installation lacks it."""
    try:
        return resources.files(package).joinpath(name).read_bytes()
    except OSError:
        message = _("This installation of Ludoteca lacks its file {name}: install it again.", name=name)
        raise LudotecaError(message) from None
