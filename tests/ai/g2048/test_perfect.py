"""2048 played perfectly: against a plain program over the rules, and against known values."""

import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.core import CHANCE, OVER, LudotecaError
from ludoteca.games.g2048 import G2048, Grid

pytest.importorskip("numpy")

from ludoteca.ai import advise as advise_any
from ludoteca.ai.g2048 import layer_files as kept
from ludoteca.ai.g2048.perfect import advise, aim_of
from ludoteca.ai.limit import Limit
from ludoteca.kernels.compile import COMPILED

from support.advice import amount, placed

NOW = Limit()
needs_numba = pytest.mark.skipif(not COMPILED, reason="that much work needs Numba")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("LUDOTECA_HOME", str(tmp_path))
    kept._unwritten.clear()
    yield tmp_path
    kept._unwritten.clear()


# ---- 2 x 2, where a plain program is quick


@cache
def naive(game: G2048, state: Grid, *, points: bool) -> Fraction:
    """The expected points ahead, or the chance to make the goal, by the rules alone."""
    player = game.player(state)
    if player == OVER:
        return Fraction(0 if points else max(state.tiles) >= game.goal)
    if player == CHANCE:
        odds = game.odds(state)
        ahead = (chance * naive(game, game.play(state, tile), points=points) for tile, chance in odds)
        return sum(ahead, Fraction(0))
    return max(naive_moves(game, state, points=points).values())


def naive_moves(game: G2048, state: Grid, *, points: bool) -> dict[str, Fraction]:
    """What each move is worth."""
    worth = {}
    for way in game.legal(state):
        after = game.play(state, way)
        ahead = naive(game, after._replace(score=0), points=points)
        worth[str(way)] = (after.score - state.score) * points + ahead
    return worth


def everywhere(game: G2048) -> Iterator[Grid]:
    """Every position that can come about, points left out."""
    empty = Grid((0,) * game.size**2, due=True)
    seen, waiting = {empty}, [empty]
    while waiting:
        state = waiting.pop()
        for move in game.legal(state):
            after = game.play(state, move)._replace(score=0)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    yield from seen


def from_the_start(game: G2048) -> float:
    """The mean over all first two tiles."""
    empty = Grid((0,) * game.size**2, due=True)
    value = 0.0
    for tile, chance in game.odds(empty):
        advice = advise(game, game.play(empty, tile)._replace(due=True), NOW)
        assert advice.proven
        assert advice.move is None
        value += float(chance) * (amount(advice) or 0)
    return value


@pytest.mark.parametrize(
    "options", ["2,2", "2,2,goal=16,keep=yes", "2,2,goal=8", "2,2,goal=16", "2,2,goal=32"]
)
def test_positions_of_two_by_two_are_valued_exactly(options: str) -> None:
    game = G2048.from_options(options)
    points = "goal" not in options or game.keep
    for state in sorted(everywhere(game))[:: 3 if COMPILED else 23]:
        if game.player(state) == OVER:
            continue
        advice = advise(game, state, NOW)
        assert advice.proven
        assert amount(advice) == pytest.approx(float(naive(game, state, points=points)), abs=1e-12)
        assert advice.facts["aim"] == ("score" if points else "goal")
        worth = {} if state.due else naive_moves(game, state, points=points)
        assert {way: value.amount for way, value in advice.values.items()} == pytest.approx(
            {way: float(each) for way, each in worth.items()}, abs=1e-12
        )
        if worth:
            assert worth[str(advice.move)] == max(worth.values())
        if not points:
            chance = naive(game, state, points=False)
            assert advice.status == ("win" if chance == 1 else "lost" if chance == 0 else "unknown")


def test_two_by_two_from_the_start_scores_what_is_known() -> None:
    # 66.964149457101: the known optimal expected score.
    assert from_the_start(G2048(2)) == pytest.approx(66.964149457101, abs=1e-11)


