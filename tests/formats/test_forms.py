"""Files: every documented form to the byte, and all the ways in which a file can be wrong."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca import formats
from ludoteca.core import FormatError, LudotecaError, Session
from ludoteca.formats import drench, fuga, oca, solitario
from ludoteca.formats.fuga import Saved
from ludoteca.games import begin
from ludoteca.games.fuga import ATTACKERS, DEFENDERS, Flight, Fuga, opening

from support.paths import FILES

SAMPLE = (FILES / "sample.txt").read_text()


class TestSolitario:
    def test_the_documents_sample(self) -> None:
        game = solitario.read(SAMPLE)
        assert game.layout == "000000/122200/220400/121100/212222/000200"
        assert solitario.write(game, game.load(game.layout)) == SAMPLE

    def test_any_white_space_separates(self) -> None:
        assert solitario.read("\ufeff".strip("\ufeff") + "  1\t3\r\n2\n2 1\f0\v2 ") == solitario.read(
            "1 3 2 2 1 0 2"
        )

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("", "line 1: the file must begin"),
            ("6", "line 1: the file must begin"),
            ("0 6", "rows must be from 1 to 32, not 0"),
            ("6 33", "columns must be from 1 to 32, not 33"),
            ("1 3\n2 2", "line 2: the file ends after 4 numbers; 7 were expected"),
            ("1 3\n2 2 1\n0", "line 3: the file ends after 6"),
            ("1 3\n2 2 1\n0 2\n9", "line 4: 9 is one number too many"),
            ("1 3\n2 3 1\n0 2", "line 2: row 1, column 2: 3 is not 0, 1 or 2"),
            ("1 3\n2 2 1\n1 2", "line 3: the goal is off the board"),
            ("1 3\n2 2 1\n0 3", "line 3: the goal is off the board"),
            ("1 3\n0 2 1\n0 0", "line 3: the goal is on an unusable cell"),
            ("1 3\n2 -2 1\n0 0", "line 2: '-2' is not a whole number"),
            ("1 3\n2 ² 1\n0 0", "line 2: '²' is not a whole number"),
            ("1 3\n2 2 1\n0 99999999999999999999", "is not a whole number"),
        ],
    )
    def test_what_is_wrong_is_named_by_place(self, text: str, why: str) -> None:
        with pytest.raises(FormatError) as caught:
            solitario.read(text)
        assert why in str(caught.value)

    @given(st.integers(0, 10**6), st.integers(1, 12), st.integers(1, 12))
    def test_a_generated_board_survives_its_file(self, seed: int, rows: int, cols: int) -> None:
        session = begin(f"solitario:{rows}x{cols}#{seed}")
        again = formats.read(formats.write(session, "board"))
        assert again.state == session.state

    @given(st.integers(0, len(SAMPLE.split()) - 1))
    def test_no_short_file_is_taken_for_a_board(self, count: int) -> None:
        with pytest.raises(FormatError):
            solitario.read(" ".join(SAMPLE.split()[:count]))


class TestDrench:
    def test_rows_columns_colours_and_cells(self) -> None:
        session = formats.read(b"2 3 3\n1 2 3\n1 1 2\n")
        assert session.game.dump(session.state) == "123/112.0.0.0"
        assert formats.write(session, "board").decode() == "2 3 3\n1 2 3\n1 1 2\n"

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("2 3", "line 1: the file must begin"),
            ("2 3 11 1", "line 1: colours must be from 2 to 10"),
            ("0 3 3", "line 1: rows must be from 1 to 64"),
            ("\n0\n3 3", "line 2: rows must be from 1 to 64"),
            ("2 2 3\n1 2 3", "line 2: the file ends after 6 numbers; 7 were expected"),
            ("1 2 3\n1 2 3", "line 2: 3 is one number too many"),
            ("1 2 3\n1 4", "line 2: row 1, column 2: 4 is not a colour from 1 to 3"),
            ("1 2 3\n0 1", "line 2: row 1, column 1: 0 is not a colour"),
        ],
    )
    def test_what_is_wrong_is_named_by_place(self, text: str, why: str) -> None:
        with pytest.raises(FormatError) as caught:
            drench.read(text)
        assert why in str(caught.value)

    @given(st.integers(0, 10**6), st.integers(1, 9), st.integers(1, 9), st.integers(2, 10))
    def test_a_board_survives_its_file(self, seed: int, rows: int, cols: int, colours: int) -> None:
        session = begin(f"drench:{rows}x{cols},{colours}#{seed}")
        again = formats.read(formats.write(session, "board"))
        assert (again.state, again.game) == (session.state, session.game)


class TestOca:
    def test_a_track_is_its_one_line_form_with_blanks(self) -> None:
        session = formats.read(b"20\ngoose 5 20\ninn 7 1\n")
        assert session.game == oca.read("20 goose 5 20 inn 7 1")
        assert str(session.id) == "oca:2,track=20.goose.5.20.inn.7.1#0"

    def test_a_track_is_written_as_it_is_read(self) -> None:
        session = begin("oca:2,track=20.goose.5.20.inn.7.1#0")
        assert formats.read(formats.write(session, "board")).id == session.id

    def test_only_games_with_a_board_write_one(self) -> None:
        with pytest.raises(FormatError, match="no board file"):
            formats.write(begin("2048:4,2#1"), "board")


SAVED = Saved("Ana", "Íñigo", 9, Flight(opening(9), ATTACKERS))
BYTES = "Ana\nÍñigo\n".encode() + struct.pack("<ii", 1, 9) + opening(9).encode()


class TestFugaSave:
    def test_a_session_is_saved_as_it_stands(self) -> None:
        session = begin("fuga:9")
        session.play_text("a4 a3")
        assert fuga.unpack(formats.write(session, "save")).position == session.state
        with pytest.raises(FormatError, match="binary save"):
            formats.write(begin("oca:2#1"), "save")

    def test_a_text_game_is_written_as_it_is_read(self) -> None:
        text = (FILES / "defenders.txt").read_text()
        *_before, session = fuga.replay(text)
        assert fuga.write(session).split() == text.split()
        assert formats.read(formats.write(session, "board")).moves == session.moves

    def test_the_bytes_are_the_documented_ones(self) -> None:
        assert fuga.pack(SAVED) == BYTES
        assert len(BYTES) == 4 + 8 + 4 + 4 + 81
        moved = SAVED._replace(position=Flight(opening(9), DEFENDERS))
        assert fuga.pack(moved)[12:16] == b"\x02\0\0\0"

    def test_loading_gives_back_what_was_saved(self) -> None:
        assert fuga.unpack(BYTES) == SAVED
        longest = SAVED._replace(attacker="ñ" * 30, defender="x" * 30)
        assert fuga.unpack(fuga.pack(longest)) == longest

    @given(st.integers(0, len(BYTES) - 1))
    def test_a_byte_missing_is_noticed_unless_it_is_a_letter_of_a_name(self, at: int) -> None:
        data = BYTES[:at] + BYTES[at + 1 :]
        if at in (0, 1, 2, 8, 9, 10):  # 'Aa', 'Íñgo': a name like any other
            assert fuga.unpack(data).position == SAVED.position
        else:
            with pytest.raises(FormatError):
                fuga.unpack(data)

    @given(st.integers(0, len(BYTES)), st.integers(0, 255))
    def test_a_byte_added_is_noticed_outside_the_names(self, at: int, byte: int) -> None:
        data = BYTES[:at] + bytes([byte]) + BYTES[at:]
        if at > 11:
            with pytest.raises(FormatError):
                fuga.unpack(data)
        else:
            _names_differ_at_most(data)

    @given(st.integers(0, len(BYTES) - 1), st.integers(1, 255))
    def test_a_byte_changed_is_noticed_or_makes_another_legal_save(self, at: int, change: int) -> None:
        """The documented form has no check sum, so only what cannot be a saved game can be refused."""
        data = bytearray(BYTES)
        data[at] ^= change
        try:
            saved = fuga.unpack(bytes(data))
        except FormatError:
            return
        assert fuga.pack(saved) == bytes(data)
        assert (
            at < 12
            or (at == 12 and saved.position.turn == DEFENDERS)
            or saved.position.board != SAVED.position.board
        )

    @given(st.integers(20, len(BYTES) - 1), st.sampled_from([b for b in range(256) if chr(b) not in "0GNR"]))
    def test_a_square_that_is_no_piece_is_noticed(self, at: int, byte: int) -> None:
        data = bytearray(BYTES)
        data[at] = byte
        with pytest.raises(FormatError, match="is not 0, G, N or R"):
            fuga.unpack(bytes(data))

    @given(st.integers(0, len(BYTES) - 1))
    def test_a_file_cut_short_is_noticed(self, length: int) -> None:
        with pytest.raises(FormatError):
            fuga.unpack(BYTES[:length])

    @given(st.binary(max_size=400))
    def test_random_bytes_are_refused_with_a_sentence(self, data: bytes) -> None:
        with pytest.raises(FormatError):
            fuga.unpack(data)

    @pytest.mark.parametrize(
        ("change", "why"),
        [
            (lambda s: s._replace(attacker=""), "attacker's name"),
            (lambda s: s._replace(defender="x" * 31), "defender's name"),
            (lambda s: s._replace(defender=" Eva"), "defender's name"),
            (lambda s: s._replace(attacker="A\tB"), "attacker's name"),
            (lambda s: s._replace(size=8), "odd"),
            (lambda s: s._replace(size=21), "odd"),
            (lambda s: s._replace(size=7), "has 49 squares, the file has 81"),
            (lambda s: s._replace(position=Flight(opening(9), 2)), "must be 1 or 2, not 3"),
            (lambda s: _with(s, "R", "0"), "no king"),
            (lambda s: _with(s, "R", "0", 0, "R"), "no king on the board who could still flee"),
            (lambda s: _with(s, "R", "0", 1, "R", 40, "G"), "Only the king may stand on e5"),
            (lambda s: _with(s, "", "", 0, "G"), "Only the king may stand on a1"),
            (lambda s: _with(s, "", "", 1, "R"), "more than 1 of R"),
            (lambda s: _with(s, "", "", 1, "G"), "more than 8 of G"),
            (lambda s: _with(s, "", "", 1, "N"), "more than 16 of N"),
        ],
    )
    def test_what_no_game_can_show_is_refused(self, change, why: str) -> None:  # type: ignore[no-untyped-def]
        with pytest.raises(FormatError, match=why):
            fuga.unpack(fuga.pack(change(SAVED)))

    def test_a_save_opens_as_a_game_anywhere(self) -> None:
        session = formats.read(BYTES)
        assert session.game == Fuga(9)
        assert session.state == SAVED.position


def _with(saved: Saved, old: str, new: str, *changes: object) -> Saved:
    squares = list(saved.position.board.replace(old, new) if old else saved.position.board)
    for at, piece in zip(changes[::2], changes[1::2], strict=True):
        squares[int(str(at))] = str(piece)
    return saved._replace(position=Flight("".join(squares), saved.position.turn))


def _names_differ_at_most(data: bytes) -> None:
    try:
        saved = fuga.unpack(data)
    except FormatError:
        return
    assert saved.position == SAVED.position
    assert (saved.attacker, saved.defender) != (SAVED.attacker, SAVED.defender)


class TestFugaText:
    def test_each_move_is_played(self) -> None:
        sessions = [len(session.moves) for session in fuga.replay("7\n(A,3) (A,2)\n(3,3)(2,3)\n")]
        assert sessions == [0, 1, 2]

    @pytest.mark.parametrize(
        ("text", "line"),
        [
            *[("", 1), ("\n\nocho", 3), ("8\n", 1), ("7x7\n", 1), ("-7\n", 1)],
            *[("7\n(A,3)\n", 2), ("7\nsave x\n", 2), ("7\n\n(A,3) (A,2)\n(A,2) (A,3)\n", 4)],
        ],
    )
    def test_an_error_names_its_line(self, text: str, line: int) -> None:
        with pytest.raises(FormatError) as caught:
            list(fuga.replay(text))
        assert caught.value.line == line


class TestWhichForm:
    @pytest.mark.parametrize(
        ("data", "name"),
        [
            (b"ludoteca record 1\ngame 2048:4,2#1\nend 0\n", "2048"),
            (SAMPLE.encode(), "solitario"),
            (b"\xef\xbb\xbf" + SAMPLE.encode(), "solitario"),
            (b"1 2 2 1 2", "drench"),
            (BYTES, "fuga"),
            (b"7\n(A,3) (A,2)\n", "fuga"),
            (b"9\n", "fuga"),
            (b"30 goose 3 9", "oca"),
        ],
    )
    def test_a_file_shows_what_it_is(self, data: bytes, name: str) -> None:
        assert formats.read(data).game.name == name
        assert formats.read(data, game=name).game.name == name

    @pytest.mark.parametrize(
        "data", [b"", b" \n", b"hello", b"<html>", b"\xff\xfe", b"\0\0", b"ludoteca", b"{}"]
    )
    def test_what_is_no_form_at_all_is_refused(self, data: bytes) -> None:
        with pytest.raises(LudotecaError):
            formats.read(data)

    def test_a_record_of_another_game_is_refused(self) -> None:
        with pytest.raises(FormatError, match="a record of 2048, not of fuga"):
            formats.read(b"ludoteca record 1\ngame 2048:4,2#1\nend 0\n", game="fuga")

    def test_a_game_without_a_board_file_reads_none(self) -> None:
        with pytest.raises(FormatError, match="neither a game record nor a board"):
            formats.read(b"1 2 2 1 2", game="2048")

    def test_a_form_that_is_none_is_quoted_in_part(self) -> None:
        with pytest.raises(
            LudotecaError, match=f"no form '{'z' * 40}'; forms: replay, svg, cast, record, board"
        ):
            formats.write(begin("fuga:7"), "z" * 50)
        with pytest.raises(
            LudotecaError, match=f"'{'z' * 56}\\.xyz' does not end in one of: .replay.svg, .svg"
        ):
            formats.form_of("z" * 100 + ".xyz")

    @given(st.binary(max_size=300))
    def test_random_bytes_never_break_anything(self, data: bytes) -> None:
        try:
            session = formats.read(data)
        except LudotecaError as error:
            assert str(error).isprintable()
        else:
            assert isinstance(session, Session)

    @given(st.text(alphabet="0123456789 \n()abc,.", max_size=200))
    def test_random_texts_never_break_anything(self, text: str) -> None:
        self.test_random_bytes_never_break_anything.hypothesis.inner_test(self, text.encode())
