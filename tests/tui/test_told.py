"""What the game screen says: no longer than it is true, in whole sentences, and with every colour."""

from pathlib import Path

import pytest
from textual.containers import VerticalScroll

from ludoteca.games import begin
from ludoteca.tui.board import BoardView
from ludoteca.tui.rules import RulesPage

from support.tui_driver import opened, seen, settle, table


async def test_what_was_over_is_not_over_once_it_is_taken_back(tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin("solitario:223")) as (app, pilot):
        said = table(app).query_one("#said")
        table(app).attempt(table(app).session.turn, "a1 a3")
        await settle(pilot, lambda: "The game is over. You win" in seen(said))
        await pilot.press("r")
        await settle(pilot, lambda: "nothing to play again" in seen(said))
        assert "You win" in seen(said), "how it ended is still to be seen"
        await pilot.press("u")
        await settle(pilot, lambda: not seen(said).strip())
        await pilot.press("r")
        await settle(pilot, lambda: "The game is over. You win" in seen(said))


async def test_a_complaint_goes_when_a_piece_is_chosen(tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin("fuga:9")) as (app, pilot):
        said = table(app).query_one("#said")
        table(app).action_say("e5")
        await settle(pilot, lambda: "belongs to the other side" in seen(said))
        table(app).action_say("a4")
        await settle(pilot, lambda: not seen(said).strip())


async def test_a_refusal_goes_with_the_next_key_and_leaves_what_was_said(tmp_path: Path) -> None:
    session = begin("oca:2@62,1.0,0.0.p#1")
    async with opened(tmp_path / "a", session=session, size=(60, 20)) as (app, pilot):
        line = table(app).query_one("#said")

        def said() -> str:
            return " ".join(seen(line).split())

        await pilot.press("space")
        await settle(pilot, lambda: "The game is over." in said())
        over = said()
        assert over.endswith("the last square is reached."), "and nothing is cut"
        refusals = {"i": "no move to advise", "u": "The die has been cast", "z": "does nothing"}
        for key, refusal in refusals.items():
            await pilot.press(key)
            await settle(pilot, lambda refusal=refusal: refusal in said())
            await pilot.press("up")
            await settle(pilot, lambda: said() == over)


async def test_a_game_is_said_to_be_kept_only_where_there_is_one_that_goes_on(tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin("solitario:223")) as (app, pilot):
        said = table(app).query_one("#said")
        await pilot.press("escape")
        await settle(pilot, lambda: seen(said).strip() == "Nothing is chosen. q leaves.")
        table(app).attempt(table(app).session.turn, "a1 a3")
        await settle(pilot, lambda: "You win" in seen(said))
        await settle(pilot, lambda: table(app).card.is_shown)
        await pilot.press("escape", "escape")
        await settle(pilot, lambda: "q leaves." in seen(said))
        assert "kept" not in seen(said)
    async with opened(tmp_path / "b", session=begin("drench:3x3,3#1")) as (app, pilot):
        await pilot.press("1", "2", "3", "escape")
        await settle(pilot, lambda: "the game is kept" in seen(table(app).query_one("#said")))


async def test_of_many_throws_the_newest_is_seen_and_the_prompt_stays(tmp_path: Path) -> None:
    session = begin("oca:2,first=1#5")
    async with opened(tmp_path / "a", session=session, size=(60, 20), animation=True) as (app, pilot):
        screen = table(app)
        await pilot.press(*["space"] * 6)
        game = screen.session
        last = max(ply for ply, move in enumerate(game.moves) if isinstance(move, int))
        newest = game.game.tell(game.states[last], game.moves[last])[-1]
        await settle(pilot, lambda: newest in " ".join(seen(screen.query_one("#said")).split()))
        assert "…" not in seen(screen.query_one("#said"))
        assert "space: roll" in seen(screen.query_one("#prompt"))


@pytest.mark.parametrize("gameid", ["oca", "drench", "fuga:13", "2048", "solitario"])
async def test_a_whole_board_is_seen_on_a_small_terminal(gameid: str, tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin(gameid), size=(60, 20)) as (app, _pilot):
        view = table(app).view
        assert view.virtual_size.width <= view.size.width
        assert view.virtual_size.height <= view.size.height


