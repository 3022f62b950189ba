"""Nim: heaps of stones; take as many as you like from one heap; who takes the last stone wins."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from ludoteca.core import OVER, Cell, Dice, FormatError, Game, Outcome, check_range, is_number, option
from ludoteca.core.words import N_, _


class Heaps(NamedTuple):
    """The stones of each heap, and whose turn it is."""

    heaps: tuple[int, ...]
    turn: int = 0


class Take(NamedTuple):
    """So many stones from a heap, counted from 0."""

    heap: int
    stones: int


@dataclass(frozen=True)
class Nim(Game[Heaps, Take]):
    """Nim with heaps of 1, 3, 5, … stones."""

    name: ClassVar[str] = "nim"
    title: ClassVar[str] = N_("Nim")
    heaps: int = option(3, N_("number of heaps, from 1 to 9"), placed=True)

    def __post_init__(self) -> None:
        check_range("heaps", self.heaps, 1, 9)

    @property
    def players(self) -> int:
        """Two take turns."""
        return 2

    def start(self, dice: Dice) -> Heaps:
        """No chance: 1, 3, 5 and so on."""
        return Heaps(tuple(2 * heap + 1 for heap in range(self.heaps)))

    def player(self, state: Heaps) -> int:
        """Whoever is to take."""
        return state.turn if any(state.heaps) else OVER

    def legal(self, state: Heaps) -> Sequence[Take]:
        """From one to all stones of each heap."""
        return [Take(heap, stones + 1) for heap, most in enumerate(state.heaps) for stones in range(most)]

    def play(self, state: Heaps, move: Take) -> Heaps:
        """The stones go."""
        heaps = list(state.heaps)
        heaps[move.heap] -= move.stones
        return Heaps(tuple(heaps), 1 - state.turn)

    def outcome(self, state: Heaps) -> Outcome | None:
        """Who took the last stone has won."""
        return None if any(state.heaps) else Outcome(1 - state.turn, N_("the last stone is taken"))

    def scores(self, state: Heaps) -> Sequence[float]:
        """There are no points."""
        return [0, 0]

    def text(self, move: Take) -> str:
        """Heap and stones, a word each: 'b 2'."""
        return f"{'abcdefghi'[move.heap]} {move.stones}"

    def dump(self, state: Heaps) -> str:
        """Heaps, then the turn: '1,3,5.0'."""
        return f"{','.join(map(str, state.heaps))}.{state.turn}"

    def load(self, text: str) -> Heaps:
        """A position of as many heaps."""
        heaps, _dot, turn = text.partition(".")
        words = heaps.split(",")
        if (
            len(words) != self.heaps
            or not all(is_number(word, digits=3) for word in words)
            or turn not in ("0", "1")
        ):
            raise FormatError(_("A position looks like 1,3,5.0"))
        return Heaps(tuple(map(int, words)), int(turn))

    def board(self, state: Heaps) -> Sequence[Sequence[Cell]]:
        """A row a heap."""
        return [[Cell("heap", str(stones), "abcdefghi"[heap])] for heap, stones in enumerate(state.heaps)]
