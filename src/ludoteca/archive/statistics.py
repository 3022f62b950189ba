"""What many games on one board come to: shares, averages, streaks and personal records."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from ludoteca.archive.entry import Entry

_DECIDED: Final = ("won", "lost", "draw")


@dataclass(frozen=True)
class Statistics:
    """The games of one person on one board.

    Games that came with their moves, and those of several people or none, count only in `games` and
    `seconds`. `scores` and `moves` are those of the finished games, in the order in which they ended.
    """

    board: str
    games: int
    seconds: float
    finished: int
    won: int
    drawn: int
    scores: tuple[float, ...]
    moves: tuple[int, ...]
    streak: int
    longest: int
    fastest: float | None
    fewest: int | None

    @property
    def lost(self) -> int:
        """Games lost."""
        return self.finished - self.won - self.drawn

    @property
    def share(self) -> float | None:
        """The share of finished games that were won."""
        return self.won / self.finished if self.finished else None

    @property
    def best(self) -> float | None:
        """The best score; more is better in every game."""
        return max(self.scores, default=None)

    @property
    def average(self) -> float | None:
        """The mean score."""
        return sum(self.scores) / self.finished if self.finished else None

    @property
    def median(self) -> float | None:
        """The score in the middle."""
        if not self.scores:
            return None
        ordered, half = sorted(self.scores), len(self.scores) // 2
        return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def statistics_of(board: str, entries: Sequence[Entry]) -> Statistics:
    """The statistics of entries on a board, given in the order in which they ended."""
    counted = [entry for entry in entries if counts(entry)]
    wins = [entry for entry in counted if entry.result == "won"]
    runs = [(won, len(list(run))) for won, run in groupby(entry.result == "won" for entry in counted)]
    return Statistics(
        board=board,
        games=len(entries),
        seconds=sum(entry.seconds for entry in entries),
        finished=len(counted),
        won=len(wins),
        drawn=sum(entry.result == "draw" for entry in counted),
        scores=tuple(entry.score for entry in counted),
        moves=tuple(entry.moves for entry in counted),
        streak=runs[-1][1] if runs and runs[-1][0] else 0,
        longest=max((length for won, length in runs if won), default=0),
        fastest=min((entry.seconds for entry in wins), default=None),
        fewest=min((entry.moves for entry in wins), default=None),
    )


def counts(entry: Entry) -> bool:
    """Whether a game counts as one that a person played to its end here."""
    return entry.result in _DECIDED and not entry.imported


def records_of(entry: Entry, entries: Sequence[Entry]) -> frozenset[str]:
    """In what a game beats every other on its board; a first game beats none.

    Points count in any finished game, time and moves only among wins. Against others only a win is a record.
    """
    others = [other for other in entries if counts(other) and other.number != entry.number]
    if not counts(entry) or not others or (entry.seats and entry.result != "won"):
        return frozenset()
    records = {"score"} if all(entry.score > other.score for other in others) else set()
    wins = [other for other in others if other.result == "won"]
    if entry.result == "won" and wins:
        records |= {"seconds"} if all(entry.seconds < other.seconds for other in wins) else set()
        records |= {"moves"} if all(entry.moves < other.moves for other in wins) else set()
    return frozenset(records)