def test_the_aim_is_the_goal_where_it_can_be_made_and_ends_the_game() -> None:
    assert aim_of(G2048(3, goal=1024)) == (3, 10)
    assert aim_of(G2048(3, goal=2048)) == (3, 0)
    assert aim_of(G2048(3, goal=64, keep=True)) == (3, 0)
    assert aim_of(G2048(2, goal=32)) == (2, 5)


def test_where_the_goal_has_no_room_or_is_made_the_status_says_so() -> None:
    assert advise(G2048(2), Grid((2, 2, 0, 0)), NOW).status == "lost"
    assert advise(G2048(2, goal=8, keep=True), Grid((8, 2, 0, 0)), NOW).status == "win"
    assert advise(G2048(2, goal=8, keep=True), Grid((4, 2, 0, 0)), NOW).status == "unknown"
    assert advise(G2048(2, goal=8), Grid((8, 2, 0, 0), due=True), NOW).status == "win"


def test_the_boards_that_were_valued_are_counted() -> None:
    """One free place and no merge: two tiles may come, of which the first leaves another push."""
    nearly, more = (advise(G2048(2), Grid(tiles), NOW).nodes for tiles in ((8, 2, 4, 0), (2, 2, 4, 0)))
    assert 0 < nearly < more


def test_points_already_made_are_part_of_the_end() -> None:
    one, two = (advise(G2048(2), Grid((2, 2, 4, 0), score), NOW) for score in (0, 500))
    assert (one.move, one.line, one.nodes) == (two.move, two.line, two.nodes)
    assert one.value is not None
    assert amount(two) == pytest.approx(one.value.amount + 500)


def test_the_best_move_costs_nothing_and_another_what_it_throws_away() -> None:
    game = G2048(2)
    before = Grid((2, 2, 4, 0), 40)
    advice = advise(game, before, NOW)
    for way, worth in advice.values.items():
        assert amount(advise(game, game.play(before, way), NOW)) == pytest.approx(worth.amount)


def test_a_goal_that_was_made_or_missed_is_certain() -> None:
    game = G2048(2, goal=8)
    assert amount(advise_any(placed(game, Grid((8, 2, 0, 0), 20)))) == 1
    assert amount(advise_any(placed(game, Grid((2, 4, 4, 2), 4)))) == 0


def test_a_finished_game_has_no_advice() -> None:
    assert amount(advise_any(placed(G2048(2), Grid((2, 4, 4 << 1, 2), 36)))) == 36


def test_what_cannot_be_solved_is_said() -> None:
    with pytest.raises(LudotecaError, match="side 2 and 3, not 4"):
        advise(G2048(4), Grid((2,) * 16), NOW)
    with pytest.raises(LudotecaError, match="gets as far"):
        advise(G2048(2), Grid((64, 64, 0, 0)), NOW)


# ---- 3 x 3


@needs_numba
@settings(max_examples=50)
@given(st.lists(st.sampled_from([0, 2, 2, 4, 8]), min_size=9, max_size=9), st.booleans())
def test_three_by_three_agrees_with_a_plain_program_for_a_small_goal(tiles: list[int], due: bool) -> None:
    game = G2048(3, goal=16)
    state = Grid(tuple(tiles), due=due)
    if sum(tiles) >= 32 and not (due and 0 not in tiles) and game.player(state) != OVER:
        advice = advise(game, state, NOW)
        assert amount(advice) == pytest.approx(float(naive(game, state, points=False)), abs=1e-12)
        if not due:
            best = naive_moves(game, state, points=False)
            assert best[str(advice.move)] == max(best.values())


@needs_numba
def test_three_by_three_scores_what_a_plain_program_says_near_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kept, "_kept", lambda *_any: {})  # the whole of 3 x 3 is for bench/g2048.py
    game = G2048(3)
    for tiles in (
        "1024,512,256/16,8,128/32,0,4",
        "1024,512,256/128,64,32/4,0,8",
        "1024,512,256/64,64,32/8,16,2",
    ):
        state = game.load(tiles)
        assert amount(advise(game, state, NOW)) == pytest.approx(
            float(naive(game, state, points=True)), rel=1e-12
        )


