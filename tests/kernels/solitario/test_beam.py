"""Peg solitaire's kernels: the best of a beam, games by published chance, mirror images as one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

np = pytest.importorskip("numpy")

from ludoteca.ai.solitario.beam import pack, tables  # noqa: E402 - NumPy may be missing
from ludoteca.ai.solitario.fewest import mirrors  # noqa: E402
from ludoteca.ai.solitario.pagoda import Field  # noqa: E402
from ludoteca.core import Dice  # noqa: E402
from ludoteca.games.solitario import Jump, Solitario, generate  # noqa: E402
from ludoteca.kernels.solitario import beam, chains  # noqa: E402


def kept(ranks: list[int], width: int) -> list[int]:
    """Which children `keep` keeps, by their places."""
    words = np.arange(len(ranks), dtype=np.int64).reshape(-1, 1)
    notes = np.zeros((len(ranks), 4), np.int64)
    notes[:, 1], notes[:, 3] = ranks, words[:, 0]
    count = int(beam.keep(words, notes, len(ranks), width, np.zeros(4096, np.int64)))
    assert words[:count, 0].tolist() == notes[:count, 3].tolist()
    return [int(word) for word in words[:count, 0]]


@given(st.lists(st.integers(-300, 3000), min_size=1, max_size=60), st.integers(1, 40))
def test_the_lowest_ranks_are_kept_in_their_order(ranks: list[int], width: int) -> None:
    chosen = kept(ranks, width)
    assert chosen == sorted(set(chosen))
    assert sorted(ranks[child] for child in chosen) == sorted(ranks)[:width]


@given(st.lists(st.integers(-(10**9), 10**9), min_size=2, max_size=60), st.integers(1, 40))
def test_ranks_far_apart_are_told_apart_to_a_two_thousandth_of_their_range(
    ranks: list[int], width: int
) -> None:
    chosen = kept(ranks, width)
    assert len(chosen) == min(width, len(ranks))
    worst = max(ranks[child] for child in chosen)
    dropped = [rank for child, rank in enumerate(ranks) if child not in chosen]
    assert all(worst - rank <= (max(ranks) - min(ranks)) / 2000 for rank in dropped)


def xorshift(luck: int) -> int:
    """Marsaglia's generator of 32 bits with the shifts 13, 17 and 5 (Xorshift RNGs, 2003)."""
    luck ^= luck << 13 & 0xFFFFFFFF
    luck ^= luck >> 17
    return luck ^ (luck << 5 & 0xFFFFFFFF)


def test_the_generator_is_the_published_one() -> None:
    assert [xorshift(1), xorshift(xorshift(1))] == [270369, 67634689]


@pytest.mark.parametrize("side", [4, 5, 9])
def test_random_games_are_those_that_the_rules_and_the_generator_play(side: int) -> None:
    state, _line = generate(Dice(side), side, side, 7)
    game, board = Solitario(f"{side}x{side}"), Field(side, side, state.usable)
    order, wins = {Jump(way[0], way[2]): at for at, way in enumerate(board.ways)}, 0
    for luck in range(1, 61):
        here = state
        while jumps := sorted(game.legal(here), key=order.__getitem__):
            luck = xorshift(luck)
            here = game.play(here, jumps[luck % len(jumps)])
        wins += here.pegs == 1 << here.goal
    start, goal = pack(board, state.pegs), pack(board, 1 << state.goal)
    room = np.zeros((1, len(start)), np.int64), np.zeros(len(board.ways), np.int64)
    assert beam.random_games(start, goal, np.arange(1, 61), *tables(board)[:4], *room) == wins
    assert 0 < wins < 60


@given(st.integers(0, 2**16 - 1), st.sampled_from([0, 5, 6, 15]))
def test_a_position_and_its_mirror_images_are_one(pegs: int, goal: int) -> None:
    """The images that keep the goal where it is, found by turning rows and columns."""
    board = Field(4, 4, 2**16 - 1)
    cells = [[bool(pegs >> 4 * row + col & 1) for col in range(4)] for row in range(4)]
    marked = [[4 * row + col == goal for col in range(4)] for row in range(4)]
    images, here, mark = set(), cells, marked
    for turn in range(8):
        if mark == marked:
            images.add(sum(1 << 4 * row + col for row in range(4) for col in range(4) if here[row][col]))
        here, mark = ([list(row) for row in zip(*each[::-1], strict=True)] for each in (here, mark))
        if turn == 3:
            here, mark = ([row[::-1] for row in each] for each in (here, mark))
    assert int(chains.canon(pegs, mirrors(board, goal))) == min(images)


def test_full_regions_are_counted_in_the_packing_that_has_most() -> None:
    packings = np.array([[0b11, 0b1100, 0], [0b1, 0b10, 0b100]], np.int64)
    for pegs, most in ((0b0000, 0), (0b0001, 1), (0b0011, 2), (0b1111, 3), (0b1100, 1), (0b1000, 0)):
        assert int(chains.full_regions(pegs, packings)) == most


def test_a_jump_fits_where_two_pegs_and_a_hole_are_in_its_words() -> None:
    """On a line of 70 cells the last jumps lie in the second word, and some in both."""
    board = Field(1, 70, 2**70 - 1)
    made = tables(board)
    for at, (origin, over, to) in enumerate(board.ways):
        for pegs, fits in (
            (1 << origin | 1 << over, True),
            (1 << origin, False),
            (1 << over | 1 << to, False),
        ):
            words = pack(board, pegs).reshape(1, -1)
            assert bool(beam.fits(words, 0, *made[:4], at)) == fits
