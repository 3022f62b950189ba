"""Statistics for a person to read: rows of numbers, and plots of how they are spread."""

import time
from collections.abc import Sequence
from datetime import date
from typing import Final

from ludoteca.archive.entry import RESULTS, Entry, Help
from ludoteca.archive.statistics import Against, Statistics, game_on, is_helped
from ludoteca.core import AnyGame, Game
from ludoteca.core.words import N_, _
from ludoteca.looks.naming import title_of_id
from ludoteca.looks.numbers import decimal, percent
from ludoteca.looks.plots import histogram, sparkline

BROADEST: Final = 6  # columns of a plot for one value
SHORTEST: Final = 12  # characters of a name that are left of it at least
MONTHS: Final = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"), N_("July"),
    N_("August"), N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip
LONGEST_ID: Final = 60  # characters of an id that a line shows
LINE: Final = 73  # columns of a game's line, so that there is room for its number in 80
KINDS: Final = (  # what each kind of help is called, as Help has them
    N_("hints: {count}"),
    N_("computer's moves: {count}"),
    N_("rewinds: {count}"),
    N_("undos: {count}"),
)

Row = tuple[str, str]


def groups(numbers: Statistics, *, points: bool = True) -> list[list[Row]]:
    """What the games come to, in groups of what belongs together; points of different boards cannot be added,
    so they may be left out."""
    results, rest = _results(numbers), [*_others(numbers), *_time(numbers)]
    if not numbers.skill:
        return [results, rest]
    scores = [_scores(numbers), _wins(numbers)] if points else []
    every = [[*results, *_opponents(numbers)], _streaks(numbers), *scores, [*_helped(numbers), *rest]]
    return [group for group in every if group]


def rows(numbers: Statistics) -> list[Row]:
    """The same in one list."""
    return [row for group in groups(numbers) for row in group]


def note(numbers: Statistics) -> str:
    """What a reader has to know of the rows; nothing where they tell all."""
    if not numbers.games:
        return ""
    if not numbers.skill:
        return _("Luck alone decides this game: nothing but results and time is counted.")
    if numbers.helped:
        return _("Everything but help, games in all and time is about the games without help.")
    return ""


def spreads(
    numbers: Statistics, width: int, height: int, *, plain: bool = False
) -> list[tuple[str, list[str]]]:
    """How often each score and each length of a game was, and the course of the scores, as titled plots;
    none where nobody has a choice."""
    if not numbers.skill:
        return []
    scores, word = counted(numbers.scores, game_on(numbers.board))
    moves = [float(listed(count, numbers.board)) for count in numbers.moves]
    plots = list[tuple[str, list[str]]]()
    for title, values in ((word, scores), (_("Moves"), moves if moves != scores else [])):
        if len(set(values)) > 1:
            room = min(width, BROADEST * (int(max(values) - min(values)) + 1))
            plots.append((_("{what}: how often", what=title), histogram(values, room, height, plain=plain)))
    if len(set(scores)) > 1:
        course = sparkline(scores[-width:], plain=plain)
        plots.append((_("{what}: from game to game", what=word), [course]))
    return plots


def line_of(entry: Entry, width: int = LINE) -> str:
    """A game in one line: when, how it stands, how long it took, which it is, of which day its board, and
    whether there was help; where there is little room the hour and what it took are left out, and names are
    cut short."""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.changed))
    line = f"{when}  {result_of(entry):21} {clock(entry.seconds):>7}  "
    if width < LINE:
        line = f"{when[:10]}  {_(RESULTS[entry.result]):9}  "
    name = title_of_id(entry.id)
    room, least = width - len(line), min(len(name), SHORTEST)
    notes = next((each for each in _notes(entry, when) if len(each) <= room - least), "")
    return line + brief(name, min(room - len(notes), LONGEST_ID)) + notes


def _notes(entry: Entry, when: str) -> list[str]:
    """What there is to say of a game after its id, in full and shorter and shorter; the date of its board
    only if it was played on another day."""
    helped = [_("with help")] if is_helped(entry) else []
    dated = [[_("daily {date}", date=entry.daily)]] if not when.startswith(entry.daily) else []
    days = [*dated, [_("daily")]] if entry.daily else []
    return ["".join(f"  {note}" for note in (*day, *helped)) for day in (*days, [])]


def brief(name: str, room: int = LONGEST_ID) -> str:
    """A name or an id, cut short where it is long."""
    return name if len(name) <= room else f"{name[: room - 1]}…"


