"""Before a game: rows that are turned by keys and clicks, and what they show is what is played."""

import random
import re
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from ludoteca.ai import LEVELS
from ludoteca.archive import Archive, BusyError
from ludoteca.core import Session
from ludoteca.core.words import speaking
from ludoteca.games import GAMES, begin
from ludoteca.looks.plan import Plan
from ludoteca.tui.app import Ludoteca
from ludoteca.tui.board import BoardView
from ludoteca.tui.playing import Playing
from ludoteca.tui.setup import Rows, Setup

from support.nim import Nim
from support.tui_driver import opened, seen, settle, table

NAMES = list(GAMES)


def words(screen: Setup | Playing) -> str:
    return " ".join(seen(screen).split())


async def shown(app: Ludoteca, pilot: Pilot[None], name: str) -> Setup:
    screen = Setup(name)
    await app.push_screen(screen)
    await pilot.pause()
    return screen


async def played(app: Ludoteca, pilot: Pilot[None]) -> Playing:
    await settle(pilot, lambda: isinstance(app.screen, Playing))
    return table(app)


def place(screen: Setup, line: str, sign: str) -> tuple[int, int]:
    """Where a sign stands in the line that begins with a word."""
    for y, text in enumerate(seen(screen).split("\n")):
        if text.strip().startswith(line):
            return text.index(sign), y
    raise AssertionError(seen(screen))


