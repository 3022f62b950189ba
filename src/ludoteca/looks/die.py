"""A die as characters: pips in a box, or one line where there is no room; and how it rolls."""

from collections.abc import Sequence
from typing import Final

from ludoteca.looks.colour import readable
from ludoteca.looks.model import Skin, Spot
from ludoteca.looks.palette import palette_of

HIGH: Final = 5  # lines of a box
_WIDE: Final = 7  # characters inside it
_PLACES: Final = {"a": (0, 1), "b": (0, 5), "c": (1, 1), "d": (1, 3), "e": (1, 5), "f": (2, 1), "g": (2, 5)}
_PIPS: Final = ("", "d", "ag", "adg", "abfg", "abdfg", "abcefg")
_GLYPHS: Final = "⚀⚁⚂⚃⚄⚅"


def die(number: int, seat: int, skin: Skin, *, small: bool = False) -> list[list[Spot]]:
    """A number thrown, in the colour of the seat that threw it; pips up to six, digits beyond: the sum of
    several dice.

    >>> for line in die(3, 0, Skin(ascii=True, colour=False)):
    ...     print("".join(spot.char for spot in line))
    +-------+
    | o     |
    |   o   |
    |     o |
    +-------+
    >>> ["".join(spot.char for spot in die(each, 0, Skin(), small=True)[0]) for each in (5, 11)]
    ['⚄ 5', '[11]']
    """
    ground = palette_of(skin)[f"player{seat % 8}"] if skin.colour else ""
    texts = [_line(number, skin)] if small else _box(number, skin)
    ink = readable(ground) if ground else ""
    return [[Spot(char, ink, ground, bold=True) for char in text] for text in texts]


def _line(number: int, skin: Skin) -> str:
    if skin.ascii or not 1 <= number <= len(_GLYPHS):
        return f"[{number}]"
    return f"{_GLYPHS[number - 1]} {number}"


def _box(number: int, skin: Skin) -> list[str]:
    inside = [[" "] * _WIDE for _line in range(HIGH - 2)]
    if 1 <= number < len(_PIPS):
        for place in _PIPS[number]:
            row, col = _PLACES[place]
            inside[row][col] = "o" if skin.ascii else "●"
    else:
        inside[1] = list(str(number).center(_WIDE))
    (ul, ur, dl, dr), across, down = ("++++", "-", "|") if skin.ascii else ("╭╮╰╯", "─", "│")
    middle = [f"{down}{''.join(line)}{down}" for line in inside]
    return [f"{ul}{across * _WIDE}{ur}", *middle, f"{dl}{across * _WIDE}{dr}"]


def faces(number: int, count: int) -> Sequence[int]:
    """What a die shows while it rolls, each time something else, until it shows the number.

    >>> faces(4, 5), faces(11, 3)
    ([3, 5, 2, 6, 4], [10, 12, 11])
    """
    low, high = (1, 6) if number <= len(_GLYPHS) else (len(_GLYPHS) + 1, 2 * len(_GLYPHS))
    size = high - low + 1
    steps = (number - low + (1 + each // 2 if each % 2 else -1 - each // 2) for each in range(count - 1))
    return [*(low + step % size for step in steps), number]
