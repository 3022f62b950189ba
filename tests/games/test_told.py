"""What the games show and say of a position or a move, and which positions are theirs, by hand."""

import pytest

from ludoteca.core import IllegalMove, LudotecaError
from ludoteca.games import begin
from ludoteca.games.g2048 import G2048, is_tile


@pytest.mark.parametrize(
    ("gameid", "move", "told"),
    [
        ("solitario:221/113", "a1 a3", ["The peg on a2 goes."]),
        ("solitario:20/20/13", "a1 c1", ["The peg on b1 goes."]),
        ("drench:2x2,3@12/13.0.0.0", "2", ["The region grows by 1 to 3."]),
        ("drench:2x2,3@12/22.0.0.0", "3", ["The region grows by 0 to 1."]),
        ("drench:2x3,4,players=2@112/344.1.1.0", "2", ["Player 2's region grows by 1 to 3."]),
        ("2048:2,1@2,2/0,0.0.p", "left", ["Merged for 4 points."]),
        ("2048:2,1@2,2/2,2.96.p", "left", ["Merged for 8 points."]),
        ("2048:2,1@2,4/0,0.0.p", "down", []),
        ("2048:2,1@2,4/0,0.0.t", "b1 4", ["A 4 appears on b1."]),
        ("fuga:7@0000000/N00R000/0000000/0000000/0000000/0000000/0000000.N", "b1 b2", []),
        ("fuga:7@0000000/0G00000/00N0000/00G0000/0000R00/0000000/0000000.G", "b2 b3", ["Captured on c3."]),
        (
            "fuga:7@0000000/000R000/N000000/0000000/0000000/0000000/0000000.G",
            "b4 a4",
            ["The king has a free way to a1, a7."],
        ),
    ],
)
def test_a_move_is_told_by_what_it_does(gameid: str, move: str, told: list[str]) -> None:
    session = begin(gameid)
    assert session.game.tell(session.state, session.game.parse(session.state, move)) == told


@pytest.mark.parametrize(
    ("gameid", "status"),
    [
        ("solitario:221/113", "Pegs: 2. The last one must end on b3."),
        ("drench:2x2,3@12/13.4.0.0", "Moves: 4. Flooded: 2 of 4 cells."),
        ("drench:2x2,3,limit=9@12/13.4.0.0", "Moves: 4/9. Flooded: 2 of 4 cells."),
        (
            "drench:2x3,4,players=2@112/344.0.0.0",
            "Moves: 0. Player 1: 2 of 6 cells Player 2: 2 of 6 cells",
        ),
        ("2048:2,1@2,8/0,0.12.p", "Highest: 8. Score: 12."),
        ("fuga:7", "Captured: guards 0, attackers 0."),
        (
            "fuga:7@0000000/000R00G/N000000/0000000/0000000/0000000/0000000.G",
            "Captured: guards 7, attackers 15.",
        ),
    ],
)
def test_the_status_says_what_the_board_does_not(gameid: str, status: str) -> None:
    session = begin(gameid)
    assert " ".join(session.game.status(session.state)) == status


@pytest.mark.parametrize(
    ("gameid", "move", "ways"),
    [
        ("2048:3,1@2,0,2/0,0,4/2,4,8.0.p", "left", ["a3 a1", "b3 b1"]),
        ("2048:3,1@2,0,2/0,0,4/2,4,8.0.p", "right", ["a1 a3"]),
        ("2048:3,1@2,0,2/0,0,4/2,4,8.0.p", "down", ["a1 c1"]),
        ("2048:3,1@2,0,2/0,0,4/2,4,8.0.p", "up", ["c1 a1", "c2 a2"]),
        ("2048:4,1@2,2,2,2/0,0,0,0/0,0,0,0/0,0,0,0.0.p", "left", ["a2 a1", "a3 a2", "a4 a2"]),
        ("2048:4,1@4,2,2,0/0,0,0,0/0,0,0,0/0,0,0,0.0.p", "left", ["a3 a2"]),
        ("2048:2,1@2,4/0,0.0.t", "b1 4", []),
        ("solitario:221/113", "a1 a3", ["a1 a3"]),
        ("drench:2x2,3@12/13.0.0.0", "2", []),
    ],
)
def test_whatever_slides_goes_from_where_it_was_to_where_it_is(
    gameid: str, move: str, ways: list[str]
) -> None:
    session = begin(gameid)
    found = session.game.ways(session.state, session.game.parse(session.state, move))
    assert [" ".join(way) for way in found] == ways


