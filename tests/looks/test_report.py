"""Statistics for a person: rows and plots by hand, a game in a line."""

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.archive.entry import RESULTS, Entry, Help
from ludoteca.archive.statistics import Against, Statistics
from ludoteca.core.words import speaking
from ludoteca.games import GAMES
from ludoteca.locale import translator
from ludoteca.looks.numbers import number, percent
from ludoteca.looks.plots import bars, histogram, sparkline
from ludoteca.looks.report import brief, clock, counted, groups, help_of, line_of, note, rows, spreads

NONE = Statistics("fuga:9", 0, 0.0, 0, 0, 0, (), (), 0, 0, None, None)
SOME = replace(
    NONE, games=6, seconds=3725.4, finished=5, won=2, drawn=1, scores=(4.0, 8.0, 6.0, 1.0, 8.0),
    moves=(20, 24, 24, 18, 60), streak=1, longest=2, fastest=75.2, fewest=18,
)  # fmt: skip  # the moves of both: lists number 10, 12, 12, 9 and 30


def test_no_game_has_no_share_no_streak_and_no_points() -> None:
    assert rows(NONE) == [("Games", "0"), ("Time in all", "0:00")]
    assert spreads(NONE, 40, 3) == []


def test_games_are_counted_and_points_told_with_best_average_and_median() -> None:
    results = [("Games", "6"), ("Finished", "5"), ("Won", "2 (40 %)"), ("Lost", "2"), ("Drawn", "1")]
    streaks = [("Wins in a row, now", "1"), ("Wins in a row, most", "2")]
    points = [("Points", ""), ("  best", "8"), ("  average", "5.4"), ("  in the middle", "6")]
    wins = [("Fastest win", "1:15"), ("Fewest moves to win", "9")]
    whole = [("Under way and other games", "1"), ("Time in all", "1:02:05")]
    assert rows(SOME) == [*results, *streaks, *points, *wins, *whole]
    assert groups(SOME) == [results, streaks, points, wins, whole]
    assert groups(SOME, points=False) == [results, streaks, whole]
    assert ("Drawn", "0") not in rows(replace(SOME, drawn=0))


def test_spreads_are_a_plot_of_points_one_of_moves_and_a_course() -> None:
    points = ":::::" + " " * 10 + ":::::" + " " * 5 + ":::::" + " " * 5 + "#####"  # 1, 4, 6, and 8 twice
    moves = ":: #" + " " * 17 + ":"  # 9, 10, 12 twice, 30
    assert spreads(SOME, 40, 1, plain=True) == [
        ("Points: how often", [points, "1" + " " * 38 + "8"]),
        ("Moves: how often", [moves, "9" + " " * 19 + "30"]),
        ("Points: from game to game", [":#:.#"]),
    ]
    alike = replace(SOME, scores=(1.0, 2.0), moves=(1, 2))
    assert [title for title, _plot in spreads(alike, 40, 1)] == [
        "Points: how often",
        "Points: from game to game",
    ]
    assert spreads(replace(SOME, scores=(3.0, 3.0), moves=(5, 5)), 40, 1) == []
    narrow = replace(SOME, scores=(1.0, 2.0), moves=(4, 4))
    ((_title, plot), (_again, (course,))) = spreads(narrow, 40, 1)
    assert (len(plot[0]), len(course)) == (12, 2)  # six columns for one value
    assert len(spreads(replace(SOME, moves=()), 3, 1)[-1][1][0]) == 3


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ([-3, -1], ([3, 1], "Points (fewer is better)")),
        ([-3, 0], ([3, 0], "Points (fewer is better)")),
        ([-3, 1], ([-3, 1], "Points")),
        ([0, 0], ([0, 0], "Points")),
        ([], ([], "Points")),
    ],
)
def test_what_is_to_be_kept_low_is_counted_up(scores: list[float], told: tuple[list[float], str]) -> None:
    assert counted(scores) == told


@pytest.mark.parametrize(
    ("board", "scores", "told"),
    [
        ("solitario:english", (-3.0, -1.0), "Pegs left (fewer is better)"),
        ("drench:15x15,6", (-30.0, -25.0), "Moves (fewer is better)"),
        ("drench:15x15,6,players=2", (30.0, 25.0), "Cells"),
        ("chess:8", (1.0, 2.0), "Points"),
    ],
)
def test_a_score_is_called_what_it_counts(board: str, scores: tuple[float, ...], told: str) -> None:
    numbers = replace(SOME, board=board, scores=scores)
    assert (told, "") in rows(numbers)
    assert f"{told}: how often" in [title for title, _plot in spreads(numbers, 40, 3)]


def test_a_game_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.localtime", time.gmtime)
    entry = Entry(
        1, "fuga:9", "fuga", "fuga:9", 0.0, 86_400.0 + 3660, 3, 61.0, "won", 0, "", 1.0, {}, "", 2, False
    )
    assert line_of(entry) == "1970-01-02 01:01  won, moves: 1            1:01  The King's Flight 9 × 9"
    daily = entry._replace(daily="2025-11-16", result="")
    assert line_of(daily, 80).endswith("  under way, moves: 1      1:01  The King's F…  daily 2025-11-16")
    assert line_of(daily._replace(daily="1970-01-02")).endswith("  The King's Fligh…  daily")
    helped = daily._replace(help=Help(hints=1))
    assert line_of(helped, 90).endswith("  The King's …  daily 2025-11-16  with help")
    assert line_of(helped, 73).endswith("  The King's F…  with help"), (
        "what there is no room for is cut short"
    )
    assert line_of(helped, 55) == "1970-01-02  under way  The King's Fl…  daily  with help"
    assert line_of(helped, 40) == "1970-01-02  under way  The King's Fligh…"
    assert "with help" not in line_of(helped._replace(game="oca", id="oca:2#1", board="oca:2"), 90)


