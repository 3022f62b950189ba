"""The process that thinks: it lets go when told, has a sentence for every broken line, never outlives us."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from ludoteca.ai.limit import Limit
from ludoteca.analysis import Analyst, Truth, server
from ludoteca.analysis.protocol import Question
from ludoteca.core import AnySession
from ludoteca.core.dice import SEEDS
from ludoteca.games import begin

ENDLESS = 600.0  # seconds: whoever thinks so long was not stopped


class Pipe:
    """A worker, spoken to line by line."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "ludoteca.analysis.server"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def say(self, line: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def ask(self, number: int, session: AnySession, wish: str = "truth", **more: Any) -> None:
        self.say(json.dumps({"ask": number, "record": str(session.record), "wish": wish, **more}).encode())

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout
        answer = json.loads(self.process.stdout.readline())
        assert isinstance(answer, dict)
        return answer

    def hear_last(self) -> dict[str, Any]:
        """The end of a question, without what is told and shown before."""
        while not (answer := self.hear()).keys() & {"truth", "move", "error", "cancelled"}:
            pass
        return answer

    def end(self) -> int:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        status = self.process.wait(60)
        self.process.stdout.close()
        return status


@pytest.fixture(scope="module")
def pipe() -> Iterator[Pipe]:
    """One worker for many tests, since it has much to import."""
    pipe = Pipe()
    yield pipe
    pipe.end()


def test_a_long_game_may_go_on_go_back_and_branch(pipe: Pipe) -> None:
    session = begin("drench:6x6,4#5")
    for number, step in enumerate(("", "1", "2", "1", "undo", "undo", "3", "other")):
        if step == "undo":
            session.undo()
        elif step == "other":
            session = begin("drench:6x6,4#6")
        elif step:
            session.play(session.legal[int(step) - 1])
        pipe.ask(number, session)
        expected = Analyst().truth(session, Limit())
        assert Truth.parse(pipe.hear_last()["truth"]) == expected


def test_who_was_cancelled_stops_and_says_so(pipe: Pipe) -> None:
    pipe.ask(1, begin("fuga:9"), seconds=ENDLESS)
    while "show" not in pipe.hear():
        pass
    pipe.say(b'{"cancel": 1}')
    assert pipe.hear_last() == {"ask": 1, "cancelled": True}


def test_a_new_question_cancels_the_one_before(pipe: Pipe) -> None:
    pipe.ask(1, begin("fuga:9"), seconds=ENDLESS)
    pipe.ask(2, begin("solitario:32x32,steps=900#1"), seconds=ENDLESS)
    pipe.ask(3, begin("solitario:223"))
    ends = [pipe.hear_last() for _question in range(3)]
    assert [end["ask"] for end in ends] == [1, 2, 3]
    assert ends[0]["cancelled"]
    assert ends[1]["cancelled"]
    assert ends[2]["truth"]["advice"]["move"] == "a1 a3"


def test_a_cancel_of_another_question_is_not_for_this_one(pipe: Pipe) -> None:
    pipe.ask(5, begin("fuga:9"), seconds=0.3)
    pipe.say(b'{"cancel": 4}')
    assert pipe.hear_last()["truth"]["advice"]["move"]


RECORD = json.dumps(str(begin("fuga:7").record)).encode()
BROKEN = {
    b"": None,
    b"\xff\x00\x1b[2J": None,
    b"[1, 2]": None,
    b"7": None,
    b"{" * 5000: None,
    b"[" * 100_000: None,
    b'{"ask": ' + b"9" * 5000 + b"}": None,
    b'{"ask": 7}': 7,
    b'{"ask": true, "record": "", "wish": "truth"}': None,
    b'{"ask": 7, "record": "", "wish": "truth"}': 7,
    b'{"ask": 7, "record": "\\ud800\\u0000", "wish": "truth"}': 7,
    b'{"ask": 7, "record": "ludoteca record 1\\ngame chess\\nend 0", "wish": "truth"}': 7,
    b'{"ask": 7, "record": "ludoteca record 1\\ngame fuga:7\\na1 a2\\nend 1", "wish": "truth"}': 7,
    b'{"ask": 7, "record": %s, "wish": ["truth"]}' % RECORD: 7,
    b'{"ask": 7, "record": %s, "wish": "move", "level": 9}' % RECORD: 7,
    b'{"ask": 7, "record": %s, "wish": "move", "level": "8"}' % RECORD: 7,
    b'{"ask": 7, "record": %s, "wish": "move", "seconds": NaN}' % RECORD: 7,
    b'{"ask": 7, "record": %s, "wish": "move", "seconds": 1%s}' % (RECORD, b"0" * 400): 7,
    b'{"ask": 7, "record": %s, "wish": "move", "level": 0}' % RECORD: 7,
    b'{"ask": 7, "record": %s, "wish": "move", "seconds": true}' % RECORD: 7,
    b'{"ask": 7, "record": %s, "wish": "move", "seconds": -0.1}' % RECORD: 7,
    b'{"ask": 7, "record": %s, "wish": "move", "seconds": 1e9}' % RECORD: 7,
    b'{"ask": 7, "record": %s, "wish": "move", "seed": -1}' % RECORD: 7,
    b'{"ask": 7, "record": %s, "wish": "move", "seed": %d}' % (RECORD, SEEDS): 7,
    b'{"ask": 7, "record": %s, "wish": "move", "lang": "../../etc"}' % RECORD: 7,
    b'{"ask": 7, "record": %s, "wish": "move", "more": 1}' % RECORD: 7,
    b'{"ask": 7, "record": "%s", "wish": "truth"}' % (b"x" * 9_000_000): None,
}


