"""What no jump changes on a peg board, and weights of its cells of which every jump loses some."""

from collections.abc import Iterable, Sequence
from typing import Final

HEAVIEST: Final = 40

Line = tuple[int, int, int]


def invariants(size: int, lines: Iterable[Line]) -> list[int]:
    """A basis of the sums modulo 2 that no jump changes, as masks of cells.

    >>> [f"{mask:03b}" for mask in invariants(3, [(0, 1, 2)])]
    ['011', '101']
    """
    rows: dict[int, int] = {}
    for line in lines:
        mask = sum(1 << cell for cell in line)
        for lead, row in rows.items():
            if mask >> lead & 1:
                mask ^= row
        if mask:
            lead = (mask & -mask).bit_length() - 1
            rows = {other: row ^ mask if row >> lead & 1 else row for other, row in rows.items()}
            rows[lead] = mask
    return [
        1 << cell | sum(1 << lead for lead, row in rows.items() if row >> cell & 1)
        for cell in range(size)
        if cell not in rows
    ]


def find_pivots(cells: Iterable[int], sums: Sequence[int]) -> dict[int, int]:
    """As many of the cells as can be pivots, in this order, each with a sum in which it is the only pivot."""
    found: dict[int, int] = {}
    left = list(sums)
    for cell in cells:
        chosen = next((each for each in left if each >> cell & 1), None)
        if chosen is not None:
            left = [each ^ chosen if each >> cell & 1 else each for each in left if each != chosen]
            found = {other: each ^ chosen if each >> cell & 1 else each for other, each in found.items()}
            found[cell] = chosen
    return found


def weigh(size: int, lines: Sequence[Line], weightless: set[int]) -> list[int] | None:
    """Weights of which every jump with a weighty cell loses some; None if they grow too large."""
    weights = [0 if cell in weightless else 1 for cell in range(size)]
    changed = True
    while changed:
        changed = False
        for one, middle, other in lines:
            least = abs(weights[one] - weights[other]) + 1
            if weights[middle] < least and middle not in weightless:
                weights[middle], changed = least, True
        if max(weights) > HEAVIEST:
            return None
    return weights


def find_weightless(size: int, lines: Sequence[Line], sums: Sequence[int], most: int) -> set[int]:
    """Cells that can do without weight: those that make pivots, then at most so many that do not.

    The middle of a line takes both ends with it, so corners come first, then edges.
    """
    closed = []
    for cell in range(size):
        group, grown = {cell}, 0
        while grown != len(group):
            grown = len(group)
            group |= {end for one, middle, other in lines if middle in group for end in (one, other)}
        closed.append(group)
    closed.sort(key=len)
    chosen: set[int] = set()
    pivots = 0
    for pivots_only in (True, False):
        for group in closed:
            more = chosen | group
            now = len(find_pivots(more, sums))
            fits = len(chosen) < len(more) <= now + most and (now > pivots or not pivots_only)
            if fits and weigh(size, lines, more):
                chosen, pivots = more, now
    return chosen
