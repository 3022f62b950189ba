"""What the lists tell: as everywhere else, but without a board for each."""

from datetime import date
from typing import Any

import pytest

from ludoteca.core.words import speaking
from ludoteca.games import begin
from ludoteca.games.solitario import Solitario
from ludoteca.locale import translator
from ludoteca.looks.naming import name_of
from ludoteca.web import lists

from support.memory_store import MemoryStore
from support.rooms import head, standing

LARGE = "solitario:32x32,steps=400#77"


@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.parametrize(
    ("gameid", "levels"),
    [("fuga:9", (0, 0)), ("fuga:11", (0, 8)), ("oca:4#2", (0, 1, 1, 1)), ("drench:9x7,6,players=2#3", (5, 0)),
     (LARGE, (0,)), (str(begin("solitario:sample").id), (0,)), ("2048:4,2#7", (0,))],
)  # fmt: skip
async def test_a_room_is_called_as_it_is_everywhere(gameid: str, levels: tuple[int, ...], code: str) -> None:
    store = MemoryStore()
    await store.create(head("r", game=gameid, levels=levels, listed=True), standing())
    with speaking(translator(code)):
        [told] = (await lists.lobby(store, ""))["open"]
        computers = {seat: level for seat, level in enumerate(levels) if level}
        assert told["title"] == " · ".join(filter(None, name_of(begin(gameid), computers)))


async def test_a_game_from_a_position_is_called_so() -> None:
    session = begin("fuga:7")
    session.play_text("a3 b3")
    placed = f"fuga:7@{session.game.dump(session.state)}"
    store = MemoryStore()
    await store.create(head("r", game=placed, listed=True), standing())
    [told] = (await lists.lobby(store, ""))["open"]
    assert told["title"] == " · ".join(filter(None, name_of(begin(placed), {})))
    assert "from a position" in told["title"]


async def test_no_board_is_made_for_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    for number in range(30):
        await store.create(head(f"r{number}", game=f"{LARGE}{number}", levels=(0,), listed=True), standing())
    await lists.lobby(store, "")  # the pictures of the day are made once

    def refuse(*_given: object) -> None:
        raise AssertionError("a board was made")

    monkeypatch.setattr(Solitario, "start", refuse)
    assert len((await lists.lobby(store, ""))["open"]) == 30


async def test_the_boards_of_a_day_are_made_once_for_each_language(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[tuple[str, date]]()

    def daily(name: str, day: date) -> Any:
        made.append((name, day))
        return begin(name)

    monkeypatch.setattr(lists, "daily", daily)
    monkeypatch.setattr(lists, "today", lambda: date(2031, 1, 1))
    store = MemoryStore()
    for code in ("en", "es", "en", "es"):
        with speaking(translator(code)):
            titles = [game["title"] for game in (await lists.lobby(store, ""))["games"]]
            assert ("oca" in " ".join(titles)) is (code == "es")
    assert len(made) == 2 * len(titles)
    lists._game.cache_clear()


@pytest.mark.parametrize("code", ["en", "es"])
def test_the_rules_are_in_the_language_that_is_spoken(code: str) -> None:
    with speaking(translator(code)):
        told = lists.rules("oca")
    assert told["text"] == begin("oca").game.rules(code)
