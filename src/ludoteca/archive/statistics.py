"""What many games on one board come to: shares, averages, streaks and personal records."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from ludoteca.archive.entry import Entry, person_of
from ludoteca.core import AnyGame, GameId, LudotecaError
from ludoteca.games import find

_DECIDED: Final = ("won", "lost", "draw")


@dataclass(frozen=True)
class Against:
    """The finished games of a person in one seat against computers of some levels."""

    seat: int
    levels: tuple[int, ...]
    games: int
    won: int


@dataclass(frozen=True)
class Statistics:
    """The games of one person on one board.

    Games that came with their moves, and those of several people or none, count only in `games` and
    `seconds`. What was finished with help counts only there and in `helped` and `helped_won`; everything
    else is about games without. `scores` and `moves` are in the order in which the games ended. A streak ends
    with a game that was not won, with help or without. Where nobody has a choice (`skill`), help, streaks,
    points and records mean nothing: they are not counted, and no opponent is stronger than another.
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
    helped: int = 0
    helped_won: int = 0
    against: tuple[Against, ...] = ()
    skill: bool = True

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
    decided = [entry for entry in entries if counts(entry)]
    helped = [entry for entry in decided if is_helped(entry)]
    counted = [entry for entry in decided if not is_helped(entry)]
    wins = [entry for entry in counted if entry.result == "won"]
    streaks = [
        entry
        for entry in decided
        if is_skill(entry.game) and not (entry.result == "won" and is_helped(entry))
    ]
    runs = [(won, len(list(run))) for won, run in groupby(entry.result == "won" for entry in streaks)]
    return Statistics(
        board=board,
        games=len(entries),
        seconds=sum(entry.seconds - entry.carried for entry in entries),
        finished=len(counted),
        won=len(wins),
        drawn=sum(entry.result == "draw" for entry in counted),
        scores=tuple(entry.score for entry in counted),
        moves=tuple(entry.moves for entry in counted),
        streak=runs[-1][1] if runs and runs[-1][0] else 0,
        longest=max((length for won, length in runs if won), default=0),
        fastest=min((entry.seconds for entry in wins), default=None),
        fewest=min((entry.moves for entry in wins), default=None),
        helped=len(helped),
        helped_won=sum(entry.result == "won" for entry in helped),
        against=_against(board, counted),
        skill=not board or is_skill(board.partition(":")[0]),
    )


def counts(entry: Entry) -> bool:
    """Whether a game counts as one that a person played to its end here."""
    return entry.result in _DECIDED and not entry.imported


def is_helped(entry: Entry) -> bool:
    """Whether a person had help that may have changed how a game went."""
    return any(entry.help) and is_skill(entry.game)


def is_watched(entry: Entry) -> bool:
    """Whether the computer has every seat of a game."""
    game = game_on(entry.board)
    return game is not None and len(entry.seats) >= game.players


def game_on(board: str) -> AnyGame | None:
    """The rules of a board; None where nobody has them any more.

    >>> game_on("fuga:9"), game_on("chess:8")
    (Fuga(size=9, repeats=3), None)
    """
    try:
        asked = GameId.parse(board)
        return find(asked.name).from_options(asked.options)
    except LudotecaError:
        return None


def is_skill(name: str) -> bool:
    """Whether skill has a part in a game; one that nobody knows is taken to be such."""
    try:
        return find(name).skill
    except LudotecaError:
        return True


def _against(board: str, entries: Sequence[Entry]) -> tuple[Against, ...]:
    """The games by the person's seat and the levels of the others."""
    game = game_on(board)
    if game is None or game.players == 1 or not is_skill(game.name):
        return ()
    games, won = Counter[tuple[int, tuple[int, ...]]](), Counter[tuple[int, tuple[int, ...]]]()
    for entry in entries:
        seat = person_of(game, entry.seats)
        if seat is not None:
            table = seat, tuple(sorted(entry.seats.values()))
            games[table] += 1
            won[table] += entry.result == "won"
    return tuple(Against(*table, games[table], won[table]) for table in sorted(games))


def records_of(entry: Entry, entries: Sequence[Entry]) -> frozenset[str]:
    """In what a game beats every other on its board; a first game beats none.

    Points count in any finished game, time and moves only among wins. Against others only a win is a record;
    with help nothing is, nor where nobody has a choice.
    """
    others = [
        other for other in entries if counts(other) and not is_helped(other) and other.number != entry.number
    ]
    if not counts(entry) or not others or (entry.seats and entry.result != "won"):
        return frozenset()
    if is_helped(entry) or not is_skill(entry.game):
        return frozenset()
    records = {"score"} if all(entry.score > other.score for other in others) else set()
    wins = [other for other in others if other.result == "won"]
    if entry.result == "won" and wins:
        records |= {"seconds"} if all(entry.seconds < other.seconds for other in wins) else set()
        records |= {"moves"} if all(entry.moves < other.moves for other in wins) else set()
    return frozenset(records)
