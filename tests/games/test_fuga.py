"""La Fuga del Rey: openings, ways, and every capture that the document pictures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.core import OVER, IllegalMove
from ludoteca.games import begin
from ludoteca.games.fuga import ATTACKERS, DEFENDERS, Flight, Fuga, Slide, geometry, opening
from ludoteca.testing import walk

SMALL = """
    . . . N N N . . .
    . . . . N . . . .
    . . . . . . . . .
    N . . G G G . . N
    N N . G R G . N N
    N . . G G G . . N
    . . . . . . . . .
    . . . . N . . . .
    . . . N N N . . .
"""
LARGE = """
    . . . . N N N N N . . . .
    . . . . . . N . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    N . . . . . G . . . . . N
    N . . . . G G G . . . . N
    N N . . G G R G G . . N N
    N . . . . G G G . . . . N
    N . . . . . G . . . . . N
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . N . . . . . .
    . . . . N N N N N . . . .
"""


def board(picture: str) -> str:
    return "".join(picture.split()).replace(".", "0")


def position(picture: str, turn: int) -> tuple[Fuga, Flight]:
    squares = board(picture)
    game = Fuga(int(len(squares) ** 0.5))
    game.check(squares)
    return game, Flight(squares, turn)


def after(picture: str, turn: int, move: str) -> str:
    """The board after a move, as dots and letters by rows."""
    game, state = position(picture, turn)
    squares = game.play(state, game.parse(state, move)).board
    rows = [squares[at : at + game.size] for at in range(0, len(squares), game.size)]
    return "\n".join(" ".join(row).replace("0", ".") for row in rows)


def same(picture: str) -> str:
    return "\n".join(line.strip() for line in picture.strip().splitlines())


def test_the_openings_are_the_documents_tables() -> None:
    assert opening(9) == board(SMALL)
    assert opening(13) == board(LARGE)


@pytest.mark.parametrize("size", range(7, 20, 2))
def test_every_size_has_twice_as_many_attackers_as_guards_around_one_king(size: int) -> None:
    guards, attackers = (8, 16) if size <= 11 else (12, 24)
    squares = opening(size)
    assert (squares.count("R"), squares.count("G"), squares.count("N")) == (1, guards, attackers)
    assert squares[geometry(size).throne] == "R"
    assert squares == squares[::-1]
    assert begin(f"fuga:{size}").player == ATTACKERS


@pytest.mark.parametrize("size", [6, 8, 5, 21, 0])
def test_other_sizes_do_not_exist(size: int) -> None:
    with pytest.raises(ValueError, match="odd"):
        Fuga(size)


def test_pieces_slide_in_rows_and_columns_over_free_squares() -> None:
    game, state = position(
        """
        . . . . . . .
        . N . . . . .
        . . . . . . .
        . . . R . . .
        . G . . . . .
        . . . . . . .
        . . . . . . .
        """,
        ATTACKERS,
    )
    assert {game.text(move) for move in game.legal(state)} == {
        "b2 a2", "b2 c2", "b2 d2", "b2 b1", "b2 b3", "b2 b4", "b2 b5", "b2 b6", "b2 b7",
    }  # fmt: skip
    with pytest.raises(IllegalMove, match="straight line"):
        game.parse(state, "b2 c3")
    with pytest.raises(IllegalMove, match="in the way"):
        game.parse(state, "b2 f2")


IN_A_ROW = """
    . . . . . . .
    . . . . . . .
    N . G N . . .
    . . . . . . .
    . . . . . . .
    . . . . . R .
    . . . . . . .
"""
IN_A_COLUMN = """
    . . N . . . .
    . . . . . . .
    . . G . . . .
    . . N . . . .
    . . . . . . .
    . . . . . R .
    . . . . . . .
