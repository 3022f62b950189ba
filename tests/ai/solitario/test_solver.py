"""Peg solitaire's solver: every answer against a naive program, published facts, or the rules themselves."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from math import sqrt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.ai import advise as advise_any
from ludoteca.ai.limit import Limit
from ludoteca.ai.solitario import fewest, solver
from ludoteca.ai.solitario.beam import pack, tables
from ludoteca.ai.solitario.difficulty import GRADES, difficulty, exact_luck, generate_to_order, sampled_luck
from ludoteca.ai.solitario.fewest import regions
from ludoteca.ai.solitario.pagoda import Field, easy_pagodas, find_pagoda, is_pagoda, position_class, refutes
from ludoteca.ai.solitario.solver import advise, fewest_moves
from ludoteca.core import Dice, LudotecaError
from ludoteca.games.solitario import LAYOUTS, Jump, Pegs, Solitario, generate
from ludoteca.kernels.solitario import beam as kernels

from support.advice import amount, placed


def naive_jumps(rows: int, cols: int, usable: frozenset[int]) -> list[tuple[int, int, int]]:
    """Every jump, by coordinates and without any of the package's tables."""
    jumps = []
    for row in range(rows):
        for col in range(cols):
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                line = [(row + k * down, col + k * right) for k in range(3)]
                if all(0 <= r < rows and 0 <= c < cols and r * cols + c in usable for r, c in line):
                    a, b, c = (r * cols + c for r, c in line)
                    jumps.append((a, b, c))
    return jumps


def naive(rows: int, cols: int, state: Pegs) -> Callable[[int], bool]:
    """Whether pegs can win, by plain recursion."""
    usable = frozenset(cell for cell in range(rows * cols) if state.usable >> cell & 1)
    jumps = naive_jumps(rows, cols, usable)

    @cache
    def wins(pegs: int) -> bool:
        return pegs == 1 << state.goal or any(
            pegs >> a & pegs >> b & 1 and not pegs >> c & 1 and wins(pegs ^ (1 << a | 1 << b | 1 << c))
            for a, b, c in jumps
        )

    return wins


def naive_fewest(rows: int, cols: int, state: Pegs) -> int | None:
    """The fewest moves, breadth first over (pegs, the peg that moves)."""
    usable = frozenset(cell for cell in range(rows * cols) if state.usable >> cell & 1)
    jumps = naive_jumps(rows, cols, usable)
    level, moves, seen = {state.pegs}, 0, {state.pegs}
    while level:
        if 1 << state.goal in level:
            return moves
        after: set[int] = set()
        mover = {(pegs, cell) for pegs in level for cell in usable if pegs >> cell & 1}
        while mover:
            mover = {
                (pegs ^ (1 << a | 1 << b | 1 << c), c)
                for pegs, cell in mover
                for a, b, c in jumps
                if a == cell and pegs >> a & pegs >> b & 1 and not pegs >> c & 1
            }
            after |= {pegs for pegs, _cell in mover}
        level, moves = after - seen, moves + 1
        seen |= level
    return None


def replays(game: Solitario, state: Pegs, line: tuple[Jump, ...]) -> bool:
    """Whether a line is legal jump by jump, and wins."""
    for jump in line:
        if jump not in game.legal(state):
            return False
        state = game.play(state, jump)
    return state.pegs == 1 << state.goal


@st.composite
def boards(draw: st.DrawFn, *, most: int = 16) -> tuple[Solitario, Pegs]:
    """Boards of any shape with pegs anywhere, half of them winnable."""
    rows, cols = draw(st.sampled_from([(1, 6), (2, 5), (3, 4), (4, 4), (3, 5), (5, 3)]))
    game = Solitario(f"{rows}x{cols}")
    if draw(st.booleans()):
        return game, generate(Dice(draw(st.integers(0, 10**6))), rows, cols, draw(st.integers(1, most)))[0]
    cells = st.integers(0, rows * cols - 1)
    goal = draw(cells)
    usable = (
        draw(st.integers(0, 2 ** (rows * cols) - 1))
        | draw(st.integers(0, 2 ** (rows * cols) - 1))
        | 1 << goal
    )
    return game, Pegs(usable, draw(st.integers(0, 2 ** (rows * cols) - 1)) & usable, goal)


@pytest.fixture(autouse=True)
def _own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDOTECA_HOME", str(tmp_path))


@pytest.fixture
def _no_oracle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "ask_oracle", lambda *_question: None)


@pytest.mark.usefixtures("_no_oracle")
@pytest.mark.parametrize("goal", [0, 5])
def test_every_position_of_a_4x4_board_by_brute_force(goal: int) -> None:
    game, full = Solitario("4x4"), 2**16 - 1
    wins = naive(4, 4, Pegs(full, 0, goal))
    for pegs in range(1, 2**16):
        state = Pegs(full, pegs, goal)
        advice = advise_any(placed(game, state))
        assert (advice.status, advice.proven) == ("win" if wins(pegs) else "lost", True)
        assert replays(game, state, advice.line) == wins(pegs)