@pytest.mark.parametrize(("line", "ask"), BROKEN.items(), ids=lambda each: repr(each)[:40])
def test_a_line_that_makes_no_sense_gets_a_sentence(pipe: Pipe, line: bytes, ask: int | None) -> None:
    pipe.say(line)
    answer = pipe.hear()
    assert answer.keys() == {"ask", "error"}
    assert answer["ask"] == ask
    assert answer["error"].isprintable()
    pipe.ask(8, begin("solitario:223"), "move")
    assert pipe.hear_last()["move"]["move"] == "a1 a3"


def test_what_is_just_a_question_is_understood() -> None:
    for more in ({"seconds": 0}, {"seconds": 999_999_999.0}, {"seed": 0}, {"seed": SEEDS - 1}, {"level": 1}):
        question = Question.parse({"ask": 7, "record": "", "wish": "move", **more})
        assert question.json().items() >= more.items()
    asked = Question(7, "", "move")
    assert (asked.level, asked.seed, asked.lang) == (8, 0, "en"), "where nobody says"
    with pytest.raises(FrozenInstanceError):
        asked.level = 1  # type: ignore[misc]  # a value


def test_the_truth_so_far_is_shown_ten_times_a_second_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    now, said = [100.0], io.BytesIO()
    monkeypatch.setattr("ludoteca.analysis.server.time.monotonic", lambda: now[0])
    machine = server.Server(io.BytesIO(), said)
    machine._wanted = 3
    show = machine._shower(3)
    for now[0] in (100.0, 100.05, 100.2, 100.29, 100.45):
        show(Truth())
    assert said.getvalue().count(b"show") == 3
    machine._shower(4)(Truth())
    assert said.getvalue().count(b"show") == 3, "nobody wants the fourth"


def test_a_solver_that_fails_gets_a_sentence_too(pipe: Pipe) -> None:
    held = begin("oca:5,relieved=yes")
    pipe.ask(1, held)
    assert "odds are known for 2 to 4 players" in pipe.hear_last()["error"]


def test_a_defect_of_ours_gets_a_sentence_and_its_traceback_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_asked: object, **_more: object) -> None:
        raise ZeroDivisionError("a solver's own")

    monkeypatch.setattr(server, "choose", broken)
    said = io.BytesIO()
    machine = server.Server(io.BytesIO(), said)
    machine._take(json.dumps({"ask": 3, "record": str(begin("fuga:7").record), "wish": "move"}).encode())
    question = machine._questions.get()
    assert question is not None
    machine._answer(question)
    answer = json.loads(said.getvalue())
    assert (answer["ask"], answer["failed"]) == (3, True)
    assert "ZeroDivisionError" in answer["error"]
    assert "in broken" in capsys.readouterr().err


def test_sentences_come_in_the_language_asked_for(pipe: Pipe) -> None:
    pipe.ask(1, begin("oca:5,relieved=yes"), lang="es")
    assert "probabilidades" in pipe.hear_last()["error"]


def test_the_process_ends_when_its_input_does() -> None:
    idle, busy = Pipe(), Pipe()
    assert idle.end() == 0
    busy.ask(1, begin("fuga:9"), seconds=ENDLESS)
    busy.hear()
    assert busy.end() == 0


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs a signal that cannot be caught")
def test_the_process_ends_when_who_asks_is_killed() -> None:
    code = """if True:
        import asyncio
        from ludoteca.analysis.client import Client
        from ludoteca.games import begin
        async def main():
            client = Client()
            tell = lambda _truth: print(client._process.pid, flush=True)
            await client.truth(begin("fuga:9"), seconds=600, show=tell)
        asyncio.run(main())
    """
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as app:
        assert app.stdout
        worker = int(app.stdout.readline())
        app.kill()
    for _wait in range(600):
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("the worker goes on")


NOISY = """
from ludoteca.analysis import server
quiet = server.Analyst.truth
def truth(self, *given, **named):
    print("a solver that talks to itself")
    return quiet(self, *given, **named)
server.Analyst.truth = truth
server.main()
"""


def test_what_somebody_prints_is_no_answer() -> None:
    question = json.dumps({"ask": 1, "record": str(begin("solitario:223").record), "wish": "truth"})
    command, pipe = [sys.executable, "-c", NOISY], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(f"{question}\n")
        process.stdin.flush()
        answers = iter(process.stdout)
        while "truth" not in (answer := json.loads(next(answers))):
            assert answer["ask"] == 1
        process.stdin.close()
        assert "a solver that talks to itself" in process.stderr.read()
