"""The archive: every game, move by move, kept while it is played and resumed where it was left."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from types import MappingProxyType
from typing import Final

from ludoteca.archive.best import BEST, Best, best_in
from ludoteca.archive.days import Days, Played, days_of
from ludoteca.archive.kept import Kept
from ludoteca.archive.statistics import is_skill
from ludoteca.archive.store import Store
from ludoteca.core import AnySession, LudotecaError
from ludoteca.games import begin

NOBODY: Final[Mapping[int, int]] = MappingProxyType({})


class Archive(Store):
    """What is remembered of all games.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder, Archive.open(Path(folder) / "a.sqlite3") as archive:
    ...     archive.keep(begin("fuga:9")).play_text("a4 a3")
    ...     [(entry.id, entry.plies) for entry in archive.games()]
    Slide(origin=3, to=2)
    [('fuga:9', 1)]
    """

    def keep(
        self,
        session: AnySession,
        *,
        seats: Mapping[int, int] = NOBODY,
        daily: str = "",
        at_once: bool = False,
        after: Kept | None = None,
    ) -> Kept:
        """A session whose moves are written, from its first one on, so that no empty game is ever listed.

        Moves that it has already are written at once and count as played elsewhere; `at_once` writes a game
        without moves too. `seats` are the computer's, with its levels; `daily` is the date of a daily board;
        `after` is the game that this one goes on from.
        """
        kept = Kept(self, session, seats=seats, daily=daily)
        if after is not None:
            kept.go_on_from(after)
        if session.moves or at_once:
            kept.keep()
        return kept

    def resume(self, number: int) -> Kept:
        """A game at the move where it was left, replayed through the rules."""
        entry, record, revision = self.read(number)
        try:
            session = record.session(begin)
        except LudotecaError as error:
            raise self.damaged(number, error) from None
        return Kept.resumed(
            self, session, number=number, revision=revision, spent=entry.seconds, decisions=entry.moves,
            seats={seat: level for seat, level in entry.seats.items() if seat < session.game.players},
            daily=entry.daily, had=entry.help,
        )  # fmt: skip

    def days(self) -> Days:
        """What came of the boards of the days; damaged rows are passed over."""
        with self._reading() as db:
            rows = db.execute(_DAYS).fetchall()
        return days_of(_played(rows))

    def best(self, board: str) -> Best:
        """The best on a board, by one query however many games there are."""
        with self._reading() as db:
            return best_in(*db.execute(BEST, (board,)).fetchone())


_DAYS: Final = """
SELECT daily, game, changed, result IN ('won', 'lost', 'draw') AND imported = 0, result = 'won',
    hints + computer + rewinds + undos > 0
FROM games WHERE daily <> ''
"""


def _played(rows: Iterable[tuple[str, str, float, int, int, int]]) -> Iterator[Played]:
    """The games on boards of days; a game is finished on the day on which it was changed last."""
    for day, game, changed, is_over, is_won, had_help in rows:
        try:
            finished = date(*time.localtime(changed)[:3]) if is_over else None
            won = bool(is_won) and not (had_help and is_skill(game))
            yield Played(date.fromisoformat(day), game, finished, won)
        except (ValueError, TypeError, OverflowError, OSError):
            continue
