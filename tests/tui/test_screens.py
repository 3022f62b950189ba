"""The screens around the games: settings, history and statistics, by keys and by mouse."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from textual.screen import Screen
from textual.widgets import Input

from ludoteca.archive import Archive, ArchiveError, Kept
from ludoteca.core import AnySession
from ludoteca.games import GAMES, begin
from ludoteca.locale import translator
from ludoteca.tui import history
from ludoteca.tui.board import BoardView
from ludoteca.tui.choices import CHOICES
from ludoteca.tui.history import History
from ludoteca.tui.playing import Playing
from ludoteca.tui.replay import Replay
from ludoteca.tui.rules import RulesPage
from ludoteca.tui.settings import Settings
from ludoteca.tui.share import Share
from ludoteca.tui.statistics import StatisticsPage

from support.tui_visit import Visit, filled, on_disk, visit

SCREENS: dict[str, Callable[[AnySession], Screen[None]]] = {
    "history": lambda _session: History(),
    "statistics": lambda _session: StatisticsPage(),
    "replay": Replay,
    "settings": lambda _session: Settings(),
    "share": Share,
}


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with filled(tmp_path / "archive.sqlite3") as opened:
        yield opened


@pytest.mark.parametrize("size", [(80, 24), (200, 60), (40, 12)], ids=str)
def test_every_screen_fits_every_size_and_leads_back(archive: Archive, size: tuple[int, int]) -> None:
    async def script(person: Visit) -> None:
        for name, screen in SCREENS.items():
            await person.open(screen(archive.resume(2)))
            assert type(person.screen).__name__.lower().removesuffix("page") == name
            await person.press("down", "right", "q")
            assert person.is_outside

    visit(archive, script, size=size)


def test_without_an_archive_a_sentence_says_so() -> None:
    async def script(person: Visit) -> None:
        for screen in (History(), StatisticsPage(), Settings()):
            await person.open(screen)
            await person.sees("There is no archive")
            await person.press("enter", "escape")
            assert person.is_outside

    visit(None, script)


def test_with_ascii_chosen_nothing_else_is_drawn(archive: Archive) -> None:
    archive.set("glyphs", "ascii")

    async def script(person: Visit) -> None:
        for screen in SCREENS.values():
            await person.open(screen(archive.resume(2)))
            await person.press("down")
            drawn = "\n".join(person.lines[:-1])  # the line of keys is every screen's
            assert drawn.isascii(), drawn
            await person.press("q")

    visit(archive, script)


class TestSettings:
    def test_a_key_turns_the_choice_under_the_cursor_and_keeps_it(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            await person.open(Settings())
            await person.press("j", "down")
            for key, value in zip(("enter", "space", "right", "l"), ("ascii", "unicode") * 2, strict=True):
                await person.press(key)
                await person.until(lambda: on_disk(archive, "glyphs") == value)  # noqa: B023
            await person.press("d")
            await person.sees("Characters: ASCII only")

        visit(archive, script)

    def test_every_choice_goes_round_to_where_it_was(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            await person.open(Settings())
            for key, choice in CHOICES.items():
                first = person.app.choices[key]
                seen = []
                for _value in choice.values:
                    await person.press("enter")
                    seen.append(on_disk(archive, key))
                assert (sorted(seen), seen[-1]) == (sorted(choice.values), first)
                await person.press("down")

        visit(archive, script)

    def test_a_click_turns_too_and_the_picture_shows_it(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            await person.open(Settings())
            board = person.screen.query_one(BoardView)
            await person.click("Colours")
            assert on_disk(archive, "palette") == "protan"
            assert board.skin.palette == "protan"
            x, y, wide, high = board.region

            def letters() -> set[str]:
                return {line[x : x + wide].strip()[:1] for line in person.lines[y : y + high]}

            await person.until(lambda: letters() >= set("abcdefg"))
            await person.click("Names of rows")
            await person.until(lambda: not letters() & set("abcdefg"))

        visit(archive, script)

    def test_another_picture_by_key_and_by_click(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            await person.open(Settings())
            first, second, third, fourth, _last = (game.title for game in GAMES.values())
            await person.sees(first)
            await person.press("g")
            await person.sees(second)
            await person.click(second)
            await person.sees(third)
            await person.click("another picture")
            await person.sees(fourth)

        visit(archive, script)

    def test_the_language_changes_at_once_on_every_screen(self, archive: Archive) -> None:
        spanish = translator("es").gettext

        async def script(person: Visit) -> None:
            await person.open(Settings())
            await person.press("enter")
            assert on_disk(archive, "language") == "es"
            await person.sees(spanish("Settings"))
            await person.sees(f"{spanish('Animations')}: {spanish('off')}")
            await person.press("q")
            await person.sees(spanish("Peg solitaire"))

        visit(archive, script, lobby=True)

    def test_what_cannot_be_kept_is_said_and_not_changed(
        self, archive: Archive, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(_key: str, _value: str) -> None:
            raise ArchiveError("The [disk] is full.")

        monkeypatch.setattr(archive, "set", full)

        async def script(person: Visit) -> None:
            await person.open(Settings())
            await person.press("enter")
            await person.sees("The [disk] is full.")
            await person.sees("Language: English")

        visit(archive, script)


class TestHistory:
    def test_the_newest_game_comes_first(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            await person.open(History())
            rows = [person.find(name)[1] for name in ("3 × 3", "9 × 9", "1 × 4")]
            assert rows == sorted(rows)
            await person.sees("Games: 4")

        visit(archive, script)

    @pytest.mark.parametrize("code", ["en", "es"])
    def test_what_is_typed_is_looked_for_while_it_is_typed(self, archive: Archive, code: str) -> None:
        say = translator(code).gettext

        async def script(person: Visit) -> None:
            await person.open(History())
            await person.press("f")
            await person.type("fug")
            await person.misses("3 × 3")
            await person.sees("9 × 9")
            await person.sees(say("Games: {count}").format(count=1))
            await person.type("z")
            await person.sees(say("No game fits."))
            await person.press("backspace", "enter")
            await person.sees("9 × 9")
            await person.press("enter")
            assert isinstance(person.screen, Playing)
            session = person.screen.session
            assert isinstance(session, Kept)
            assert session.number == 3

        visit(archive, script, code=code)

    @pytest.mark.parametrize("code", ["en", "es"])
    def test_what_a_line_shows_is_found(self, archive: Archive, code: str) -> None:
        day = time.strftime("%Y-%m-%d", time.localtime(archive.games()[0].changed))

        async def script(person: Visit) -> None:
            await person.open(History())
            for typed, count in (("king", 1), ("rey", 1), ("flood", 2), (day, 4)):
                person.screen.query_one(Input).clear()
                person.screen.query_one(Input).focus()
                await person.type(typed)
                await person.until(lambda count=count: len(person.screen._entries) == count)

        visit(archive, script, code=code)

    def test_a_move_is_found_and_a_letter_in_the_search_is_no_command(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            await person.open(History())
            await person.click("search:")
            await person.type("qxpv")
            assert isinstance(person.screen, History)
            person.screen.query_one(Input).clear()
            await person.type("e4 e3")
            await person.sees("Games: 1")
            await person.sees("9 × 9")
            await person.press("escape")
            assert isinstance(person.screen, History)
            await person.press("q")
            assert person.is_outside

        visit(archive, script)

    def test_all_then_unfinished_then_finished(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            await person.open(History())
            counts = ((2, 0), (0, 2), (2, 2))
            for title, (going, won) in zip(
                ("Unfinished games", "Finished games", "All games"), counts, strict=True
            ):
                await person.press("v")
                await person.sees(title)
                await person.sees(f"Games: {going + won}")
                assert (person.seen.count("under way"), person.seen.count("won")) == (going, won)
            await person.click("filter")
            await person.sees("Unfinished games")

        visit(archive, script)

    def test_a_click_goes_on_with_a_game_or_replays_it(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            await person.open(History())
            await person.click("9 × 9")
            assert isinstance(person.screen, Playing)
            await person.press("q")
            await person.click("1 × 4")
            assert isinstance(person.screen, Replay)
            await person.press("q")
            await person.press("home", "p")
            assert isinstance(person.screen, Replay), "a game under way can be seen again too"
            await person.press("q", "x")
            assert isinstance(person.screen, Share)

        visit(archive, script)

    def test_forgetting_asks_once(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            await person.open(History())
            await person.press("delete")
            await person.sees("Press again to forget this game")
            assert len(archive.games()) == 4
            await person.press("j", "delete", "k")
            await person.misses("Press again")
            assert len(archive.games()) == 4
            await person.press("delete", "delete")
            assert [entry.number for entry in archive.games()] == [3, 2, 1]
            await person.misses("3 × 3")
            await person.click("del forget")
            await person.click("del forget")
            assert [entry.number for entry in archive.games()] == [2, 1]

        visit(archive, script)

    @pytest.mark.parametrize("hand", ["keys", "mouse"])
    def test_older_games_come_when_the_end_is_reached(
        self, archive: Archive, monkeypatch: pytest.MonkeyPatch, hand: str
    ) -> None:
        monkeypatch.setattr(history, "PAGE", 2)

        async def script(person: Visit) -> None:
            await person.open(History())
            await person.sees("Games: 2+")
            await person.misses("drench")
            if hand == "keys":
                await person.press("down", "down")
            else:
                await person.click("older games")
            await person.sees("Games: 4+")
            assert person.seen.count("1 × 4") == 2

        visit(archive, script)

    def test_a_damaged_game_is_refused_with_a_sentence(self, archive: Archive) -> None:
        archive._db.execute("DELETE FROM moves WHERE game = 2 AND ply = 1")

        async def script(person: Visit) -> None:
            await person.open(History())
            for key in ("p", "x", "enter"):
                await person.press("home", "down", "down", key)
                assert isinstance(person.screen, History)
            await person.sees("damaged")

        visit(archive, script)

    def test_no_games_yet(self, tmp_path: Path) -> None:
        async def script(person: Visit) -> None:
            await person.open(History())
            await person.sees("No games yet.")
            await person.press("enter", "p", "x", "delete", "delete")
            await person.sees("No game is chosen.")

        with Archive.open(tmp_path / "empty.sqlite3") as empty:
            visit(empty, script)


@pytest.mark.parametrize("code", ["en", "es"])
def test_a_game_is_one_line_of_the_history_on_a_narrow_screen_too(archive: Archive, code: str) -> None:
    title = translator(code).gettext("The King's Flight")

    async def script(person: Visit) -> None:
        await person.open(History())
        await person.sees(title)
        lines = person.lines[2:6]
        assert all(line.split()[0].count("-") == 2 for line in lines), lines
        assert f"{title} 9 × 9" in lines[1]

    visit(archive, script, code=code, size=(60, 20))


@pytest.mark.parametrize("code", ["en", "es"])
def test_help_keeps_its_columns_on_a_narrow_screen(archive: Archive, code: str) -> None:
    async def script(person: Visit) -> None:
        await person.open(RulesPage(GAMES["fuga"], Replay.KEYS))
        lines = [line for line in person.lines[2:17] if line.strip()]
        column = re.search(r"(?<=  )\w", lines[0][2:]).start() + 2  # type: ignore[union-attr]
        assert any(line[:column].isspace() for line in lines), "some are wrapped"
        assert all(line.startswith("  ") and line[column - 2 : column].isspace() for line in lines), lines
        top = person.seen
        await person.press("j")
        await person.until(lambda: person.seen != top)
        await person.press("k")
        await person.until(lambda: person.seen == top)

    visit(archive, script, code=code, size=(60, 20))


@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.parametrize("name", SCREENS)
def test_a_question_mark_tells_the_keys_of_every_page(archive: Archive, name: str, code: str) -> None:
    say = translator(code).gettext

    async def script(person: Visit) -> None:
        await person.open(SCREENS[name](archive.resume(2)))
        page = person.screen
        assert f"? {say('help')}" in page._keys().plain
        await person.press("question_mark")
        assert isinstance(person.screen, RulesPage)
        for key in page.KEYS:
            if key.word:
                await person.sees(say(key.note or key.word))
        await person.press("escape")
        assert person.screen is page

    visit(archive, script, code=code, size=(120, 60))


class TestStatistics:
    def test_numbers_of_one_board(self, archive: Archive) -> None:
        """Two games won, in 2 and 3 moves of half a minute each but the first, which starts the clock."""

        async def script(person: Visit) -> None:
            await person.open(StatisticsPage())
            await person.click("1 × 4")
            await person.sees("Games 2")
            await person.sees("Won 2 (100 %)")
            await person.sees("best 2 ")
            await person.sees("average 2.5")
            await person.sees("in the middle 2.5")
            await person.sees("Wins in a row, now 2")
            await person.sees("Wins in a row, most 2")
            await person.sees("Fewest moves to win 2")
            await person.sees("Fastest win 0:30")
            _x, row = person.find("Wins in a row, now")
            assert not person.lines[row - 1][40:].strip(), "groups are set apart where there is room"

        visit(archive, script, size=(100, 40))

    @pytest.mark.parametrize("code", ["en", "es"])
    def test_no_name_and_no_number_is_torn_on_a_narrow_screen(self, archive: Archive, code: str) -> None:
        """A value that has no room beside its words stands whole below them."""
        say = translator(code).gettext
        for _game in range(2):
            session = archive.keep(begin("drench:8x8,5,players=2#1"), seats={1: 4})
            while not session.outcome:
                session.play(session.legal[0])
        won = archive.statistics("drench:8x8,5,players=2").against[0].won

        async def script(person: Visit) -> None:
            await person.open(StatisticsPage())
            await person.press("down")
            await person.sees("8 × 8")
            assert any("8 × 8," in line for line in person.lines[2:6]), "the board's name"
            await person.press("right")
            assert any(say("won {won} of {count}").format(won=won, count=2) in line for line in person.lines)

        visit(archive, script, code=code, size=(60, 20))

    def test_all_games_and_how_many_on_each_board(self, archive: Archive) -> None:
        async def script(person: Visit) -> None:
            await person.open(StatisticsPage())
            await person.sees("Games 4")
            await person.sees("Won 2 (100 %)")
            long, short = (
                next(line.count("█") for line in person.lines if name in line and "█" in line)
                for name in ("1 × 4", "9 × 9")
            )
            assert abs(long - 2 * short) <= 1

        visit(archive, script, size=(100, 40))

    @pytest.mark.parametrize("code", ["en", "es"])
    def test_boards_by_keys_and_plots_further_down(self, archive: Archive, code: str) -> None:
        say = translator(code).gettext

        async def script(person: Visit) -> None:
            await person.open(StatisticsPage())
            await person.press("j", "down", "s")
            await person.sees(say("Fewest moves to win"))
            moves = say("{what} (fewer is better)").format(what=say("Moves"))
            course = say("{what}: from game to game").format(what=moves)
            await person.misses(course)
            await person.press("right", "l", "d")
            await person.sees(course)
            await person.press("left", "h", "a")
            await person.misses(course)

        visit(archive, script, code=code, size=(80, 20))
