"""Kept oracles: whatever lies where they should be, what they prove is true."""

import os
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("numpy")

import numpy as np

from ludoteca.ai import tables
from ludoteca.ai.limit import Limit
from ludoteca.ai.solitario import oracle as made
from ludoteca.ai.solitario import oracle_files as kept
from ludoteca.ai.solitario.bitmap import Bitmap, bitmap
from ludoteca.ai.solitario.oracle import Oracle, oracle
from ludoteca.core import LudotecaError

from support.harm import DAMAGE, flipped

BOARD = (4, 6, (1 << 24) - 1, 8)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A disk of its own, where small bitmaps are kept too, in several pieces."""
    monkeypatch.setenv("LUDOTECA_HOME", str(tmp_path))
    monkeypatch.setattr(kept, "LEAST", 1)
    monkeypatch.setattr(kept, "PIECE", 1 << 15)
    monkeypatch.setattr(made, "Random", lambda: Random(5))
    made._remembered.clear()
    tables._told.clear()
    yield tmp_path
    made._remembered.clear()


def ask(board: tuple[int, int, int, int] = BOARD) -> tuple[Oracle, list[str]]:
    """What is known of a board, and what was warned of; with nothing remembered but what is on the disk."""
    made._remembered.clear()
    told: list[str] = []
    answer = oracle(*board, Limit(warn=told.append))
    assert answer is not None
    return answer, told


def shaped(board: tuple[int, int, int, int] = BOARD) -> Bitmap:
    cells, lines = made._reached(*board)
    shape = bitmap(len(cells), cells.index(board[3]), lines)
    assert shape is not None
    return shape


@pytest.mark.parametrize("harm", DAMAGE)
def test_a_damaged_piece_is_told_once_and_made_anew(harm: str) -> None:
    first, told = ask()
    assert told == []
    pieces = sorted(kept.folder_of(BOARD).iterdir())
    assert len(pieces) > 2
    good = [piece.read_bytes() for piece in pieces]
    DAMAGE[harm](pieces[1])
    again, told = ask()
    assert np.array_equal(again.words, first.words)
    (sentence,) = told
    assert sentence.startswith(str(pieces[1]))
    assert [piece.read_bytes() for piece in pieces] == good
    assert sorted(kept.folder_of(BOARD).iterdir()) == pieces
    assert ask()[1] == []


@pytest.mark.parametrize("harm", ["a pipe", "a dangling link", "a device", "random bytes"])
def test_something_else_than_the_folder_is_told_once_and_goes(harm: str) -> None:
    first, _told = ask()
    folder = kept.folder_of(BOARD)
    for piece in folder.iterdir():
        piece.unlink()
    folder.rmdir()
    folder.touch()
    DAMAGE[harm](folder)
    again, told = ask()
    assert np.array_equal(again.words, first.words)
    assert len(told) == 1
    assert ask()[1] == []


def test_a_piece_that_was_never_written_is_no_damage() -> None:
    """Time may run out between two pieces."""
    ask()
    (kept.folder_of(BOARD) / "1").unlink()
    assert ask()[1] == []


def test_no_changed_byte_is_taken() -> None:
    first, _told = ask()
    shape = shaped()
    piece = kept.folder_of(BOARD) / "1"
    good = piece.read_bytes()
    for at in range(0, len(good), 1 + len(good) // 300):
        piece.write_bytes(flipped(good, at))
        try:
            words = kept.load(BOARD, shape, Limit().start())
        except LudotecaError:
            continue
        assert np.array_equal(words, first.words), at  # bits that mean nothing, as at the end


def rolled(words: Any) -> Any:
    return np.roll(words.reshape(-1), 1).reshape(words.shape)


def bits_rolled(words: Any) -> Any:
    return words << words.dtype.type(1)


def only_the_end(words: Any) -> Any:
    shape, (cells, _lines) = shaped(), made._reached(*BOARD)
    code = shape.codes[cells.index(BOARD[3])] ^ shape.empty
    raw = np.zeros(words.nbytes, np.uint8)
    raw[code >> 3] = 1 << (code & 7)
    return raw.view(words.dtype).reshape(words.shape)


def noisy(words: Any) -> Any:
    """One bit in a hundred turned round."""
    raw = np.random.default_rng(1).random(words.nbytes * 8) < 0.01
    return words ^ np.packbits(raw).view(words.dtype).reshape(words.shape)


LIES: list[Callable[[Any], Any]] = [
    np.zeros_like,
    lambda words: ~np.zeros_like(words),
    np.invert,
    rolled,
    bits_rolled,
    only_the_end,
    noisy,
    lambda words: words[::-1].copy(),
]


@pytest.mark.parametrize("lie", LIES)
def test_a_whole_table_that_is_not_true_is_found_out(lie: Callable[[Any], Any]) -> None:
    first, _told = ask()
    untrue = lie(first.words)
    assert not np.array_equal(untrue, first.words)
    kept.save(BOARD, shaped(), untrue, Limit().start())
    again, told = ask()
    assert np.array_equal(again.words, first.words)
    (sentence,) = told
    assert "this table is wrong" in sentence
    assert ask()[1] == []


def test_the_table_of_another_goal_is_found_out() -> None:
    first, _told = ask()
    other, _told = ask((*BOARD[:3], 9))
    assert other.words.shape == first.words.shape
    kept.save(BOARD, shaped(), other.words, Limit().start())
    again, told = ask()
    assert np.array_equal(again.words, first.words)
    assert len(told) == 1


def test_a_piece_takes_no_more_memory_than_it_may() -> None:
    """200 MB squeezed into 200 kB."""
    ask()
    shape, piece = shaped(), kept.folder_of(BOARD) / "1"
    squeeze = zlib.compressobj()
    body = b"".join(squeeze.compress(bytes(1 << 20)) for _piece in range(200)) + squeeze.flush()
    piece.write_bytes(kept._head(BOARD, shape, 1) + bytes(4) + body)
    tracemalloc.start()
    try:
        with pytest.raises(LudotecaError, match="damaged"):
            kept.load(BOARD, shape, Limit().start())
        assert tracemalloc.get_traced_memory()[1] < 32 << 20
    finally:
        tracemalloc.stop()


def test_a_bitmap_that_cannot_be_kept_is_told_once(home: Path) -> None:
    (home / "cache").write_text("a file where the folder should be")
    assert "cannot be kept" in ask()[1][0]
    assert ask()[1] == []


def test_without_a_home_it_is_proved_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LUDOTECA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    answer, told = ask()
    assert answer.wins(1 << 8)
    assert "home" in told[0]


def test_what_is_not_ours_does_not_keep_the_oldest_from_going(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask()
    (home / "cache" / "solitario" / "notes.txt").touch()
    os.utime(kept.folder_of(BOARD), (1, 1))
    monkeypatch.setattr(kept, "MOST", 1)
    ask((*BOARD[:3], 9))
    assert not kept.folder_of(BOARD).exists()
