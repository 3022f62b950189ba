"""The 2048 player on 4 x 4: its search against a plain one over the rules, its levels, its manners."""

import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.core import AnySession, Dice, Session
from ludoteca.games.g2048 import DIRECTIONS, G2048, Grid

pytest.importorskip("numpy")

from ludoteca.ai import LEVELS, Limit, choose
from ludoteca.ai.g2048 import player
from ludoteca.ai.g2048.layers import encode
from ludoteca.ai.g2048.network import best_network
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.g2048 import search as kernels
from ludoteca.kernels.g2048.network import worth

GAME = G2048(keep=True)
NETWORK = best_network(print)
NOW = Limit()


def searching() -> player.NetworkSearch:
    """A search whose tables are empty."""
    return player.NetworkSearch(NETWORK)


def ahead(state: Grid, depth: int) -> float:
    """The worth of a board after a push, by the rules and the odds, with nothing left out."""
    net = NETWORK
    if depth == 0:
        return float(worth(encode(state.tiles, 4), net.weights) * net.unit)
    total = 0.0
    for tile, chance in GAME.odds(state):
        board = GAME.play(state, tile)
        pushes = [GAME.play(board, way) for way in GAME.legal(board)]
        total += float(chance) * max(
            (each.score - board.score + ahead(each, depth - 1) for each in pushes), default=0.0
        )
    return total


@st.composite
def crowded(draw: st.DrawFn) -> Grid:
    """A board with one to three empty places."""
    tiles = draw(st.lists(st.sampled_from([2, 4, 8, 16, 64, 512, 4096]), min_size=16, max_size=16))
    for place in draw(st.lists(st.integers(0, 15), min_size=1, max_size=3, unique=True)):
        tiles[place] = 0
    return Grid(tuple(tiles))


@given(state=crowded())
@settings(deadline=None, max_examples=10 if COMPILED else 3)
def test_the_search_is_a_plain_one_over_the_rules(state: Grid) -> None:
    clock = NOW.start()
    for depth in (0, 1, 2) if COMPILED else (0, 1):
        search = searching()  # with a table that knows of nothing deeper
        found = search.values(encode(state.tiles, 4), depth, clock, due=False)
        legal = GAME.legal(state)
        for way, value in zip(DIRECTIONS, found, strict=True):
            if way not in legal:
                assert value == kernels.GAVE_UP
                continue
            after = GAME.play(state, way)
            assert value == pytest.approx(after.score - state.score + ahead(after, depth), rel=1e-4, abs=1)
        if depth and state.tiles.count(0):
            due = searching().values(encode(state.tiles, 4), depth, clock, due=True)[0]
            assert due == pytest.approx(ahead(state._replace(due=True), depth), rel=1e-4, abs=1)


def test_a_search_cut_into_slices_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    board, whole = (
        encode((2, 4, 8, 16, 4, 8, 0, 2, 0, 2, 4, 8, 2, 0, 16, 2), 4),
        searching(),
    )
    expected = whole.values(board, 2, NOW.start(), due=False)
    monkeypatch.setattr(player, "_SLICE", 60)
    assert searching().values(board, 2, NOW.start(), due=False) == pytest.approx(expected)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_gives_a_legal_move_and_the_same_for_the_same_dice(level: int) -> None:
    session: AnySession = Session(GAME, seed=3)
    limit = Limit(cancel=lambda: True) if level == LEVELS[-1] else NOW
    one, two = (choose(session, limit, level=level, dice=Dice(9)) for _time in range(2))
    assert one == two
    assert one.move in session.legal


def test_the_goal_is_made_where_that_wins() -> None:
    game = G2048(goal=64)
    state = game.load("32,32,2,4/2,2,4,4/8,8,4,4/8,8,16,16.900.p")
    advice = player.choose(game, state, NOW, level=7, dice=Dice(1))
    assert (advice.status, advice.proven) == ("win", True)
    assert advice.move is not None
    assert max(game.play(state, advice.move).tiles) == 64
    assert not player.choose(G2048(goal=64, keep=True), state, NOW, level=7, dice=Dice(1)).proven


def test_a_move_is_given_in_no_time_and_soon_after_a_cancel() -> None:
    state = GAME.load("2,4,8,16/0,0,0,0/0,0,0,0/2,0,0,2.0.p")
    player.advise(GAME, state, Limit(0.0))
    asked = [0]

    def cancel() -> bool:
        asked[0] += 1
        return asked[0] > 3

    advice = player.advise(GAME, state, Limit(3600, cancel=cancel))
    assert advice.move in GAME.legal(state)
    assert asked[0] < 20


def test_a_large_tile_in_any_place_is_played() -> None:
    for place in range(16):
        tiles = [0] * 16
        tiles[place], tiles[(place + 5) % 16] = 16384, 2
        state = Grid(tuple(tiles))
        assert player.choose(GAME, state, NOW, level=5, dice=Dice(1)).move in GAME.legal(state)


