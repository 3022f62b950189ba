"""The worth of a 2048 position, from layers that are kept on disk once made.

Of 3 x 3 two of every eight layers are kept, 43 MB with nothing rounded: every 16 in the sum of the tiles
there are two next to each other, which no line of play can jump over, and what comes before them is solved
again in a few milliseconds. A pair of layers is a file; if one is missing, damaged or foreign, all are made.
"""

import os
import struct
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ludoteca.ai.g2048.layers import NONE, Aim, Codes, Explored, Layer, Stranger, Values, solve, starts
from ludoteca.ai.limit import Clock
from ludoteca.core import LudotecaError
from ludoteca.system.disk import read_bytes, write_bytes
from ludoteca.system.folders import cache_folder

PERIOD: Final = 16
# A file: mark, version, side, goal, number, how many boards of either sum; these, squeezed; a checksum.
_HEAD: Final = struct.Struct("<13sBBBHII")
_MARK, _VERSION = b"ludoteca 2048", 1


def value(aim: Aim, total: int, asked: Codes, clock: Clock) -> tuple[Values, int]:
    """What boards of one sum are worth before nature's tile, and how many boards were valued to know it."""
    try:
        return _value(aim, total, asked, _kept(aim, total, clock), clock)
    except Stranger:
        return _value(aim, total, asked, {}, clock)


def _value(
    aim: Aim, total: int, asked: Codes, known: Mapping[int, Layer], clock: Clock
) -> tuple[Values, int]:
    """The same, looking no further than the layers known."""
    layer, nodes = known.get(total, NONE), 0
    if total not in known:
        for _total, layer in solve(aim, Explored({}, {total: asked}), known, clock):
            nodes += len(layer.codes)
    if not len(layer.codes):
        raise Stranger
    order = np.argsort(layer.codes)
    at = order[np.minimum(np.searchsorted(layer.codes, asked, sorter=order), len(order) - 1)]
    if (layer.codes[at] != asked).any():
        raise Stranger
    return layer.values[at], nodes


_unwritten: dict[Path, bytes] = {}


def _kept(aim: Aim, total: int, clock: Clock) -> Mapping[int, Layer]:
    """The pair of layers next above a sum, made with all the others if need be; none where there is none."""
    number = max(1, total // PERIOD + (total % PERIOD > 2))
    if aim.size == 2 or number * PERIOD > aim.top:
        return {}
    path = _path(aim, number)
    if (pair := _read(aim, number, path)) is None:
        _make(aim, clock)
        pair = _read(aim, number, path)
    return pair or {}


def _path(aim: Aim, number: int) -> Path:
    name = f"{aim.size}x{aim.size}-{1 << aim.goal if aim.goal else 'score'}"
    return cache_folder(os.environ) / "2048" / name / f"{number * PERIOD:04}"


def _make(aim: Aim, clock: Clock) -> None:
    """Solve the whole game and keep the layers of two sums, one after the other, in every period."""
    pairs: dict[int, dict[int, Layer]] = {number: {} for number in range(1, aim.top // PERIOD + 1)}
    lowest = max(pairs, default=0)
    for total, layer in solve(aim, starts(aim), {}, clock):
        while total < lowest * PERIOD:
            _write(aim, lowest, pairs.pop(lowest))
            lowest -= 1
        if total % PERIOD <= 2 and lowest:
            pairs[lowest][total] = layer


def _write(aim: Aim, number: int, pair: Mapping[int, Layer]) -> None:
    """Put a pair of layers on the disk, or where that cannot be, remember it."""
    data, counts = [], []
    for total in (number * PERIOD, number * PERIOD + 2):
        codes, values = pair.get(total, NONE)
        order = np.argsort(codes)
        steps = np.diff(codes[order], prepend=np.uint64(0)).astype("<u8")
        data += [_planes(steps, 6), _planes(values[order].astype("<f8"), 8)]
        counts.append(len(codes))
    file = _HEAD.pack(_MARK, _VERSION, *aim, number, *counts) + zlib.compress(b"".join(data), 1)
    file += zlib.crc32(file).to_bytes(4, "little")
    path = _path(aim, number)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(str(path), file)
    except (OSError, LudotecaError):
        _unwritten[path] = file


def _planes(numbers: npt.NDArray[Any], width: int) -> bytes:
    """The lowest bytes of all numbers, then the next ones and so on, since like bytes compress well."""
    return numbers.view(np.uint8).reshape(-1, 8).T[:width].tobytes()


def _read(aim: Aim, number: int, path: Path) -> dict[int, Layer] | None:
    """A pair of layers as it was written; None where there is none, or something else or damaged."""
    with suppress(LudotecaError, struct.error, zlib.error):
        file = _unwritten[path] if path in _unwritten else read_bytes(str(path))
        *head, low, high = _HEAD.unpack(file[: _HEAD.size])
        sound = zlib.crc32(file[:-4]).to_bytes(4, "little") == file[-4:]
        if sound and head == [_MARK, _VERSION, *aim, number]:
            raw, total = zlib.decompress(file[_HEAD.size : -4]), number * PERIOD
            return {total: _layer(raw[: 14 * low], low), total + 2: _layer(raw[14 * low :], high)}
    return None


def _layer(raw: bytes, count: int) -> Layer:
    """The layer of these bytes."""
    planes = np.zeros((2, count, 8), np.uint8)
    planes[0, :, :6] = np.frombuffer(raw, np.uint8, 6 * count).reshape(6, count).T
    planes[1] = np.frombuffer(raw, np.uint8, 8 * count, 6 * count).reshape(8, count).T
    steps, values = planes[0].view("<u8")[:, 0], planes[1].view("<f8")[:, 0]
    return Layer(np.cumsum(steps, dtype=np.uint64), values.astype(np.float64))
