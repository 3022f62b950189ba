"""What stands beside the board: buttons in their places, the die, who holds how much, and the log."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Static

from ludoteca.ai import Advice, Status
from ludoteca.analysis import Truth
from ludoteca.games import begin
from ludoteca.looks import Skin
from ludoteca.looks.colour import contrast
from ludoteca.tui.app import Ludoteca
from ludoteca.tui.board import BoardView
from ludoteca.tui.buttons import buttons
from ludoteca.tui.gestures import Gestures
from ludoteca.tui.side import Die, Moves
from ludoteca.tui.told import shortened

from support.tui_driver import opened, seen, settle, table

SKINS = [Skin(ascii=plain, colour=coloured) for plain in (False, True) for coloured in (False, True)]


@pytest.fixture
def _slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A die rolls for as long as it takes to look at it."""
    monkeypatch.setattr("ludoteca.tui.scene.ROLLING", 60.0)


class Advises:
    """One who knows a good move."""

    lang = "en"

    def __init__(self, move: str) -> None:
        self._move = move

    async def truth(self, _session: Any, **_named: Any) -> Truth:
        return Truth(Advice(move=self._move, status=Status.WIN, proven=True))

    async def close(self) -> None:
        pass


def words(app: Ludoteca) -> list[str]:
    return [line for line in seen(table(app).query_one("#words")).split("\n") if line.strip()]


def hinted(app: Ludoteca) -> set[str]:
    return {name for name, marks in table(app).query_one(BoardView).marks.items() if "hint" in marks}


class TestButtons:
    @pytest.mark.parametrize("colours", [2, 3, 6, 7, 10])
    @pytest.mark.parametrize("skin", SKINS)
    def test_every_colour_keeps_its_place_and_its_number(self, colours: int, skin: Skin) -> None:
        session, places = begin(f"drench:6x6,{colours}#1"), set()
        for _move in range(6):
            if session.legal:
                board = session.game.board(session.state)
                lines = str(buttons(session.game, Gestures.of(session), board, skin, 23)).split("\n")
                assert all(len(line) <= 23 for line in lines)
                assert colours > 6 or len(lines) <= 2
                numbers = [
                    (y, line.index(str(number)))
                    for number in range(1, colours + 1)
                    for y, line in enumerate(lines)
                    if str(number) in "".join(sign if sign.isdigit() else " " for sign in line).split()
                ]
                assert len(numbers) == colours
                places.add(tuple(numbers))
                session.play(session.legal[-1])
        assert len(places) == 1

    def test_a_colour_that_cannot_be_chosen_looks_otherwise(self) -> None:
        session = begin("drench:2x2,3@12/13.0.0.0")
        for skin, closed in ((Skin(), "·1·"), (Skin(ascii=True), "-1-")):
            shown = buttons(session.game, Gestures.of(session), session.game.board(session.state), skin, 23)
            assert closed in str(shown)
            assert "2" in str(shown)
            assert closed.replace("1", "2") not in str(shown)

    async def test_a_colour_that_is_nowhere_on_the_board_has_its_button(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("drench:2x2,6@12/13.0.0.0")) as (app, pilot):
            (first, second) = words(app)
            assert (first.split(), second.split()) == (["·1·", "2", "3"], ["4", "5", "6"])
            line = table(app).query_one("#words")
            assert await pilot.click(line, offset=(second.index("6"), 1))
            await settle(pilot, lambda: table(app).session.moves == [6])
            assert "·6·" in words(app)[1]

    async def test_the_four_pushes_have_a_line_each_and_a_number_each(self, tmp_path: Path) -> None:
        """Up changes nothing here."""
        async with opened(tmp_path / "a", session=begin("2048:2,1@2,4/0,0.0.p")) as (app, pilot):
            assert [line.strip() for line in words(app)] == ["up", "down", "left", "right"]
            await pilot.press("1")
            assert table(app).session.moves == []
            await pilot.press("2")
            assert table(app).session.moves[0] == "down"

    async def test_no_button_in_a_replay(self, tmp_path: Path) -> None:
        from ludoteca.tui.replay import Replay

        async with opened(tmp_path / "a") as (app, _pilot):
            await app.push_screen(Replay(begin("drench:2x2,3@12/13.0.0.0")))
            assert not seen(app.screen.query_one("#words")).strip()


