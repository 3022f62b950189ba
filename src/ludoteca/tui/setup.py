"""Before a game: its options, and who sits where."""

from __future__ import annotations

from dataclasses import fields
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ludoteca.ai import LEVELS
from ludoteca.core import LudotecaError, Session
from ludoteca.core.words import N_, _
from ludoteca.games import GAMES
from ludoteca.system.luck import deal
from ludoteca.tui.gestures import ARROWS
from ludoteca.tui.menu import Menu
from ludoteca.tui.page import Key, Page
from ludoteca.tui.side import USUAL_LEVEL, level_name

PERSON: Final = 0


class Setup(Page):
    """Options in one line, as ids write them; a seat a line, each a person or a level of the computer."""

    KEYS: ClassVar = (
        Key("p", "play", N_("play")),
        Key("v", "watch", N_("watch the computer play")),
        Key("o", "options", N_("options")),
        Key("question_mark", "help", N_("rules")),
    )

    def __init__(self, name: str) -> None:
        super().__init__()
        self.game = GAMES[name]()
        self._seats = [PERSON, *[USUAL_LEVEL] * (self.game.players - 1)]
        self._problem = ""

    def compose(self) -> ComposeResult:
        """What it is, its options, its seats."""
        yield Static(_(self.game.title), classes="head", markup=False)
        yield Input(self.game.options, id="options", compact=True)
        with VerticalScroll(id="notes"):
            yield Static(self._notes(), id="note", markup=False)
        yield Menu()
        yield Static("", id="said", markup=False)
        yield self.keys()

    def on_mount(self) -> None:
        """The seats are ready to be turned."""
        self._list()
        self.query_one(Menu).focus()

    def _notes(self) -> str:
        lines = [_("Options, as in an id; each has its usual value where it is not named:")]
        lines += [f"  {each.name:10} {_(each.metadata['note'])}" for each in fields(self.game)]
        return "\n".join(lines)

    def _list(self) -> None:
        """A line for each seat, and one to begin."""
        options = [Option(self.app.spell("▶ ") + _("play"), id="play")]
        for seat, name in enumerate(self.game.seats if self.game.players > 1 else ()):
            level = self._seats[seat]
            sitter = _("Computer: {level}", level=level_name(level)) if level else _("a person")
            options.append(Option(f"  {name}: {sitter}", id=f"seat {seat}"))
        self.query_one(Menu).fill(options)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Begin, or the next one who may sit there: a person, then every level."""
        kind, _space, seat = (event.option.id or "").partition(" ")
        if kind == "play":
            self.action_play()
        else:
            self._turn(int(seat), 1)

    def on_key(self, event: events.Key) -> None:
        """Left and right turn a seat."""
        step = {"left": -1, "right": 1}.get(ARROWS.get(event.key, ""))
        at = self.query_one(Menu).highlighted
        if step and at and not isinstance(self.focused, Input):
            self._turn(at - 1, step)
            event.stop()

    def _turn(self, seat: int, step: int) -> None:
        self._seats[seat] = (self._seats[seat] + step) % (len(LEVELS) + 1)
        self._list()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Other options: other seats, or a sentence on what is wrong with them."""
        try:
            self.game = type(self.game).from_options(event.value.replace(" ", ""))
        except LudotecaError as error:
            self._say(str(error))
            return
        self._say("")
        others = self.game.players - len(self._seats)
        self._seats = [*self._seats, *[USUAL_LEVEL] * others][: self.game.players]
        self._list()

    def on_input_submitted(self) -> None:
        """Enter in the options plays."""
        self.action_play()

    def _say(self, sentence: str) -> None:
        self._problem = sentence
        self.query_one("#said", Static).update(sentence)

    def action_options(self) -> None:
        """Write options."""
        self.query_one("#options").focus()

    def action_play(self) -> None:
        """Begin."""
        self._begin({seat: level for seat, level in enumerate(self._seats) if level})

    def action_watch(self) -> None:
        """The computer in every seat."""
        self._begin({seat: level or len(LEVELS) for seat, level in enumerate(self._seats)})

    def _begin(self, computers: dict[int, int]) -> None:
        if not self._problem:
            self.app.play(deal(Session(self.game)), computers, instead=True)

    def action_help(self) -> None:
        """The rules."""
        from ludoteca.tui.rules import RulesPage

        self.app.push_screen(RulesPage(type(self.game)))

    def action_back(self) -> None:
        """Out of the options, or back."""
        if isinstance(self.focused, Input):
            self.query_one(Menu).focus()
        else:
            super().action_back()
