"""A game for searches alone: what they never ask for is not there."""

from typing import Any, ClassVar

from ludoteca.core import AnyGame, Board


class Bare(AnyGame):
    """What a search never asks for."""

    title: ClassVar[str] = "test"

    def text(self, move: Any) -> str:
        return str(move)

    def dump(self, state: Any) -> str:
        raise NotImplementedError

    def load(self, text: str) -> Any:
        raise NotImplementedError

    def board(self, state: Any) -> Board:
        raise NotImplementedError
