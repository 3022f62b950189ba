"""Computer players at the command line: play --bot, watch, engine and train, as people run them."""

import json
import os
import queue
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludoteca.games import begin

pytest.importorskip("numpy")

from ludoteca.kernels.compile import COMPILED

ROOT = Path(__file__).parent.parent
needs_numba = pytest.mark.skipif(not COMPILED, reason="whole games need Numba")


def run(*arguments: str, typed: str = "", status: int = 0) -> str:
    command = [sys.executable, "-m", "ludoteca", *arguments]
    done = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr if status == 0 else "") == (status, "")
    return done.stdout + done.stderr


def objects(*arguments: str, typed: str = "") -> list[dict[str, Any]]:
    return [json.loads(line) for line in run(*arguments, "--json", typed=typed).splitlines()]


def test_the_computer_answers_from_the_other_seat() -> None:
    first, second = objects("play", "fuga:7", "--bot", "1", "--seed", "5", typed="a3 b3\n")
    assert (first["ply"], first["player"], first["played"]) == (0, 0, [])
    assert (second["ply"], second["player"], len(second["played"])) == (2, 0, 1)
    session = begin("fuga:7")
    for move in ("a3 b3", *second["played"]):
        session.play_text(move)
    assert session.game.dump(session.state) == second["position"]
    assert second["legal"] == [session.game.text(move) for move in session.legal]


def test_from_the_second_seat_the_computer_begins() -> None:
    (first,) = objects("play", "fuga:7", "--bot", "2", "--seat", "2", "--seed", "5")
    assert (first["ply"], first["player"]) == (1, 1)


def test_a_seed_fixes_what_the_computer_plays() -> None:
    one, two = (objects("play", "fuga:7", "--bot", "1", "--seed", "5", typed="a3 b3\n") for _time in "ab")
    assert one == two


def test_what_is_no_move_is_answered_and_changes_nothing() -> None:
    _first, error, second = objects("play", "fuga:7", "--bot", "1", typed="nonsense\na3 b3\n")
    assert "error" in error
    assert second["ply"] == 2


def test_taking_back_takes_back_the_answer_too() -> None:
    typed = "a3 b3\nundo\nshare\nredo\nshare\nquit\n"
    shown = run("play", "fuga:7", "--bot", "1", "--seed", "5", typed=typed)
    assert "end 0\n" in shown
    assert "end 2\n" in shown
    assert shown.count("Defenders: ") == 1


def test_what_only_the_computer_did_is_not_taken_back() -> None:
    shown = run("play", "fuga:7", "--bot", "1", "--seat", "2", "--seed", "5", typed="undo\nshare\nquit\n")
    assert "There is nothing to take back." in shown
    assert shown.count("Attackers: ") == 1
    assert "end 1\n" in shown


def test_the_computer_makes_a_move_for_who_asks() -> None:
    shown = run("play", "2048#3", "--seconds", "0.1", typed="auto\nshare\nquit\n")
    assert "Computer: " in shown
    assert "end 2\n" in shown


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("play", "fuga", "--bot", "9"), "from 1 to 8"),
        (("play", "fuga", "--bot", "high"), "from 1 to 8"),
        (("play", "fuga", "--bot", "3", "--seat", "3"), "from 1 to 2"),
        (("play", "solitario", "--bot", "3"), "no other seat"),
        (("watch", "fuga", "--bot", "1,2,3"), "one for each of the 2 seats"),
        (("watch", "fuga", "--seconds", "soon"), "not a time"),
        (("watch", "fuga", "--seconds", "nan"), "not a time"),
        (("watch", "nothing"), "nothing"),
        (("train", "fuga"), "2048"),
        (("train", "2048", "--cores", "0", "--seconds", "0"), "From 1 to 256"),
        (("engine", "chess"), "chess"),
    ],
)
def test_bad_input_gets_a_sentence_and_status_2(arguments: tuple[str, ...], sentence: str) -> None:
    told = run(*arguments, status=2)
    assert sentence in told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    "words",
    [
        ("solitario:sample",),
        ("drench:3x3,3#5",),
        ("drench:5x5,4,players=2#5", "--bot", "2,5"),
        ("2048:2,2#5",),
        ("2048:3,2,goal=16#5", "--bot", "4"),
        ("2048:4,2,goal=64#5", "--bot", "3"),
        ("oca:3#5", "--bot", "1"),
        ("fuga:7", "--bot", "1,2"),
    ],
)
def test_a_watched_game_ends_and_every_move_of_it_is_legal(words: tuple[str, ...]) -> None:
    *moves, end = objects("watch", *words, "--seed", "7", "--moves", "400")
    session = begin(end["game"])
    for told in moves:
        assert told["seat"] == (session.player if session.player >= 0 else None)
        session.play_text(told["move"])
        assert session.game.dump(session.state) == told["position"]
    outcome = session.outcome
    if words[0] != "fuga:7":
        assert outcome is not None
    assert (end["winner"], end["reason"]) == (outcome and outcome.winner, outcome and outcome.reason)


def test_options_of_a_game_can_be_named_to_watch_it_too() -> None:
    told = run("watch", "drench:4x4,3#5", "--options", "players=2", "--bot", "1", "--seed", "3")
    assert told == run("watch", "drench:4x4,3,players=2#5", "--bot", "1", "--seed", "3")
    assert "Winner: Player" in told


def test_what_can_be_won_is_won_before_your_eyes() -> None:
    assert "You win" in run("watch", "solitario:sample")
    assert "You win" in run("watch", "drench:4x4,3,limit=9#5")


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
            found.append(self._lines.get(timeout=40))
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
    assert engine.until("readyok") == [*(["info string preparing…"] if COMPILED else []), "readyok"]


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
    assert "bestmove" in run("engine", "fuga:7", typed="go movetime 50\n")


@needs_numba
def test_a_training_is_kept_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_HOME", str(tmp_path))
    first = objects("train", "2048", "--seconds", "0.5", "--cores", "1")[-1]
    second = objects("train", "2048", "--seconds", "0.5", "--cores", "1")[-1]
    assert second["moves"] == first["moves"] + second["played"]
    assert second["games"] > first["games"] > 0
    for path in (tmp_path / "2048").iterdir():
        path.unlink()
