"""A short fuzz of every reader; the long one is `python bench/fuzz.py --inputs 1000000`."""

import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.core import LudotecaError

from fuzz import feed, readers

FUZZ = Path(__file__).parents[2] / "bench" / "fuzz.py"


def test_every_reader_takes_or_refuses_what_is_nearly_right() -> None:
    done = subprocess.run(
        [sys.executable, str(FUZZ), "--inputs", "5000", "--seed", "7"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "5,000 inputs" in done.stdout
    assert "0 failed" in done.stdout


def test_every_reader_takes_what_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fuzz.MEMORY", float("inf"))  # other tests may have needed more
    for name, reader in readers().items():
        for seed in reader.seeds:
            given = seed.encode(reader.encoding) if reader.encoding else seed
            fed = feed(reader.read, given)
            assert (fed.taken, fed.wrong) == (True, ""), (name, given)


def test_a_fuzz_sees_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def unprintable(_given: object) -> None:
        error = LudotecaError("x")
        error.args = ("\x1b",)
        raise error

    def endless(_given: object) -> None:
        while True:
            pass

    monkeypatch.setattr("fuzz.MEMORY", float("inf"))
    assert "ValueError" in feed(int, "x").wrong
    assert "cannot be printed" in feed(unprintable, "").wrong
    assert not feed(int, "5").wrong
    monkeypatch.setattr("fuzz.SECONDS", 0.01)
    assert feed(endless, "").wrong == "it does not end"