"""


@pytest.mark.parametrize(("picture", "move"), [(IN_A_ROW, "c1 c2"), (IN_A_COLUMN, "a3 b3")])
@pytest.mark.parametrize("turn", [ATTACKERS, DEFENDERS])
def test_a_piece_between_two_enemies_in_a_line_is_captured(turn: int, picture: str, move: str) -> None:
    """Valid for black and white, in a row and in a column."""
    if turn == DEFENDERS:
        picture = picture.translate(str.maketrans("GN", "NG"))
    game, state = position(picture, turn)
    slide = game.parse(state, move)
    assert game.captures(state, slide) == [16]
    assert game.play(state, slide).board.count("GN"[turn]) == 0


def test_a_piece_that_moves_between_two_enemies_is_safe() -> None:
    assert after(
        """
        . . . . . . .
        . . . G . . .
        . . N . N . .
        . . . . . . .
        . . . . . . .
        . . . . . R .
        . . . . . . .
        """,
        DEFENDERS,
        "b4 c4",
    ) == same(
        """
        . . . . . . .
        . . . . . . .
        . . N G N . .
        . . . . . . .
        . . . . . . .
        . . . . . R .
        . . . . . . .
        """
    )


@pytest.mark.parametrize(("prey", "hunter", "turn"), [("G", "N", ATTACKERS), ("N", "G", DEFENDERS)])
def test_a_castle_is_everyones_enemy(prey: str, hunter: str, turn: int) -> None:
    picture = f"""
        . {prey} . {hunter} . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . R .
        . . . . . . .
    """
    game, state = position(picture, turn)
    assert game.captures(state, game.parse(state, "a4 a3")) == [1]


@pytest.mark.parametrize(
    ("size", "prey", "captured"),
    [(7, "N", True), (7, "G", False), (11, "N", True), (11, "G", False), (13, "N", False), (13, "G", False)],
)
def test_the_empty_throne_helps_to_capture_attackers_up_to_eleven_and_nobody_from_thirteen(
    size: int, prey: str, captured: bool
) -> None:
    mid = size // 2
    squares = ["0"] * size**2
    squares[mid * size + mid - 1] = prey
    squares[mid * size] = "N" if prey == "G" else "G"
    squares[1] = "R"
    game, state = Fuga(size), Flight("".join(squares), ATTACKERS if prey == "G" else DEFENDERS)
    move = Slide(mid * size, mid * size + mid - 2)
    assert (game.captures(state, move) != []) is captured


def test_the_throne_with_the_king_on_it_is_a_defender() -> None:
    game, state = position(
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        G . N R . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
        DEFENDERS,
    )
    assert game.captures(state, game.parse(state, "d1 d2")) == [23]


@pytest.mark.parametrize(("partner", "taken"), [("G", [30]), (".", [])])
def test_the_king_captures_like_a_guard(partner: str, taken: list[int]) -> None:
    game, state = position(
        f"""
        . . . . . . .
        . . . . . . .
        . R . . . . .
        . . . . . . .
        . . N {partner} . . .
        . . . . . . .
        . . . . . . .
        """,
        DEFENDERS,
    )
    assert game.captures(state, game.parse(state, "c2 e2")) == taken


def test_one_move_captures_on_three_sides() -> None:
    game, state = position(
        """
        . . . N . . .
        . . . G . . .
        . N G . G N .
        . . . . . . .
        . . . . . . .
        . . . N . . .
        . R . . . . .
        """,
        ATTACKERS,
    )
    assert sorted(game.captures(state, game.parse(state, "f4 c4"))) == [10, 16, 18]


def test_only_the_piece_that_moved_captures() -> None:
    game, state = position(
        """
        . . . . . . .
        . . N G N . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . N
        . R . . . . .
        """,
        ATTACKERS,
    )
    assert game.captures(state, game.parse(state, "f7 e7")) == []


KING = {
    "four attackers": (
        """
        . . . N . . .
        . . N R N . .
        . . . . . . .
        . . . . . . .
        . . . N . . .
        . . . . . . .
        . . . . . . .
        """,
        "e4 c4",
    ),
    "three and the edge": (
        """
        . . N R . N .
        . . . N . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
        "a6 a5",
    ),
    "three and the empty throne": (
        """
        . . . . . . .
        . . . N . . .
        . . N R . N .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
        "c6 c5",
    ),
    "three and a guard": (
        """
        . . . . . . .
        . . N . . . .
        . N R G . . .
        . . . . . . .
        . . N . . . .
        . . . . . . .
        . . . . . . .
        """,
        "e3 d3",
    ),
    "the edge, a castle and two attackers": (
        """
        . R . N . . .
        . N . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
        "a4 a3",
    ),
}


