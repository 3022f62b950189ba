"""The worth of a 2048 position, from layers that are kept on disk once made.

Of 3 x 3 two of every eight layers are kept, 43 MB with nothing rounded: every 16 in the sum of the tiles
there are two next to each other, which no line of play can jump over, and what comes before them is solved
again in a few milliseconds. A pair of layers is a file; if one is missing, damaged or foreign, all are made.
A file's checksum says that it is what was written. Whether that is true is seen before anybody relies on it:
boards taken at random are solved again from the next pair above.
"""

import os
import struct
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from numpy.random import default_rng as chance

from ludoteca.ai.g2048.layers import (
    NONE,
    Aim,
    Codes,
    Explored,
    Layer,
    Stranger,
    Values,
    belong,
    solve,
    starts,
)
from ludoteca.ai.limit import Clock, nobody
from ludoteca.ai.tables import damaged, tell_damaged, tell_not_kept, wrong
from ludoteca.core import LudotecaError
from ludoteca.system.cache import keep, read_kept
from ludoteca.system.folders import cache_folder

PERIOD: Final = 16
MOST: Final = 1 << 18  # boards of a layer that a file may hold; the largest that is kept has 56,561
SAMPLE: Final = 4  # boards of either layer that are solved again; with theirs some 20
# A file: mark, version, side, goal, number, how many boards of either sum; these, squeezed; a checksum.
_HEAD: Final = struct.Struct("<13sBBBHII")
_MARK, _VERSION = b"ludoteca 2048", 1
_WIDTH: Final = 14  # bytes of a board: six of its code, eight of its worth

Pair = Mapping[int, Layer]


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
    return _worth(layer, asked), nodes


def _worth(layer: Layer, codes: Codes) -> Values:
    """What boards of a layer are worth; Stranger where it lacks one."""
    if len(codes) and not len(layer.codes):
        raise Stranger
    order = np.argsort(layer.codes)
    at = order[np.minimum(np.searchsorted(layer.codes, codes, sorter=order), len(order) - 1)]
    if (layer.codes[at] != codes).any():
        raise Stranger
    return layer.values[at]


_unwritten: dict[tuple[Aim, int], bytes] = {}
_believed: set[tuple[Aim, int, bytes]] = set()  # with their checksums


