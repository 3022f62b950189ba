"""The mid end: dice, ids, records and sessions, apart from any one game's rules."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.core import (
    CHANCE,
    OVER,
    Dice,
    FormatError,
    GameId,
    IllegalMove,
    LudotecaError,
    OptionError,
    Record,
    Session,
)
from ludoteca.core.grid import parse_squares, row_name, square_name
from ludoteca.core.words import _, speaking
from ludoteca.games import GAMES, begin
from ludoteca.locale import language, translator


class TestDice:
    def test_the_generator_is_splitmix64(self) -> None:
        # The test vector of Rosetta Code's task "Pseudo-random numbers/Splitmix64".
        dice = Dice(1234567)
        assert [dice.bits() for _draw in range(5)] == [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
            4593380528125082431,
            16408922859458223821,
        ]

    def test_below_is_uniform_even_where_the_range_does_not_divide(self) -> None:
        dice = Dice(5)
        counts = Counter(dice.below(6) for _draw in range(60_000))
        chi_square = sum((counts[face] - 10_000) ** 2 / 10_000 for face in range(6))
        assert chi_square < 20.5  # 5 degrees of freedom, p = 0.001

    def test_pick_follows_the_odds(self) -> None:
        dice, odds = Dice(9), [("two", Fraction(9, 10)), ("four", Fraction(1, 10))]
        counts = Counter(dice.pick(odds) for _draw in range(20_000))
        assert abs(counts["four"] - 2000) < 140  # 3.3 standard deviations

    def test_dice_of_a_ply_do_not_depend_on_what_came_before(self) -> None:
        assert Dice.at(7, 3).bits() == Dice.at(7, 3).bits()
        firsts = {Dice.at(seed, ply).bits() for seed in range(100) for ply in range(100)}
        assert len(firsts) == 10_000

    def test_odds_that_do_not_sum_to_one_are_noticed(self) -> None:
        with pytest.raises(ValueError, match="sum to 1"):
            [Dice(seed).pick([("half", Fraction(1, 2))]) for seed in range(20)]


# These may never change: people have kept them. (Computed once, then frozen.)
FROZEN = {
    "solitario:english": "0022200/0022200/2222222/2223222/2222222/0022200/0022200",
    "solitario:5x5,steps=8#3": "02142/01122/02120/02020/00000",
    "fuga:7": "00NNN00/000N000/N0GGG0N/NNGRGNN/N0GGG0N/000N000/00NNN00.N",
    "drench:5x5,6#77": "41164/51626/43465/44155/41353.0.0.0",
    "drench:4x4,5,players=2#9": "4245/2141/1412/5424.0.0.0",
    "2048:4,2#1234": "0,2,0,0/0,0,0,0/0,0,0,0/0,0,0,2.0.p",
    "2048:3,4#18446744073709551615": "4,0,2/0,2,0/0,2,0.0.p",
    "oca:3#5": "1,1,1.0,0,0.2.p",
    "oca:8#6": "1,1,1,1,1,1,1,1.0,0,0,0,0,0,0,0.0.p",
}


class TestIds:
    @pytest.mark.parametrize("text", FROZEN)
    def test_an_id_gives_the_same_game_forever(self, text: str) -> None:
        session = begin(text)
        assert session.game.dump(session.state) == FROZEN[text]

    def test_luck_on_the_way_is_frozen_too(self) -> None:
        session = begin("2048:4,2#1234")
        for way in ("up", "left", "down", "left"):
            session.play_text(way)
            session.roll()
        assert session.game.dump(session.state) == "4,0,0,0/0,0,2,0/4,0,0,0/8,0,0,0.12.p"
        session = begin("oca:2#5")
        rolled = []
        while not session.outcome:
            session.play("roll")
            rolled.append(session.roll())
        assert rolled == [3, 1, 4, 3, 3, 4, 4, 1, 5, 1, 3, 4, 6, 2, 3, 6, 4, 5, 3, 5, 2, 5, 2, 4, 2, 6]

    @pytest.mark.parametrize(
        ("text", "options"),
        [("fuga", "9"), ("2048", "4,2"), ("drench", "15x15,6"), ("oca", "2"), ("solitario", "english")],
    )
    def test_a_name_alone_means_the_default_options(self, text: str, options: str) -> None:
        assert begin(text).game.options == options

    def test_no_seed_means_seed_zero_where_there_is_chance(self) -> None:
        assert str(begin("2048:4,2").id) == "2048:4,2#0"
        assert str(begin("fuga:9").id) == "fuga:9"

    def test_a_position_makes_an_id(self) -> None:
        session = begin("2048:2,1@2,2/0,0.0.p#3")
        session.play_text("left")
        assert str(session.id) == "2048:2,1@2,2/0,0.0.p#3"
        assert str(session.restarted().id) == str(session.id)

    @pytest.mark.parametrize(
        "text",
        [
            *(
                "",
                "Fuga:9",
                "fuga:9 ",
                "fuga:9#",
                "fuga:9#-1",
                "fuga:9#1#2",
                "2048:4,2@",
                "fuga:9\n",
                "fuga:9#٣",
            ),
            *("fuga:9#" + "9" * 30, f"oca:2#{1 << 64}"),
        ],
    )
    def test_what_is_not_an_id_is_refused(self, text: str) -> None:
        with pytest.raises(FormatError):
            GameId.parse(text)

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("chess:8", "no game 'chess'"),
            ("fuga:8", "odd"),
            ("fuga:21", "7 to 19"),
            ("fuga:9,repeats=1", "0, or 2 or more"),
            ("fuga:9,9,9", "does not fit"),
            ("fuga:9,colour=3", "does not fit"),
            ("fuga:9,size=9", "does not fit"),
            ("fuga:nine", "whole number"),
            ("fuga:²", "whole number"),
            ("drench:15,6", "15x15"),
            ("drench:0x5,6", "rows must be"),
            ("drench:65x5,6", "rows must be"),
            ("drench:5x5,11", "colours must be"),
            ("drench:5x5,2,players=2", "colours must be"),
            ("drench:1x5,4,players=2", "Two players"),
            ("drench:5x5,4,players=2,limit=3", "Two players"),
            ("drench:5x5,4,players=3", "players must be"),
            ("drench:5x5,4,symmetric=maybe", "yes or no"),
            ("2048:1,1", "size must be"),
            ("2048:3,10", "initial must be"),
            ("2048:4,0", "initial must be"),
            ("2048:4,2,goal=2047", "power of two"),
            ("2048:4,2,goal=4", "power of two"),
            ("oca:1", "players must be"),
            ("oca:9", "players must be"),
            ("oca:2,first=3", "first must be"),
            ("oca:2,begin=2", "begin must be"),
            ("oca:2,dice=3", "dice must be"),
            ("oca:2,track=1", "number of squares"),
            ("oca:2,track=20.goose", "rising order"),
            ("oca:2,track=20.goose.5.3", "rising order"),
            ("oca:2,track=20.bridge.5", "two numbers"),
            ("oca:2,track=20.bridge.5.20", "off the track"),
            ("oca:2,track=20.inn.5.0", "1 to 99 turns"),
            ("oca:2,track=20.maze.5.9", "lead back"),
            ("oca:2,track=20.maze.5.0", "off the track"),
            ("oca:2,track=20.5", "neither a kind"),
            ("oca:2,track=20.swan.5", "neither a kind"),
            ("oca:2,track=20.inn.5.1.well.5.1", "off the track or taken"),
            ("solitario:marble", "no board 'marble'"),
            ("solitario:hexagon", "no board 'hexagon'"),
            ("solitario:english,steps=20", "Only a generated board"),
            ("drench:5x5,3,symmetric=no", "Only a board for two"),
            ("solitario:33x3", "rows must be"),
            ("solitario:3x0", "columns must be"),
            ("solitario:12/1", "as long as the first"),
            ("solitario:12/15", "is no cell"),
            ("solitario:12/11", "exactly one goal"),
            ("solitario:33/11", "exactly one goal"),
            ("solitario:english,hole=a1", "not a usable cell"),
            ("solitario:english,goal=z9", "off the board"),
            ("solitario:english,hole=here", "Name each square"),
            ("solitario:5x5,hole=a1#1", "its own holes"),
            ("solitario:" + "/".join(["2" * 33] * 33), "1 to 32"),
        ],
    )
    def test_impossible_options_are_refused_with_a_sentence(self, text: str, why: str) -> None:
        with pytest.raises(LudotecaError, match=why):
            begin(text)

    @given(st.text(max_size=40))
    def test_any_text_is_an_id_that_writes_itself_or_is_refused(self, text: str) -> None:
        try:
            gameid = GameId.parse(text)
        except FormatError as error:
            assert str(error).isprintable()
        else:
            assert GameId.parse(str(gameid)) == gameid

    @given(
        name=st.sampled_from(sorted(GAMES)),
        options=st.text(alphabet="0123456789,=x.abcdeghilnoprsty", max_size=25),
    )
    def test_any_options_make_a_game_or_are_refused(self, name: str, options: str) -> None:
        try:
            game = GAMES[name].from_options(options)
        except LudotecaError as error:
            assert str(error)
        else:
            assert GAMES[name].from_options(game.options) == game


class TestRecords:
    TEXT = "ludoteca record 1\ngame fuga:7\na3 a2\nc3 b3\nend 2\n"

    def test_a_record_is_text_a_person_can_read(self) -> None:
        session = begin("fuga:7")
        session.play_text("a3 a2")
        session.play_text("(C,3) (B,3)")
        assert str(session.record) == self.TEXT

    def test_a_record_may_come_from_another_system(self) -> None:
        for text in ("\ufeff" + self.TEXT, self.TEXT.replace("\n", "\r\n"), self.TEXT.rstrip("\n")):
            assert str(Record.parse(text)) == self.TEXT

    @pytest.mark.parametrize(
        ("text", "line", "why"),
        [
            ("", 1, "begins with"),
            ("ludoteca record 2\n", 1, "another version"),
            ("ludoteca record 1", 2, "second line"),
            ("ludoteca record 1\nfuga:7\n", 2, "second line"),
            ("ludoteca record 1\ngame fuga 7\n", 2, "not a game id"),
            ("ludoteca record 1\ngame chess:7\nend 0\n", 2, "no game"),
            ("ludoteca record 1\ngame fuga:8\nend 0\n", 2, "odd"),
            ("ludoteca record 1\ngame fuga:7\n", 3, "must stand"),
            ("ludoteca record 1\ngame fuga:7\na3 a2", 3, "breaks off"),
            ("ludoteca record 1\ngame fuga:7\na3  a2\nend 1\n", 3, "must stand"),
            ("ludoteca record 1\ngame fuga:7\na3\x1ba2\nend 1\n", 3, "must stand"),
            ("ludoteca record 1\ngame fuga:7\na3 a2\nend 2\n", 4, "the moves before are 1"),
            ("ludoteca record 1\ngame fuga:7\na3 a2\nend 1\nc3 b3\n", 5, "nothing may follow"),
            ("ludoteca record 1\ngame fuga:7\na3 a9\nend 1\n", 3, "off the board"),
            ("ludoteca record 1\ngame fuga:7\na3 c3\nend 1\n", 3, "in the way"),
            ("ludoteca record 1\ngame fuga:7\nA3 A2\nend 1\n", 3, "write this move as 'a3 a2'"),
            ("ludoteca record 1\ngame solitario:223\na1 a3\na3 a1\nend 2\n", 4, "over"),
        ],
    )
    def test_what_is_wrong_is_named_by_line_and_reason(self, text: str, line: int, why: str) -> None:
        with pytest.raises(FormatError, match=why) as caught:
            Record.parse(text).session(begin)
        assert caught.value.line == line
        assert f"line {line}:" in str(caught.value)

    @given(st.integers(0, len(TEXT) - 2))
    def test_no_cut_off_copy_is_taken_for_the_whole(self, length: int) -> None:
        with pytest.raises(FormatError):
            Record.parse(self.TEXT[:length])

    @given(st.text(max_size=200))
    def test_any_text_after_the_head_is_refused_or_reads_back(self, text: str) -> None:
        try:
            record = Record.parse("ludoteca record 1\ngame fuga:7\n" + text)
        except FormatError:
            return
        assert Record.parse(str(record)) == record

    def test_a_huge_text_is_refused_before_it_is_read(self) -> None:
        with pytest.raises(FormatError, match="too long"):
            Record.parse("x" * 5_000_000)


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


class TestGrid:
    @given(st.integers(0, 2000), st.integers(1, 300))
    def test_a_square_reads_as_it_is_named(self, index: int, cols: int) -> None:
        rows = index // cols + 1
        if rows <= 26 + 26 * 26 and cols <= 300:
            assert parse_squares(square_name(index, cols), 1, rows=rows, cols=cols) == (index,)

    def test_rows_go_on_after_z(self) -> None:
        assert [row_name(row) for row in (0, 25, 26, 51, 52, 701)] == ["a", "z", "aa", "az", "ba", "zz"]

    @pytest.mark.parametrize(
        "text", ["", "d", "4", "d4 d5 d6", "d4", "d0 d1", "(d,4)", "d4;d5", "d4 d5 x", "(,) (,)"]
    )
    def test_what_is_not_two_squares_is_refused(self, text: str) -> None:
        with pytest.raises(IllegalMove):
            parse_squares(text, 2, rows=9, cols=9)


class TestLanguage:
    @pytest.mark.parametrize(
        ("environ", "code"),
        [
            ({}, "en"),
            ({"LANG": "es_AR.UTF-8"}, "es"),
            ({"LANG": "fr_FR.UTF-8"}, "en"),
            ({"LANG": "es_ES", "LC_MESSAGES": "en_GB"}, "en"),
            ({"LANG": "en_GB", "LC_ALL": "es"}, "es"),
            ({"LANG": "fr_FR", "LANGUAGE": "fr:es"}, "es"),
            ({"LANG": "C", "LANGUAGE": "es"}, "en"),
        ],
    )
    def test_the_environment_says_which(self, environ: dict[str, str], code: str) -> None:
        assert language(environ) == code

    def test_errors_speak_the_language_they_are_made_in(self) -> None:
        with speaking(translator("es")), pytest.raises(OptionError, match="No hay ningún juego"):
            begin("ajedrez")
        assert _("You win") == "You win"

    def test_no_control_character_reaches_a_terminal_through_an_error(self) -> None:
        with pytest.raises(LudotecaError) as caught:
            GameId.parse("\x1b[2J\x07")
        assert str(caught.value).isprintable()
