"""What games are called."""

from dataclasses import dataclass
from typing import ClassVar

from ludoteca.looks.naming import title_of

from support.kingmaker import Kingmaker


@dataclass(frozen=True)
class Bare(Kingmaker):
    """A game without any option."""

    title: ClassVar[str] = "Bare"


def test_a_game_without_options_is_called_by_its_title() -> None:
    assert title_of(Bare()) == "Bare"
