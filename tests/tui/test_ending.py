"""The end of a game: a card that says how it ended, and leads on."""

from pathlib import Path

import pytest

from ludoteca.games import begin
from ludoteca.looks.letters import large
from ludoteca.tui.end_card import EndCard, headline
from ludoteca.tui.replay import Replay

from support.sessions import played
from support.tui_driver import opened, seen, settle, table

FREE = "fuga:7@0R00000/0000000/0000000/0000000/00000N0/0000000/0000000.G"


@pytest.mark.parametrize(
    ("computers", "said"),
    [
        ({}, "Winner: Defenders"),
        ({0: 3}, "You win!"),
        ({1: 3}, "You lose"),
        ({0: 1, 1: 1}, "Winner: Defenders"),
    ],
)
def test_who_won_is_told_to_the_one_who_plays(computers: dict[int, int], said: str) -> None:
    assert headline(played(FREE, "a2 a1"), computers) == said


def test_who_watches_has_neither_won_nor_lost() -> None:
    won = played("drench:1x2,2@12.0.0.0", "2")
    assert (headline(won, {0: 8}), headline(won, {})) == ("The game is won.", "You win!")


def test_a_draw_is_a_draw_for_everybody() -> None:
    repeated = played("fuga:7", *("a3 b3", "c3 c2", "b3 a3", "c2 c3") * 2)
    assert {headline(repeated, computers) for computers in ({}, {0: 3}, {1: 3})} == {"Draw"}


async def test_the_card_lies_on_the_board_and_goes_when_the_end_is_taken_back(tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin("drench:3x3,3@123/123/123.0.0.0")) as (app, pilot):
        card = table(app).query_one(EndCard)
        await pilot.press("2")
        assert not card.is_shown
        await pilot.press("3")
        await settle(pilot, lambda: card.is_shown and large("You win!")[0] in seen(card))
        assert "the board is of one colour" in seen(card)
        assert "moves: 2" in seen(card)
        board = table(app).view.region
        await settle(pilot, lambda: board.contains_region(card.region))
        await pilot.press("u")
        assert not card.is_shown
        await pilot.press("r")
        await settle(pilot, lambda: card.is_shown)
        await pilot.press("escape")
        assert (card.is_shown, table(app).session.outcome is None) == (False, False)
        await pilot.press("v")
        await settle(pilot, lambda: isinstance(app.screen, Replay))


async def test_the_next_level_is_a_new_game_against_a_harder_opponent(tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin(FREE), computers={0: 3}) as (app, pilot):
        await pilot.press("g")
        assert table(app).computers == {0: 3}, "not while it goes on"
        await pilot.press("m", *"a2 a1", "enter")
        first = table(app)
        await settle(pilot, lambda: "next level" in seen(first.query_one(EndCard)))
        await pilot.press("g")
        await settle(pilot, lambda: app.screen is not first)
        assert (table(app).computers, table(app).session.moves) == ({0: 4}, [])


@pytest.mark.parametrize(("level", "easier"), [(3, {1: 2}), (1, None)])
async def test_who_has_lost_is_offered_an_easier_opponent(
    level: int, easier: dict[int, int] | None, tmp_path: Path
) -> None:
    async with opened(tmp_path / "a", session=begin(FREE), computers={1: level}) as (app, pilot):
        first = table(app)
        first._rest()
        first.in_order(first._computers_turn, "a2 a1")
        first.in_order(first._go_on)
        card = first.query_one(EndCard)
        await settle(pilot, lambda: card.is_shown and "again" in seen(card))
        assert ("easier level" in seen(card), "next level" in seen(card)) == (easier is not None, False)
        await pilot.press("g")
        await settle(pilot, lambda: (app.screen is not first) == (easier is not None))
        assert table(app).computers == (easier or {1: level})


async def test_who_beat_the_champion_has_no_next_level(tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin(FREE), computers={0: 8}) as (app, pilot):
        await pilot.press("m", *"a2 a1", "enter")
        card = table(app).query_one(EndCard)
        await settle(pilot, lambda: card.is_shown and "again" in seen(card))
        assert "next level" not in seen(card)
