"""The calendar of the boards of the days: a sign for each, in a row for each weekday or all in one line."""

from collections.abc import Iterable
from datetime import date
from typing import Final, NamedTuple

from ludoteca.archive.days import Days, Mark
from ludoteca.core.words import N_, _

WEEK: Final = 7
SIGNS: Final = {  # each in the signs that all terminals have, too
    Mark.NONE: ("·", "."),
    Mark.BEGUN: ("□", "-"),
    Mark.FINISHED: ("▪", "o"),
    Mark.WON: ("■", "#"),
}
LEGEND: Final = {
    Mark.WON: N_("won"),
    Mark.FINISHED: N_("finished"),
    Mark.BEGUN: N_("begun"),
    Mark.NONE: N_("nothing"),
}


class Day(NamedTuple):
    """A text of the calendar, and what it tells of a day; None for what stands around the days."""

    text: str
    mark: Mark | None = None


def sign(mark: Mark, *, plain: bool = False) -> str:
    """The sign of a day."""
    return SIGNS[mark][plain]


def grid(
    days: Days, today: date, games: Iterable[str], *, weeks: int, plain: bool = False
) -> list[list[Day]]:
    """A row for each weekday, the weeks from left to right, the present one last; days to come are left out.

    >>> rows = grid(Days(), date(2026, 11, 18), ["oca"], weeks=2, plain=True)
    >>> ["".join(day.text for day in row) for row in rows][1:4]
    ['T  . .', 'W  . .', 'T  .  ']
    """
    columns = _weeks(days, today, games, weeks)
    names = _("MTWTFSS")  # the first letters of the weekdays, from Monday on
    rows = []
    for weekday in range(WEEK):
        row = [Day(f"{names[weekday]} ")]
        for week in columns:
            mark = week[weekday]
            row += [Day(" "), Day(" ") if mark is None else Day(sign(mark, plain=plain), mark)]
        rows.append(row)
    return rows


def line(days: Days, today: date, games: Iterable[str], *, weeks: int, plain: bool = False) -> list[Day]:
    """All days in one line, with a gap between weeks.

    >>> "".join(day.text for day in line(Days(), date(2026, 11, 18), ["oca"], weeks=2, plain=True))
    '....... ...'
    """
    found = list[Day]()
    for week in _weeks(days, today, games, weeks):
        found += [Day(" ")] if found else []
        found += [Day(sign(mark, plain=plain), mark) for mark in week if mark is not None]
    return found


def legend(*, plain: bool = False) -> list[list[Day]]:
    """What each sign means, a row each."""
    return [[Day(sign(mark, plain=plain), mark), Day(f" {_(word)}")] for mark, word in LEGEND.items()]


def _weeks(days: Days, today: date, games: Iterable[str], weeks: int) -> list[list[Mark | None]]:
    """The marks of the last weeks, from Monday to Sunday; None for days to come, or before all dates."""
    names, last = list(games), today.toordinal()
    first = last - today.weekday() - (weeks - 1) * WEEK
    dates = [date.fromordinal(at) if 1 <= at <= last else None for at in range(first, first + weeks * WEEK)]
    marks = [None if day is None else days.mark(day, names) for day in dates]
    return [marks[at : at + WEEK] for at in range(0, len(marks), WEEK)]
