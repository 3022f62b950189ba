"""Statistics for a person to read: rows of numbers, and plots of how they are spread."""

import time
from collections.abc import Sequence
from typing import Final

from ludoteca.archive.entry import RESULTS, Entry
from ludoteca.archive.statistics import Statistics
from ludoteca.core.words import _
from ludoteca.looks.numbers import percent
from ludoteca.looks.plots import histogram, sparkline

BROADEST: Final = 6  # columns of a plot for one value
LONGEST_ID: Final = 60  # characters of an id that a line shows

Row = tuple[str, str]


def rows(numbers: Statistics, *, points: bool = True) -> list[Row]:
    """What the games come to; points of different boards cannot be added, so they may be left out."""
    scores = [*_scores(numbers), *_wins(numbers)] if points else []
    return [*_results(numbers), *_streaks(numbers), *scores, *_time(numbers)]


def spreads(
    numbers: Statistics, width: int, height: int, *, plain: bool = False
) -> list[tuple[str, list[str]]]:
    """How often each score and each length of a game was, and the course of the scores, as titled plots."""
    scores, word = counted(numbers.scores)
    moves = [float(count) for count in numbers.moves]
    plots = list[tuple[str, list[str]]]()
    for title, values in ((word, scores), (_("Moves"), moves if moves != scores else [])):
        if len(set(values)) > 1:
            room = min(width, BROADEST * (int(max(values) - min(values)) + 1))
            plots.append((_("{what}: how often", what=title), histogram(values, room, height, plain=plain)))
    if len(set(scores)) > 1:
        course = sparkline(scores[-width:], plain=plain)
        plots.append((_("{what}: from game to game", what=word), [course]))
    return plots


def line_of(entry: Entry) -> str:
    """A game in one line: when, how it stands, how long it took, which it is, and of which day its board."""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.changed))
    day = _("daily board {date}", date=entry.daily) if entry.daily else ""
    return f"{when}  {result_of(entry):24}  {clock(entry.seconds):>7}  {brief(entry.id)}  {day}".rstrip()


def brief(gameid: str) -> str:
    """An id, cut short where it holds a large board."""
    return gameid if len(gameid) <= LONGEST_ID else f"{gameid[: LONGEST_ID - 1]}…"


def result_of(entry: Entry) -> str:
    """How a game stands or ended, and after how many moves."""
    return _("{result}, moves: {count}", result=_(RESULTS[entry.result]), count=entry.moves)


def clock(seconds: float) -> str:
    """Minutes and seconds, and hours where there are some.

    >>> clock(75.2), clock(3725.4)
    ('1:15', '1:02:05')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def counted(scores: Sequence[float]) -> tuple[list[float], str]:
    """Points as a person counts them, and their word; what is to be kept low is negative in the rules.

    >>> counted([-3, -1])
    ([3, 1], 'Points (fewer is better)')
    """
    if scores and max(scores) <= 0 > min(scores):
        return [-score for score in scores], _("Points (fewer is better)")
    return list(scores), _("Points")


def _results(numbers: Statistics) -> list[Row]:
    rows = [(_("Games"), str(numbers.games))]
    if numbers.share is not None:
        rows += [(_("Finished"), str(numbers.finished)),
                 (_("Won"), f"{numbers.won} ({percent(numbers.share, digits=0)})"),
                 (_("Lost"), str(numbers.lost))]  # fmt: skip
        rows += [(_("Drawn"), str(numbers.drawn))] if numbers.drawn else []
    return rows


def _scores(numbers: Statistics) -> list[Row]:
    if numbers.best is None or numbers.average is None or numbers.median is None:
        return []
    points, word = counted((numbers.best, numbers.average, numbers.median))
    names = "  " + _("best"), "  " + _("average"), "  " + _("median")
    shown = (f"{value:.1f}".removesuffix(".0") for value in points)
    return [(word, ""), *zip(names, shown, strict=True)]


def _streaks(numbers: Statistics) -> list[Row]:
    if not numbers.finished:
        return []
    return [(_("Wins in a row, now"), str(numbers.streak)), (_("Wins in a row, most"), str(numbers.longest))]


def _wins(numbers: Statistics) -> list[Row]:
    fastest = [] if numbers.fastest is None else [(_("Fastest win"), clock(numbers.fastest))]
    return fastest + ([] if numbers.fewest is None else [(_("Fewest moves to win"), str(numbers.fewest))])


def _time(numbers: Statistics) -> list[Row]:
    return [(_("Time in all"), clock(numbers.seconds))]