async def test_letters_on_the_board_have_a_legend_and_scroll_bars_are_ascii_too(tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin("fuga:19"), size=(60, 20)) as (app, pilot):
        assert "N attacker" not in seen(table(app).query_one("#players")), "signs tell more than letters"
        app.turn("glyphs")
        await settle(pilot, lambda: "N attacker" in seen(table(app).query_one("#players")))
        told = " ".join(seen(table(app).query_one("#players")).split())
        assert told.endswith("X castle, N attacker, G guard, R king")
        assert table(app).view.show_vertical_scrollbar
        assert seen(app.screen).isascii()
        table(app).view.scroll_relative(0, 1, animate=False)
        await pilot.pause()
        assert seen(app.screen).isascii()


async def test_a_hint_is_told_in_whole_sentences(tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin("drench:3x3,3@123/123/123.0.0.0")) as (app, pilot):
        await pilot.press("i")
        said = table(app).query_one("#hint")
        await settle(pilot, lambda: "Best move" in seen(said), 60)
        told = " ".join(seen(said).split())
        assert told == "Hint: Best move: 2. This can be won: proved. Fewest moves, proved: 2."


async def test_hint_and_truth_are_both_told_whoever_asks_first(tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin("fuga:7")) as (app, pilot):
        screen = table(app)
        await pilot.press("i", "t")
        await settle(pilot, lambda: screen.truth.truth is not None, 60)
        await settle(pilot, lambda: "Good move" in seen(screen.query_one("#hint")), 60)
        assert any("hint" in each for each in screen.query_one(BoardView).marks.values())
        hint, told = (" ".join(seen(screen.query_one(each)).split()) for each in ("#hint", "#truth"))
        assert told.startswith("estimate: ")
        assert f"Not proved; {told}." in hint, "and agree"


async def test_back_to_where_it_could_be_won_is_a_decision_and_the_one_that_is_named(tmp_path: Path) -> None:
    session = begin("2048:2,1,goal=16#0")
    while session.outcome is None:
        session.turn(session.game.text(session.legal[0]))
    async with opened(tmp_path / "a", session=session) as (app, pilot):
        screen, plies = table(app), len(session.moves)
        await pilot.press("b")
        await settle(pilot, lambda: len(screen.session.moves) < plies, 60)
        await settle(pilot, lambda: "it could still be won here" in seen(screen.query_one("#said")), 60)
        assert f"Back before move {len(screen.session.moves) + 1}:" in seen(screen.query_one("#said"))
        assert screen.session.player == 0
        await pilot.press("t")
        await settle(pilot, lambda: "still winnable" in seen(screen.truth), 60)
        await settle(pilot, lambda: "100.0 %" in seen(screen.query_one("#words")), 60)


async def test_every_colour_has_its_swatch_however_the_line_breaks(tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin("drench:15x15,6#5")) as (app, _pilot):
        lines = [line for line in seen(table(app).query_one("#words")).split("\n") if line.strip()]
        assert len(lines) > 1, "there is not room for all in one line"
        assert all(line.startswith("  ") for line in lines), (
            "a line begins with a colour, not with its number"
        )


async def test_the_rules_scroll_without_a_mouse(tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin("oca:2#1")) as (app, pilot):
        await pilot.press("question_mark")
        assert isinstance(app.screen, RulesPage)
        page = app.screen.query_one(VerticalScroll)
        for key in ("pagedown", "space", "down"):
            before = page.scroll_y
            await pilot.press(key)
            await settle(pilot, lambda before=before: page.scroll_y > before)


async def test_the_colour_that_one_has_is_no_move_and_no_other_colour(tmp_path: Path) -> None:
    """Two of the buttons are left, and the first of them is not the first colour."""
    async with opened(tmp_path / "a", session=begin("drench:2x2,3@12/13.0.0.0")) as (app, pilot):
        await pilot.press("1")
        await settle(pilot, lambda: bool(seen(table(app).query_one("#said")).strip()))
        assert table(app).session.moves == []
        await pilot.press("3")
        await settle(pilot, lambda: table(app).session.moves == [3])


async def test_to_ask_the_computer_again_does_not_begin_again(tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin("drench:6x6,4#3")) as (app, pilot):
        await pilot.press("c")
        (worker,) = (each for each in app.workers if each.group == "computer")
        await pilot.press("c", "c")
        assert not worker.is_cancelled
        await settle(pilot, lambda: len(table(app).session.moves) == 1, 60)
