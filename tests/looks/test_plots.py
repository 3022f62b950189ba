"""Plots for a terminal."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from ludoteca.looks.plots import BLOCKS, PLAIN, bars, histogram, sparkline


class TestPlots:
    def test_by_hand(self) -> None:
        assert histogram([5], 10, 1) == ["██████████", "5"]
        assert histogram([1, 1, 4], 4, 2, plain=True) == ["#", "#  #", "1  4"]
        assert histogram([], 10, 3) == histogram([1], 0, 3) == histogram([1], 3, 0) == []
        assert sparkline([]) == ""
        assert sparkline([3, 3]) == "▄▄"
        assert bars([], 5) == []
        assert bars([("a", 0)], 5) == ["a  0"]

    numbers = st.lists(
        st.one_of(st.integers(-(10**9), 10**9), st.floats(-1e9, 1e9)).map(float), min_size=1, max_size=200
    )

    @given(numbers, st.integers(1, 80), st.integers(1, 12), st.booleans())
    def test_it_fits_and_shows_every_value(
        self, values: list[float], width: int, height: int, plain: bool
    ) -> None:
        lines = histogram(values, width, height, plain=plain)
        assert len(lines) == height + 1
        marks = set(PLAIN if plain else BLOCKS)
        assert all(len(line) <= width and set(line) <= marks for line in lines[:-1])
        assert max(map(len, lines[:-1])) > 0
        full = "#" if plain else "█"
        assert full in lines[0]  # the highest column reaches the top
        for upper, lower in pairwise(lines[:-1]):
            assert all(below == full for above, below in zip(upper, lower, strict=False) if above != " ")

    @given(st.lists(st.integers(0, 20), min_size=1, max_size=300))
    def test_columns_are_as_high_as_there_are_values(self, values: list[int]) -> None:
        most = max(map(values.count, values))
        lines = histogram(values, 21, most, plain=False)
        columns = [sum(row < len(line) and line[row] == "█" for line in lines[:-1]) for row in range(21)]
        span = range(min(values), max(values) + 1)
        each = 21 // len(span)
        assert columns[: each * len(span) : each] == [values.count(value) for value in span]

    @given(numbers)
    def test_a_sparkline_keeps_the_order(self, values: list[float]) -> None:
        for plain, marks in ((False, BLOCKS), (True, PLAIN)):
            line = sparkline(values, plain=plain)
            assert len(line) == len(values)
            heights = [marks.index(mark) for mark in line]
            assert all(heights)
            for (value, height), (other, higher) in pairwise(sorted(zip(values, heights, strict=True))):
                assert value <= other
                assert height <= higher
