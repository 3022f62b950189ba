"""Zyan Drench: flooding, limits, and the game for two."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.core import OVER, Dice, IllegalMove
from ludoteca.core.game import Size
from ludoteca.games import begin
from ludoteca.games.drench import COLOURS, Drench, Flood


def recursive_flood(cells: list[list[str]], row: int, col: int, old: str, new: str) -> None:
    """The document's first, recursive description of the flood."""
    if 0 <= row < len(cells) and 0 <= col < len(cells[0]) and cells[row][col] == old != new:
        cells[row][col] = new
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            recursive_flood(cells, row + down, col + right, old, new)


@given(st.integers(1, 7), st.integers(1, 7), st.integers(2, 5), st.integers(0, 10**6), st.data())
def test_a_flood_is_the_documents_flood(
    rows: int, cols: int, colours: int, seed: int, data: st.DataObject
) -> None:
    game = Drench(Size(rows, cols), colours)
    state = game.start(Dice(seed))
    while game.player(state) != OVER and state.moves < 12:
        cells = [list(state.cells[at : at + cols]) for at in range(0, rows * cols, cols)]
        move = data.draw(st.sampled_from(game.legal(state)))
        recursive_flood(cells, 0, 0, cells[0][0], COLOURS[move - 1])
        state = game.play(state, move)
        assert state.cells == "".join(cell for row in cells for cell in row)


def test_the_documents_own_example() -> None:
    session = begin("drench:3x3,3@113/212/111.0.0.0")  # a=1, b=2, c=3 in its table
    session.play_text("3")
    assert session.game.dump(session.state) == "333/232/333.1.0.0"


def test_the_regions_own_colour_is_no_move() -> None:
    session = begin("drench:2x2,3@12/13.0.0.0")
    assert list(session.game.legal(session.state)) == [2, 3]
    with pytest.raises(IllegalMove, match="corner's own"):
        session.play_text("1")


@pytest.mark.parametrize("text", ["0", "4", "x", "", "-1", "²", "1 2", "99999999999"])
def test_what_is_not_a_colour_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove, match="from 1 to 3"):
        begin("drench:2x2,3@12/13.0.0.0").play_text(text)


def test_one_colour_wins_also_with_the_last_move_of_a_limit() -> None:
    session = begin("drench:1x3,3,limit=2@123.0.0.0")
    session.play_text("2")
    session.play_text("3")
    assert session.outcome == (0, "the board is of one colour")


def test_a_limit_used_up_loses_exactly_when_no_move_is_left() -> None:
    session = begin("drench:1x4,4,limit=2@1234.0.0.0")
    session.play_text("2")
    assert session.outcome is None
    session.play_text("3")
    assert session.outcome == (None, "the moves are used up")


def test_the_original_apps_thirty_moves() -> None:
    session = begin("drench:15x15,6,limit=30#77")
    for number in range(30):
        assert session.outcome is None
        session.play([1, 2][number % 2] if [1, 2][number % 2] in session.legal else session.legal[0])
    assert session.outcome == (None, "the moves are used up")


def test_two_players_begin_at_opposite_corners_of_a_board_that_is_fair() -> None:
    for seed in range(50):
        state = begin(f"drench:7x6,5,players=2#{seed}").state
        assert state.cells == state.cells[::-1]
    unfair = [begin(f"drench:7x6,5,players=2,symmetric=no#{seed}").state.cells for seed in range(50)]
    assert any(cells != cells[::-1] for cells in unfair)


def test_nobody_may_choose_his_own_or_the_rivals_colour() -> None:
    session = begin("drench:2x3,4,players=2@123/334.0.0.0")
    assert list(session.game.legal(session.state)) == [2, 3]
    session.play_text("2")
    assert session.player == 1
    assert list(session.game.legal(session.state)) == [1, 3]


def test_two_colours_left_end_it_and_the_larger_region_wins() -> None:
    session = begin("drench:2x3,4,players=2@113/114.0.0.0")
    session.play_text("3")
    assert session.outcome == (0, "only two colours are left")
    assert list(session.game.scores(session.state)) == [5, 1]


def test_equal_regions_are_a_draw() -> None:
    assert begin("drench:2x2,3,players=2@12/12.4.0.0").outcome == (None, "only two colours are left")


def test_a_full_round_of_colours_without_growth_ends_it() -> None:
    session = begin("drench:2x4,4,players=2@1234/1234.0.0.0")
    moves = 0
    while not session.outcome:
        state, game = session.state, session.game
        session.play(next(move for move in game.legal(state) if game.play(state, move).idle))
        moves += 1
    assert moves == 4
    assert session.outcome == (None, "nobody has grown for a round of colours")


@given(st.integers(0, 10**6), st.lists(st.integers(0, 9), max_size=12))
def test_the_transposed_board_floods_like_its_mirror(seed: int, choices: list[int]) -> None:
    game, turned = Drench(Size(4, 5), 4), Drench(Size(5, 4), 4)

    def transpose(state: Flood) -> Flood:
        return state._replace(
            cells="".join(state.cells[row * 5 + col] for col in range(5) for row in range(4))
        )

    state = game.start(Dice(seed))
    for choice in choices:
        moves = game.legal(state)
        assert moves == turned.legal(transpose(state))
        if not moves:
            break
        move = moves[choice % len(moves)]
        assert turned.play(transpose(state), move) == transpose(game.play(state, move))
        state = game.play(state, move)


def test_no_board_for_two_is_over_before_it_begins() -> None:
    for seed in range(300):
        session = begin(f"drench:3x3,3,players=2#{seed}")
        assert session.outcome is None
        assert session.game.corner(1) not in session.game.region(session.state.cells, 0)