class TestPlans:
    @pytest.mark.parametrize("name", NAMES)
    @settings(max_examples=60, deadline=None)
    @given(turns=st.lists(st.tuples(st.integers(0, 20), st.sampled_from((-1, 1))), max_size=25))
    def test_every_way_through_the_controls_is_a_game_that_says_what_they_say(
        self, name: str, turns: list[tuple[int, int]]
    ) -> None:
        plan = Plan.usual(name)
        for row, step in turns:
            control = plan.controls[row % len(plan.controls)]
            said = control.words[(control.at + step) % len(control.words)]
            players, plan = plan.game.players, plan.turned(control.key, step)
            now = {each.key: each for each in plan.controls}
            assert now[control.key].words[now[control.key].at] == said
            assert plan.game.players == players or control.key == "option players"
            assert type(plan.game).from_options(plan.game.options) == plan.game
            assert len([key for key in now if key.startswith("seat")]) in (0, plan.game.players)
            assert Plan.read(name, plan.text).text == plan.text
            assert Session(plan.game, seed=1).legal

    @pytest.mark.parametrize("name", NAMES)
    def test_the_usual_values_are_among_those_offered(self, name: str) -> None:
        for control in Plan.usual(name).controls:
            assert len(control.words) == len(set(control.words)) > 1
            assert not any(word.startswith("Project-Id-Version") for word in (control.word, *control.words))

    def test_what_does_not_go_with_a_value_gives_way_and_nobody_is_sent_away(self) -> None:
        plan = Plan.read("drench", "10x10,2,limit=20 0").turned("option players", 1)
        assert plan.game.options == "10x10,6,players=2"
        assert "option limit" not in [control.key for control in plan.controls]
        assert plan.turned("option players", 1).game.options == "10x10,6"
        plan = Plan.read("oca", "8,first=8 0").turned("option players", 1)
        assert plan.game.options == "2"

    def test_who_left_comes_back_with_the_seat_and_alone_a_person_plays(self) -> None:
        plan = Plan.read("drench", "15x15,6,players=2 5,0")
        assert plan.computers == {0: 5}
        alone = plan.turned("option players", 1)
        assert alone.computers == {}
        assert alone.turned("option players", 1).computers == {0: 5}

    def test_a_value_that_was_typed_is_shown_and_left_for_those_offered(self) -> None:
        plan = Plan.read("drench", "9x4,6 0")
        control = plan.controls[0]
        assert (control.words[control.at], control.words[control.at + 1]) == ("9x4", "6x6")

    def test_a_game_that_declares_nothing_has_what_can_be_guessed(self) -> None:
        with patch.dict(GAMES._known, nim=Nim):
            controls = Plan.usual("nim").controls
        assert [control.key for control in controls] == ["option heaps", "seat 0", "seat 1"]
        assert controls[0].words == list("123456789")

    @pytest.mark.parametrize(
        "text",
        [
            "",
            " ",
            "0",
            "99x99,6 0",
            "15x15,6 9",
            "15x15,6 -1",
            "15x15,6 x",
            "15x15,6 0,",
            "nonsense",
            "²",
            "15x15,6",
        ],
    )
    def test_what_cannot_be_read_back_is_forgotten(self, text: str) -> None:
        assert Plan.read("drench", text) == Plan.usual("drench")

    def test_skill_has_a_part_in_all_but_the_goose(self) -> None:
        assert [name for name, game in GAMES.items() if not game.skill] == ["oca"]
        for name in NAMES:
            session = begin(f"{name}#1" if GAMES[name]().uses_dice else name)
            assert (len(session.legal) > 1) == session.game.skill
        assert [control.words for control in Plan.usual("oca").controls[-2:]] == [
            ["a person", "Computer"]
        ] * 2
        assert all(len(control.words) == len(LEVELS) + 1 for control in Plan.usual("fuga").controls[-2:])


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
@pytest.mark.parametrize("name", NAMES)
class TestEveryGame:
    async def test_turned_by_keys_it_is_played_as_shown(
        self, name: str, size: tuple[int, int], tmp_path: Path
    ) -> None:
        chance = random.Random(f"{name}{size}")
        async with opened(tmp_path / "a", size=size) as (app, pilot):
            screen = await shown(app, pilot, name)
            for _turn in range(25):
                await pilot.press(chance.choice(("up", "down", "j")), chance.choice("hlad"))
            plan, board = screen._plan, screen.query_one(BoardView).cells
            said = [(each.word.lower(), each.words[each.at]) for each in plan.controls]
            line = " ".join(seen(screen.query_one(Rows)).lower().split())
            for word, value in said:
                assert f"{word} ‹ {value.lower()} ›" in line
            await pilot.press("p")
            game = await played(app, pilot)
            assert game.session.game == plan.game
            assert game.session.game.board(game.session.states[0]) == board
            assert game.computers == plan.computers

    async def test_every_row_is_seen_and_beside_them_the_board_where_there_is_room(
        self, name: str, size: tuple[int, int], tmp_path: Path
    ) -> None:
        for lang in ("en", "es"):
            async with opened(tmp_path / lang, size=size, lang=lang) as (app, pilot):
                screen = await shown(app, pilot, name)
                lines = seen(screen.query_one(Rows)).split("\n")
                arrows = [line for line in lines if "‹" in line and line.rstrip().endswith("›")]
                assert len(arrows) == len(screen._plan.controls)
                assert screen.query_one(BoardView).display or size == (60, 20)
                assert screen.query_one(BoardView).region.right <= size[0]