class TestHints:
    @pytest.mark.parametrize(
        ("gameid", "move", "cells", "button"),
        [
            ("drench:2x2,3@12/13.0.0.0", "2", {"a2"}, "›2‹"),
            ("2048:2,1@2,4/0,0.0.p", "down", {"a1", "a2"}, "›down ‹"),
            ("oca:2,first=1#1", "roll", set(), "›roll‹"),
            ("solitario:221/113", "a1 a3", {"a1", "a3"}, ""),
        ],
    )
    async def test_it_is_marked_said_apart_and_goes_with_the_position(
        self, gameid: str, move: str, cells: set[str], button: str, tmp_path: Path
    ) -> None:
        async with opened(tmp_path / "a", session=begin(gameid)) as (app, pilot):
            app.analysis = Advises(move)  # type: ignore[assignment]  # all that a hint asks
            said, hint = (table(app).query_one(where) for where in ("#said", "#hint"))
            await pilot.press("i")
            await settle(pilot, lambda: "Hint: " in seen(hint))
            assert hinted(app) == cells
            assert button in "".join(words(app))
            await pilot.press("z")
            assert "does nothing here" in seen(said)
            assert "Hint: " in seen(hint), "both are to be read"
            table(app).attempt(table(app).session.turn, move)
            await settle(pilot, lambda: not hint.display)
            assert not hinted(app)
            assert "›" not in "".join(words(app))

    async def test_it_goes_with_undo_too(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("fuga:7")) as (app, pilot):
            app.analysis = Advises("c3 c2")  # type: ignore[assignment]  # all that a hint asks
            table(app).attempt(table(app).session.turn, "a3 b3")
            await pilot.press("i")
            await settle(pilot, lambda: hinted(app) == {"c3", "c2"})
            await pilot.press("u")
            assert not hinted(app)
            assert not table(app).query_one("#hint").display
            assert not seen(table(app).query_one("#said")).strip()

    def test_a_hint_beside_a_sentence_has_one_line(self) -> None:
        assert shortened("one two three four", 8, 1) == "one two…"


