"""The lobby: a live picture of each game, the games to go on with, and the boards of the day."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ludoteca.archive.daily import daily
from ludoteca.core import CHANCE, AnySession, Dice, LudotecaError, Session
from ludoteca.core.words import N_, _
from ludoteca.games import GAMES, begin
from ludoteca.looks import frames
from ludoteca.looks.report import day_of, line_of, result_of
from ludoteca.system.luck import deal
from ludoteca.tui.board import BoardView, Frame
from ludoteca.tui.gestures import ARROWS
from ludoteca.tui.menu import Menu
from ludoteca.tui.page import Key, Page

if TYPE_CHECKING:
    from ludoteca.tui.app import Ludoteca

UNFINISHED = 50  # of these the lobby lists at most


class Card(Vertical):
    """A game that plays itself, and its name; to be clicked or chosen with the arrows."""

    app: Ludoteca

    class Opened(Message):
        """The game was chosen."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.game = name

    def __init__(self, name: str) -> None:
        super().__init__(classes="card")
        self.game = name
        self._dice, self._session = Dice(sum(map(ord, name))), self._begin()

    def _begin(self) -> AnySession:
        game = GAMES[self.game]
        return begin(f"{self.game}:{game.small}" if game.small else self.game)

    def compose(self) -> ComposeResult:
        """The picture and the name."""
        cells = self._session.game.board(self._session.state)
        yield BoardView(cells, self.app.skin, whole=True)
        yield Static(_(GAMES[self.game].title), markup=False)

    def live(self) -> None:
        """One move of somebody who plays anything; a game of another package that fails stands still."""
        try:
            self._move()
        except Exception:
            if type(self._session.game).__module__.startswith("ludoteca.games."):
                raise

    def _move(self) -> None:
        if self._session.outcome:
            self._session = self._begin()
        else:
            self._session.play(self._dice.choice(self._session.legal))
        session, films = self._session, list[Frame]()
        while session.player == CHANCE:
            session.roll()
        if self.app.choices.is_on("animation") and session.moves:
            state, after = session.states[-2:]
            board = session.game.board
            films += frames(board(state), board(after), session.game.ways(state, session.moves[-1]))
        self.query_one(BoardView).show(session.game.board(session.state), films)

    def speak(self) -> None:
        """The name again, in another language, and other looks."""
        self.query_one(Static).update(_(GAMES[self.game].title))
        self.query_one(BoardView).wear(self.app.skin)

    def on_click(self) -> None:
        """The picture or its name was clicked."""
        self.post_message(self.Opened(self.game))


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
        self._at = 0

    def compose(self) -> ComposeResult:
        """Five pictures, then two lists in one."""
        yield Static("Ludoteca", classes="head", id="head", markup=False)
        with Horizontal(id="cards"):
            for name in GAMES:
                yield Card(name)
        yield Menu()
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

    def speak(self) -> None:
        """Everything again."""
        super().speak()
        for card in self.query(Card):
            card.speak()
        self.say_prepared()
        try:
            self.query_one(Menu).fill(self._options())
            self.app.tell_damage()
        except LudotecaError as error:
            self.app.complain(error)

    def say_prepared(self) -> None:
        """How far the computer players are compiled, as long as they are not."""
        percent, parts = self.app.prepared, ["Ludoteca"]
        if percent < 100:
            parts.append(_("preparing the players: {percent} %", percent=percent))
        self.query_one("#head", Static).update(self.app.spell(" · ".join(parts)), layout=False)

    def _options(self) -> list[Option]:
        options: list[Option] = [
            Option(_("Today: {board}", board=day_of(self.app.today().isoformat())), disabled=True)
        ]
        for name, game in GAMES.items():
            options.append(Option(f"  {_(game.title)}: {self._today(name)}", id=f"day {name}"))
        archive = self.app.archive
        going = archive.games(finished=False, limit=UNFINISHED) if archive else []
        if going:
            here = [Option(_("Go on with"), disabled=True)]
            lines = {entry.number: self.app.spell(f"  {line_of(entry)}") for entry in going}
            here += [Option(line, id=f"game {number}") for number, line in lines.items()]
            options = [*here, *options]
        return options

    def _today(self, name: str) -> str:
        archive = self.app.archive
        entry = archive.daily_entry(name, self.app.today()) if archive else None
        return _("not played yet") if entry is None else result_of(entry)

    def _live(self) -> None:
        if self.is_current and self.app.choices.is_on("animation"):
            for card in self.query(Card):
                card.live()

    def _choose(self, at: int) -> None:
        cards = list(self.query(Card))
        self._at = at % len(cards)
        for number, card in enumerate(cards):
            card.set_class(number == self._at, "chosen")

    @property
    def _game(self) -> str:
        return list(GAMES)[self._at]

    def on_key(self, event: events.Key) -> None:
        """Left and right among the games, down to the lists; a number chooses a game."""
        step = {"left": -1, "right": 1}.get(ARROWS.get(event.key, ""))
        if step is not None:
            self.set_focus(None)
            self._choose(self._at + step)
        elif self.focused is None and event.key in ("enter", "space"):
            self.action_enter()
        elif self.focused is None and ARROWS.get(event.key) in ("up", "down"):
            self.query_one(Menu).focus()
        elif event.character and event.character.isdigit() and 0 < int(event.character) <= len(GAMES):
            self._choose(int(event.character) - 1)
            self.action_enter()
        else:
            return
        event.stop()

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
        """Play: alone at once, with others after asking who they are."""
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
