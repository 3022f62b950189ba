"""Winning positions kept on the disk: a folder for each board and goal, its bitmap in compressed pieces.

Pieces of 2 MiB let reading and writing stop when time is up. A bitmap is only taken if every piece is whole
and says that it belongs to it; whatever is wrong with the disk is told, and the bitmap made again.
"""

import os
import shutil
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import numpy as np

from ludoteca.ai.limit import Clock
from ludoteca.ai.solitario.bitmap import Bitmap
from ludoteca.ai.tables import damaged
from ludoteca.core import LudotecaError
from ludoteca.system.cache import keep, read_kept
from ludoteca.system.folders import cache_folder

VERSION: Final = 1
LEAST: Final = 4 << 20  # bytes of a bitmap worth keeping: a smaller one is made as fast as it is read
MOST: Final = 1 << 30  # bytes of all pieces together; the boards asked for longest ago go first
PIECE: Final = 2 << 20

Key = tuple[int, int, int, int]


def load(key: Key, shape: Bitmap, clock: Clock) -> Any | None:
    """The bitmap kept for these rows, columns, usable cells and goal; None if not all of it is there, or time
    is up; FileError if any of it is damaged."""
    size = 1 << shape.bits - 3
    try:
        folder = folder_of(key)
    except LudotecaError:  # there is no cache
        return None
    if size < LEAST or not os.path.lexists(folder):
        return None
    if not folder.is_dir():
        raise damaged(folder)
    raw = np.empty(size, np.uint8)

    def read(number: int) -> bool:
        path, head = folder / f"{number}", _head(key, shape, number)
        if (data := read_kept(path)) is None:
            return False
        with suppress(zlib.error):
            squeezed = zlib.decompressobj()
            piece = squeezed.decompress(data[len(head) + 4 :], PIECE + 1)
            checked = data[: len(head) + 4] == head + _crc(head + piece)
            if checked and len(piece) == PIECE and squeezed.eof and not squeezed.unused_data:
                raw[number * PIECE : (number + 1) * PIECE] = np.frombuffer(piece, np.uint8)
                return True
        raise damaged(path)

    if not _all(read, size // PIECE, clock):
        return None
    with suppress(OSError):
        os.utime(folder)
    return raw.view(f"<u{1 << shape.word - 3}").reshape(shape.shape)


def save(key: Key, shape: Bitmap, words: Any, clock: Clock) -> None:
    """Keep a bitmap if there is time for it; LudotecaError where it cannot be kept."""
    if words.nbytes < LEAST:
        return
    folder = folder_of(key)
    if os.path.lexists(folder) and not folder.is_dir():
        with suppress(OSError):
            folder.unlink()
    raw = little(words)

    def write(number: int) -> bool:
        piece = raw[number * PIECE : (number + 1) * PIECE].tobytes()
        head = _head(key, shape, number)
        keep(folder / f"{number}", head + _crc(head + piece) + zlib.compress(piece, 1))
        return True

    _all(write, len(raw) // PIECE, clock)
    _forget_oldest(folder)


def _all(work: Callable[[int], bool], pieces: int, clock: Clock) -> bool:
    """Do a piece of work for each piece, on all processors, until one fails or time is up."""
    pool = ThreadPoolExecutor(os.cpu_count())
    try:
        for done in [pool.submit(work, number) for number in range(pieces)]:
            if not done.result() or clock.expired:
                return False
    finally:
        pool.shutdown(cancel_futures=True)
    return True


def folder_of(key: Key) -> Path:
    """Where the pieces of a bitmap are; LudotecaError where there is no cache."""
    rows, cols, usable, goal = key
    name = f"{rows}x{cols}-{goal}-{zlib.crc32(b'%x' % usable):08x}"
    return cache_folder(os.environ) / "solitario" / name


def _head(key: Key, shape: Bitmap, number: int) -> bytes:
    """What a piece begins with: the form's version, the board, how positions are numbered, its number."""
    rows, cols, usable, goal = key
    numbering = zlib.crc32(repr((shape.bits, shape.word, shape.codes, shape.empty)).encode())
    return f"ludoteca solitario {VERSION} {rows}x{cols} {usable:x} {goal} {numbering:08x} {number}\n".encode()


def _crc(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(4, "little")


def little(words: Any) -> Any:
    """The bytes of a bitmap, each word's lowest first: a copy only where a machine turns them round."""
    return words.astype(words.dtype.newbyteorder("<"), copy=False).reshape(-1).view(np.uint8)


def _forget_oldest(newest: Path) -> None:
    """Remove the folders used longest ago until the rest is small enough."""
    folders: list[tuple[float, int, Path]] = []
    for folder in newest.parent.iterdir():
        with suppress(OSError):  # no folder of ours, or another process is faster
            size = sum(piece.stat().st_size for piece in folder.iterdir())
            folders.append((folder.stat().st_mtime, size, folder))
    total = 0
    for _used, size, folder in sorted(folders, reverse=True):
        total += size
        if total > MOST and folder != newest:
            shutil.rmtree(folder, ignore_errors=True)
