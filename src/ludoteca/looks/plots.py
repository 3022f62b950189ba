"""Plots for a terminal: numbers in, lines of text out."""

from collections.abc import Sequence
from math import ceil, sqrt
from typing import Final

BLOCKS: Final = " ▁▂▃▄▅▆▇█"
PLAIN: Final = " .:#"  # for terminals with nothing but ASCII: empty, a third, two thirds, full

FEWEST_RANGES: Final = 6


def sparkline(values: Sequence[float], *, plain: bool = False) -> str:
    """The course of some numbers in one line, the least lowest and the greatest highest.

    >>> sparkline([1, 2, 3, 4, 5, 6, 7, 8])
    '▁▂▃▄▅▆▇█'
    >>> sparkline([0, 5, 10], plain=True)
    '.:#'
    """
    if not values:
        return ""
    low, span = min(values), max(values) - min(values)
    marks = (PLAIN if plain else BLOCKS)[1:]
    top = len(marks) - 1
    return "".join(marks[round((value - low) / span * top) if span else top // 2] for value in values)


def histogram(values: Sequence[float], width: int, height: int, *, plain: bool = False) -> list[str]:
    """How often each value occurs: a column for each, or for a range of them, over a line with the ends.

    >>> print(*histogram([1, 2, 2, 3, 3, 3, 3], 9, 2), sep="\\n")
          ███
    ▄▄▄██████
    1       3
    """
    if not values or width < 1 or height < 1:
        return []
    low, counts = _counted(values, width)
    each = max(1, width // len(counts))
    columns = [_column(count / max(counts), height, PLAIN if plain else BLOCKS) for count in counts]
    rows = ["".join(column[row] * each for column in columns).rstrip() for row in range(height)]
    first, last = _short(low), _short(max(values))
    gap = max(1, len(counts) * each - len(first) - len(last))
    return [*rows, first if first == last else first + " " * gap + last]


def bars(rows: Sequence[tuple[str, float]], width: int, *, plain: bool = False) -> list[str]:
    """Labelled numbers as bars to the right, the longest `width` long.

    >>> print(*bars([("won", 2), ("lost", 1)], 4), sep="\\n")
    won  ████ 2
    lost ██ 1
    """
    names = max((len(label) for label, _value in rows), default=0)
    most = max((value for _label, value in rows), default=0) or 1
    mark = "#" if plain else "█"
    return [f"{label:{names}} {mark * round(value / most * width)} {_short(value)}" for label, value in rows]


def _counted(values: Sequence[float], width: int) -> tuple[float, list[int]]:
    """The lowest value, and how many there are from there on in each of at most `width` equal ranges."""
    low, span = min(values), max(values) - min(values)
    whole = all(float(value).is_integer() for value in values)
    if whole and span < width:
        step = 1.0
    else:
        ranges = min(width, max(FEWEST_RANGES, ceil(2 * sqrt(len(values)))))  # few games, broad ranges
        step = float((int(span) // ranges) + 1) if whole else span / ranges or 1.0
    counts = [0] * min(width, int(span / step) + 1)
    for value in values:
        counts[min(len(counts) - 1, int((value - low) / step))] += 1
    return low, counts


def _column(share: float, height: int, marks: str) -> list[str]:
    """A column from its top down; what occurs at all shows."""
    full = len(marks) - 1
    filled = max(1, round(share * height * full)) if share else 0
    return [marks[min(full, max(0, filled - row * full))] for row in reversed(range(height))]


def _short(value: float) -> str:
    """A number as short as it can be said."""
    return str(int(value)) if float(value).is_integer() else f"{value:.1f}"
