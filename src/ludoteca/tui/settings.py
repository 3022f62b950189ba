"""The settings: every choice in a line, and a board beside them that shows at once how it looks."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ludoteca.core.words import N_, _
from ludoteca.games import GAMES
from ludoteca.tui.board import BoardView
from ludoteca.tui.cards import Card
from ludoteca.tui.choices import CHOICES
from ludoteca.tui.gestures import ARROWS
from ludoteca.tui.menu import Menu
from ludoteca.tui.page import Key, Page

PACE = 0.9  # seconds from move to move in the picture


class Sample(Card):
    """A game that plays itself, with everything that the settings show or hide."""

    def compose(self) -> ComposeResult:
        """The picture and the name."""
        game, state = self._session.game, self._session.state
        yield BoardView(game.board(state), self.app.skin, labels=game.labels(state))
        yield Static(_(GAMES[self.game].title), markup=False)

    def turn(self) -> None:
        """The next game."""
        names = list(GAMES)
        self.game = names[(names.index(self.game) + 1) % len(names)]
        self._session = self._begin()
        game, state = self._session.game, self._session.state
        self.query_one(BoardView).show(game.board(state), labels=game.labels(state))
        self.speak()


class Settings(Page):
    """Turn a choice, and see it."""

    KEYS: ClassVar = (
        Key("enter", "change", N_("change"), N_("the next value; left and right choose too")),
        Key("g", "picture", N_("another picture")),
        Key("question_mark", "help", N_("help")),
    )

    def compose(self) -> ComposeResult:
        """The choices, and the picture."""
        yield Static(_("Settings"), classes="head", id="head", markup=False)
        with Horizontal(id="pair"):
            yield Menu()
            yield Sample(next(iter(GAMES)))
        yield Static("", id="said", markup=False)
        yield self.keys()

    def on_mount(self) -> None:
        """The choices are ready to be turned, and the picture lives."""
        self.speak()
        self.query_one(Menu).focus()
        self.set_interval(PACE, self._live)

    def speak(self) -> None:
        """Everything again."""
        super().speak()
        self.query_one("#head", Static).update(_("Settings"))
        lasting = _("Every change is kept at once.")
        if self.app.archive is None:
            lasting = _("There is no archive: changes last until you leave.")
        self.query_one("#said", Static).update(lasting)
        self.query_one(Menu).fill(
            Option(f"{_(choice.word)}: {_(choice.values[self.app.choices[key]])}", id=key)
            for key, choice in CHOICES.items()
        )
        self.query_one(Sample).speak()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A line was chosen: its next value."""
        self._turn(event.option.id or "")

    def on_key(self, event: events.Key) -> None:
        """To the right is the next value, to the left the one before."""
        if step := {"left": -1, "right": 1}.get(ARROWS.get(event.key, "")):
            self._turn(self.query_one(Menu).chosen, step)
            event.stop()

    def action_change(self) -> None:
        """The next value of the choice under the cursor."""
        self._turn(self.query_one(Menu).chosen)

    def _turn(self, key: str, step: int = 1) -> None:
        self.app.write(partial(self.app.turn, key, step))

    def on_card_opened(self) -> None:
        """A click on the picture."""
        self.action_picture()

    def action_picture(self) -> None:
        """Look at another game."""
        self.query_one(Sample).turn()

    def _live(self) -> None:
        if self.is_current and self.app.choices.is_on("animation"):
            self.query_one(Sample).live()
