"""The line at the top of a game: which one it is, and what is left out first where there is little room."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ludoteca.archive import Kept
from ludoteca.core import AnySession
from ludoteca.looks.lately import APART
from ludoteca.looks.naming import name_of
from ludoteca.looks.report import clock, day_of

PLACED, LEVEL, SEAT, RESULT, DATE = 5, 4, 3, 2, 1  # the greatest is left out first


class Part(NamedTuple):
    """Something to say: in full, or shorter once its turn comes; what has no rank stays as it is."""

    text: str
    rank: int = 0
    short: str = ""


def parts_of(session: AnySession, computers: Mapping[int, int], day: str = "") -> list[Part]:
    """What a game is called, part by part, and the time spent on one that is kept; that a board of a day is a
    position goes without saying."""
    title, placed, *sitters = name_of(session, computers)
    day = session.daily if isinstance(session, Kept) else day
    ranks = (SEAT, LEVEL)
    return [
        Part(title),
        Part("" if day else placed, PLACED),
        *(Part(text, rank) for text, rank in zip(sitters, ranks, strict=False)),
        Part(day_of(day), DATE, day),
        *([Part(clock(session.seconds))] if isinstance(session, Kept) else []),
    ]


def heading(parts: Sequence[Part], room: int, spell: Callable[[str], str] = str) -> str:
    """Parts in a line, in somebody's characters: whole, but for those left out, and for the first one where
    nothing else helps.

    >>> parts = [Part("Flood 6 × 6"), Part("learner", 4), Part("board of today", 1, "today"), Part("1:02")]
    >>> for room in (60, 40, 30, 22):
    ...     print(heading(parts, room))
    Flood 6 × 6 · learner · board of today · 1:02
    Flood 6 × 6 · board of today · 1:02
    Flood 6 × 6 · today · 1:02
    Flood… · today · 1:02
    """
    said, end = [spell(part.text) for part in parts], spell("…")
    for at in sorted(range(len(parts)), key=lambda at: -parts[at].rank):
        if parts[at].rank and len(_joined(said)) > room:
            said[at] = spell(parts[at].short)
    over = len(_joined(said)) - room
    if over > 0:
        said[0] = said[0][: max(1, len(said[0]) - over - len(end))].rstrip() + end
    return spell(_joined(said))


def _joined(said: Sequence[str]) -> str:
    return APART.join(filter(None, said))