def test_the_oracle_answers_where_the_searches_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QUICK", "easy_pagodas", "find_pagoda", "attempts"):
        monkeypatch.setattr(solver, name, () if name == "QUICK" else lambda *_question: ())
    game, full = Solitario("4x4"), 2**16 - 1
    wins = naive(4, 4, Pegs(full, 0, 5))
    proofs = set()
    for pegs in range(1, 2**16, 23):
        state = Pegs(full, pegs, 5)
        advice = advise(game, state, Limit())
        assert advice.status == ("win" if wins(pegs) else "lost")
        assert replays(game, state, advice.line) == wins(pegs)
        proofs.add((advice.status, advice.facts.get("proof")))
    assert {("win", "oracle"), ("lost", "oracle")} <= proofs


@pytest.mark.usefixtures("_no_oracle")
@given(boards())
def test_any_shape_of_board_by_brute_force(board: tuple[Solitario, Pegs]) -> None:
    game, state = board
    wins = naive(game.rows, game.cols, state)(state.pegs)
    advice = advise(game, state, Limit())
    assert (advice.status, advice.proven) == ("win" if wins else "lost", True)
    assert replays(game, state, advice.line) == wins
    if game.legal(state):
        assert amount(advice) == float(wins)


@given(boards())
def test_classes_and_pagodas_never_contradict_brute_force(board: tuple[Solitario, Pegs]) -> None:
    game, state = board
    where = Field(game.rows, game.cols, state.usable)
    linear = find_pagoda(where, state.pegs, state.goal, Limit().start())
    for pagoda in (*easy_pagodas(where, state.goal), *([linear] if linear else [])):
        assert is_pagoda(where, pagoda)
    if naive(game.rows, game.cols, state)(state.pegs):
        assert linear is None
        assert position_class(where, state.pegs) == position_class(where, 1 << state.goal)
        assert not any(refutes(pagoda, state.pegs, state.goal) for pagoda in easy_pagodas(where, state.goal))


@given(boards())
def test_kernel_and_rules_know_the_same_jumps(board: tuple[Solitario, Pegs]) -> None:
    game, state = board
    where = Field(game.rows, game.cols, state.usable)
    made, words = tables(where), pack(where, state.pegs).reshape(1, -1)
    fitting = {
        Jump(way[0], way[2]) for at, way in enumerate(where.ways) if kernels.fits(words, 0, *made[:4], at)
    }
    assert fitting == set(game.legal(state))


def test_linear_programming_proves_a_loss_that_classes_do_not() -> None:
    # Conway's soldiers: a peg on the fifth row above a half-plane needs infinitely many (Winning Ways, 1982).
    rows, cols = 9, 11
    usable = 2 ** (rows * cols) - 1
    pegs = sum(1 << row * cols + col for row in range(5, 9) for col in range(cols))
    where, goal = Field(rows, cols, usable), 5
    found = find_pagoda(where, pegs, goal, Limit().start())
    assert found
    assert is_pagoda(where, found)
    assert refutes(found, pegs, goal)


def test_conways_soldiers_reach_the_second_row_but_not_the_fifth() -> None:
    game = Solitario("9x11")
    usable = 2 ** (9 * 11) - 1
    soldiers = sum(1 << row * 11 + col for row in range(5, 9) for col in range(11))
    assert advise(game, Pegs(usable, soldiers, 5), Limit()).status == "lost"
    four = Pegs(usable, 1 << 60 | 1 << 61 | 1 << 62 | 1 << 71, 38)
    assert advise(game, four, Limit()).status == "win"


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_named_boards_are_won(name: str) -> None:
    game = Solitario(name)
    start = game.start(Dice(0))
    advice = advise(game, start, Limit())
    assert advice.status == "win"
    assert advice.move == advice.line[0]
    assert replays(game, start, advice.line)


def test_the_french_board_is_lost_from_centre_to_centre_by_its_class() -> None:
    # Known from the position classes of Reiss (Crelle's Journal 54, 1857).
    game = Solitario("french", hole="d4", goal="d4")
    advice = advise(game, game.start(Dice(0)), Limit())
    assert (advice.status, advice.proven, advice.facts["proof"]) == ("lost", True, "class")


@pytest.mark.parametrize(("size", "steps"), [("7x7", 40), ("9x9", 40), ("12x12", 30), ("32x32", 25)])
def test_generated_boards_are_won_on_their_goal(size: str, steps: int) -> None:
    game = Solitario(size, steps=steps)
    for seed in range(5):
        start = game.start(Dice(seed))
        assert replays(game, start, advise(game, start, Limit()).line)


def test_a_cancel_stops_it_and_nothing_is_claimed() -> None:
    asked = 0

    def cancel() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    game = Solitario("16x16", steps=200)
    advice = advise(game, game.start(Dice(3)), Limit(cancel=cancel))
    assert (advice.status, advice.proven, advice.value) == ("unknown", False, None)
    assert asked < 20


