"""Pieces as shapes, and shapes as characters: quarter blocks for most terminals, letters for ASCII."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import hypot
from typing import Final

# Which quarter of a character is inked: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
QUARTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"

Shape = Callable[[float, float], bool]
Pixels = tuple[tuple[int, ...], ...]


def _crown(x: float, y: float) -> bool:
    """Three points on a band."""
    top = -0.85 + 2.0 * min(abs(x), abs(abs(x) - 0.78)) if abs(x) <= 0.86 else 1.0
    return top <= y <= 0.8


def _shield(x: float, y: float) -> bool:
    """A square with a boss in the middle."""
    return abs(x) <= 0.92 and abs(y) <= 0.86 and max(abs(x), abs(y)) >= 0.28


SHAPES: Final[Mapping[str, Shape]] = {
    "": lambda x, y: False,
    "disc": lambda x, y: hypot(x, y) <= 0.96,
    "small": lambda x, y: hypot(x, y) <= 0.6,
    "dot": lambda x, y: hypot(x, y) <= 0.7,
    "ring": lambda x, y: 0.8 <= hypot(x, y) <= 1.12,
    "glint": lambda x, y: hypot(x + 0.34, y + 0.36) <= 0.24,
    "shield": _shield,
    "crown": _crown,
    "diamond": lambda x, y: 0.5 <= abs(x) + abs(y) <= 0.95,
    "cross": lambda x, y: abs(abs(x) - abs(y)) <= 0.24 and abs(x) <= 0.7,
}


@cache
def pixels(shape: str, width: int, height: int) -> Pixels:
    """A shape in the middle of a cell, two pixels a character each way: 1 where it is inked.

    The uppermost row of pixels is kept free, so that pieces on neighbouring cells never grow together.

    >>> for row in pixels("disc", 4, 2): print("".join("-#"[pixel] for pixel in row))
    --------
    --####--
    -######-
    --####--
    """
    inside, half = SHAPES[shape], min(width, 2 * height - 1) / 2
    rows = []
    for row in range(2 * height):
        y = (row - height) / half
        across = (((col + 0.5) / 2 - width / 2) / half for col in range(2 * width))
        rows.append(tuple(int(row > 0 and inside(x, y)) for x in across))
    return tuple(rows)


@cache
def letters(shape: str, width: int, height: int) -> Pixels:
    """A shape in whole characters, for ASCII; the uppermost line is kept free where there are several.

    >>> letters("disc", 5, 2)
    ((0, 0, 0, 0, 0), (0, 1, 1, 1, 0))
    """
    rows, inside = max(1, height - 1), SHAPES[shape]
    half = min(width, 2 * rows + 1) / 2
    drawn = [
        tuple(
            int(inside((col + 0.5 - width / 2) / half, (2 * row + 1 - rows) / half)) for col in range(width)
        )
        for row in range(rows)
    ]
    return ((0,) * width, *drawn) if height > 1 else tuple(drawn)


def layered(under: Pixels, over: Pixels, value: int) -> Pixels:
    """One shape laid over another, with a value of its own."""
    return tuple(
        tuple(value if b else a for a, b in zip(one, two, strict=True))
        for one, two in zip(under, over, strict=True)
    )


def quarters(art: Pixels) -> list[list[tuple[str, int, int]]]:
    """Characters with the pixel values of their ink and ground; of three values in one, the rarest goes."""
    lines = []
    for upper, lower in zip(art[::2], art[1::2], strict=True):
        cells = zip(upper[::2], upper[1::2], lower[::2], lower[1::2], strict=True)
        lines.append([_quarter(four) for four in cells])
    return lines


@cache
def _quarter(four: Sequence[int]) -> tuple[str, int, int]:
    values = sorted(set(four), key=lambda value: (-four.count(value), value))
    if len(values) == 1:
        return " ", values[0], values[0]
    ground, ink = min(values[:2]), max(values[:2])
    bits = sum(1 << place for place, value in enumerate(four) if value == ink or value not in (ground, ink))
    return QUARTERS[bits], ink, ground
