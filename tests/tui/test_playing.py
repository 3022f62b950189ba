"""The game screen's actions: undo, hints, the truth, opponents, sentences for what cannot be done."""

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Input

from ludoteca.ai import Limit, advise
from ludoteca.analysis.client import Client
from ludoteca.archive import Archive
from ludoteca.core.words import speaking
from ludoteca.games import begin
from ludoteca.tui import Wish
from ludoteca.tui.app import Ludoteca, run_app
from ludoteca.tui.board import BoardView
from ludoteca.tui.gestures import Gestures, reason, stepped, swiped
from ludoteca.tui.lobby import Lobby
from ludoteca.tui.playing import Playing
from ludoteca.tui.rules import RulesPage
from ludoteca.tui.setup import Setup

from support.tui_driver import by_keyboard, opened, seen, settle, table

ASTRAY = ["f4 d4", "e6 e4", "d4 f4", "b4 d4", "b2 b4"]


class TestGestures:
    def test_a_word_again_takes_it_back_and_another_first_word_begins_anew(self) -> None:
        first = Gestures.of(begin("fuga:9")).say("a4")
        assert first.say("a4").said == ()
        assert first.say("a6").said == ("a6",)
        assert first.say("a3").move == "a4 a3"

    def test_the_rules_say_why_a_gesture_is_none(self) -> None:
        session = begin("fuga:9")
        assert reason(session, ["c3"]) == "There is no piece on c3."
        assert "straight" in reason(session, ["a4", "b5"])

    def test_numbers_of_colours_are_words_of_cells(self) -> None:
        session = begin("drench:4x4,10#3")
        words = Gestures.of(session)
        cells = [cell for row in session.game.board(session.state) for cell in row]
        said = {words.word_of(cell) for cell in cells} - {None}
        assert said == set(words.words) & {cell.role.removeprefix("colour") for cell in cells}

    def test_the_cursor_leaps_over_what_has_no_name_and_stays_on_the_board(self) -> None:
        session = begin("solitario:english")
        board = session.game.board(session.state)
        assert stepped(board, (2, 0), "up") == (2, 0)
        assert stepped(board, None, "left") == (3, 2), "the first arrow moves it too"

    async def test_the_cursor_is_seen_from_the_start_where_arrows_choose(self, tmp_path: Path) -> None:
        for number, (gameid, place) in enumerate({"solitario": "b4", "fuga:9": "b5", "drench": ""}.items()):
            async with opened(tmp_path / str(number), session=begin(gameid)) as (app, pilot):
                marks = {name for name, found in table(app).view.marks.items() if "cursor" in found}
                assert marks == ({place} if place else set())
                await pilot.press("down")
                moved = {name for name, found in table(app).view.marks.items() if "cursor" in found}
                assert len(moved) == 1
                assert moved != marks

    @pytest.mark.parametrize(("drag", "way"), [((5, 0), "right"), ((-5, 2), "left"), ((1, -3), "up")])
    def test_a_drag_is_an_arrow(self, drag: tuple[int, int], way: str) -> None:
        assert swiped(*drag) == way


class TestActions:
    async def test_undo_and_redo_change_the_archive_too(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("drench:4x4,3#5")) as (app, pilot):
            await pilot.press("2", "1", "u")
            assert app.archive is not None
            assert app.archive.record(1).moves == ("2",)
            await pilot.press("r")
            assert app.archive.record(1).moves == ("2", "1")

    async def test_keys_typed_fast_are_not_lost(self, tmp_path: Path) -> None:
        keys = [str(1 + number % 6) for number in range(30)]
        expected = begin("drench:12x12,6#4")
        for key in keys:
            if key in map(str, expected.legal):
                expected.play_text(key)
        async with opened(tmp_path / "a", session=begin("drench:12x12,6#4"), animation=True) as (app, pilot):
            await pilot.press(*keys)
            assert table(app).session.record == expected.record

    async def test_the_arrows_of_every_tradition_push(self, tmp_path: Path) -> None:
        for keys in (("left", "up"), ("h", "k"), ("a", "w")):
            async with opened(tmp_path / keys[0], session=begin("2048:4,2#9")) as (app, pilot):
                await pilot.press(*keys)
                moves = table(app).session.record.moves
                assert (moves[0], moves[2]) == ("left", "up")

    async def test_an_illegal_gesture_says_why_and_changes_nothing(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("fuga:9")) as (app, pilot):
            await by_keyboard(pilot, app, ["e5"])
            assert "belongs to the other side" in seen(table(app).query_one("#said"))
            assert not table(app).session.moves

    async def test_targets_are_shown(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("fuga:9")) as (app, pilot):
            await by_keyboard(pilot, app, ["a4"])
            marks = table(app).query_one(BoardView).marks
            assert {name for name, said in marks.items() if "target" in said} == {
                move[1] for move in Gestures.of(begin("fuga:9")).moves if move[0] == "a4"
            }
            await pilot.press("escape")
            marks = table(app).query_one(BoardView).marks
            assert not any("target" in said for said in marks.values())

    async def test_a_move_can_be_typed(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("fuga:9")) as (app, pilot):
            await pilot.press("m", *"a4", "space", *"a3", "enter")
            await pilot.pause()
            assert table(app).session.record.moves == ("a4 a3",)
            assert not table(app).query_one("#typed", Input).display

    async def test_new_deals_another_board_of_the_kind(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("2048:3,2#9")) as (app, pilot):
            await pilot.press("left", "n")
            await settle(pilot, lambda: not table(app).session.moves)
            assert table(app).session.game == begin("2048:3,2#9").game
            assert len(app.archive.games()) == 1, "a game without a move is not kept"

    async def test_help_shows_the_rules_and_every_key(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("oca:2#1"), size=(80, 120)) as (app, pilot):
            await pilot.press("question_mark")
            assert isinstance(app.screen, RulesPage)
            shown = seen(app.screen)
            assert "GAME OF THE GOOSE" in shown
            assert all(key.note in shown for key in Playing.KEYS)
            assert shown.index("Keys") < shown.index("GAME OF THE GOOSE"), "the keys come first"

    async def test_leaving_leads_to_the_lobby_and_the_game_waits_there(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("drench:4x4,3#5")) as (app, pilot):
            await pilot.press("2", "q")
            assert isinstance(app.screen, Lobby)
            await pilot.press("down", "enter")
            await settle(pilot, lambda: isinstance(app.screen, Playing))
            assert table(app).session.record.moves == ("2",)


