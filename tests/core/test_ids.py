"""Ids: one text names a game, and means the same forever."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.core import (
    FormatError,
    GameId,
    LudotecaError,
)
from ludoteca.games import GAMES, begin

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
            *(
                "fuga:²",
                "fuga:９",
                "fuga:9\xa0",
                "fuga:9\u200b",
                "ｆuga:9",
                "fuga:9\x1b]0;x\x07",
                "solitario:english,hole=\u212a4",
            ),
            *(
                "fuga\u202e:9",
                "2048:4,2@\ud800",
                "fuga:9\x7f",
                "fuga:9\x85",
                "fuga:\u0669",
                "oca:2,tr\u00e1ck=2",
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
            ("2048:3,2,64", "'64' does not fit 2048 without name, as in goal=64"),
            ("2048:3,2,goal=64,9", "'9' does not fit 2048; its options"),
            ("fuga:9,colour=3", "does not fit"),
            ("fuga:9,size=9", "does not fit"),
            ("fuga:nine", "whole number"),
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
