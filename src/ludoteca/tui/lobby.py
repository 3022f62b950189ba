"""The lobby: a live picture of each game, the games to go on with, and the boards of the day."""

from __future__ import annotations

from datetime import date
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.geometry import Size
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ludoteca.archive import Entry
from ludoteca.archive.daily import daily
from ludoteca.archive.entry import board_of
from ludoteca.archive.statistics import is_watched
from ludoteca.core import GameId, LudotecaError, Session, is_number
from ludoteca.core.words import N_, _
from ludoteca.games import GAMES
from ludoteca.looks.lately import APART, best_of, waiting_of
from ludoteca.looks.report import LINE, line_of
from ludoteca.system.luck import deal
from ludoteca.tui.app import TALL
from ludoteca.tui.cards import Card, Waiting
from ludoteca.tui.gestures import ARROWS
from ludoteca.tui.going import ALONE, WIDEST, Going, cards_in
from ludoteca.tui.menu import Menu
from ludoteca.tui.page import Key, Page
from ludoteca.tui.today import CALENDAR, Calendar, Today

UNFINISHED: Final = 50  # of these the lobby lists at most
LISTED: Final = 37  # columns that the list wants beside cards
ROOM: Final = (80, 24)  # columns and lines of a screen from which there is room for cards below the games
MARGINS: Final = 2  # columns of a card, and of the line at the top
AROUND: Final = 3  # columns of the list that are margins and the scroll bar
ROWS: Final = ("games", "going", "list")  # from top to bottom


class Below(Menu):
    """The lists; from their first line the way up leads out of them."""

    def action_cursor_up(self) -> None:
        """A line up, or to the cards."""
        first = next((at for at, option in enumerate(self.options) if not option.disabled), None)
        if self.highlighted in (None, first) and isinstance(self.screen, Lobby):
            self.screen.leave_list()
        else:
            super().action_cursor_up()


