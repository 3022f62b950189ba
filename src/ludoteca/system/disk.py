"""The disk, handled with care: whole files in, whole files out, and a sentence for all that can go wrong."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO, Final

from ludoteca.core import FormatError, LudotecaError
from ludoteca.core.words import N_, _

LIMIT: Final = 4_000_000

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
            with open(path, "rb") as file:
                data = file.read(most + 1)
    except (OSError, ValueError) as error:
        raise FileError.of(path, error) from None
    if not ordinary:
        raise FileError(path, _("that is not an ordinary file"))
    if len(data) > most:
        raise FileError(path, _("the file is too large for a game"))
    return data


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


def write_bytes(path: str, data: bytes) -> None:
    """Write a file whole or not at all: what stood there stays until the new one is safe on the disk."""
    with replacing(path) as file:
        file.write(data)


@contextmanager
def replacing(path: str) -> Iterator[BinaryIO]:
    """A file to write to that takes its place when all went well; what stood there stays until then."""
    try:
        target = os.path.realpath(path) if path else path
        mode = os.stat(target).st_mode if os.path.exists(target) else None
        if mode is not None and not stat.S_ISREG(mode):
            with open(target, "wb") as file:
                yield file
        elif mode is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, "")
        else:
            with _beside(target, mode) as file:
                yield file
    except LudotecaError:
        raise
    except (OSError, ValueError) as error:
        raise FileError.of(path, error) from None


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
