"""A game under way whose every move is on the disk before anybody sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from ludoteca.archive.entry import standing
from ludoteca.archive.store import Commit, Store
from ludoteca.core import CHANCE, AnySession, Outcome, Session
from ludoteca.core.session import Change

LONGEST_THOUGHT: Final = 600.0  # seconds; whoever takes longer has gone away


class Kept(Session[Any, Any]):
    """A session that an archive keeps: the file always holds what the session holds.

    A change is committed before it is made: when the disk is full, or the game has gone on elsewhere, neither
    the session nor the file has changed. `number` is the game's in the history, None until there is a move;
    `seats` are the computer's, with their levels; `daily` is the date of a daily board.
    """

    def __init__(
        self, store: Store, session: AnySession, *, seats: Mapping[int, int], daily: str = ""
    ) -> None:
        self._hold(session)
        self.seats, self.daily = dict(seats), daily
        self.number: int | None = None
        self._store = store
        self._revision = 0
        self._spent = 0.0  # seconds up to the last write
        self._since = store.now()
        self._resting: float | None = None  # since when the clock stands still
        self._decisions = 0  # plies that somebody decided, without nature's

    @classmethod
    def resumed(
        cls, store: Store, session: AnySession, *, number: int, revision: int, spent: float, decisions: int,
        seats: Mapping[int, int], daily: str,
    ) -> Kept:  # fmt: skip
        """A game that the store has already."""
        kept = cls(store, session, seats=seats, daily=daily)
        kept.number, kept._revision, kept._spent, kept._decisions = number, revision, spent, decisions
        return kept

    @property
    def seconds(self) -> float:
        """The time spent on this game so far, over all sittings; the clock runs until the game is over."""
        return self._spent + self._thought(self._store.now())

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Within this block the clock stands still: whoever takes this time, it is no player."""
        began = self._resting = self._store.now()
        try:
            yield
        finally:
            now, self._resting = self._store.now(), None
            self._since = min(now, self._since + max(0.0, now - began))  # a change may have come meanwhile

    def keep(self) -> None:
        """Write all that there is; moves that were there before count as played elsewhere."""
        everything, decisions = Change(0, self.moves, self.states[1:], ()), self._count(self.states[:-1])
        self._commit(everything, self.outcome, decisions, imported=bool(self.moves))

    def _apply(self, change: Change[Any, Any]) -> None:
        """Commit a change, then make it."""
        outcome, stay = self._outcome_after(change), change.stay
        gone = sum(map(self.decided, range(stay, len(self.moves))))
        new = self._count(change.states[:-1]) + (self.actor(stay) != CHANCE) if change.moves else 0
        decisions = self._decisions + new - gone
        self._commit(change, outcome, decisions, thought=self._thought(self._store.now()))
        super()._apply(change)

    def _commit(
        self,
        change: Change[Any, Any],
        outcome: Outcome | None,
        decisions: int,
        *,
        thought: float = 0.0,
        imported: bool = False,
    ) -> None:
        """Put a change on the disk, and note that it is there."""
        state = change.states[-1] if change.states else self.states[change.stay]
        commit = Commit(
            number=self.number,
            revision=self._revision,
            id=self.id,
            seats=self.seats,
            daily=self.daily,
            imported=imported,
            stay=change.stay,
            new=[self.game.text(move) for move in change.moves],
            thought=thought,
            moment=self._store.now(),
            seconds=self._spent + thought,
            decisions=decisions,
            standing=standing(self.game, state, outcome, self.seats),
        )
        self.number = self._store.commit(commit)
        self._revision += 1
        self._spent, self._since, self._decisions = commit.seconds, commit.moment, decisions

    def _count(self, states: Sequence[Any]) -> int:
        """In how many positions somebody decides; asked of a few, since a long game has thousands."""
        return sum(self.game.player(state) != CHANCE for state in states)

    def _thought(self, moment: float) -> float:
        """Seconds since the last move of this sitting; nobody thinks once the game is over."""
        until = moment if self._resting is None else self._resting
        return 0.0 if self.outcome else min(max(0.0, until - self._since), LONGEST_THOUGHT)
