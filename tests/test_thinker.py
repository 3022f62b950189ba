"""Thinking beside a screen: the answers are those of the solvers here, and nobody waits for old questions."""

import asyncio
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from ludoteca.ai import choose
from ludoteca.ai.bot import Limit
from ludoteca.ai.judge import Judge
from ludoteca.ai.thinker import Thinker
from ludoteca.ai.thought import Thought, bar
from ludoteca.core import CHANCE, Dice, LudotecaError, Session
from ludoteca.games import begin

T = TypeVar("T")
ENDLESS = 600.0  # seconds: whoever thinks so long was not stopped
Ask = Callable[[Callable[[Thinker], Coroutine[Any, Any, T]]], T]


@pytest.fixture(scope="module")
def with_thinker() -> Iterator[Ask[Any]]:
    """Work with one thinker for many tests; with a loop that goes on where the test before left it."""
    with asyncio.Runner() as runner:
        thinker = Thinker(lang="es")
        yield lambda work: runner.run(work(thinker))
        runner.run(thinker.close())


def rolled(gameid: str) -> Session[Any, Any]:
    session = begin(gameid)
    while session.player == CHANCE:
        session.roll()
    return session


def test_the_truth_is_what_solvers_say_here(with_thinker: Ask[Any]) -> None:
    told: list[str] = []
    games = list(map(rolled, ["solitario:sample", "drench:6x6,4#5", "2048:2,4#3", "oca:3", "oca:2,dice=2"]))
    lost = begin("solitario:0000/2212/0200/0123")
    lost.play_text("b2 d2")

    async def work(thinker: Thinker) -> list[Thought]:
        return [await thinker.ask(session, wish="truth", tell=told.append) for session in (*games, lost)]

    assert with_thinker(work) == [Judge().think(session, Limit()) for session in (*games, lost)]
    assert set(told) <= {"preparando…"}  # where Numba is not installed there is nothing to prepare


def test_a_move_is_the_one_that_the_player_of_this_level_makes_here(with_thinker: Ask[Any]) -> None:
    games = list(map(rolled, ["fuga:7", "drench:6x6,4,players=2#5", "2048#3", "oca:3", "solitario:sample"]))

    async def work(thinker: Thinker) -> list[str | None]:
        asked = [(session, level) for session in games for level in (1, 5)]
        return [
            (await thinker.ask(session, wish="move", level=level, seed=9)).move for session, level in asked
        ]

    made = [choose(session, Limit(), level=level, dice=Dice(9)) for session in games for level in (1, 5)]
    moves = [
        session.game.text(made[2 * at + late].move) for at, session in enumerate(games) for late in (0, 1)
    ]
    assert with_thinker(work) == moves


def test_a_worker_that_dies_gets_a_sentence_and_the_next_question_a_new_one() -> None:
    async def work(thinker: Thinker) -> list[str | None]:
        def kill(_thought: Thought) -> None:
            assert thinker._process
            thinker._process.kill()

        with pytest.raises(LudotecaError, match="ended without an answer"):
            await thinker.ask(begin("fuga:9"), wish="truth", seconds=ENDLESS, show=kill)
        one = await thinker.ask(begin("oca:2"), wish="truth")
        assert thinker._process
        thinker._process.kill()  # while nobody waits
        await thinker._process.wait()
        await asyncio.sleep(0)
        other = await thinker.ask(begin("oca:2"), wish="move")
        await thinker.close()
        return [one.move, other.move]

    assert asyncio.run(work(Thinker())) == ["roll", "roll"]


def test_nobody_to_start_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(LudotecaError, match="Nobody can think here"):
        asyncio.run(Thinker().ask(begin("fuga:7"), wish="move"))


def test_who_waits_and_is_cancelled_lets_the_worker_go(with_thinker: Ask[Any]) -> None:
    async def work(thinker: Thinker) -> str | None:
        seen = asyncio.Event()
        task = asyncio.create_task(
            thinker.ask(begin("fuga:9"), wish="truth", seconds=ENDLESS, show=lambda _thought: seen.set())
        )
        await seen.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return (await thinker.ask(begin("solitario:223"), wish="move")).move

    assert with_thinker(work) == "a1 a3"


def test_a_later_question_cancels_an_earlier_one_and_who_waits_for_it(with_thinker: Ask[Any]) -> None:
    async def work(thinker: Thinker) -> str | None:
        first = asyncio.create_task(thinker.ask(begin("fuga:9"), wish="truth", seconds=ENDLESS))
        second = asyncio.create_task(thinker.ask(begin("fuga:9"), wish="truth", seconds=ENDLESS))
        await asyncio.sleep(0)
        last = await thinker.ask(begin("solitario:223"), wish="move")
        for task in (first, second):
            with pytest.raises(asyncio.CancelledError):
                await task
        return last.move

    assert with_thinker(work) == "a1 a3"


def test_an_error_of_who_is_told_is_theirs_and_thinking_goes_on(with_thinker: Ask[Any]) -> None:
    async def work(thinker: Thinker) -> str | None:
        with pytest.raises(ZeroDivisionError):
            await thinker.ask(
                begin("fuga:9"), wish="truth", seconds=ENDLESS, show=lambda _thought: print(1 / 0)
            )
        return (await thinker.ask(begin("solitario:223"), wish="move")).move

    assert with_thinker(work) == "a1 a3"


def test_what_is_shown_grows_into_the_answer(with_thinker: Ask[Any]) -> None:
    session, seen = begin("fuga:9"), list[Thought]()
    last = with_thinker(lambda thinker: thinker.ask(session, wish="truth", seconds=0.6, show=seen.append))
    depths = [thought.facts["depth"] for thought in (*seen, last)]
    assert depths == sorted(depths)
    assert bar(session.game, 0, replace(last, line=())).startswith("Attackers: ")


def test_the_client_is_light() -> None:
    code = "import sys, ludoteca.ai.thinker; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "numba", "textual", "sqlite3"} & set(done.stdout.split())
