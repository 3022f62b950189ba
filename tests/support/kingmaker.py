"""Kingmaker: three seats and one decision; the first names the second or the third as the winner."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from ludoteca.core import OVER, Board, Cell, Dice, Game, Outcome


@dataclass(frozen=True)
class Kingmaker(Game[int, str]):
    """Three seats and one decision: the first names the second or the third as the winner."""

    name: ClassVar[str] = "kingmaker"
    title: ClassVar[str] = "Kingmaker"

    @property
    def players(self) -> int:
        return 3

    def start(self, dice: Dice) -> int:
        return 0

    def player(self, state: int) -> int:
        return OVER if state else 0

    def legal(self, state: int) -> Sequence[str]:
        return [] if state else ["2", "3"]

    def play(self, state: int, move: str) -> int:
        return int(move)

    def outcome(self, state: int) -> Outcome | None:
        return Outcome(state - 1, "named") if state else None

    def scores(self, state: int) -> Sequence[float]:
        return [0.0] * 3

    def text(self, move: str) -> str:
        return move

    def dump(self, state: int) -> str:
        return str(state)

    def load(self, text: str) -> int:
        return int(text)

    def board(self, state: int) -> Board:
        return [[Cell("name", str(state))]]
