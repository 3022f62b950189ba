"""The rules of a game and the keys, to read."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from ludoteca.core.words import N_, _
from ludoteca.games.registry import Rules
from ludoteca.tui.gestures import ARROWS
from ludoteca.tui.page import Key, Page, key_name

HANDS = (
    (N_("arrows, hjkl, wasd"), N_("move the cursor, or the tiles")),
    (N_("space, enter"), N_("choose the cell, or roll")),
    (N_("1 to 9"), N_("a colour, a number or a button")),
    (N_("mouse"), N_("click a piece and its target; drag to push")),
    ("q", N_("back; the game is kept")),
    ("esc", N_("choose anew, or put a card away; elsewhere back")),
)
LISTS = (  # on pages without a game
    (N_("arrows, hjkl, wasd"), N_("choose a line, or scroll")),
    (N_("mouse"), N_("click a line, or a word at the foot of the screen")),
    (N_("q, esc"), N_("back")),
)
SCROLL_BAR: Final = 1  # column that it takes
NARROWEST: Final = 12  # columns of what stands to the right in a line, and is wrapped there


class RulesPage(Page):
    """Keys above, rules below; of a page without a game its keys. Arrows, pages and the space bar scroll."""

    KEYS: ClassVar = (Key("space", "page_down", N_("further down")),)

    def __init__(self, game: Rules | None, keys: Sequence[Key] = ()) -> None:
        super().__init__()
        self.game, self.all_keys = game, keys

    def compose(self) -> ComposeResult:
        """A text that scrolls."""
        yield Static(_(self.game.title) if self.game else _("Keys"), classes="head", markup=False)
        with VerticalScroll():
            yield Static("", id="text", markup=False)
        yield self.keys()

    def on_mount(self) -> None:
        """What can be scrolled has the keys."""
        self.query_one(VerticalScroll).focus()

    def on_resize(self, event: events.Resize) -> None:
        """Lines are wrapped at another width."""
        super().on_resize(event)
        self.call_after_refresh(self._wrap)

    def speak(self) -> None:
        """Everything again."""
        super().speak()
        self._wrap()

    def _wrap(self) -> None:
        if self.is_open:
            self.query_one("#text", Static).update(hanging(self._text(), self._room - SCROLL_BAR))

    def on_key(self, event: events.Key) -> None:
        """The letters that are arrows scroll too."""
        way = ARROWS.get(event.key)
        if way in ("up", "down"):
            self.query_one(VerticalScroll).scroll_relative(y=1 if way == "down" else -1, animate=False)
            event.stop()

    def action_page_down(self) -> None:
        """One page on."""
        self.query_one(VerticalScroll).scroll_page_down(animate=False)

    def _text(self) -> str:
        hands = [(_(keys), _(note)) for keys, note in (HANDS if self.game else LISTS)]
        hands += [(key_name(key.key), _(key.note or key.word)) for key in self.all_keys if key.word]
        wide = max(len(key) for key, _note in hands)
        keys = [f"  {key:{wide}}  {note}" for key, note in hands]
        if self.game is None:
            return "\n".join(keys)
        head = _("Keys (the settings have them told below the board for good)")
        rules = flowing(self.game.rules(self.app.choices["language"]).rstrip())
        return "\n".join([*([head, *keys, ""] if self.all_keys else ()), rules])


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


def hanging(text: str, width: int) -> str:
    """A text whose lines that are indented and too long are wrapped below where their last column begins.

    >>> print(hanging("  ab   one two three four", 19))
      ab   one two
           three four
    """
    return "\n".join(each for line in text.splitlines() for each in _hung(line, width))


def _hung(line: str, width: int) -> list[str]:
    indent = len(line) - len(line.lstrip())
    if not indent or len(line) <= width:
        return [line]
    column = line.rfind("  ", indent) + 2
    if not indent < column <= width - NARROWEST:
        column = indent
    parts = wrap(line[column:], max(1, width - column)) or [""]
    return [line[:column] + parts[0], *(" " * column + part for part in parts[1:])]
