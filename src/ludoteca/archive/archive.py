"""The archive: every game, move by move, kept while it is played and resumed where it was left."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ludoteca.archive.kept import Kept
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
    ) -> Kept:
        """A session whose moves are written, from its first one on, so that no empty game is ever listed.

        Moves that it has already are written at once and count as played elsewhere; `at_once` writes a game
        without moves too. `seats` are the computer's, with its levels; `daily` is the date of a daily board.
        """
        kept = Kept(self, session, seats=seats, daily=daily)
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
