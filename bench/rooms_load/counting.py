"""A game of two that is next to nothing: who is to move counts one further, and at 200 it is over. What a
server makes of its moves is the server's own work."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from ludoteca.core import OVER, Cell, Dice, Game, Outcome

LAST = 200


@dataclass(frozen=True)
class Counting(Game[int, str]):
    """Counting to 200, in turns."""

    name: ClassVar[str] = "counting"
    title: ClassVar[str] = "Counting"

    @property
    def players(self) -> int:
        """Two take turns."""
        return 2

    def start(self, dice: Dice) -> int:
        """Nothing is counted yet."""
        return 0

    def player(self, state: int) -> int:
        """Each in turn."""
        return state % 2 if state < LAST else OVER

    def legal(self, state: int) -> Sequence[str]:
        """There is one thing to do."""
        return ["count"]

    def play(self, state: int, move: str) -> int:
        """One further."""
        return state + 1

    def outcome(self, state: int) -> Outcome | None:
        """Nobody wins."""
        return None if state < LAST else Outcome(None, "all is counted")

    def scores(self, state: int) -> Sequence[float]:
        """There are no points."""
        return [0, 0]

    def text(self, move: str) -> str:
        """The move is its word."""
        return move

    def dump(self, state: int) -> str:
        """The number."""
        return str(state)

    def load(self, text: str) -> int:
        """The number."""
        return int(text)

    def board(self, state: int) -> Sequence[Sequence[Cell]]:
        """One cell with the number."""
        return [[Cell("tile", str(state))]]