class Lobby(Page):
    """Where everything begins."""

    KEYS: ClassVar = (
        Key("enter", "enter", N_("play")),
        Key("n", "setup", N_("set up")),
        Key("o", "daily", N_("today")),
        Key("y", "history", N_("history")),
        Key("g", "statistics", N_("statistics")),
        Key("e", "settings", N_("settings")),
        Key("question_mark", "help", N_("rules")),
    )
    leaving = N_("quit")

    def __init__(self) -> None:
        super().__init__()
        self._at, self._going_at = 0, 0
        self._row = "games"  # or "going"; the list has the focus where it is chosen
        self._today, self._waiting = Today(date.min), list[Entry]()
        self._laid = Size(0, 0)  # of the screen, when all was put where it is

    def compose(self) -> ComposeResult:
        """The games, those to go on with, today's boards, and a calendar of the days."""
        yield Static("Ludoteca", classes="head", id="head", markup=False)
        with Horizontal(id="cards"):
            for name in GAMES:
                yield Card(name)
        with Container(id="below"):
            yield Going()
            with Horizontal(id="today"):
                yield Below()
                yield Calendar()
        yield self.keys()

    def on_mount(self) -> None:
        """The pictures live, one after another."""
        self.set_focus(None)
        self._choose(0)
        self.set_interval(0.9, self._live)

    def on_screen_resume(self) -> None:
        """Back from a game: what there is to go on with may have changed."""
        if self.is_open:
            self.speak()

    def on_resize(self, _event: events.Resize) -> None:
        """More or less room for cards and calendar."""
        if self.is_open and self.ready.is_set() and self.size != self._laid:
            self._lay_out()

    def speak(self) -> None:
        """Everything again."""
        super().speak()
        for card in self.query(Card):
            card.speak()
        try:
            self._read()
            self.app.tell_damage()
        except LudotecaError as error:
            self.app.complain(error)
        self._lay_out()

    def _read(self) -> None:
        """What the archive tells: the best of each game, the days, the games to go on with."""
        archive = self.app.archive
        self._today, self._waiting = Today(self.app.today()), []
        if archive is not None:
            unfinished = archive.games(finished=False, limit=UNFINISHED)
            self._waiting = [entry for entry in unfinished if not is_watched(entry)]
            self._today = Today.read(archive, self.app.today())
            for card in self.query(Card):
                game = GAMES[card.game]()
                best = archive.best(board_of(GameId(game.name, game.options)))
                card.tell(best_of(game, best))

    def _lay_out(self) -> None:
        """Cards where there is room for some, and a calendar; all else is lines."""
        (width, height), going = self.size, self.query_one(Going)
        self._laid = self.size
        is_tall = height >= TALL  # then the cards have a row of their own
        is_roomy = width >= ROOM[0] and height >= ROOM[1]
        space, widest = (width, ALONE) if is_tall else (width - LISTED, WIDEST)
        count, wide = cards_in(space * is_roomy, len(self._waiting), widest)
        going.styles.width = count * wide
        before, cards = going.chosen, self._waiting[:count]
        if before is not None:  # it has moved to the front if it has gone on
            same = (at for at, entry in enumerate(cards) if entry.number == before.number)
            self._going_at = next(same, 0)
        going.hold(cards, wide - MARGINS - self._dots)
        self._row = self._row if count else "games"
        beside = width - (0 if is_tall else count * wide)
        has_grid = self.query_one(Calendar).hold(self._today, shown=is_roomy and beside >= LISTED + CALENDAR)
        room = beside - CALENDAR * has_grid - AROUND - self._dots
        self.query_one(Menu).fill(self._options(count, room, has_grid=has_grid))
        self._show_row()

    def say_prepared(self) -> None:
        """How far the computer players are compiled, as long as they are not."""
        percent, parts = self.app.ahead.percent, ["Ludoteca"]
        if percent < 100:
            parts.append(_("preparing the players: {percent} %", percent=percent))
        said = APART.join(parts) + APART
        said += self._hint(self.size.width - MARGINS - len(said) - self._dots)
        self.query_one("#head", Static).update(self.app.spell(said), layout=False)

    def _hint(self, room: int) -> str:
        """Which game is on the chosen card, that may have no room for all of it; else the keys."""
        entry = self.query_one(Going).chosen
        if entry is None:
            return _("arrows choose, enter plays")
        return waiting_of(entry, self.app.today(), max(1, room))

    @property
    def _dots(self) -> int:
        """How many columns more a text may be that was cut short, in this player's characters."""
        return len(self.app.spell("…")) - 1

    def _options(self, cards: int, room: int, *, has_grid: bool) -> list[Option]:
        """The list: today's boards, and the games that no card shows; without any card these come first."""
        spell, today = self.app.spell, self._today
        options = [Option(spell(today.heading(room)), disabled=True)]
        options += [Option(spell(today.line(name, room)), id=f"day {name}") for name in GAMES]
        if not has_grid:
            lines = today.in_line(plain=self.app.skin.ascii)
            options += [Option(line, disabled=True) for line in lines if line.cell_length <= room]
        rest = self._waiting[cards:]
        if not rest:
            return options
        title = _("More to go on with") if cards else _("Go on with")
        going = [Option(title, disabled=True)]
        for entry in rest:
            line = line_of(entry, room) if room >= LINE else waiting_of(entry, today.day, room)
            going.append(Option(spell(line), id=f"game {entry.number}"))
        return [*options, *going] if cards else [*going, *options]

    def _live(self) -> None:
        if self.is_current and self.app.choices.is_on("animation"):
            for card in self.query(Card):
                card.live()

    def _choose(self, at: int) -> None:
        cards = list(self.query(Card))
        self._at = at % len(cards)
        self._go("games")
        for number, card in enumerate(cards):
            card.set_class(number == self._at, "chosen")

    @property
    def _game(self) -> str:
        return list(GAMES)[self._at]

    @property
    def _place(self) -> str:
        """Where the arrows are: among the games, the cards or the lists."""
        return self._row if self.focused is None else "list"

    def on_descendant_focus(self) -> None:
        """The list was clicked, or reached with tab."""
        self._show_row()

    def on_descendant_blur(self) -> None:
        """The list was left."""
        self._show_row()

    def _show_row(self) -> None:
        """The frame is where the arrows are."""
        place = self._place
        self.query_one("#cards").set_class(place != "games", "away")
        self.query_one(Going).choose(self._going_at if place == "going" else -1)
        self.say_prepared()

    def _go(self, row: str) -> None:
        """To the games, the cards or the lists."""
        if row == "list":
            self.query_one(Menu).focus()
        else:
            self._row = row
            self.set_focus(None)
        self._show_row()

    def leave_list(self) -> None:
        """Up, out of the list."""
        self._go("going" if self.query_one(Going).count else "games")

    def on_key(self, event: events.Key) -> None:
        """Left and right in a row, up and down from one row to another; a number chooses a game."""
        way, place = ARROWS.get(event.key, ""), self._place
        if way in ("left", "right"):
            self._step(1 if way == "right" else -1)
        elif way and place != "list":
            rows = [row for row in ROWS if row != "going" or self.query_one(Going).count]
            self._go(rows[(rows.index(place) + (1 if way == "down" else -1)) % len(rows)])
        elif event.key == "escape":  # only q leaves the app
            self._go("games")
        elif event.key in ("enter", "space") and place != "list":
            self.action_enter()
        elif is_number(event.character or "") and 0 < int(event.character or "") <= len(GAMES):
            self._choose(int(event.character or "") - 1)
            self.action_enter()
        else:
            return
        event.stop()

    def _step(self, step: int) -> None:
        """The next one in the row; from the list to the row above it."""
        going = self.query_one(Going)
        if self._place == "going":
            self._going_at = (min(self._going_at, going.count - 1) + step) % going.count
            self._show_row()
        elif self._place == "list" and going.count:
            self.leave_list()
        else:
            self._choose(self._at + step)

    def on_waiting_resumed(self, event: Waiting.Resumed) -> None:
        """A click goes on with a game."""
        self.app.resume(event.number)

    def on_card_opened(self, event: Card.Opened) -> None:
        """A click plays."""
        self._choose(list(GAMES).index(event.game))
        self.action_enter()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A board of the day, or a game to go on with."""
        kind, _space, what = (event.option.id or "").partition(" ")
        if kind == "day":
            self._play_daily(what)
        else:
            self.app.resume(int(what))

    def action_enter(self) -> None:
        """Go on, on a card; else play: alone at once, with others after asking who they are."""
        entry = self.query_one(Going).chosen
        if entry is not None:
            self.app.resume(entry.number)
            return
        game = GAMES[self._game]()
        if game.players == 1:
            self.app.play(deal(Session(game)))
        else:
            self.action_setup()

    def action_setup(self) -> None:
        """Choose options and opponents."""
        from ludoteca.tui.setup import Setup

        self.app.push_screen(Setup(self._game))

    def action_daily(self) -> None:
        """Today's board of the game that is chosen."""
        self._play_daily(self._game)

    def _play_daily(self, name: str) -> None:
        day = self.app.today()
        try:
            entry = self.app.archive.daily_entry(name, day) if self.app.archive else None
        except LudotecaError as error:
            self.app.complain(error)
            return
        if entry is not None:
            self.app.resume(entry.number)
            return
        session = daily(name, day)
        self.app.play(session, self.app.opponents(session), daily=day.isoformat())

    def action_history(self) -> None:
        """All games."""
        from ludoteca.tui.history import History

        self.app.push_screen(History())

    def action_statistics(self) -> None:
        """Bests, averages, streaks."""
        from ludoteca.tui.statistics import StatisticsPage

        self.app.push_screen(StatisticsPage())

    def action_settings(self) -> None:
        """Language, colours and the rest."""
        from ludoteca.tui.settings import Settings

        self.app.push_screen(Settings())

    def action_help(self) -> None:
        """The rules of the game that is chosen."""
        from ludoteca.tui.rules import RulesPage

        self.app.push_screen(RulesPage(GAMES[self._game], self.KEYS))

    def action_back(self) -> None:
        """Leave the app."""
        self.app.quit()
