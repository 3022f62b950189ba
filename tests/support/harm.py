"""What can happen to a file that is kept for later: each does it to the file at a path."""

import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Final

Harm = Callable[[Path], object]


def changed(how: Callable[[bytes], bytes]) -> Harm:
    """Other bytes."""
    return lambda path: path.write_bytes(how(path.read_bytes()))


def instead(make: Harm) -> Harm:
    """Something else in its place."""

    def harm(path: Path) -> None:
        path.unlink()
        make(path)

    return harm


def _huge(path: Path) -> None:
    path.touch()
    os.truncate(path, 100 << 30)


def flipped(data: bytes, at: int) -> bytes:
    """The same with one bit of one byte turned round."""
    return data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :]


DAMAGE: Final[dict[str, Harm]] = {
    "empty": changed(lambda _data: b""),
    "cut short": changed(lambda data: data[:-1]),
    "half": changed(lambda data: data[: len(data) // 2]),
    "longer": changed(lambda data: data + b"\0"),
    "another byte": changed(lambda data: flipped(data, len(data) // 2)),
    "random bytes": changed(lambda _data: random.Random(5).randbytes(5000)),
    "a folder": instead(Path.mkdir),
    "a full folder": instead(lambda path: (path / "a" / "b").mkdir(parents=True)),
    "a dangling link": instead(lambda path: path.symlink_to(path.parent / "no such file")),
    "a link to itself": instead(lambda path: path.symlink_to(path)),
    "a pipe": instead(os.mkfifo),
    "a device": instead(lambda path: path.symlink_to("/dev/zero")),
    "100 GB of nothing": instead(_huge),
}