class TestDice:
    async def test_the_last_throw_is_drawn_and_told(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("oca:2,first=1#13"), size=(80, 30)) as (app, pilot):
            die = table(app).query_one(Die)
            assert not die.display
            await pilot.press("space")
            await pilot.pause()
            thrown = table(app).session.moves[1]
            assert seen(die).count("●") == thrown
            assert "A Player 1 throws" in seen(table(app).query_one(Moves))
            assert "roll" in words(app)[0]

    async def test_where_there_is_no_room_it_has_one_line(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("oca:2,first=1#13"), size=(60, 14)) as (app, pilot):
            await pilot.press("space")
            await pilot.pause()
            assert seen(table(app).query_one(Die)).strip()[0] in "⚀⚁⚂⚃⚄⚅"

    @pytest.mark.usefixtures("_slow")
    async def test_it_rolls_before_anything_tells_what_it_shows(self, tmp_path: Path) -> None:
        session = begin("oca:2,first=1#13")
        async with opened(tmp_path / "a", session=session, animation=True) as (app, pilot):
            screen = table(app)
            await pilot.press("space")
            assert len(screen.session.moves) == 2, "it is kept at once"
            assert screen._rolling is not None
            assert "throws" not in seen(app.screen)
            assert not any("last" in marks for marks in screen.view.marks.values())
            screen._has_rolled()
            await settle(pilot, lambda: "Player 1 throws" in seen(screen.query_one("#said")))
            assert any("last" in marks for marks in screen.view.marks.values())

    @pytest.mark.usefixtures("_slow")
    async def test_what_was_still_rolling_is_told_with_the_next_throw(self, tmp_path: Path) -> None:
        session = begin("oca:2,first=1#13")
        async with opened(tmp_path / "a", session=session, size=(120, 40), animation=True) as (app, pilot):
            await pilot.press("space", "space", "space")
            screen = table(app)
            assert len(screen.session.moves) == 6
            screen._has_rolled()
            await settle(pilot, lambda: seen(screen.query_one(Moves)).count("throws") == 3)
            newest = screen.session.game.tell(screen.session.states[5], screen.session.moves[5])[0]
            assert newest in seen(screen.query_one("#said"))

    async def test_the_token_is_in_view_all_the_way(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("ludoteca.tui.board.FRAME", 0.1)  # so that no slow machine skips all of them
        session = begin("oca:2,first=1#13")
        async with opened(tmp_path / "a", session=session, size=(60, 12), animation=True) as (app, pilot):
            view, places = table(app).view, list[bool]()
            view.scroll_home(animate=False)
            follow = view._follow

            def noted() -> None:
                follow()
                places.extend(_is_in_view(view, piece.row, piece.col) for piece in view._moving)

            view._follow = noted  # type: ignore[method-assign]  # to see what is to be seen
            await pilot.press("space")
            await settle(pilot, lambda: bool(places) and not view.is_moving)
            assert all(places)

    async def test_the_token_of_the_one_to_move_is_in_view_from_the_start(self, tmp_path: Path) -> None:
        session = begin("oca:2,first=1@1,14.0,0.1.p")
        async with opened(tmp_path / "a", session=session, size=(60, 20)) as (app, pilot):
            view = table(app).view
            ((row, col),) = [
                (row, col)
                for row, cells in enumerate(view.cells)
                for col, cell in enumerate(cells)
                if cell.name == "14"
            ]
            await settle(pilot, lambda: _is_in_view(view, row, col))


def _is_in_view(view: BoardView, row: float, col: float) -> bool:
    from ludoteca.looks import place_of

    x, y = place_of(view.cells, view._fit(), round(row), round(col))
    left, top = view.scroll_offset
    return left <= x < left + view.size.width and top <= y < top + view.size.height


class TestPace:
    @pytest.mark.usefixtures("_slow")
    async def test_the_computer_waits_for_the_film_and_then_for_the_pace(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        slept = list[float]()
        sleep = asyncio.sleep

        async def noted(seconds: float, *rest: Any) -> None:
            slept.append(seconds)
            await sleep(0, *rest)

        session = begin("oca:2,first=1#13")
        async with opened(tmp_path / "a", session=session, computers={1: 1}, animation=True) as (app, pilot):
            assert app.archive
            app.choices.turn("pace")
            app.choices.turn("pace")
            assert float(app.choices["pace"]) == 1.2
            monkeypatch.setattr("ludoteca.tui.playing.asyncio.sleep", noted)
            before = len(session.moves)
            await pilot.press("space")
            await settle(pilot, lambda: len(table(app).session.moves) >= before + 4)
            assert any(seconds > 30 + 1.2 for seconds in slept), "the die, the token, and then the pace"

    async def test_what_is_typed_in_the_computers_turn_is_said_in_ones_own(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("oca:2,first=2#13")) as (app, pilot):
            screen = table(app)
            screen.computers = {1: 1}
            screen._go_on()
            await pilot.press("space")
            assert screen.session.moves == []
            screen.action_computer()
            plies = screen.session.moves
            await settle(pilot, lambda: 0 in [screen.session.actor(ply) for ply in range(len(plies))])

    async def test_where_something_is_decided_nothing_is_said_ahead(self, tmp_path: Path) -> None:
        session = begin("drench:4x4,4,players=2#3")
        async with opened(tmp_path / "a", session=session, computers={0: 1}) as (app, pilot):
            table(app)._rest()
            await pilot.press("2")
            assert table(app)._typed_ahead == ""


class TestHolding:
    async def test_for_two_a_bar_tells_how_much_each_holds(self, tmp_path: Path) -> None:
        session = begin("drench:2x4,4,players=2@1122/1344.0.0.0")
        async with opened(tmp_path / "a", session=session) as (app, _pilot):
            shown = seen(table(app).query_one("#players"))
            assert "38 %" in shown
            assert "25 %" in shown

    async def test_alone_there_is_none(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("drench:2x2,3@12/13.0.0.0")) as (app, _pilot):
            assert "%" not in seen(table(app).query_one("#players", Static))


async def test_what_a_button_says_can_be_read_on_its_colour(tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin("drench:10x10,10#4")) as (app, _pilot):
        words = table(app).query_one("#words", Static)
        inks = {
            segment.text.strip(" ·"): (segment.style.color.triplet.hex, segment.style.bgcolor.triplet.hex)
            for y in range(words.size.height)
            for segment in words.render_line(y)
            if segment.style and segment.style.color and segment.style.bgcolor and segment.text.strip(" ·")
        }
        assert inks.keys() >= set("12356789")
        assert min(contrast(*inks[word]) for word in "12356789" if word in inks) >= 4.5
