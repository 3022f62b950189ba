"""The app on a terminal of sixteen colours: all around the boards, in colours that are never rounded."""

from typing import Final

from textual.app import App
from textual.theme import Theme

from ludoteca.looks.palette import ANSI

BLACK, RED, GREEN, BLUE, GREY = (ANSI[number] for number in (0, 1, 2, 4, 7))
YELLOW, CYAN, WHITE = (ANSI[number] for number in (11, 14, 15))

# What Textual would mix from others is said outright: a mixture is rounded, often to what it stands on.
THEME: Final = Theme(
    name="sixteen",
    primary=BLUE,
    secondary=CYAN,
    accent=YELLOW,
    warning=YELLOW,
    error=RED,
    success=GREEN,
    foreground=WHITE,
    background=BLACK,
    surface=BLACK,
    panel=BLUE,
    boost=BLACK,
    variables={
        "primary-background": BLUE,
        "text": "auto 100%",
        "text-muted": GREY,
        "text-disabled": GREY,
        "text-accent": YELLOW,
        "block-cursor-background": GREY,
        "block-cursor-foreground": BLACK,
        "block-cursor-blurred-background": BLACK,
        "block-cursor-blurred-foreground": WHITE,
        "block-hover-background": BLUE,
        "border": YELLOW,
        "border-blurred": GREY,
        "input-cursor-background": WHITE,
        "input-cursor-foreground": BLACK,
        "input-selection-background": BLUE,
        "scrollbar": GREY,
        "scrollbar-hover": WHITE,
        "scrollbar-active": WHITE,
        "scrollbar-background": BLACK,
        "scrollbar-background-hover": BLACK,
        "scrollbar-background-active": BLACK,
        "scrollbar-corner-color": BLACK,
        "link-color": "auto 100%",
        "link-color-hover": "auto 100%",
        "link-background-hover": GREY,
    },
)


def has_sixteen(app: App[None]) -> bool:
    """Whether the terminal has these colours and no more."""
    return app.console.color_system in ("standard", "windows")


def dress(app: App[None]) -> None:
    """Put the theme on."""
    app.register_theme(THEME)
    app.theme = THEME.name
