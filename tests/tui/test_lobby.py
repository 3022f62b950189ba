"""The lobby: games to go on with as cards or lines, today's boards, days in a row, the best of each."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from datetime import date, datetime
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import pytest

from ludoteca.archive import Archive
from ludoteca.archive.daily import daily
from ludoteca.core.words import speaking
from ludoteca.games import begin
from ludoteca.locale import translator
from ludoteca.tui import going
from ludoteca.tui.app import Ludoteca
from ludoteca.tui.board import BoardView
from ludoteca.tui.cards import Card, Waiting
from ludoteca.tui.going import Going
from ludoteca.tui.lobby import Lobby
from ludoteca.tui.menu import Menu
from ludoteca.tui.playing import Playing
from ludoteca.tui.today import Today

from support.clock import Clock
from support.sessions import at_random
from support.tui_driver import seen
from support.tui_visit import Script, Visit

TODAY = datetime(2026, 11, 18, 12)
LEFT = ("fuga:9", "2048:4,2#5", "drench:15x15,6#4", "solitario:english", "fuga:7", "drench:4x4,3#5")


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    """Six games that were left, the first one the newest."""
    clock = Clock()
    clock.time = TODAY.timestamp() - 3600
    with Archive.open(tmp_path / "archive.sqlite3", now=clock) as opened:
        opened.set("animation", "off")
        for gameid in reversed(LEFT):
            clock.time += 60
            computers = {1: 3} if gameid == "fuga:9" else {}
            session = opened.keep(begin(gameid), seats=computers)
            session.play(session.legal[0])
        clock.time = TODAY.timestamp()
        yield opened


def lobby(
    archive: Archive | None, script: Script, *, code: str = "en", size: tuple[int, int] = (80, 24)
) -> None:
    """Let somebody into the lobby at a noon that never passes."""
    app = Ludoteca(archive, code, said=True, today=TODAY.date)

    async def run() -> None:
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            await script(Visit(app, pilot))

    with speaking(app.spoken):
        asyncio.run(run())


def shown(person: Visit) -> list[str]:
    """The ids of the games on the cards."""
    return [card.entry.id for card in person.screen.query(Waiting) if card.entry is not None]


def positions(person: Visit) -> list[bool]:
    """Of the games on the cards, whether their position is shown."""
    cards = [card for card in person.screen.query(Waiting) if card.entry is not None]
    return [len(card.query_one(BoardView).cells) > 1 for card in cards]


class TestGoingOn:
    @pytest.mark.parametrize(
        ("size", "count"), [((80, 24), 3), ((80, 40), 5), ((120, 40), 5), ((200, 60), 5)]
    )
    def test_the_newest_are_cards_with_their_positions(
        self, archive: Archive, size: tuple[int, int], count: int
    ) -> None:
        async def script(person: Visit) -> None:
            assert shown(person) == list(LEFT[:count])
            await person.until(lambda: all(positions(person)))
            for card in person.screen.query(Waiting):
                if card.entry is not None:
                    state = archive.resume(card.entry.number)
                    assert card.query_one(BoardView).cells == state.game.board(state.state)
                    assert card.region.height > 0
            await person.sees("The King's")
            await person.sees("1 move")

        lobby(archive, script, size=size)

    @pytest.mark.parametrize("size", [(79, 24), (80, 23), (60, 20), (40, 12)])
    def test_where_there_is_no_room_they_are_lines(self, archive: Archive, size: tuple[int, int]) -> None:
        async def script(person: Visit) -> None:
            assert shown(person) == []
            assert not person.screen.query_one(Going).display
            await person.press("down")
            assert person.screen.query_one(Menu).chosen == "game 6"
            await person.press("enter")
            assert isinstance(person.screen, Playing)
            assert str(person.screen.session.id) == "fuga:9"

        lobby(archive, script, size=size)

    def test_every_game_is_on_a_card_or_in_the_list(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            for size in ((80, 24), (60, 20), (120, 40)):
                await person.pilot.resize_terminal(*size)
                await person.pilot.pause()
                listed = [option.id for option in person.screen.query_one(Menu).options]
                cards = [f"game {card.entry.number}" for card in person.screen.query(Waiting) if card.entry]
                assert sorted(cards + [each for each in listed if each and each.startswith("game")]) == [
                    f"game {number}" for number in range(1, 7)
                ]

        lobby(archive, script)

    def test_arrows_lead_from_the_games_to_the_cards_to_the_list_and_back(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            def chosen() -> list[str]:
                cards = [
                    str(card.entry.id) for card in person.screen.query(Waiting) if card.has_class("chosen")
                ]
                away = person.screen.query_one("#cards").has_class("away")
                games = [
                    card.game for card in person.screen.query(Card) if card.has_class("chosen") and not away
                ]
                menu = person.screen.query_one(Menu)
                return [*games, *cards, *([menu.chosen] if menu.has_focus else [])]

            assert chosen() == ["solitario"]
            for key, place in (
                ("right", "fuga"), ("down", "fuga:9"), ("right", "2048:4,2#5"), ("l", "drench:15x15,6#4"),
                ("right", "fuga:9"), ("left", "drench:15x15,6#4"), ("j", "day solitario"), ("s", "day fuga"),
                ("up", "day solitario"), ("up", "drench:15x15,6#4"), ("down", "day solitario"),
                ("left", "drench:15x15,6#4"), ("k", "fuga"), ("up", "day solitario"),
                ("w", "drench:15x15,6#4"),
            ):  # fmt: skip
                await person.press(key)
                assert chosen() == [place], key
            await person.press("tab")
            assert chosen() == ["day solitario"]

        lobby(archive, script)

    @pytest.mark.parametrize("key", ["enter", "space"])
    def test_a_key_goes_on_with_the_chosen_card(self, archive: Archive, key: str) -> None:
        async def script(person: Visit) -> None:
            await person.press("down", "right", key)
            await person.until(lambda: isinstance(person.screen, Playing))
            assert str(person.screen.session.id) == "2048:4,2#5"
            await person.press("q")
            await person.until(lambda: isinstance(person.screen, Lobby))
            await person.press("1")
            await person.until(lambda: isinstance(person.screen, Playing))
            assert person.screen.session.game.name == "solitario", "a number is of the games above"

        lobby(archive, script)

    def test_a_click_goes_on(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            await person.click("2048 4 × 4")
            await person.until(lambda: isinstance(person.screen, Playing))
            assert str(person.screen.session.id) == "2048:4,2#5"

        lobby(archive, script)

    def test_all_of_the_chosen_card_is_told_above(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            await person.sees("arrows choose, enter plays")
            await person.press("down")
            await person.sees("The King's Flight 9 × 9 · 1 move · today 11:06 · you: Attackers · learner")
            await person.press("up")
            await person.misses("you: Attackers")

        lobby(archive, script, size=(90, 24))

    def test_what_the_computer_plays_alone_is_not_offered(self, archive: Archive) -> None:
        watched = archive.keep(begin("fuga:11"), seats={0: 8, 1: 8})
        watched.play(watched.legal[0])

        async def script(person: Visit) -> None:
            await person.sees("Go on with")
            assert "11 × 11" not in person.seen

        lobby(archive, script, size=(120, 40))

    def test_in_ascii_nothing_else_is_drawn_when_that_is_chosen_in_the_settings(
        self, archive: Archive
    ) -> None:
        async def script(person: Visit) -> None:
            await person.press("e")
            person.app.turn("glyphs")
            await person.press("q")
            await person.sees("Go on with")
            await person.until(lambda: person.seen.isascii())

        lobby(archive, script)

    @pytest.mark.parametrize("code", ["en", "es"])
    def test_names_of_games_do_not_run_into_each_other(self, archive: Archive, code: str) -> None:
        async def script(person: Visit) -> None:
            names = [each.region for each in person.screen.query("#cards .card > Static")]
            for one, other in pairwise(names):
                row = person.lines[one.y]
                assert row[one.right - 1 : other.x].strip() == "", row

        lobby(archive, script, size=(60, 20), code=code)

    def test_the_frame_stays_with_the_game_that_goes_on(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            await person.press("down", "right", "right")
            await person.sees("Flood 15 × 15 · 1 move")
            session = archive.resume(4)
            session.play(session.legal[0])
            await person.press("y", "q")
            await person.sees("Flood 15 × 15 · 2 moves · today 12:00")
            assert shown(person)[0] == "drench:15x15,6#4"

        lobby(archive, script)

    def test_what_is_prepared_leaves_room_for_the_chosen_card(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            person.app.ahead.percent = 40
            await person.press("down")
            await person.sees("preparing the players: 40 % · The King's Flight 9 × 9")
            await person.misses("1 move ·")

        lobby(archive, script)

    def test_a_damaged_game_costs_its_picture_alone(self, archive: Archive) -> None:
        archive._db.execute("DELETE FROM moves WHERE game = 6")
        archive._db.execute("UPDATE games SET score = 'zzz' WHERE number = 5")

        async def script(person: Visit) -> None:
            assert shown(person) == ["fuga:9", *LEFT[2:4]]
            await person.until(lambda: positions(person) == [False, True, True])
            await person.press("down", "enter")
            await person.sees("damaged")
            assert isinstance(person.screen, Lobby)

        lobby(archive, script)

    def test_the_first_picture_waits_for_no_position(self, archive: Archive) -> None:
        may_read = threading.Event()
        read: Callable[..., object] = going._position

        def slowly(*args: object) -> object:
            assert may_read.wait(20)
            return read(*args)

        async def script(person: Visit) -> None:
            await person.sees("Go on with")
            await person.sees("2048 4 × 4")
            assert positions(person) == [False] * 3
            await person.press("right", "2")
            await person.press("escape")
            await person.until(lambda: isinstance(person.screen, Lobby))
            may_read.set()
            await person.until(lambda: all(positions(person)))

        with patch.object(going, "_position", slowly):
            lobby(archive, script)

    def test_what_was_read_is_read_again_only_if_it_has_gone_on(self, archive: Archive) -> None:
        numbers = list[int]()
        read = going._position

        def counted(archive: Archive, entry: going.Entry) -> object:
            numbers.append(entry.number)
            return read(archive, entry)

        async def script(person: Visit) -> None:
            await person.until(lambda: all(positions(person)))
            assert numbers == [6, 5, 4]
            await person.press("y", "q")
            await person.until(lambda: isinstance(person.screen, Lobby))
            await person.pilot.pause()
            assert numbers == [6, 5, 4]
            session = archive.resume(5)
            session.roll()
            await person.press("y", "q")
            await person.until(lambda: numbers == [6, 5, 4, 5])
            assert shown(person)[0] == "2048:4,2#5"

        with patch.object(going, "_position", counted):
            lobby(archive, script)

    def test_a_game_of_too_many_plies_has_no_picture(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            await person.until(lambda: positions(person) == [False, True, True])

        archive.resume(5).roll()  # its second ply, at the moment at which all is seen
        order = [5, 6, 4]
        assert [entry.number for entry in archive.games(finished=False, limit=3)] == order
        with patch.object(going, "LONGEST", 1):
            lobby(archive, script)

    def test_a_board_larger_than_its_card_is_seen_whole(self, archive: Archive) -> None:
        archive.set("glyphs", "ascii")

        async def script(person: Visit) -> None:
            await person.until(lambda: all(positions(person)))
            await person.pilot.pause()
            picture = person.screen.query(Waiting).first().query_one(BoardView)
            assert picture.size.height < len(picture.cells) == 9
            assert seen(picture).count("X") == 4, "a castle in each corner"
            assert "R" in seen(picture), "the king"

        lobby(archive, script)


class TestToday:
    def test_days_in_a_row_a_calendar_and_how_it_went(self, tmp_path: Path) -> None:
        clock = Clock()
        with Archive.open(tmp_path / "a", now=clock) as archive:
            archive.set("animation", "off")
            for day in (16, 17, 18):
                then = TODAY.replace(day=day)
                clock.time = then.timestamp()
                at_random(archive.keep(daily("2048", then.date()), daily=then.date().isoformat()), day)
            moves = archive.games()[0].moves

            async def script(person: Visit) -> None:
                await person.sees("board of 18 November 2026 · 3 days in a row")
                await person.sees(f"2048: lost, moves: {moves} · 3 days in a row")
                await person.sees("Flood: not played yet")
                await person.sees("Boards of the last weeks")
                assert person.seen.count("▪") == 3 + 1, "the days, and the legend"
                await person.pilot.resize_terminal(60, 30)
                await person.sees("······· ▪▪▪")
                await person.sees("■ won ▪ finished □ begun · nothing")

            lobby(archive, script, size=(100, 30))
            archive.set("glyphs", "ascii")

            async def plainly(person: Visit) -> None:
                await person.sees("....... ooo")
                assert person.seen.isascii()

            lobby(archive, plainly, size=(70, 30))

    def test_who_has_played_no_board_of_a_day_sees_no_calendar(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            await person.sees("not played yet")
            await person.misses("finished")
            await person.misses("in a row")

        lobby(archive, script)


class TestBest:
    def test_each_game_has_its_best_below_its_name(self, tmp_path: Path) -> None:
        with Archive.open(tmp_path / "a") as archive:
            archive.set("animation", "off")
            at_random(archive.keep(begin("2048:4,2#1")), 1)
            at_random(archive.keep(begin("fuga:9"), seats={1: 1}), 1)
            score = archive.games(game="2048")[0].score

            async def script(person: Visit) -> None:
                await person.sees(f"best {score:,.0f}")
                await person.sees("of 1")

            lobby(archive, script)


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
@pytest.mark.parametrize("code", ["en", "es"])
def test_no_archive_and_an_empty_one(tmp_path: Path, size: tuple[int, int], code: str) -> None:
    async def script(person: Visit) -> None:
        await person.sees("2048")
        assert not person.screen.query_one(Going).display
        await person.press("down", "up", "up", "left", "right", "o")
        await person.until(lambda: isinstance(person.screen, Playing))

    lobby(None, script, code=code, size=size)
    with Archive.open(tmp_path / "a") as empty:
        lobby(empty, script, code=code, size=size)


def test_an_archive_that_another_program_holds_is_a_sentence(archive: Archive) -> None:
    async def script(person: Visit) -> None:
        await person.sees("Go on with")
        with patch.object(Archive, "games", side_effect=going.LudotecaError("it is held")):
            await person.press("y", "q")
            await person.until(lambda: isinstance(person.screen, Lobby))
            await person.sees("it is held")
        await person.press("y", "q")
        await person.until(lambda: len(shown(person)) == 3)

    lobby(archive, script)


@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_every_key_has_its_word(archive: Archive, code: str, size: tuple[int, int]) -> None:
    async def script(person: Visit) -> None:
        foot = "\n".join(person.lines[-2:])
        for key in Lobby.KEYS:
            assert person.app.spoken.gettext(key.word) in foot

    lobby(archive, script, code=code, size=size)


def test_the_heading_of_the_day_is_not_cut_where_the_date_alone_has_room() -> None:
    with speaking(translator("es")):
        assert Today(date(2026, 11, 18)).heading(37) == "Hoy: 18 de noviembre de 2026"
        assert Today(date(2026, 11, 18)).heading(60) == "Hoy: tablero del 18 de noviembre de 2026"


def test_the_name_of_a_game_of_today_is_whole_before_the_rest() -> None:
    today = Today(date(2026, 11, 18))
    assert today.line("oca", 40) == "The Game of the Goose: not played yet"
    assert today.line("oca", 34) == "The Game of the Goose: not yet"


def test_names_on_cards_in_a_row_of_their_own_are_not_cut(archive: Archive) -> None:
    async def script(person: Visit) -> None:
        await person.sees("Flood 8 × 8, colours: 5, players: 2")

    session = archive.keep(begin("drench:8x8,5,players=2#1"), seats={1: 4})
    session.play(session.legal[0])
    lobby(archive, script, size=(200, 60))
