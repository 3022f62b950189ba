"""Kept layers of 2048: whatever lies where they should be, what is proved is true."""

import struct
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("numpy")

import numpy as np

from ludoteca.ai import tables
from ludoteca.ai.advice import Advice
from ludoteca.ai.g2048 import layer_files as kept
from ludoteca.ai.g2048.layers import Aim, Layer
from ludoteca.ai.g2048.perfect import advise
from ludoteca.ai.limit import Limit
from ludoteca.core import LudotecaError
from ludoteca.games.g2048 import G2048
from ludoteca.kernels.compile import COMPILED

from support.harm import DAMAGE, flipped

pytestmark = pytest.mark.skipif(not COMPILED, reason="that much work needs Numba")

GAME = G2048(3, goal=32)
STATE = GAME.load("16,2,8/8,4,2/2,4,0")
NUMBER = 3  # the pair above it
AIM = Aim(3, 5)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("LUDOTECA_HOME", str(tmp_path))
    monkeypatch.setattr(kept, "chance", lambda: np.random.default_rng(5))
    _forget()
    yield tmp_path
    _forget()


def _forget() -> None:
    """What only this process knows."""
    kept._unwritten.clear()
    kept._believed.clear()
    tables._told.clear()


def ask() -> tuple[Advice[object], list[str]]:
    """Advice, and what was warned of; with nothing remembered but what is on the disk."""
    kept._believed.clear()
    told: list[str] = []
    return advise(GAME, STATE, Limit(warn=told.append)), told


def files(home: Path) -> list[Path]:
    return sorted(home.rglob("3x3-32/*"))


def signed(data: bytes) -> bytes:
    """With a checksum that agrees."""
    return data[:-4] + zlib.crc32(data[:-4]).to_bytes(4, "little")


@pytest.mark.parametrize("harm", DAMAGE)
def test_a_damaged_file_is_told_once_and_made_anew(home: Path, harm: str) -> None:
    first, told = ask()
    assert first.proven
    assert told == []
    path = kept._path(AIM, NUMBER)
    good = path.read_bytes()
    DAMAGE[harm](path)
    again, told = ask()
    assert again == first
    (sentence,) = told
    assert sentence.startswith(str(path))
    assert sentence.endswith("The table is made anew.")
    assert path.read_bytes() == good
    assert not path.is_symlink()
    assert ask() == (first, [])
    assert {name.name for name in path.parent.iterdir()} == {name.name for name in files(home)}


