"""Where the learning of 2048 is kept until it goes on: one training at a time, whole files, and no surprises.

A training is some 800 MB in NumPy's own form, a ZIP archive of three arrays whose checksums it has.
"""

import os
import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import numpy as np
from numpy.lib import format as npy

from ludoteca.ai.g2048.network import OWN
from ludoteca.core import LudotecaError
from ludoteca.core.words import _
from ludoteca.kernels.g2048.network import WEIGHTS
from ludoteca.system.disk import FileError, replacing
from ludoteca.system.folders import data_folder

_FORM: Final = 1
_PIECE: Final = 1 << 24  # bytes that are read or written at once
_LEFT_OVER: Final = ".ludoteca-*"  # what a program that was killed had not finished writing


class Learning(NamedTuple):
    """What is kept of a training: moves and games so far, weights, how far each may be trusted."""

    counts: tuple[int, int]
    weights: Any
    trust: Any


def training_file() -> Path:
    """Where the learning is kept until it goes on; some 800 MB."""
    return data_folder(os.environ) / "2048" / "training.npz"


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold a training for oneself: a second one that begins meanwhile is refused, not mixed up with it.

    What cannot be written at the end is refused at the beginning: nobody learns for hours to lose it.
    """
    file = path.with_suffix(".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o666)
    except OSError as error:
        raise FileError.of(str(file), error) from None
    try:
        for each in (file, path, path.with_name(OWN)):
            _ordinary(each)
        if _locked(lock, file):
            for left in path.parent.glob(_LEFT_OVER):
                with suppress(OSError):
                    left.unlink()
        yield
    finally:
        os.close(lock)


def _ordinary(path: Path) -> None:
    """Refuse a pipe, a folder or a link to nowhere in the place of a file."""
    if os.path.lexists(path):
        try:
            mode = path.stat().st_mode
        except OSError as error:
            raise FileError.of(str(path), error) from None
        if not stat.S_ISREG(mode):
            raise FileError(str(path), _("that is not an ordinary file"))


def _locked(lock: int, path: Path) -> bool:
    """Whether this is the only training now, if that can be known; LudotecaError if it is not."""
    try:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # Windows has no such locks
        return False
    except BlockingIOError:
        raise LudotecaError(_("Another training is under way.")) from None
    except OSError as error:
        raise FileError.of(str(path), error) from None
    return True


def read_training(path: Path) -> Learning:
    """The training of a file; FileError if it is damaged, or anything but three arrays of the right size."""
    _ordinary(path)
    try:
        with open(path, "rb") as file, zipfile.ZipFile(file) as archive:
            form, moves, games = _read(archive, "counts", (3,), np.int64).tolist()
            weights = _read(archive, "weights", (WEIGHTS,), np.float32)
            trust = _read(archive, "trust", (WEIGHTS, 2), np.float32)
        if form != _FORM or min(moves, games) < 0:
            raise ValueError
    except (FileNotFoundError, PermissionError) as error:
        raise FileError.of(str(path), error) from None
    except MemoryError:
        raise
    except Exception:  # NumPy and zipfile raise a dozen kinds for a damaged file
        reason = _("this is not a training that can be gone on with; --fresh begins anew")
        raise FileError(str(path), reason) from None
    return Learning((moves, games), weights, trust)


def _read(archive: zipfile.ZipFile, name: str, shape: tuple[int, ...], kind: type) -> Any:
    """An array, if it has this shape; what a file says of its size is not believed."""
    with archive.open(f"{name}.npy") as opened:
        file: Any = opened
        read_head = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}
        found = read_head[npy.read_magic(file)](file)
        if found != (shape, False, np.dtype(kind)):
            raise ValueError
        array: Any = np.empty(shape, kind)
        room = memoryview(array).cast("B")
        while room:
            if not (count := file.readinto(room[:_PIECE])):
                raise ValueError
            room = room[count:]
        if file.read(1):  # the checksum is looked at when all is read
            raise ValueError
    return array


def write_training(path: Path, kept: Learning) -> None:
    """Keep a training: what stood there stays until the new one is safe on the disk."""
    counts = np.array([_FORM, *kept.counts], np.int64)
    with replacing(str(path)) as file:
        steady = _Steady(file)
        sink: Any = steady
        with zipfile.ZipFile(sink, "w") as archive:
            for name, array in (("counts", counts), ("weights", kept.weights), ("trust", kept.trust)):
                with archive.open(f"{name}.npy", "w", force_zip64=True) as out:
                    npy.write_array(out, array, allow_pickle=False)
        if steady.error:
            raise steady.error


class _Steady:
    """Writes on whatever happens: an archive that is stopped half-way has a complaint of its own."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.error: OSError | None = None

    def write(self, data: bytes) -> int:
        """Write, or once it went wrong, pretend to."""
        if self.error is None:
            try:
                self._file.write(data)
            except OSError as error:
                self.error = error
        return len(data)

    def flush(self) -> None:
        """Nothing: whoever has the file does that."""
