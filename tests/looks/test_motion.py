"""Films of moves: pieces on their ways, floods from their corners, always ending on the board after."""

import pytest

from ludoteca.core import Cell
from ludoteca.games import begin
from ludoteca.looks import Moving, Scale, Skin, draw, frames, scale_for

from support.looks import board_of, played


@pytest.mark.parametrize("gameid", ["solitario:english", "fuga:9", "drench:8x8,5#1", "2048:4#1", "oca:3#1"])
def test_a_film_of_a_move_ends_on_the_board_after_it(gameid: str) -> None:
    session = played(gameid, 60)
    game, moved = session.game, 0
    for ply, move in enumerate(session.moves):
        before, after = (game.board(session.states[n]) for n in (ply, ply + 1))
        film = frames(before, after, game.ways(session.states[ply], move), count=5)
        assert film[-1] == (after, [])
        assert 1 <= len(film) <= 5
        moved += len(film) > 1
        for board, moving in film:
            assert all(0 <= p.row <= len(board) - 1 and 0 <= p.col <= len(board[0]) - 1 for p in moving)
            assert draw(board, scale_for(board, 56, 20), Skin(), moving=moving)
    assert moved


def test_a_piece_under_way_is_off_its_place_and_over_the_board() -> None:
    session = begin("fuga:7")
    before = board_of(session)
    move = session.play_text("a3 a2")
    film = frames(before, board_of(session), session.game.ways(session.states[0], move), count=2)
    (board, (piece,)), _end = film
    assert board[0][2].role == "field"
    assert piece.cell.role == "attacker"
    assert (piece.row, piece.col) == (0, 1.5)
    bare = draw(board, Scale(6, 3), Skin())
    laid = draw(board, Scale(6, 3), Skin(), moving=[piece])
    changed = [x for x, (a, b) in enumerate(zip(bare[1], laid[1], strict=True)) if a != b]
    assert min(changed) >= 9
    assert max(changed) < 15
    assert all(spot.ground.startswith("#") for spot in laid[1])


def test_the_king_leaves_his_throne_behind_and_a_token_its_square() -> None:
    throne = Cell("king", "R", "a1", frozenset({"throne"}))
    rows = [[throne, Cell("field", ".", "a2")]], [[Cell("throne", "T", "a1"), Cell("king", "R", "a2")]]
    board, moving = frames(*rows, [("a1", "a2")], count=2)[0]
    assert board[0][0].role == "throne"
    assert moving == [Moving(Cell("king", "R", "a1"), 0.0, 0.5)]
    both = Cell("square", "AB", "1", frozenset({"player0", "player1"}))
    one = Cell("square", "A", "1", frozenset({"player0"}))
    other = Cell("square", "B", "2", frozenset({"player1"}))
    board, moving = frames([[both, Cell("square", "2", "2")]], [[one, other]], [("1", "2")], count=2)[0]
    assert board[0][0] == one
    assert moving[0].cell.role == "player1"


def test_a_flood_spreads_from_its_corner() -> None:
    session = begin("drench:5x5,3#4")
    before = board_of(session)
    session.play(session.legal[0])
    film = frames(before, board_of(session), [], count=4)
    for board, _moving in film[:-1]:
        assert board[0][0] == board_of(session)[0][0]
    counts = [sum(a != b for x, y in zip(board, before, strict=True) for a, b in zip(x, y, strict=True))
              for board, _moving in film]  # fmt: skip
    assert counts == sorted(counts)
