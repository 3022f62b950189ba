"""Squares: one spelling for every game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.core import (
    IllegalMove,
)
from ludoteca.core.grid import parse_squares, row_name, square_name


class TestGrid:
    @given(st.integers(0, 2000), st.integers(1, 300))
    def test_a_square_reads_as_it_is_named(self, index: int, cols: int) -> None:
        rows = index // cols + 1
        if rows <= 26 + 26 * 26 and cols <= 300:
            assert parse_squares(square_name(index, cols), 1, rows=rows, cols=cols) == (index,)

    def test_rows_go_on_after_z(self) -> None:
        assert [row_name(row) for row in (0, 25, 26, 51, 52, 701)] == ["a", "z", "aa", "az", "ba", "zz"]

    @pytest.mark.parametrize(
        "text", ["", "d", "4", "d4 d5 d6", "d4", "d0 d1", "(d,4)", "d4;d5", "d4 d5 x", "(,) (,)"]
    )
    def test_what_is_not_two_squares_is_refused(self, text: str) -> None:
        with pytest.raises(IllegalMove):
            parse_squares(text, 2, rows=9, cols=9)
