"""Compiling ahead: what is said, what is kept, and how it ends."""

import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ludoteca.commands.main import main
from ludoteca.kernels.shelf import HERE, PREPARED, _programs, shelf

from support.command import COMMAND, output, run

pytest.importorskip("numba")


def marked(folder: Path) -> dict[str, str]:
    """An environment in which everything is prepared."""
    environ = {"NUMBA_CACHE_DIR": str(folder)}
    place = shelf(HERE, environ)
    assert place is not None
    place.mkdir(parents=True)
    (place / PREPARED).write_bytes(_programs())
    return environ


def test_without_numba_there_is_nothing_to_prepare() -> None:
    assert "without Numba" in output("prepare", LUDOTECA_NO_NUMBA="1")


def test_what_is_prepared_is_not_prepared_again(tmp_path: Path) -> None:
    environ = marked(tmp_path)
    assert output("prepare", **environ) == "Everything is prepared.\n"
    assert output("prepare", "--lang", "es", **environ) == "Todo está preparado.\n"
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [PREPARED]


def test_another_program_or_damage_means_that_it_is_not(tmp_path: Path) -> None:
    from ludoteca.kernels.shelf import is_prepared

    environ = marked(tmp_path)
    assert is_prepared(environ)
    (path,) = tmp_path.rglob(PREPARED)
    path.write_bytes(b"Python 2.7")
    assert not is_prepared(environ)
    path.unlink()
    path.mkdir()
    assert not is_prepared(environ)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_with_what_is_compiled_kept(tmp_path: Path, number: signal.Signals) -> None:
    environ = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen([*COMMAND, "prepare"], env=environ, stdout=-1, stderr=-1) as process:
        while not any(tmp_path.rglob("*.nbc")):
            assert process.poll() is None
        process.send_signal(number)
        told, problems = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert b"Everything" not in told
    assert b"What is compiled is kept; go on with: ludoteca prepare" in told
    assert problems == b""
    assert not any(tmp_path.rglob(PREPARED))


def test_a_bar_of_twenty_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    class Compiled:
        under_way = ("drench", "fuga")

        def __init__(self, *, tell: Callable[[int], None], **_others: object) -> None:
            self.tell = tell

        async def run(self) -> None:
            for percent in (4, 50, 99, 100):
                self.tell(percent)

    told = list[str]()
    monkeypatch.setattr("ludoteca.kernels.shelf.is_prepared", lambda _environ: False)
    monkeypatch.setattr("ludoteca.analysis.preparing.Preparer", Compiled)
    monkeypatch.setattr("ludoteca.commands.prepare.progress", told.append)
    assert main(["prepare"]) == 0
    assert told == [
        f"[{'#' * done}{'.' * (20 - done)}] {percent} % prepared: drench, fuga"
        for percent, done in ((0, 0), (4, 0), (50, 10), (99, 19), (100, 20))
    ] + [""]


def test_it_is_among_the_commands() -> None:
    assert b"prepare" in run("--help").stdout
