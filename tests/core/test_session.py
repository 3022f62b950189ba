"""A game under way: undo, redo, luck, repetition, and other sessions of it."""

import pytest

from ludoteca.core import (
    CHANCE,
    OVER,
    IllegalMove,
    Session,
)
from ludoteca.games import GAMES, begin


class TestSession:
    def test_a_third_repetition_is_a_draw_that_undo_takes_back(self) -> None:
        session = begin("fuga:7")
        back_and_forth = ["a3 a2", "c3 b3", "a2 a3", "b3 c3"]
        for text in back_and_forth * 2:
            assert session.outcome is None
            session.play_text(text)
        assert session.outcome is not None
        assert session.outcome.winner is None
        assert session.player == OVER
        with pytest.raises(IllegalMove, match="over"):
            session.play_text("a3 a2")
        session.undo()
        assert session.outcome is None

    def test_without_the_rule_a_position_may_repeat(self) -> None:
        session = begin("fuga:7,repeats=0")
        for text in ["a3 a2", "c3 b3", "a2 a3", "b3 c3"] * 4:
            session.play_text(text)
        assert session.outcome is None

    def test_a_move_that_is_not_legal_is_refused(self) -> None:
        session = begin("2048:2,1@2,0/0,0.0.p")
        with pytest.raises(IllegalMove, match="not a legal move"):
            session.play("left")
        assert session.moves == []

    def test_taking_back_and_playing_again_meets_the_same_luck(self) -> None:
        session = begin("2048:4,2#9")
        session.play_text("up")
        tile = session.roll()
        session.undo()
        session.play_text("up")
        assert session.roll() == tile

    def test_another_move_forgets_what_was_taken_back(self) -> None:
        session = begin("fuga:7")
        session.play_text("a3 a2")
        session.undo()
        session.play_text("a5 a6")
        with pytest.raises(IllegalMove, match="nothing to play again"):
            session.redo()

    def test_between_people_a_die_is_cast(self) -> None:
        session = begin("oca:2,first=1#1")
        session.play("roll")
        session.undo()
        session.play("roll")
        session.roll()
        with pytest.raises(IllegalMove, match="die has been cast"):
            session.undo()

    def test_nothing_to_take_back(self) -> None:
        with pytest.raises(IllegalMove, match="nothing to take back"):
            begin("fuga:7").undo()

    def test_only_nature_rolls(self) -> None:
        assert begin("fuga:7").player != CHANCE
        with pytest.raises(ValueError, match="no chance"):
            begin("fuga:7").roll()

    def test_a_session_can_begin_anywhere(self) -> None:
        game = GAMES["solitario"].from_options("english")
        position = game.load("0022200/0022200/2222222/2221222/2222222/0022200/0022400")
        assert Session(game, position=position).restarted().state == position
