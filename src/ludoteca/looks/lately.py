"""What the lobby says: today's boards, days in a row, the best so far, and the games to go on with."""

import time
from datetime import date
from typing import Final

from ludoteca.archive.best import Best
from ludoteca.archive.days import DaysInRow
from ludoteca.archive.entry import RESULTS, Entry
from ludoteca.archive.statistics import game_on, is_helped
from ludoteca.core import AnyGame
from ludoteca.core.words import _, ngettext
from ludoteca.looks.naming import sitters, title_of_id
from ludoteca.looks.numbers import grouped
from ludoteca.looks.report import brief, listed, result_of

APART: Final = " · "  # between the parts of a line
_WEEK: Final = 7


def best_of(game: AnyGame, best: Best) -> str:
    """The best on a game's usual board in a few words; nothing where there is none, or it means nothing.

    >>> from ludoteca.games import begin
    >>> best_of(begin("2048").game, Best(7, 3, 12340.0)), best_of(begin("fuga").game, Best(7, 3, 5.0))
    ('best 12,340', 'won 3 of 7')
    """
    if not best.finished or not game.skill:
        return ""
    if game.players == 1 and best.points is not None and best.points > 0:
        return _("best {points}", points=grouped(round(best.points)))
    if game.players == 1 and best.fewest is not None:
        return ngettext("fewest {count} move", "fewest {count} moves", best.fewest)
    return _("won {won} of {count}", won=best.won, count=best.finished)


def streak_of(streak: DaysInRow) -> str:
    """Days in a row, and the most there were; nothing where there is none.

    >>> streak_of(DaysInRow(3, 5, True)), streak_of(DaysInRow(1, 1, True)), streak_of(DaysInRow(0, 0, False))
    ('3 days in a row (most: 5)', '1 day in a row', '')
    """
    said = ngettext("{count} day in a row", "{count} days in a row", streak.days) if streak.days else ""
    if streak.longest <= streak.days:
        return said
    if not said:
        return ngettext("most days in a row: {count}", "most days in a row: {count}", streak.longest)
    return _("{streak} (most: {count})", streak=said, count=streak.longest)


def streak_told(streak: DaysInRow) -> str:
    """Days in a row in whole sentences, with what keeps them up.

    >>> streak_told(DaysInRow(3, 5, False))
    'Boards of the day: 3 days in a row (most: 5). Finish one today to go on.'
    """
    said = streak_of(streak)
    if not said:
        return ""
    told = _("Boards of the day: {streak}.", streak=said)
    more = [_("Finish one today to go on.")] if streak.days and not streak.done_today else []
    return " ".join([told, *more])


def today_of(entry: Entry | None) -> str:
    """How it stands with a board of today.

    >>> today_of(None)
    'not played yet'
    """
    if entry is None:
        return _("not played yet")
    if entry.result == "won":
        said = ngettext("won in {count} move", "won in {count} moves", listed(entry.moves, entry.board))
    else:
        said = result_of(entry)
    helped = [_("with help")] if is_helped(entry) else []
    return ", ".join([said, *helped])


def todays_of(entry: Entry | None) -> list[str]:
    """The same, and shorter where there is less room.

    >>> todays_of(None)
    ['not played yet', 'not yet']
    """
    if entry is None:
        return [today_of(None), _("not yet")]
    return [today_of(entry), _(RESULTS[entry.result])]


def since(moment: float, today: date) -> str:
    """When a game was left: the hour of today, else how long ago, else the date."""
    left = time.localtime(moment)
    days = today.toordinal() - date(*left[:3]).toordinal()
    if days == 1:
        return _("yesterday")
    if 1 < days < _WEEK:
        return ngettext("{count} day ago", "{count} days ago", days)
    if days == 0:
        return _("today {time}", time=time.strftime("%H:%M", left))
    return time.strftime("%Y-%m-%d", left)


def moves_of(entry: Entry) -> str:
    """How many moves a game has had.

    >>> from ludoteca.archive.entry import Help
    >>> moves_of(Entry(1, "oca", "oca", "oca", 0, 0, 1, 0, "", None, "", 0, {}, "", 1, False))
    '1 move'
    """
    return ngettext("{count} move", "{count} moves", listed(entry.moves, entry.board))


def table_of(entry: Entry) -> str:
    """Who plays whom; nothing where one plays alone, or nobody knows the game."""
    game = game_on(entry.board)
    seats = {seat: level for seat, level in entry.seats.items() if game and seat < game.players}
    return APART.join(filter(None, sitters(game, seats))) if game else ""


def waiting_of(entry: Entry, today: date, room: int) -> str:
    """A game to go on with in one line: which it is, how far, when it was left, and who plays whom."""
    return fitting(room, title_of_id(entry.id), moves_of(entry), since(entry.changed, today), table_of(entry))


def fitting(room: int, *parts: str) -> str:
    """As many parts, from the first on, as there is room for; the first one may be cut short.

    >>> fitting(12, "3 moves", "", "yesterday"), fitting(20, "3 moves", "", "yesterday")
    ('3 moves', '3 moves · yesterday')
    """
    said = [part for part in parts if part]
    while len(said) > 1 and len(APART.join(said)) > room:
        said.pop()
    return brief(APART.join(said), room)
