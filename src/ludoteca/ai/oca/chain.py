"""One player of the goose race alone: what a turn comes to, and the chances of every later turn."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from math import expm1, fsum, log1p
from operator import itemgetter, mul
from typing import Any, Final, NamedTuple

from ludoteca.ai.limit import Clock
from ludoteca.core import LudotecaError
from ludoteca.core.words import _
from ludoteca.games.oca import HOLDS, Oca, Race

NOTHING: Final = 1e-18  # a chance too small to show in any sum
BLOCK: Final = 60  # turns; a multiple of any period a race is likely to have
ALIKE: Final = 1e-13  # how far fading may differ from place to place to count as one
MOST: Final = (
    6_000_000  # chances kept in one table, 8 bytes each; three tables, more only where rules need them
)


class LimitError(LudotecaError):
    """The time allowed, or the memory, was not enough."""

    def __init__(self) -> None:
        super().__init__(_("The limit ran out before the chances were known exactly."))


def check(clock: Clock) -> None:
    """Stop where the time is over."""
    if clock.expired:
        raise LimitError


Row = Sequence[float]


class End(NamedTuple):
    """How a throw, or a whole turn, may end: what happens, on which square, and the turns owed then."""

    what: str  # 'finish', 'stay', 'held', 'again' or 'endless' (the extra throws never stop)
    square: int = 0
    owed: int = 0


class Turn(NamedTuple):
    """A turn from one square, extra throws followed to the end: how likely each end is, and the throws."""

    ends: dict[End, float]
    throws: float

    def chance(self, what: str, square: int = 0) -> float:
        """How likely one end is."""
        return self.ends.get(End(what, square), 0.0)


def turns(game: Oca, clock: Clock) -> dict[int, Turn]:
    """What a turn comes to from every square.

    Only squares that a goose, bridge or dice leads to are met within a turn. They are eliminated one by one,
    adding, multiplying and dividing positive numbers only, so that nothing is lost to rounding.
    """
    once = {}
    numbers = [(int(number), float(chance)) for number, chance in game.odds(Race((), (), 0))]
    for square in range(game.begin, game.last):
        check(clock)
        once[square] = _throw(game, square, numbers)
    leaps = {end.square for ends in once.values() for end in ends if end.what == "again"}
    ends, throws = once, dict.fromkeys(once, 1.0)
    for leap in sorted(leaps, reverse=True):
        check(clock)
        mine, key = ends[leap], End("again", leap)
        mine.pop(key, None)
        leaving = fsum(mine.values())
        if leaving:
            throws[leap] /= leaving
            for end in mine:
                mine[end] /= leaving
        else:
            mine[End("endless")] = 1.0
        for square, other in ends.items():
            if weight := other.pop(key, 0.0):
                throws[square] += weight * throws[leap]
                for end, chance in mine.items():
                    other[end] = other.get(end, 0.0) + weight * chance
    return {square: Turn(ends[square], throws[square]) for square in ends}


def _throw(game: Oca, square: int, numbers: list[tuple[int, float]]) -> dict[End, float]:
    """The ends of one throw."""
    ends: dict[End, float] = {}
    for number, chance in numbers:
        _reached, special, to = game.land(square, number)
        if to >= game.last:
            end = End("finish")
        elif special and special.again:
            end = End("again", to)
        elif special and game.relieved and special.kind in HOLDS:
            end = End("held", to)
        else:
            end = End("stay", to, special.lose if special else 0)
        ends[end] = ends.get(end, 0.0) + chance
    return ends


class Figures:
    """A figure for every turn and every square to begin on, from turn 0; each follows from the one before."""

    def __init__(self, walk: "Walk", *rows: Row) -> None:
        self._walk = walk
        self.rows = [array("d", row) for row in rows]
        self._columns: dict[int, list[float]] = {}
        for turn, row in enumerate(self.rows):
            self._owe(turn, row)

    def reach(self, turn: int) -> None:
        """Add the turns up to one: each is the average of the one before over where a turn may end."""
        while len(self.rows) <= turn:
            latest = self.rows[-1]
            row = array("d", [sum(map(mul, odds, ends(latest))) for odds, ends in self._walk.steps])
            self.rows.append(row)
            self._owe(len(self.rows) - 1, row)

    def column(self, place: int, owed: int = 0) -> list[float]:
        """The figures of one who begins at a place and owes turns first."""
        if place not in self._columns:
            self._columns[place] = [row[place] for row in self.rows]
        column = self._columns[place]
        return [column[0]] * owed + column[: len(column) - owed] if owed else column

    def _owe(self, turn: int, row: "array[float]") -> None:
        row.extend([self.rows[max(turn - owed, 0)][place] for place, owed in self._walk.waits])


class Walk(NamedTuple):
    """Where turns lead, ready for `Figures`: places are squares from the first, then waits on squares."""

    steps: list[tuple[list[float], Callable[[Any], Any]]]
    waits: list[tuple[int, int]]
    leads: list[list[int]]

    @classmethod
    def of(cls, table: dict[int, Turn]) -> "Walk":
        """The walk of a table of turns."""
        stays = [
            {end: odds for end, odds in turn.ends.items() if end.what == "stay"} for turn in table.values()
        ]
        waits = sorted({(end.square, end.owed) for stay in stays for end in stay if end.owed})
        first, size = min(table), len(table)
        index = {wait: size + n for n, wait in enumerate(waits)}
        steps, leads = list[tuple[list[float], Callable[[Any], Any]]](), []
        for stay in stays:
            places = [index.get((end.square, end.owed), end.square - first) for end in stay]
            odds = [*stay.values(), 0.0, 0.0]  # itemgetter gives a tuple from two on
            steps.append((odds, itemgetter(*places, 0, 0)))
            leads.append([end.square - first for end in stay])
        return cls(steps, [(square - first, owed) for square, owed in waits], leads)


class Chain:
    """One player alone on a track, from every square: what may happen in the first turn, the second, ...

    `finish`, `endless` and `held` (by square) are the chances that the turn ends so, `racing` that nothing of
    the kind has happened after it and still can, `stuck` that nothing ever will, `throws` the throws expected
    in the turn. The tables end where hardly anybody races on, or where all figures fade by the same share in
    every `BLOCK` turns wherever one stands; `fading` is that share (1 in the first case). Since figures are
    averages of earlier ones, what is the same everywhere stays so: sums over later turns are then geometric.
    """

    def __init__(self, game: Oca, clock: Clock) -> None:
        table = turns(game, clock)
        self.first, self.walk = game.begin, Walk.of(table)
        self.turns = table
        moves = list(table.values())
        ending = [fsum(odds for end, odds in turn.ends.items() if end.what != "stay") for turn in moves]
        alive = _reaching(self.walk.leads, [chance > 0 for chance in ending])
        zeros = [0.0] * len(moves)
        self.racing = Figures(self.walk, [float(each) for each in alive])
        self.throws = Figures(self.walk, zeros, [turn.throws for turn in moves])
        self.finish = Figures(self.walk, zeros, [turn.chance("finish") for turn in moves])
        self.stuck = self.endless = None
        if not all(alive):
            self.stuck = Figures(self.walk, [float(not each) for each in alive])
        if any(turn.chance("endless") for turn in moves):
            self.endless = Figures(self.walk, zeros, [turn.chance("endless") for turn in moves])
        holds = sorted({end.square for turn in moves for end in turn.ends if end.what == "held"})
        self.held = {
            hold: Figures(self.walk, zeros, [turn.chance("held", hold) for turn in moves]) for hold in holds
        }
        self.leaving = Figures(self.walk, zeros, ending) if self.held or self.endless else self.finish
        self.fading = 1.0
        self._follow(clock)

    @property
    def length(self) -> int:
        """The last turn looked at."""
        return len(self.racing.rows) - 1

    def _follow(self, clock: Clock) -> None:
        events = [self.leaving, self.finish, *self.held.values(), *([self.endless] if self.endless else [])]
        tables = [self.racing, self.throws, *events, *([self.stuck] if self.stuck else [])]
        while True:
            for table in tables:
                table.reach(self.length)
                check(clock)
            if max(self.racing.rows[-1]) < NOTHING or self._fades_alike(events, clock):
                return
            if self.length * len(self.walk.steps) > MOST:
                raise LimitError
            self.racing.reach(self.length + 1)

    def _fades_alike(self, events: list[Figures], clock: Clock) -> bool:
        """Whether all figures fade by one share in a block of turns, looked at once a block.

        Say that after a block racing is a share less everywhere, but for errors of at most `ALIKE` times that
        share. Averages of errors are no greater and add up as the share does, so racing at any later turn is
        off by no more than `ALIKE`, and the sum of turns by as small a part; the same goes for what is in
        proportion to racing. The look goes back over as many turns as may be owed, for those wait as long.
        """
        turn = self.length
        window = max((owed for _place, owed in self.walk.waits), default=0) + 1
        if self.stuck or turn % BLOCK or turn < BLOCK + window:
            return False
        share = self._part(self.leaving, turn)
        checks = [(table, ALIKE * share) for table in events] + [(self.throws, ALIKE)]
        if not all(self._is_even(table, turn, window, error, clock) for table, error in checks):
            return False
        self.fading = share
        return True

    def _part(self, table: Figures, turn: int) -> float:
        """What a block adds up to, in proportion to racing before it, all places taken together."""
        return fsum(map(fsum, table.rows[turn - BLOCK + 1 : turn + 1])) / fsum(self.racing.rows[turn - BLOCK])

    def _is_even(self, table: Figures, turn: int, window: int, error: float, clock: Clock) -> bool:
        """Whether that proportion is the same at every place, now and as long ago as turns may be owed."""
        part = self._part(table, turn)
        for last in range(turn, turn - window, -1):
            check(clock)
            block = table.rows[last - BLOCK + 1 : last + 1]
            for place, racing in enumerate(self.racing.rows[last - BLOCK]):
                if abs(fsum(row[place] for row in block) - part * racing) > error:
                    return False
        return True


def total(terms: Sequence[float], fading: float) -> float:
    """The sum over all turns: those looked at, and later ones, less by the share `fading` in each block."""
    seen = fsum(terms)
    return seen if fading == 1 else seen + fsum(terms[-BLOCK:]) * (1 - fading) / fading


def together(fadings: Iterable[float]) -> float:
    """How a product fades whose factors do.

    >>> together([0.5, 0.5])
    0.75
    """
    shares = list(fadings)
    return 1.0 if 1 in shares else -expm1(fsum(log1p(-share) for share in shares))


def _reaching(leads: list[list[int]], ends: list[bool]) -> list[bool]:
    """From which places the race can still end, one way or another."""
    reaching, grown = list(ends), True
    while grown:
        grown = False
        for place, following in enumerate(leads):
            if not reaching[place] and any(reaching[other] for other in following):
                reaching[place] = grown = True
    return reaching
