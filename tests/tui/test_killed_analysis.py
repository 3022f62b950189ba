"""The process that thinks is killed while the app waits: it is asked again by itself, once, then by a key."""

import os
import signal
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ludoteca.analysis.client import Client
from ludoteca.games import begin

from support.tui_driver import opened, seen, settle, table

# It answers nothing; and, once `keep` is there, hands over to the real one.
HELD = """
import os, sys, time
if os.path.exists(sys.argv[1]):
    os.execv(sys.executable, [sys.executable, "-P", "-m", "ludoteca.analysis.server"])
time.sleep(600)
"""


@pytest.fixture
def flag(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this file is, the process that thinks is the real one; else it only waits to be killed."""
    monkeypatch.setattr("ludoteca.analysis.client.COMMAND", ("-c", HELD, str(tmp_path / "flag")))
    return tmp_path / "flag"


def kill(client: Client) -> int:
    assert client._process is not None
    pid = client._process.pid
    os.kill(pid, signal.SIGKILL)
    return pid


async def killed(pilot: Pilot[None], client: Client, *, times: int = 1) -> None:
    """Kill the process that a client waits for, and the one after it."""
    pid = 0
    for _time in range(times):
        await settle(pilot, lambda: client._process is not None and client._process.pid != pid)  # noqa: B023
        pid = kill(client)


async def test_in_the_computers_turn_it_is_asked_again_by_itself(tmp_path: Path, flag: Path) -> None:
    async with opened(tmp_path / "a", session=begin("fuga:7"), computers={0: 1, 1: 1}) as (app, pilot):
        await settle(pilot, lambda: app.opponent._process is not None)
        flag.touch()
        kill(app.opponent)
        await settle(pilot, lambda: len(table(app).session.moves) >= 2, 60)


async def test_killed_again_a_sentence_says_so_and_a_key_asks_once_more(tmp_path: Path, flag: Path) -> None:
    async with opened(tmp_path / "a", session=begin("fuga:7"), computers={0: 1}) as (app, pilot):
        await killed(pilot, app.opponent, times=2)
        await settle(pilot, lambda: "ended without an answer" in seen(table(app).query_one("#said")))
        assert not table(app).session.moves
        flag.touch()
        await pilot.press("c")
        await settle(pilot, lambda: len(table(app).session.moves) == 1, 60)


@pytest.mark.parametrize("key", ["i", "t", "b"])
async def test_a_hint_or_a_truth_likewise(key: str, tmp_path: Path, flag: Path) -> None:
    async with opened(tmp_path / "a", session=begin("oca:2#13")) as (app, pilot):
        where = "#truth" if key == "t" else "#said"
        await pilot.press(key)
        await killed(pilot, app.analysis, times=2)
        await settle(pilot, lambda: "ended without an answer" in seen(table(app).query_one(where)))
        await pilot.press(*(key * 2 if key == "t" else key))  # the bar goes and comes again
        await settle(pilot, lambda: app.analysis._process is not None)
        flag.touch()
        await killed(pilot, app.analysis)
        await settle(pilot, lambda: table(app).truth.truth is not None, 60)
