"""What the lobby says: bests, days in a row, games left, and the calendar."""

from datetime import date, datetime, timedelta

import pytest

from ludoteca.archive.best import Best
from ludoteca.archive.days import DaysInRow, Played, days_of
from ludoteca.archive.entry import Entry, Help
from ludoteca.core.words import speaking
from ludoteca.games import begin
from ludoteca.locale import translator
from ludoteca.looks import Skin
from ludoteca.looks.calendar import grid, legend, line
from ludoteca.looks.lately import (
    best_of,
    fitting,
    since,
    streak_of,
    streak_told,
    table_of,
    today_of,
    todays_of,
    waiting_of,
)
from ludoteca.looks.miniature import miniature

TODAY = date(2026, 11, 18)  # a Wednesday
ENTRY = Entry(
    1, "fuga:9", "fuga", "fuga:9", 0.0, datetime(2026, 11, 18, 10, 4).timestamp(), 40, 61.0, "", None, "",
    1.0, {1: 3}, "", 40, False,
)  # fmt: skip


@pytest.mark.parametrize(
    ("gameid", "best", "said"),
    [
        ("2048", Best(), ""),
        ("2048", Best(7, 3, 12340.0), "best 12,340"),
        ("2048", Best(7, 0, 0.0), "won 0 of 7"),
        ("drench", Best(7, 3, -18.0, 18), "fewest 18 moves"),
        ("drench", Best(7, 0, -25.0), "won 0 of 7"),
        ("solitario", Best(7, 3, -1.0), "won 3 of 7"),
        ("fuga", Best(7, 3, 5.0), "won 3 of 7"),
        ("drench:9x9,6,players=2", Best(7, 3, 50.0), "won 3 of 7"),
        ("oca", Best(7, 3, 63.0), ""),
    ],
)
def test_the_best_of_a_game(gameid: str, best: Best, said: str) -> None:
    assert best_of(begin(gameid).game, best) == said


def test_thousands_are_set_apart_as_the_language_does() -> None:
    with speaking(translator("es")):
        assert best_of(begin("2048").game, Best(7, 3, 12340.0)) == "récord: 12.340"


def test_days_in_a_row() -> None:
    assert streak_of(DaysInRow(0, 5, done_today=False)) == "most days in a row: 5"
    assert streak_told(DaysInRow(0, 0, done_today=False)) == ""
    assert streak_told(DaysInRow(0, 5, done_today=False)) == "Boards of the day: most days in a row: 5."
    assert streak_told(DaysInRow(3, 3, done_today=True)) == "Boards of the day: 3 days in a row."
    assert streak_told(DaysInRow(1, 1, done_today=False)).endswith(
        "1 day in a row. Finish one today to go on."
    )


def test_todays_board() -> None:
    assert today_of(ENTRY) == "under way, moves: 20"
    assert today_of(ENTRY._replace(result="won")) == "won in 20 moves"
    assert today_of(ENTRY._replace(result="won", moves=1, help=Help(hints=1))) == "won in 1 move, with help"
    assert today_of(ENTRY._replace(result="lost")) == "lost, moves: 20"


def test_todays_board_is_told_shorter_where_there_is_less_room() -> None:
    assert todays_of(ENTRY._replace(result="won")) == ["won in 20 moves", "won"]


@pytest.mark.parametrize(
    ("days", "said"),
    [
        (0, "today 10:04"),
        (1, "yesterday"),
        (2, "2 days ago"),
        (6, "6 days ago"),
        (7, "2026-11-18"),
        (-1, "2026-11-18"),
    ],
)
def test_when_a_game_was_left(days: int, said: str) -> None:
    assert since(ENTRY.changed, TODAY + timedelta(days=days)) == said


