"""The sheet of a game: its moves in rows, nature's beside the others; or a log, where nobody decides."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import Final, NamedTuple

from ludoteca.core import AnySession
from ludoteca.looks.roles import TOKENS

MISTAKE: Final = "??"
INDENT: Final = 2  # of the log, beside the letter of the one who threw


class Run(NamedTuple):
    """A part of a line: its text, and what it belongs to: the plies up to a decision, that one included, or
    none; whose colour it has; whether it leads to the position shown."""

    text: str
    plies: int = 0
    dim: bool = False
    seat: int | None = None
    here: bool = False


class Note(NamedTuple):
    """A decision, and the plies from it up to the next one."""

    ply: int
    end: int
    text: str
    after: str  # what nature did then


Runs = list[Run]
Spell = Callable[[str], str]


class Sheet:
    """The rows of a game's moves: a decision each, or one of each seat where two take turns.

    It follows a game that goes on or is taken back, looking at no move twice; texts are made for the rows
    that are asked for.

    >>> from ludoteca.games import begin
    >>> session = begin("fuga:7")
    >>> for text in ("a3 b3", "c3 c2", "b3 a3"):
    ...     session.turn(text)
    >>> sheet = Sheet(session)
    >>> for line in sheet.lines(3, 23):
    ...     print("".join(run.text for run in line).rstrip())
     1. a3 b3     c3 c2
     2. b3 a3
    """

    def __init__(self, session: AnySession) -> None:
        self._firsts: list[int] = []  # the first ply of each row
        self._plies = 0
        self._told: dict[int, Sequence[str]] = {}
        self.follow(session)

    def follow(self, session: AnySession) -> None:
        """The game has gone on, or was taken back."""
        self._session, plies = session, len(session.moves)
        if plies < self._plies:
            del self._firsts[bisect_right(self._firsts, plies - 1) :]
            self._told = {ply: told for ply, told in self._told.items() if ply < plies}
        self._firsts += (ply for ply in range(self._plies, plies) if self._begins_row(ply))
        self._plies = plies

    def number(self, plies: int) -> int:
        """The number of the row that leads to the position after so many plies; 0 before the first.

        >>> from ludoteca.games import begin
        >>> session = begin("fuga:7")
        >>> for text in ("a3 b3", "c3 c2", "b3 a3"):
        ...     session.turn(text)
        >>> [Sheet(session).number(plies) for plies in range(4)]
        [0, 1, 1, 2]
        """
        return self._number(bisect_right(self._firsts, plies - 1) - 1) if plies else 0

    def _number(self, row: int) -> int:
        """A row's number; where nature begins, what it does has none."""
        return row + self._session.decided(0)

    def forget(self) -> None:
        """Another language is spoken."""
        self._told.clear()

    def told(self, ply: int) -> Sequence[str]:
        """What a move did, in the rules' words, which are asked for them once."""
        if ply not in self._told:
            session = self._session
            self._told[ply] = session.game.tell(session.states[ply], session.moves[ply])
        return self._told[ply]

    def lines(
        self,
        height: int,
        width: int,
        at: int | None = None,
        *,
        mistakes: Collection[int] = (),
        spell: Spell = str,
    ) -> list[Runs]:
        """The last lines that there is room for; or those around the position after `at` plies."""
        if not self._session.game.skill:
            return self._log(height, width, at, spell)
        count = len(self._firsts)
        last = count - height
        first = max(
            0, last if at is None else min(last, bisect_right(self._firsts, at - 1) - 1 - height // 2)
        )
        rows = range(first, min(count, first + height))
        return [self._row(row, width, at, mistakes, spell) for row in rows]

    # Rows

    @property
    def _in_pairs(self) -> bool:
        return self._session.game.players == 2 and self._session.game.skill

    def _begins_row(self, ply: int) -> bool:
        """Whether a ply is the first of a row: a seat's place in the row before is taken."""
        if ply == 0 or not self._session.decided(ply):
            return ply == 0
        before = next((each for each in reversed(range(ply)) if self._session.decided(each)), None)
        if before is None or not self._in_pairs:
            return True
        return self._session.actor(before) >= self._session.actor(ply)

    def _end(self, row: int) -> int:
        return self._firsts[row + 1] if row + 1 < len(self._firsts) else self._plies

    def _notes(self, row: int) -> list[Note]:
        """The decisions of a row; what nature did first stands alone."""
        session, first, end = self._session, self._firsts[row], self._end(row)
        begins = [first, *(ply for ply in range(first + 1, end) if session.decided(ply)), end]
        notes = []
        for ply, following in pairwise(begins):
            texts = [
                session.game.noted(session.states[at], session.moves[at]) for at in range(ply, following)
            ]
            own = texts.pop(0) if session.decided(ply) else ""
            notes.append(Note(ply, following, own, " ".join(filter(None, texts))))
        return notes

    def _row(self, row: int, width: int, at: int | None, mistakes: Collection[int], spell: Spell) -> Runs:
        """A row in one line: its number, then a column for each seat where two take turns."""
        digits = max(2, len(str(len(self._firsts))))
        number = self._number(row)
        label = f"{number:>{digits}}. " if number else " " * (digits + 2)
        notes, columns, line = self._notes(row), 1 + self._in_pairs, [Run(label, dim=True)]
        room = (width - len(label) - (columns - 1)) // columns
        if columns == 2 and notes and self._session.actor(notes[0].ply) == 1:
            line.append(Run(spell("…")[:room].ljust(room + 1), dim=True))
        for note in notes:
            line += self._runs(note, room, at, mistakes, spell)
            line.append(Run(" " * (columns - 1)))
        return line

    def _runs(self, note: Note, room: int, at: int | None, mistakes: Collection[int], spell: Spell) -> Runs:
        """A note, as wide as its column."""
        plies, session = note.ply + 1, self._session
        here, seat = at is not None and note.ply < at <= note.end, session.actor(note.ply)
        own, sign = spell(note.text), MISTAKE if note.ply in mistakes else ""
        if session.game.players > 2 and seat >= 0:
            own = f"{seat + 1}: {own}"
        own = own[: max(0, room - len(sign))] + sign
        after = spell(f" {note.after}" if own else note.after) if note.after else ""
        after = after[: room - len(own)].ljust(room - len(own))
        return [Run(own, plies, here=here), Run(after, plies, dim=True, here=here)]

    # A log

    def _log(self, height: int, width: int, at: int | None, spell: Spell) -> list[Runs]:
        """What happened in each row, wrapped, the newest at the bottom; or what led to a position in the
        middle."""
        here = len(self._firsts) - 1 if at is None else bisect_right(self._firsts, at - 1) - 1
        before, after = list[Runs](), list[Runs]()
        for row in range(max(0, here + 1), len(self._firsts)):
            if len(after) >= height // 2:
                break
            after += self._event(row, width, spell, here=False)
        for row in range(here, -1, -1):
            if len(before) >= height:
                break
            before = [*self._event(row, width, spell, here=at is not None and row == here), *before]
        spare = max(0, height - len(before))
        after = after[: max(spare, height // 2)]
        shown = [*before[max(0, len(before) + len(after) - height) :], *after]
        begins = (at for at, line in enumerate(shown) if line[0].text.strip())
        return shown[next(begins, 0) :]

    def _event(self, row: int, width: int, spell: Spell, *, here: bool) -> list[Runs]:
        """A throw and what came of it, after the letter of the one who threw."""
        first, end = self._firsts[row], self._end(row)
        said = " ".join(sentence for ply in range(first, end) for sentence in self.told(ply))
        seat, plies = self._session.actor(first), first + 1
        letter = TOKENS[seat % len(TOKENS)] if seat >= 0 else " "
        texts = wrap(spell(said), max(1, width - INDENT))
        return [
            [
                Run((letter if not number else "").ljust(INDENT), plies, seat=max(0, seat)),
                Run(text, plies, here=here),
            ]
            for number, text in enumerate(texts)
        ]
