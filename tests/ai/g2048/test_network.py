"""The 2048 network against a plain reading of its picture, its files, and its learning."""

import os
import shutil
import struct
import tracemalloc
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.core import FormatError, LudotecaError

pytest.importorskip("numpy")

import numpy as np

from ludoteca.ai.g2048 import network as files
from ludoteca.ai.g2048 import training
from ludoteca.ai.g2048.layers import encode
from ludoteca.ai.limit import Limit
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.g2048 import board as boards
from ludoteca.kernels.g2048 import network as net

from support.harm import DAMAGE, flipped

needs_numba = pytest.mark.skipif(not COMPILED, reason="that much work needs Numba")

# The places of the four groups, read off the picture in the kernel's own words.
GROUPS = [(0, 1, 2, 3, 4, 5), (4, 5, 6, 7, 8, 9), (0, 1, 2, 4, 5, 6), (4, 5, 6, 8, 9, 10)]
exponents = st.lists(st.integers(0, 15), min_size=16, max_size=16).map(tuple)


def pictures(tiles: tuple[int, ...]) -> Iterator[list[int]]:
    """A board in its eight turns and mirror images."""
    rows = [list(tiles[at : at + 4]) for at in range(0, 16, 4)]
    for _turn in range(4):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
        yield [tile for row in rows for tile in row]
        yield [tile for row in rows for tile in row[::-1]]


def indices(tiles: tuple[int, ...]) -> list[int]:
    """The 32 weights of a board."""
    found = []
    for picture in pictures(tiles):
        for number, group in enumerate(GROUPS):
            found.append((number << 24) + sum(picture[place] << 4 * at for at, place in enumerate(group)))
    return found


def code(tiles: tuple[int, ...]) -> Any:
    return encode(tuple(1 << tile if tile else 0 for tile in tiles), 4)


@pytest.fixture(scope="module")
def weights() -> Any:
    """Weights that differ from each other, and not by chance."""
    mixed = np.arange(net.WEIGHTS, dtype=np.uint64) * np.uint64(2654435761)
    return (mixed >> np.uint64(17)).astype(np.int16)


@given(tiles=exponents)
@settings(deadline=None)
def test_a_board_is_worth_the_sum_of_its_groups_in_all_pictures(weights: Any, tiles: tuple[int, ...]) -> None:
    assert net.worth(code(tiles), weights) == sum(int(weights[at]) for at in indices(tiles))


@given(tiles=exponents, steps=st.lists(st.floats(-9, 9, width=32), min_size=1, max_size=4))
@settings(deadline=None, max_examples=30)
def test_weights_learn_slower_where_their_errors_cancel(tiles: tuple[int, ...], steps: list[float]) -> None:
    values, trust = _nothing()
    expected: dict[int, list[float]] = {at: [0.0, 0.0, 0.0] for at in indices(tiles)}
    for step in steps:
        net.adjust(code(tiles), np.float32(step), values, trust)
        for at in indices(tiles):
            weight, signed, total = expected[at]
            pace = abs(signed) / total if total else 1.0
            expected[at] = [weight + pace * step, signed + step, total + abs(step)]
    for at, (weight, signed, total) in expected.items():
        assert (values[at], *trust[at]) == pytest.approx((weight, signed, total), abs=1e-3)
        values[at], trust[at] = 0, 0
    assert not values.any()


_KEPT: list[Any] = []


def _nothing() -> Any:
    """Room for weights and trust, made once, since it is large; who changes it puts it back."""
    if not _KEPT:
        _KEPT.append((np.zeros(net.WEIGHTS, np.float32), np.zeros((net.WEIGHTS, 2), np.float32)))
    return _KEPT[0]


def test_a_network_file_gives_back_what_was_learned_and_the_rest_as_the_mean() -> None:
    weights = np.zeros(net.WEIGHTS, np.float32)
    known = np.zeros(net.WEIGHTS, bool)
    weights[[3, 1000, net.WEIGHTS - 1]] = [-8.0, 801.0, 24.0]
    known[[3, 1000, net.WEIGHTS - 1]] = True
    found = files.unpack(files.pack(weights, known, unit=8.0, score=123.0, moves=5))
    assert found.weights[[3, 1000, net.WEIGHTS - 1]].tolist() == [-1, 100, 3]
    assert found.weights[5] == round(817 / 3 / 8)
    assert (found.unit, found.score) == (8, 123)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data[:40],
        lambda data: b"ludoteca network 2\n" + data[19:],
        lambda data: data[:-30] + bytes(30),
        lambda data: data.replace(b'"unit"', b'"knit"'),
        lambda data: struct.pack("<100Q", *range(100)),
    ],
)
def test_a_damaged_network_is_refused_with_a_sentence(damage: Any) -> None:
    known = np.zeros(net.WEIGHTS, bool)
    known[:50] = True
    data = files.pack(np.ones(net.WEIGHTS, np.float32), known, unit=1.0, score=1.0, moves=1)
    with pytest.raises(FormatError):
        files.unpack(damage(data))


