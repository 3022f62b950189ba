"""2048 on any board: the kernel against the rules, its search against a naive one, and what a player owes."""

import statistics
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.ai import LEVELS, Limit, advise
from ludoteca.core import Dice
from ludoteca.games.g2048 import DIRECTIONS, G2048, Grid, Tile

np = pytest.importorskip("numpy")

from ludoteca.ai.g2048 import any_size as ai  # noqa: E402 - NumPy may be missing
from ludoteca.kernels.compile import COMPILED  # noqa: E402
from ludoteca.kernels.g2048 import any_size as kernel  # noqa: E402

from support.advice import amount, placed  # noqa: E402

UNLIMITED = Limit()
EXPONENTS = st.sampled_from([0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 9, 10, 17, 79])


@st.composite
def boards(draw: st.DrawFn, largest: int = 8, most_empty: int | None = None) -> tuple[int, tuple[int, ...]]:
    """A side and tiles; with at most so many empty places, and at least one."""
    side = draw(st.integers(2, largest))
    exponents = draw(st.lists(EXPONENTS, min_size=side**2, max_size=side**2))
    if most_empty is not None:
        empty = [at for at, each in enumerate(exponents) if each == 0]
        for at in empty[most_empty:]:
            exponents[at] = draw(st.integers(1, 4))
        if not empty:
            exponents[0] = 0
    return side, tuple(1 << each if each else 0 for each in exponents)


@given(boards())
def test_the_kernel_slides_and_scores_like_the_rules(drawn: tuple[int, tuple[int, ...]]) -> None:
    side, tiles = drawn
    game, state, into = G2048(side, 1, keep=True), Grid(tiles), np.zeros(side**2, np.uint8)
    for number, way in enumerate(DIRECTIONS):
        after = game.play(state, way)
        moved, points, made = kernel.slide(ai.encode(tiles), side, number, into)
        assert into.tolist() == ai.encode(after.tiles).tolist()
        assert moved == (way in game.legal(state))
        assert points == float(after.score)
        assert (made > 0) == (after.score > 0)
        if made:
            assert after.tiles.count(1 << made) > 0


@given(st.lists(st.integers(0, 79), min_size=1))
def test_tiles_of_any_size_have_their_exponent(exponents: list[int]) -> None:
    assert ai.encode([1 << each if each else 0 for each in exponents]).tolist() == exponents


