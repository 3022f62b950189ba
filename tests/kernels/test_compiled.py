"""Compiled kernels on the disk: with nowhere to keep them, and with every kind of damage, none lies."""

import hashlib
import json
import os
import pickle
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba")

import numba

from ludoteca.ai.limit import Limit
from ludoteca.ai.preparation import Preparation
from ludoteca.games import begin
from ludoteca.kernels import compile as compiling
from ludoteca.kernels import compiled
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.shelf import shelf as shelf_of
from ludoteca.kernels.shelf import stamp

from support.harm import DAMAGE, Harm

pytestmark = pytest.mark.skipif(not COMPILED, reason="without Numba nothing is compiled")


def twice(number: int) -> int:
    return 2 * number


@pytest.fixture(autouse=True)
def _nothing_told() -> Iterator[None]:
    for memory in (compiled._untold, compiled._told):
        memory.clear()
    yield
    for memory in (compiled._untold, compiled._told):
        memory.clear()


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(compiling, "CACHE", tmp_path / "shelf")
    return tmp_path / "shelf"


def fresh() -> Any:
    """A kernel as a new process would have it: nothing compiled yet."""
    return compiling.kernel(twice)


def told() -> list[str]:
    """What a mind that is prepared warns of."""
    warnings: list[str] = []
    Preparation(lambda _limit: None)(Limit(warn=warnings.append))
    return warnings


def kept(shelf: Path) -> Path:
    """The one file of a kernel that was called once."""
    dispatcher = fresh()
    assert dispatcher(21) == 42
    (path,) = shelf.iterdir()
    return path


def test_what_was_compiled_is_read_and_not_compiled_again(shelf: Path) -> None:
    path = kept(shelf)
    before = path.read_bytes()
    again = fresh()
    assert again(21) == 42
    assert (sum(again.stats.cache_hits.values()), sum(again.stats.cache_misses.values())) == (1, 0)
    assert again(2.5) == 5
    assert sum(again.stats.cache_misses.values()) == 1
    assert path.read_bytes() == before
    assert len(list(shelf.iterdir())) == 2
    assert told() == []


def forged(path: Path, body: bytes) -> None:
    """A file that says it is whole, but holds something else."""
    dispatcher = fresh()
    sig, codegen = (numba.int64,), dispatcher.targetctx.codegen()
    name, depends = dispatcher._cache._named(sig, codegen)
    assert name == path
    path.write_bytes(compiled._MARK + hashlib.sha256(depends + body).digest() + body)


class Raises:
    """A pickle that raises when it is read."""

    def __reduce__(self) -> Any:
        return os.listdir, ("/no such folder",)


HARMS: dict[str, Harm] = {
    **DAMAGE,
    "a pickle of something else": lambda path: path.write_bytes(pickle.dumps({"numba": 1})),
    "a pickle that raises": lambda path: forged(path, pickle.dumps(Raises())),
    "a whole pickle of something else": lambda path: forged(path, pickle.dumps((1, 2))),
}


@pytest.mark.parametrize("harm", HARMS)
def test_a_damaged_file_is_told_once_and_made_anew(shelf: Path, harm: str) -> None:
    path = kept(shelf)
    HARMS[harm](path)
    mended = fresh()
    assert mended(21) == 42
    assert sum(mended.stats.cache_hits.values()) == 0
    (sentence,) = told()
    assert "damaged" in sentence
    assert str(path) in sentence
    assert told() == []
    again = fresh()
    assert again(21) == 42
    assert sum(again.stats.cache_hits.values()) == 1
    assert path.is_file()
    assert not path.is_symlink()
    assert told() == []


def test_no_changed_byte_is_believed(shelf: Path) -> None:
    """Machine code too: a byte changed there may well be read, linked and run."""
    path = kept(shelf)
    good, dispatcher = path.read_bytes(), fresh()
    sig, context = (numba.int64,), dispatcher.targetctx
    for at in range(0, len(good), 7):
        path.write_bytes(good[:at] + bytes([good[at] ^ 1 << at % 8]) + good[at + 1 :])
        assert dispatcher._cache.load_overload(sig, context) is None, at
    path.write_bytes(good)
    assert dispatcher._cache.load_overload(sig, context) is not None


def test_what_another_numba_or_another_kernel_compiled_is_not_taken(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept(shelf)
    with monkeypatch.context() as patch:
        patch.setattr("numba.__version__", "0.1")
        assert fresh()(21) == 42
    (other,) = set(shelf.iterdir()) - {path}
    other.replace(path)
    today = fresh()
    assert today(21) == 42
    assert sum(today.stats.cache_hits.values()) == 0
    assert "damaged" in told()[0]


@pytest.mark.parametrize("place", ["a file", "below a file", "nowhere", "a dangling link"])
def test_with_nowhere_to_keep_it_a_kernel_is_compiled_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    places = {
        "a file": tmp_path / "file",
        "below a file": tmp_path / "file" / "shelf",
        "nowhere": None,
        "a dangling link": tmp_path / "link",
    }
    monkeypatch.setattr(compiling, "CACHE", places[place])
    assert (fresh()(21), fresh()(2.5)) == (42, 5)
    (sentence,) = told()
    assert "cannot be kept" in sentence
    assert told() == []


def test_a_full_disk_keeps_nothing_half_written(shelf: Path) -> None:
    kept(shelf)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))  # Python ignores the signal that comes with it
    try:
        assert fresh()(2.5) == 5
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "cannot be kept" in told()[0]
    assert len(list(shelf.iterdir())) == 1