class TestTruth:
    async def test_the_bar_says_since_when_it_is_lost_and_one_key_goes_back(self, tmp_path: Path) -> None:
        session = begin("solitario:sample")
        for jump in ASTRAY:
            session.play_text(jump)
        verdicts = [advise(session.at(ply), Limit(60)).status for ply in range(len(ASTRAY) + 1)]
        lost = verdicts.index("lost")
        async with opened(tmp_path / "a", session=session) as (app, pilot):
            screen = table(app)
            await pilot.press("t")
            await settle(pilot, lambda: screen.truth.truth is not None, 60)
            assert f"lost since move {lost}" in seen(screen.truth)
            await pilot.press("b")
            await settle(pilot, lambda: len(screen.session.moves) == lost - 1, 60)
            await settle(pilot, lambda: "still winnable (proved)" in seen(screen.truth), 60)

    async def test_par_is_proved(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("drench:4x4,3#5")) as (app, pilot):
            screen = table(app)
            await pilot.press("1", "t")
            await settle(pilot, lambda: screen.truth.truth is not None, 60)
            assert "/ par 4" in seen(screen.truth)

    async def test_a_hint_marks_its_cells_and_says_what_is_proved(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("solitario:sample")) as (app, pilot):
            screen = table(app)
            await pilot.press("i")
            await settle(
                pilot, lambda: any("hint" in each for each in screen.query_one(BoardView).marks.values()), 60
            )
            assert "proved" in seen(screen.query_one("#hint"))
            hinted = {name for name, said in screen.query_one(BoardView).marks.items() if "hint" in said}
            assert hinted in [set(screen.session.game.text(move).split()) for move in screen.session.legal]


