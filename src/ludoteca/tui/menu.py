"""A list to choose from, with the arrows that every screen knows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ludoteca.tui.gestures import ARROWS

_LETTERS = [(key, way) for key, way in ARROWS.items() if way in ("up", "down") and key != way]


class Menu(OptionList):
    """Lines of plain text; the letters that are arrows move in it, and the space bar chooses."""

    BINDINGS: ClassVar = [
        *[Binding(key, f"cursor_{way}", show=False) for key, way in _LETTERS],
        Binding("space", "select", show=False),
    ]

    def __init__(self) -> None:
        super().__init__(id="list", markup=False)

    @property
    def chosen(self) -> str:
        """The id of the line under the cursor, or nothing."""
        option = self.highlighted_option
        return "" if option is None else option.id or ""

    def action_page_up(self) -> None:
        """A page up; a list that the terminal has no room for has no pages."""
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]  # Textual has no type here

    def action_page_down(self) -> None:
        """A page down, likewise."""
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]

    def fill(self, options: Iterable[Option], *, stay: bool = False) -> None:
        """Show other lines; the cursor stays with its line where that is still there, or where it is."""
        chosen, at = "" if stay else self.chosen, self.highlighted or 0
        self.clear_options()
        self.add_options(options)
        can = [number for number, option in enumerate(self.options) if not option.disabled]
        same = [number for number in can if self.options[number].id == chosen]
        later = [number for number in can if number >= at]
        self.highlighted = next(iter([*same, *later, *can[-1:]]), None)
