"""A conversation in lines: its manners in a pipe and on a terminal, and files not written over unasked."""

import io
import json
import os
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca import console as module
from ludoteca.console import Console, EndOfInput, json_line, progress, wants_colour, warn
from ludoteca.core.words import printable
from ludoteca.system.disk import FileError


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def piped(typed: str, **options: bool) -> tuple[Console, io.StringIO]:
    """A conversation in a pipe, and what is written to it."""
    sink = io.StringIO()
    return Console(io.StringIO(typed), sink, **options), sink


def live(typed: str, **options: bool) -> tuple[Console, io.StringIO]:
    """A conversation at a terminal, and what stands on the screen beside what the terminal echoes."""
    sink = Screen()
    return Console(Screen(typed), sink, **options), sink


class TestColour:
    @pytest.mark.parametrize(
        ("environ", "screen", "pipe"),
        [
            ({}, True, False),
            ({"TERM": "xterm"}, True, False),
            ({"TERM": "dumb"}, False, False),
            ({"NO_COLOR": "1"}, False, False),
            ({"NO_COLOR": ""}, True, False),
            ({"FORCE_COLOR": "1"}, True, True),
            ({"FORCE_COLOR": "1", "TERM": "dumb"}, True, True),
            ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
        ],
    )
    def test_the_environment_decides_unless_somebody_asks(
        self, environ: dict[str, str], screen: bool, pipe: bool
    ) -> None:
        assert wants_colour(Screen(), environ, asked=None) is screen
        assert wants_colour(io.StringIO(), environ, asked=None) is pipe
        for asked in (True, False):
            assert wants_colour(Screen(), environ, asked=asked) is asked
            assert wants_colour(io.StringIO(), environ, asked=asked) is asked

    def test_only_a_coloured_console_paints_and_only_a_live_one_clears_its_screen(self) -> None:
        assert piped("")[0].paint("peg", "34") == "peg"
        assert piped("", colour=True)[0].paint("peg", "34") == "\x1b[34mpeg\x1b[0m"
        for make, colour, written in (
            (live, True, "\x1b[H\x1b[2J"),
            (live, False, ""),
            (piped, True, ""),
        ):
            console, sink = make("", colour=colour)
            console.clear()
            assert sink.getvalue() == written

    @pytest.mark.parametrize(("source", "sink"), [(Screen, io.StringIO), (io.StringIO, Screen)])
    def test_it_takes_a_terminal_at_both_ends_to_be_live(
        self, source: type[io.StringIO], sink: type[io.StringIO]
    ) -> None:
        assert not Console(source(), sink()).live
        assert Console(Screen(), Screen()).live