@pytest.mark.parametrize("name", KING)
def test_the_king_is_captured_in_every_pictured_way(name: str) -> None:
    picture, move = KING[name]
    game, state = position(picture, ATTACKERS)
    assert game.outcome(state) is None
    state = game.play(state, game.parse(state, move))
    assert game.outcome(state) == (ATTACKERS, "the king is captured")
    assert game.player(state) == OVER


@pytest.mark.parametrize(
    ("picture", "move"),
    [
        (  # two attackers do not do to a king what they do to a guard
            """
            . . . . . . .
            . . . . . . .
            . N R . N . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            """,
            "c5 c4",
        ),
        (  # two guards are one too many
            """
            . . . . . . .
            . . G . . . .
            . N R G . . .
            . . . . . . .
            . . N . . . .
            . . . . . . .
            . . . . . . .
            """,
            "e3 d3",
        ),
        (  # two attackers and a guard against the edge
            """
            . . N R . N .
            . . . G . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            """,
            "a6 a5",
        ),
        (  # three attackers and a free square
            """
            . . . . . . .
            . . N . . . .
            . N R . . . .
            . . . . . . .
            . . N . . . .
            . . . . . . .
            . . . . . . .
            """,
            "e3 d3",
        ),
    ],
)
def test_the_king_stays_free_otherwise(picture: str, move: str) -> None:
    game, state = position(picture, ATTACKERS)
    assert game.outcome(game.play(state, game.parse(state, move))) is None


def test_a_surrounded_king_is_only_captured_by_a_move_beside_him() -> None:
    game, state = position(
        """
        . . . . . . .
        . . N . . . .
        . N R N . . .
        . . N . . . .
        . . . . . . .
        . . . . . . G
        . . . . . N .
        """,
        ATTACKERS,
    )
    assert game.outcome(game.play(state, game.parse(state, "g6 g5"))) is None


