"""Drench solved with Python's own integers as sets: the board as a graph, and the search without Numba."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from ludoteca.ai.limit import Clock
from ludoteca.games.drench import COLOURS, Drench, neighbours

MAX_SETS: Final = 100_000  # in the levels of one search; some 50 MB

TABLE_BYTES: Final = 64  # of a set; a table for larger ones would take more memory than it is worth


class Regions(NamedTuple):
    """A board as a graph: what is beside each region, and the regions and the number of each colour.

    Sets of regions are bits of an integer. Region 0 is the farthest from the corner, the corner's the last.
    """

    beside: tuple[int, ...]
    colours: tuple[int, ...]
    numbers: tuple[int, ...]

    @property
    def whole(self) -> int:
        """The set of all regions."""
        return (1 << len(self.beside)) - 1

    @property
    def corner(self) -> int:
        """The set of the corner's region alone."""
        return 1 << len(self.beside) - 1


class Flooding(NamedTuple):
    """What one search found: a line of numbers of colours or None, and whether it left nothing out."""

    line: tuple[int, ...] | None
    complete: bool


def regions(game: Drench, cells: str) -> Regions:
    """The graph of a board, from the corner outwards, then turned round.

    >>> regions(Drench(), "1" * 224 + "2")
    Regions(beside=(2, 1), colours=(2, 1), numbers=(1, 2))
    """
    near = neighbours(*game.size)
    region, members = [-1] * len(cells), [_flood(cells, near, 0)]
    joined: list[set[int]] = []
    for number, inside in enumerate(members):  # which grows while it is read
        for index in inside:
            region[index] = number
        joined.append(set())
        for beside in (beside for index in inside for beside in near[index] if region[beside] != number):
            if region[beside] < 0:
                new = _flood(cells, near, beside)
                for index in new:
                    region[index] = len(members)
                members.append(new)
            joined[number].add(region[beside])
    last = len(members) - 1
    colours = dict.fromkeys(sorted(set(cells)), 0)
    for number, inside in enumerate(members):
        colours[cells[inside[0]]] |= 1 << last - number
    beside_all = tuple(sum(1 << last - other for other in others) for others in reversed(joined))
    numbers = tuple(COLOURS.index(colour) + 1 for colour in colours)
    return Regions(beside_all, tuple(colours.values()), numbers)


def _flood(cells: str, near: Sequence[Sequence[int]], start: int) -> list[int]:
    """The cells connected to one in its colour."""
    found, known = [start], {start}
    for index in found:
        for beside in near[index]:
            if cells[beside] == cells[start] and beside not in known:
                known.add(beside)
                found.append(beside)
    return found


class Flooded(NamedTuple):
    """What is known of a set of flooded regions; the less, the better."""

    needed: int
    far: int
    edge: int
    parent: int
    number: int


