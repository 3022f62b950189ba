"""Fuga's search in the kernel: values that do not turn with the board, and are those of the moves after."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from ludoteca.ai.fuga.weights import fixed_with, weights_for
from ludoteca.games.fuga import ATTACKERS, DEFENDERS, Flight, Fuga, geometry
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.fuga import board as kernel
from ludoteca.kernels.fuga import evaluation
from ludoteca.kernels.fuga.moves import BUDGET, DRAWN, MEMO, PAST, PATH, is_drawn
from ludoteca.kernels.fuga.search import (
    EXACT,
    LOWER,
    SURE,
    UPPER,
    WIN,
    packed,
    probe,
    quiesce,
    search,
    store,
    value_of,
)

from support.fuga import SMALL, scattered, sharp_positions

WIDE = 32_000


def images(position: Flight, size: int) -> Iterator[Flight]:
    """The eight turns and mirror images of a position."""
    rows = [position.board[at : at + size] for at in range(0, size * size, size)]
    for _turn in range(4):
        rows = ["".join(col) for col in zip(*rows[::-1], strict=True)]
        yield Flight("".join(rows), position.turn)
        yield Flight("".join(row[::-1] for row in rows), position.turn)


class Table:
    """The kernels' arrays of a size, with the tuned weights."""

    def __init__(self, size: int) -> None:
        self.size, self.bits, self.fixed = size, kernel.make_bits(size), fixed_with(size, weights_for(size))
        self.moves, self.rates = np.zeros((2, 140 << 10), np.int64)

    def state(self, position: Flight) -> Any:
        return kernel.encode(position, self.size, self.fixed)

    def value(self, position: Flight, depth: int, ply: int = 0, alpha: int = -WIDE, beta: int = WIDE) -> int:
        """What a search that remembers nothing says of a position."""
        memo = np.zeros(MEMO, np.int64)
        memo[BUDGET] = 1 << 60
        arrays = self.state(position), self.fixed, self.bits, memo, self.moves, self.rates
        table = np.zeros(2 << 12, np.int64)
        return int(search(*arrays, table, position.turn, depth, alpha, beta, ply, 0))

    def quiet(self, position: Flight, last: int) -> int:
        memo = np.zeros(MEMO, np.int64)
        memo[BUDGET] = 1 << 60
        arrays = self.state(position), self.fixed, self.bits, memo, self.moves
        return int(quiesce(*arrays, position.turn, -WIDE, WIDE, 0, last, 0))


@pytest.fixture(scope="module")
def small() -> Table:
    return Table(7)


@pytest.mark.parametrize("size", [7, 9, 13])
def test_a_position_is_worth_the_same_however_it_is_turned(size: int) -> None:
    table, rng, game = Table(size), random.Random(size), Fuga(size)
    for _each in range(12 if COMPILED else 2):
        position = scattered(size, rng)
        if game.outcome(position):
            continue
        for side in (ATTACKERS, DEFENDERS):
            values = {
                int(evaluation.evaluate(table.state(image), table.fixed, table.bits, side))
                for image in images(position, size)
            }
            assert len(values) == 1


@pytest.mark.parametrize("size", [7, 13])
def test_the_value_is_the_sum_of_the_features_with_their_weights(size: int) -> None:
    table, rng = Table(size), random.Random(size + 1)
    weights = np.array(weights_for(size)[-evaluation.COUNT :])
    for _each in range(20 if COMPILED else 2):
        position = scattered(size, rng)
        if Fuga(size).outcome(position):
            continue
        state = table.state(position)
        for side in (ATTACKERS, DEFENDERS):
            counts = np.zeros(evaluation.COUNT, np.int64)
            evaluation.features(state, table.fixed, table.bits, side, counts)
            attackers = int(state[kernel.WORTH] + counts @ weights)
            value = int(evaluation.evaluate(state, table.fixed, table.bits, side))
            assert value == (attackers if side == ATTACKERS else -attackers)


def test_the_kings_neighbours_are_counted_free_and_hostile(small: Table) -> None:
    throne, castles, rays = geometry(7)
    for position in sharp_positions(40, 6):
        beside = [ray[0] for ray in rays[position.board.index("R")] if ray]
        hostile = sum(at in castles or position.board[at] == "N" for at in beside)
        free = sum(at not in castles and at != throne and position.board[at] == "0" for at in beside)
        assert int(evaluation.around(small.state(position))) == 5 * hostile + free