def test_a_game_that_waits_is_told_in_the_room_there_is() -> None:
    whole = "The King's Flight 9 × 9 · 20 moves · today 10:04 · you: Attackers · learner"
    assert waiting_of(ENTRY, TODAY, 80) == whole
    assert waiting_of(ENTRY, TODAY, 50) == "The King's Flight 9 × 9 · 20 moves · today 10:04"
    assert waiting_of(ENTRY, TODAY, 30) == "The King's Flight 9 × 9"
    assert waiting_of(ENTRY, TODAY, 10) == "The King'…"
    assert fitting(5) == ""


def test_nobody_is_named_in_a_game_that_nobody_knows_or_plays_alone() -> None:
    assert table_of(ENTRY._replace(board="chess:8")) == ""
    assert table_of(ENTRY._replace(board="2048:4,2")) == ""


DAYS = days_of(
    [
        Played(date(2026, 11, 16), "oca", date(2026, 11, 16), won=True),
        Played(date(2026, 11, 17), "oca", date(2026, 11, 17), won=False),
        Played(date(2026, 11, 18), "oca", None, won=False),
    ]
)


def test_the_calendar_has_a_row_for_each_weekday() -> None:
    rows = grid(DAYS, TODAY, ["oca"], weeks=2, plain=True)
    assert ["".join(day.text for day in row).rstrip() for row in rows] == [
        "M  . #", "T  . o", "W  . -", "T  .", "F  .", "S  .", "S  .",
    ]  # fmt: skip
    assert "".join(day.text for day in grid(DAYS, TODAY, ["fuga"], weeks=2)[0]) == "M  · ·", (
        "of these games only"
    )


def test_the_calendar_in_a_line() -> None:
    assert "".join(day.text for day in line(DAYS, TODAY, ["oca"], weeks=2)) == "······· ■▪□"
    with speaking(translator("es")):
        assert [row[1].text for row in legend()] == [" ganada", " acabada", " a medias", " no"]


def test_the_calendar_of_the_first_week_of_all() -> None:
    assert "".join(day.text for day in line(DAYS, date.min, ["oca"], weeks=2, plain=True)).strip() == "."


@pytest.mark.parametrize(
    "skin", [Skin(), Skin(ascii=True), Skin(colour=False)], ids=["colour", "ascii", "none"]
)
@pytest.mark.parametrize("gameid", ["fuga:19", "solitario", "drench", "2048:16,2#5", "oca#3"])
@pytest.mark.parametrize(("width", "height"), [(12, 5), (1, 1), (30, 3)])
def test_a_miniature_fits_and_is_even(gameid: str, width: int, height: int, skin: Skin) -> None:
    session = begin(gameid)
    rows = miniature(session.game.board(session.state), width, height, skin)
    assert 1 <= len(rows) <= height
    assert len({len(row) for row in rows}) == 1
    assert 1 <= len(rows[0]) <= width
    if skin.ascii:
        assert all(spot.char.isascii() for row in rows for spot in row)


def test_a_miniature_shows_a_piece_before_the_ground() -> None:
    session = begin("fuga:19")
    board = session.game.board(session.state)
    signs = {spot.char for row in miniature(board, 10, 10, Skin(colour=False)) for spot in row}
    assert {"●", "■", "♚"} <= signs


def test_a_miniature_shows_where_the_players_are() -> None:
    session = begin("oca:2#3")
    while len(session.moves) < 6:
        session.play(session.legal[0])
    signs = {
        spot.char
        for row in miniature(session.game.board(session.state), 8, 8, Skin(colour=False))
        for spot in row
    }
    assert {"A", "B"} & signs
    assert not any(sign.isdigit() for sign in signs)


def test_a_miniature_has_the_colours_of_the_board() -> None:
    session = begin("drench:4x4,3#2")
    board = session.game.board(session.state)
    (top, _bottom) = miniature(board, 4, 2, Skin())
    upper = [spot.ink or spot.ground for spot in top]
    alike = [[board[0][a].role == board[0][b].role for a in range(4)] for b in range(4)]
    assert [[upper[a] == upper[b] for a in range(4)] for b in range(4)] == alike