@given(boards())
def test_without_time_there_is_no_wrong_proof(board: tuple[Solitario, Pegs]) -> None:
    game, state = board
    advice = advise(game, state, Limit(seconds=0))
    if advice.proven:
        assert (advice.status == "win") == naive(game.rows, game.cols, state)(state.pegs)
    else:
        assert (advice.status, advice.line) == ("unknown", ())


def test_interpreted_and_compiled_kernels_search_alike() -> None:
    code = (
        "from ludoteca.ai.solitario.beam import search; from ludoteca.ai.solitario.pagoda import Field\n"
        "from ludoteca.ai.limit import Limit; from ludoteca.core import Dice\n"
        "from ludoteca.games.solitario import generate\n"
        "for side in (4, 5, 9):\n"
        "    state, _line = generate(Dice(side), side, side, 20)\n"
        "    print(search(Field(side, side, state.usable), state, Limit().start(), width=16))\n"
    )
    texts = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, **extra},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for extra in ({}, {"LUDOTECA_NO_NUMBA": "1"})
    ]
    assert texts[0] == texts[1]
    assert "Jump" in texts[0]


@pytest.mark.usefixtures("_no_oracle")
@settings(max_examples=40)
@given(boards(most=10))
def test_fewest_moves_by_breadth_first_search(board: tuple[Solitario, Pegs]) -> None:
    game, state = board
    least = naive_fewest(game.rows, game.cols, state)
    if least:
        advice = fewest_moves(game, state, Limit())
        assert (amount(advice), advice.proven, advice.status) == (least, True, "win")
        assert replays(game, state, advice.line)
        assert 1 + sum(one.to != two.origin for one, two in pairwise(advice.line)) == least


def test_fewest_moves_without_room_is_only_an_upper_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fewest, "POOL", 100)
    game = Solitario("english")
    state = game.start(Dice(0))
    advice = fewest_moves(game, state, Limit())
    assert (advice.status, advice.proven) == ("win", False)
    assert replays(game, state, advice.line)
    assert amount(advice) == 1 + sum(one.to != two.origin for one, two in pairwise(advice.line))
    assert (
        advice.facts["fewest"] >= 18
    )  # Bergholt's, of 1912, which Beasley proved to be the shortest in 1964


def test_a_jump_over_a_region_begins_or_ends_in_it() -> None:
    state = Solitario("english").start(Dice(0))
    usable = frozenset(cell for cell in range(49) if state.usable >> cell & 1)
    found = regions(Field(7, 7, state.usable), state.goal)
    assert frozenset({2}) in found  # a corner: no peg ever jumps over it
    for region in found:
        assert all(a in region or c in region for a, b, c in naive_jumps(7, 7, usable) if b in region)


def test_a_fork_is_won_by_half_of_its_jumps() -> None:
    game = Solitario("3221")
    found = difficulty(game, game.start(Dice(0)), Limit())
    assert (found.grade, found.share, found.luck, found.exact) == ("easy", 0.5, 0.5, True)


@given(boards(most=8))
def test_the_chance_of_random_play_by_plain_recursion(board: tuple[Solitario, Pegs]) -> None:
    game, state = board

    def chance(here: Pegs) -> float:
        after = [chance(game.play(here, jump)) for jump in game.legal(here)]
        return sum(after) / len(after) if after else float(here.pegs == 1 << here.goal)

    if state.pegs.bit_count() <= 8:
        exact = exact_luck(Field(game.rows, game.cols, state.usable), state, Limit().start())
        assert exact is not None
        assert float(exact) == pytest.approx(chance(state), abs=1e-12)


def test_the_sampled_chance_is_near_the_counted_one() -> None:
    state, _line = generate(Dice(5), 4, 4, 6)
    where = Field(4, 4, state.usable)
    exact = exact_luck(where, state, Limit().start())
    assert exact is not None
    sampled, games = sampled_luck(where, state, Limit().start())
    assert abs(sampled - exact) < 5 * sqrt(exact * (1 - exact) / games)


def test_a_lost_board_has_no_difficulty() -> None:
    game = Solitario("french", hole="d4", goal="d4")
    with pytest.raises(LudotecaError, match="cannot be won"):
        difficulty(game, game.start(Dice(0)), Limit())


@pytest.mark.parametrize("grade", GRADES)
def test_boards_made_to_order_are_of_their_grade_and_proved(grade: str) -> None:
    position, line = generate_to_order(grade, 6, 6, Dice(2), Limit(seconds=30))
    game = Solitario("6x6")
    assert replays(game, position, tuple(line))
    assert difficulty(game, position, Limit()).grade == grade


def test_an_order_that_cannot_be_met_says_so() -> None:
    with pytest.raises(LudotecaError, match="turned up in time"):
        generate_to_order("expert", 3, 3, Dice(1), Limit(seconds=0.05))
    with pytest.raises(LudotecaError, match="No peg can jump on 2x2"):
        generate_to_order("expert", 2, 2, Dice(1), Limit())
    with pytest.raises(LudotecaError, match="no grade"):
        generate_to_order("trivial", 5, 5, Dice(1), Limit())
