"""A finished game looked at again: its course in a line, and the moves that made it worse."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ludoteca.ai import Advice, Status, Unit, Value
from ludoteca.analysis import Truth
from ludoteca.core import AnySession, LudotecaError
from ludoteca.games import begin
from ludoteca.looks.course import Course, graph, height, mistakes, wasted
from ludoteca.tui.board import BoardView
from ludoteca.tui.playing import Playing
from ludoteca.tui.replay import Replay
from ludoteca.tui.stepping import Tape

from support.sessions import played
from support.tui_driver import opened, seen, settle


class Memory:
    """One who knows how a game stood at each ply, or fails."""

    lang = "en"

    def __init__(self, *statuses: Status, error: str = "", best: str | None = None) -> None:
        self._statuses, self._error, self._best = statuses, error, best

    async def truth(self, session: AnySession, **_named: Any) -> Truth:
        if self._error:
            raise LudotecaError(self._error)
        status = self._statuses[len(session.moves)]
        share = Value(float(status == Status.WIN), Unit.SHARE)
        return Truth(Advice(status=status, value=share, seat=session.player, move=self._best))

    async def close(self) -> None:
        pass


class Worths(Memory):
    """One who knows only what each push is worth."""

    async def truth(self, session: AnySession, **_named: Any) -> Truth:
        values = {"up": Value(100, Unit.PLAYED_ON), "left": Value(75, Unit.PLAYED_ON)}
        return Truth(Advice(move="up", values=values))


class Late(Memory):
    """One who answers when he may."""

    def __init__(self, *statuses: Status) -> None:
        super().__init__(*statuses)
        self.asked, self.may_answer = asyncio.Event(), asyncio.Event()

    async def truth(self, session: AnySession, **named: Any) -> Truth:
        self.asked.set()
        await self.may_answer.wait()
        return await super().truth(session, **named)


def told(screen: Replay) -> str:
    """What is said below the board, in one line."""
    return " ".join(seen(screen.query_one("#told")).split())


async def test_a_review_says_where_it_went_wrong_what_it_cost_and_shows_what_was_better(
    tmp_path: Path,
) -> None:
    whole = played("solitario:sample", "b4 d4", "c2 e2")
    async with opened(tmp_path / "a") as (app, pilot):
        app.opponent = Memory(Status.WIN, Status.LOST, Status.LOST, best="e4 e2")  # type: ignore[assignment]
        screen = Replay(whole)
        await app.push_screen(screen)
        assert "v: find mistakes" in told(screen)
        await pilot.press("v")
        await settle(pilot, lambda: "1 mistake (move 1); n: see it" in told(screen))
        assert seen(screen.query_one("#course")).strip() == "Course: █▁▁"
        assert screen.query_one(Tape).mistakes == {0}
        assert "b4 d4??" in seen(screen.query_one(Tape))
        await pilot.press("n")
        assert screen.session.record.moves == ("b4 d4",)
        assert "Move 1 (b4 d4) was a mistake: after it the game could no longer be won." in told(screen)
        assert "Better: e4 e2 (see it: b)." in told(screen)
        await pilot.press("b")
        assert screen.session.record.moves == ("e4 e2",)
        assert screen.query_one(BoardView).cells == whole.game.board(screen.session.state)
        assert "Here e4 e2 was played instead" in told(screen)
        await pilot.press("b")
        assert screen.session.record.moves == ("b4 d4",)
        await pilot.press("b", "right")
        assert screen.session.record.moves == ("b4 d4", "c2 e2")
        assert screen.query_one(BoardView).cells == whole.game.board(whole.state)
        await pilot.press("b")
        assert "n goes to one" in told(screen)


async def test_a_review_and_a_replay_that_runs_leave_each_other_alone(tmp_path: Path) -> None:
    whole = played("fuga:7", "a3 b3", "c3 c2", "b3 a3")
    async with opened(tmp_path / "a") as (app, pilot):
        late = Late(*[Status.UNKNOWN] * 4)
        app.opponent = late  # type: ignore[assignment]  # as much of it
        screen = Replay(whole)
        await app.push_screen(screen)
        await pilot.press("v")
        await settle(pilot, late.asked.is_set)
        assert "Looking for mistakes: move 0 of 2…" in told(screen)
        await pilot.press("n")
        assert "No mistake has been found so far." in told(screen)
        assert "so far:" not in told(screen)
        await pilot.press("end")
        said = seen(screen.query_one("#said"))
        assert "Looking for mistakes" in told(screen)
        late.may_answer.set()
        await settle(pilot, lambda: "No mistake was found." in told(screen))
        assert seen(screen.query_one("#said")) == said
        assert screen.session.record.moves == whole.record.moves


class Slow(Memory):
    """One who answers only so many times."""

    asked = 0

    async def truth(self, session: AnySession, **named: Any) -> Truth:
        self.asked += 1
        if self.asked > 2:
            await asyncio.Event().wait()
        return await super().truth(session, **named)


async def test_what_was_found_can_be_seen_while_a_review_goes_on(tmp_path: Path) -> None:
    whole = played("solitario:sample", "b4 d4", "c2 e2")
    async with opened(tmp_path / "a") as (app, pilot):
        app.opponent = Slow(Status.WIN, Status.LOST, Status.LOST)  # type: ignore[assignment]
        screen = Replay(whole)
        await app.push_screen(screen)
        await pilot.press("v")
        await settle(pilot, lambda: "Looking for mistakes: move 2 of 2… so far: 1 (n)" in told(screen))
        await pilot.press("n")
        assert "Move 1 (b4 d4) was a mistake" in told(screen)
        assert "Looking for mistakes" in told(screen)


async def test_a_count_is_that_of_the_list_of_moves(tmp_path: Path) -> None:
    async with opened(tmp_path / "a", size=(60, 20)) as (app, pilot):
        screen = Replay(played("fuga:7", "a3 b3", "c3 c2", "b3 a3"), computers={1: 2})
        await app.push_screen(screen)
        counts = []
        for _step in range(4):
            counts.append(seen(screen.query_one("#head")).split(" · ")[1].strip())
            await pilot.press("right")
        assert counts == ["move 0 of 2", "move 1 of 2", "move 1 of 2", "move 2 of 2"]


async def test_a_review_that_was_left_for_a_game_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = played("solitario:sample", "b4 d4", "c2 e2")
    async with opened(tmp_path / "a") as (app, pilot):
        late = Late(Status.WIN, Status.LOST, Status.LOST)
        app.opponent = late  # type: ignore[assignment]  # as much of it
        screen = Replay(whole)
        await app.push_screen(screen)
        await pilot.press("v")
        await settle(pilot, late.asked.is_set)
        await pilot.press("c")
        assert isinstance(app.screen, Playing)
        await pilot.press("q")
        assert "v: find mistakes" in told(screen)
        late.may_answer.set()
        await pilot.press("v")
        await settle(pilot, lambda: "1 mistake" in told(screen))


async def test_keys_lead_from_mistake_to_mistake_both_ways(tmp_path: Path) -> None:
    whole = played("fuga:7", "a3 b3", "c3 c2", "b3 a3")
    async with opened(tmp_path / "a") as (app, pilot):
        app.opponent = Memory(Status.WIN, Status.WIN, Status.WIN, Status.WIN)  # type: ignore[assignment]
        screen = Replay(whole)
        await app.push_screen(screen)
        await pilot.press("v")
        await settle(pilot, lambda: "3 mistakes (worst: move 1)" in told(screen))
        plies = []
        for key in ("n", "n", "n", "n", "N", "N", "N"):
            await pilot.press(key)
            plies.append(len(screen.session.moves))
        assert plies == [1, 2, 3, 1, 3, 2, 1]


async def test_where_only_moves_can_be_compared_no_course_is_drawn(tmp_path: Path) -> None:
    """As on a large board of 2048: what each push is worth is known, how far the goal is is not."""
    session = begin("2048:4,2#9")
    session.turn("left")
    async with opened(tmp_path / "a") as (app, pilot):
        app.opponent = Worths()  # type: ignore[assignment]  # as much of it
        screen = Replay(session)
        await app.push_screen(screen)
        await pilot.press("v")
        await settle(pilot, lambda: "1 mistake (move 1)" in told(screen))
        assert not screen.query_one("#course").display
        await pilot.press("n")
        assert "it threw away 25 % of what the best move was worth. Better: up" in told(screen)


async def test_only_ones_own_mistakes_are_told(tmp_path: Path) -> None:
    """Whoever played the computer asks where they went wrong themselves."""
    whole = played("fuga:7", "a3 b3", "c3 c2", "b3 a3")
    async with opened(tmp_path / "a") as (app, pilot):
        app.opponent = Memory(Status.WIN, Status.WIN, Status.WIN, Status.LOST)  # type: ignore[assignment]
        screen = Replay(whole, computers={0: 2})
        await app.push_screen(screen)
        await pilot.press("v")
        await settle(pilot, lambda: "mistake" in told(screen) and "Looking" not in told(screen))
        assert screen.query_one(Tape).mistakes == {1}, "not {0, 1}"


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
        await pilot.press("n")
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


@pytest.mark.parametrize(
    ("gameid", "moves", "truths", "told"),
    [
        ("drench:1x4,3#2", ["1", "3", "1"],
         [Truth(Advice(move="3", value=Value(2, Unit.MOVES)), par=2),
          Truth(Advice(value=Value(2, Unit.MOVES), proven=True), par=2)],
         (0, "3", "it cost 1 move")),
        ("fuga:7", ["a3 b3"],
         [Truth(Advice(move="a3 a2", value=Value(0.6, Unit.SHARE), seat=0)),
          Truth(Advice(value=Value(0.7, Unit.SHARE), seat=1))],
         (0, "a3 a2", "the chance to win fell from about 60 % to 30 %")),
        ("fuga:7", ["a3 b3", "c3 c2"],
         [Truth(Advice(value=Value(0.4, Unit.SHARE), seat=0)),
          Truth(Advice(move="e3 e2", value=Value(0.6, Unit.SHARE), seat=1)),
          Truth(Advice(value=Value(0.8, Unit.SHARE), seat=0))],
         (1, "e3 e2", "the chance to win fell from about 60 % to 20 %")),
        ("fuga:7", ["a3 b3"],
         [Truth(Advice(move="a3 a2", value=Value(30, Unit.MARGIN), seat=0)),
          Truth(Advice(value=Value(17, Unit.MARGIN), seat=1))],
         (0, "a3 a2", "from far ahead to far behind")),
        ("fuga:7", ["a3 b3"],
         [Truth(Advice(move="a3 a2", value=Value(1, Unit.MARGIN), seat=0, status=Status.WIN)),
          Truth(Advice(value=Value(0, Unit.MARGIN), seat=1))],
         (0, "a3 a2", "from a sure win to about even")),
    ],
)  # fmt: skip
def test_what_a_mistake_cost_is_said_as_its_seat_sees_it(
    gameid: str, moves: list[str], truths: list[Truth], told: tuple[int, str, str]
) -> None:
    course = Course(played(gameid, *moves), {0, 1})
    for ply, truth in enumerate(truths):
        course.learn(ply, truth)
    assert [(each.ply, each.better, each.cost) for each in course.mistakes] == [told]


def test_the_move_that_is_thought_best_is_no_mistake() -> None:
    """It only turned out worse than it was thought to be."""
    course = Course(played("fuga:7", "a3 b3"), {0})
    course.learn(0, Truth(Advice(move="a3 b3", value=Value(0.6, Unit.SHARE), seat=0)))
    course.learn(1, Truth(Advice(value=Value(0.7, Unit.SHARE), seat=1)))
    assert course.mistakes == []


def test_what_a_move_wastes_is_a_share_of_the_best() -> None:
    truth = Truth(Advice(values={"up": Value(100, Unit.POINTS), "left": Value(75, Unit.POINTS)}))
    assert [wasted(truth, move) for move in ("up", "left", "down")] == [0, 0.25, 0]


def test_a_long_course_fits_the_line() -> None:
    assert len(graph([0.5] * 1000, 58, plain=False)) <= 58


@pytest.mark.parametrize("is_sure", [True, False])
def test_a_move_too_many_is_a_mistake_however_long_the_game_is_if_that_is_sure(is_sure: bool) -> None:
    session = begin("drench:6x6,4#1")
    for _ply in range(30):
        session.play(session.legal[-1])
    course = Course(session, {0})
    for ply in range(31):
        advice = Advice(seat=0, value=Value(10.0, Unit.MOVES), proven=is_sure)
        course.learn(ply, Truth(advice, par=10))
    assert [each.ply for each in course.mistakes] == (list(range(30)) if is_sure else [])
    assert all(each.cost == "it cost 1 move" for each in course.mistakes)
