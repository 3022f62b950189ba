"""A game of the archive in one line of text."""

from datetime import datetime

from ludoteca.archive import Entry
from ludoteca.archive.entry import RESULTS as RESULTS
from ludoteca.core.words import _


def result_of(entry: Entry) -> str:
    """How a game stands or ended, and after how many moves."""
    return _("{result}, moves: {plies}", result=_(RESULTS[entry.result]), plies=entry.moves)


def line_of(entry: Entry) -> str:
    """When, which game, how it ended."""
    when = datetime.fromtimestamp(entry.changed).strftime("%Y-%m-%d %H:%M")
    day = f" ☀ {entry.daily}" if entry.daily else ""
    return f"{when}  {entry.id[:40]:24} {result_of(entry)}{day}"


def clock(seconds: float) -> str:
    """Minutes and seconds.

    >>> clock(75.2)
    '1:15'
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
