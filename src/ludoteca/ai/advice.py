"""What a mind gives: the best move known, its value, and what is proved about it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Generic, NamedTuple, Self, TypeVar

from ludoteca.core import CHANCE, OVER, AnySession, FormatError, Session
from ludoteca.core.words import _

M = TypeVar("M")


class Status(StrEnum):
    """Whether a game is certainly won or lost for a seat."""

    WIN = "win"
    LOST = "lost"
    UNKNOWN = "unknown"

    @property
    def turned(self) -> "Status":
        """The same for the other of two seats."""
        return {Status.WIN: Status.LOST, Status.LOST: Status.WIN}.get(self, self)


class Unit(StrEnum):
    """In what a value, or a fact, is counted."""

    SHARE = "share"  # of a win: 1 for a certain one, 0 for a loss
    MARGIN = "margin"  # how far ahead, in what the game counts: pieces, cells, empty places
    POINTS = "points"  # expected at the end
    PLAYED_ON = "played_on"  # points expected at the end, if the game went on after its goal
    MOVES = "moves"  # to go


class Value(NamedTuple):
    """What a position is worth to a seat, in the unit that its game is told in.

    >>> Value(0.75, Unit.SHARE).turned, Value(3, Unit.MARGIN).turned
    (Value(amount=0.25, unit=<Unit.SHARE: 'share'>), Value(amount=-3, unit=<Unit.MARGIN: 'margin'>))
    """

    amount: float
    unit: Unit

    @property
    def turned(self) -> "Value":
        """What the position is worth to the other of two seats."""
        if self.unit == Unit.SHARE:
            return Value(1 - self.amount, self.unit)
        return Value(-self.amount, self.unit) if self.unit == Unit.MARGIN else self

    @property
    def worth(self) -> float:
        """A number that is higher for what is better, whatever the unit: moves to go count against it."""
        return -self.amount if self.unit == Unit.MOVES else self.amount

    def cost(self, after: "Value") -> float | None:
        """What a move lost that led to another value of the same seat; None if they cannot be compared."""
        if self.unit != after.unit:
            return None
        made = 1 if self.unit == Unit.MOVES else 0  # the move itself was one of those to go
        return self.worth - (after.worth - made)


class Line(NamedTuple, Generic[M]):
    """One way to go on: the moves expected, what they are worth, and where proved, how it ends and when."""

    moves: tuple[M, ...]
    value: Value | None = None
    status: Status = Status.UNKNOWN
    ends_in: int | None = None


@dataclass(frozen=True, kw_only=True, repr=False)
class Advice(Generic[M]):
    """The best move known, the line that shows it, its value, and whether that is proved.

    Value, status and `ends_in` (in how many plies a proved end comes, at most) are those of `seat`: who acts;
    while nature does, who acted last; once the game is over, who won. `values` are those of each move,
    `lines` several best ones if they were asked for, `chances` each seat's chance to win where that is known
    and `draw` that of nobody; `facts` what only this game can tell, by keys that its mind declares.

    `proven` goes with the value. A status other than UNKNOWN is certain in any case: a flood with moves to
    spare can be won though nobody has proved its fewest moves, and a race is proved though nobody has won it.

    >>> Advice(move="d2 d4", value=Value(0.5, Unit.SHARE))
    Advice(move='d2 d4', value=Value(amount=0.5, unit=<Unit.SHARE: 'share'>))
    """

    move: M | None = None
    line: tuple[M, ...] = ()
    value: Value | None = None
    proven: bool = False
    status: Status = Status.UNKNOWN
    ends_in: int | None = None
    values: Mapping[M, Value] = field(default_factory=dict)
    lines: Sequence[Line[M]] = ()
    chances: tuple[float, ...] = ()
    draw: float = 0.0
    depth: int | None = None
    nodes: int = 0
    facts: Mapping[str, Any] = field(default_factory=dict)
    seat: int | None = None

    def __repr__(self) -> str:
        """What it says, without what it does not."""
        names, nothing = [each.name for each in fields(self)], Advice[M]()
        said = [name for name in names if getattr(self, name) != getattr(nothing, name)]
        return f"Advice({', '.join(f'{name}={getattr(self, name)!r}' for name in said)})"

    @classmethod
    def over(cls, session: Session[Any, M]) -> Self:
        """Nothing to advise: the game has ended, and how is known."""
        outcome, players = session.outcome, session.game.players
        assert outcome is not None, "the game goes on"
        if outcome.winner is not None:
            seat, share, status = outcome.winner, 1.0, Status.WIN
        elif players == 1:
            seat, share, status = 0, 0.0, Status.LOST
        else:
            seat, share, status = None, 1 / players, Status.UNKNOWN
        chances = tuple(share if seat in (None, other) else 0.0 for other in range(players))
        return cls(value=Value(share, Unit.SHARE), proven=True, status=status, chances=chances, seat=seat)

    def seen_by(self, seat: int) -> Self:
        """The same from another of two seats."""
        if self.seat in (None, seat):
            return self
        value = None if self.value is None else self.value.turned
        return replace(self, value=value, status=self.status.turned, seat=seat)

    def spelled(self, text: Callable[[M], str]) -> "Advice[str]":
        """The same with every move as its text, so that it can leave its process."""
        return Advice(
            move=None if self.move is None else text(self.move),
            line=tuple(map(text, self.line)),
            value=self.value,
            proven=self.proven,
            status=self.status,
            ends_in=self.ends_in,
            values={text(move): value for move, value in self.values.items()},
            lines=tuple(
                Line(tuple(map(text, moves)), value, status, ends_in)
                for moves, value, status, ends_in in self.lines
            ),
            chances=self.chances,
            draw=self.draw,
            depth=self.depth,
            nodes=self.nodes,
            facts=self.facts,
            seat=self.seat,
        )

    def json(self: "Advice[str]") -> dict[str, Any]:
        """All of it, ready for JSON.

        >>> advice = Advice(move="d2 d4", line=("d2 d4",), value=Value(1.0, Unit.SHARE))
        >>> Advice.parse(advice.json()) == advice
        True
        """
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> "Advice[str]":
        """Read what `json` gave, perhaps after a journey through JSON; FormatError where it is no advice."""
        try:
            read = {
                "line": tuple(data["line"]),
                "value": _value(data["value"]),
                "status": Status(data["status"]),
                "values": {move: Value(pair[0], Unit(pair[1])) for move, pair in data["values"].items()},
                "lines": tuple(
                    Line(tuple(moves), _value(value), Status(status), ends_in)
                    for moves, value, status, ends_in in data["lines"]
                ),
                "chances": tuple(data["chances"]),
            }
            return Advice(**{**data, **read})
        except (TypeError, LookupError, ValueError, AttributeError):
            raise FormatError(_("this is no advice on a game")) from None

    def details(self: "Advice[str]") -> dict[str, Any]:
        """What there is to tell a program beyond move, line, status and proof: numbers under their names."""
        told: dict[str, Any] = {"unit": self.value.unit} if self.value else {}
        told |= _ending(self.status, self.ends_in)
        if self.values:
            told["values"] = {move: value.worth for move, value in self.values.items()}
        if self.depth is not None:
            told["depth"] = self.depth
        if self.lines:
            told["lines"] = [
                {
                    "moves": line.moves,
                    "value": line.value and line.value.worth,
                    **_ending(line.status, line.ends_in),
                }
                for line in self.lines
            ]
        return {**told, **self.facts}


def _value(pair: Sequence[Any] | None) -> Value | None:
    return None if pair is None else Value(pair[0], Unit(pair[1]))


def _ending(status: Status, plies: int | None) -> dict[str, int]:
    """In how many plies a game ends, where that is proved."""
    return {} if plies is None else {"win_in" if status == Status.WIN else "lost_in": plies}


def seat_of(session: AnySession) -> int | None:
    """Whose advice this is: who acts; while nature does, who acted last."""
    if session.game.players == 1:
        return 0
    players = (session.game.player(state) for state in reversed(session.states))
    return next((player for player in players if player not in (CHANCE, OVER)), None)
