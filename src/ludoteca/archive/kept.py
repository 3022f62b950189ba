"""A game under way whose every move is on the disk before anybody sees it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from ludoteca.archive.entry import Help, standing
from ludoteca.archive.store import Commit, Store
from ludoteca.core import CHANCE, AnySession, Outcome, Session
from ludoteca.core.session import Change

LONGEST_THOUGHT: Final = 600.0  # seconds; whoever takes longer has gone away


class Kept(Session[Any, Any]):
    """A session that an archive keeps: the file always holds what the session holds.

    A change is committed before it is made: when the disk is full, or the game has gone on elsewhere, neither
    the session nor the file has changed. `number` is the game's in the history, None until there is a move;
    `seats` are the computer's, with their levels; `daily` is the date of a daily board; `help` is what a
    person had.

    A game that is over stays in the file as it ended. Who takes its end back only looks at it again; the
    first other move begins a game of its own there, under another number, with the time and the help so far.
    """

    def __init__(
        self, store: Store, session: AnySession, *, seats: Mapping[int, int], daily: str = ""
    ) -> None:
        self._hold(session)
        self.seats, self.daily, self.help = dict(seats), daily, Help()
        self.number: int | None = None
        self._store = store
        self._revision = 0
        self._spent = 0.0  # seconds up to the last write
        self._since = store.now()
        self._resting: float | None = None  # since when the clock stands still
        self._decisions = 0  # plies that somebody decided, without nature's
        self._ended: list[Any] | None = None  # all moves of a game that is over and whose end is taken back
        self._kind = ""  # of help that the next change is
        self._told: set[Any] = set()  # positions in which a good move was told in this sitting

    @classmethod
    def resumed(
        cls, store: Store, session: AnySession, *, number: int, revision: int, spent: float, decisions: int,
        seats: Mapping[int, int], daily: str, had: Help,
    ) -> Kept:  # fmt: skip
        """A game that the store has already."""
        kept = cls(store, session, seats=seats, daily=daily)
        kept.number, kept._revision, kept._spent, kept._decisions = number, revision, spent, decisions
        kept.help = had
        return kept

    def go_on_from(self, other: Kept) -> None:
        """Take over the time and the help of another game, at a position of it; the way back there is help,
        too."""
        self._spent, self.help = other.seconds, other.help
        if len(self.moves) < len(other.moves):
            self.help = self.help.plus("rewinds")

    @property
    def seconds(self) -> float:
        """The time spent on this game so far, over all sittings, from the first move to the end."""
        return self._spent if self._ended is not None else self._spent + self._thought(self._store.now())

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

    # Help and time

    @contextmanager
    def helped(self, kind: str) -> Iterator[None]:
        """Count the change made inside the block as help of a kind, in the same write; of two blocks, one
        within the other, the outer one's."""
        outer, self._kind = self._kind, self._kind or kind
        try:
            yield
        finally:
            self._kind = outer

    def undo(self, computers: Collection[int] = ()) -> None:
        """Take back a person's last decision, which is help."""
        with self.helped("undos"):
            super().undo(computers)

    def back_to(self, ply: int) -> None:
        """Take back everything after so many plies, which is help."""
        with self.helped("rewinds"):
            super().back_to(ply)

    def hinted(self, state: Any) -> None:
        """Note that a person was told a good move: at once, or with the first move of a game that has none;
        once for each position, and not after the end."""
        if self.outcome or state in self._told:
            return
        more = self.help.plus("hints")
        if self.number is not None and self._ended is None:
            self._store.note_help(self.number, self._revision, more)
            self._revision += 1
        self.help = more
        self._told.add(state)

    def pause(self) -> None:
        """Write the time spent so far, since the game is left; one without a move is not written."""
        if self.number is not None and self._ended is None and not self.outcome:
            moment = self._store.now()
            spent = self._spent + self._thought(moment)
            self._store.note_seconds(self.number, self._revision, spent)
            self._spent, self._since = spent, moment

    # Writing

    def _apply(self, change: Change[Any, Any]) -> None:
        """Commit a change, then make it."""
        outcome, stay = self._outcome_after(change), change.stay
        gone = sum(map(self.decided, range(stay, len(self.moves))))
        new = self._count(change.states[:-1]) + (self.actor(stay) != CHANCE) if change.moves else 0
        decisions, ended = self._decisions + new - gone, self._end()
        thought = self._thought(self._store.now())
        if ended is None:
            self._commit(change, outcome, decisions, thought=thought)
        else:
            moves = [*self.moves[:stay], *change.moves]
            if moves == ended[: len(moves)]:
                self._since, self._decisions, self.help = self._store.now(), decisions, self._help()
                self._ended = ended if len(moves) < len(ended) else None
            else:
                whole = Change(0, moves, [*self.states[1 : stay + 1], *change.states], ())
                self._commit(whole, outcome, decisions, thought=thought, anew=True)
        super()._apply(change)

    def _end(self) -> list[Any] | None:
        """All moves of the game in the file, if it is over."""
        is_over = self.outcome is not None and self.number is not None
        return list(self.moves) if self._ended is None and is_over else self._ended

    def _help(self) -> Help:
        """The help after the next change."""
        return self.help.plus(self._kind) if self._kind else self.help

    def _commit(
        self,
        change: Change[Any, Any],
        outcome: Outcome | None,
        decisions: int,
        *,
        thought: float = 0.0,
        imported: bool = False,
        anew: bool = False,
    ) -> None:
        """Put a change on the disk, maybe as a game of its own, and note that it is there."""
        state = change.states[-1] if change.states else self.states[change.stay]
        revision = 0 if anew else self._revision
        commit = Commit(
            number=None if anew else self.number,
            revision=revision,
            id=self.id,
            seats=self.seats,
            daily=self.daily,
            imported=imported,
            stay=change.stay,
            new=[self.game.text(move) for move in change.moves],
            thought=thought,
            moment=self._store.now(),
            seconds=self._spent + thought,
            carried=self._spent,
            decisions=decisions,
            standing=standing(self.game, state, outcome, self.seats),
            help=self._help(),
        )
        self.number = self._store.commit(commit)
        self._revision, self._ended, self.help = revision + 1, None, commit.help
        self._spent, self._since, self._decisions = commit.seconds, commit.moment, decisions

    def _count(self, states: Sequence[Any]) -> int:
        """In how many positions somebody decides; asked of a few, since a long game has thousands."""
        return sum(self.game.player(state) != CHANCE for state in states)

    def _thought(self, moment: float) -> float:
        """Seconds since the last move of this sitting; the clock starts with the first one that somebody
        decides, and nobody thinks once the game is over."""
        until = moment if self._resting is None else self._resting
        begun = self._decisions or self._spent
        if self.outcome or not begun:
            return 0.0
        return min(max(0.0, until - self._since), LONGEST_THOUGHT)