class Plain:
    """The search on one board, in plain Python."""

    def __init__(self, graph: Regions) -> None:
        self.graph = graph
        self.nodes = 0
        self._bytes = (len(graph.beside) + 7) // 8
        self._table: list[list[int]] = []

    def _tabulate(self) -> None:
        """For each byte of a set and each of its values, all that is beside its regions."""
        for first in range(0, len(self.graph.beside), 8):
            row = [0]
            for beside in self.graph.beside[first : first + 8]:
                row += [beside | lower for lower in row]
            self._table.append(row)

    def reach(self, fresh: int) -> int:
        """All that is beside a set."""
        reached = 0
        if self._table:
            for byte, row in zip(fresh.to_bytes(self._bytes, "little"), self._table, strict=True):
                if byte:
                    reached |= row[byte]
            return reached
        while fresh:
            bit = fresh & -fresh
            fresh ^= bit
            reached |= self.graph.beside[bit.bit_length() - 1]
        return reached

    def lower(self) -> int:
        """A number of moves that is certainly needed from the start."""
        start = self.graph.corner
        return self.bound(start, self.reach(start), len(self.graph.beside))[0]

    def greedy(self) -> tuple[int, ...]:
        """A line at once: always what floods most regions."""
        flooded, line = self.graph.corner, []
        edge = self.reach(flooded)
        while edge:
            number, fresh = max(self.moves(flooded, edge), key=lambda move: move[1].bit_count())
            line.append(number)
            flooded |= fresh
            edge = (edge | self.reach(fresh)) & ~flooded
        return tuple(line)

    def bound(self, flooded: int, edge: int, most: int) -> tuple[int, int]:
        """A number of moves that is certainly needed, and how far all regions are together.

        A colour that is wholly in reach takes one move of its own, which is as good as any; when there is
        none, one move is allowed to flood everything in reach. Stops once the number exceeds `most`.
        """
        rest, moves, far = self.graph.whole & ~flooded, 0, 0
        left = [colour for colour in self.graph.colours if colour & rest]
        while left and moves + len(left) <= most:
            beyond = rest & ~edge
            going = [colour for colour in left if colour & beyond]
            if len(going) < len(left):
                moves += len(left) - len(going)
                fresh = edge
                for colour in going:
                    fresh &= ~colour
                left = going
            else:
                moves += 1
                fresh = edge
            rest ^= fresh
            far += moves * fresh.bit_count()
            edge = (edge | self.reach(fresh)) & rest
        return moves + len(left), far

    def moves(self, flooded: int, edge: int) -> list[tuple[int, int]]:
        """What each colour would flood; a colour that one move finishes is all there is to try."""
        choices = []
        for number, colour in zip(self.graph.numbers, self.graph.colours, strict=True):
            fresh = colour & edge
            if fresh and not colour & ~flooded & ~edge:
                return [(number, fresh)]
            if fresh:
                choices.append((number, fresh))
        return choices

    def search(self, most: int, width: int | None, clock: Clock) -> Flooding:
        """Look for a line of at most `most` moves, no less than its lower bound, in `width` sets a level."""
        if not self._table and self._bytes <= TABLE_BYTES:
            self._tabulate()
        start = self.graph.corner
        level = {start: Flooded(0, 0, self.reach(start), 0, 0)}
        levels = [level]
        complete = True
        while level:
            ahead: dict[int, Flooded] = {}
            room = MAX_SETS - sum(map(len, levels))
            for flooded, known in level.items():
                if clock.expired or len(ahead) > room:
                    return Flooding(None, complete=False)
                if self._expand(flooded, known.edge, most - len(levels), ahead):
                    return Flooding(self._line([*levels, ahead]), complete)
            kept = self._uncovered(ahead, clock)
            if kept is None:
                return Flooding(None, complete=False)
            if width is not None and len(kept) > width:
                complete = False
                kept = sorted(kept, key=ahead.__getitem__)[:width]
            level = {flooded: ahead[flooded] for flooded in kept}
            levels.append(level)
        return Flooding(None, complete)

    def _expand(self, flooded: int, edge: int, most: int, ahead: dict[int, Flooded]) -> bool:
        """Add what the moves from one set lead to, if `most` more may do; whether it is the whole board."""
        for number, fresh in self.moves(flooded, edge):
            larger = flooded | fresh
            if larger in ahead:
                continue
            beyond = (edge | self.reach(fresh)) & ~larger
            self.nodes += 1
            needed, far = self.bound(larger, beyond, most)
            if needed <= most:
                ahead[larger] = Flooded(needed, far, beyond, flooded, number)
            if larger == self.graph.whole:
                return True
        return False

    def _uncovered(self, ahead: dict[int, Flooded], clock: Clock) -> list[int] | None:
        """The sets that no other holds all of, the largest first; None when time is up.

        `holders[region]` has a bit for each set so far that holds the region; the lowest regions are rarest.
        """
        holders = [0] * len(self.graph.beside)
        kept: list[int] = []
        for flooded in sorted(ahead, key=int.bit_count, reverse=True):
            if clock.expired:
                return None
            mine = 1 << len(kept)
            inside, rest = mine - 1, flooded
            while inside and rest:
                bit = rest & -rest
                rest ^= bit
                inside &= holders[bit.bit_length() - 1]
            if inside:
                continue
            kept.append(flooded)
            rest = flooded
            while rest:
                bit = rest & -rest
                rest ^= bit
                holders[bit.bit_length() - 1] |= mine
        return kept

    def _line(self, levels: list[dict[int, Flooded]]) -> tuple[int, ...]:
        """The moves that led to the whole board."""
        line, flooded = [], self.graph.whole
        for level in reversed(levels[1:]):
            line.append(level[flooded].number)
            flooded = level[flooded].parent
        return tuple(reversed(line))
