"""A finished game looked at again: its course in a line, and the moves that made it worse."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ludoteca.ai import Advice, Status, Unit, Value
from ludoteca.analysis import Truth
from ludoteca.core import AnySession, LudotecaError
from ludoteca.games import begin
from ludoteca.looks.course import graph, height, mistakes, wasted
from ludoteca.tui.replay import Replay, Tape

from support.sessions import played
from support.tui_driver import opened, seen, settle


class Memory:
    """One who knows how a game stood at each ply, or fails."""

    lang = "en"

    def __init__(self, *statuses: Status, error: str = "") -> None:
        self._statuses, self._error = statuses, error

    async def truth(self, session: AnySession, **_named: Any) -> Truth:
        if self._error:
            raise LudotecaError(self._error)
        status = self._statuses[len(session.moves)]
        return Truth(Advice(status=status, value=Value(float(status == Status.WIN), Unit.SHARE)))

    async def close(self) -> None:
        pass


class Late(Memory):
    """One who answers when he may."""

    def __init__(self, *statuses: Status) -> None:
        super().__init__(*statuses)
        self.asked, self.may_answer = asyncio.Event(), asyncio.Event()

    async def truth(self, session: AnySession, **named: Any) -> Truth:
        self.asked.set()
        await self.may_answer.wait()
        return await super().truth(session, **named)


async def test_a_review_marks_the_mistake_and_leads_to_it(tmp_path: Path) -> None:
    whole = played("solitario:sample", "b4 d4", "c2 e2")
    async with opened(tmp_path / "a") as (app, pilot):
        app.opponent = Memory(Status.WIN, Status.LOST, Status.LOST)  # type: ignore[assignment]  # as much of it
        screen = Replay(whole)
        await app.push_screen(screen)
        await pilot.press("v")
        await settle(pilot, lambda: "1 mistake was found" in seen(screen.query_one("#said")))
        assert seen(screen.query_one("#prompt")).strip() == "█▁▁"
        assert screen.query_one(Tape).mistakes == {0}
        assert "b4 d4??" in seen(screen.query_one(Tape))
        await pilot.press("m")
        assert screen.session.record.moves == ("b4 d4",)


async def test_who_leaves_while_it_is_reviewed_leaves_nothing_behind(tmp_path: Path) -> None:
    whole = played("solitario:sample", "b4 d4", "c2 e2")
    async with opened(tmp_path / "a") as (app, pilot):
        late = Late(Status.WIN, Status.LOST, Status.LOST)
        app.opponent = late  # type: ignore[assignment]  # as much of it
        screen = Replay(whole)
        await app.push_screen(screen)
        screen.action_review()
        await settle(pilot, late.asked.is_set)
        app.leave()
        while screen.query(Tape):  # its parts are gone before it is
            await asyncio.sleep(0)
        late.may_answer.set()
        await pilot.pause(0.1)
        assert app.is_running
        assert not isinstance(app.screen, Replay)


async def test_what_nobody_can_tell_is_said(tmp_path: Path) -> None:
    async with opened(tmp_path / "a") as (app, pilot):
        app.opponent = Memory(error="Nobody is there.")  # type: ignore[assignment]
        screen = Replay(played("solitario:sample", "b4 d4"))
        await app.push_screen(screen)
        await pilot.press("m")
        await settle(pilot, lambda: "Nobody is there." in seen(screen.query_one("#said")))


def test_luck_is_no_mistake() -> None:
    """Between two decisions of 2048 nature has acted: only what the move itself threw away counts."""
    session = begin("2048:4,2#9")
    for word in ("left", "up"):
        session.turn(word)
    heights = {0: 0.9, 2: 0.2, 4: 0.2}
    assert mistakes(session, heights, {}) == []
    assert mistakes(session, heights, {2: 0.5}) == [2]


def test_of_two_each_makes_mistakes_of_his_own() -> None:
    session = played("fuga:7", "a3 b3", "c3 c2", "b3 a3")
    assert mistakes(session, {0: 0.5, 1: 0.8, 2: 0.75, 3: 0.5}, {}) == [2], "a slip is no mistake"
    assert mistakes(session, {0: 0.5, 1: 0.5, 2: 0.9, 3: None}, {}) == [1]


@pytest.mark.parametrize(
    ("gameid", "made", "truth", "high"),
    [
        ("drench:4x4,3#5", 2, Truth(Advice(value=Value(6, Unit.MOVES)), par=4), 0.5),
        ("drench:4x4,3#5", 2, Truth(Advice(value=Value(6, Unit.MOVES), status=Status.WIN), par=4), 0.5),
        ("drench:4x4,3#5", 8, Truth(Advice(status=Status.WIN), over=True, par=4), 0.5),
        ("drench:4x4,3,limit=5#5", 5, Truth(Advice(status=Status.LOST), over=True, par=4), 0.0),
        ("drench:4x4,3#5", 0, Truth(Advice(value=Value(6, Unit.MOVES))), None),
        ("2048:4,2#9", 0, Truth(Advice(value=Value(3000, Unit.PLAYED_ON))), None),
        ("oca:2#1", 0, Truth(Advice(chances=(0.25, 0.75))), 0.25),
    ],
)
def test_how_high_a_game_stands(gameid: str, made: int, truth: Truth, high: float | None) -> None:
    assert height(begin(gameid).game, made, truth) == high


def test_what_a_move_wastes_is_a_share_of_the_best() -> None:
    truth = Truth(Advice(values={"up": Value(100, Unit.POINTS), "left": Value(75, Unit.POINTS)}))
    assert [wasted(truth, move) for move in ("up", "left", "down")] == [0, 0.25, 0]


def test_a_long_course_fits_the_line() -> None:
    assert len(graph([0.5] * 1000, 58, plain=False)) <= 58