def test_this_machines_network_is_used_where_it_is_better(monkeypatch: pytest.MonkeyPatch) -> None:
    known = np.zeros(net.WEIGHTS, bool)
    known[7] = True
    told: list[str] = []
    shipped = files.best_network(told.append)
    for score, better in ((1.0, False), (1e9, True)):
        data = files.pack(np.full(net.WEIGHTS, 5, np.float32), known, unit=1.0, score=score, moves=1)
        files.own_file().parent.mkdir(parents=True, exist_ok=True)
        files.own_file().write_bytes(data)
        assert (files.best_network(told.append).score == score) is better
    assert told == []
    files.own_file().write_bytes(b"no network")
    assert files.best_network(told.append).score == shipped.score
    (sentence,) = told
    assert str(files.own_file()) in sentence
    assert "plays instead" in sentence


def small(**more: Any) -> bytes:
    """The file of a network with a few weights."""
    known = np.zeros(net.WEIGHTS, bool)
    known[:50] = True
    return files.pack(np.ones(net.WEIGHTS, np.float32), known, unit=1.0, score=1.0, moves=1, **more)


def test_no_changed_byte_of_a_network_is_taken() -> None:
    good = small()
    assert files.unpack(good).score == 1
    for at in range(0, len(good), 1 + len(good) // 40):
        with pytest.raises(FormatError):
            files.unpack(flipped(good, at))
    head = good.index(b"\n", 19)
    for at in range(19, head, 5):
        try:
            found = files.unpack(flipped(good, at))
        except FormatError:
            continue
        assert (found.score, found.unit, found.weights[60]) == (1, 1, 1)


def headed(head: str, body: bytes | None = None) -> bytes:
    """A network file with a head of one's own, and no checksum, as the oldest have none."""
    raw = small().split(b"\n", 2)[2] if body is None else body
    return b"ludoteca network 1\n" + head.encode() + b"\n" + raw


PLAIN = '{"game": "2048:4", "unit": 1.0, "rest": 1, "score": 1, "moves": 1}'


@pytest.mark.parametrize(
    "head",
    [
        PLAIN.replace('"unit": 1.0', '"unit": NaN'),
        PLAIN.replace('"unit": 1.0', '"unit": 1e999'),
        PLAIN.replace('"unit": 1.0', '"unit": 0'),
        PLAIN.replace('"score": 1', '"score": Infinity'),
        PLAIN.replace('"rest": 1', '"rest": 40000'),
        PLAIN.replace('"moves"', '"more"'),
        "[" * 900,
        "[1]",
        "{}",
        PLAIN + " " * 2000,
    ],
)
def test_a_network_with_an_impossible_head_is_refused(head: str) -> None:
    assert files.unpack(headed(PLAIN)).score == 1
    with pytest.raises(FormatError):
        files.unpack(headed(head))


def test_a_network_takes_no_more_memory_than_one_with_all_weights() -> None:
    squeeze = zlib.compressobj()
    body = b"".join(squeeze.compress(bytes(1 << 24)) for _piece in range(40)) + squeeze.flush()
    tracemalloc.start()
    try:
        with pytest.raises(FormatError):
            files.unpack(headed(PLAIN, body))
        assert tracemalloc.get_traced_memory()[1] < 400 << 20
        with pytest.raises(FormatError):
            files.unpack(headed(PLAIN, zlib.compress(bytes(100))))
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("harm", [name for name in DAMAGE if name != "100 GB of nothing"])
def test_a_damaged_network_of_ones_own_is_told_and_the_shipped_one_plays(harm: str) -> None:
    files.own_file().parent.mkdir(parents=True, exist_ok=True)
    files.own_file().write_bytes(small())
    DAMAGE[harm](files.own_file())
    told: list[str] = []
    try:
        assert files._own(told.append) is None
    finally:
        if files.own_file().is_dir() and not files.own_file().is_symlink():
            shutil.rmtree(files.own_file())
        else:
            files.own_file().unlink()
    (sentence,) = told
    assert str(files.own_file()) in sentence


def test_a_huge_network_is_refused_by_its_size(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(files, "MOST", 5_000_000)
    path = tmp_path / "huge.net"
    path.touch()
    os.truncate(path, 100 << 30)
    with pytest.raises(LudotecaError, match="too large"):
        files.load(str(path))


def test_an_installation_that_lacks_its_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "SHIPPED", "no such file.net")
    with pytest.raises(LudotecaError, match=r"lacks its file no such file\.net"):
        files.best_network(lambda _sentence: None)
    own = files.unpack(small())
    monkeypatch.setattr(files, "_own", lambda _warn: own)
    assert files.best_network(lambda _sentence: None) is own


def test_who_has_no_home_plays_with_the_shipped_network(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LUDOTECA_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    told: list[str] = []
    assert files._own(told.append) is None
    assert told == []


def test_the_shipped_network_is_at_most_20_megabytes() -> None:
    assert Path(files.__file__).with_name(files.SHIPPED).stat().st_size <= 20_000_000


@given(
    tiles=st.lists(st.sampled_from([0, 0, 1, 1, 2, 3, 5, 6, 8, 9, 12, 13, 14, 15]), min_size=16, max_size=16)
)
def test_an_eased_board_is_pushed_like_the_board_itself(tiles: list[int]) -> None:
    board = code(tuple(tiles))
    easy = np.uint64(net.eased(board))
    places = [int(easy) >> 4 * place & 15 for place in range(16)]
    if max(tiles) < 13:
        assert places == tiles
    # The order is kept, and equal tiles stay equal: so every push moves and merges the same places.
    assert sorted(range(16), key=lambda at: tiles[at]) == sorted(range(16), key=lambda at: places[at])
    assert len(set(places)) == len(set(tiles))
    gaps = set(range(1, max(places))) - set(places)
    assert max(places) < 13 or not gaps
    pushed, _points = boards.line_tables(4)
    for way in range(4):
        moved = boards.push(board, way, pushed) != board
        assert moved == (boards.push(easy, way, pushed) != easy) or 15 in tiles


def test_games_and_their_moves_are_counted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    def learn(_moves: int, _game: object, tally: Any, *_others: object) -> None:
        tally += (3, 300)  # games that ended, and their moves

    monkeypatch.setattr(training, "learn", learn)
    trainer = training.Trainer(optimism=0)
    rounds = list(trainer.run(Limit(cancel=lambda: trainer.games >= 15), cores=2, seed=5, every=0))
    assert [told.games for told in rounds] == [9, 15]  # one core has played a little before
    assert [told.length for told in rounds] == [100, 100]


@needs_numba
def test_playing_teaches_and_a_training_goes_on_where_it_stopped(tmp_path: Path) -> None:
    trainer = training.Trainer(optimism=0)
    enough = Limit(cancel=lambda: trainer.moves >= 600_000)
    *_before, told = trainer.run(enough, cores=2, seed=5, every=0)
    assert (told.moves, told.played) == (trainer.moves, trainer.moves)
    assert told.games > 100
    path = tmp_path / "training.npz"
    trainer.save(path)
    # Uniformly random play makes 1095 points on average; what has learned a little makes many times that.
    assert trainer.score > 5 * 1095
    again = training.Trainer.load(path)
    assert (again.moves, again.games) == (trainer.moves, trainer.games)
    assert np.array_equal(again.weights, trainer.weights)
    assert np.array_equal(again.trust, trainer.trust)
    played = files.load(str(path.with_name(files.OWN)))
    assert played.score == pytest.approx(trainer.score, abs=1)
    board = boards.add_tile(np.uint64(0x21), boards.all_places(4), np.uint64(77))
    known = net.worth(board, trainer.weights)
    assert net.worth(board, played.weights) * played.unit == pytest.approx(known, abs=net.LOOKUPS)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 no archive", bytes(5000)])
def test_a_damaged_training_is_refused_with_a_sentence(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "training.npz"
    path.write_bytes(data)
    with pytest.raises(LudotecaError, match="not a training"):
        training.Trainer.load(path)


@pytest.mark.parametrize("optimism", [float("nan"), float("inf"), 10**400])
def test_there_are_bounds_to_optimism(optimism: float) -> None:
    with pytest.raises(LudotecaError, match="points"):
        training.Trainer(optimism)