def test_captures_are_judged_before_anything_is_taken_off() -> None:
    """The guard who closes the ring around his king falls to the same move, and too late."""
    game, state = position(
        """
        . . N . . . .
        . N R G N . .
        . . . . . . .
        . . N . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
        ATTACKERS,
    )
    move = game.parse(state, "d3 c3")
    assert game.captures(state, move) == [9]
    assert game.outcome(game.play(state, move)) == (ATTACKERS, "the king is captured")


def test_a_captured_king_is_one_of_the_attackers_captures() -> None:
    game = Fuga(7)
    before = game.load("0000000/0000000/000N000/00NR0N0/000N000/0000000/000G000.N")
    taken = game.play(before, game.parse(before, "d6 d5"))
    assert (list(game.scores(before)), list(game.scores(taken))) == ([7, 12], [8, 12])
    assert game.status(taken) == game.status(before) == ["Captured: guards 7, attackers 12."]


def test_the_king_escapes_to_a_castle() -> None:
    game, state = position(
        """
        . . R . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . N . . .
        """,
        DEFENDERS,
    )
    assert game.escapes(state) == {"O": 0, "E": 6}
    state = game.play(state, game.parse(state, "a3 a1"))
    assert game.outcome(state) == (DEFENDERS, "the king has reached a castle")
    assert game.escapes(state) == {}


@pytest.mark.parametrize(
    ("square", "ways"), [("a4", "OE"), ("g4", "OE"), ("d1", "NS"), ("d7", "NS"), ("d4", "")]
)
def test_free_ways_are_named_by_the_compass(square: str, ways: str) -> None:
    row, col = ord(square[0]) - 97, int(square[1]) - 1
    cells = ["0"] * 49
    cells[row * 7 + col] = "R"
    assert "".join(Fuga(7).escapes(Flight("".join(cells), DEFENDERS))) == ways


@pytest.mark.parametrize("piece", "GN")
def test_only_the_king_enters_castles_and_stops_on_the_throne(piece: str) -> None:
    picture = f"""
        . . {piece} . . . .
        . . . . . . .
        . . . . . . .
        {piece} . . . . . .
        . . . . . . .
        . . . . . R .
        . . . . . . .
    """
    game, state = position(picture, "NG".index(piece))
    targets = {game.text(move).split()[1] for move in game.legal(state) if state.board[move.origin] == piece}
    assert not targets & {"a1", "a7", "g1", "g7", "d4"}
    with pytest.raises(IllegalMove, match="castle"):
        game.parse(state, "a3 a1")
    with pytest.raises(IllegalMove, match="throne"):
        game.parse(state, "d1 d4")


@pytest.mark.parametrize(
    ("size", "piece", "crosses"),
    [(11, "N", True), (11, "G", True), (11, "R", True), (13, "N", True), (13, "G", False), (13, "R", True)],
)
def test_who_may_slide_across_the_empty_throne(size: int, piece: str, crosses: bool) -> None:
    mid = size // 2
    cells = ["0"] * size**2
    cells[1] = "R"
    cells[mid * size + mid - 1] = piece
    if piece == "R":
        cells[1] = "0"
    state = Flight("".join(cells), ATTACKERS if piece == "N" else DEFENDERS)
    move = Slide(mid * size + mid - 1, mid * size + mid + 1)
    assert (move in Fuga(size).legal(state)) is crosses
    if not crosses:
        with pytest.raises(IllegalMove, match="may not cross"):
            Fuga(size).parse(state, Fuga(size).text(move))


def test_a_side_without_a_move_loses() -> None:
    game, state = position(
        """
        . N G . . . .
        . G . . . . .
        . . . . . . .
        . . . R . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
        ATTACKERS,
    )
    assert game.legal(state) == []
    assert game.outcome(state) == (DEFENDERS, "the side to move is stuck")
    nobody = Flight("0" * 24 + "R" + "0" * 24, ATTACKERS)
    assert game.outcome(nobody) == (DEFENDERS, "the side to move is stuck")


def test_orders_may_name_rows_by_letter_or_number_with_spaces_anywhere() -> None:
    game = Fuga(9)
    state = begin("fuga:9").state
    for text in ("(A,4) (A,3)", "(1,4) (1,3)", "( a , 4 )(a,3)", "a4 a3", "A4-A3", "a4a3", " a4,  a3 "):
        assert game.parse(state, text) == Slide(3, 2)


def _turned(size: int, index: int) -> int:
    row, col = divmod(index, size)
    return col * size + (size - 1 - row)


@given(st.lists(st.integers(0, 10**6), max_size=40), st.sampled_from([7, 9, 13]))
def test_a_turned_or_mirrored_board_plays_the_same(choices: list[int], size: int) -> None:
    session = walk(f"fuga:{size},repeats=0", choices)
    game, state = session.game, session.state
    for change in (lambda i: _turned(size, i), lambda i: i // size * size + size - 1 - i % size):
        cells = ["0"] * size**2
        for index, piece in enumerate(state.board):
            cells[change(index)] = piece
        changed = Flight("".join(cells), state.turn)
        moves = {Slide(change(origin), change(to)) for origin, to in game.legal(state)}
        assert moves == set(game.legal(changed))
        for origin, to in game.legal(state)[:10]:
            taken = {change(index) for index in game.captures(state, Slide(origin, to))}
            assert taken == set(game.captures(changed, Slide(change(origin), change(to))))