def day_of(text: str) -> str:
    """The board of a day in words: 'board of 16 November 2026'; nothing for no day, a text that is no date as
    it is.

    >>> day_of("2026-11-16"), day_of("")
    ('board of 16 November 2026', '')
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    return _("board of {day} {month} {year}", day=day.day, month=_(MONTHS[day.month - 1]), year=day.year)


def date_of(day: date) -> str:
    """A day in words.

    >>> date_of(date(2026, 11, 16))
    '16 November 2026'
    """
    return _("{day} {month} {year}", day=day.day, month=_(MONTHS[day.month - 1]), year=day.year)


def help_of(had: Help) -> str:
    """What help somebody had, in words.

    >>> help_of(Help(hints=2, undos=1))
    'With help (hints: 2, undos: 1).'
    """
    kinds = [_(kind, count=count) for kind, count in zip(KINDS, had, strict=True) if count]
    return _("With help ({kinds}).", kinds=", ".join(kinds)) if kinds else ""


def result_of(entry: Entry) -> str:
    """How a game stands or ended, and after how many moves."""
    return _(
        "{result}, moves: {count}", result=_(RESULTS[entry.result]), count=listed(entry.moves, entry.board)
    )


def listed(moves: int, board: str) -> int:
    """How many moves a game had as its list numbers them: where two take turns, one of each is a move.

    >>> listed(23, "fuga:9"), listed(23, "oca:2"), listed(23, "2048:4,2")
    (12, 23, 23)
    """
    game = game_on(board)
    return (moves + 1) // 2 if game and game.players == 2 and game.skill else moves


def clock(seconds: float) -> str:
    """Minutes and seconds, and hours where there are some.

    >>> clock(75.2), clock(3725.4)
    ('1:15', '1:02:05')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def counted(scores: Sequence[float], game: AnyGame | None = None) -> tuple[list[float], str]:
    """Points as a person counts them, and the game's word for them; what is to be kept low is negative in the
    rules.

    >>> counted([-3, -1]), counted([-3, -1], game_on("solitario:english"))
    (([3, 1], 'Points (fewer is better)'), ([3, 1], 'Pegs left (fewer is better)'))
    """
    words = game.scored if game else Game.scored
    word = _(words[min(game.players if game else 1, len(words)) - 1])
    if scores and max(scores) <= 0 > min(scores):
        return [-score for score in scores], _("{what} (fewer is better)", what=word)
    return list(scores), word


def _results(numbers: Statistics) -> list[Row]:
    rows = [(_("Games"), str(numbers.games))]
    if numbers.share is not None:
        finished = _("Finished without help") if numbers.helped else _("Finished")
        rows += [(finished, str(numbers.finished)),
                 (_("Won"), f"{numbers.won} ({percent(numbers.share, digits=0)})"),
                 (_("Lost"), str(numbers.lost))]  # fmt: skip
        rows += [(_("Drawn"), str(numbers.drawn))] if numbers.drawn else []
    return rows


def _helped(numbers: Statistics) -> list[Row]:
    won = _("won {won} of {count}", won=numbers.helped_won, count=numbers.helped)
    return [(_("Finished with help"), won)] if numbers.helped else []


def _others(numbers: Statistics) -> list[Row]:
    """What is neither: games under way, imported, watched, or between several people."""
    others = numbers.games - numbers.finished - numbers.helped
    return [(_("Under way and other games"), str(others))] if others else []


def _opponents(numbers: Statistics) -> list[Row]:
    """The games without help by seat and by the others' levels."""
    game = game_on(numbers.board)
    return [] if game is None else [_opponent(game.seats[each.seat], each) for each in numbers.against]


def _opponent(seat: str, each: Against) -> Row:
    levels = ", ".join(map(str, each.levels))
    name = _("as {seat}, against level {levels}", seat=seat, levels=levels)
    return f"  {name}", _("won {won} of {count}", won=each.won, count=each.games)


def _scores(numbers: Statistics) -> list[Row]:
    if numbers.best is None or numbers.average is None or numbers.median is None:
        return []
    points, word = counted((numbers.best, numbers.average, numbers.median), game_on(numbers.board))
    names = "  " + _("best"), "  " + _("average"), "  " + _("in the middle")
    shown = [decimal(f"{value:.1f}".removesuffix(".0")) for value in points]
    if len(set(numbers.scores)) == 1:  # then there is nothing to compare
        return [(word, shown[0])]
    return [(word, ""), *zip(names, shown, strict=True)]


def _streaks(numbers: Statistics) -> list[Row]:
    if not numbers.finished:
        return []
    return [(_("Wins in a row, now"), str(numbers.streak)), (_("Wins in a row, most"), str(numbers.longest))]


def _wins(numbers: Statistics) -> list[Row]:
    fastest = [] if numbers.fastest is None else [(_("Fastest win"), clock(numbers.fastest))]
    if numbers.fewest is None:
        return fastest
    return [*fastest, (_("Fewest moves to win"), str(listed(numbers.fewest, numbers.board)))]


def _time(numbers: Statistics) -> list[Row]:
    return [(_("Time in all"), clock(numbers.seconds))]
