"""What changed of a board, put into the board before, is the board."""

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.web.guest import Guest
from ludoteca.web.room import Room
from ludoteca.web.safety import new_secret, person_of
from ludoteca.web.table import Table
from ludoteca.web.wishes import RoomWish, head_of

GAMES = ("solitario:english", "fuga:7", "drench:6x6,4,players=2#2", "2048:3#4", "oca:2#5")


class Seen:
    """What a client makes of the messages that it gets."""

    def __init__(self, lang: str) -> None:
        self.guest, self.board = Guest(person_of(new_secret())), list[list[Any]]()
        self.guest.lang, self.wholes = lang, 0

    def hear(self) -> None:
        while not self.guest._waiting.empty():
            scene = msgspec.json.decode(self.guest._waiting.get_nowait())["scene"]
            if scene["board"] is not None:
                self.board, self.wholes = scene["board"], self.wholes + 1
            for row, col, cell in scene["changed"]:
                self.board[row][col] = cell


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 1000), late=st.integers(0, 12), again=st.integers(0, 12))
def test_changes_lead_to_the_whole_board(game: str, seed: int, late: int, again: int) -> None:
    dice, table = random.Random(seed), Table(Room(head_of(RoomWish(game))))
    first, other, other_language = Seen("en"), Seen("en"), Seen("es")
    table.guests |= {first.guest, other_language.guest}
    for number in range(12):
        if number == late:
            table.guests.add(other.guest)
        if number == again:
            table.show_to(first.guest, 0.0)
        session = table.room.session
        if table.room.player < 0 or (dice.random() < 0.2 and session.moves):
            continue
        move = session.game.text(dice.choice(list(session.legal)))
        table.room = table.room.after(table.room.thought(move, 0.0, table.room.player))
        table.show(0.0)
        for each in (first, other, other_language):
            each.hear()
        fresh = Seen("en")
        table.guests.add(fresh.guest)
        table.show_to(fresh.guest, 0.0)
        table.guests.discard(fresh.guest)
        fresh.hear()
        assert first.board == fresh.board
        assert other.guest not in table.guests or other.board == fresh.board
        assert [[cell[1] for cell in row] for row in other_language.board] == [
            [cell[1] for cell in row] for row in fresh.board
        ]
    assert first.wholes <= 1 + (again < 12)