LONG = st.builds(
    Entry, st.integers(1, 10**6), st.text("abc:,#", min_size=9, max_size=300), st.sampled_from(sorted(GAMES)),
    st.just(""), st.just(0.0), st.floats(0, 253_402_214_400 - 1), st.integers(0, 10**9),
    st.floats(0, 253_402_214_400), st.sampled_from(sorted(RESULTS)), st.none(), st.just(""), st.just(0.0),
    st.just({}), st.sampled_from(["", "2026-11-16"]), st.integers(0, 10**9), st.booleans(),
    st.builds(Help, st.integers(0, 10**9)),
)  # fmt: skip


@given(LONG, st.integers(36, 200), st.sampled_from(["en", "es"]))
def test_a_line_is_never_wider_than_its_room(entry: Entry, width: int, code: str) -> None:
    with speaking(translator(code)):
        assert len(line_of(entry, width)) <= width


def test_help_is_told_by_its_kinds() -> None:
    assert help_of(Help()) == ""
    assert help_of(Help(1, 2, 3, 4)) == "With help (hints: 1, computer's moves: 2, rewinds: 3, undos: 4)."


def test_games_with_help_are_counted_apart() -> None:
    some = replace(SOME, games=10, helped=3, helped_won=2)
    told = rows(some)
    assert told[1:5] == [
        ("Finished without help", "5"), ("Won", "2 (40 %)"), ("Lost", "2"), ("Drawn", "1"),
    ]  # fmt: skip
    assert told[-3:] == [
        ("Finished with help", "won 2 of 3"), ("Under way and other games", "2"), ("Time in all", "1:02:05")
    ]  # fmt: skip
    assert "about the games without help" in note(some)
    assert note(SOME) == ""
    assert "Luck alone" in note(replace(SOME, skill=False))
    assert ("Finished with help", "won 0 of 1") in rows(replace(NONE, games=1, helped=1))


def test_opponents_are_told_by_seat_and_level() -> None:
    told = rows(replace(SOME, against=(Against(0, (3,), 4, 1), Against(1, (8,), 1, 1))))
    assert ("  as Attackers, against level 3", "won 1 of 4") in told
    assert ("  as Defenders, against level 8", "won 1 of 1") in told


def test_where_nobody_has_a_choice_there_are_results_and_time_only() -> None:
    luck = replace(SOME, skill=False)
    assert [name for name, _value in rows(luck)] == [
        "Games",
        "Finished",
        "Won",
        "Lost",
        "Drawn",
        "Under way and other games",
        "Time in all",
    ]
    assert spreads(luck, 40, 3) == []


def test_points_that_are_always_the_same_are_told_once() -> None:
    assert ("Points (fewer is better)", "1") in rows(replace(SOME, scores=(-1.0, -1.0)))
    assert "  average" not in dict(rows(replace(SOME, scores=(-1.0, -1.0))))


def test_decimals_have_a_comma_in_spanish() -> None:
    with speaking(translator("es")):
        assert (number(2.5), percent(0.519), percent(0.99999)) == ("2,5", "51,9 %", "> 99,9 %")
        assert ("  media", "5,4") in rows(SOME)


def test_a_long_id_is_cut_at_sixty_characters() -> None:
    assert brief("x" * 60) == "x" * 60
    assert brief("x" * 61) == "x" * 59 + "…"


def test_times_and_numbers_are_short() -> None:
    assert [clock(seconds) for seconds in (0, 59.9, 60, 3599, 3600)] == [
        "0:00",
        "0:59",
        "1:00",
        "59:59",
        "1:00:00",
    ]
    assert [number(worth) for worth in (0.5, 1234567.0, 12.3456789)] == ["0.5", "1234567", "12.3457"]
    assert [percent(share) for share in (0.0, 0.0004, 0.0005, 0.9994, 0.9996, 1.0)] == [
        "0.0 %", "< 0.1 %", "0.1 %", "99.9 %", "> 99.9 %", "100.0 %",
    ]  # fmt: skip
    assert percent(0.001, digits=0) == "< 1 %"


def test_plots_by_hand() -> None:
    assert bars([("won", 3), ("lost", 1.5)], 4, plain=True) == ["won  #### 3", "lost ## 1.5"]
    assert histogram([0.0, 0.5, 1.0, 1.0], 6, 2, plain=True)[-1] == "0    1"
    assert histogram([0.0, 0.5, 1.0, 1.0], 6, 2, plain=True)[:-1] == ["     #", "#  # #"]
    assert histogram([1, 20], 6, 1, plain=True) == ["#   #", "1  20"]  # ranges of four: 1 to 4, …, 17 to 20
    assert sparkline([0, 1, 2, 3]) == "▁▃▆█"
