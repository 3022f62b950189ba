"""Compiling ahead in other processes: how far it is, what fails, and that nothing outlives who started it."""

import asyncio
import os
from pathlib import Path

import pytest

from ludoteca.analysis import preparing
from ludoteca.analysis.preparing import Preparer, everything
from ludoteca.core import LudotecaError
from ludoteca.kernels.shelf import is_prepared

pytest.importorskip("numba")

# A process that says for each game of some kernels that they are compiled, one after another.
FAKE = """
import sys, json
for line in sys.stdin:
    game = line.strip()
    for _each in range(2):
        print(json.dumps({"game": game}), flush=True)
    if game == "broken":
        print(json.dumps({"game": game, "error": "no way"}), flush=True)
    elif game == "dying":
        sys.exit(3)
    else:
        print(json.dumps({"game": game, "warning": "hm"}), flush=True)
        print(json.dumps({"game": game, "done": True}), flush=True)
"""


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "COMMAND", ("-c", FAKE))


@pytest.mark.usefixtures("fake")
def test_how_far_it_is_grows_to_the_whole() -> None:
    told, ready, warned = list[int](), list[str](), list[str]()
    needed = {"a": 2, "b": 3, "c": 5}
    work = Preparer(workers=2, tell=told.append, ready=ready.append, warn=warned.append, needed=needed)
    asyncio.run(work.run())
    assert told == sorted(told)
    assert told[-1] == 100
    assert sorted(ready) == ["a", "b", "c"]
    assert warned == ["hm"] * 3
    assert not is_prepared(os.environ)  # that was not everything


@pytest.mark.usefixtures("fake")
def test_each_kernel_counts_once_and_the_last_when_the_game_is_done() -> None:
    told = list[int]()
    asyncio.run(Preparer(tell=told.append, needed={"a": 10}).run())
    assert told == [10, 20, 100]
    told.clear()
    asyncio.run(Preparer(tell=told.append, needed={"a": 2}).run())
    assert told == [50, 50, 100]


@pytest.mark.usefixtures("fake")
def test_once_everything_is_compiled_that_is_known() -> None:
    assert not is_prepared(os.environ)
    asyncio.run(Preparer().run())
    assert is_prepared(os.environ)


@pytest.mark.usefixtures("fake")
@pytest.mark.parametrize(("game", "sentence"), [("broken", "no way"), ("dying", "too early")])
def test_what_fails_is_said_and_is_not_called_prepared(game: str, sentence: str) -> None:
    with pytest.raises(LudotecaError, match=sentence):
        asyncio.run(Preparer(needed={game: 5, **everything()}).run())
    assert not is_prepared(os.environ)


def test_who_is_cancelled_leaves_no_process_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        preparing, "COMMAND", ("-c", "import os,time; print(os.getpid(), flush=True); time.sleep(600)")
    )
    heard = list[int]()

    def hear(_self: Preparer, _name: str, answer: int) -> bool:
        heard.append(answer)
        return False

    monkeypatch.setattr(Preparer, "_hear", hear)

    async def cancelled() -> None:
        work = asyncio.create_task(Preparer(needed={"a": 1}).run())
        while not heard:
            await asyncio.sleep(0.01)
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work

    asyncio.run(cancelled())
    with pytest.raises(ProcessLookupError):
        os.kill(heard[0], 0)


@pytest.mark.usefixtures("fake")
@pytest.mark.parametrize("turns", range(0, 12, 2))
def test_who_is_cancelled_while_a_process_begins_waits_for_nothing(turns: int) -> None:
    async def cancelled() -> None:
        work = asyncio.create_task(Preparer(needed={"a": 1}).run())
        for _turn in range(turns):
            await asyncio.sleep(0)
        work.cancel()
        done, _pending = await asyncio.wait([work], timeout=10)
        assert done == {work}

    asyncio.run(cancelled())


# Of two processes the one fails once the other is there, which would take long.
UNEVEN = """
import json, os, pathlib, sys, time
there, new = [pathlib.Path(os.environ["NUMBA_CACHE_DIR"]) / name for name in ("pid", "new")]
if sys.stdin.readline().strip() == "long":
    new.write_text(str(os.getpid()))
    new.rename(there)
    time.sleep(600)
while not there.exists():
    time.sleep(0.01)
print(json.dumps({"error": "no way"}), flush=True)
"""


def test_where_one_fails_the_others_are_gone_before_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparing, "COMMAND", ("-c", UNEVEN))

    async def failed() -> None:
        work = Preparer(needed={"long": 1, "broken": 1}, workers=2).run()
        (error,) = await asyncio.gather(work, return_exceptions=True)
        assert isinstance(error, LudotecaError)
        with pytest.raises(ProcessLookupError):
            os.kill(int((tmp_path / "pid").read_text()), 0)

    asyncio.run(failed())


def test_a_real_one_compiles_as_many_kernels_as_its_mind_says(tmp_path: Path) -> None:
    name = "2048:5"
    asyncio.run(Preparer(needed={name: everything()[name]}).run())
    assert len(list(tmp_path.rglob("*.nbc"))) == everything()[name]
