"""What a new player is told: which keys do something now, and that others do nothing."""

from pathlib import Path

import pytest
from textual.widgets import Input

from ludoteca.archive import Archive
from ludoteca.games import begin
from ludoteca.games.g2048 import DIRECTIONS
from ludoteca.looks import Skin
from ludoteca.tui.app import FEW
from ludoteca.tui.buttons import buttons
from ludoteca.tui.gestures import Gestures

from support.tui_driver import opened, seen, settle, table


@pytest.mark.parametrize(
    ("gameid", "keys", "prompts"),
    [
        ("solitario:sample", ("up", "up", "up", "space"),
         ("arrows and space: choose a peg", "arrows and space: now its target; esc: choose anew")),
        ("drench:4x4,3#5", ("2",), ("number keys: choose a colour",) * 2),
        ("2048:4,2#9", ("left",), ("arrows: push the tiles",) * 2),
        ("oca:2,first=1#1", (), ("space: roll",) * 2),
    ],
)  # fmt: skip
async def test_a_prompt_says_what_can_be_done_now(
    gameid: str, keys: tuple[str, ...], prompts: tuple[str, str], tmp_path: Path
) -> None:
    async with opened(tmp_path / "a", session=begin(gameid)) as (app, pilot):
        line = table(app).query_one("#prompt")
        await settle(pilot, lambda: seen(line).strip() == prompts[0])
        await pilot.press(*keys)
        await settle(pilot, lambda: seen(line).strip() == prompts[1])


async def test_who_has_finished_some_games_is_told_no_more(tmp_path: Path) -> None:
    with Archive.open(tmp_path / "a") as archive:
        for _game in range(FEW):
            kept = archive.keep(begin("drench:1x2,2@12.0.0.0"))
            kept.play_text("2")
    async with opened(tmp_path / "a", session=begin("drench:4x4,3#5")) as (app, pilot):
        await pilot.press("2")
        assert seen(table(app).query_one("#prompt")).strip() == ""
    async with opened(tmp_path / "a", session=begin("2048#1")) as (app, _pilot):
        assert "arrows" in seen(table(app).query_one("#prompt")), "another game is another matter"


async def test_who_wants_to_be_told_always_is(tmp_path: Path) -> None:
    with Archive.open(tmp_path / "a") as archive:
        archive.set("prompts", "on")
        for _game in range(FEW):
            archive.keep(begin("drench:1x2,2@12.0.0.0")).play_text("2")
    async with opened(tmp_path / "a", session=begin("drench:4x4,3#5")) as (app, pilot):
        assert "number keys" in seen(table(app).query_one("#prompt"))
        await pilot.press("question_mark")
        await settle(pilot, lambda: "the settings have them told" in " ".join(seen(app.screen).split()))


async def test_a_key_that_does_nothing_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin("solitario:sample")) as (app, pilot):
        await pilot.press("z")
        assert "This key does nothing here" in seen(table(app).query_one("#said"))
        await pilot.press("u")
        assert "nothing to take back" in seen(table(app).query_one("#said"))


async def test_a_typed_move_that_is_none_stays_to_be_mended(tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin("solitario:sample")) as (app, pilot):
        await pilot.press("m", *"b4 d5", "enter")
        typed = table(app).query_one("#typed", Input)
        assert (typed.value, typed.has_class("shown"), app.focused) == ("b4 d5", True, typed)
        assert seen(table(app).query_one("#said")).strip()
        await pilot.press("backspace", "4", "enter")
        assert table(app).session.record.moves == ("b4 d4",)
        assert (typed.value, typed.has_class("shown"), app.focused) == ("", False, None)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
async def test_every_key_has_its_word_at_the_foot(
    size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    async with opened(tmp_path / "a", lang=language, session=begin("solitario"), size=size) as (app, _pilot):
        foot = seen(table(app).query_one(".keys"))
        with app._context():
            words = [app._language.gettext(key.word) for key in table(app).KEYS if key.word]
        assert [word for word in words if word not in foot] == []


def test_where_no_move_is_open_nothing_is_worth_anything() -> None:
    """It is another's turn, but the values of the position before are still known."""
    session = begin("2048#1")
    game, board = session.game, session.game.board(session.state)
    known = {
        word: (share, f"{share:.0%}") for word, share in zip(DIRECTIONS, (1.0, 0.0, 0.5, 0.25), strict=True)
    }
    closed = str(buttons(game, Gestures(()), board, Skin(), 20, worths=known)).splitlines()
    assert [line.split() for line in closed] == [[word] for word in DIRECTIONS], (
        "in their places all the same"
    )
    shown = str(buttons(game, Gestures.of(session), board, Skin(), 20, worths=known)).splitlines()
    assert [line.split()[-1] for line in shown] == ["100%", "0%", "50%", "25%"]
    assert shown[0].count("█") > shown[2].count("█") > shown[3].count("█") > 0
    assert "█" not in shown[1], "worth nothing beside the best"
    assert [line.index(word) for line, word in zip(shown, DIRECTIONS, strict=True)] == [1] * 4