class TestBeside:
    """What is said on the error stream, beside the output."""

    def test_progress_is_one_line_written_over_on_a_terminal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stderr", screen := Screen())
        progress("thinking")
        progress("x" * 100)
        progress("")
        assert screen.getvalue() == f"\rthinking{' ' * 52}\r{'x' * 60}\r{' ' * 60}\r"

    def test_progress_is_seen_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Buffered(io.TextIOWrapper):
            def isatty(self) -> bool:
                return True

        monkeypatch.setattr(sys, "stderr", Buffered(seen := io.BytesIO(), encoding="utf-8"))
        progress("thinking")
        assert b"thinking" in seen.getvalue()
        monkeypatch.undo()

    def test_in_a_pipe_there_is_no_progress_and_a_warning_names_the_program(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        progress("thinking")
        warn("no Numba")
        assert capsys.readouterr() == ("", "ludoteca: no Numba\n")

    def test_an_object_is_one_line_and_letters_stay_letters(self) -> None:
        assert json_line({"peón": [1, None]}) == '{"peón": [1, null]}'
        console, sink = piped("")
        console.say_json({"a": "b\nc"})
        assert sink.getvalue().count("\n") == 1
        assert json.loads(sink.getvalue()) == {"a": "b\nc"}

    def test_what_was_typed_does_nothing_to_the_terminal(self) -> None:
        assert printable("ñ 1\x1b[2J\x07") == "ñ 1?[2J?"


class TestAsking:
    def test_in_a_pipe_the_answer_is_written_behind_its_question(self) -> None:
        console, sink = piped("  d4 \x07 \nrest")
        assert [console.ask("Where? "), console.ask("And? ")] == ["d4 \x07", "rest"]
        assert sink.getvalue() == "Where? d4 ?\nAnd? rest\n"

    def test_on_a_terminal_it_is_not_since_the_terminal_shows_it(self) -> None:
        console, sink = live("d4\n")
        assert console.ask("Where? ") == "d4"
        assert sink.getvalue() == "Where? "

    def test_the_end_of_the_input_ends_the_line_and_the_talk(self) -> None:
        console, sink = piped("")
        with pytest.raises(EndOfInput):
            console.ask("Where? ")
        assert sink.getvalue() == "Where? \n"

    @pytest.mark.parametrize("length", [4095, 4096, 4097, 9000])
    def test_a_line_too_long_for_an_answer_is_cut_and_the_next_one_is_whole(self, length: int) -> None:
        console, _sink = piped("x" * length + "\nnext\n")
        assert console.ask("") == "x" * min(length, 4096)
        assert console.ask("") == "next"

    def test_a_question_with_two_answers_is_asked_until_one_is_given(self) -> None:
        console, sink = piped("x\n\nS\nn\n")
        assert console.ask_yes("Otra? ", yes="s", no="N", again="S o N.")
        assert not console.ask_yes("Otra? ", yes="s", no="N", again="S o N.")
        assert sink.getvalue().splitlines() == ["Otra? x", "S o N.", "Otra? ", "S o N.", "Otra? S", "Otra? n"]


SPECIAL = ["\x1b[3~", "\x1b[1;5A", "\x1b[A", "\x1bOP", "\x1bO5P", "\x1b[[A", "\x1b2", "\x1b\x1b[3~"]


class TestKeys:
    def test_in_a_pipe_white_space_between_keys_is_passed_over(self) -> None:
        console, sink = piped(" 5\n\n\t6")
        assert [console.ask_key("? "), console.ask_key("? ")] == ["5", "6"]
        assert sink.getvalue() == "? 5\n? 6\n"
        with pytest.raises(EndOfInput):
            console.ask_key("? ")

    def test_what_follows_a_key_is_left_for_the_next_question(self) -> None:
        console, _sink = piped("Oyes\n")
        assert (console.ask_key(""), console.ask("")) == ("O", "yes")

    @pytest.mark.parametrize("key", [*SPECIAL, "[", "O"], ids=ascii)
    def test_a_special_key_is_one_key_whatever_it_sends(self, key: str) -> None:
        console, sink = piped(key + "5")
        assert [console.ask_key(""), console.ask_key("")] == [key, "5"]
        assert sink.getvalue() == f"{key if key.isprintable() else '?'}\n5\n"

    def test_a_sequence_that_is_broken_off_leaves_the_next_key_alone(self) -> None:
        console, _sink = piped("\x1b[2\x1b[A\x1b[2ñ~")
        assert [console.ask_key("") for _key in range(5)] == ["\x1b[2", "\x1b[A", "\x1b[2", "ñ", "~"]

    @pytest.mark.parametrize("last", ["~", "@", "A"])
    def test_a_sequence_ends_with_a_character_from_at_to_tilde(self, last: str) -> None:
        console, _sink = piped(f"\x1b[ ?{last}5")
        assert console.ask_key("") == f"\x1b[ ?{last}"

    def test_control_d_is_the_end_of_the_input(self) -> None:
        with pytest.raises(EndOfInput):
            piped("\x04")[0].ask_key("")


class TestTerminal:
    """Single keys of a real terminal."""

    @pytest.fixture
    def master(self) -> Iterator[int]:
        self.master, slave = os.openpty()
        with open(slave, encoding="utf-8") as self.source, open(os.dup(slave), "w", encoding="utf-8") as sink:
            self.console = Console(self.source, sink)
            yield self.master
        os.close(self.master)

    def test_each_key_is_given_as_it_is_pressed_and_the_terminal_is_left_as_found(self, master: int) -> None:
        before = termios.tcgetattr(self.source)
        with self.console.keys():
            os.write(master, "5ñ\x1b[A \n".encode())
            assert [self.console.ask_key("") for _key in range(5)] == ["5", "ñ", "\x1b[A", " ", "\n"]
            os.write(master, b"\x1b")
            assert self.console.ask_key("") == "\x1b"
        assert termios.tcgetattr(self.source) == before
        os.write(master, b" 7\n")
        assert self.console.ask_key("") == "7"  # a line again

    def test_a_letter_that_comes_in_pieces_is_one_key(
        self, master: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        read = os.read
        monkeypatch.setattr(module.os, "read", lambda terminal, _most: read(terminal, 2))
        with self.console.keys():
            os.write(master, "😀5ñ6".encode() + b"\xf0")
            keys = [self.console.ask_key("") for _key in range(5)]
        assert keys == ["😀", "5", "ñ", "6", "\N{REPLACEMENT CHARACTER}"]


class TestWritingOver:
    @pytest.fixture
    def kept(self, tmp_path: Path) -> str:
        (tmp_path / "kept").write_text("before")
        return str(tmp_path / "kept")

    def test_a_new_file_may_be_written_and_an_old_one_by_force(self, kept: str) -> None:
        for make in (piped, live):
            console, sink = make("")
            assert console.may_write(f"{kept}-not")
            console, sink = make("", force=True)
            assert console.may_write(kept)
            assert sink.getvalue() == ""

    def test_in_a_pipe_an_old_one_may_not(self, kept: str) -> None:
        with pytest.raises(FileError, match="--force writes over it"):
            piped("y\n")[0].may_write(kept)

    @pytest.mark.parametrize(
        ("typed", "may"), [("y\n", True), ("what\nY\n", True), ("n\n", False), ("", False)]
    )
    def test_at_a_terminal_a_person_says_whether(self, kept: str, typed: str, may: bool) -> None:
        console, sink = live(typed)
        assert console.may_write(kept) is may
        assert f"{kept} is there already. Write over it? (y/n): " in sink.getvalue()
        assert (f"{kept} stays as it is." in sink.getvalue()) is not may
