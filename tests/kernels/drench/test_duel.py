"""Drench for two, for speed: the kernel plays by the rules, and the same without Numba."""

import os
import subprocess
import sys

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

pytest.importorskip("numpy")

from ludoteca.ai.drench import duel
from ludoteca.ai.drench.duel_search import Duelist, areas
from ludoteca.ai.limit import Limit
from ludoteca.core import Dice
from ludoteca.core.game import Size
from ludoteca.games.drench import COLOURS, Drench, Flood
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.drench import duel as kernel

Board = tuple[Drench, Flood]


@st.composite
def games_under_way(draw: st.DrawFn) -> Board:
    """A larger board after some moves, not over, its corners apart."""
    game = Drench(Size(draw(st.integers(2, 9)), draw(st.integers(2, 9))), draw(st.integers(3, 10)), players=2)
    dice = Dice(draw(st.integers(0, 10**6)))
    state = game.start(dice)
    for _move in range(draw(st.integers(0, 12))):
        if legal := game.legal(state):
            after = game.play(state, dice.choice(legal))
            state = after if game.legal(after) else state
    return game, state


def apart(game: Drench, state: Flood) -> bool:
    return not game.outcome(state) and game.corner(1) not in game.region(state.cells, 0)


def agree(searcher: Duelist, ply: int, game: Drench, state: Flood) -> None:
    """A row says what the rules say of a position."""
    row = searcher.work.rows[ply]
    assert list(row[kernel.CELLS : kernel.CELLS + 2]) == game.scores(state)
    assert [COLOURS[hue] for hue in row[kernel.COLOUR : kernel.COLOUR + 2]] == [
        state.cells[0],
        state.cells[-1],
    ]
    assert (row[kernel.TURN], row[kernel.IDLE]) == (state.turn, state.idle)
    assert kernel.is_over(row, game.colours) == bool(game.outcome(state))
    for seat in (0, 1):
        here = state._replace(turn=seat)
        for move, gain in duel.gains(game, here).items() if not game.outcome(state) else ():
            assert row[kernel.GAIN + seat * kernel.MOST + move - 1] == gain


@settings(max_examples=60 if COMPILED else 30)
@given(games_under_way(), st.integers(0, 10**6))
def test_lines_played_and_taken_back_agree_with_the_rules(drawn: Board, seed: int) -> None:
    game, start = drawn
    assume(apart(game, start))
    searcher, dice = Duelist(game, start), Dice(seed)
    before = [array.copy() for array in (searcher.work.owner, searcher.work.touched)]
    seen: dict[int, Flood] = {}
    for _line in range(6):
        state, ply = start, 0
        while ply < kernel.PLIES and (legal := game.legal(state)):
            move = dice.choice(legal)
            kernel.play(ply, move - 1, searcher.duel, searcher.work)
            state, ply = game.play(state, move), ply + 1
            agree(searcher, ply, game, state)
            # A key stands for one position: the moves made are no part of it, all else is.
            known = state._replace(moves=0)
            assert seen.setdefault(int(searcher.work.keys[ply]), known) == known
        while ply:
            kernel.unplay(ply, searcher.duel, searcher.work)
            ply -= 1
        for array, kept in zip((searcher.work.owner, searcher.work.touched), before, strict=True):
            assert (array == kept).all()
    assert len(set(seen.values())) == len(seen)


@pytest.mark.parametrize(
    ("position", "cells", "shared", "won"),
    [
        ("111234/111222.0.0.0", 6 - 4 - 2, 0, 0),  # half the board is no win; both free cells are the rival's
        ("111134/111122.0.0.0", 8 - 2 - 1, 1, 1),  # more than half is; both are beside the 3
        ("111134/111122.0.1.0", 2 - 8 + 1, 1, -1),
        (
            "13142/13122.0.0.0",
            2 - 3 + 2 - 2 - 1,
            0,
            0,
        ),  # the 3s are nearer to the left, the 1s and the 4 are not
        ("13142/13422.0.0.0", 2 - 3 + 2 - 2, 1, 0),  # both need two moves to the 1 in the middle
    ],
)
def test_the_guess_counts_who_is_nearer(position: str, cells: int, shared: int, won: int) -> None:
    game = Drench(Size(2, position.index("/")), 5, players=2)
    searcher = Duelist(game, game.load(position))
    guess = kernel.weigh(searcher.work.rows[0], searcher.duel, searcher.work)
    assert guess == cells * kernel.UNIT + shared * kernel.SHARE + won * kernel.WON


@settings(max_examples=100 if COMPILED else 10)
@given(games_under_way())
def test_a_line_is_playable(drawn: Board) -> None:
    game, state = drawn
    assume(apart(game, state))
    searcher = Duelist(game, state)
    found = searcher.best(Limit().start(), depth=6, nodes=400)
    assert found
    for move in searcher.line(found.hue):
        assert move in game.legal(state)
        state = game.play(state, move)


@settings(max_examples=100)
@given(games_under_way())
def test_areas_and_gains_are_those_of_the_rules(drawn: Board) -> None:
    game, state = drawn
    assume(apart(game, state))
    graph = areas(game, state.cells)
    assert sorted(index for inside in graph.cells for index in inside) == list(range(len(state.cells)))
    for seat in (0, 1):
        assert sorted(graph.cells[seat]) == sorted(game.region(state.cells, seat))
    size = len(game.region(state.cells, state.turn))
    for move, gain in duel.gains(game, state).items():
        assert len(game.region(game.play(state, move).cells, state.turn)) == size + gain


SEARCHES = """
from ludoteca.ai.limit import Limit
from ludoteca.ai.drench.duel_search import Duelist
from ludoteca.games import begin
for options in ("7x7,6", "4x9,3", "5x5,10"):
    session = begin(f"drench:{options},players=2#7")
    for naive in (False, True):
        searcher = Duelist(session.game, session.state)
        found = searcher.best(Limit().start(), depth=5, nodes=150, naive=naive)
        print(found, searcher.nodes, searcher.line(found.hue))
"""


def test_with_and_without_numba_a_search_finds_the_same() -> None:
    command, outputs = [sys.executable, "-c", SEARCHES], set()
    for extra in ({}, {"LUDOTECA_NO_NUMBA": "1"}):
        environment = {**os.environ, **extra}
        outputs.add(subprocess.run(command, capture_output=True, check=True, env=environment).stdout)
    assert len(outputs) == 1
    assert len(outputs.pop().splitlines()) == 6