def test_tiles_beyond_four_bits_are_played_too() -> None:
    state = GAME.load("65536,32768,2,2/0,0,0,0/0,0,0,0/0,0,0,0.0.p")
    assert player.choose(GAME, state, NOW, level=5, dice=Dice(1)).move in GAME.legal(state)


@pytest.mark.skipif(not COMPILED, reason="whole games need Numba")
def test_2048_is_made_and_more() -> None:
    # By bench/strength_2048.py this level fails to make 2048 in fewer than one game of a hundred.
    for seed in range(3):
        session: AnySession = Session(G2048(), seed=seed)
        dice = Dice(seed)
        while session.outcome is None:
            if session.state.due:
                session.roll()
            else:
                session.play(choose(session, NOW, level=5, dice=dice).move)
        assert session.outcome.winner == 0


def test_without_numba_it_still_plays() -> None:
    script = "from ludoteca.commands.main import main; main(['hint', '2048#1', '--seconds', '0.2', '--json'])"
    environ = os.environ | {"LUDOTECA_NO_NUMBA": "1"}
    found = subprocess.run([sys.executable, "-c", script], env=environ, capture_output=True, text=True)
    assert any(f'"move": "{way}"' in found.stdout for way in DIRECTIONS), found.stderr


def test_the_network_knows_a_good_board_from_a_bad_one() -> None:
    net = NETWORK
    tidy = encode((1024, 512, 256, 128, 8, 16, 32, 64, 4, 2, 0, 0, 0, 0, 0, 0), 4)
    mixed = encode((2, 512, 4, 128, 1024, 16, 256, 8, 0, 64, 0, 32, 0, 0, 4, 0), 4)
    assert worth(tidy, net.weights) > worth(mixed, net.weights)


@pytest.mark.parametrize(("level", "share"), [(1, 60), (2, 25), (3, 8), (4, 0)])
def test_of_a_hundred_moves_so_many_are_random_and_have_no_value(level: int, share: int) -> None:
    state = GAME.load("2,4,8,16/0,0,2,0/0,0,0,0/2,0,0,2.0.p")
    picked = [player.choose(GAME, state, NOW, level=level, dice=Dice(seed)) for seed in range(300)]
    without = sum(advice.value is None for advice in picked)
    assert abs(without - 3 * share) <= 5 * (3 * share * (100 - share) / 100) ** 0.5
    assert len({advice.move for advice in picked if advice.value}) == 1, "otherwise always the best"


@pytest.mark.skipif(not COMPILED, reason="takes long without Numba")
def test_a_level_looks_so_far_ahead_and_the_seventh_further_until_it_has_worked_enough() -> None:
    state = GAME.load("2,4,8,16/32,64,2,0/2,4,8,2/2,0,4,2.0.p")
    depths = [player.choose(GAME, state, NOW, level=level, dice=Dice(1)).depth for level in (4, 5, 6)]
    assert depths == [0, 1, 2]
    work = {}
    for goal in (64, 2048):  # one that is made, and one that is not, for which it tries three times as hard
        game = G2048(goal=goal, keep=True)
        advice = player.choose(game, state, NOW, level=7, dice=Dice(1))
        work[goal] = advice.nodes
    assert 1500 <= work[64] < 4500 <= work[2048]
    assert advice.depth
    assert advice.depth > 2


def test_values_are_points_at_the_end_those_made_so_far_included() -> None:
    text = "2,4,8,16/0,0,2,0/0,0,0,0/2,0,0,2"
    less, more = (
        player.choose(GAME, GAME.load(f"{text}.{score}.{turn}"), NOW, level=5, dice=Dice(1))
        for score, turn in ((100, "p"), (1100, "p"))
    )
    assert less.values.keys() == more.values.keys()
    for way, value in less.values.items():
        assert more.values[way].amount == pytest.approx(value.amount + 1000, rel=1e-6)


def test_the_network_knows_four_by_four_and_what_four_bits_hold() -> None:
    largest, larger = (Grid((value, *[0] * 15)) for value in (32768, 65536))
    assert player.uses_network(GAME, largest)
    assert not player.uses_network(GAME, larger)
    assert not player.uses_network(G2048(3), Grid((2, *[0] * 8)))
    assert not player.uses_network(G2048(5), Grid((2, *[0] * 24)))


def test_perfect_play_is_the_last_levels_alone() -> None:
    game = G2048(2, 2)
    state = game.load("2,0/0,4.0.p")
    proved = [player.choose(game, state, NOW, level=level, dice=Dice(1)).proven for level in LEVELS]
    assert proved == [False] * 7 + [True]


def test_a_goal_made_by_a_push_is_worth_the_points_after_it() -> None:
    game = G2048(goal=64)
    state = game.load("32,0,0,0/0,0,0,0/32,0,0,2/0,0,0,0.900.p")
    advice = player.choose(game, state, NOW, level=7, dice=Dice(1))
    assert advice.move in ("up", "down")
    assert advice.value == (964, "points")
