"""The shortest way to flood a board: against a naive search, the rules and a published average."""

import statistics
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.ai import Unit, Value
from ludoteca.ai import advise as advise_any
from ludoteca.ai.drench import compiled as drench_compiled
from ludoteca.ai.drench import plain as drench_plain
from ludoteca.ai.drench.compiled import Compiled, prepare
from ludoteca.ai.drench.par import advise, par, target
from ludoteca.ai.drench.plain import Plain, regions
from ludoteca.ai.limit import Limit
from ludoteca.core import LudotecaError
from ludoteca.core.game import Size
from ludoteca.games import begin
from ludoteca.games.drench import COLOURS, Drench, Flood
from ludoteca.kernels.compile import COMPILED

from support.advice import placed

UNLIMITED = Limit()


def board(options: str) -> tuple[Drench, Flood]:
    session = begin(f"drench:{options}")
    assert isinstance(session.game, Drench)
    return session.game, session.state


def naive_par(game: Drench, state: Flood) -> int:
    """Fewest moves by plain breadth-first search over whole boards, with the rules alone."""
    moves, boards = 0, {state.cells}
    while not any(len(set(cells)) == 1 for cells in boards):
        numbers = range(1, game.colours + 1)
        boards = {game.play(Flood(cells), number).cells for cells in boards for number in numbers}
        moves += 1
    return moves


def played(game: Drench, state: Flood, line: tuple[int, ...]) -> Iterator[Flood]:
    for move in line:
        assert move in game.legal(state)
        state = game.play(state, move)
        yield state


@st.composite
def small_boards(draw: st.DrawFn) -> tuple[Drench, Flood]:
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    colours = draw(st.integers(2, 5))
    cells = draw(st.text(COLOURS[:colours], min_size=rows * cols, max_size=rows * cols))
    return Drench(Size(rows, cols), colours), Flood(cells)


@settings(max_examples=80)
@given(small_boards())
def test_the_par_is_that_of_a_naive_search_and_proved(drawn: tuple[Drench, Flood]) -> None:
    game, state = drawn
    advice = advise(game, state, UNLIMITED)
    assert advice.proven
    assert advice.facts == {"par": len(advice.line), "best": len(advice.line), "lower": len(advice.line)}
    assert len(par(game, state, UNLIMITED).line) == naive_par(game, state)


@settings(max_examples=80)
@given(small_boards())
def test_the_lower_bound_is_never_above_the_par(drawn: tuple[Drench, Flood]) -> None:
    game, state = drawn
    assert Plain(regions(game, state.cells)).lower() <= naive_par(game, state)


@settings(max_examples=40)
@given(small_boards())
def test_with_and_without_numba_give_the_same_par(drawn: tuple[Drench, Flood]) -> None:
    game, state = drawn
    graph = regions(game, state.cells)
    most = len(Plain(graph).greedy())
    for engine in (Plain(graph), Compiled(graph)):
        found = engine.search(most, None, UNLIMITED.start())
        if graph.whole != graph.corner:
            assert found.complete
            assert found.line is not None
            assert len(found.line) == naive_par(game, state)
            if len(found.line) > Plain(graph).lower():
                assert engine.search(len(found.line) - 1, None, UNLIMITED.start()) == (None, True)


@pytest.mark.parametrize("options", ["15x15,6", "18x18,6", "12x30,4", "15x15,10", "9x9,2", "64x2,3"])
def test_a_line_floods_the_board_with_its_last_move(options: str) -> None:
    game, state = board(f"{options}#1")
    advice = advise(game, state, Limit(2))
    *before, last = played(game, state, advice.line)
    assert len(set(last.cells)) == 1
    assert all(len(set(state.cells)) > 1 for state in before)
    assert advice.move == advice.line[0]
    assert advice.value == Value(len(advice.line), Unit.MOVES)
    assert advice.status == "win"


def test_both_ways_of_search_agree_on_a_whole_board() -> None:
    game, state = board("10x10,6#3")
    graph = regions(game, state.cells)
    lines = [engine.search(40, None, UNLIMITED.start()).line for engine in (Plain(graph), Compiled(graph))]
    assert len(lines[0] or ()) == len(lines[1] or ()) > 10


@pytest.mark.parametrize("options", ["14x14,6#1", "20x20,6#1", "9x9,3#1"])
def test_every_program_of_the_bound_gives_the_same_number(options: str) -> None:
    # Sets of four words have a kernel of their own; the one for any number of words takes them as well.
    game, state = board(options)
    plain = Plain(regions(game, state.cells))
    fast = Compiled(plain.graph)
    flooded, edge = plain.graph.corner, plain.reach(plain.graph.corner)
    while edge:
        for most in (5, 99):
            wanted = plain.bound(flooded, edge, most)
            assert set(fast.bounds(flooded, edge, most)) == {wanted}
        flooded |= plain.moves(flooded, edge)[0][1]
        edge = plain.reach(flooded) & ~flooded