@pytest.mark.parametrize("depth", [1, 2])
def test_a_position_is_worth_what_its_best_move_leads_to(small: Table, depth: int) -> None:
    """So near the leaves nothing is left out on a guess, so it holds to the letter; but a leaf is not asked
    whether anybody can move there."""
    decided = 0
    for position in sharp_positions(40 if COMPILED else 4, depth):
        best, moves = -WIN, SMALL.legal(position)
        for after in (SMALL.play(position, move) for move in moves):
            over = SMALL.outcome(after)
            stuck = over and over.winner == ATTACKERS and "R" in after.board
            best = max(
                best, WIN - 1 if over and not (stuck and depth == 1) else -small.value(after, depth - 1, 1)
            )
        assert small.value(position, depth) == best
        decided += abs(best) > SURE
    assert not COMPILED or 3 < decided < 37


@pytest.mark.parametrize("ply", [0, 1, 6])
def test_who_wins_at_once_wins_a_ply_later_than_here(small: Table, ply: int) -> None:
    winners = set()
    for position in sharp_positions(40 if COMPILED else 8, 12):
        ends = [SMALL.outcome(SMALL.play(position, move)) for move in SMALL.legal(position)]
        if any(end and end.winner == position.turn for end in ends):
            assert small.value(position, 2, ply) == WIN - ply - 1
            winners.add(position.turn)
    assert winners == {ATTACKERS, DEFENDERS} or not COMPILED


def test_a_search_is_worth_the_same_however_the_board_is_turned(small: Table) -> None:
    for position in sharp_positions(20 if COMPILED else 2, 9):
        assert len({small.value(image, 2) for image in images(position, 7)}) == 1
        assert len({small.quiet(image, 8) for image in images(position, 7)}) == 1


def test_a_narrow_window_tells_on_which_side_the_value_lies(small: Table) -> None:
    for position in sharp_positions(30 if COMPILED else 3, 10):
        value = small.value(position, 2)
        for asked in (value - 7, value - 1, value, value + 7):
            assert (small.value(position, 2, 0, asked, asked + 1) > asked) == (value > asked)


def test_following_captures_never_ends_below_standing_still(small: Table) -> None:
    """But where the king is about to be struck or to escape, when nobody may stand still."""
    better = 0
    for position in sharp_positions(60 if COMPILED else 4, 11):
        state = small.state(position)
        pressed = evaluation.exits(state, small.fixed, small.bits) or evaluation.strike(
            state, small.fixed, small.bits
        )
        if not pressed:
            standing = int(evaluation.evaluate(state, small.fixed, small.bits, position.turn))
            assert small.quiet(position, 0) == standing
            assert small.quiet(position, 8) >= standing
            better += small.quiet(position, 8) > standing
    assert better or not COMPILED


def test_a_result_kept_is_found_again_with_its_plies_counted_from_where_it_is_found() -> None:
    for value, ply, later, told in (
        (55, 3, 9, 55),
        (WIN - 5, 2, 0, WIN - 3),  # a win three plies from the position, which was at ply 2
        (WIN - 5, 2, 4, WIN - 7),
        (5 - WIN, 2, 4, 7 - WIN),
        (-55, 3, 9, -55),
    ):
        data = int(packed(value, LOWER, 6, 33 << 10 | 66, 11, ply))
        assert int(value_of(data, later)) == told
        assert (data >> 16 & 3, data >> 18 & 127, data >> 25 & 0xFFFFF, data >> 45) == (
            LOWER, 6, 33 << 10 | 66, 11,
        )  # fmt: skip


def test_a_table_keeps_the_deeper_of_two_and_the_other_beside_it() -> None:
    table, one, other, third = np.zeros(64, np.int64), 5, 5 + (1 << 20), 5 + (1 << 21)
    deep, flat = (int(packed(7, EXACT, depth, 0, 1, 0)) for depth in (6, 2))
    store(table, one, deep, 6, 1)
    store(table, other, flat, 2, 1)
    assert (int(probe(table, one)), int(probe(table, other)), int(probe(table, third))) == (deep, flat, 0)
    deeper = int(packed(7, UPPER, 7, 0, 1, 0))
    store(table, third, deeper, 7, 1)  # takes the first place
    assert (int(probe(table, one)), int(probe(table, third))) == (0, deeper)
    store(table, one, flat, 2, 2)  # what an earlier search kept gives way, however deep
    assert (int(probe(table, third)), int(probe(table, one))) == (0, flat)


def test_what_stood_before_with_the_same_side_to_move_is_drawn() -> None:
    memo = np.zeros(MEMO, np.int64)
    memo[PATH : PATH + 9] = range(100, 109)
    # At ply 8 the same side moved at plies 4, 2 and 0; nothing comes back after two plies.
    assert [at for at in range(9) if is_drawn(100 + at, memo, 8)] == [0, 2, 4]
    memo[DRAWN], memo[PAST : PAST + 3] = 2, (7, 8, 9)
    assert [key for key in range(6, 11) if is_drawn(key, memo, 0)] == [7, 8]
