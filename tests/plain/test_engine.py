"""The engine: what other programs say to it, and what it answers."""

import json
import os
import queue
import re
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from ludoteca.games import begin

pytest.importorskip("numpy")

from ludoteca.kernels.compile import COMPILED

from support.command import output
from support.paths import ROOT

needs_numba = pytest.mark.skipif(not COMPILED, reason="whole games need Numba")


class Engine:
    """A program's end of the protocol."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "ludoteca", "engine", *arguments]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=os.environ
        )
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_error: object) -> None:
        self.process.kill()
        self.process.__exit__(None, None, None)

    def leave(self) -> None:
        """Say goodbye, and be sure that it leaves."""
        self.say("quit")
        assert self.process.wait(timeout=30) == 0

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def until(self, start: str) -> list[str]:
        """The lines up to one that begins so."""
        found: list[str] = []
        while not found or not found[-1].startswith(start):
            found.append(self._lines.get(timeout=150))
        return found


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine("fuga:7") as talk:
        yield talk
        talk.leave()


def test_an_engine_introduces_itself(engine: Engine) -> None:
    engine.say("uci", "isready")
    told = engine.until("uciok")
    assert told[0].startswith("id name Ludoteca")
    assert any(line.startswith("option name Level type spin") for line in told)
    preparing = ["info string preparing The King's Flight…"] if COMPILED else []
    assert engine.until("readyok") == [*preparing, "readyok"]


@needs_numba
def test_the_talk_in_the_engines_page_is_a_real_one() -> None:
    page = (ROOT / "docs" / "engine.md").read_text("utf-8")
    shown = page.split("$ ludoteca engine fuga\n")[1].split("```")[0].splitlines()
    said = [line.removeprefix("> ") for line in shown if line.startswith("> ")]
    with Engine("fuga") as talk:
        talk.say(*said)
        told = talk.until("bestmove")
        talk.leave()
    assert untimed(told) == untimed([line for line in shown if not line.startswith("> ")])


def untimed(lines: list[str]) -> list[str]:
    """Lines of an engine without what differs from run to run."""
    return [re.sub(r"(nps|time) \d+", r"\1", line) for line in lines]


def test_an_engine_thinks_tells_and_moves(engine: Engine) -> None:
    engine.say("position startpos moves a3-b3", "go movetime 300")
    *infos, best = engine.until("bestmove")
    session = begin("fuga:7")
    session.play_text("a3 b3")
    session.play_text(best.split()[1].replace("-", " "))
    words = infos[-1].split()
    assert words[0] == "info"
    assert {"depth", "score", "nodes", "nps", "time", "pv", "multipv"} <= set(words)


def test_an_engine_tells_a_proved_win_as_mate(engine: Engine) -> None:
    # The king on b2 needs two slides to a castle, and one attacker cannot guard them all.
    engine.say("position fen 0000000/0R00000/0000000/0000000/00000N0/0000000/0000000.G", "go movetime 2000")
    *infos, best = engine.until("bestmove")
    assert any("score mate 2" in line or "score mate 1" in line for line in infos)
    assert best.startswith("bestmove b2-")


def test_an_engine_stops_when_told(engine: Engine) -> None:
    engine.say("position startpos", "go infinite", "isready")
    engine.until("readyok")
    engine.say("stop")
    assert engine.until("bestmove")[-1].startswith("bestmove ")


def test_an_engine_keeps_its_position_when_a_line_is_wrong(engine: Engine) -> None:
    engine.say("position startpos moves a3-b3", "d")
    before = engine.until("00")
    for wrong in (
        "position fen x",
        "position startpos moves a1-z9",
        "position",
        "nonsense",
        "setoption name Level value 99",
    ):
        engine.say(wrong)
        assert engine.until("info string")[-1].startswith("info string")
    engine.say("d")
    assert engine.until("00") == before


def test_an_engine_tells_several_lines_and_plays_on_a_clock(engine: Engine) -> None:
    engine.say("isready", "setoption name Lines value 3", "position startpos")
    engine.until("readyok")
    engine.say("go wtime 3000 btime 3000 winc 10 binc 10")
    told = engine.until("bestmove")
    assert {f"multipv {number}" for number in (1, 2, 3)} <= {
        f"multipv {words[words.index('multipv') + 1]}" for line in told[:-1] for words in [line.split()]
    }


def test_an_engine_for_any_game_and_in_json() -> None:
    with Engine("drench:4x4,3,players=2#5", "--json") as talk:
        talk.say("go movetime 100")
        found = json.loads(talk.until('{"bestmove"')[-1])
        session = begin("drench:4x4,3,players=2#5")
        assert found["bestmove"] in [session.game.text(move) for move in session.legal]
        talk.leave()


def test_the_end_of_the_input_ends_the_engine() -> None:
    assert "bestmove" in output("engine", "fuga:7", typed="go movetime 50\n")
