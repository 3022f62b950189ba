"""A game under way: undo, redo, luck, repetition, and other sessions of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.core import CHANCE, OVER, Dice, IllegalMove, OptionError, Session
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

    def test_what_is_no_move_at_all_is_refused_like_one_that_is_not_legal(self) -> None:
        session = begin("fuga:7")
        for wrong in ("a3 a2", None, 7, (1, 2, 3)):  # a text is for play_text
            with pytest.raises(IllegalMove, match="not a legal move"):
                session.play(wrong)
            with pytest.raises(IllegalMove, match="not a legal move"):
                session.play(tuple(session.legal[0]))
        assert session.moves == []
        flood = begin("drench:2x2,3@12/13.0.0.0")
        for wrong in (True, 2.0):  # which equal moves
            with pytest.raises(IllegalMove, match="not a legal move"):
                flood.play(wrong)

    def test_nature_acts_only_where_something_is_left_to_chance(self) -> None:
        for gameid in ("fuga:7", "2048:4,2#1", "oca:2@63,1.0,0.0.p"):
            with pytest.raises(IllegalMove, match="chance"):
                begin(gameid).roll()

    def test_back_to_a_ply_is_one_change_that_can_be_played_again(self) -> None:
        session = begin("2048:4,2#9")
        for text in ("up", "left", "down"):
            session.turn(text)
        whole = list(session.moves)
        session.back_to(2)
        assert session.moves == whole[:2]
        session.redo()
        assert session.moves == whole[:4]
        for ply in (-1, 5):
            with pytest.raises(IndexError):
                session.back_to(ply)

    def test_taking_back_and_playing_again_meets_the_same_luck(self) -> None:
        session = begin("2048:4,2#9")
        session.play_text("up")
        tile = session.roll()
        session.undo()
        session.play_text("up")
        assert session.roll() == tile

    def test_the_dice_of_a_ply_are_those_of_the_seed_and_the_ply_whoever_throws(self) -> None:
        for seed in (0, 9):
            by_turns, by_plies = begin(f"2048:4,2#{seed}"), begin(f"2048:4,2#{seed}")
            assert by_turns.state == by_turns.game.start(Dice(seed))
            for _turn in range(3):
                by_turns.turn(by_turns.legal[0])
                by_plies.play(by_plies.legal[0])
                thrown = Dice.at(seed, len(by_plies.moves)).pick(by_plies.game.odds(by_plies.state))
                assert by_plies.roll() == thrown
            assert by_turns.moves == by_plies.moves

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

    @pytest.mark.parametrize(
        ("gameid", "verdict"),
        [
            ("fuga:7", ""),
            ("solitario:114", "The game is over. You win: the last peg is on the goal."),
            ("solitario:212/113", "The game is over. You lose: no peg can jump any more."),
            ("oca:2@1,63.0,0.0.p", "The game is over. Winner: Player 2: the last square is reached."),
            ("drench:2x2,3,players=2@12/12", "The game is over. Draw: only two colours are left."),
        ],
    )
    def test_how_it_ended_is_one_sentence(self, gameid: str, verdict: str) -> None:
        assert begin(gameid).verdict == verdict

    def test_who_made_each_move_is_known_and_nature_decides_nothing(self) -> None:
        session = begin("2048:4,2#9")
        session.turn("up")
        assert [session.actor(ply) for ply in range(3)] == [0, CHANCE, 0]
        assert [session.decided(ply) for ply in range(3)] == [True, False, True]
        assert not session.decided(0, computers=[0])
        session.turn("left")
        session.undo()
        assert len(session.moves) == 2
        session.undo()
        assert session.moves == []

    def test_against_a_computer_its_answer_is_taken_back_and_played_again_too(self) -> None:
        session = begin("fuga:7")
        for text in ("a3 a2", "c3 b3", "a2 a3"):
            session.turn(text)
        session.undo(computers=[1])
        assert len(session.moves) == 2
        session.undo(computers=[1])
        assert session.moves == []
        session.redo(computers=[1])
        assert len(session.moves) == 2
        session.redo(computers=[1])
        assert len(session.moves) == 3

    def test_alone_among_computers_one_may_take_a_die_back(self) -> None:
        session = begin("oca:2,first=1#1")
        session.turn("roll")
        session.undo(computers=[1])
        assert session.moves == []

    def test_what_is_no_move_is_named_in_part(self) -> None:
        with pytest.raises(IllegalMove, match=f"'{'z' * 40}' is not a legal move"):
            begin("fuga:7").play("z" * 50)

    def test_a_game_begun_at_a_position_keeps_it_in_its_id_and_with_other_options(self) -> None:
        session = begin("drench:2x2,3@12/13.0.0.0#5").varied("limit=9")
        assert str(session.id) == "drench:2x2,3,limit=9@12/13.0.0.0#5"
        assert str(begin("drench:2x2,3#5").varied("limit=9").id) == "drench:2x2,3,limit=9#5"

    def test_a_session_can_begin_anywhere(self) -> None:
        game = GAMES["solitario"].from_options("english")
        position = game.load("0022200/0022200/2222222/2221222/2222222/0022200/0022400")
        assert Session(game, position=position).restarted().state == position

    def test_it_can_be_looked_at_as_it_stood_at_any_ply(self) -> None:
        session = begin("2048:4,2#9")
        session.turn("up")
        session.turn("left")
        assert [len(session.at(ply).moves) for ply in (0, 1, 4)] == [0, 1, 4]
        assert session.at(1).player == CHANCE
        assert session.at(2).state == session.states[2]
        for wrong in (-1, 5):
            with pytest.raises(IndexError, match=f"no ply {wrong}"):
                session.at(wrong)

    def test_a_copy_can_be_taken_back_and_played_again_on_its_own(self) -> None:
        session = begin("fuga:7")
        session.turn("a3 a2")
        session.undo()
        other = session.copy()
        other.redo()
        assert (len(session.moves), len(other.moves)) == (0, 1)
        session.redo()
        assert session.record == other.record

    def test_it_says_what_it_is_and_shows_its_board(self) -> None:
        session = begin("drench:2x2,3@12/13.0.0.0")
        assert repr(session) == "<Session drench:2x2,3@12/13.0.0.0#0 at ply 0>"
        assert str(session).splitlines() == [
            "    1 2",
            " a  1 2",
            " b  1 3",
            "Moves: 0. Flooded: 2 of 4 cells.",
        ]
        assert str(begin("oca:2,track=4,first=1")).splitlines()[:2] == ["  4  3", " AB  2"]

    @pytest.mark.parametrize(
        ("gameid", "options"), [("fuga:7", "9"), ("oca:2@1,1.0,0.0.p#1", "players=3"), ("2048:2,1#1", "3")]
    )
    def test_other_options_keep_the_position_only_where_it_fits(self, gameid: str, options: str) -> None:
        session = begin(gameid)
        if "@" in gameid:
            with pytest.raises(OptionError, match="not one of oca:3"):
                session.varied(options)
        else:
            assert session.varied(options).state == begin(str(session.varied(options).id)).state


def test_a_throw_that_is_made_again_is_not_there_to_be_made_a_third_time() -> None:
    session = begin("2048:3,2#7")
    session.turn(session.game.text(session.legal[0]))
    session.turn(session.game.text(session.legal[0]))
    whole = session.record
    session.back_to(1)
    session.roll()
    session.redo()
    assert session.record == whole
    session.back_to(1)
    session.play(next(throw for throw in session.legal if session.game.text(throw) != whole.moves[1]))
    with pytest.raises(IllegalMove, match="nothing to play again"):
        session.redo()


ACTS = ("play", "turn", "roll", "roll", "undo", "alone", "redo", "redo", "back")


@settings(max_examples=200)
@given(
    st.sampled_from(("fuga:7", "2048:3,2#7", "oca:2#3")),
    st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 99)), min_size=12, max_size=40),
)
def test_whatever_is_done_to_it_a_game_can_be_played_from_its_record(
    gameid: str, acts: list[tuple[str, int]]
) -> None:
    """Every move was legal where it was made, what was played again too."""
    session = begin(gameid)
    for act, number in [("roll", 0), *[("turn", 0)] * 3, *acts]:
        try:
            match act:
                case "play" if session.legal:
                    session.play(session.legal[number % len(session.legal)])
                case "turn" if session.legal and session.player != CHANCE:
                    session.turn(session.game.text(session.legal[number % len(session.legal)]))
                case "roll":
                    session.roll()
                case "undo":
                    session.undo()
                case "alone":
                    session.undo(range(1, session.game.players))
                case "redo":
                    session.redo()
                case "back":
                    session.back_to(number % (len(session.moves) + 1))
        except IllegalMove:
            pass
        assert session.record.session(begin).states == session.states