def test_no_changed_byte_is_taken(home: Path) -> None:
    ask()
    for path in files(home):
        good = path.read_bytes()
        assert kept._unpack(AIM, int(path.name) // kept.PERIOD, good)
        for at in range(0, len(good), 1 + len(good) // 1000):
            with pytest.raises(LudotecaError, match="damaged"):
                kept._unpack(AIM, int(path.name) // kept.PERIOD, flipped(good, at))


@pytest.mark.parametrize("goal", [8, 16, 32])
def test_what_is_made_holds_true_everywhere(goal: int) -> None:
    game, aim = G2048(3, goal=goal), Aim(3, goal.bit_length() - 1)
    advise(game, game.load("2,2,0/0,0,0/0,0,0"), Limit())
    for number in range(1, aim.top // kept.PERIOD + 1):
        kept._believed.clear()
        assert kept._believable(aim, number, Limit().start())


def zeros(layer: Layer) -> Layer:
    return Layer(layer.codes, np.zeros_like(layer.values))


def shifted(layer: Layer) -> Layer:
    return Layer(layer.codes, np.roll(layer.values, 1))


def ones(layer: Layer) -> Layer:
    return Layer(layer.codes, np.ones_like(layer.values))


def better(layer: Layer) -> Layer:
    return Layer(layer.codes, np.minimum(1, layer.values * 1.01))


def impossible(layer: Layer) -> Layer:
    return Layer(layer.codes, layer.values + 1)


def nan(layer: Layer) -> Layer:
    return Layer(layer.codes, layer.values * np.nan)


def fewer(layer: Layer) -> Layer:
    return Layer(layer.codes[::2], layer.values[::2])


def other_boards(layer: Layer) -> Layer:
    return Layer(layer.codes + np.uint64(1), layer.values)


LIES = [zeros, shifted, ones, better, impossible, nan, fewer, other_boards]


def forge(number: int, lie: Callable[[Layer], Layer]) -> None:
    """Write a pair as ever, but untrue."""
    pair = kept._read(AIM, number)
    assert pair
    kept._write(AIM, number, {total: lie(layer) for total, layer in pair.items()}, Limit().start())


@pytest.mark.parametrize("lie", LIES)
def test_a_whole_file_that_is_not_true_is_found_out(home: Path, lie: Callable[[Layer], Layer]) -> None:
    first, _told = ask()
    good = kept._path(AIM, NUMBER).read_bytes()
    forge(NUMBER, lie)
    assert kept._path(AIM, NUMBER).read_bytes() != good
    again, told = ask()
    assert again == first
    (sentence,) = told
    assert "this table is wrong" in sentence
    assert kept._path(AIM, NUMBER).read_bytes() == good


@pytest.mark.parametrize("lie", [zeros, shifted, ones, impossible, fewer])
def test_a_whole_table_that_is_not_true_is_found_out(home: Path, lie: Callable[[Layer], Layer]) -> None:
    """If every file says the same thing: no file contradicts the next, but the rules do."""
    first, _told = ask()
    for path in files(home):
        forge(int(path.name) // kept.PERIOD, lie)
    again, told = ask()
    assert again == first
    assert len(told) == 1


def test_a_table_for_another_goal_proves_nothing(home: Path) -> None:
    """Its boards can be, their sums too, and all its numbers are chances; but it lacks boards."""
    first, _told = ask()
    easier = G2048(3, goal=16)
    advise(easier, easier.load("2,2,0/0,0,0/0,0,0"), Limit())
    for path in home.rglob("3x3-16/*"):
        number = int(path.name) // kept.PERIOD
        pair = kept._read(Aim(3, 4), number)
        assert pair
        if number * kept.PERIOD <= AIM.top:
            kept._write(AIM, number, pair, Limit().start())
    again, _told = ask()
    assert replace(again, nodes=first.nodes) == first


def bomb(low: int) -> bytes:
    """A small file that would unpack to 200 MB, and says that it holds so many boards."""
    head = kept._HEAD.pack(b"ludoteca 2048", 1, *AIM, NUMBER, low, 0)
    squeeze = zlib.compressobj()
    body = b"".join(squeeze.compress(bytes(1 << 20)) for _piece in range(200)) + squeeze.flush()
    return signed(head + body + bytes(4))


@pytest.mark.parametrize("boards", [0, 100, 200 << 20, 2**32 - 1])
def test_no_file_takes_more_memory_than_a_pair_of_layers(boards: int) -> None:
    data = bomb(boards)
    tracemalloc.start()
    try:
        with pytest.raises(LudotecaError, match="damaged"):
            kept._unpack(AIM, NUMBER, data)
        assert tracemalloc.get_traced_memory()[1] < 32 << 20
    finally:
        tracemalloc.stop()


def test_a_head_alone_is_damaged() -> None:
    for data in (b"", b"ludoteca", struct.pack("<4Q", *range(4))):
        with pytest.raises(LudotecaError, match="damaged"):
            kept._unpack(AIM, NUMBER, data)


def test_what_cannot_be_kept_is_told_once_and_remembered(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "file").touch()
    monkeypatch.setenv("LUDOTECA_HOME", str(home / "file"))
    first, told = ask()
    (sentence,) = told
    assert "cannot be kept" in sentence
    monkeypatch.setattr(kept, "_make", lambda *_any: pytest.fail("made again"))
    assert ask() == (first, [])


def test_without_a_home_it_is_proved_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    first, _told = ask()
    _forget()
    for name in ("LUDOTECA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    again, told = ask()
    assert again == first
    assert len(told) == 1
    assert "home" in told[0]
