"""What no jump changes on a peg board, and weights of which every jump loses some: by trying every jump."""

import random

import pytest

from ludoteca.ai.solitario.bitmap_order import find_pivots, find_weightless, invariants, weigh
from ludoteca.ai.solitario.pagoda import Field
from ludoteca.core import Dice
from ludoteca.games.solitario import Solitario

Line = tuple[int, int, int]


def boards() -> list[tuple[int, list[Line]]]:
    """The lines of three cells of some boards, their cells numbered from 0."""
    found = []
    rng = random.Random(4)
    fields = [
        Field(7, 7, Solitario("english").start(Dice(0)).usable),
        Field(4, 4, 2**16 - 1),
        Field(1, 6, 63),
    ]
    fields += [Field(5, 5, rng.getrandbits(25) | rng.getrandbits(25)) for _each in range(8)]
    for field in fields:
        number = {cell: at for at, cell in enumerate(field.cells)}
        lines = sorted({tuple(sorted(number[cell] for cell in way)) for way in field.ways})
        found.append((len(number), [(one, two, three) for one, two, three in lines]))
    return found


@pytest.mark.parametrize(("size", "lines"), boards())
def test_no_jump_changes_a_sum_and_there_are_no_others(size: int, lines: list[Line]) -> None:
    sums = invariants(size, lines)
    for mask in sums:
        assert all(sum(mask >> cell & 1 for cell in line) in (0, 2) for line in lines)
    spanned = {0}
    for mask in sums:
        assert mask not in spanned, "each says something new"
        spanned |= {other ^ mask for other in spanned} if len(spanned) < 1 << 12 else set()
    rank, rows = 0, [sum(1 << cell for cell in line) for line in lines]
    while rows:  # plain elimination: what the lines leave free is what the sums must be
        if lead := rows.pop():
            rank += 1
            rows = [row ^ lead if row ^ lead < row else row for row in rows]
    assert len(sums) == size - rank


@pytest.mark.parametrize(("size", "lines"), boards())
def test_each_pivot_is_in_its_own_sum_alone(size: int, lines: list[Line]) -> None:
    sums = invariants(size, lines)
    pivots = find_pivots(range(size), sums)
    assert len(pivots) == len(sums)
    for cell in pivots:
        assert [other for other, mask in pivots.items() if mask >> cell & 1] == [cell]
        assert all(sum(pivots[cell] >> each & 1 for each in line) in (0, 2) for line in lines)


@pytest.mark.parametrize(("size", "lines"), boards())
@pytest.mark.parametrize("most", [0, 6, 8])
def test_every_jump_loses_weight_but_those_within_a_group(size: int, lines: list[Line], most: int) -> None:
    sums = invariants(size, lines)
    weightless = find_weightless(size, lines, sums, most)
    assert len(weightless) <= len(find_pivots(weightless, sums)) + most
    weights = weigh(size, lines, weightless)
    assert weights
    assert {cell for cell, weight in enumerate(weights) if weight == 0} == weightless
    for line in lines:
        for one, over, to in (line, line[::-1]):
            lost = weights[one] + weights[over] - weights[to]
            assert lost > 0 or {one, over, to} <= weightless
