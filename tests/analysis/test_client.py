"""Thinking beside a screen: the answers are those of the solvers here, and nobody waits for old questions."""

import asyncio
import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from ludoteca.ai import Limit, choose
from ludoteca.analysis import Analyst, Truth
from ludoteca.analysis.client import Client
from ludoteca.core import AnySession, Dice, LudotecaError
from ludoteca.games import begin
from ludoteca.looks.wording import bar

from support.sessions import rolled

T = TypeVar("T")
ENDLESS = 600.0  # seconds: whoever thinks so long was not stopped
Ask = Callable[[Callable[[Client], Coroutine[Any, Any, T]]], T]


@pytest.fixture(scope="module")
def with_client() -> Iterator[Ask[Any]]:
    """Work with one client for many tests; with a loop that goes on where the test before left it."""
    with asyncio.Runner() as runner:
        client = Client(lang="es")
        yield lambda work: runner.run(work(client))
        runner.run(client.close())


def test_the_truth_is_what_solvers_say_here(with_client: Ask[Any]) -> None:
    told: list[str] = []
    games = list(map(rolled, ["solitario:sample", "drench:6x6,4#5", "2048:2,4#3", "oca:3", "oca:2,dice=2"]))
    lost = begin("solitario:0000/2212/0200/0123")
    lost.play_text("b2 d2")

    async def work(client: Client) -> list[Truth]:
        return [await client.truth(session, progress=told.append) for session in (*games, lost)]

    assert with_client(work) == [Analyst().truth(session, Limit()) for session in (*games, lost)]
    assert all(each.startswith("preparando ") for each in told)  # without Numba there is nothing to prepare


def test_a_move_is_the_one_that_the_player_of_this_level_makes_here(with_client: Ask[Any]) -> None:
    games = list(map(rolled, ["fuga:7", "drench:6x6,4,players=2#5", "2048#3", "oca:3", "solitario:sample"]))

    async def work(client: Client) -> list[str | None]:
        asked = [(session, level) for session in games for level in (1, 5)]
        return [(await client.move(session, level=level, seed=9)).move for session, level in asked]

    made = [choose(session, Limit(), level=level, dice=Dice(9)) for session in games for level in (1, 5)]
    moves = [
        session.game.text(made[2 * at + late].move) for at, session in enumerate(games) for late in (0, 1)
    ]
    assert with_client(work) == moves


def test_while_kernels_are_compiled_low_levels_answer_from_plain_python() -> None:
    """The same moves, since their work is the same; higher levels, and later all of them, have kernels."""
    games = list(map(rolled, ["fuga:7", "drench:6x6,4,players=2#5", "2048#3", "solitario:sample"]))
    ready: list[bool] = []

    async def work() -> list[tuple[str | None, bool]]:
        client, made = Client(ready=lambda: bool(ready)), list[tuple[str | None, bool]]()
        for session in games:
            made.append(((await client.move(session, level=2, seed=9)).move, client._is_plain))
        made.append(((await client.move(games[1], level=4, seed=9)).move, client._is_plain))
        ready.append(True)
        made.append(((await client.move(games[1], level=2, seed=9)).move, client._is_plain))
        await client.close()
        return made

    def move(session: AnySession, level: int) -> str:
        return session.game.text(choose(session, Limit(), level=level, dice=Dice(9)).move)

    here = [
        *((move(session, 2), True) for session in games),
        (move(games[1], 4), False),
        (move(games[1], 2), False),
    ]
    assert asyncio.run(work()) == here


def test_a_process_that_dies_is_followed_by_another_which_is_asked_the_same() -> None:
    async def work(client: Client) -> list[bool]:
        killed = list[int]()

        def kill(_truth: Truth) -> None:
            if not killed:
                assert client._process
                killed.append(client._process.pid)
                client._process.kill()

        truth = await client.truth(begin("fuga:9"), seconds=2, show=kill)  # long after it is first shown
        assert client._process
        assert client._process.pid not in killed
        client._process.kill()  # dead already when it is asked, though nobody has seen it
        move = await client.move(begin("oca:2"))
        await client.close()
        return [truth.advice.move is not None, move.move == "roll"]

    assert asyncio.run(work(Client())) == [True, True]


def test_a_process_that_dies_twice_gets_a_sentence_and_the_next_question_a_new_one() -> None:
    async def work(client: Client) -> list[str | None]:
        def kill(_truth: Truth) -> None:
            assert client._process
            client._process.kill()

        with pytest.raises(LudotecaError, match="ended without an answer"):
            await client.truth(begin("fuga:9"), seconds=ENDLESS, show=kill)
        one = await client.truth(begin("oca:2"))
        assert client._process
        client._process.kill()  # while nobody waits
        await client._process.wait()
        await asyncio.sleep(0)
        other = await client.move(begin("oca:2"))
        await client.close()
        return [one.advice.move, other.move]

    assert asyncio.run(work(Client())) == ["roll", "roll"]


def test_a_process_that_dies_while_nobody_waits_is_no_problem() -> None:
    async def work(client: Client) -> None:
        await client.truth(begin("oca:2"))
        assert client._process
        assert client._reading
        reading = client._reading
        client._process.kill()
        await reading  # to its end, and without an error
        assert client._process is None
        await client.close()

    asyncio.run(work(Client()))


def test_nobody_to_start_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(LudotecaError, match="cannot be started"):
        asyncio.run(Client().move(begin("fuga:7")))


