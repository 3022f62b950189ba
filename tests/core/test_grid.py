"""Squares: one spelling for every game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.core import (
    IllegalMove,
)
from ludoteca.core.grid import parse_squares, row_name, spiral, square_name


class TestGrid:
    @given(st.integers(0, 2000), st.integers(1, 300))
    def test_a_square_reads_as_it_is_named(self, index: int, cols: int) -> None:
        rows = index // cols + 1
        if rows <= 26 + 26 * 26 and cols <= 300:
            assert parse_squares(square_name(index, cols), 1, rows=rows, cols=cols) == (index,)

    def test_rows_go_on_after_z(self) -> None:
        assert [row_name(row) for row in (0, 25, 26, 51, 52, 701)] == ["a", "z", "aa", "az", "ba", "zz"]

    @pytest.mark.parametrize("text", ["d2 d12", "D2-D12", "(D,2) (D,12)", "(4,2)(4,12)", "( 4 , 2 ), d 12"])
    def test_a_row_is_a_letter_or_a_number(self, text: str) -> None:
        assert parse_squares(text, 2, rows=13, cols=13) == (3 * 13 + 1, 3 * 13 + 11)

    @pytest.mark.parametrize("text", ["d1", "a6", "d6", "a0", "(0,1)"])
    def test_what_is_off_the_board_is_told_its_last_square(self, text: str) -> None:
        assert parse_squares("c5", 1, rows=3, cols=5) == (14,)
        with pytest.raises(IllegalMove, match="off the board; squares go from a1 to c5"):
            parse_squares(text, 1, rows=3, cols=5)

    def test_a_spiral_needs_a_square_that_holds_it(self) -> None:
        assert [spiral(count)[0] for count in (1, 2, 4, 5, 9, 10, 16, 17)] == [1, 2, 2, 3, 3, 4, 4, 5]

    @pytest.mark.parametrize(
        "text", ["", "d", "4", "d4 d5 d6", "d4", "d0 d1", "(d,4)", "d4;d5", "d4 d5 x", "(,) (,)"]
    )
    def test_what_is_not_two_squares_is_refused(self, text: str) -> None:
        with pytest.raises(IllegalMove):
            parse_squares(text, 2, rows=9, cols=9)