def test_regions_and_corners_are_marked() -> None:
    session = begin("drench:2x3,4,players=2@112/344.0.0.0")
    marks = [sorted(cell.marks) for row in session.game.board(session.state) for cell in row]
    assert marks == [["corner", "region0"], ["region0"], [], [], ["region1"], ["corner", "region1"]]
    assert session.game.board(session.state)[1][0] == ("colour3", "3", "b1", frozenset())


def test_goal_castles_and_throne_are_marked_and_the_void_has_no_name() -> None:
    session = begin("solitario:201/223")
    cells = [cell for row in session.game.board(session.state) for cell in row]
    assert [cell.role for cell in cells] == ["peg", "void", "hole", "peg", "peg", "hole"]
    assert [cell.name for cell in cells] == ["a1", "", "a3", "b1", "b2", "b3"]
    assert [set(cell.marks) for cell in cells] == [set(), set(), set(), set(), set(), {"goal"}]
    fuga = begin("fuga:7@0000000/000R000/N000000/0000000/0000000/0000000/0000000.G")
    board = [cell for row in fuga.game.board(fuga.state) for cell in row]
    assert {cell.name: cell.text for cell in board if cell.marks} == {
        "a1": "X", "a7": "X", "g1": "X", "g7": "X", "d4": "T",
    }  # fmt: skip
    assert (board[10].role, board[14].role, board[24].role, board[0].role) == (
        "king",
        "attacker",
        "throne",
        "castle",
    )


@pytest.mark.parametrize(
    ("gameid", "why"),
    [
        ("drench:2x2,3@12/1.0.0.0", "has 2x2 cells"),
        ("drench:2x2,3@12/14.0.0.0", "'4' is not one of the 3 colours"),
        ("drench:2x2,3@12/13.0.0", "After the cells come"),
        ("drench:2x2,3@12/13.0.x.0", "After the cells come"),
        ("drench:2x2,3@12/13.0.1.0", "not of a game for 1"),
        ("drench:2x2,3@12/13.0.0.1", "not of a game for 1"),
        ("drench:2x2,3,players=2@12/13.0.2.0", "not of a game for 2"),
        ("2048:2,1@2,2/0.0.p", "2 rows of 2 tiles"),
        ("2048:2,1@2,2/0,0.0.x", "the points and p or t"),
        ("2048:2,1@2,2/0,0.x.p", "the points and p or t"),
        ("2048:2,1@2,3/0,0.0.p", "3 is not a tile"),
        ("2048:2,1@2,1/0,0.0.p", "1 is not a tile"),
        ("2048:2,1@2,4/8,16.0.t", "no place is empty"),
        ("solitario:221@22/11", "needs exactly one goal"),
        ("solitario:223@22/13", "2x2, not of this board's size"),
        ("fuga:7@0000000/000R000/N000000/0000000/0000000/0000000/0000000.R", "7 rows of 7 squares"),
        ("fuga:7@0000000/000R000/N000000/000G000/0000000/0000000/0000000.G", "Only the king may stand on d4"),
        ("drench:2x2,3,limit=10001", "limit must be from 0 to 10000"),
        ("fuga:7,repeats=1", "repeats must be 0, or 2 or more"),
        ("solitario:" + "/".join("2" * 32 + "3"), "from 1 to 32 rows and columns"),
        (f"solitario:{'2' * 32}3", "from 1 to 32 rows and columns"),
        ("drench:65x2,3", "rows must be from 1 to 64"),
        ("drench:2x65,3", "columns must be from 1 to 64"),
        ("drench:2x2,3,players=2,limit=3", "Two players need"),
        ("drench:1x2,3,players=2", "Two players need"),
        ("drench:2x2,3,symmetric=no", "Only a board for two"),
        ("drench:2x2,3,players=0", "players must be from 1 to 2"),
        ("2048:257,2", "size must be from 2 to 256"),
        (f"solitario:{'z' * 50}", f"no board '{'z' * 40}'; boards: english, "),
    ],
)
def test_what_is_no_position_or_game_of_theirs_is_refused(gameid: str, why: str) -> None:
    with pytest.raises(LudotecaError, match=why):
        begin(gameid)


@pytest.mark.parametrize(
    ("gameid", "dumped"),
    [
        ("drench:2x2,3@12/13", "12/13.0.0.0"),
        ("drench:2x2,3,players=2@12/13.5.1.2", "12/13.5.1.2"),
        ("drench:1x64,2,limit=10000@" + "12" * 32, "12" * 32 + ".0.0.0"),
        ("2048:2,1@2,2/0,0", "2,2/0,0.0.p"),
        ("2048:2,1@2,4/8,16.8.p", "2,4/8,16.8.p"),
        ("2048:2,4,goal=8@2,4/0,0.0.t", "2,4/0,0.0.t"),
        ("fuga:7,repeats=2", "00NNN00/000N000/N0GGG0N/NNGRGNN/N0GGG0N/000N000/00NNN00.N"),
        (f"solitario:{'2' * 31}3", "2" * 31 + "3"),
        ("solitario:" + "/".join("2" * 31 + "3"), "/".join("2" * 31 + "3")),
    ],
)
def test_what_is_left_out_is_as_at_the_beginning(gameid: str, dumped: str) -> None:
    session = begin(gameid)
    assert session.game.dump(session.state) == dumped


