"""2048 for speed: the kernels play by the rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.games.g2048 import DIRECTIONS, G2048, Grid, slide

np = pytest.importorskip("numpy")

from ludoteca.ai.g2048.layers import encode  # noqa: E402 - NumPy may be missing
from ludoteca.kernels.compile import COMPILED  # noqa: E402
from ludoteca.kernels.g2048 import board as kernels  # noqa: E402

TILES = st.sampled_from([0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 9, 10, 13, 14])
BOARDS = st.integers(2, 4).flatmap(
    lambda size: st.tuples(st.just(size), st.lists(TILES, min_size=size**2, max_size=size**2))
)
TABLES = kernels.line_tables


@given(BOARDS)
def test_the_kernel_pushes_and_scores_like_the_rules(board: tuple[int, list[int]]) -> None:
    size, exponents = board
    game, state = G2048(size, 1), Grid(tuple(1 << each if each else 0 for each in exponents))
    pushed, points = TABLES(size)
    code = encode(state.tiles, size)
    for number, way in enumerate(DIRECTIONS):
        after = game.play(state, way)
        assert kernels.push(code, number, pushed) == encode(after.tiles, size)
        assert kernels.push_points(code, number, points) == after.score


@given(BOARDS)
def test_the_kernel_sees_holes_tiles_and_images(board: tuple[int, list[int]]) -> None:
    size, exponents = board
    state = Grid(tuple(1 << each if each else 0 for each in exponents))
    code, every = encode(state.tiles, size), kernels.all_places(size)
    empty = kernels.holes(code, every)
    assert kernels.count(empty) == state.tiles.count(0)
    assert empty & code == 0
    for tile in range(1, 16):
        wanted = np.uint64(tile * 0x1111111111111111)
        assert bool(kernels.has_tile(code, wanted)) == (tile in exponents)
    rows = [state.tiles[at : at + size] for at in range(0, size**2, size)]
    images = []
    for _turn in range(4):
        rows = [tuple(row) for row in zip(*rows[::-1], strict=True)]
        images += [rows, [row[::-1] for row in rows]]
    codes = {encode(tuple(tile for row in image for tile in row), size) for image in images}
    assert kernels.canonical(code, size) == min(codes)


def test_every_row_of_four_is_pushed_as_the_rules_say() -> None:
    pushed, points = TABLES(4)
    for row in range(0, 1 << 16, 7):
        tiles = tuple(1 << each if each else 0 for each in (row >> 4 * at & 15 for at in range(4)))
        line, score = slide(tiles)
        if max(line) < 1 << 16:
            assert (pushed[0, row], points[row]) == (encode(line + (0,) * 12, 4), score)
            assert pushed[1, row] == encode(slide(tiles[::-1])[0][::-1] + (0,) * 12, 4)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_natures_tiles_in_the_kernel_are_nine_to_one_and_in_every_place(size: int) -> None:
    every, luck, counts = kernels.all_places(size), np.uint64(2048), dict[int, int]()
    drawn = 20_000 if COMPILED else 4_000
    for _tile in range(drawn):
        luck = np.uint64(kernels.next_random(luck))
        board = int(kernels.add_tile(np.uint64(0), every, luck))
        counts[board] = counts.get(board, 0) + 1
    game = G2048(size, 1)
    odds = game.odds(Grid((0,) * size**2, due=True))
    expected = {int(encode(game.play(Grid((0,) * size**2), tile).tiles, size)): drawn * chance
                for tile, chance in odds}  # fmt: skip
    assert set(counts) == set(expected)
    chi_square = sum((counts[code] - count) ** 2 / count for code, count in expected.items())
    assert chi_square < {2: 24.3, 3: 40.8, 4: 61.1}[size]  # 7, 17, 31 degrees of freedom, p = 0.001


@pytest.mark.skipif(not COMPILED, reason="that much work needs Numba")
@pytest.mark.parametrize(
    ("size", "mean", "error"),
    # Exact on 2 x 2 and 3 x 3, on 4 x 4 to 0.06, by other programs; the errors are four standard deviations.
    [(2, 19.656540175491, 0.1), (3, 178.743854074, 0.8), (4, 1095.00, 3.8)],
)
def test_random_play_in_the_kernel_scores_what_is_known(size: int, mean: float, error: float) -> None:
    board = kernels.all_places(size), *TABLES(size)
    _luck, games, score = kernels.random_moves(np.uint64(1), 40_000_000, *board)
    assert abs(score / games - mean) < error
