"""El juego de la oca, as it is told: tracks of one's own, sentences, and the squares a piece passes."""

import pytest

from ludoteca.core import FormatError
from ludoteca.games import begin
from ludoteca.games.oca import Oca, Race, read_track


@pytest.mark.parametrize(
    "track",
    [
        "2",
        "400",
        "20.inn.1.1",  # any square but the last
        "20.inn.19.99",
        "20.goose.5.20",  # the last may be a goose
        "20.maze.19.1",
        "20.death.5.5",
        "20.bridge.1.19",
    ],
)
def test_a_track_may_be_so(track: str) -> None:
    assert read_track(track).last == int(track.partition(".")[0])


@pytest.mark.parametrize(
    ("track", "why"),
    [
        ("1", "from 2 to 400"),
        ("401", "from 2 to 400"),
        ("20.inn.0.1", "inn 0 is off the track"),
        ("20.inn.20.1", "inn 20 is off the track"),
        ("20.goose.5.21", "goose 5 is off the track"),
        ("20.inn.5.100", "from 1 to 99 turns"),
        ("20.maze.5.6", "must lead back"),
        ("20.goose.5.5", "rising order"),
        ("20.dice.5.6.7", "two numbers"),
        ("20.inn.5", "two numbers"),
        ("20.5.inn", "'5' is neither"),
        ("20." + "z" * 50, f"'{'z' * 40}' is neither"),
    ],
)
def test_a_track_may_not_be_so(track: str, why: str) -> None:
    with pytest.raises(FormatError, match=why):
        read_track(track)


@pytest.mark.parametrize(
    ("square", "number", "told"),
    [
        (1, 1, ["Player 1 throws 1: square 2."]),
        (1, 4, ["Player 1 throws 4: square 5.", "From goose to goose: square 9.", "Roll again."]),
        (54, 5, ["Player 1 throws 5: square 59.", "From goose to goose: square 63."]),
        (1, 5, ["Player 1 throws 5: square 6.", "From bridge to bridge: square 12.", "Roll again."]),
        (18, 1, ["Player 1 throws 1: square 19.", "inn: turns lost: 1."]),
        (30, 1, ["Player 1 throws 1: square 31.", "well: turns lost: 3."]),
        (40, 2, ["Player 1 throws 2: square 42.", "maze: back to square 30."]),
        (57, 1, ["Player 1 throws 1: square 58.", "death: back to square 1."]),
    ],
)
def test_a_throw_is_told_with_what_its_square_does(square: int, number: int, told: list[str]) -> None:
    assert Oca(2, first=1).tell(Race((square, 1), (0, 0), 0, rolling=True), number) == told


def test_variants_are_told_too_and_to_say_roll_needs_no_words() -> None:
    race = Race((61, 51), (0, 0), 0, rolling=True)
    game = Oca(2, first=1, exact=True, relieved=True)
    assert game.tell(race, 4) == ["Player 1 throws 4: square 61.", "Too much: back from 63."]
    assert game.tell(race, 2) == ["Player 1 throws 2: square 63."]
    assert game.tell(race._replace(turn=1), 1) == [
        "Player 2 throws 1: square 52.",
        "prison: held until another player comes.",
    ]
    assert game.tell(race._replace(rolling=False), "roll") == []
    assert game.ways(race._replace(rolling=False), "roll") == []


def test_it_is_told_where_everyone_stands_and_what_they_owe() -> None:
    session = begin("oca:3,relieved=yes@19,52,1.1,h,0.2.p")
    assert session.game.status(session.state) == [
        "A Player 1: square 19, turns to lose: 1",
        "B Player 2: square 52, held",
        "C Player 3: square 1",
    ]


@pytest.mark.parametrize(
    ("options", "square", "number", "way"),
    [
        ("", 1, 3, "1 2 3 4"),
        ("", 1, 4, "1 2 3 4 5 9"),
        ("", 40, 2, "40 41 42 30"),
        ("", 60, 5, "60 61 62 63"),
        (",exact=yes", 61, 4, "61 62 63 62 61"),
        (",exact=yes", 61, 2, "61 62 63"),
        (",exact=yes", 62, 6, "62 63 62 61 60 59 58 1"),
    ],
)
def test_a_piece_passes_every_square_that_is_counted_out(
    options: str, square: int, number: int, way: str
) -> None:
    game = begin(f"oca:2,first=1{options}").game
    assert game.ways(Race((square, 1), (0, 0), 0, rolling=True), number) == [tuple(way.split())]


@pytest.mark.parametrize(
    ("options", "position", "stands"),
    [
        ("2", "19,1.0,0.0.p", True),  # the turn is lost already
        ("2", "1,31.0,3.0.t", True),
        ("2", "1,31.0,4.0.p", False),
        ("2", "1,63.0,0.0.p", True),  # the second has won
        ("2", "1,63.0,0.0.t", False),
        ("2", "63,63.0,0.0.p", False),
        ("2", "1,1.0,0.1.p", True),
        ("2,relieved=yes", "1,31.0,h.0.p", True),
        ("2,relieved=yes", "1,31.0,1.0.p", False),
        ("2,relieved=yes", "52,31.h,h.0.p", True),
        ("2,relieved=yes", "52,31.h,h.0.t", False),
        ("2,relieved=yes", "52,31.h,0.0.p", False),  # who is held has no turn
        ("2,begin=0", "0,1.0,0.0.p", True),
    ],
)
def test_a_race_can_stand_so_or_not(options: str, position: str, stands: bool) -> None:
    game = Oca.from_options(options)
    if stands:
        assert game.dump(game.load(position)) == position
    else:
        with pytest.raises(FormatError, match="No race can stand like this"):
            game.load(position)
