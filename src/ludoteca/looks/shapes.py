"""Pieces as shapes, and shapes as characters: blocks for most terminals, letters for ASCII."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache
from math import hypot
from typing import Final

Shape = Callable[[float, float], bool]
Pixels = tuple[tuple[int, ...], ...]


def _crown(x: float, y: float) -> bool:
    """Three points on a band."""
    top = -0.9 + 2.0 * min(abs(x), abs(abs(x) - 0.78)) if abs(x) <= 0.86 else 1.0
    return top <= y <= 0.9


def _shield(x: float, y: float) -> bool:
    """A square with a boss in the middle."""
    return abs(x) <= 0.92 and abs(y) <= 0.86 and max(abs(x), abs(y)) >= 0.36


SHAPES: Final[Mapping[str, Shape]] = {
    "": lambda x, y: False,
    "disc": lambda x, y: hypot(x, y) <= 1.03,
    "small": lambda x, y: hypot(x, y) <= 0.52,
    "dot": lambda x, y: hypot(x, y) <= 0.72,
    "ring": lambda x, y: 0.62 <= hypot(x, y) <= 1.04,
    "glint": lambda x, y: hypot(x + 0.34, y + 0.36) <= 0.24,
    "shield": _shield,
    "block": lambda x, y: max(abs(x), abs(y)) <= 0.92,
    "crown": _crown,
    "diamond": lambda x, y: 0.5 <= abs(x) + abs(y) <= 1.02,
    "cross": lambda x, y: abs(abs(x) - abs(y)) <= 0.24 and abs(x) <= 0.7,
}

# Shapes in cells two lines high, where every pixel is a decision: the upper line, in odd and even widths;
# the lower one mirrors it, unless there is another.
_LOW: Final = {
    "disc": ("▄▆▄", "▗▆▆▖"), "shield": ("▆▆▆", "▆▆"), "crown": ("▆ ▆", "▗▖▗▖"), "dot": ("▗▄▖", "▄▄"),
    "cross": ("▚▄▞", "▚▞"), "diamond": ("▞▀▚", "▞▚"),
}  # fmt: skip
_BANDS: Final = {"crown": ("▆▆▆", "▗▆▆▖")}


class Glyphs(Enum):
    """Which characters blocks are made of: with low blocks, which need reversal for high ones, or without."""

    ALL = " █▀▄▌▐▂▆▘▝▖▗▚▞▛▜▙▟"
    QUARTERS = " █▀▄▌▐▘▝▖▗▚▞▛▜▙▟"


# The pixels of a character that its ink covers, two in a row and four rows, a bit each from the upper left.
_INKED: Final = {
    " ": 0b00000000, "█": 0b11111111, "▀": 0b00001111, "▄": 0b11110000, "▌": 0b01010101, "▐": 0b10101010,
    "▂": 0b11000000, "▆": 0b11111100, "▘": 0b00000101, "▝": 0b00001010, "▖": 0b01010000, "▗": 0b10100000,
    "▚": 0b10100101, "▞": 0b01011010, "▛": 0b01011111, "▜": 0b10101111, "▙": 0b11110101, "▟": 0b11111010,
}  # fmt: skip


@cache
def pixels(shape: str, width: int, height: int, glyphs: Glyphs = Glyphs.ALL) -> Pixels:
    """A shape in the middle of a cell, two pixels a character across and four down: 1 where it is inked.

    The outermost rows are kept free, so that pieces on neighbouring cells never grow together: a quarter of
    a character where there are glyphs for it, else half of one.

    >>> for row in pixels("disc", 4, 2): print("".join("-#"[pixel] for pixel in row))
    --------
    --####--
    -######-
    -######-
    -######-
    -######-
    --####--
    --------
    """
    if height == 2 and width > 2 and glyphs is Glyphs.ALL and shape in _LOW:
        upper, lower = (each[shape][1 - width % 2] for each in (_LOW, {**_LOW, **_BANDS}))
        return (*_rows(upper.center(width)), *reversed(_rows(lower.center(width))))
    inside, across = SHAPES[shape], min(width, 2 * height - 1) / 2
    down = height - (0.5 if glyphs is Glyphs.ALL else 1)
    rows = [((row + 0.5) / 2 - height) / down for row in range(4 * height)]
    cols = [((col + 0.5) / 2 - width / 2) / across for col in range(2 * width)]
    return tuple(tuple(int(max(abs(x), abs(y)) <= 1 and inside(x, y)) for x in cols) for y in rows)


def _rows(line: str) -> list[tuple[int, ...]]:
    """The four rows of pixels of a line of characters."""
    return [tuple(_INKED[char] >> 2 * row + col & 1 for char in line for col in (0, 1)) for row in range(4)]


@cache
def letters(shape: str, width: int, height: int) -> Pixels:
    """A shape in whole characters, for ASCII; the outermost lines are kept free where there are three.

    >>> letters("disc", 5, 3)
    ((0, 0, 0, 0, 0), (0, 1, 1, 1, 0), (0, 0, 0, 0, 0))
    """
    rows, inside = max(1, height - 2), SHAPES[shape]
    half, above = min(width, 2 * rows + 1) / 2, height // 2 if height < 3 else 1
    drawn = [
        tuple(
            int(inside((col + 0.5 - width / 2) / half, (2 * row + 1 - rows) / half)) for col in range(width)
        )
        for row in range(rows)
    ]
    empty = (0,) * width
    return (*[empty] * above, *drawn, *[empty] * (height - above - rows))


def layered(under: Pixels, over: Pixels, value: int) -> Pixels:
    """One shape laid over another, with a value of its own."""
    return tuple(
        tuple(value if b else a for a, b in zip(one, two, strict=True))
        for one, two in zip(under, over, strict=True)
    )


def blocks(art: Pixels, glyphs: Glyphs = Glyphs.ALL) -> list[list[tuple[str, int, int, bool]]]:
    """Characters with the pixel values of their ink and ground, and whether those change places; of three
    values in one, the rarest goes.

    >>> blocks(((0, 0), (1, 1), (1, 1), (1, 1), (1, 1), (1, 1), (1, 1), (0, 0)))
    [[('▆', 1, 0, False)], [('▂', 1, 0, True)]]
    """
    lines = []
    for four in zip(art[::4], art[1::4], art[2::4], art[3::4], strict=True):
        cells = zip(*(each for row in four for each in (row[::2], row[1::2])), strict=True)
        lines.append([_block(values, glyphs) for values in cells])
    return lines


@cache
def _block(eight: Sequence[int], glyphs: Glyphs) -> tuple[str, int, int, bool]:
    values = sorted(set(eight), key=lambda value: (-eight.count(value), value))
    ground, ink = min(values[:2]), max(values[:2])
    bits = sum(1 << place for place, value in enumerate(eight) if value == ink or value not in (ground, ink))
    char, swapped = _nearest(bits if len(values) > 1 else 0, glyphs)
    if char == " ":
        ground = ink if swapped else ground
        return char, ground, ground, False
    return char, ink, ground, swapped


@cache
def _nearest(bits: int, glyphs: Glyphs) -> tuple[str, bool]:
    """The character most like so many pixels, and whether its ink is their ground: only low blocks exist, a
    high one is a low one in reverse. Of two as like, the emptier, so that what mirrors stays a mirror."""
    forms = [(_INKED[char], char, False) for char in glyphs.value]
    forms += [(0xFF ^ _INKED[char], char, True) for char in "▂▆" if char in glyphs.value]
    forms += [(0xFF, " ", True)]
    *_reasons, char, swapped = min(
        ((bits ^ mask).bit_count(), mask.bit_count(), char not in "▂▆", place, char, swapped)
        for place, (mask, char, swapped) in enumerate(forms)
        if char != "█"
    )
    return char, swapped
