"""The list of moves: in pairs where two take turns, nature folded in, a log where nobody decides."""

from ludoteca.core import AnySession, Dice
from ludoteca.games import begin
from ludoteca.looks.sheet import Sheet

from support.sessions import at_random, played


def shown(session: AnySession, height: int = 20, width: int = 23, at: int | None = None) -> list[str]:
    lines = Sheet(session).lines(height, width, at)
    assert all(sum(len(run.text) for run in line) <= width + 1 for line in lines)
    return ["".join(run.text for run in line).rstrip() for line in lines]


def told(text: str) -> AnySession:
    """A game of moves that people made, nature's between them."""
    gameid, *moves = text.split(", ")
    session = begin(gameid)
    for move in moves:
        session.turn(move)
    return session


def test_two_who_take_turns_share_a_row_and_captures_are_marked() -> None:
    session = begin("fuga:7@0000000/0G0000N/00N0000/00G0000/0000R00/0000000/0000000.G")
    for move in ("b2 b3", "b7 c7", "e5 e7"):
        session.turn(move)
    assert shown(session) == [" 1. …         b2 b3×1", " 2. b7 c7     e5 e7"]


def test_who_moves_again_begins_a_row() -> None:
    session = told("drench:2x3,4,players=2@112/344.0.1.0, 2, 3")
    rows = Sheet(session).lines(9, 23)
    assert ["".join(run.text for run in line).split() for line in rows] == [["1.", "…", "2"], ["2.", "3"]]


def test_what_nature_did_stands_dim_beside_the_decision_before_it() -> None:
    session = told("2048:3,2#5, up, right")
    (first, *_rest) = Sheet(session).lines(9, 30)
    assert [(run.text.strip(), run.dim) for run in first if run.text.strip()] == [
        ("1.", True), ("up", False), (session.game.text(session.moves[1]), True),
    ]  # fmt: skip
    assert [line.split(".")[0] for line in shown(session)] == [" 1", " 2"]


def test_only_the_last_rows_are_shown_and_in_a_replay_those_around_the_position() -> None:
    session = begin("solitario:english")
    dice = Dice(3)
    for _move in range(12):
        session.play(dice.choice(session.legal))
    numbers = [int(line.split(".")[0]) for line in shown(session, 5)]
    assert numbers == [8, 9, 10, 11, 12]
    assert [int(line.split(".")[0]) for line in shown(session, 5, at=6)] == [4, 5, 6, 7, 8]
    assert [int(line.split(".")[0]) for line in shown(session, 5, at=0)] == [1, 2, 3, 4, 5]


def test_it_follows_a_game_that_goes_back_and_on_as_if_it_were_read_anew() -> None:
    for gameid in ("fuga:7", "2048:2,1#3", "oca:3#4", "drench:4x4,4,players=2#2"):
        whole = at_random(begin(gameid), 1)
        session, dice, sheet = begin(gameid), Dice(7), Sheet(begin(gameid))
        for _time in range(40):
            ply = dice.below(min(len(whole.moves), 30) + 1)
            session = whole.at(ply)
            sheet.follow(session)
            assert sheet.lines(50, 30) == Sheet(session).lines(50, 30)


def test_what_is_asked_does_not_grow_with_the_game() -> None:
    asked = []

    class Asked(Sheet):
        def told(self, ply: int) -> list[str]:
            asked.append(ply)
            return list(super().told(ply))

    session = at_random(begin("oca:2#3"), 1)
    Asked(session).lines(4, 40)
    assert len(set(asked)) <= 8
    assert min(asked) >= len(session.moves) - 9


def test_where_nobody_decides_a_log_tells_each_throw_apart() -> None:
    session = played("oca:2,first=1", "roll", "1", "roll", "5")
    assert shown(session, width=30) == [
        "A Player 1 throws 1: square 2.",
        "B Player 2 throws 5: square 6.",
        "  From bridge to bridge:",
        "  square 12. Roll again.",
    ]
    assert shown(session, 3, 30) == [
        "B Player 2 throws 5: square 6.",
        "  From bridge to bridge:",
        "  square 12. Roll again.",
    ]
    assert shown(session, 2, 30) == ["  From bridge to bridge:", "  square 12. Roll again."], (
        "there is no room"
    )
    letters = [line[0] for line in Sheet(session).lines(9, 30) if line[0].text.strip()]
    assert [(run.text.strip(), run.seat) for run in letters] == [("A", 0), ("B", 1)]


def test_in_a_replay_the_log_has_what_follows_too_and_marks_the_position() -> None:
    session = played("oca:2,first=1", "roll", "1", "roll", "2", "roll", "2")
    lines = Sheet(session).lines(9, 40, 4)
    assert ["".join(run.text for run in line if run.here) for line in lines] == [
        "", "Player 2 throws 2: square 3.", "",
    ]  # fmt: skip


def test_a_mistake_keeps_its_sign_however_narrow_the_column() -> None:
    session = told("fuga:19, a8 a5, j8 d8")
    for width in (23, 16, 12):
        (line,) = Sheet(session).lines(1, width, mistakes=(1,))
        assert "".join(run.text for run in line).rstrip().endswith("??")


def test_more_than_two_are_told_apart_by_their_numbers() -> None:
    class Three(type(begin("fuga:7").game)):  # type: ignore[misc]  # whatever the class is
        players = 3

    session = begin("fuga:7")
    session.turn("a3 b3")
    session.turn("c3 c2")
    object.__setattr__(session, "game", Three(7))
    assert shown(session) == [" 1. 1: a3 b3", " 2. 2: c3 c2"]