def lines(side: int, tiles: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for at in range(side):
        yield tiles[at * side : (at + 1) * side]
        yield tiles[at::side]


def naive_worth(side: int, tiles: tuple[int, ...]) -> float:
    """The evaluation as its words say it."""

    def height(tile: int) -> float:
        return float((tile.bit_length() - 1) ** kernel.POWER) if tile else 0.0

    room, order = tiles.count(0), 0.0
    for line in lines(side, tiles):
        full = [tile for tile in line if tile]
        order += sum(kernel.PAIR + kernel.PAIR_HEIGHT * height(a) for a, b in pairwise(full) if a == b)
        steps = [height(b) - height(a) for a, b in pairwise(line)]
        rise, fall = sum(step for step in steps if step > 0), -sum(step for step in steps if step < 0)
        order -= kernel.BEND * min(rise, fall)
    if max(tiles) in (tiles[0], tiles[side - 1], tiles[-side], tiles[-1]):
        order += kernel.CORNER * height(max(tiles))
    return room + (order * kernel.ROOMY / room if room > kernel.ROOMY else order)


@given(boards())
def test_the_evaluation_is_what_it_says(drawn: tuple[int, tuple[int, ...]]) -> None:
    side, tiles = drawn
    found = ai.Search(side, 0, 0).worth(ai.encode(tiles), 0, UNLIMITED.start())
    assert found == pytest.approx(naive_worth(side, tiles), abs=1e-6)


def naive_expectimax(game: G2048, state: Grid, depth: int, turn: int = 1) -> float:
    """The value of a board with a tile due, by the rules and their odds alone."""
    if depth == 0:
        return naive_worth(game.size, state.tiles)
    total = 0.0
    for tile, chance in game.odds(state):
        board, values = game.play(state, tile), [-kernel.LOST]
        after = [game.play(board, way) for way in DIRECTIONS]
        if moved := [each for each in after if each.tiles != board.tiles]:
            values = [
                kernel.GOAL - kernel.SOONER * turn
                if not game.keep and max(each.tiles) >= game.goal
                else naive_expectimax(game, each, depth - 1, turn + 1)
                for each in moved
            ]
        total += float(chance) * max(values)
    return total


@settings(max_examples=60 if COMPILED else 25)
@given(boards(largest=4, most_empty=2), st.integers(1, 3 if COMPILED else 2), st.sampled_from([0, 8, 32]))
def test_the_search_is_a_naive_expectimax(drawn: tuple[int, tuple[int, ...]], depth: int, goal: int) -> None:
    side, tiles = drawn
    tiles = tuple(min(tile, goal // 2) if goal else tile for tile in tiles)
    depth = min(depth, 5 - side)
    game = G2048(side, 1, goal=goal or 8, keep=not goal)
    search = ai.Search(side, goal.bit_length() - 1 if goal else 0, depth, most=side**2)
    found = search.worth(ai.encode(tiles), depth, UNLIMITED.start())
    assert found == pytest.approx(naive_expectimax(game, Grid(tiles, due=True), depth), rel=1e-9, abs=1e-6)


def tried(side: int, tiles: tuple[int, ...], most: int) -> dict[Tile, float]:
    """Nature's tiles that a search tries on a board, with their chances."""
    work, rules = kernel.make_work(side, 1), kernel.make_rules(side, 0, most=most, rare=0.0)
    before = ai.encode(tiles)
    work.after[0] = before
    kernel.begin(0, 1.0, work, rules)
    chances, more = {}, True
    while more:
        (place,) = np.flatnonzero(work.board[0] != before).tolist()
        tile = Tile(place, 1 << int(work.board[0][place]))
        assert tile not in chances
        chances[tile] = float(kernel.tile_chance(0, work))
        more = kernel.next_tile(0, work)
    return chances


@given(boards(), st.integers(1, 64))
def test_nature_keeps_its_odds(drawn: tuple[int, tuple[int, ...]], most: int) -> None:
    side, tiles = drawn
    if 0 not in tiles:
        tiles = (0, *tiles[1:])
    chances = tried(side, tiles, most)
    assert sum(chances.values()) == pytest.approx(1)
    for tile, chance in chances.items():
        if tile.value == 2:
            assert chance == pytest.approx(9 * chances[Tile(tile.place, 4)])
    odds = G2048(side, 1).odds(Grid(tiles, due=True))
    assert len(chances) == 2 * min(most, tiles.count(0))
    if most >= tiles.count(0):
        assert chances == pytest.approx({tile: float(chance) for tile, chance in odds})


def test_of_many_places_some_stand_for_all_evenly_spread() -> None:
    places = sorted({tile.place for tile in tried(8, (0,) * 64, 4)})
    assert places == [8, 24, 40, 56]


@given(boards(largest=4, most_empty=4), st.integers(1, 9))
def test_a_search_in_pieces_is_the_same_search(drawn: tuple[int, tuple[int, ...]], piece: int) -> None:
    side, tiles = drawn
    whole, parts = ai.Search(side, 0, 2), ai.Search(side, 0, 2)
    parts._slice = piece
    board, clock = ai.encode(tiles), UNLIMITED.start()
    assert whole.worth(board, 2, clock) == parts.worth(board, 2, clock)
    assert whole.pushes == parts.pushes


@given(boards(largest=4, most_empty=3))
def test_what_is_rare_is_valued_as_it_stands(drawn: tuple[int, tuple[int, ...]]) -> None:
    side, tiles = drawn
    search, board, clock = ai.Search(side, 0, 3), ai.encode(tiles), UNLIMITED.start()
    assert search.worth(board, 3, clock, rare=2.0) == search.worth(board, 1, clock)
    # Two tiles that are each the likelier kind on one of three places come to more than a twentieth.
    assert search.worth(board, 2, clock, rare=0.0) == search.worth(board, 2, clock, rare=0.03)


def test_an_effort_ends_a_search_at_the_same_push_everywhere() -> None:
    board = ai.encode((2, 0, 4, 0, 8, 0, 2, 4, 2))
    full = ai.Search(3, 0, 2)
    value = full.worth(board, 2, UNLIMITED.start())
    for piece in (1, 7, 10_000):
        enough = ai.Search(3, 0, 2, effort=9 * full.pushes)
        short = ai.Search(3, 0, 2, effort=9 * (full.pushes - 1))
        enough._slice = short._slice = piece
        assert enough.worth(board, 2, UNLIMITED.start()) == value
        assert short.worth(board, 2, UNLIMITED.start()) is None


def some_board(side: int, seed: int, share: int = 40) -> Grid:
    """Random tiles on so many places of a hundred, at least one."""
    dice = Dice(seed)
    tiles = [2 << dice.below(7) if dice.below(100) < share else 0 for _place in range(side**2)]
    return Grid((*tiles[:-1], tiles[-1] or 2))


@pytest.mark.parametrize("side", [2, 3, 4, 5, 6, 7, 8, 12, 20, 50, 100, 256])
def test_every_level_gives_a_legal_move_on_every_board(side: int) -> None:
    game = G2048(side, 1)
    for level in LEVELS if side <= 8 or COMPILED else (1, 2, 4, 8):
        for seed in range(3 if side <= 20 else 1):
            state = some_board(side, seed)
            advice = ai.choose(game, state, Limit(0.02), level=level, dice=Dice(seed))
            legal = game.legal(state)
            if not legal:
                assert advice.move is None
                continue
            assert advice.move in legal
            assert advice.line == (advice.move,)
            if values := advice.values:
                assert list(values) == legal
                assert advice.value == max(values.values()) == values[advice.move]


@pytest.mark.parametrize("side", [3, 5, 40])
def test_with_no_time_at_all_there_is_a_move_and_its_value(side: int) -> None:
    game, state = G2048(side, 1), some_board(side, 5)
    advice = ai.advise(game, state, Limit(0))
    assert advice.move in game.legal(state)
    assert advice.depth == 0
    assert not advice.proven


def test_a_player_stops_at_the_first_look_after_a_cancel() -> None:
    game, state = G2048(5, 1, keep=True), some_board(5, 1)
    for patience in (1, 5, 20):
        looks = 0

        def cancel(patience: int = patience) -> bool:
            nonlocal looks
            looks += 1
            return looks >= patience

        advice = ai.choose(game, state, Limit(60, cancel=cancel), level=8, dice=Dice(1))
        assert advice.move in game.legal(state)
        assert looks == patience


def test_a_board_too_large_to_value_is_played_to_a_corner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ai, "_SLICE", 15)
    game, seen = G2048(4, 1), set()
    for seed in range(40):
        state = some_board(4, seed, share=70)
        advice = ai.choose(game, state, UNLIMITED, level=8, dice=Dice(seed))
        legal = game.legal(state)
        assert advice.move in legal if legal else advice.move is None
        assert advice.move in ("left", "up") or not {"left", "up"} & set(legal)
        seen.add(advice.move)
    assert {"left", "up"} <= seen


@pytest.mark.parametrize("level", [4, 5, 8])
def test_the_goal_is_made_at_once_where_it_ends_the_game(level: int) -> None:
    game = G2048(5, 1, goal=64)
    state = game.load("2,8,2,0,2/0,32,0,0,0/0,0,0,0,0/0,32,0,16,16/2,0,0,2,2")
    advice = ai.choose(game, state, UNLIMITED, level=level, dice=Dice(1))
    assert advice.move in ("up", "down")
    assert game.outcome(game.play(game.play(state, str(advice.move)), Tile(24, 2))) is not None
    assert (advice.status, advice.proven, amount(advice)) == ("win", True, kernel.GOAL)
    due = ai.choose(game, game.play(state, "up"), UNLIMITED, level=level, dice=Dice(1))
    assert (due.move, due.status, amount(due)) == (None, "win", kernel.GOAL)
    on = ai.choose(G2048(5, 1, goal=64, keep=True), state, UNLIMITED, level=level, dice=Dice(1))
    assert on.status == "unknown"
    assert on.value is not None
    assert on.value.amount < 1000


def test_a_goal_that_is_certain_in_two_moves_is_seen() -> None:
    # Up brings the two 16s together beside the 32; no tile of nature's can come between.
    game = G2048(3, 1, goal=64)
    state = game.load("16,32,2/16,0,0/4,0,0")
    advice = ai.choose(game, state, UNLIMITED, level=6, dice=Dice(1))
    assert advice.move == "up"
    assert amount(advice) == pytest.approx(kernel.GOAL, rel=1e-3)


def test_with_the_goal_made_and_kept_the_game_is_won_already() -> None:
    game = G2048(3, 1, goal=8, keep=True)
    assert ai.advise(game, game.load("8,2,0/0,0,0/0,0,2"), Limit(0)).status == "win"


def test_on_natures_turn_there_is_a_value_and_no_move() -> None:
    game = G2048(4, 1)
    state = game.play(some_board(4, 3), "left")
    advice = ai.choose(game, state, UNLIMITED, level=5, dice=Dice(1))
    search = ai.Search(4, 11, 1)
    assert amount(advice) == search.worth(ai.encode(state.tiles), 1, UNLIMITED.start(), rare=0.1)
    assert (advice.move, advice.line, advice.values) == (None, (), {})


def test_a_finished_game_needs_no_advice() -> None:
    game = G2048(2, 1)
    advice = advise(placed(game, game.load("2,4/8,16.60.p")))
    assert (advice.move, advice.status, amount(advice)) == (None, "lost", 60)


def test_level_two_takes_the_most_points() -> None:
    game = G2048(5, 1, keep=True)
    for seed in range(30):
        state = some_board(5, seed)
        points = {way: game.play(state, way).score for way in game.legal(state)}
        advice = ai.choose(game, state, UNLIMITED, level=2, dice=Dice(seed))
        assert {way: value.amount for way, value in advice.values.items()} == points
        assert amount(advice) == max(points.values())


def mean_score(side: int, level: int, games: int) -> float:
    game, scores = G2048(side, keep=True), []
    for seed in range(games):
        dice = Dice(seed)
        state = game.start(dice)
        while game.legal(state):
            move = ai.choose(game, state, Limit(60), level=level, dice=dice).move
            after = game.play(state, str(move))
            state = game.play(after, dice.pick(game.odds(after)))
        scores.append(state.score)
    return statistics.mean(scores)


def test_the_more_a_level_sees_the_better_it_plays() -> None:
    # Over 100 games: greed (level 2) 246, no tile ahead (4) 1,045, one (5) 1,872, two (6) 2,712.
    # Perfect play makes 5468.49 on average.
    games = {2: 30, 4: 30, 5: 20, 6: 10} if COMPILED else {2: 20, 4: 20}
    scores = [mean_score(3, level, count) for level, count in games.items()]
    assert all(worse * 1.2 < better for worse, better in pairwise(scores))
    assert max(scores) < 5468.49


@pytest.mark.skipif(not COMPILED, reason="interpreted, a board as large as this is only pushed to a corner")
def test_a_large_board_is_looked_at_too() -> None:
    game = G2048(100)
    tiles = [0] * 100**2
    tiles[4950] = tiles[4951] = 512
    advice = ai.choose(game, Grid(tuple(tiles)), Limit(), level=3, dice=Dice(1))
    assert advice.value is not None
    assert advice.move in ("left", "right"), "the merge is seen"