class TestKeys:
    async def test_drench_for_two_without_typing(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", lang="es") as (app, pilot):
            await pilot.press("right", "right", "n", "down", "down", "down", "down", "right")
            assert isinstance(app.screen, Setup)
            assert "Jugadores ‹ 2 ›" in words(app.screen)
            assert "Jugador 2 ‹ Ordenador: 3, aprendiz ›" in words(app.screen)
            await pilot.press("p")
            assert (await played(app, pilot)).session.game.options == "15x15,6,players=2"
            assert table(app).computers == {1: 3}

    async def test_a_seed_is_taken_and_what_is_wrong_changes_no_picture(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            screen = await shown(app, pilot, "drench")
            await pilot.press("o")
            typed = screen.query_one(Input)
            typed.value = "6x6,4#7"
            await pilot.pause()
            board = begin("drench:6x6,4#7")
            assert screen.query_one(BoardView).cells == board.game.board(board.state)
            typed.value = "6x6,4#x"
            await pilot.pause()
            assert screen.query_one(BoardView).cells == board.game.board(board.state)
            assert seen(screen.query_one("#said")).strip()
            typed.value = "6x6,4#7"
            await pilot.press("enter")
            assert str((await played(app, pilot)).session.id) == "drench:6x6,4#7"

    async def test_a_word_needs_no_number_to_explain_it(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            screen = await shown(app, pilot, "fuga")
            await pilot.press("down", "down")
            said = seen(screen.query_one("#said")).strip()
            assert said == "a position that stands this often is a draw"

    async def test_keys_typed_ahead_keep_their_order(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            await shown(app, pilot, "drench")
            for key in (
                "down",
                "right",
                "down",
                "left",
                "enter",
                "space",
                "down",
                "down",
                "enter",
                "up",
                "home",
                "enter",
            ):
                app.post_message(events.Key(key, " " if key == "space" else None))
            assert (await played(app, pilot)).session.game.options == "20x20,7,players=2"

    async def test_enter_begins_at_once(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            await pilot.press("2", "enter")
            assert (await played(app, pilot)).computers == {1: 3}

    async def test_the_row_says_what_it_is(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            screen = await shown(app, pilot, "oca")
            await pilot.press("down", "down", "down", "down", "down", "down")
            assert "prison and well hold until another player comes" in words(screen)

    async def test_all_seats_are_the_computers_for_one_who_watches(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            await shown(app, pilot, "fuga")
            await pilot.press("v")
            assert (await played(app, pilot)).computers == {0: len(LEVELS), 1: 3}

    async def test_the_computer_of_the_goose_has_no_level(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            screen = await shown(app, pilot, "oca")
            assert "Player 2 ‹ Computer ›" in words(screen)
            await pilot.press("p")
            players = (await played(app, pilot)).query_one("#players")
            assert re.search(r"B Player 2 \(computer\): square \d+", " ".join(seen(players).split()))
            assert "learner" not in words(table(app))

    async def test_a_game_for_one_has_no_seats(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            screen = await shown(app, pilot, "solitario")
            assert "person" not in words(screen)


class TestClicks:
    async def test_on_the_arrows_the_halves_and_the_first_row(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            screen = await shown(app, pilot, "drench")
            for line, sign, now in (
                ("Size", "›", "20x20,6"),
                ("Size", "‹", "15x15,6"),
                ("Size", "‹", "12x12,6"),
                ("Colours", "C", "12x12,5"),
                ("Players", "›", "12x12,5,players=2"),
                ("Player 1", "›", "12x12,5,players=2"),
                ("Player 2", "‹", "12x12,5,players=2"),
            ):
                await pilot.click(offset=place(screen, line, sign))
                await pilot.pause()
                assert screen.game.options == now
            assert "Player 1 ‹ Computer: 1, first steps ›" in words(screen)
            await pilot.click(offset=place(screen, "▶ play", "play"))
            assert (await played(app, pilot)).computers == {0: 1, 1: 2}

    async def test_left_of_the_middle_of_a_value_it_is_turned_back_and_else_on(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            screen = await shown(app, pilot, "drench")
            (left, row), (right, _) = place(screen, "Size", "‹"), place(screen, "Size", "›")
            middle = left + (right - left + 1) // 2
            for col in range(left, right + 1):
                before = screen._plan
                await pilot.click(offset=(col, row))
                await pilot.pause()
                assert screen._plan == before.turned("option size", -1 if col < middle else 1), col - middle

    async def test_beside_the_rows_nothing_happens(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            screen = await shown(app, pilot, "fuga")
            before = screen._plan
            await pilot.click(BoardView)
            await pilot.click(Rows, offset=(5, 15))
            await pilot.press("down", "right")
            assert screen._plan == before.turned("option size", 1)


class TestTyping:
    async def test_what_only_a_text_can_say_is_played(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            screen = await shown(app, pilot, "drench")
            await pilot.press("o", "home", *["delete"] * 7, *"9x4,3")
            assert screen.game.options == "9x4,3"
            assert "Size ‹ 9x4 ›" in words(screen)
            await pilot.press("enter")
            assert (await played(app, pilot)).session.game.options == "9x4,3"

    async def test_a_wrong_text_is_said_and_left_for_what_the_rows_say(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            screen = await shown(app, pilot, "fuga")
            await pilot.press("o", "end", "0", "enter")
            assert app.screen is screen
            assert "from 7 to 19" in words(screen)
            await pilot.press("escape")
            assert "from 7 to 19" not in words(screen)
            assert screen.query_one(Input).value == "9"
            await pilot.press("o", "end", "0", "tab", "down", "right")
            assert screen.query_one(Input).value == "11"
            await pilot.press("p")
            assert (await played(app, pilot)).session.game.options == "11"

    async def test_a_board_larger_than_the_screen_has_no_picture(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            screen = await shown(app, pilot, "drench")
            screen.query_one(Input).value = "64x64,6"
            await pilot.pause()
            assert not screen.query_one(BoardView).display
            screen.query_one(Input).value = "20x20,6"
            await pilot.pause()
            assert screen.query_one(BoardView).display


class TestMemory:
    async def test_the_values_played_last_are_there_next_time(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            await shown(app, pilot, "drench")
            await pilot.press("down", "down", "down", "down", "right", "up", "right", "end", "left", "p")
            await played(app, pilot)
            assert (await shown(app, pilot, "fuga")).game.options == "9"
        async with opened(tmp_path / "a") as (app, pilot):
            screen = await shown(app, pilot, "drench")
            assert screen._plan.text == "15x15,7,players=2 0,2"
            assert screen.query_one(Input).value == "15x15,7,players=2"
            assert "Computer: 2, beginner" in words(screen)

    async def test_what_was_only_looked_at_is_not_remembered(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            await shown(app, pilot, "fuga")
            await pilot.press("down", "right", "q")
            assert (await shown(app, pilot, "fuga")).game.options == "9"

    async def test_odd_values_in_the_archive_are_as_none(self, tmp_path: Path) -> None:
        with Archive.open(tmp_path / "a") as archive:
            archive.set("plan fuga", "8 \x1b[2J")
            archive.set("plan drench", "15x15,6 0,0,0,0")
            archive.set("plan oca", "3 8,8,0")
        async with opened(tmp_path / "a") as (app, pilot):
            assert (await shown(app, pilot, "fuga"))._plan == Plan.usual("fuga")
            assert (await shown(app, pilot, "drench"))._plan.text == "15x15,6 0"
            assert (await shown(app, pilot, "oca"))._plan.computers == {0: 3, 1: 3}

    async def test_without_an_archive_it_lasts_as_long_as_the_app(self) -> None:
        app = Ludoteca(None, "en")
        with speaking(app.spoken):
            async with app.run_test() as pilot:
                await shown(app, pilot, "fuga")
                await pilot.press("down", "right", "p")
                await played(app, pilot)
                assert (await shown(app, pilot, "fuga")).game.options == "11"

    async def test_an_archive_that_another_program_holds_keeps_nobody_waiting(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            assert app.archive is not None
            await shown(app, pilot, "fuga")
            busy = BusyError("held")
            with (
                patch.object(Archive, "set", side_effect=busy),
                patch.object(Archive, "setting", side_effect=busy),
            ):
                await pilot.press("down", "right", "p")
                await played(app, pilot)
                assert not app.writing.is_waiting
                assert (await shown(app, pilot, "fuga")).game.options == "11"
                assert (await shown(app, pilot, "oca")).game.options == "2"
