"""The disk, handled with care: whole files in, whole files out, and a sentence for all that can go wrong."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO, Final

from ludoteca.core import FormatError, LudotecaError
from ludoteca.core.words import N_, _
from ludoteca.system.folders import NoHome, archive_file

LIMIT: Final = 4_000_000
COMPANIONS: Final = ("", "-wal", "-shm", "-journal")  # how the names of an SQLite file and its helpers end

_REASONS: Final = {
    errno.ENOENT: N_("there is no such file or folder"),
    errno.ENOTDIR: N_("there is no such file or folder"),
    errno.EISDIR: N_("that is a folder, not a file"),
    errno.EACCES: N_("permission is denied"),
    errno.EPERM: N_("permission is denied"),
    errno.EROFS: N_("that disk cannot be written to"),
    errno.ENOSPC: N_("the disk is full"),
    errno.EDQUOT: N_("the disk is full"),
    errno.ENAMETOOLONG: N_("the name is too long"),
    errno.EINVAL: N_("that is not a file name"),
    errno.ENXIO: N_("nobody is at the other end"),
}


class FileError(LudotecaError):
    """A file could not be read or written; the text names it and says why."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(_("{path}: {reason}.", path=path[:200] or "''", reason=reason))

    @classmethod
    def of(cls, path: str, error: OSError | ValueError) -> "FileError":
        """The sentence for what the system said."""
        code = error.errno if isinstance(error, OSError) and error.errno else errno.EINVAL
        return cls(path, _(_REASONS[code]) if code in _REASONS else os.strerror(code))


def read_bytes(path: str, *, most: int = LIMIT) -> bytes:
    """The whole of an ordinary file of at most 4 MB or `most` bytes; devices and pipes are not waited for."""
    try:
        ordinary = stat.S_ISREG(os.stat(path).st_mode) or os.path.isdir(path)
        if ordinary:
            with open(path, "rb", opener=_without_waiting) as file:
                data = file.read(most + 1) or b""
    except (OSError, ValueError) as error:
        raise FileError.of(path, error) from None
    if not ordinary:
        raise FileError(path, _("that is not an ordinary file"))
    if len(data) > most:
        raise FileError(path, _("the file is too large for a game"))
    return data


def _without_waiting(path: str, flags: int) -> int:
    """Open what never lets one wait: a pipe that nobody reads is an error at once."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


def read_stream(stream: BinaryIO) -> bytes:
    """The rest of a stream, of at most 4 MB."""
    data = stream.read(LIMIT + 1)
    if len(data) > LIMIT:
        raise FileError("-", _("the file is too large for a game"))
    return data


def text_of(data: bytes) -> str:
    """The text of UTF-8 bytes, with or without a byte-order mark."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FormatError(_("this is not text in UTF-8"), line=line) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise FormatError(_("this is a binary file, not text"), line=line)
    return text


def replaces(path: str) -> bool:
    """Whether a file written here would take the place of another; FileError where nobody may write: over the
    archive, a folder or a device, whatever link leads there."""
    with _saying(path):
        _place, mode = _target(path)
        if mode is not None and stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, "")
        if mode is not None and not stat.S_ISREG(mode):
            raise FileError(path, _("that is not an ordinary file"))
    return mode is not None


def same_file(path: str, other: str) -> bool:
    """Whether two names mean one file, there already or not."""
    with suppress(OSError):
        return os.path.samefile(path, other)
    return os.path.realpath(path) == os.path.realpath(other)


def write_bytes(path: str, data: bytes) -> None:
    """Write a file whole or not at all: what stood there stays until the new one is safe on the disk."""
    with replacing(path) as file:
        file.write(data)


@contextmanager
def replacing(path: str) -> Iterator[BinaryIO]:
    """A file to write to that takes its place when all went well; what stood there stays until then."""
    with _saying(path):
        target, mode = _target(path)
        if mode is not None and not stat.S_ISREG(mode):
            with open(target, "wb", opener=_without_waiting) as file:
                os.set_blocking(file.fileno(), True)
                yield file
        elif mode is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, "")
        else:
            with _beside(target, mode) as file:
                yield file


@contextmanager
def _saying(path: str) -> Iterator[None]:
    """What the system says about a file inside this block becomes a sentence."""
    try:
        yield
    except LudotecaError:
        raise
    except (OSError, ValueError) as error:
        raise FileError.of(path, error) from None


def _target(path: str) -> tuple[str, int | None]:
    """Where a file is written, at the end of all links, and the mode of what is there; never the archive."""
    name = os.path.basename(path)
    if path and name in ("", ".", ".."):  # realpath would forget a slash after the name of a file
        raise IsADirectoryError(errno.EISDIR, "")
    if path and _is_archive(path):
        raise FileError(path, _("your games are kept there; choose another name"))
    target = os.path.realpath(path) if path else path
    return target, os.stat(target).st_mode if os.path.exists(target) else None


def _is_archive(path: str) -> bool:
    try:
        archive = archive_file(os.environ)
    except NoHome:  # and so no archive
        return False
    return any(same_file(path, f"{archive}{end}") for end in COMPANIONS)


@contextmanager
def _beside(target: str, mode: int | None) -> Iterator[BinaryIO]:
    """Write beside the target, make sure of it, then take the target's place and permissions."""
    beside = os.path.join(os.path.dirname(target), f".ludoteca-{os.urandom(6).hex()}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with open(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(handle)
        if mode is not None:
            os.chmod(beside, stat.S_IMODE(mode))
        os.replace(beside, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise
