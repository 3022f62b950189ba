"""Scroll bars in the characters that the player's terminal has."""

from typing import Any, ClassVar

from rich.segment import Segments
from textual._context import active_app
from textual.scrollbar import ScrollBar, ScrollBarRender


class PlainBars(ScrollBarRender):
    """Whole cells alone, where Textual's own ends are eighths of one."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


class Bars(ScrollBarRender):
    """Textual's own, or plain ones while the app draws in ASCII."""

    @classmethod
    def render_bar(cls, *args: Any, **how: Any) -> Segments:
        """The bar, as `ScrollBarRender` draws it."""
        drawn = PlainBars if active_app.get().has_class("ascii") else ScrollBarRender
        return drawn.render_bar(*args, **how)


def install() -> None:
    """Draw all scroll bars so from now on."""
    ScrollBar.renderer = Bars
