"""Networks for 2048 on 4 x 4: the one that comes with the package, and those made on this machine.

A network file holds whole numbers, `unit` points each, for the weights that were learned well enough; any
other weight is the file's `rest`. Form 1: a line of text, a line of JSON, then squeezed bits that say which
weights there are, and their numbers. The JSON has a checksum of all the rest, but in the oldest files.
"""

import hashlib
import json
import math
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from ludoteca.ai.tables import shipped
from ludoteca.core import FormatError, LudotecaError
from ludoteca.core.words import _
from ludoteca.kernels.g2048.network import WEIGHTS
from ludoteca.system.disk import FileError, read_bytes
from ludoteca.system.folders import data_folder

_BITS: Final = WEIGHTS // 8  # bytes that say which weights there are
_LARGEST: Final = _BITS + 2 * WEIGHTS  # bytes of a network with all weights
MOST: Final = _LARGEST + 1_000_000  # bytes of a file: squeezing may make it a little larger
_LONGEST_HEAD: Final = 1000
SHIPPED: Final = "shipped.net"
OWN: Final = "g2048.net"
_MARK: Final = b"ludoteca network 1\n"
_HEAD: Final = {"game", "unit", "rest", "score", "moves"}


class Network(NamedTuple):
    """Weights as whole numbers of `unit` points, and the mean points of the last games they learned from."""

    weights: Any
    unit: Any
    score: float


def pack(weights: Any, known: Any, *, unit: float, score: float, moves: int) -> bytes:
    """The file of a network: the known weights rounded to the unit, all others as their mean is."""
    rest = round(float(weights[known].mean()) / unit) if known.any() else 0
    head = {"game": "2048:4", "unit": unit, "rest": rest, "score": round(score), "moves": moves}
    numbers = np.clip(np.round(weights[known] / unit), -32768, 32767).astype("<i2")
    body = zlib.compress(np.packbits(known).tobytes() + numbers.view(np.uint8).reshape(-1, 2).T.tobytes(), 9)
    return _MARK + json.dumps({**head, "sha256": _digest(head, body)}).encode() + b"\n" + body


def _digest(head: dict[str, Any], body: bytes) -> str:
    return hashlib.sha256(json.dumps(head).encode() + body).hexdigest()


def unpack(data: bytes) -> Network:
    """The network of a file; FormatError where it is damaged, or would be larger than a network can be."""
    if not data.startswith(_MARK):
        raise FormatError(_("this is not a network file of version 1"))
    try:
        end = data.index(b"\n", len(_MARK), len(_MARK) + _LONGEST_HEAD)
        head, body = json.loads(data[len(_MARK) : end]), data[end + 1 :]
        digest = head.pop("sha256", None)
        if digest not in (None, _digest(head, body)) or head.keys() != _HEAD:
            raise ValueError
        unit, score, rest = float(head["unit"]), float(head["score"]), int(head["rest"])
        if not (0 < unit < math.inf and math.isfinite(score) and -32768 <= rest <= 32767):
            raise ValueError
        return Network(_weights(body, rest), np.float32(unit), score)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError, zlib.error):
        raise FormatError(_("this network file is damaged")) from None


def _weights(body: bytes, rest: int) -> Any:
    """The squeezed weights of a file, those that it leaves out being `rest`."""
    squeezed = zlib.decompressobj()
    raw = np.frombuffer(squeezed.decompress(body, _LARGEST + 1), np.uint8)
    if not _BITS <= len(raw) <= _LARGEST or not squeezed.eof or squeezed.unused_data:
        raise ValueError
    known = np.unpackbits(raw[:_BITS]).view(bool)
    weights = np.full(WEIGHTS, rest, np.int16)
    planes = raw[_BITS:].reshape(2, -1)
    weights[known] = planes[0] | planes[1].astype(np.int16) << 8
    return weights


def own_file() -> Path:
    """Where the network made on this machine is kept."""
    return data_folder(os.environ) / "2048" / OWN


def load(path: str) -> Network:
    """The network of a file on disk."""
    try:
        return unpack(read_bytes(path, most=MOST))
    except FormatError as error:
        raise FileError(path, str(error)) from None


def best_network(warn: Callable[[str], None]) -> Network:
    """The network to play with: this machine's own where its last games were better, else the shipped.

    One's own that cannot be read is told to `warn`, and the shipped one plays in its place.
    """
    own = _own(warn)
    try:
        ours = unpack(shipped("ludoteca.ai.g2048", SHIPPED))
    except LudotecaError:
        if own is None:
            raise
        return own
    return own if own is not None and own.score > ours.score else ours


def _own(warn: Callable[[str], None]) -> Network | None:
    """The network made on this machine, if there is one that can be read."""
    try:
        path = own_file()
    except LudotecaError:  # who has no home has made none
        return None
    if not os.path.lexists(path):
        return None
    try:
        return load(str(path))
    except FileError as error:
        warn(_("{problem} The network that comes with Ludoteca plays instead.", problem=error))
        return None
