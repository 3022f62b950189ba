"""Networks for 2048 on 4 x 4: the one that comes with the package, and those made on this machine.

A network file holds whole numbers, `unit` points each, for the weights that were learned well enough; any
other weight is the file's `rest`. Form 1: a line of text, a line of JSON, then squeezed bits that say which
weights there are, and their numbers.
"""

import json
import os
import zlib
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from ludoteca.core import FormatError
from ludoteca.core.words import _
from ludoteca.kernels.g2048.network import WEIGHTS
from ludoteca.system.disk import FileError
from ludoteca.system.folders import NoHome, data_folder

MOST: Final = 400_000_000  # bytes of a file, the largest that could be one
SHIPPED: Final = "shipped.net"
OWN: Final = "g2048.net"
_MARK: Final = b"ludoteca network 1\n"


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
    body = np.packbits(known).tobytes() + numbers.view(np.uint8).reshape(-1, 2).T.tobytes()
    return _MARK + json.dumps(head).encode() + b"\n" + zlib.compress(body, 9)


def unpack(data: bytes) -> Network:
    """The network of a file."""
    if not data.startswith(_MARK):
        raise FormatError(_("this is not a network file of version 1"))
    try:
        line, body = data[len(_MARK) :].split(b"\n", 1)
        head, raw = json.loads(line), np.frombuffer(zlib.decompress(body), np.uint8)
        known = np.unpackbits(raw[: WEIGHTS // 8]).view(bool)
        weights = np.full(WEIGHTS, int(head["rest"]), np.int16)
        planes = raw[WEIGHTS // 8 :].reshape(2, -1)
        weights[known] = planes[0] | planes[1].astype(np.int16) << 8
        return Network(weights, np.float32(head["unit"]), float(head["score"]))
    except (ValueError, KeyError, TypeError, OverflowError, zlib.error):
        raise FormatError(_("this network file is damaged")) from None


def own_file() -> Path:
    """Where the network made on this machine is kept."""
    return data_folder(os.environ) / "2048" / OWN


def load(path: str) -> Network:
    """The network of a file on disk."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST + 1)
    except (OSError, ValueError) as error:
        raise FileError.of(path, error) from None
    try:
        return unpack(data)
    except FormatError as error:
        raise FileError(path, str(error)) from None


def best_network(warn: Callable[[str], None]) -> Network:
    """The network to play with: this machine's own where its last games were better, else the shipped.

    One's own that cannot be read is told to `warn`, and the shipped one plays in its place.
    """
    shipped = unpack(resources.files("ludoteca.ai.g2048").joinpath(SHIPPED).read_bytes())
    try:
        path = own_file()
    except NoHome:
        return shipped
    if not path.exists():
        return shipped
    try:
        own = load(str(path))
    except FileError as error:
        warn(_("{problem} The network that comes with Ludoteca plays instead.", problem=error))
        return shipped
    return own if own.score > shipped.score else shipped