def test_random_boards_average_what_was_published() -> None:
    # Over 10,000 random boards of 15 x 15 and 6 colours the optimum averages 21.27, sd 1.37, at most 26.
    pars = []
    for seed in range(60):
        game, state = board(f"15x15,6#{seed}")
        found = par(game, state, UNLIMITED)
        assert found.proven
        pars.append(len(found.line))
    assert abs(statistics.mean(pars) - 21.27) < 0.6
    assert max(pars) <= 26


def test_two_colours_alternate_as_often_as_the_farthest_region_is_away() -> None:
    game = Drench(Size(1, 9), 2)
    assert advise(game, game.load("121212121"), UNLIMITED).line == (2, 1) * 4


def test_a_flooded_board_needs_nothing() -> None:
    game = Drench(Size(2, 2), 3)
    advice = advise(game, game.load("22/22"), UNLIMITED)
    assert (advice.move, advice.line, advice.proven, advice.status) == (None, (), True, "win")
    assert advice.facts == {"par": 0, "best": 0, "lower": 0}
    assert advise_any(placed(game, game.load("22/22")), UNLIMITED).status == "win"


@pytest.mark.parametrize(
    ("limit", "moves", "status"),
    [(2, 0, "win"), (1, 0, "lost"), (3, 1, "win"), (3, 2, "lost"), (9, 0, "win")],
)
def test_a_limit_decides_who_wins(limit: int, moves: int, status: str) -> None:
    game = Drench(Size(1, 3), 3, limit)
    advice = advise(game, Flood("123", moves), UNLIMITED)
    assert (advice.line, advice.proven, advice.status) == ((2, 3), True, status)


def test_moves_used_up_are_a_loss() -> None:
    game = Drench(Size(1, 3), 3, 1)
    advice = advise(game, Flood("123", 1), UNLIMITED)
    assert (advice.line, advice.status) == ((), "lost")


def test_a_target_is_the_par_and_some_more() -> None:
    game, state = board("8x8,5#7")
    fewest = len(par(game, state, UNLIMITED).line)
    assert target(game, state, 2, UNLIMITED) == fewest + 2


@pytest.mark.parametrize("limit", [Limit(seconds=0), Limit(cancel=lambda: True)])
@pytest.mark.parametrize("options", ["15x15,6", "64x64,10"])
def test_without_time_there_is_a_line_but_no_proof(limit: Limit, options: str) -> None:
    game, state = board(f"{options}#2")
    advice = advise(game, state, limit)
    assert not advice.proven
    assert advice.facts["par"] is None
    assert advice.facts["lower"] <= advice.facts["best"] == len(advice.line)
    *_before, last = played(game, state, advice.line)
    assert len(set(last.cells)) == 1


def test_a_limit_that_nobody_could_decide_in_time_is_unknown() -> None:
    game, state = board("15x15,6,limit=22#2")
    assert advise(game, state, Limit(seconds=0)).status == "unknown"


def test_a_cancelled_search_stops_in_the_middle() -> None:
    looks = iter(range(10_000))
    game, state = board("40x40,8#1")
    advice = advise(game, state, Limit(cancel=lambda: next(looks) > 3))
    assert not advice.proven
    assert next(looks) < 10


def test_a_search_that_runs_out_of_memory_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = board("9x9,6#1")
    graph = regions(game, state.cells)
    fewest = len(Plain(graph).search(20, None, UNLIMITED.start()).line or ())
    monkeypatch.setattr(drench_compiled, "MEMORY", 1 << 13)
    monkeypatch.setattr(drench_compiled, "_shelf", {})
    assert Compiled(graph).search(fewest - 1, None, UNLIMITED.start()) == (None, False)
    monkeypatch.setattr(drench_plain, "MAX_SETS", 20)
    assert Plain(graph).search(fewest - 1, None, UNLIMITED.start()) == (None, False)


def test_preparing_is_said_before_the_first_search_only(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(prepare, "_made", [])
    for _twice in range(2):
        par(*board("3x3,3#1"), Limit(progress=said.append))
    assert said == (["preparing Flood…"] if COMPILED else [])


def test_two_players_have_no_par() -> None:
    game, state = board("6x6,4,players=2#1")
    with pytest.raises(LudotecaError, match="one player"):
        advise(game, state, UNLIMITED)


def test_moves_already_made_count_for_a_target() -> None:
    game, state = board("8x8,5#7")
    fewest = len(par(game, state, UNLIMITED).line)
    assert target(game, state._replace(moves=3), 2, UNLIMITED) == fewest + 5


@pytest.mark.parametrize("make", [Plain, Compiled])
def test_no_line_is_found_in_fewer_moves_than_the_fewest(make: type[Plain] | type[Compiled]) -> None:
    """Where the bound alone does not say so: everything has to be tried."""
    hard = 0
    for seed in range(8):
        game, state = board(f"6x6,5#{seed}")
        graph = regions(game, state.cells)
        fewest = len(par(game, state, UNLIMITED).line)
        assert len(make(graph).search(fewest, None, UNLIMITED.start()).line or ()) == fewest
        if fewest > Plain(graph).lower():
            hard += 1
            assert make(graph).search(fewest - 1, None, UNLIMITED.start()) == (None, True)
    assert hard
