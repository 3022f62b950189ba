"""2048: merging, endings, and odds that nobody has rigged."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.core import CHANCE, OVER, Dice, FormatError, IllegalMove, Record
from ludoteca.games import begin
from ludoteca.games.g2048 import G2048, Grid, slide


def naive_merge(line: list[int]) -> tuple[list[int], int]:
    """Push left one step at a time, as a child would with tiles on a table, counting each tile made."""
    cells, merged, points = list(line), [False] * len(line), 0
    moving = True
    while moving:
        moving = False
        for at in range(1, len(cells)):
            if cells[at] and not cells[at - 1]:
                cells[at - 1], cells[at], merged[at - 1], merged[at] = cells[at], 0, merged[at], False
                moving = True
            elif cells[at] and cells[at] == cells[at - 1] and not (merged[at] or merged[at - 1]):
                cells[at - 1], cells[at], merged[at - 1] = 2 * cells[at], 0, True
                points += cells[at - 1]
                moving = True
    return cells, points


def test_every_row_of_four_merges_as_a_child_would() -> None:
    tiles = [0, *(2**power for power in range(1, 12))]
    for line in product(tiles, repeat=4):
        slid, points = slide(line)
        assert (list(slid), points) == naive_merge(list(line)), line


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ((2, 2, 4, 0), 4),
        ((2, 2, 2, 2), 8),
        ((4, 2, 2, 4), 4),
        ((2, 2, 2, 0), 4),
        ((8, 8, 8, 8), 32),
        ((2, 4, 8, 2), 0),
    ],
)
def test_points_are_the_tiles_made(line: tuple[int, ...], points: int) -> None:
    assert slide(line)[1] == points


def test_the_tile_nearest_the_edge_merges_first() -> None:
    assert slide((2, 2, 2, 0))[0] == (4, 2, 0, 0)


@pytest.mark.parametrize("way", ["up", "down", "left", "right"])
def test_a_direction_may_follow_the_word_move(way: str) -> None:
    game = G2048(3)
    state = game.load("0,0,0/0,2,0/0,0,0.0.p")
    for text in (way, f"move {way}", f" MOVE\t{way.upper()} ", way.title()):
        assert game.parse(state, text) == way
    for text in ("move", f"move move {way}", f"{way} move", f"move {way} {way}"):
        with pytest.raises(IllegalMove):
            game.parse(state, text)


def test_a_record_has_directions_alone() -> None:
    record = Record.parse("ludoteca record 1\ngame 2048:2,1#0\nmove left\nend 1\n")
    with pytest.raises(FormatError, match="write this move as 'left'"):
        record.session(begin)


def test_a_move_that_changes_nothing_is_no_move() -> None:
    session = begin("2048:2,1@2,0/0,0.0.p")
    assert list(session.game.legal(session.state)) == ["down", "right"]


def test_directions_push_where_they_say() -> None:
    game = G2048(3, 1)
    start = game.load("0,0,0/0,2,0/0,0,0.0.p")
    ends = {way: game.dump(game.play(start, way)) for way in ("up", "down", "left", "right")}
    assert ends == {
        "up": "0,2,0/0,0,0/0,0,0.0.t",
        "down": "0,0,0/0,0,0/0,2,0.0.t",
        "left": "0,0,0/2,0,0/0,0,0.0.t",
        "right": "0,0,0/0,0,2/0,0,0.0.t",
    }


def test_the_goal_ends_the_game_after_natures_tile_unless_one_keeps_playing() -> None:
    for options, over in (("2,1,goal=16", True), ("2,1,goal=16,keep=yes", False)):
        session = begin(f"2048:{options}@8,8/0,0.0.p#1")
        session.play_text("left")
        assert session.player == CHANCE
        session.roll()
        assert (session.player == OVER) is over
    assert begin("2048:2,1,goal=16,keep=yes@16,2/4,8.0.p").outcome == (0, "the goal tile is made")
    assert begin("2048:2,1@16,2/4,8.0.p").outcome == (None, "nothing can move any more")


def test_a_full_board_with_a_pair_goes_on() -> None:
    assert begin("2048:2,1@2,4/2,8.0.p").player == 0


def _random_play(size: int) -> Fraction:
    """The exact mean score of uniformly random play, by dynamic programming over the contract alone."""
    game = G2048(size, 2, goal=2**30)

    @cache
    def ahead(state: Grid) -> Fraction:
        player = game.player(state)
        if player == OVER:
            return Fraction(0)
        odds = (
            game.odds(state)
            if player == CHANCE
            else [(m, Fraction(1, len(game.legal(state)))) for m in game.legal(state)]
        )
        return sum(
            (chance * (after.score + ahead(after._replace(score=0))) for after, chance in
             ((game.play(state, move), chance) for move, chance in odds)),
            Fraction(0),
        )  # fmt: skip

    empty = Grid((0,) * size**2, due=True)
    total = Fraction(0)
    for first, chance in game.odds(empty):
        one = game.play(empty, first)._replace(due=True)
        for second, again in game.odds(one):
            total += chance * again * ahead(game.play(one, second))
    return total


def test_random_play_on_two_by_two_scores_what_is_known() -> None:
    # 19.656540175491: the known exact value, computed by another program.
    assert abs(float(_random_play(2)) - 19.656540175491) < 1e-11


def _perfect_play(size: int) -> float:
    game = G2048(size, 2, goal=2**30)

    @cache
    def ahead(state: Grid) -> float:
        player = game.player(state)
        if player == OVER:
            return 0.0
        if player == CHANCE:
            return sum(float(chance) * ahead(game.play(state, tile)) for tile, chance in game.odds(state))
        after = [game.play(state, way) for way in game.legal(state)]
        return max(each.score + ahead(each._replace(score=0)) for each in after)

    empty = Grid((0,) * size**2, due=True)
    total = 0.0
    for first, chance in game.odds(empty):
        one = game.play(empty, first)._replace(due=True)
        for second, again in game.odds(one):
            total += float(chance * again) * ahead(game.play(one, second))
    return total


def test_perfect_play_on_two_by_two_scores_what_is_known() -> None:
    # 66.964149457101: known optimal expected score, from another program.
    assert abs(_perfect_play(2) - 66.964149457101) < 1e-9


def test_natures_tiles_are_nine_to_one_and_in_every_place() -> None:
    game, counts = G2048(4, 1), Counter[tuple[int, int]]()
    for seed in range(16_000):
        state = game.start(Dice(seed))
        place = next(index for index, tile in enumerate(state.tiles) if tile)
        counts[place, state.tiles[place]] += 1
    expected = {
        (place, value): 16_000 / 16 * share for place in range(16) for value, share in ((2, 0.9), (4, 0.1))
    }
    chi_square = sum((counts[key] - count) ** 2 / count for key, count in expected.items())
    assert chi_square < 61.1  # 31 degrees of freedom, p = 0.001


@given(st.lists(st.sampled_from([0, 0, 2, 4, 8, 16]), min_size=9, max_size=9))
def test_the_mirrored_board_moves_like_its_mirror(tiles: list[int]) -> None:
    game, state = G2048(3, 1), Grid(tuple(tiles))
    mirrored = Grid(tuple(tiles[col * 3 + row] for row in range(3) for col in range(3)))
    turned = {"up": "left", "left": "up", "down": "right", "right": "down"}
    assert {turned[str(way)] for way in game.legal(state)} == set(game.legal(mirrored))
    for way in game.legal(state):
        one, two = game.play(state, way), game.play(mirrored, turned[str(way)])
        assert one.score == two.score
        assert [one.tiles[col * 3 + row] for row in range(3) for col in range(3)] == list(two.tiles)