@needs_numba
def test_a_position_that_play_does_not_lead_to_is_solved_all_the_same() -> None:
    game = G2048(3, goal=32)
    state = game.load("16,2,16/2,16,2/16,2,2")
    assert amount(advise(game, state, NOW)) == pytest.approx(
        float(naive(game, state, points=False)), abs=1e-12
    )


@needs_numba
def test_layers_are_kept_and_answer_the_same(home: Path) -> None:
    game = G2048(3, goal=64)
    state = game.load("4,2,0/16,8,0/0,0,2")
    first = advise(game, state, NOW)
    files = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    assert files
    told: list[str] = []
    again = advise(game, state, Limit(progress=told.append))
    assert (again.value, again.facts, told) == (first.value, first.facts, [])
    assert files == {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}


@needs_numba
def test_damaged_and_foreign_files_are_made_again(home: Path) -> None:
    game, other = G2048(3, goal=16), G2048(3, goal=8)
    state = game.load("4,2,0/4,8,0/0,0,2")
    first = advise(game, state, NOW)
    advise(other, Grid((2, 2, 0, 0, 0, 0, 0, 0, 0)), NOW)
    (path,) = home.rglob("3x3-16/0032")
    good, foreign = path.read_bytes(), next(home.rglob("3x3-8/0032")).read_bytes()
    flipped = good[:-9] + bytes([good[-9] ^ 1]) + good[-8:]
    for bad in (b"", good[:20], good[:-1], good + b"x", flipped, b"\0" * 5000, foreign):
        path.write_bytes(bad)
        assert advise(game, state, NOW) == first
        assert path.read_bytes() == good


@needs_numba
def test_a_disk_that_cannot_be_written_to_is_no_error(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = G2048(3, goal=32)
    state = game.load("4,2,0/4,8,0/0,0,2")
    first = advise(game, state, NOW)
    (home / "file").write_text("not a folder")
    monkeypatch.setenv("LUDOTECA_HOME", str(home / "file"))
    assert advise(game, state, NOW) == first
    monkeypatch.setattr(kept, "_make", lambda *_any: pytest.fail("made again"))
    assert advise(game, state, NOW) == first


@needs_numba
def test_it_stops_when_told_to_and_gives_a_move_without_proof(home: Path) -> None:
    game = G2048(3)
    state = game.load("2,2,0/4,8,0/0,0,2")
    asked = iter(range(100))
    for limit in (Limit(seconds=0), Limit(cancel=lambda: next(asked) >= 60)):
        advice = advise(game, state, limit)
        assert (advice.proven, advice.value, advice.status) == (False, None, "unknown")
        assert advice.move in ("up", "left", "right", "down")
    assert next(asked) < 65
    assert advise(game, Grid(state.tiles, due=True), Limit(seconds=0)).move is None


def test_without_numba_the_small_board_is_solved_and_the_larger_refused() -> None:
    program = (
        "from ludoteca.games.g2048 import G2048, Grid\n"
        "from ludoteca.ai.g2048.perfect import advise\n"
        "from ludoteca.ai.limit import Limit\n"
        "print(advise(G2048(2), Grid((2, 0, 0, 0), due=True), Limit()).value.amount)\n"
        "try:\n    advise(G2048(3), Grid((2,) * 9), Limit())\n"
        "except ValueError as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env={**os.environ, "LUDOTECA_NO_NUMBA": "1"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    value, refusal = done.stdout.splitlines()
    exact = naive(G2048(2), Grid((2, 0, 0, 0), due=True), points=True)
    assert float(value) == pytest.approx(float(exact), abs=1e-12)
    assert "needs Numba" in refusal
