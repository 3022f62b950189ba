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
    """Keys above, rules below; arrows, pages and the space bar scroll."""

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
        hands = [(_(keys), _(note)) for keys, note in HANDS]
        hands += [(key_name(key.key), _(key.note or key.word)) for key in self.all_keys if key.word]
        keys = [_("Keys"), "", *(f"  {key:22} {note}" for key, note in hands), "", ""]
        rules = flowing(self.game.rules(self.app.choices["language"]).rstrip())
        return "\n".join([*(keys if self.all_keys else ()), rules])


def flowing(text: str) -> str:
    """A text whose paragraphs are a line each, so that a screen of any width breaks them; what is indented
    stays as it is.

    >>> flowing("one\\ntwo\\n\\n  a  b\\n  c  d")
    'one two\\n\\n  a  b\\n  c  d'
    """
    lines = list[str]()
    for line in text.splitlines():
        if line[:1].strip() and lines and lines[-1][:1].strip():
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return "\n".join(lines)
