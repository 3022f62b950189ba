"""The fuga kernel against the rules: the same moves, captures, ends and counts, at every size."""

import random
from math import isqrt
from typing import Any

import numpy as np
import pytest

from ludoteca.core import perft
from ludoteca.games import begin
from ludoteca.games.fuga import ATTACKERS, SIZES, Flight, Fuga, Slide, opening
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.fuga import board as kernel

from support.fuga import scattered, tables
from support.naive.__main__ import FOLDER, blocks

BLOCKS = blocks(FOLDER / "fuga.perft")
LIMIT = 400_000 if COMPILED else 3_000


def slides(state: Any, fixed: Any, bits: Any, turn: int, size: int) -> list[Slide]:
    moves = np.zeros(kernel.MOVES, np.int64)
    end = kernel.slides(state, fixed, bits, turn, moves, 0)
    places = [(int(move) >> 10, int(move) & 1023) for move in moves[:end]]
    return [Slide(kernel.index_of(origin, size), kernel.index_of(to, size)) for origin, to in places]


@pytest.mark.parametrize("game_id", BLOCKS)
def test_the_kernel_counts_as_many_lines_as_a_second_program(game_id: str) -> None:
    session = begin(game_id)
    size, turn = isqrt(len(session.state.board)), session.state.turn
    fixed, bits = tables(size)
    state = kernel.encode(session.state, size, fixed)
    moves = np.zeros(8 * kernel.MOVES, np.int64)
    for depth, count in enumerate(BLOCKS[game_id], 1):
        if count <= LIMIT:
            assert kernel.perft(state, fixed, bits, turn, depth, moves, 0) == count, f"depth {depth}"


@pytest.mark.parametrize("size", SIZES)
def test_the_kernel_counts_as_many_lines_as_the_rules_from_scattered_pieces(size: int) -> None:
    rng, game = random.Random(size), Fuga(size)
    fixed, bits = tables(size)
    moves = np.zeros(8 * kernel.MOVES, np.int64)
    for _each in range(6):
        position = scattered(size, rng)
        state = kernel.encode(position, size, fixed)
        counted = int(kernel.perft(state, fixed, bits, position.turn, 2, moves, 0))
        assert counted == perft(game, position, 2)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("start", ["opening", "scattered"])
def test_whole_games_go_the_same_way_and_back(size: int, start: str) -> None:
    rng, game = random.Random(f"{size} {start}"), Fuga(size)
    fixed, bits = tables(size)
    for _each in range(2):
        position = Flight(opening(size), ATTACKERS) if start == "opening" else scattered(size, rng)
        state = kernel.encode(position, size, fixed)
        played: list[tuple[Flight, int, int, int]] = []
        while len(played) < 100:
            found = slides(state, fixed, bits, position.turn, size)
            legal = game.legal(position)
            assert sorted(found) == sorted(legal)
            assert kernel.decode(state, position.turn, size) == position
            assert state[kernel.HASH] == kernel.encode(position, size, fixed)[kernel.HASH]
            if not legal:
                break
            takers = [move for move in legal if game.captures(position, move)]
            move = rng.choice(takers or legal)
            origin, to = (kernel.square(index, size) for index in move)
            taken = int(kernel.make(state, fixed, position.turn, origin, to))
            assert bin(taken & 15).count("1") == len(game.captures(position, move))
            played.append((position, origin, to, taken))
            position = game.play(position, move)
        for position, origin, to, taken in reversed(played):
            kernel.unmake(state, fixed, position.turn, origin, to, taken)
            again = kernel.encode(position, size, fixed)
            assert kernel.decode(state, position.turn, size) == position
            for part in (kernel.HASH, kernel.LEFT, kernel.LEFT + 1, kernel.KINGS_SLOT):
                assert state[part] == again[part]
            lines = slice(kernel.LINES, kernel.PIECES)
            assert (state[lines] == again[lines]).all()
