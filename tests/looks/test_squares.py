"""Squares of a track: what is written on them can be read at every scale."""

from itertools import product

import pytest

from ludoteca.games import begin
from ludoteca.looks import Scale, Skin, draw


@pytest.mark.parametrize(("width", "height"), list(product(range(2, 12), range(1, 6))))
def test_no_sign_is_written_in_the_colour_it_stands_on(width: int, height: int) -> None:
    session = begin("oca:8#1")
    lines = draw(session.game.board(session.state), Scale(width, height), Skin())
    assert [spot for line in lines for spot in line if spot.char.strip() and spot.ink == spot.ground] == []


def test_a_number_is_whole_or_not_there() -> None:
    session = begin("oca:2#1")
    for width, height in product(range(3, 9), (1, 2)):
        lines = draw(session.game.board(session.state), Scale(width, height), Skin())
        words = " ".join("".join(spot.char for spot in line) for line in lines).replace("»", " ").split()
        numbers = {int(word) for word in words if word.isdecimal()}
        assert numbers <= set(range(1, 64))
        assert {22, 57, 37} <= numbers, "plain squares are numbered from three columns on"
