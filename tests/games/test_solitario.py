"""El Solitario: jumps, endings, named boards and boards made backwards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.core import OVER, Dice, FormatError, IllegalMove, OptionError, Record
from ludoteca.games import begin
from ludoteca.games.solitario import LAYOUTS, Jump, Pegs, Solitario, generate, read_position

from support.paths import RECORDS


def test_a_jump_takes_the_peg_jumped_over() -> None:
    session = begin("solitario:221/113")
    session.play_text("a1 a3")
    assert session.game.dump(session.state) == "112/113"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a3 a1", "no peg on a3"),
        ("b3 b1", "no peg on b3"),
        ("a1 b1", "cannot jump to b1, but to: a3"),
        ("a1 a2", "cannot jump to a2"),
        ("a2 a4", "off the board"),
        ("b1 b3", "The peg on b1 cannot jump"),
    ],
)
def test_a_wrong_jump_is_explained(text: str, why: str) -> None:
    session = begin("solitario:221/213")
    with pytest.raises(IllegalMove, match=why):
        session.play_text(text)


def test_no_jump_goes_around_the_edge_into_the_void_or_slantwise() -> None:
    session = begin("solitario:1122/2130")
    assert [session.game.text(move) for move in session.game.legal(session.state)] == ["a4 a2"]


def test_directions_are_offered_up_down_left_right() -> None:
    session = begin("solitario:00100/00200/12421/00200/00100")
    assert [session.game.text(move) for move in session.game.legal(session.state)] == [
        "c3 a3", "c3 e3", "c3 c1", "c3 c5",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("position", "winner", "reason"),
    [
        ("114", 0, "the last peg is on the goal"),
        ("211/113", None, "the last peg is not on the goal"),
        ("212/113", None, "no peg can jump any more"),
        ("111/113", None, "no peg can jump any more"),
    ],
)
def test_won_only_with_exactly_one_peg_on_the_goal(position: str, winner: int | None, reason: str) -> None:
    session = begin(f"solitario:{position}")
    assert session.player == OVER
    assert session.outcome == (winner, reason)


@pytest.mark.parametrize(
    ("name", "cells", "pegs"),
    [("english", 33, 32), ("french", 37, 36), ("wiegleb", 45, 44), ("diamond", 41, 40), ("sample", 18, 13)],
)
def test_named_boards_have_their_cells(name: str, cells: int, pegs: int) -> None:
    _rows, _cols, position = read_position(LAYOUTS[name])
    assert (position.usable.bit_count(), position.pegs.bit_count()) == (cells, pegs)


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_named_board_can_be_won(name: str) -> None:
    # Lines found by a separate beam search program; the rules only check them here.
    record = Record.parse((RECORDS / f"solitario-{name}.txt").read_text())
    assert str(record.game) == f"solitario:{name}"
    session = record.session(begin)
    assert session.outcome is not None
    assert session.outcome.winner == 0


def _class(position: Pegs, cols: int) -> tuple[int, ...]:
    """The position class: parities of the pegs on three diagonals, both ways; no jump changes it."""
    colours = [0] * 6
    for index in range(position.pegs.bit_length()):
        if position.pegs >> index & 1:
            row, col = divmod(index, cols)
            colours[(row + col) % 3] += 1
            colours[3 + (row - col) % 3] += 1
    return tuple(
        (one + two) % 2
        for one, two in ((colours[i], colours[j]) for i, j in ((0, 1), (1, 2), (3, 4), (4, 5)))
    )


@pytest.mark.parametrize("name", ["french", "diamond"])
def test_the_french_and_diamond_boards_cannot_be_won_from_centre_to_centre(name: str) -> None:
    """Which is why they begin and end elsewhere: peg and vacancy at the centre are of different classes."""
    rows, cols, position = read_position(LAYOUTS[name])
    centre = rows * cols // 2
    start = position._replace(pegs=position.usable & ~(1 << centre))
    assert _class(start, cols) != _class(Pegs(position.usable, 1 << centre, centre), cols)
    session = begin(f"solitario:{name}")
    goal = Pegs(position.usable, 1 << position.goal, position.goal)
    assert _class(session.state, cols) == _class(goal, cols)
    jump = session.game.legal(session.state)[0]
    assert _class(session.game.play(session.state, jump), cols) == _class(goal, cols)


def test_another_hole_and_goal() -> None:
    session = begin("solitario:english,hole=a3,goal=g5")
    assert session.game.dump(session.state).startswith("0012200/")
    assert session.game.dump(session.state).endswith("/0022400")


def test_ten_thousand_generated_boards_are_won_by_their_own_generation_backwards() -> None:
    stopped_early = 0
    for seed in range(10_000):
        dice = Dice(seed)
        rows, cols, steps = 1 + dice.below(9), 1 + dice.below(9), dice.below(40)
        position, solution = generate(dice, rows, cols, steps)
        game = Solitario(f"{rows}x{cols}", steps=steps)
        assert position.pegs.bit_count() == len(solution) + 1 <= steps + 1
        stopped_early += len(solution) < steps
        for jump in solution:
            assert _allowed(game, position, jump)
            position = game.play(position, jump)
        assert position.pegs == 1 << position.goal
        assert game.outcome(position) == (0, "the last peg is on the goal")
    assert 0 < stopped_early < 10_000


def _allowed(game: Solitario, position: Pegs, jump: Jump) -> bool:
    over = (jump.origin + jump.to) // 2
    return jump in game.legal(position) if position.pegs.bit_count() < 4 else (
        position.pegs >> jump.origin & position.pegs >> over & position.usable >> jump.to & 1 == 1
        and not position.pegs >> jump.to & 1
    )  # fmt: skip


@given(st.integers(0, 10**6), st.integers(1, 6), st.integers(1, 6))
def test_generation_stops_early_only_when_no_peg_can_jump_backwards(seed: int, rows: int, cols: int) -> None:
    position, solution = generate(Dice(seed), rows, cols, 10**18)
    pegs = {divmod(index, cols) for index in range(rows * cols) if position.pegs >> index & 1}
    for row, col in pegs:
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            near, far = (row + down, col + right), (row + 2 * down, col + 2 * right)
            inside = 0 <= far[0] < rows and 0 <= far[1] < cols
            assert not inside or near in pegs or far in pegs
    assert len(solution) == len(pegs) - 1


def test_every_cell_may_be_the_goal_and_every_peg_may_move() -> None:
    goals = {generate(Dice(seed), 3, 3, 0)[0].goal for seed in range(200)}
    assert goals == set(range(9))


@given(st.integers(0, 10**6))
def test_the_mirrored_board_has_the_mirrored_jumps(seed: int) -> None:
    game = Solitario("6x6", steps=14)
    position = game.start(Dice(seed))

    def mirror(index: int) -> int:
        row, col = divmod(index, 6)
        return col * 6 + row

    def flip(bits: int) -> int:
        return sum(1 << mirror(index) for index in range(36) if bits >> index & 1)

    mirrored = Pegs(flip(position.usable), flip(position.pegs), mirror(position.goal))
    jumps = {Jump(mirror(origin), mirror(to)) for origin, to in game.legal(position)}
    assert jumps == set(game.legal(mirrored))


def test_a_position_of_another_goal_is_refused_not_played() -> None:
    """The goal is part of a position, so that an option cannot change it in silence."""
    there = "0022200/0022200/2222222/2113222/2222222/0022200/0022200"
    assert begin(f"solitario:english,goal=d4@{there}").state.goal == 24
    with pytest.raises(FormatError, match="The goal of this position is not a3"):
        begin(f"solitario:english,goal=a3@{there}")
    with pytest.raises(OptionError, match="is not one of solitario:english,goal=a3"):
        begin(f"solitario:english@{there}").varied("goal=a3")
