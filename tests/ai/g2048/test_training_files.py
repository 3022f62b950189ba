"""The learning of 2048 on the disk: a full disk, damage, a second training; what was learned stays."""

import io
import os
import resource
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy")

import numpy as np

from ludoteca.ai.g2048 import network, training_files
from ludoteca.ai.g2048.training_files import Learning, alone, read_training, write_training
from ludoteca.core import LudotecaError

from support.harm import DAMAGE, flipped

FEW = 1000


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same form with fewer weights; the real size is in test_network.py."""
    monkeypatch.setattr(training_files, "WEIGHTS", FEW)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "2048" / "training.npz"


def learned(moves: int) -> Learning:
    luck = np.random.default_rng(moves)
    return Learning((moves, 7), luck.random(FEW, np.float32), luck.random((FEW, 2), np.float32))


def same(one: Learning, other: Learning) -> bool:
    return one.counts == other.counts and all(map(np.array_equal, one[1:], other[1:]))


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """No file may grow beyond this; Python ignores the signal that comes with it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_what_is_kept_comes_back_as_numpy_would_read_it(path: Path) -> None:
    with alone(path):
        write_training(path, learned(5))
    assert same(read_training(path), learned(5))
    with np.load(path) as archive:
        assert archive["counts"].tolist() == [1, 5, 7]
    with path.open("wb") as file:  # and as earlier versions wrote it
        np.savez(file, counts=np.array([1, 6, 7]), weights=learned(6).weights, trust=learned(6).trust)
    assert same(read_training(path), learned(6))


@pytest.mark.parametrize("size", [0, 10, 500, 5000, 12000])
def test_on_a_full_disk_the_last_training_stays(path: Path, size: int) -> None:
    with alone(path):
        write_training(path, learned(5))
        with full_disk(size), pytest.raises(LudotecaError, match=r"too large|full") as told:
            write_training(path, learned(6))
    assert str(path) in str(told.value)
    assert same(read_training(path), learned(5))
    assert {each.name for each in path.parent.iterdir()} == {"training.npz", "training.lock"}


@pytest.mark.parametrize("harm", [name for name in DAMAGE if name != "longer"])
def test_a_damaged_training_is_refused_with_a_sentence(path: Path, harm: str) -> None:
    with alone(path):
        write_training(path, learned(5))
    DAMAGE[harm](path)
    with pytest.raises(LudotecaError, match=str(path)):
        read_training(path)


def test_no_changed_byte_changes_what_was_learned(path: Path) -> None:
    with alone(path):
        write_training(path, learned(5))
    good = path.read_bytes()
    refused = 0
    for at in range(0, len(good), 17):
        path.write_bytes(flipped(good, at))
        try:
            assert same(read_training(path), learned(5)), at  # a date of the archive, say
        except LudotecaError:
            refused += 1
    assert refused > len(good) / 17 * 0.95


def array_file(shape: tuple[int, ...], kind: str, data: bytes = b"") -> bytes:
    """A file of NumPy's whose head claims a shape."""
    out = io.BytesIO()
    np.lib.format.write_array_header_1_0(out, {"descr": kind, "fortran_order": False, "shape": shape})
    return out.getvalue() + data


CLAIMS: list[dict[str, Any]] = [
    {"weights": array_file((10**12,), "<f4")},
    {"weights": array_file((FEW,), "<f4", bytes(4 * FEW - 1))},
    {"weights": array_file((FEW,), "<f4", bytes(4 * FEW + 1))},
    {"weights": array_file((FEW,), "<f8", bytes(8 * FEW))},
    {"trust": array_file((2, FEW), "<f4", bytes(8 * FEW))},
    {"trust": array_file((-1, 2), "<f4")},
    {"counts": array_file((3,), "<i8", np.array([2, 1, 1]).tobytes())},
    {"counts": array_file((3,), "<i8", np.array([1, -1, 1]).tobytes())},
    {"weights": array_file((FEW,), "|O", b"cos\nsystem\n")},
    {"weights": array_file((FEW,), "<f4", bytes(300 << 20))},
    {"weights": b"\x93NUMPY\x01\x00\xff\xff" + b"(" * 65535},
    {"weights": b""},
]


@pytest.mark.parametrize("claim", CLAIMS)
def test_what_an_archive_claims_is_not_believed(path: Path, claim: dict[str, bytes]) -> None:
    parts = {
        "counts": array_file((3,), "<i8", np.array([1, 5, 7]).tobytes()),
        "weights": array_file((FEW,), "<f4", bytes(4 * FEW)),
        "trust": array_file((FEW, 2), "<f4", bytes(8 * FEW)),
    }
    path.parent.mkdir()

    def write(contents: dict[str, bytes]) -> None:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in contents.items():
                archive.writestr(f"{name}.npy", data)

    write(parts)
    assert read_training(path).counts == (5, 7)
    write({**parts, **claim})
    with pytest.raises(LudotecaError, match="not a training"):
        read_training(path)


@pytest.mark.parametrize("name", ["training.npz", "training.lock", network.OWN])
@pytest.mark.parametrize("harm", ["a folder", "a pipe", "a device", "a dangling link"])
def test_what_could_not_be_written_later_is_refused_at_once(path: Path, name: str, harm: str) -> None:
    path.parent.mkdir()
    path.with_name(name).touch()
    DAMAGE[harm](path.with_name(name))
    if (name, harm) == ("training.lock", "a dangling link"):  # which then is where it leads
        with alone(path):
            return
    with pytest.raises(LudotecaError, match=name), alone(path):
        pass


def test_two_trainings_do_not_mix_and_one_that_was_killed_leaves_nothing(path: Path) -> None:
    with alone(path):
        half = path.with_name(".ludoteca-0123456789ab")
        half.write_bytes(bytes(100))
        with pytest.raises(LudotecaError, match="under way"), alone(path):
            pass
        assert half.exists()  # it may be in the middle of writing
    with alone(path):
        assert not half.exists()


def test_a_lock_that_the_system_refuses_is_not_said_to_be_another_training(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_any: object) -> None:
        raise OSError(37, os.strerror(37))  # ENOLCK, as on some network drives

    monkeypatch.setattr("fcntl.flock", refuse)
    with pytest.raises(LudotecaError, match=r"training\.lock"), alone(path):
        pass
