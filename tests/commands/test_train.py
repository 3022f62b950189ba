"""Training: what was learned is kept, and learning goes on."""

import resource
import subprocess
import time
from pathlib import Path

import pytest

pytest.importorskip("numpy")

from ludoteca.ai.g2048.training_files import alone
from ludoteca.commands.train import _checkpoint
from ludoteca.kernels.compile import COMPILED
from ludoteca.system.disk import FileError

from support.command import COMMAND, objects, refusal

needs_numba = pytest.mark.skipif(not COMPILED, reason="whole games need Numba")


@needs_numba
def test_a_training_is_kept_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_HOME", str(tmp_path))
    first = objects("train", "2048", "--seconds", "0.5", "--cores", "1")[-1]
    second = objects("train", "2048", "--seconds", "0.5", "--cores", "1")[-1]
    assert second["moves"] == first["moves"] + second["played"]
    assert second["games"] > first["games"] > 0
    for path in (tmp_path / "2048").iterdir():
        path.unlink()


QUICK = ("train", "2048", "--seconds", "0.3", "--cores", "1")


@needs_numba
def test_whatever_happens_the_last_training_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk, a kill in the middle of writing, and a second training; then it goes on."""
    monkeypatch.setenv("LUDOTECA_HOME", str(tmp_path))
    folder = tmp_path / "2048"
    first = objects(*QUICK)[-1]
    stamps = {path.name: path.stat().st_mtime_ns for path in folder.iterdir() if path.suffix != ".lock"}

    def unharmed() -> bool:
        return all((folder / name).stat().st_mtime_ns == stamp for name, stamp in stamps.items())

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000_000, hard))
    try:
        assert "training.npz" in refusal(*QUICK)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert unharmed()
    assert not list(folder.glob(".ludoteca-*"))

    killed = subprocess.Popen([*COMMAND, *QUICK], stderr=subprocess.DEVNULL)
    while killed.poll() is None and not list(folder.glob(".ludoteca-*")):
        time.sleep(0.005)
    killed.kill()
    killed.wait()
    assert unharmed()
    assert list(folder.glob(".ludoteca-*"))

    with alone(folder / "training.npz"):
        assert refusal(*QUICK) == "ludoteca: Another training is under way.\n"
    second = objects(*QUICK)[-1]
    assert second["moves"] == first["moves"] + second["played"]
    assert not list(folder.glob(".ludoteca-*"))

    (folder / "training.npz").write_bytes(b"PK")
    sentence = refusal(*QUICK)
    assert "--fresh begins anew" in sentence
    assert (folder / "training.npz").read_bytes() == b"PK"
    for path in folder.iterdir():
        path.unlink()


def test_a_checkpoint_that_cannot_be_kept_is_told_and_learning_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class Full:
        def save(self, path: Path) -> None:
            raise FileError(str(path), "the disk is full")

    _checkpoint(Full(), tmp_path)  # type: ignore[arg-type] - all that it needs
    assert "the disk is full. What was learned is not kept yet" in capsys.readouterr().err


@pytest.mark.parametrize("points", ["1" + "0" * 30, "-99999999999"])
def test_bounds_to_optimism_are_told(points: str) -> None:
    assert "points" in refusal("train", "2048", "--fresh", f"--optimism={points}", "--seconds", "0")


@pytest.mark.parametrize("cores", ["0", "-1", "257"])
def test_a_fresh_training_that_cannot_begin_takes_no_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cores: str
) -> None:
    monkeypatch.setenv("LUDOTECA_HOME", str(tmp_path))
    learned = tmp_path / "2048" / "training.npz"
    learned.parent.mkdir()
    learned.write_bytes(b"what was learned")
    assert "From 1 to 256 cores" in refusal("train", "2048", "--fresh", f"--cores={cores}", "--seconds", "0")
    assert learned.read_bytes() == b"what was learned"
