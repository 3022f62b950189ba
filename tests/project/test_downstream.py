"""Who builds on the library: their type checkers see every name, and the examples run."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.paths import ROOT

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
CHECKERS = {
    "mypy": ["mypy", "--strict", "--no-error-summary", "--cache-dir", os.devnull],
    "pyright": ["pyright", "--pythonpath", sys.executable],
}
WRONG = """
from ludoteca import Limit, Session, advise, begin, choose

session: Session[str, int] = begin("fuga:9")
session.play("a4 a3")
advise(session, limit=3)
choose(session, Limit(seconds="soon"), level="high")
"""


def checked(checker: str, path: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *CHECKERS[checker], str(path)]
    return subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_an_example_type_checks_far_from_home(checker: str, example: Path, tmp_path: Path) -> None:
    client = shutil.copy(example, tmp_path)
    done = checked(checker, Path(client))
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_type_checker_sees_what_is_wrong(checker: str, tmp_path: Path) -> None:
    client = tmp_path / "client.py"
    client.write_text(WRONG)
    done = checked(checker, client)
    told = [line for line in done.stdout.splitlines() if "error" in line and "client.py" in line]
    assert {line.split("client.py:")[1].split(":")[0] for line in told} == {"5", "6", "7"}, done.stdout


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_an_example_runs(example: Path) -> None:
    done = subprocess.run([sys.executable, example], capture_output=True, text=True, check=True)
    assert done.stdout