FAILING = """
import json, sys
for line in sys.stdin:
    print("Traceback of a solver", file=sys.stderr, flush=True)
    ask = json.loads(line)["ask"]
    print(json.dumps({"ask": ask, "warning": "Mind the gap."}), flush=True)
    print(json.dumps({"ask": ask, "error": "The analysis failed.", "failed": True}), flush=True)
"""


def test_a_defect_is_told_and_what_it_printed_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("ludoteca.analysis.client.COMMAND", ("-c", FAILING))
    warned: list[str] = []

    async def work() -> None:
        client = Client(warn=warned.append, log=tmp_path / "folder" / "analysis.log")
        for _twice in range(2):
            with pytest.raises(LudotecaError, match="failed") as caught:
                await client.truth(begin("oca:2"))
            assert str(client.log) in str(caught.value)
        await client.close()
        assert client.log.read_text() == "Traceback of a solver\n" * 2

    asyncio.run(work())
    assert warned == ["Mind the gap."] * 2


def test_a_log_begins_anew_when_it_is_long_and_stops_nobody_where_it_cannot_be(tmp_path: Path) -> None:
    async def move(log: Path) -> str | None:
        client = Client(log=log)
        found = (await client.move(begin("oca:2"))).move
        await client.close()
        return found

    long, nowhere = tmp_path / "long.log", tmp_path / "file" / "log"
    long.write_bytes(b"x" * 1_000_001)
    (tmp_path / "file").touch()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert [asyncio.run(move(log)) for log in (long, nowhere, pipe)] == ["roll"] * 3
    assert long.stat().st_size == 0


def test_who_waits_and_is_cancelled_lets_the_process_go(with_client: Ask[Any]) -> None:
    async def work(client: Client) -> str | None:
        seen = asyncio.Event()
        task = asyncio.create_task(
            client.truth(begin("fuga:9"), seconds=ENDLESS, show=lambda _truth: seen.set())
        )
        await seen.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return (await client.move(begin("solitario:223"))).move

    assert with_client(work) == "a1 a3"


LISTENING = """
import json, sys
for line in sys.stdin:
    print(line, end="", file=sys.stderr, flush=True)
    if "ask" in json.loads(line):
        print(json.dumps({"ask": json.loads(line)["ask"], "progress": "heard"}), flush=True)
"""


def test_the_process_is_told_which_question_nobody_waits_for_any_more(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("ludoteca.analysis.client.COMMAND", ("-c", LISTENING))

    async def work() -> list[dict[str, Any]]:
        client = Client(log=tmp_path / "log")
        for ask in (client.truth, client.move):
            heard = asyncio.Event()
            task = asyncio.create_task(ask(begin("oca:2"), progress=lambda _told, heard=heard: heard.set()))
            await heard.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        await client.close()
        return [json.loads(line) for line in client.log.read_text().splitlines()]

    first, cancel, second, last = asyncio.run(work())
    assert [(asked["ask"], asked["wish"]) for asked in (first, second)] == [(1, "truth"), (2, "move")]
    assert (second["level"], second["seed"]) == (8, 0), "the last level, where none is named"
    assert (cancel, last) == ({"cancel": 1}, {"cancel": 2})


def test_a_later_question_cancels_an_earlier_one_and_who_waits_for_it(with_client: Ask[Any]) -> None:
    async def work(client: Client) -> str | None:
        first = asyncio.create_task(client.truth(begin("fuga:9"), seconds=ENDLESS))
        second = asyncio.create_task(client.truth(begin("fuga:9"), seconds=ENDLESS))
        await asyncio.sleep(0)
        last = await client.move(begin("solitario:223"))
        for task in (first, second):
            with pytest.raises(asyncio.CancelledError):
                await task
        return last.move

    assert with_client(work) == "a1 a3"


def test_an_error_of_who_is_told_is_theirs_and_thinking_goes_on(with_client: Ask[Any]) -> None:
    async def work(client: Client) -> str | None:
        with pytest.raises(ZeroDivisionError):
            await client.truth(begin("fuga:9"), seconds=ENDLESS, show=lambda _truth: print(1 / 0))
        return (await client.move(begin("solitario:223"))).move

    assert with_client(work) == "a1 a3"


def test_what_is_shown_grows_into_the_answer(with_client: Ask[Any]) -> None:
    session, seen = begin("fuga:9"), list[Truth]()
    last = with_client(lambda client: client.truth(session, seconds=0.6, show=seen.append))
    depths = [truth.advice.depth for truth in (*seen, last)]
    assert depths == sorted(depths)
    assert bar(session.game, 0, replace(last, advice=replace(last.advice, line=()))).startswith("estimate: ")


def test_the_client_is_light() -> None:
    code = "import sys, ludoteca.analysis.client; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "numba", "textual", "sqlite3"} & set(done.stdout.split())


@pytest.mark.parametrize("turns", [1, 3, 6, 9])
def test_who_stops_asking_while_the_process_begins_can_ask_again_and_nothing_is_left(
    turns: int, recwarn: pytest.WarningsRecorder
) -> None:
    async def script() -> None:
        client, session = Client(), begin("solitario:sample")
        asking = asyncio.create_task(client.truth(session))
        for _turn in range(turns):
            await asyncio.sleep(0)
        asking.cancel()
        async with asyncio.timeout(10):
            await asyncio.wait([asking])
            assert (await client.truth(session)).advice.move
            last = asyncio.create_task(client.truth(session, seconds=ENDLESS))
            await client.close()
            asking = asyncio.create_task(client.truth(session))
            for _turn in range(turns):
                await asyncio.sleep(0)
            await client.close()
            await asyncio.wait([asking, last])
        assert client._process is None

    asyncio.run(script())
    gc.collect()
    assert [str(each.message) for each in recwarn] == []
