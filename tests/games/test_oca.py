"""El juego de la oca: every square of the document's board, turns lost, and the families' variants."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.core import CHANCE, OVER, Dice
from ludoteca.games import begin
from ludoteca.games.oca import CLASSIC, HELD, Oca, Race

# The document's section 2, by hand: where each special square sends the piece, what it gives, what it takes.
GEESE = (5, 9, 14, 18, 23, 27, 32, 36, 41, 45, 50, 54, 59, 63)
JUMPS = dict(pairwise(GEESE)) | {6: 12, 12: 6, 26: 53, 53: 26, 42: 30, 58: 1}
AGAIN = {*GEESE[:-1], 6, 12, 26, 53}
LOST = {19: 1, 52: 2, 31: 3}


@pytest.mark.parametrize("square", range(2, 70))
def test_every_square_does_what_the_document_says(square: int) -> None:
    game = Oca(2, first=1)
    state = game.play(Race((1, 1), (0, 0), 0, rolling=True), square - 1)
    assert state.squares[0] == min(JUMPS.get(square, square), 63)
    if state.squares[0] == 63:
        assert game.outcome(state) == (0, "the last square is reached")
        assert game.player(state) == OVER
    else:
        assert state.turn == (0 if square in AGAIN else 1)
        assert state.owed == (LOST.get(square, 0), 0)


def test_the_square_jumped_to_has_no_effect_of_its_own() -> None:
    """From goose 5 to goose 9 and no further; from the maze to 30, next to the well."""
    game = Oca(2)
    assert game.land(1, 4).to == 9
    assert game.land(40, 2).to == 30


def test_one_who_owes_turns_is_passed_over_one_turn_at_a_time() -> None:
    game = Oca(2, first=1)
    state = game.play(Race((30, 20), (0, 0), 0, rolling=True), 1)  # the well: three turns
    for left, number in ((3, 1), (2, 1), (1, 2), (0, 1)):
        assert (state.turn, state.owed) == (1, (left, 0))
        state = game.play(state._replace(rolling=True), number)
    assert state.turn == 0


def test_two_who_owe_turns_lose_them_in_turn() -> None:
    game = Oca(2)
    state = game.play(Race((50, 31), (0, 3), 0, rolling=True), 2)  # prison while the other is in the well
    assert (state.turn, state.owed) == (0, (0, 0))
    assert state.squares == (52, 31)


@given(st.lists(st.integers(-70, 70), max_size=30), st.integers(2, 8))
def test_any_number_typed_keeps_the_race_in_order(numbers: list[int], players: int) -> None:
    game = Oca(players, first=1)
    state = game.start(Dice(0))
    for number in numbers:
        if game.outcome(state):
            break
        state = game.play(state, number)
        assert all(1 <= square <= 63 for square in state.squares)
        assert game.outcome(state) or state.owed[state.turn] == 0
        assert game.load(game.dump(state)) == state


def test_who_begins_is_drawn_by_lot_among_all() -> None:
    assert {begin(f"oca:8#{seed}").state.turn for seed in range(200)} == set(range(8))
    assert {begin(f"oca:8,first=3#{seed}").state.turn for seed in range(20)} == {2}


def test_a_player_rolls_and_nature_throws() -> None:
    session = begin("oca:2,first=1#1")
    assert session.player == 0
    session.play_text("roll")
    assert session.player == CHANCE
    assert [chance for _number, chance in session.game.odds(session.state)] == [Fraction(1, 6)] * 6


def test_two_dice_give_the_sum_of_two() -> None:
    odds = dict(begin("oca:2,dice=2#1").game.odds(begin("oca:2,dice=2#1").state))
    counted = {
        total: Fraction(sum(a + b == total for a in range(1, 7) for b in range(1, 7)), 36)
        for total in range(2, 13)
    }
    assert odds == counted


def test_a_race_may_begin_on_zero() -> None:
    session = begin("oca:2,begin=0,first=1#1")
    assert session.state.squares == (0, 0)
    assert session.game.land(0, -3).reached == 0
    assert [cell.name for row in session.game.board(session.state) for cell in row].count("0") == 1


@pytest.mark.parametrize(
    ("square", "number", "reached", "to"),
    [(61, 2, 63, 63), (61, 4, 61, 61), (60, 6, 60, 60), (62, 5, 59, 63), (62, 6, 58, 1)],
)
def test_an_exact_finish_bounces_back_and_the_square_met_counts(
    square: int, number: int, reached: int, to: int
) -> None:
    landing = Oca(2, exact=True).land(square, number)
    assert (landing.reached, landing.to) == (reached, to)


def test_a_prisoner_is_held_until_another_comes() -> None:
    game = Oca(3, first=1, relieved=True)
    state = game.play(Race((51, 50, 1), (0, 0, 0), 0, rolling=True), 1)
    assert (state.owed, state.turn) == ((HELD, 0, 0), 1)
    state = game.play(state._replace(rolling=True), 2)
    assert state.owed == (0, HELD, 0)
    assert state.turn == 2
    state = game.play(state._replace(rolling=True), 1)
    assert state.turn == 0


def test_the_inn_is_counted_even_where_others_hold() -> None:
    state = Oca(2, relieved=True).play(Race((18, 1), (0, 0), 0, rolling=True), 1)
    assert state.owed == (1, 0)


def test_a_race_in_which_everyone_is_held_has_no_winner() -> None:
    game = Oca(2, relieved=True)
    state = game.play(Race((52, 30), (HELD, 0), 1, rolling=True), 1)
    assert game.outcome(state) == (None, "everyone waits to be relieved")


@pytest.mark.parametrize(
    "text",
    [
        *("1,1.0,0.2.p", "0,1.0,0.0.p", "64,1.0,0.0.p", "63,63.0,0.0.p", "63,1.0,0.0.t", "19,1.1,0.0.p"),
        *(
            "19,1.0,1.0.p",
            "1,19.0,2.0.p",
            "1,52.0,h.0.p",
            "1,1.0,0.0.",
            "1,1.0,0.0.pt",
            "١,1.0,0.0.p",
            "-0,1.0,0.0.p",
        ),
    ],
)
def test_what_no_race_can_be_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"race|numbers"):
        Oca(2).load(text)


def test_the_classic_track_has_the_documents_squares() -> None:
    kinds: dict[str, list[int]] = {}
    for row in Oca(2).board(Race((1, 1), (0, 0), 0)):
        for cell in row:
            if cell.role not in ("void", "square"):
                kinds.setdefault(cell.role, []).append(int(cell.name))
    assert {kind: sorted(squares) for kind, squares in kinds.items()} == {
        "goose": list(GEESE[:-1]), "finish": [63], "bridge": [6, 12], "dice": [26, 53], "inn": [19],
        "prison": [52], "well": [31], "maze": [42], "death": [58],
    }  # fmt: skip
    assert CLASSIC.startswith("63.")


def test_a_track_of_ones_own() -> None:
    game = Oca(2, track="10.goose.3.6.inn.4.2.death.9.2")
    assert game.land(1, 2).to == 6
    assert game.land(1, 5) == (6, ("goose", 6, True, 0), 6)  # the last goose has no next one
    assert game.land(1, 8).to == 2
    assert game.land(1, 9).to == 10


def test_the_spiral_leads_from_neighbour_to_neighbour_inwards() -> None:
    for options in ("2", "2,begin=0", "2,track=17", "2,track=100"):
        game = begin(f"oca:{options}").game
        places = {
            int(cell.name): (row, col)
            for row, cells in enumerate(game.board(game.start(Dice(0))))
            for col, cell in enumerate(cells)
            if cell.name
        }
        assert sorted(places) == list(range(game.begin, game.last + 1))
        for square in range(game.begin, game.last):
            (row, col), (next_row, next_col) = places[square], places[square + 1]
            assert abs(row - next_row) + abs(col - next_col) == 1


def test_a_throw_past_the_end_names_no_square_that_there_is_not() -> None:
    """The document's piece goes 'to 65'; the track has 63 squares, and that is where the piece stands."""
    game = Oca(2, first=1)
    state = game.load("60,1.0,0.0.t")
    assert game.tell(state, 5) == ["Player 1 throws 5: square 63, 2 to spare."]
    assert game.tell(state, 3) == ["Player 1 throws 3: square 63."]
