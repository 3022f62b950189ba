"""Styled characters as text for a terminal, by the escape sequences that every modern terminal knows."""

from collections.abc import Sequence

from ludoteca.looks.colour import channels
from ludoteca.looks.model import Spot

RESET = "\x1b[0m"


def codes(spot: Spot) -> str:
    """The sequence that sets a style from nothing; '' for a plain character.

    >>> codes(Spot("x", ink="#ff0000", bold=True))
    '\\x1b[0;1;38;2;255;0;0m'
    """
    flags = zip("1247", (spot.bold, spot.dim, spot.underline, spot.reverse), strict=True)
    words = [code for code, wanted in flags if wanted]
    if spot.ink:
        words.append("38;2;" + ";".join(map(str, channels(spot.ink))))
    if spot.ground:
        words.append("48;2;" + ";".join(map(str, channels(spot.ground))))
    return f"\x1b[0;{';'.join(words)}m" if words else ""


def line(spots: Sequence[Spot]) -> str:
    """A line of a picture, styles written only where they change, and none left behind.

    >>> line([Spot("a"), Spot("b", bold=True), Spot("c", bold=True), Spot("d")])
    'a\\x1b[0;1mbc\\x1b[0md'
    """
    said, now = [], ""
    for spot in spots:
        wanted = codes(spot)
        if wanted != now:
            said.append(wanted or RESET)
            now = wanted
        said.append(spot.char)
    return "".join(said) + (RESET if now else "")


def text(picture: Sequence[Sequence[Spot]]) -> str:
    """A whole picture as lines of text."""
    return "\n".join(map(line, picture))
