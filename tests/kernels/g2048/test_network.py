"""How the network of 2048 plays at a glance: which push it takes, and what whole games come to."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

np = pytest.importorskip("numpy")

from ludoteca.kernels.compile import COMPILED  # noqa: E402 - NumPy may be missing
from ludoteca.kernels.g2048 import network  # noqa: E402
from ludoteca.kernels.g2048.board import U, all_places, line_tables, push, push_points  # noqa: E402

boards = st.lists(st.integers(0, 15), min_size=16, max_size=16).map(
    lambda tiles: U(sum(tile << 4 * place for place, tile in enumerate(tiles)))
)


@pytest.fixture(scope="module")
def weights() -> Any:
    """Weights that differ, and not by chance; the sum of 32 is still a number of 16 bits."""
    mixed = np.arange(network.WEIGHTS, dtype=np.uint64) * U(2654435761)
    return (mixed >> U(17) & U(1023)).astype(np.int16)


@given(board=boards, unit=st.sampled_from((0.25, 1.0, 2.0)))
@settings(deadline=None)
def test_the_best_push_is_best_by_its_points_and_the_worth_in_points(
    weights: Any, board: Any, unit: float
) -> None:
    pushed, points = line_tables(4)
    together = dict[int, float]()
    for way in range(4):
        if (after := U(push(board, way, pushed))) != board:
            worth = float(network.worth(after, weights)) * unit
            together[way] = float(push_points(board, way, points)) + worth
    best, gained, most = network.best_way(board, weights, np.float32(unit), pushed, points)
    if together:
        assert (best, most) == (max(together, key=together.__getitem__), max(together.values()))
        assert gained == push_points(board, best, points)
    else:
        assert best == -1


@pytest.mark.skipif(not COMPILED, reason="whole games need Numba")
def test_whole_games_are_counted_in_all_and_by_their_largest_tile(weights: Any) -> None:
    tally = np.zeros(18, np.int64)
    network.play_at_a_glance(7, U(5), weights, np.float32(1), tally, all_places(4), *line_tables(4))
    assert tally[0] == sum(tally[2:]) == 7
    assert tally[1] > 0