def test_a_folder_without_sources_has_no_shelf(tmp_path: Path) -> None:
    """All that has no sources would have the same name, and an old kernel be taken for a new one."""
    assert stamp(tmp_path) is None
    assert shelf_of(tmp_path, {"NUMBA_CACHE_DIR": "/told"}) is None


TOGETHER = """
import sys
sys.path.insert(0, sys.argv[1])
from both import double
numbers = [3, 2.5, True] if sys.argv[2] == "1" else [2.5, True, 3]
print([float(double(number)) for number in sorted(numbers, key=lambda each: -numbers.index(each))])
from ludoteca.kernels.compiled import problems
print(sum(double.stats.cache_hits.values()), problems())
"""


def test_processes_that_compile_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    source = "from ludoteca.kernels.compile import kernel\n@kernel\ndef double(x):\n    return x + x\n"
    (tmp_path / "both.py").write_text(source)
    environ = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}

    def start(order: int) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", TOGETHER, str(tmp_path), str(order)]
        return subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True)

    for process in [start(each % 2) for each in range(4)]:
        answers, rest = process.communicate(timeout=100)[0].splitlines()
        assert sorted(json.loads(answers)) == [2, 5, 6]
        assert rest.endswith("[]")
    answers, rest = start(0).communicate(timeout=100)[0].splitlines()
    assert (sorted(json.loads(answers)), rest) == ([2, 5, 6], "3 []")


# ---- a real mind, in processes of their own

POSITION = "2048:5,5@2,2,0,0,0/0,4,0,0,0/0,0,0,0,0/0,0,0,0,0/0,0,0,0,8"
ASK = f"""
import json
from ludoteca import Dice, Limit, begin, choose
session = begin("{POSITION}")
warnings = []
advice = choose(session, Limit(warn=warnings.append), level=2, dice=Dice(5))
print(json.dumps([advice.json(), warnings]))
"""


def ask(cache: Path) -> list[Any]:
    """A level's advice, which takes an amount of work and not of time, and the warnings on the way."""
    environ = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", ASK], env=environ, capture_output=True, text=True, check=True, timeout=300
    )
    assert done.stderr == ""
    answer = json.loads(done.stdout)
    assert isinstance(answer, list)
    return answer


def server(cache: Path) -> list[dict[str, Any]]:
    """What the analysis process says to the same question."""
    question = {"ask": 1, "record": str(begin(POSITION).record), "wish": "move", "level": 2}
    command = [sys.executable, "-m", "ludoteca.analysis.server"]
    environ = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environ, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(json.dumps(question).encode() + b"\n")
        process.stdin.flush()
        answers: list[dict[str, Any]] = []
        while not answers or not answers[-1].keys() & {"move", "error", "cancelled"}:
            answers.append(json.loads(process.stdout.readline()))
        process.stdin.close()
        assert process.stderr.read() == b""
    return answers


def test_a_mind_with_every_kernel_damaged_answers_the_same(tmp_path: Path) -> None:
    """Each file in another way; and once more in the analysis process, which tells it too."""
    good = ask(tmp_path)
    assert good[1] == []
    files = sorted(tmp_path.rglob("*.nbc"))
    assert len(files) > 4
    harms = [harm for name, harm in HARMS.items() if "pickle that" not in name and "whole" not in name]
    for at, path in enumerate(files):
        harms[at % len(harms)](path)
    advice, (sentence,) = ask(tmp_path)
    assert advice == good[0]
    assert "damaged" in sentence
    assert ask(tmp_path) == good
    for at, path in enumerate(files):
        harms[(at + 6) % len(harms)](path)
    answers = server(tmp_path)
    (sentence,) = (answer["warning"] for answer in answers if "warning" in answer)
    assert "damaged" in sentence
    assert "move" in answers[-1]
    assert ask(tmp_path) == good


def test_a_kernel_with_another_number_in_it_is_another_kernel(shelf: Path) -> None:
    """Sources outside our folder do not name the shelf, so the code itself must tell."""
    answers = []
    for source in ("def f(n):\n    return n + 7\n", "def f(n):\n    return n + 8\n"):
        space: dict[str, Any] = {"__name__": "elsewhere"}
        exec(source, space)
        answers.append(compiling.kernel(space["f"])(100))
    assert answers == [107, 108]
    assert len(list(shelf.iterdir())) == 2
