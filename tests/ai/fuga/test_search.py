"""Fuga's search from the root: what it leaves as it was, how deep it looks, and what looks best at once."""

import pytest

from ludoteca.ai import Limit
from ludoteca.ai.fuga import player
from ludoteca.ai.fuga.perft import perft as counted
from ludoteca.ai.fuga.player import choose
from ludoteca.ai.fuga.searcher import Searcher
from ludoteca.ai.fuga.weights import LENGTH, PLACES, fixed_with, place_class, weights_for
from ludoteca.core import Dice, perft
from ludoteca.games.fuga import ATTACKERS, DEFENDERS, SIZES, Flight, Fuga, geometry
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.fuga import board as kernel
from ludoteca.kernels.fuga.evaluation import evaluate
from ludoteca.kernels.fuga.moves import DRAWN, HISTORY
from ludoteca.kernels.fuga.search import WIN

from support.fuga import SMALL, follow, sharp_positions

UNLIMITED = Limit()


def fresh(state: Flight, size: int = 7) -> Searcher:
    """A searcher that knows nothing yet but where the pieces stand."""
    searcher = Searcher(size, entries=1 << 12)
    searcher.place(state)
    return searcher


def test_errors_made_on_purpose_are_around_0_with_standard_deviation_1() -> None:
    dice, many = Dice(5), 4_000
    errors = [player._error(dice) for _each in range(many)]
    mean = sum(errors) / many
    assert mean == pytest.approx(0, abs=5 / many**0.5)
    assert sum(error**2 for error in errors) / many - mean**2 == pytest.approx(1, abs=0.12)


@pytest.mark.skipif(not COMPILED, reason="takes long without Numba")
def test_low_levels_err_by_their_dice_and_high_ones_do_not() -> None:
    for turn in (ATTACKERS, DEFENDERS):
        state = Flight(SMALL.start(Dice(0)).board, turn)
        for level, varies in ((1, True), (6, False)):
            picked = {
                choose(SMALL, state, UNLIMITED, level=level, past=(), dice=Dice(seed)).move
                for seed in range(6)
            }
            assert (len(picked) > 1) == varies


def test_more_draws_than_there_is_room_for_touch_nothing_else() -> None:
    """King and attackers on every two squares of the board: more positions than are remembered as draws."""
    squares = [index for index in range(49) if index not in geometry(7).castles and index != 24]
    boards = [["0"] * 49 for _king in squares for _other in squares]
    past = []
    for board, (king, other) in zip(boards, ((k, o) for k in squares for o in squares), strict=True):
        if king != other:
            board[king], board[other] = "R", "N"
            past.append(Flight("".join(board), ATTACKERS))
    searcher = Searcher(7, entries=1 << 10)
    searcher.place(SMALL.start(Dice(0)), past * 2, repeats=3)
    assert 0 < searcher.memo[DRAWN] < len(past)
    assert not searcher.memo[HISTORY:].any()


@pytest.mark.parametrize("lines", [1, 3])
def test_a_search_leaves_the_board_as_it_was(lines: int) -> None:
    for state in sharp_positions(8, 4):
        searcher = fresh(state)
        before = searcher.state.copy()
        searched = searcher.think(UNLIMITED.start(), depth=3 if COMPILED else 1, lines=lines, proof=3)
        assert kernel.decode(searcher.state, state.turn, 7) == state
        assert (searcher.state[kernel.LINES : kernel.FENCE] == before[kernel.LINES : kernel.FENCE]).all()
        for line in searched.lines:
            follow(SMALL, state, line.moves)


@pytest.mark.skipif(not COMPILED, reason="takes long without Numba")
def test_the_depth_told_is_the_last_that_the_nodes_were_enough_for() -> None:
    state = Fuga(9).start(Dice(0))
    needed = [fresh(state, 9).think(UNLIMITED.start(), depth=d, proof=1).nodes for d in (1, 2, 3, 4)]
    assert needed == sorted(set(needed))
    for budget in (needed[0] + 5, needed[1] + 5, needed[2] + 5):
        searched = fresh(state, 9).think(UNLIMITED.start(), nodes=budget, proof=1)
        assert searched.depth == sum(nodes < budget for nodes in needed)
        assert searched.nodes <= budget


def test_before_any_search_the_first_move_is_what_looks_best() -> None:
    for state in sharp_positions(12, 5):
        searched = fresh(state).think(Limit(0).start(), lines=kernel.MOVES)
        looks = [-WIN if SMALL.outcome(after) else glance(after) for after in (
            SMALL.play(state, line.moves[0]) for line in searched.lines)]  # fmt: skip
        assert len(looks) == len(SMALL.legal(state))
        if COMPILED:
            assert looks == sorted(looks), "the less it is worth to the other side, the better"


def glance(state: Flight) -> int:
    searcher = fresh(state)
    return int(evaluate(searcher.state, searcher.fixed, searcher.bits, state.turn))


@pytest.mark.parametrize("depth", [1, 4])
def test_lines_are_counted_as_the_rules_count_them(depth: int) -> None:
    state = SMALL.load("0000000/0R00000/0N00000/0000000/00000N0/0000000/000G000.N")
    assert counted(SMALL, state, depth) == perft(SMALL, state, depth)


def test_a_size_without_weights_of_its_own_has_those_of_the_nearest() -> None:
    kept = [weights_for(size) for size in SIZES]
    assert kept[0] != kept[1] != kept[2], "of 7, 9 and 11"
    assert kept[2:] == [kept[2]] * len(kept[2:])


def test_places_are_as_many_as_there_are_weights_on_any_board() -> None:
    """Pairs of distances to the nearest edges, of which six are told apart: 6 * 7 / 2."""
    for size in SIZES:
        places = {place_class(index, size) for index in range(size * size)}
        rings = min(6, size // 2 + 1)
        assert places == set(range(rings * (rings + 1) // 2))
    assert PLACES == 21


def test_a_piece_is_worth_what_the_weight_of_its_place_says() -> None:
    """Attackers' places come first, then the guards', then the king's."""
    values = [10 * at for at in range(LENGTH)]
    corner, beside = 8, 9  # b2 and b3 of 7 x 7
    for piece, kind in (("N", 0), ("G", 1), ("R", 2)):
        for index in (corner, beside):
            board = ["0"] * 49
            board[index] = piece
            state = kernel.encode(Flight("".join(board), ATTACKERS), 7, fixed_with(7, values))
            assert state[kernel.WORTH] == values[kind * PLACES + place_class(index, 7)]
