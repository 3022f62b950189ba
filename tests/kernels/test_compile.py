"""The one decorator's care for what was compiled before, and for where it is kept."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.kernels import compile as compiling
from ludoteca.kernels.compile import CACHE, COMPILED, forget_stale, inner, kernel
from ludoteca.kernels.shelf import HERE, shelf, stamp


def sources(folder: Path) -> Path:
    (folder / "game").mkdir()
    (folder / "game" / "caller.py").write_text("1")
    (folder / "called.py").write_text("2")
    return folder


@pytest.mark.parametrize("changed", ["called.py", "game/caller.py", "game/new.py"])
def test_any_change_of_any_kernel_makes_another_shelf(tmp_path: Path, changed: str) -> None:
    """A kernel's own file need not have changed: one that it imports may have."""
    before = stamp(sources(tmp_path))
    assert stamp(tmp_path) == before
    (tmp_path / changed).write_text("3")
    assert stamp(tmp_path) != before


def test_what_was_compiled_before_is_dropped_once_asked_and_nothing_else(tmp_path: Path) -> None:
    current, old, other = (tmp_path / name for name in ("numba-new", "numba-old", "caller.pyc"))
    for folder in (current, old):
        folder.mkdir()
        (folder / "code.nbc").touch()
    other.touch()
    forget_stale(current)
    assert {path.name for path in tmp_path.iterdir()} == {"numba-new", "caller.pyc"}


def test_where_it_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, home = sources(tmp_path), {"LUDOTECA_HOME": "/home"}
    assert shelf(folder, home) == folder / "__pycache__" / stamp(folder)
    assert shelf(folder, {"NUMBA_CACHE_DIR": "/told"}) == Path("/told/ludoteca") / stamp(folder)
    monkeypatch.setattr(os, "access", lambda *_asked: False)
    assert shelf(folder, home) == Path("/home/cache/kernels") / stamp(folder)

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    assert shelf(folder, {}) is None


@pytest.mark.skipif(not COMPILED, reason="without Numba nothing is compiled")
def test_nothing_is_deleted_when_a_kernel_is_imported() -> None:
    assert CACHE is not None
    stale = CACHE.with_name("numba-of-before")
    stale.mkdir(parents=True, exist_ok=True)
    try:
        code = "import ludoteca.kernels.fuga.search"
        subprocess.run([sys.executable, "-c", code], check=True, cwd=HERE)
        assert stale.exists()
    finally:
        stale.rmdir()


@pytest.mark.skipif(not COMPILED, reason="without Numba nothing is compiled")
def test_what_only_kernels_call_is_refused_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no way in from Python, compiled or not; called all the same it would end the process."""
    monkeypatch.setattr(compiling, "CACHE", tmp_path)

    @inner
    def twice(number: int) -> int:
        return 2 * number

    @kernel
    def four_times(number: int) -> int:
        return twice(twice(number))

    for _before_and_after in range(2):
        with pytest.raises(TypeError, match="twice"):
            twice(3)
        assert four_times(3) == 12


@pytest.mark.skipif(not COMPILED, reason="without Numba nothing is compiled")
def test_a_plain_number_among_the_arguments_compiles_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "CACHE", tmp_path)

    @kernel
    def plus(number: int, other: int) -> int:
        return number + other

    @kernel
    def far(number: int) -> int:
        return plus(number, 1) + plus(number, 2) + plus(3, number)

    assert far(10) == 36
    assert len(plus.signatures) == 1  # type: ignore[attr-defined]
