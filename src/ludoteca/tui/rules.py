"""The rules of a game and the keys, to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from ludoteca.core.words import N_, _
from ludoteca.games.registry import Rules
from ludoteca.tui.page import Key, Page, key_name

HANDS = (
    (N_("arrows, hjkl, wasd"), N_("move the cursor, or the tiles")),
    (N_("space, enter"), N_("choose the cell, or roll")),
    (N_("1 to 9"), N_("a colour, a number or a button")),
    (N_("mouse"), N_("click a piece and its target; drag to push")),
)


class RulesPage(Page):
    """Rules above, keys below; arrows, pages and the space bar scroll."""

    KEYS: ClassVar = (Key("space", "page_down"),)

    def __init__(self, game: Rules, keys: Sequence[Key] = ()) -> None:
        super().__init__()
        self.game, self.all_keys = game, keys

    def compose(self) -> ComposeResult:
        """A text that scrolls."""
        yield Static(_(self.game.title), classes="head", markup=False)
        with VerticalScroll():
            yield Static(self._text(), markup=False)
        yield self.keys()

    def on_mount(self) -> None:
        """What can be scrolled has the keys."""
        self.query_one(VerticalScroll).focus()

    def action_page_down(self) -> None:
        """One page on."""
        self.query_one(VerticalScroll).scroll_page_down(animate=False)

    def _text(self) -> str:
        lines = [self.game.rules(self.app.choices["language"]).rstrip(), "", _("Keys"), ""]
        lines += [f"  {_(keys):22} {_(note)}" for keys, note in HANDS]
        lines += [f"  {key_name(key.key):22} {_(key.word)}" for key in self.all_keys if key.word]
        return "\n".join(lines)
