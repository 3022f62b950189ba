"""What games are called."""

from dataclasses import dataclass
from typing import ClassVar

from ludoteca.games import begin
from ludoteca.looks.naming import title_of

from support.kingmaker import Kingmaker


@dataclass(frozen=True)
class Bare(Kingmaker):
    """A game without any option."""

    title: ClassVar[str] = "Bare"


def test_a_game_without_options_is_called_by_its_title() -> None:
    assert title_of(Bare()) == "Bare"


def test_an_option_that_ids_name_is_told_with_its_name() -> None:
    """'never' alone says nothing."""
    assert title_of(begin("fuga:7,repeats=0").game) == "The King's Flight 7 × 7, draw by repetition: never"
    assert title_of(begin("2048:3,2,goal=64").game) == "2048 3 × 3, the tile that wins: 64"
    assert title_of(begin("solitario:french").game) == "Peg solitaire French"
