"""Training: what was learned is kept, and learning goes on."""

from pathlib import Path

import pytest

pytest.importorskip("numpy")

from ludoteca.kernels.compile import COMPILED

from support.command import objects

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
