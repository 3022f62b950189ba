"""The boards of the days: on which days some was begun, finished or won, and on how many in a row."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import IntEnum
from types import MappingProxyType
from typing import Final, NamedTuple

_ONE: Final = timedelta(days=1)


class Mark(IntEnum):
    """What came of a board of the day, or of all boards of a day: the best of them."""

    NONE = 0
    BEGUN = 1
    FINISHED = 2
    WON = 3


class Played(NamedTuple):
    """A game on a board of a day; `finished` is the date of its end, None while there is none."""

    day: date
    game: str
    finished: date | None
    won: bool


class DaysInRow(NamedTuple):
    """Days in a row up to today, or to yesterday while nothing is finished today; and the most there were."""

    days: int
    longest: int
    done_today: bool


@dataclass(frozen=True)
class Days:
    """What came of the boards of the days, by day and game."""

    marks: Mapping[tuple[date, str], Mark] = field(default_factory=lambda: MappingProxyType({}))

    def mark(self, day: date, games: Iterable[str]) -> Mark:
        """The best that came of the boards of some games on a day."""
        return max((self.marks.get((day, game), Mark.NONE) for game in games), default=Mark.NONE)

    def streak(self, today: date, game: str = "") -> DaysInRow:
        """On how many days in a row a board was finished on its own day, of one game or of any.

        >>> first = date(2026, 11, 14)
        >>> played = [Played(first + n * _ONE, "oca", first + n * _ONE, False) for n in (0, 1)]
        >>> days_of(played).streak(date(2026, 11, 16))
        DaysInRow(days=2, longest=2, done_today=False)
        """
        done = {
            day
            for (day, name), mark in self.marks.items()
            if mark >= Mark.FINISHED and game in ("", name) and day <= today
        }
        runs = dict(_runs(sorted(done)))
        days = runs.get(today) or runs.get(_before(today), 0)
        return DaysInRow(days, max(runs.values(), default=0), today in done)


def days_of(games: Iterable[Played]) -> Days:
    """What came of the boards; one that was finished on another day was only begun on its own."""
    marks = dict[tuple[date, str], Mark]()
    for each in games:
        mark = Mark.BEGUN
        if each.finished == each.day:
            mark = Mark.WON if each.won else Mark.FINISHED
        key = each.day, each.game
        marks[key] = max(mark, marks.get(key, Mark.NONE))
    return Days(MappingProxyType(marks))


def _runs(days: Iterable[date]) -> Iterator[tuple[date, int]]:
    """For each of some days, in order, how many there are in a row up to it."""
    length, last = 0, None
    for day in days:
        length = length + 1 if last is not None and last == _before(day) else 1
        last = day
        yield day, length


def _before(day: date) -> date:
    return day - _ONE if day > date.min else day
