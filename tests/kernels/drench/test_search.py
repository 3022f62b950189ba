"""The level of a search: the best sets stay, as many as there is room for."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

np = pytest.importorskip("numpy")

from ludoteca.kernels.drench.search import choose  # noqa: E402 - NumPy may be missing


@given(
    st.lists(st.integers(0, 10**9), unique=True, min_size=1, max_size=40), st.integers(1, 40), st.randoms()
)
def test_the_best_of_an_order_are_kept_and_no_more(scores: list[int], width: int, shuffled: Random) -> None:
    order = list(range(len(scores)))
    shuffled.shuffle(order)
    slots = np.array(order, np.int64)
    left = choose(width, len(scores), np.array(scores, np.int64), slots)
    best = set(sorted(scores)[:width])
    assert [scores[slot] for slot in slots[:left]] == [scores[slot] for slot in order if scores[slot] in best]
