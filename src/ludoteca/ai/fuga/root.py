"""One search of a fuga position from its root: short wins proved first, then every move deeper and deeper."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ludoteca.games.fuga import Slide
from ludoteca.kernels.fuga import board as kernel
from ludoteca.kernels.fuga.evaluation import evaluate, exits, strike
from ludoteca.kernels.fuga.mate import forced
from ludoteca.kernels.fuga.moves import DRAWN, NODES, PAST, PATH, STOP
from ludoteca.kernels.fuga.search import SURE, WIN, probe, search

if TYPE_CHECKING:
    from ludoteca.ai.fuga.searcher import Searcher

INFINITE: Final = 32_000
_LONGEST: Final = 40  # plies of a line that is told
_TOLD: Final = 20  # lines; of more than that, the first move alone


class Variation(NamedTuple):
    """One way to go on: the moves expected and their value to the side to move, in hundredths of a piece."""

    moves: tuple[Slide, ...]
    value: int

    @property
    def sure_in(self) -> int | None:
        """The plies within which the game is proved to be won or lost, if it is."""
        return WIN - abs(self.value) if abs(self.value) >= SURE else None


class Searched(NamedTuple):
    """What a search came to: its best lines, best first, how deep and how many positions."""

    lines: Sequence[Variation]
    depth: int
    nodes: int


Report = Callable[[Searched], None]


class Root:
    """The position that a searcher has set up, and what is known of its moves."""

    def __init__(self, searcher: "Searcher", wanted: int) -> None:
        self._searcher, self._wanted = searcher, wanted
        self._order = self._slides(searcher.turn)
        self._proved: Variation | None = None
        self.searched = Searched([Variation((self._named(move),), 0) for move in self._order[:wanted]], 0, 0)

    def _slides(self, side: int) -> list[int]:
        searcher = self._searcher
        end = kernel.slides(searcher.state, searcher.fixed, searcher.bits, side, searcher.moves, 0)
        return [int(move) for move in searcher.moves[:end]]

    def sort(self) -> None:
        """Put what looks best to the front, if there is time to look."""
        looks: dict[int, int] = {}
        for move in self._order:
            if self._stopped:
                return
            looks[move] = self._glance(move)
        self._order.sort(key=looks.__getitem__)
        self._note([Variation((self._named(move),), 0) for move in self._order[: self._wanted]], 0)

    def _glance(self, move: int) -> int:
        """How bad a move looks before any search."""
        searcher = self._searcher
        taken = self._make(searcher.turn, move)
        ended = self._ended
        arrays = searcher.state, searcher.fixed, searcher.bits
        value = -WIN if ended else int(evaluate(*arrays, 1 - searcher.turn))
        self._unmake(searcher.turn, move, taken)
        return value

    def _named(self, move: int) -> Slide:
        size = self._searcher.size
        return Slide(kernel.index_of(move >> 10, size), kernel.index_of(move & 1023, size))

    def _make(self, side: int, move: int) -> int:
        return int(kernel.make(self._searcher.state, self._searcher.fixed, side, move >> 10, move & 1023))

    def _unmake(self, side: int, move: int, taken: int) -> None:
        kernel.unmake(self._searcher.state, self._searcher.fixed, side, move >> 10, move & 1023, taken)

    @property
    def _ended(self) -> bool:
        """Whether the king is taken or safe."""
        king = int(self._searcher.state[kernel.KINGS_SLOT])
        return king < 0 or self._is_castle(king)

    def _is_castle(self, square: int) -> bool:
        return bool(self._searcher.fixed[kernel.GROUND + square] == kernel.CASTLE)

    @property
    def _stopped(self) -> bool:
        return bool(self._searcher.memo[STOP])

    @property
    def settled(self) -> bool:
        """Whether everything that was asked for is proved, or the search was stopped."""
        return self._stopped or all(line.sure_in is not None for line in self.searched.lines)

    def _note(self, lines: Sequence[Variation], depth: int) -> None:
        if sure := self._proved:  # there is no shorter win, whatever a search says of that move
            lines = [sure, *(line for line in lines if line.moves[0] != sure.moves[0])][: self._wanted]
        self.searched = Searched(lines, depth, int(self._searcher.memo[NODES]))

    def prove(self, most: int) -> bool:
        """Look for a win within few plies, leaving nothing out; whether there is one."""
        plies, line = self._attack(self._searcher.turn, most, self._order)
        if plies:
            self._proved = Variation(tuple(self._named(move) for move in line), WIN - plies)
            self._note(self.searched.lines, max(plies, self.searched.depth))
        return plies > 0

    def _attack(self, side: int, most: int, order: Sequence[int]) -> tuple[int, list[int]]:
        """In how few plies the side to move forces a win, or 0; and the line, cut off if stopped."""
        for plies in range(1, most + 1, 2):
            for move in order:
                taken = self._make(side, move)
                ended = self._ended
                won = ended or self._is_forced(1 - side, side, plies - 1)
                line = self._defence(1 - side, plies - 1) if won and not ended and not self._stopped else []
                self._unmake(side, move, taken)
                if won:
                    return plies, [move, *line]
                if self._stopped:
                    return 0, []
        return 0, []

    def _defence(self, side: int, plies: int) -> list[int]:
        """The longest line of a side that loses within so many plies."""
        longest: list[int] = []
        for move in self._slides(side):
            taken = self._make(side, move)
            _plies, line = self._attack(1 - side, plies - 1, self._slides(1 - side))
            self._unmake(side, move, taken)
            if len(line) >= len(longest):
                longest = [move, *line]
            if len(longest) == plies or self._stopped:
                break
        return longest

    def _is_forced(self, side: int, hero: int, plies: int) -> bool:
        searcher = self._searcher
        arrays = searcher.state, searcher.fixed, searcher.bits, searcher.memo, searcher.moves
        return bool(forced(*arrays, side, hero, plies, 0))

    def deepen(self, first: int, last: int, report: Report) -> None:
        """Search ever deeper, until there is nothing left to learn or the search is stopped."""
        self._searcher.memo[PATH] = self._searcher.state[kernel.HASH]
        for ply in range(first, last + 1):
            found = self._search(ply)
            if not found:
                return
            best = [move for _value, move in found]
            self._order = best + [move for move in self._order if move not in best]
            self._note([self._line(move, value) for value, move in found], ply - self._stopped)
            if self._stopped:
                return
            report(self.searched)
            if self.settled:
                return

    def _search(self, depth: int) -> list[tuple[int, int]]:
        """The best moves of one depth, best first; if stopped, those known by then, or none."""
        found: list[tuple[int, int]] = []
        for number, move in enumerate(self._order):
            floor = -INFINITE if number < self._wanted else found[-1][0]
            value = self._value(move, depth, floor, narrow=number >= self._wanted)
            if self._stopped:
                return found if number >= self._wanted else []
            if value > floor:
                found = sorted([*found, (value, move)], key=lambda each: -each[0])[: self._wanted]
        return found

    def _value(self, move: int, depth: int, floor: int, *, narrow: bool) -> int:
        """A root move's value, exact above the floor."""
        searcher = self._searcher
        arrays = (
            searcher.state,
            searcher.fixed,
            searcher.bits,
            searcher.memo,
            searcher.moves,
            searcher.rates,
            searcher.table,
        )
        taken = self._make(searcher.turn, move)
        value = floor + 1
        if self._ended:
            value = WIN - 1
        else:
            if narrow:
                value = -int(search(*arrays, 1 - searcher.turn, depth - 1, -floor - 1, -floor, 1, 0))
            if value > floor and not self._stopped:
                value = -int(search(*arrays, 1 - searcher.turn, depth - 1, -INFINITE, -floor, 1, 0))
        self._unmake(searcher.turn, move, taken)
        return value

    def _line(self, move: int, value: int) -> Variation:
        """The moves that the table remembers after this one, as far as it does; of few lines only."""
        if self._wanted > _TOLD:
            return Variation((self._named(move),), value)
        searcher, side = self._searcher, self._searcher.turn
        played = [(move, self._make(side, move))]
        most = WIN - abs(value) if abs(value) >= SURE else _LONGEST
        seen = {int(searcher.memo[PATH]), *self._draws}
        while len(played) < most and not self._ended:
            if (key := int(searcher.state[kernel.HASH])) in seen:
                break
            side = 1 - side
            move = self._reply(side)
            if move not in self._slides(side):
                break
            seen.add(key)
            played.append((move, self._make(side, move)))
        side = searcher.turn ^ (len(played) - 1) & 1
        for move, taken in reversed(played):
            self._unmake(side, move, taken)
            side = 1 - side
        return Variation(tuple(self._named(move) for move, _taken in played), value)

    @property
    def _draws(self) -> set[int]:
        """The positions at which the game is drawn, since they have stood there before."""
        return {int(each) for each in self._searcher.memo[PAST : PAST + int(self._searcher.memo[DRAWN])]}

    def _reply(self, side: int) -> int:
        """What the search expects here: the end of the game if there is one, else what the table says."""
        searcher = self._searcher
        if side:
            king = int(searcher.state[kernel.KINGS_SLOT])
            if exits(searcher.state, searcher.fixed, searcher.bits):
                own = (move for move in self._slides(side) if move >> 10 == king)
                return next(move for move in own if self._is_castle(move & 1023))
        elif move := int(strike(searcher.state, searcher.fixed, searcher.bits)):
            return move
        known = int(probe(searcher.table, searcher.state[kernel.HASH])) >> 25 & 0xFFFFF
        # Facing two ways to a castle at once the search looks no further: any move loses.
        return known or (self._slides(side) or [0])[0] * (
            not side and bool(exits(searcher.state, searcher.fixed, searcher.bits))
        )
