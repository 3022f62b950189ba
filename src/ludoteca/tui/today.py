"""Today's boards in the lobby: a line for each game, the days in a row, and a calendar of the last weeks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Final, Self

from textual.content import Content
from textual.widgets import Static

from ludoteca.archive import Archive, Entry
from ludoteca.archive.days import Days, Mark
from ludoteca.core.words import _
from ludoteca.games import GAMES
from ludoteca.looks import calendar
from ludoteca.looks.calendar import Day
from ludoteca.looks.lately import APART, fitting, streak_of, todays_of
from ludoteca.looks.report import brief, date_of, day_of

if TYPE_CHECKING:
    from ludoteca.tui.app import Ludoteca

WEEKS, WEEKS_IN_LINE = 8, 4
CALENDAR: Final = 35  # columns of the calendar with its legend and margins
SHORTEST: Final = 6  # characters of a game's name that a line shows at least
_STYLES: Final = {
    Mark.NONE: "$text-muted",
    Mark.BEGUN: "$text-warning",
    Mark.FINISHED: "$text-primary",
    Mark.WON: "$text-success",
}


@dataclass(frozen=True)
class Today:
    """What the archive knows of the boards of the days, as of a date."""

    day: date
    entries: Mapping[str, Entry] = field(default_factory=dict)
    days: Days = field(default_factory=Days)

    @classmethod
    def read(cls, archive: Archive, day: date) -> Self:
        """All of it, read from the archive."""
        found = {name: archive.daily_entry(name, day) for name in GAMES}
        return cls(day, {name: entry for name, entry in found.items() if entry}, archive.days())

    def heading(self, width: int) -> str:
        """Which day it is, and how many there are in a row; where there is no room for both, these."""
        dated = _("Today: {board}", board=day_of(self.day.isoformat()))
        if len(dated) > width:
            dated = _("Today: {board}", board=date_of(self.day))
        said = streak_of(self.days.streak(self.day))
        both = fitting(width, dated, said)
        return both if APART in both or not said else brief(_("Today: {board}", board=said), width)

    def line(self, name: str, width: int) -> str:
        """A game's board of today: how it stands, and on how many days in a row it was finished."""
        title, forms = _(GAMES[name].title), todays_of(self.entries.get(name))
        result = next((each for each in forms if len(title) + 2 + len(each) <= width), forms[0])
        row = self.days.streak(self.day, name)
        title = brief(title, max(SHORTEST, width - len(result) - 2))
        said = streak_of(row._replace(longest=0)) if row.days > 1 else ""
        return fitting(width, f"{title}: {result}", said)

    def in_line(self, *, plain: bool) -> list[Content]:
        """The calendar in a line, and its legend in another; nothing while no board has been begun."""
        if not self.days.marks:
            return []
        days = calendar.line(self.days, self.day, GAMES, weeks=WEEKS_IN_LINE, plain=plain)
        return [_styled(days), Content(" ").join(map(_styled, calendar.legend(plain=plain)))]

    def in_grid(self, *, plain: bool) -> Content:
        """The calendar with a row for each weekday, its legend at its right."""
        rows = calendar.grid(self.days, self.day, GAMES, weeks=WEEKS, plain=plain)
        words: list[list[Day]] = [[], *calendar.legend(plain=plain)]
        words += [[]] * (len(rows) - len(words))
        lines = [_styled([*row, Day("   "), *word]) for row, word in zip(rows, words, strict=True)]
        return Content("\n").join([Content(_("Boards of the last weeks")).stylize("$text-muted"), *lines])


class Calendar(Static):
    """The calendar, where there is room for one beside the list."""

    app: Ludoteca

    def __init__(self) -> None:
        super().__init__(id="calendar", markup=False)
        self.styles.width = CALENDAR

    def hold(self, today: Today, *, shown: bool) -> bool:
        """Show the days, if there is room and any of them has something; whether it does."""
        self.display = shown and bool(today.days.marks)
        if self.display:
            self.update(today.in_grid(plain=self.app.skin.ascii))
        return self.display


def _styled(days: Sequence[Day]) -> Content:
    return Content.assemble(
        *((day.text, _STYLES[day.mark]) if day.mark is not None else day.text for day in days)
    )