class TestOpponents:
    async def test_the_computer_answers_and_undo_takes_back_both(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("fuga:7"), computers={1: 1}) as (app, pilot):
            screen = table(app)
            await by_keyboard(pilot, app, ["b4", "b3"])
            await settle(pilot, lambda: len(screen.session.moves) == 2, 60)
            await pilot.press("u")
            assert screen.session.record.moves == ()

    async def test_computers_play_each_other_until_the_end_and_can_be_stopped(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("oca:2#13"), computers={0: 1, 1: 1}) as (app, pilot):
            screen = table(app)
            await settle(pilot, lambda: len(screen.session.moves) >= 2, 60)
            await pilot.press("space")
            await asyncio.sleep(0.3)
            stopped = len(screen.session.moves)
            await asyncio.sleep(0.3)
            assert len(screen.session.moves) == stopped
            await pilot.press("space")
            await settle(pilot, lambda: screen.session.outcome is not None, 60)

    async def test_who_watches_is_told_how_to_go_on_and_takes_nothing_back(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def thinks(*_question: object, **_how: object) -> None:
            await asyncio.sleep(60)

        monkeypatch.setattr(Client, "move", thinks)
        async with opened(tmp_path / "a", session=begin("fuga:7"), computers={0: 1, 1: 1}) as (app, pilot):
            screen = table(app)
            await settle(pilot, lambda: "space: pause" in seen(screen.query_one("#prompt")))
            await pilot.press("space")
            await settle(pilot, lambda: "space: go on" in seen(screen.query_one("#prompt")))
            await pilot.press("u")
            assert "Only the computer plays here" in seen(screen.query_one("#said"))
            foot = seen(screen.query_one(".keys"))
            assert [word for word in ("undo", "redo", "computer", "rewind") if word in foot] == []
            assert "hint" in foot

    async def test_what_can_do_nothing_after_the_end_is_not_offered(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("solitario:223")) as (app, pilot):
            foot, board = table(app).query_one(".keys"), table(app).view.size
            assert all(word in seen(foot) for word in ("i hint", "c computer", "b rewind"))
            table(app).attempt(table(app).session.turn, "a1 a3")
            await settle(pilot, lambda: "hint" not in seen(foot))
            assert [word for word in ("computer", "rewind") if word in seen(foot)] == []
            assert all(word in seen(foot) for word in ("u undo", "n new", "? help", "q back"))
            assert table(app).view.size == board, "and nothing moves"

    async def test_what_was_lost_alone_has_a_way_back(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("drench:1x4,3,limit=1#2")) as (app, pilot):
            await pilot.press("3")
            foot = table(app).query_one(".keys")
            await settle(pilot, lambda: "hint" not in seen(foot))
            assert "b rewind" in seen(foot)

    async def test_between_people_a_die_stays_cast_and_against_the_computer_not(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("oca:2#5")) as (app, pilot):
            await pilot.press("space", "u")
            assert "cannot be taken back" in seen(table(app).query_one("#said"))
            assert len(table(app).session.moves) == 2

    async def test_seats_and_levels_are_chosen_before_a_game(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            await pilot.press("2")
            assert isinstance(app.screen, Setup)
            assert "Attackers ‹ a person ›" in " ".join(seen(app.screen).split())
            await pilot.press("up", "right", "right")  # from the top to the last row
            assert "Computer: 5, good player" in seen(app.screen)
            await pilot.press("p")
            await settle(pilot, lambda: isinstance(app.screen, Playing))
            assert table(app).computers == {1: 5}

    async def test_wrong_options_are_said_and_nothing_begins(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            await pilot.press("2", "o", "end", *"0", "enter")
            assert isinstance(app.screen, Setup)
            assert "from 7 to 19" in seen(app.screen)


class TestArchives:
    async def test_a_personal_record_is_praised(self, tmp_path: Path) -> None:
        for moves, praised in (("1212123", False), ("2123", True)):  # a first game is no record yet
            async with opened(tmp_path / "a", session=begin("drench:4x4,3#5")) as (app, pilot):
                await pilot.press(*moves)
                said = " ".join(seen(table(app).query_one("#said")).split())
                assert "You win" in said
                assert ("personal record" in said) == praised

    async def test_the_board_of_the_day_is_begun_once(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            await pilot.press("right", "right", "o")
            await settle(pilot, lambda: isinstance(app.screen, Playing))
            first = table(app).session
            await pilot.press(str(first.legal[0]), "q", "o")
            await settle(pilot, lambda: isinstance(app.screen, Playing))
            assert table(app).session.record == first.record
            assert "board of 16 November 2026" in seen(table(app).query_one("#head"))

    async def test_without_an_archive_it_plays_and_says_so(self) -> None:
        app = Ludoteca(None, "en", wish=Wish(begin("drench:4x4,3#5")), notice="The archive is damaged.")
        with speaking(app.spoken):
            async with app.run_test(notifications=True) as pilot:
                await pilot.press("2")
                assert table(app).session.record.moves == ("2",)
                assert [each.message for each in app._notifications] == ["The archive is damaged."]

    def test_a_damaged_archive_is_left_alone(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "archive.sqlite3"
        path.write_bytes(b"not an archive at all" * 50)
        monkeypatch.setenv("LUDOTECA_HOME", str(tmp_path))
        seen_notice = []

        async def look(app: Ludoteca) -> None:
            seen_notice.append((app.archive, app.notice))

        monkeypatch.setattr(Ludoteca, "run_async", look)
        run_app("en")
        assert seen_notice[0][0] is None
        assert str(path) in seen_notice[0][1]
        assert path.read_bytes() == b"not an archive at all" * 50

    async def test_a_game_that_went_on_elsewhere_is_not_written_over(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("drench:4x4,3#5")) as (app, pilot):
            await pilot.press("2")
            with Archive.open(tmp_path / "a") as other:
                other.resume(1).play_text("1")
            await pilot.press("3")
            assert "another window" in seen(table(app).query_one("#said"))
            assert app.archive.record(1).moves == ("2", "1")

    async def test_an_archive_that_breaks_under_way_is_told_and_the_app_lives(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a", session=begin("drench:4x4,3#5")) as (app, pilot):
            await pilot.press("2")
            app.archive._db.execute("DROP TABLE moves")
            await pilot.press("1")
            assert table(app).session.record.moves == ("2",), "a move that could not be kept was not made"
            assert "archive" in seen(table(app).query_one("#said"))
            app.archive._db.execute("DROP TABLE games")
            await pilot.press("q", "o", "y")
            assert app.is_running


async def test_a_game_that_cannot_be_gone_on_with_leads_to_the_lobby(tmp_path: Path) -> None:
    for archive in (None, Archive.open(tmp_path / "a")):
        app = Ludoteca(archive, "en", wish=77)
        with speaking(app.spoken):
            async with app.run_test(notifications=True) as pilot:
                await pilot.pause()
                assert isinstance(app.screen, Lobby)
                told = [each.message for each in app._notifications]
                assert any("archive" in message for message in told)
        if archive:
            archive.close()
