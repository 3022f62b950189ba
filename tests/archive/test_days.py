"""The boards of the days: which days count, how many in a row; and the best on a board."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.archive import Archive, Kept
from ludoteca.archive.best import Best
from ludoteca.archive.daily import daily
from ludoteca.archive.days import Days, DaysInRow, Mark, Played, days_of
from ludoteca.games import begin

from support.clock import Clock
from support.sessions import at_random

TODAY = date(2026, 11, 18)
WON = ("drench:1x4,3#2", "3 1")  # its board is 2 3 1 1, so two moves flood it


def ago(days: int) -> date:
    return TODAY - timedelta(days=days)


def noon(day: date) -> float:
    return datetime(day.year, day.month, day.day, 12).timestamp()


@contextmanager
def opened(path: Path) -> Iterator[tuple[Archive, Callable[[date], None]]]:
    """An archive, and what turns its clock to the noon of a day."""
    clock = Clock()
    with Archive.open(path / "a.sqlite3", now=clock) as archive:

        def turn(day: date) -> None:
            clock.time = noon(day)

        yield archive, turn


def won(archive: Archive, day: date | None, **more: object) -> Kept:
    """A game of drench won in two moves, as if on the board of a day."""
    kept = archive.keep(begin(WON[0]), daily=day.isoformat() if day else "", **more)  # type: ignore[arg-type]
    for move in WON[1].split():
        kept.play_text(move)
    return kept


def test_what_came_of_a_day_has_an_order() -> None:
    assert Mark.NONE < Mark.BEGUN < Mark.FINISHED < Mark.WON


class TestStreak:
    def streak(self, *days: int, game: str = "") -> DaysInRow:
        played = [Played(ago(each), "oca", ago(each), won=False) for each in days]
        return days_of(played).streak(TODAY, game)

    def test_up_to_today_or_yesterday(self) -> None:
        assert self.streak() == DaysInRow(0, 0, done_today=False)
        assert self.streak(0) == DaysInRow(1, 1, done_today=True)
        assert self.streak(0, 1, 2) == DaysInRow(3, 3, done_today=True)
        assert self.streak(1, 2) == DaysInRow(2, 2, done_today=False)
        assert self.streak(2, 3, 4) == DaysInRow(0, 3, done_today=False)
        assert self.streak(0, 2, 3) == DaysInRow(1, 2, done_today=True)

    def test_days_to_come_do_not_count(self) -> None:
        assert self.streak(-1, -2, 0) == DaysInRow(1, 1, done_today=True)

    def test_of_one_game(self) -> None:
        played = [
            Played(ago(0), "oca", ago(0), won=True),
            Played(ago(1), "2048", ago(1), won=False),
            Played(ago(2), "oca", ago(2), won=False),
        ]
        days = days_of(played)
        assert (days.streak(TODAY).days, days.streak(TODAY, "oca").days, days.streak(TODAY, "2048").days) == (
            3,
            1,
            1,
        )

    def test_only_the_day_itself_counts(self) -> None:
        days = days_of([Played(ago(1), "oca", ago(0), won=True), Played(ago(0), "oca", None, won=False)])
        assert days.streak(TODAY) == DaysInRow(0, 0, done_today=False)
        assert (days.mark(ago(1), ["oca"]), days.mark(ago(0), ["oca"])) == (Mark.BEGUN, Mark.BEGUN)

    def test_a_day_shows_the_best_of_its_games(self) -> None:
        days = days_of(
            [
                Played(ago(0), "oca", ago(0), won=False),
                Played(ago(0), "2048", ago(0), won=True),
                Played(ago(0), "2048", None, won=False),
            ]
        )
        assert [days.mark(ago(0), names) for names in (["oca"], ["2048", "oca"], ["fuga"])] == [
            Mark.FINISHED,
            Mark.WON,
            Mark.NONE,
        ]

    @given(st.sets(st.integers(0, 40)))
    def test_by_another_program(self, days: set[int]) -> None:
        letters = "".join("x" if day in days else " " for day in range(41))  # from today backwards
        longest = max(map(len, letters.split()), default=0)
        now = letters if letters[0] == "x" else letters[1:]
        row = len(now) - len(now.lstrip("x"))
        assert self.streak(*days) == DaysInRow(row, longest, done_today=0 in days)

    def test_the_first_day_of_all(self) -> None:
        assert Days().streak(date.min) == DaysInRow(0, 0, done_today=False)
        assert days_of([Played(date.min, "oca", date.min, won=True)]).streak(date.min).days == 1


class TestInTheArchive:
    def test_finished_on_its_day_with_help_or_without(self, tmp_path: Path) -> None:
        with opened(tmp_path) as (archive, turn):
            turn(ago(1))
            won(archive, ago(1))
            turn(TODAY)
            kept = archive.keep(begin(WON[0]), daily=TODAY.isoformat())
            kept.hinted(kept.state)
            for move in WON[1].split():
                kept.play_text(move)
            days = archive.days()
            assert days.streak(TODAY) == DaysInRow(2, 2, done_today=True)
            marks = [days.mark(day, ["drench"]) for day in (ago(1), TODAY)]
            assert marks == [Mark.WON, Mark.FINISHED], "help is no win"

    def test_what_does_not_count(self, tmp_path: Path) -> None:
        with opened(tmp_path) as (archive, turn):
            turn(TODAY)
            won(archive, None)
            won(archive, ago(1))
            archive.keep(begin(WON[0]), daily=TODAY.isoformat()).play_text("3")
            archive.keep(at_random(begin("2048:2,2#1"), 1), daily=TODAY.isoformat())  # it came with its moves
            watched = archive.keep(daily("oca", TODAY), daily=TODAY.isoformat(), seats={0: 1, 1: 1})
            at_random(watched, 1)
            assert archive.days().streak(TODAY) == DaysInRow(0, 0, done_today=False)
            assert archive.days().mark(TODAY, ["drench"]) == Mark.BEGUN

    @pytest.mark.parametrize(
        "harm",
        ["daily = 'zzz'", "daily = x'ff'", "changed = 1e300", "changed = 'zzz'", "result = 7", "hints = 'z'"],
    )
    def test_a_damaged_row_hides_no_other(self, harm: str, tmp_path: Path) -> None:
        with opened(tmp_path) as (archive, turn):
            for day in (1, 0):
                turn(ago(day))
                won(archive, ago(day))
            archive._db.execute(f"UPDATE games SET {harm} WHERE number = 1")
            assert archive.days().streak(TODAY).done_today
            assert archive.best("drench:1x4,3").fewest == 2


class TestBest:
    def test_fewest_moves_and_games_won_without_help(self, tmp_path: Path) -> None:
        with Archive.open(tmp_path / "a") as archive:
            assert archive.best("drench:1x4,3") == Best()
            for moves in ("31", "131", "12121"):
                kept = archive.keep(begin(WON[0]))
                for move in moves:
                    if not kept.outcome:
                        kept.play_text(move)
            helped = archive.keep(begin(WON[0]))
            helped.hinted(helped.state)
            helped.play_text("3")
            helped.play_text("1")
            finished = [entry for entry in archive.games(finished=True) if not any(entry.help)]
            best = archive.best("drench:1x4,3")
            assert best == Best(len(finished), sum(e.result == "won" for e in finished), -2.0, 2)

    def test_points(self, tmp_path: Path) -> None:
        with Archive.open(tmp_path / "a") as archive:
            for seed in (1, 2, 3):
                at_random(archive.keep(begin(f"2048:2,2#{seed}")), seed)
            scores = [entry.score for entry in archive.games(finished=True)]
            best = archive.best("2048:2,2")
            assert (best.finished, best.points, best.fewest) == (3, max(scores), None)

    @pytest.mark.parametrize(
        "harm", ["score = 'zzz'", "score = 1e300", "moves = -5", "moves = 'zzz'", "moves = 0.5"]
    )
    def test_a_damaged_row_is_no_record(self, harm: str, tmp_path: Path) -> None:
        with Archive.open(tmp_path / "a") as archive:
            for _game in range(2):
                won(archive, None)
            archive._db.execute(f"UPDATE games SET {harm} WHERE number = 1")
            assert archive.best("drench:1x4,3") == Best(1, 1, -2.0, 2)

    def test_a_win_that_takes_what_all_take_has_no_fewest_moves(self, tmp_path: Path) -> None:
        with Archive.open(tmp_path / "a") as archive:
            kept = archive.keep(begin("solitario:sample"))
            while kept.legal:
                kept.play(kept.legal[0])
            assert archive.best(archive.games()[0].board).fewest is None


def test_midnight_is_the_players_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            (tmp_path / zone).mkdir(parents=True)
            with opened(tmp_path / zone) as (archive, turn):
                turn(TODAY)
                won(archive, TODAY)
                assert archive.days().streak(TODAY).done_today
    finally:
        monkeypatch.undo()
        time.tzset()
