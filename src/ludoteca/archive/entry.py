"""What the archive knows of a game without its moves: one line of the history."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ludoteca.core import LEVELS, AnyGame, GameId, Outcome
from ludoteca.core.game import is_number
from ludoteca.core.words import N_

COLUMNS: Final = (
    "number, id, game, board, began, changed, plies, seconds, result, winner, reason, score, seats, daily, "
    "moves, imported, hints, computer, rewinds, undos, carried"
)

# What a result is called.
RESULTS: Final = {
    "": N_("under way"),
    "won": N_("won"),
    "lost": N_("lost"),
    "draw": N_("drawn"),
    "over": N_("over"),
}


class Help(NamedTuple):
    """How often a person had help in a game: positions in which a good move was told, moves that the computer
    made for them, ways back to a position that could be won, and moves taken back."""

    hints: int = 0
    computer: int = 0
    rewinds: int = 0
    undos: int = 0

    def plus(self, kind: str) -> "Help":
        """Once more.

        >>> Help().plus("hints")
        Help(hints=1, computer=0, rewinds=0, undos=0)
        """
        return self._replace(**{kind: getattr(self, kind) + 1})


class Entry(NamedTuple):
    """A game in the history; `result` is '' while it is under way, then won, lost, draw or over.

    A result is that of the only person at the table; where there is none or several, the game is just over.
    `score` is that person's, else the first seat's. `moves` counts what was decided, `plies` also what
    nature did. A game that came with its moves was played elsewhere: `imported`. Archives before version 3
    did not count `help`: their games have none. Of the `seconds` so many were `carried` over from the game
    that this one goes on from, and are in its time too.
    """

    number: int
    id: str
    game: str
    board: str
    began: float
    changed: float
    plies: int
    seconds: float
    result: str
    winner: int | None
    reason: str
    score: float
    seats: Mapping[int, int]
    daily: str
    moves: int
    imported: bool
    help: Help = Help()
    carried: float = 0.0


class Standing(NamedTuple):
    """How a game stands after its last move."""

    result: str
    winner: int | None
    reason: str
    score: float


def entry_of(row: Sequence[Any]) -> Entry:
    """The entry in a row of COLUMNS; ValueError where a damaged one holds what no archive writes."""
    values = [read(value) for read, value in zip(_READ, row, strict=True)]
    *facts, hints, computer, rewinds, undos, carried = values
    return Entry._make([*facts, Help(hints, computer, rewinds, undos), carried])


def standing(game: AnyGame, state: Any, outcome: Outcome | None, computers: Mapping[int, int]) -> Standing:
    """How a game stands for the person at the table.

    >>> from ludoteca.games import begin
    >>> session = begin("2048:4,2#1")
    >>> standing(session.game, session.state, session.outcome, {})
    Standing(result='', winner=None, reason='', score=0.0)
    """
    person = person_of(game, computers)
    score = float(game.scores(state)[person or 0])
    if outcome is None:
        return Standing("", None, "", score)
    if person is None:
        result = "over"
    elif outcome.winner is None:
        result = "draw" if game.players > 1 else "lost"
    else:
        result = "won" if outcome.winner == person else "lost"
    return Standing(result, outcome.winner, outcome.reason, score)


def person_of(game: AnyGame, computers: Mapping[int, int]) -> int | None:
    """The seat of the only person at the table, if there is exactly one."""
    people = [seat for seat in range(game.players) if seat not in computers]
    return people[0] if len(people) == 1 else None


def board_of(gameid: GameId) -> str:
    """The board that an id is played on: the id without position and seed.

    >>> board_of(GameId.parse("drench:15x15,6#77"))
    'drench:15x15,6'
    """
    return str(GameId(gameid.name, gameid.options))


def write_seats(seats: Mapping[int, int]) -> str:
    """The computer's seats and levels in one text.

    >>> write_seats({1: 5, 0: 3}), read_seats("0=3,1=5")
    ('0=3,1=5', {0: 3, 1: 5})
    """
    return ",".join(f"{seat}={level}" for seat, level in sorted(seats.items()))


def read_seats(text: str) -> dict[int, int]:
    """The computer's seats and levels; what cannot be read is left out."""
    pairs = (word.partition("=") for word in text.split(","))
    seats = {int(seat): int(level) for seat, _is, level in pairs if is_number(seat) and is_number(level)}
    return {seat: level for seat, level in seats.items() if level in LEVELS}


def is_text(value: Any) -> bool:
    """Whether a value is a text that a terminal shows as it is; a damaged file may hold anything anywhere."""
    return isinstance(value, str) and value.isprintable() and "\N{REPLACEMENT CHARACTER}" not in value


def _text(value: Any) -> str:
    if not is_text(value):
        raise ValueError("no such text")
    return str(value)


def _between(least: float, most: float, *kinds: type[float]) -> Callable[[Any], Any]:
    """What reads a number of these kinds, from one to another, and makes it one of the first kind."""

    def read(value: Any) -> Any:
        if not isinstance(value, kinds) or not least <= value <= most:
            raise ValueError("no such number")
        return kinds[0](value)

    return read


def _result(value: Any) -> str:
    if value not in RESULTS:
        raise ValueError("no such result")
    return str(value)


_moment: Final = _between(0, 253_402_214_400, float, int)  # seconds from 1970 to the last day of 9999
_count: Final = _between(0, 1_000_000_000, int)
_score: Final = _between(-1e15, 1e15, float, int)
_READ: Final[tuple[Callable[[Any], Any], ...]] = (
    int, _text, _text, _text, _moment, _moment, _count, _moment, _result,
    lambda winner: None if winner is None else _count(winner), _text, _score,
    lambda seats: read_seats(_text(seats)), _text, _count, lambda imported: bool(_count(imported)),
    *[_count] * len(Help._fields), _moment,
)  # fmt: skip
