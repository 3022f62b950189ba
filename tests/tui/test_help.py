"""Help and time on the game screen: what somebody had is in the file, and so is the time before leaving."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ludoteca.ai import Advice, Status, Unit, Value
from ludoteca.analysis import Truth
from ludoteca.archive import Archive, ArchiveError, Entry, Help, Kept
from ludoteca.core import AnySession
from ludoteca.games import begin
from ludoteca.tui.app import Ludoteca
from ludoteca.tui.history import History
from ludoteca.tui.lobby import Lobby

from support.tui_driver import opened, seen, settle, table

BOARD = "drench:1x4,3#2"  # 2 3 1 1: two moves flood it


class Known:
    """One who knows a move and a truth, and tells them at once."""

    lang = "en"

    def __init__(self, move: str, truth: Truth) -> None:
        self._move, self._truth = move, truth

    async def move(self, _session: AnySession, **_named: Any) -> Advice[str]:
        return Advice(move=self._move)

    async def truth(self, _session: AnySession, **_named: Any) -> Truth:
        return self._truth

    async def close(self) -> None:
        pass


def told(move: str, *, unit: Unit = Unit.MOVES, **facts: Any) -> Truth:
    """A truth that names a move."""
    return Truth(Advice(move=move, line=(move,), value=Value(2, unit), status=Status.WIN, seat=0), **facts)


def know(app: Ludoteca, move: str, truth: Truth) -> None:
    app.analysis = app.opponent = Known(move, truth)  # type: ignore[assignment]  # all that a screen asks


def entry(app: Ludoteca) -> Entry:
    """The game on the screen as another program reads it."""
    session = table(app).session
    assert isinstance(session, Kept)
    assert app.archive
    with Archive.open(app.archive.path) as other:
        return other.entry(session.number or 0)


class TestHelp:
    async def test_a_hint_counts_once_in_a_position_and_before_it_is_seen(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin(BOARD)) as (app, pilot):
            know(app, "1", told("1"))
            said, hint = table(app).query_one("#said"), table(app).query_one("#hint")
            await pilot.press("3")
            for _ask in range(2):
                await pilot.press("i")
                await settle(pilot, lambda: "Good move: 1" in seen(hint) and "thinking" not in seen(said))
                assert entry(app).help == Help(hints=1)

    async def test_a_hint_that_cannot_be_kept_is_not_shown(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with opened(tmp_path / "a", session=begin(BOARD)) as (app, pilot):
            know(app, "1", told("1"))
            await pilot.press("3")
            monkeypatch.setattr(app.archive, "note_help", fails)
            await pilot.press("i")
            await settle(pilot, lambda: "not today" in seen(table(app).query_one("#said")))
            assert "Good move" not in seen(app.screen)

    async def test_the_computers_move_in_a_persons_place_counts_and_its_own_do_not(
        self, tmp_path: Path
    ) -> None:
        async with opened(tmp_path / "a", session=begin("fuga:9"), computers={1: 1}) as (app, pilot):
            know(app, "a4 a3", told("a4 a3"))
            app.opponent = Answers("a4 a3", "e4 e3")  # type: ignore[assignment]  # all that a screen asks
            await pilot.press("c")
            await settle(pilot, lambda: len(table(app).session.moves) == 2)
            assert entry(app).help == Help(computer=1)

    async def test_who_waits_for_a_hint_is_told_what_goes_on(self, tmp_path: Path) -> None:
        goes_on = asyncio.Event()

        class Cold:
            async def truth(self, _session: object, *, progress: Any, show: Any) -> Truth:
                progress("preparing Flood: 40 %")
                await goes_on.wait()
                return told("1")

            async def close(self) -> None:
                pass

        async with opened(tmp_path / "a", session=begin(BOARD)) as (app, pilot):
            app.analysis = Cold()  # type: ignore[assignment]  # all that a screen asks
            screen = table(app)
            await pilot.press("i")
            await settle(pilot, lambda: "preparing Flood: 40 %" in seen(screen.query_one("#said")))
            await pilot.press("i")
            await settle(pilot, lambda: "preparing Flood: 40 %" in seen(screen.query_one("#said")))
            goes_on.set()
            await settle(pilot, lambda: "move: 1" in seen(screen.query_one("#hint")))
            assert "preparing" not in seen(screen.query_one("#said"))

    async def test_taking_back_and_rewinding_count(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("drench:2x3,3#1")) as (app, pilot):
            lost = Truth(Advice(status=Status.LOST), won_at=0)
            know(app, "1", lost)
            screen = table(app)
            for _move in range(2):
                screen.attempt(screen.session.turn, screen.session.game.text(screen.session.legal[0]))
            await pilot.press("u")
            assert entry(app).help == Help(undos=1)
            await pilot.press("b")
            await settle(pilot, lambda: screen.session.moves == [])
            assert entry(app).help == Help(undos=1, rewinds=1)

    @pytest.mark.parametrize(
        ("truth", "hints"),
        [
            (told("1"), 0),  # moves so far and still needed: not which
            (told("1", unit=Unit.SHARE), 0),  # still winnable: not how
            (Truth(Advice(move="1", values={"1": Value(1.0, Unit.SHARE)})), 1),  # beside the buttons
            (Truth(Advice(move="1", status=Status.LOST, proven=True)), 0),
        ],
    )
    async def test_the_truth_bar_counts_where_it_tells_a_move(
        self, tmp_path: Path, truth: Truth, hints: int
    ) -> None:
        async with opened(tmp_path / "a", session=begin(BOARD)) as (app, pilot):
            know(app, "1", truth)
            await pilot.press("3")
            screen = table(app)
            await screen.truth.find(screen.session)
            await pilot.pause()
            assert entry(app).help == Help(), "nobody has seen it"
            await pilot.press("t")
            await settle(pilot, lambda: bool(seen(screen.truth).strip()))
            await settle(pilot, lambda: entry(app).help == Help(hints=hints))
            await pilot.press("t", "t")
            await pilot.pause()
            assert entry(app).help == Help(hints=hints)

    async def test_it_is_told_at_the_end(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin(BOARD)) as (app, pilot):
            await pilot.press("1", "u", "3", "1")
            said = " ".join(seen(table(app).query_one("#said")).split())
            assert "You win" in said
            assert "With help (undos: 1)." in said


class Answers(Known):
    """One whose moves are written down."""

    def __init__(self, *moves: str) -> None:
        super().__init__("", Truth())
        self._moves = list(moves)

    async def move(self, _session: AnySession, **_named: Any) -> Advice[str]:
        return Advice(move=self._moves.pop(0))


async def test_a_win_that_is_taken_back_and_left_is_still_a_win(tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin(BOARD)) as (app, pilot):
        await pilot.press("3", "1", "u", "q")
        await settle(pilot, lambda: isinstance(app.screen, Lobby))
        assert app.archive
        assert app.archive.statistics("drench:1x4,3").won == 1
        app.push_screen(History())
        await settle(pilot, lambda: "won, moves: 2" in seen(app.screen))


class Clock:
    """A clock that a test sets."""

    time = 1000.0

    def __call__(self) -> float:
        return self.time


@pytest.mark.parametrize("keys", [["q"], ["escape", "q"], ["n"], ["ctrl+c"]])
async def test_what_was_thought_before_leaving_is_kept(tmp_path: Path, keys: list[str]) -> None:
    clock = Clock()
    async with opened(tmp_path / "a", session=begin("drench:4x4,3#5")) as (app, pilot):
        assert app.archive
        app.archive.now = clock
        session: Any = table(app).session
        session._since = clock.time
        clock.time += 3
        await pilot.press("1")
        clock.time += 40
        await pilot.press(*keys)
        await pilot.pause()
    with Archive.open(tmp_path / "a") as archive:
        assert archive.entry(1).seconds == 40


def fails(*_words: object) -> None:
    raise ArchiveError("not today")


async def test_nobody_stays_because_the_time_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path / "a", session=begin("drench:4x4,3#5")) as (app, pilot):
        await pilot.press("1")
        monkeypatch.setattr(app.archive, "note_seconds", fails)
        await pilot.press("q")
        await settle(pilot, lambda: isinstance(app.screen, Lobby))


@pytest.mark.parametrize("lang", ["en", "es"])
async def test_the_history_has_a_line_for_a_game_however_much_there_is_to_tell(
    tmp_path: Path, lang: str
) -> None:
    async with opened(tmp_path / "a", lang=lang) as (app, pilot):
        assert app.archive
        for number in range(1, 40):  # more than there are lines
            kept = app.archive.keep(begin(f"drench:15x15,6#{10**18 - number}"), daily="2020-01-01")
            kept.play(kept.legal[0])
            kept.undo()
        app.archive._db.execute("UPDATE games SET moves = 123456, seconds = 360000, result = 'lost'")
        app.push_screen(History())
        await settle(pilot, lambda: "123456" in seen(app.screen))
        lines = [line for line in seen(app.screen.query_one("Menu")).split("\n") if line.strip()]
        assert len(lines) > 10
        name = {"en": "Flood", "es": "Zyan Drench"}[lang]
        assert all(name in line for line in lines)
