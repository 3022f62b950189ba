"""Zyan Drench: flood the board from a corner, colour by colour, alone or against the opposite corner."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple

from ludoteca.core import (
    OVER,
    Cell,
    Dice,
    FormatError,
    Game,
    IllegalMove,
    OptionError,
    Outcome,
    Size,
    check_range,
    is_number,
    option,
)
from ludoteca.core.grid import in_rows, square_name
from ludoteca.core.words import N_, _

COLOURS: Final = "123456789a"
MAX_SIDE: Final = 64
MAX_LIMIT: Final = 10_000
SIZES: Final = [Size(side, side) for side in (6, 8, 10, 12, 15, 20)]
LIMITS: Final = {0: N_("any number")} | dict.fromkeys((15, 20, 25, 30, 40), "")


class Flood(NamedTuple):
    """A position: the colours by rows; moves made, whose turn, and how many moves in a row grew nothing."""

    cells: str
    moves: int = 0
    turn: int = 0
    idle: int = 0


@lru_cache(maxsize=16)
def neighbours(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """The cells beside each cell: above, below, left, right."""
    table = []
    for index in range(rows * cols):
        row, col = divmod(index, cols)
        near = ((row > 0, -cols), (row < rows - 1, cols), (col > 0, -1), (col < cols - 1, 1))
        table.append(tuple(index + step for inside, step in near if inside))
    return tuple(table)


@dataclass(frozen=True)
class Drench(Game[Flood, int]):
    """Flood-It; a move is the number of a colour, from 1.

    >>> game = Drench(Size(2, 2), 3)
    >>> game.play(game.load("12/13.0.0.0"), 2)
    Flood(cells='2223', moves=1, turn=0, idle=0)
    """

    name: ClassVar[str] = "drench"
    title: ClassVar[str] = N_("Flood")
    small: ClassVar[str] = "7x7,6"
    prompts: ClassVar[Sequence[str]] = (N_("choose a colour"),)
    scored: ClassVar[Sequence[str]] = (N_("Moves"), N_("Cells"))
    size: Size = option(Size(15, 15), N_("rows and columns"), placed=True, word=N_("size"), offers=SIZES)
    colours: int = option(
        6, N_("number of colours, from 2 to 10"), placed=True, word=N_("colours"), offers=range(2, 11)
    )
    limit: int = option(
        0, N_("moves allowed to one player; 0: as many as it takes"), word=N_("moves allowed"), offers=LIMITS
    )
    players: int = option(1, N_("1, or 2 from opposite corners"), word=N_("players"), offers=(1, 2))
    symmetric: bool = option(
        True, N_("two players: the same board from both corners"), word=N_("symmetric board")
    )

    def __post_init__(self) -> None:
        for what, side in zip(("rows", "columns"), self.size, strict=True):
            check_range(what, side, 1, MAX_SIDE)
        check_range("players", self.players, 1, 2)
        check_range("colours", self.colours, 2 if self.players == 1 else 3, len(COLOURS))
        check_range("limit", self.limit, 0, MAX_LIMIT)
        if self.players == 2 and (self.limit or min(self.size) < 2):
            raise OptionError(_("Two players need at least 2 rows and columns, and no limit."))
        if self.players == 1 and not self.symmetric:
            raise OptionError(_("Only a board for two is symmetric or not."))

    @property
    def uses_dice(self) -> bool:
        """The first board is random."""
        return True

    @property
    def buttons(self) -> dict[str, str]:
        """Every colour."""
        return {str(number): f"colour{number}" for number in range(1, self.colours + 1)}

    def start(self, dice: Dice) -> Flood:
        """Random colours; for two, by default the same from either corner, and with a game in them."""
        count = self.size.rows * self.size.cols
        for _try in range(100):
            cells = "".join(COLOURS[dice.below(self.colours)] for _cell in range(count))
            if self.players == 2 and self.symmetric:
                cells = cells[: count - count // 2] + cells[: count // 2][::-1]
            if self.players == 1 or (len(set(cells)) > 2 and self.corner(1) not in self.region(cells, 0)):
                break
        return Flood(cells)

    def corner(self, seat: int) -> int:
        """Where a seat's region begins: the top left, or the bottom right for the second."""
        return seat * (self.size.rows * self.size.cols - 1)

    def region(self, cells: str, seat: int) -> list[int]:
        """The cells connected to a seat's corner in its colour: the document's list of visited places."""
        near, visited = neighbours(*self.size), [self.corner(seat)]
        known = set(visited)
        for index in visited:
            for beside in near[index]:
                if beside not in known and cells[beside] == cells[index]:
                    known.add(beside)
                    visited.append(beside)
        return visited

    def player(self, state: Flood) -> int:
        """The seat to move."""
        return OVER if self.outcome(state) else state.turn

    def legal(self, state: Flood) -> Sequence[int]:
        """Every colour but the current ones of the corners in play."""
        if self.outcome(state):
            return []
        taken = {state.cells[self.corner(seat)] for seat in range(self.players)}
        return [number for number, colour in enumerate(COLOURS[: self.colours], 1) if colour not in taken]

    def play(self, state: Flood, move: int) -> Flood:
        """The region takes the colour, and with it the neighbours that had it already."""
        cells, region = list(state.cells), self.region(state.cells, state.turn)
        for index in region:
            cells[index] = COLOURS[move - 1]
        flooded = "".join(cells)
        if self.players == 1:
            return Flood(flooded, state.moves + 1)
        grown = len(self.region(flooded, state.turn)) > len(region)
        return Flood(flooded, state.moves + 1, 1 - state.turn, 0 if grown else state.idle + 1)

    def outcome(self, state: Flood) -> Outcome | None:
        """Alone: one colour, or the limit. Two: two colours left or nobody grows; the larger region wins."""
        left = len(set(state.cells))
        if self.players == 1:
            if left == 1:
                return Outcome(0, N_("the board is of one colour"))
            if self.limit and state.moves >= self.limit:
                return Outcome(None, N_("the moves are used up"))
            return None
        if left > 2 and state.idle < self.colours:
            return None
        first, second = self.scores(state)
        reason = (
            N_("only two colours are left") if left <= 2 else N_("nobody has grown for a round of colours")
        )
        return Outcome(None if first == second else int(second > first), reason)

    def scores(self, state: Flood) -> Sequence[float]:
        """Alone: moves, negative, fewer is better. Two: cells of each region."""
        if self.players == 1:
            return [-state.moves]
        return [len(self.region(state.cells, seat)) for seat in (0, 1)]

    def text(self, move: int) -> str:
        """The colour's number."""
        return str(move)

    def parse(self, state: Flood, text: str) -> int:
        """Read a colour's number."""
        moves = self.legal(state)
        word = text.strip()
        if not moves:
            raise IllegalMove(_("The game is over."))
        if not (is_number(word) and 1 <= int(word) <= self.colours):
            raise IllegalMove(_("Name a colour by its number, from 1 to {most}.", most=self.colours))
        if int(word) not in moves:
            raise IllegalMove(_("Colour {colour} is a corner's own; choose another.", colour=int(word)))
        return int(word)

    def dump(self, state: Flood) -> str:
        """Rows of colours 1 to 9 and a, then moves, turn and moves without growth."""
        rows = "/".join(in_rows(state.cells, self.size.cols))
        return f"{rows}.{state.moves}.{state.turn}.{state.idle}"

    def load(self, text: str) -> Flood:
        """A position of this board's size and colours; moves, turn and growth may be left out."""
        rows, *counts = text.split(".")
        lines = rows.split("/")
        if [len(line) for line in lines] != [self.size.cols] * self.size.rows:
            raise FormatError(_("A position of this board has {size} cells.", size=self.size))
        if strange := "".join(lines).strip(COLOURS[: self.colours]):
            raise FormatError(
                _("'{text}' is not one of the {count} colours.", text=strange[0], count=self.colours)
            )
        if len(counts) not in (0, 3) or not all(map(is_number, counts)):
            raise FormatError(_("After the cells come moves, turn and idle moves, as in .7.0.0"))
        position = Flood("".join(lines), *map(int, counts))
        if position.turn >= self.players or (self.players == 1 and position.idle):
            raise FormatError(_("This position is not of a game for {players}.", players=self.players))
        return position

    def board(self, state: Flood) -> Sequence[Sequence[Cell]]:
        """Coloured cells; each seat's region is marked, and its corner."""
        marks: dict[int, set[str]] = {}
        for seat in range(self.players):
            for index in self.region(state.cells, seat):
                marks.setdefault(index, set()).add(f"region{seat}")
            marks[self.corner(seat)].add("corner")
        cells = [
            Cell(f"colour{COLOURS.index(colour) + 1}", colour, square_name(index, self.size.cols),
                 frozenset(marks.get(index, ())))
            for index, colour in enumerate(state.cells)
        ]  # fmt: skip
        return in_rows(cells, self.size.cols)

    def status(self, state: Flood) -> Sequence[str]:
        """Moves and how much of the board is flooded; for two by whom."""
        moves = f"{state.moves}/{self.limit}" if self.limit else str(state.moves)
        if self.players == 2:
            return [_("Moves: {moves}.", moves=moves), *self.stands(state)]
        cells, total = len(self.region(state.cells, 0)), len(state.cells)
        held = _("{cells} of {total} cells", cells=cells, total=total)
        return [_("Moves: {moves}. Flooded: {regions}.", moves=moves, regions=held)]

    def stands(self, state: Flood) -> Sequence[str]:
        """For two, how many cells each region has."""
        if self.players == 1:
            return []
        total, each = len(state.cells), zip(self.seats, self.scores(state), strict=True)
        return [
            _("{player}: {cells} of {total} cells", player=name, cells=cells, total=total)
            for name, cells in each
        ]

    def holds(self, state: Flood) -> Sequence[float]:
        """For two, each region's share of the cells."""
        return [cells / len(state.cells) for cells in self.scores(state)] if self.players > 1 else ()

    def tell(self, state: Flood, move: int) -> Sequence[str]:
        """How much the region grows."""
        before = len(self.region(state.cells, state.turn))
        after = len(self.region(self.play(state, move).cells, state.turn))
        grown, name = after - before, self.seats[state.turn]
        if self.players == 1:
            return [_("The region grows by {count} to {cells}.", count=grown, cells=after)]
        return [_("{player}'s region grows by {count} to {cells}.", player=name, count=grown, cells=after)]