def test_tiles_are_powers_of_two_from_2_on() -> None:
    assert [value for value in range(-4, 70) if is_tile(value)] == [2, 4, 8, 16, 32, 64]


def test_natures_tile_is_read_only_where_it_may_land() -> None:
    session = begin("2048:2,1@2,4/0,0.0.t")
    for text in ("b1 2", "b2 4"):
        assert session.game.text(session.game.parse(session.state, text)) == text
    for text in ("a1 2", "b1 8", "b1", "up", "move up"):
        with pytest.raises(IllegalMove):
            session.game.parse(session.state, text)
    with pytest.raises(IllegalMove):  # it is not nature's turn
        G2048(2, 1).parse(session.state._replace(due=False), "b1 2")


@pytest.mark.parametrize(
    ("position", "move", "why"),
    [
        ("0000000/000R000/N000000/0000000/0000000/0000000/0000000.G", "a1 a2", "no piece on a1"),
        ("0000000/000R000/N000000/0000000/0000000/0000000/0000000.G", "c1 c2", "belongs to the other side"),
        ("0000000/000R000/N000000/0000000/0000000/0000000/0000000.G", "b4 c5", "in a straight line"),
        ("0000000/000R000/N000000/0000000/0000000/0000000/0000000.G", "b4 b4", "in a straight line"),
        ("0000000/000R00G/N000000/0000000/0000000/0000000/0000000.G", "b4 b7", "in the way to b7"),
        ("0000000/000R00G/N000000/0000000/0000000/0000000/0000000.N", "c1 a1", "a1 is a castle"),
        ("0000000/000R00G/0000000/N000000/0000000/0000000/0000000.N", "d1 d4", "d4 is the throne"),
        ("R000000/0000000/N000000/0000000/0000000/0000000/0000000.N", "c1 c2", "The game is over"),
    ],
)
def test_a_slide_that_is_none_is_told_which_rule_it_breaks(position: str, move: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        begin(f"fuga:7@{position}").play_text(move)


@pytest.mark.parametrize(
    ("gameid", "move", "note"),
    [
        ("solitario:221/113", "a1 a3", "a1 a3"),
        ("fuga:7@0000000/0G00000/00N0000/00G0000/0000R00/0000000/0000000.G", "b2 b3", "b2 b3×1"),
        ("fuga:7@0000000/N00R000/0000000/0000000/0000000/0000000/0000000.N", "b1 b2", "b1 b2"),
        ("2048:2,1@2,4/0,0.0.t", "b1 4", "b1 4"),
        ("oca:2@1,1.0,0.0.p", "roll", ""),
        ("oca:2@1,1.0,0.0.t", "5", "5"),
    ],
)
def test_a_move_is_noted_with_what_it_takes(gameid: str, move: str, note: str) -> None:
    session = begin(gameid)
    assert session.game.noted(session.state, session.game.parse(session.state, move)) == note


def test_only_a_throw_is_a_number_on_a_die() -> None:
    for gameid, thrown in (
        ("oca:2@1,1.0,0.0.t", [1, 2, 3, 4, 5, 6]),
        ("2048:2,1@2,4/0,0.0.t", [None] * 4),
    ):
        session = begin(gameid)
        assert [session.game.thrown(move) for move in session.legal] == thrown


def test_words_with_buttons_of_their_own_are_there_whether_they_are_moves_or_not() -> None:
    session = begin("drench:2x2,3@12/13.0.0.0")
    assert session.game.buttons == {"1": "colour1", "2": "colour2", "3": "colour3"}
    assert session.legal == (2, 3)
    assert list(begin("2048:2,1@2,4/0,0.0.p").game.buttons) == ["up", "down", "left", "right"]
    assert list(begin("oca:2").game.buttons) == ["roll"]
    assert not begin("fuga:7").game.buttons


def test_what_each_holds_is_told_only_where_two_fight_for_it() -> None:
    for gameid, shares in (("drench:2x3,4,players=2@112/344.0.0.0", [1 / 3, 1 / 3]), ("drench:2x2,3", [])):
        session = begin(gameid)
        assert list(session.game.holds(session.state)) == shares