def _kept(aim: Aim, total: int, clock: Clock) -> Pair:
    """The pair of layers next above a sum, made with all the others if need be; none where there is none."""
    number = max(1, total // PERIOD + (total % PERIOD > 2))
    if aim.size == 2 or number * PERIOD > aim.top:
        return {}
    try:
        pair = _believable(aim, number, clock)
    except LudotecaError as error:
        tell_damaged(error, clock.limit)
        pair = None
    if pair is None:
        _make(aim, clock)
        pair = _read(aim, number)
    return pair or {}


def _believable(aim: Aim, number: int, clock: Clock) -> Pair | None:
    """A pair of layers that holds true where it was looked at; None where one is missing.

    A table that is wrong all over may agree with itself where the goal, or the end, is too far off to be seen
    from one pair to the next. So a pair from which the goal can be made is looked at too, and the last one.
    """
    if (file := _file(aim, number)) is None:
        return None
    pair, mark = _unpack(aim, number, file), (aim, number, file[-4:])
    if mark not in _believed:
        last = _last(aim, number)
        near = (1 << aim.goal) // PERIOD + 1 if aim.goal else number
        for each in {number, min(max(number, near), last), last}:
            here, above = _read(aim, each), _read(aim, each + 1) if each < aim.top // PERIOD else {}
            if here is None or above is None:
                return None
            if not _holds(aim, here, above, clock):
                raise wrong(_path(aim, each))
        _believed.add(mark)
    return pair


def _last(aim: Aim, number: int) -> int:
    """The last pair that has any boards, or this one; none comes after one without."""
    low, high = number, aim.top // PERIOD
    while low < high:
        middle = (low + high + 1) // 2
        file = _file(aim, middle) or b""
        boards = file[_HEAD.size - 8 : _HEAD.size] > bytes(8)
        low, high = (middle, high) if boards else (low, middle - 1)
    return low


def _holds(aim: Aim, pair: Pair, above: Pair, clock: Clock) -> bool:
    """Whether a few boards of a pair, and those that come of them, are worth what the next pair says."""
    if not all(belong(aim, total, layer) for total, layer in pair.items()):
        return False
    luck, quiet = chance(), Clock(replace(clock.limit, progress=nobody), clock.started)
    roots = {
        total: luck.choice(layer.codes, min(SAMPLE, len(layer.codes)), replace=False)
        for total, layer in pair.items()
        if len(layer.codes)
    }
    try:
        for total, layer in solve(aim, Explored({}, roots), above, quiet) if roots else ():
            if total in pair and not np.allclose(
                _worth(pair[total], layer.codes), layer.values, rtol=1e-9, atol=1e-12
            ):
                return False
    except Stranger:
        return False
    return True


def _path(aim: Aim, number: int) -> Path:
    name = f"{aim.size}x{aim.size}-{1 << aim.goal if aim.goal else 'score'}"
    return cache_folder(os.environ) / "2048" / name / f"{number * PERIOD:04}"


def _make(aim: Aim, clock: Clock) -> None:
    """Solve the whole game and keep the layers of two sums, one after the other, in every period."""
    pairs: dict[int, dict[int, Layer]] = {number: {} for number in range(1, aim.top // PERIOD + 1)}
    lowest = max(pairs, default=0)
    for total, layer in solve(aim, starts(aim), {}, clock):
        while total < lowest * PERIOD:
            _write(aim, lowest, pairs.pop(lowest), clock)
            lowest -= 1
        if total % PERIOD <= 2 and lowest:
            pairs[lowest][total] = layer


def _write(aim: Aim, number: int, pair: Pair, clock: Clock) -> None:
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
    try:
        keep(_path(aim, number), file)
    except LudotecaError as error:
        _unwritten[aim, number] = file
        tell_not_kept(error, clock.limit)


def _planes(numbers: npt.NDArray[Any], width: int) -> bytes:
    """The lowest bytes of all numbers, then the next ones and so on, since like bytes compress well."""
    return numbers.view(np.uint8).reshape(-1, 8).T[:width].tobytes()


def _read(aim: Aim, number: int) -> Pair | None:
    """A pair of layers as it was written; None where there is none."""
    file = _file(aim, number)
    return None if file is None else _unpack(aim, number, file)


def _unpack(aim: Aim, number: int, file: bytes) -> Pair:
    """The pair of a file, no larger than a pair can be; FileError where it is damaged."""
    with suppress(struct.error, zlib.error):
        *head, low, high = _HEAD.unpack(file[: _HEAD.size])
        sound = zlib.crc32(file[:-4]).to_bytes(4, "little") == file[-4:]
        if sound and head == [_MARK, _VERSION, *aim, number] and max(low, high) <= MOST:
            size, squeezed = _WIDTH * (low + high), zlib.decompressobj()
            raw = squeezed.decompress(file[_HEAD.size : -4], size + 1)
            if len(raw) == size and squeezed.eof and not squeezed.unused_data:
                total, middle = number * PERIOD, _WIDTH * low
                return {total: _layer(raw[:middle], low), total + 2: _layer(raw[middle:], high)}
    raise damaged(_path(aim, number))


def _file(aim: Aim, number: int) -> bytes | None:
    """The bytes of a pair, from the memory or the disk."""
    if (aim, number) in _unwritten:
        return _unwritten[aim, number]
    try:
        path = _path(aim, number)
    except LudotecaError:  # there is no cache
        return None
    return read_kept(path)


def _layer(raw: bytes, count: int) -> Layer:
    """The layer of these bytes."""
    planes = np.zeros((2, count, 8), np.uint8)
    planes[0, :, :6] = np.frombuffer(raw, np.uint8, 6 * count).reshape(6, count).T
    planes[1] = np.frombuffer(raw, np.uint8, 8 * count, 6 * count).reshape(8, count).T
    steps, values = planes[0].view("<u8")[:, 0], planes[1].view("<f8")[:, 0]
    return Layer(np.cumsum(steps, dtype=np.uint64), values.astype(np.float64))
