"""What tests ask of advice again and again."""

from typing import Any

from ludoteca.ai import Advice
from ludoteca.core import AnyGame, AnySession, Session


def amount(advice: Advice[Any]) -> float | None:
    """The number of an advice's value."""
    return None if advice.value is None else advice.value.amount


def placed(game: AnyGame, state: Any) -> AnySession:
    """A game that begins at a position."""
    return Session(game, position=state)
