"""A game under way whose every move is on the disk before anybody sees it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, Final

from ludoteca.core import CHANCE, Session

if TYPE_CHECKING:
    from ludoteca.archive.store import Archive

LONGEST_THOUGHT: Final = 600.0  # seconds; whoever takes longer has gone away

Play = Session[Any, Any]


class Kept(Session[Any, Any]):
    """A session that the archive keeps: the file always holds what the session holds.

    An action is tried on a copy, the copy's moves are committed, and only then does the session change: when
    the disk is full, or the game has gone on elsewhere, neither the session nor the file has changed.
    """

    def __init__(self, archive: Archive, session: Play, *, seats: Mapping[int, int], daily: str) -> None:
        super().__init__(session.game, seed=session.seed, position=session.states[0])
        self._adopt(session)
        self._archive = archive
        self._placed = session._placed
        self._since = archive.now()
        self._decisions = self._count(session, 0)
        self.spent = 0.0  # seconds up to the last write
        self.number: int | None = None
        self.revision = 0
        self.seats = dict(seats)
        self.daily = daily

    @property
    def seconds(self) -> float:
        """The time spent on this game so far, over all sittings; the clock runs until the game is over."""
        return self.spent + self._thought(self._archive.now())

    def play(self, move: Any) -> None:
        """Play a move that the rules allow, and keep it."""
        self._act(lambda ahead: ahead.play(move))

    def turn(self, text: str) -> None:
        """Read a move, play it, let nature act after it, and keep all of it at once."""
        self._act(lambda ahead: ahead.turn(text))

    def roll(self) -> Any:
        """Let nature act, with the dice of this ply, and keep what it did."""
        return self._act(lambda ahead: ahead.roll())

    def undo(self, computers: Collection[int] = ()) -> None:
        """Take back a person's last decision, and what followed from it, in the file too."""
        self._act(lambda ahead: ahead.undo(computers))

    def redo(self, computers: Collection[int] = ()) -> None:
        """Play again what was taken back last, and keep it."""
        self._act(lambda ahead: ahead.redo(computers))

    def written(self, number: int, revision: int, spent: float, moment: float) -> None:
        """Note what the archive holds now, and from which moment on somebody thinks."""
        self.number, self.revision, self.spent, self._since = number, revision, spent, moment

    def decided(self, ahead: Play) -> int:
        """How many plies of what this session is about to be somebody decided, without nature's."""
        same = min(len(self.moves), len(ahead.moves))
        return self._decisions + self._count(ahead, same) - self._count(self, same)

    def _act(self, action: Callable[[Play], Any]) -> Any:
        ahead = Session(self.game, seed=self.seed, position=self.states[0])
        ahead._placed = self._placed
        ahead.states, ahead.moves = list(self.states), list(self.moves)
        ahead._undone = list(self._undone)
        answer = action(ahead)
        moment = self._archive.now()
        self._archive.write(self, ahead, moment=moment, thought=self._thought(moment))
        self._decisions = self.decided(ahead)
        self._adopt(ahead)
        return answer

    def _adopt(self, other: Play) -> None:
        """Hold what another session holds; in place, since a screen may look at these very lists."""
        self.states[:], self.moves[:], self._undone[:] = other.states, other.moves, other._undone

    @staticmethod
    def _count(session: Play, first: int) -> int:
        """Decisions from a ply on; counted as they come, since a long game has thousands."""
        return sum(session.game.player(state) != CHANCE for state in session.states[first:-1])

    def _thought(self, moment: float) -> float:
        """Seconds since the last move of this sitting; nobody thinks once the game is over."""
        return 0.0 if self.outcome else min(max(0.0, moment - self._since), LONGEST_THOUGHT)
