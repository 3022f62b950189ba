"""The classic consoles as real processes: pipes, terminals, single keys, colours."""

import signal
import termios
import time

import pytest

from support.command import output
from support.terminal import Terminal

CLASSIC = ["solitario", "fuga", "drench", "2048", "oca"]


GARBAGE = b"\xff\xfe\x00\x1b[31m\n" + b"9" * 20_000 + "\n\n¿qué?\n-1\n1e9\n".encode() + b"\x00\x00"


@pytest.mark.parametrize("game", CLASSIC)
@pytest.mark.parametrize(
    "typed", [b"", b"\n", GARBAGE, b"5\n", b"1\n" * 50], ids=["eof", "blank", "garbage", "5", "1s"]
)
def test_no_input_breaks_a_classic_console(game: str, typed: bytes) -> None:
    assert "\x1b" not in output("classic", game, "--seed", "1", typed=typed)


def test_drench_takes_single_keys_and_none_is_lost_when_typing_fast() -> None:
    with Terminal(
        "classic", "drench", "--rows", "1", "--cols", "3", "--colours", "3", "--seed", "9"
    ) as terminal:
        terminal.wait_for("Color (1-3): ")
        assert "\x1b[" in terminal.seen  # colours, on a terminal
        terminal.type("x")
        terminal.wait_for("Esa tecla no vale")
        terminal.type("123123123123")
        terminal.wait_for("¡Tablero de un solo color! Jugadas: ")
        assert terminal.process.wait(timeout=20) == 0


SPECIAL = {
    "delete": b"\x1b[3~", "page up": b"\x1b[5~", "f5": b"\x1b[15~", "up": b"\x1b[A", "ctrl-up": b"\x1b[1;5A",
    "f1": b"\x1bOP", "old ctrl-f1": b"\x1bO5P", "linux f1": b"\x1b[[A", "rxvt shift-home": b"\x1b[7$",
    "alt-2": b"\x1b2", "alt-delete": b"\x1b\x1b[3~", "escape": b"\x1b", "broken off": b"\x1b[2",
    "ñ": "ñ".encode(), "snowman": "☃".encode(), "face": "😀".encode(), "no utf-8": b"\xf1", "enter": b"\n",
}  # fmt: skip


@pytest.mark.parametrize("sent", SPECIAL.values(), ids=SPECIAL)
def test_a_special_key_is_one_key_and_no_colour(sent: bytes) -> None:
    with Terminal("classic", "drench", "--seed", "1", "--no-color") as terminal:
        terminal.wait_for("Color (1-6): ")
        terminal.type(sent)
        terminal.wait_for("Color (1-6): ")
        assert (terminal.seen.count("Esa tecla no vale"), terminal.seen.count("Color (1-6): ")) == (1, 1)
        assert "Jugadas: 0" in terminal.seen
        terminal.type("5")
        terminal.wait_for("Color (1-6): ")
        assert "Jugadas: 1" in terminal.seen
        assert "Esa tecla" not in terminal.seen


def test_special_keys_and_colours_that_come_at_once_are_told_apart() -> None:
    with Terminal("classic", "drench", "--seed", "1", "--no-color") as terminal:
        terminal.wait_for("Color (1-6): ")
        terminal.type(b"5\x1b[3~2\x1b[A\xc3\xb13\x1bOQ4")
        terminal.wait_for("Jugadas: 4")
        terminal.wait_for("Color (1-6): ")
        assert terminal.seen.count("Esa tecla no vale") == 4


def test_in_a_pipe_a_special_key_is_one_key_too() -> None:
    printed = output("classic", "drench", "--seed", "1", typed=b"\x1b[3~ \x1b[1;5A\n\xc3\xb1 5")
    assert printed.count("Esa tecla no vale") == 3
    assert "Jugadas: 1" in printed
    assert "Jugadas: 2" not in printed


@pytest.mark.parametrize("how", ["interrupt", "end of input"])
def test_drench_leaves_the_terminal_as_it_found_it(how: str) -> None:
    with Terminal("classic", "drench", "--seed", "1") as terminal:
        terminal.wait_for("Color (1-6): ")
        time.sleep(0.2)
        if how == "interrupt":
            terminal.process.send_signal(signal.SIGINT)
        else:
            terminal.type("\x04")
        assert terminal.process.wait(timeout=20) == (130 if how == "interrupt" else 0)
        assert termios.tcgetattr(terminal.slave) == terminal.before


def test_on_a_terminal_what_is_typed_is_not_written_twice() -> None:
    with Terminal("classic", "2048", "4", "2", "1") as terminal:
        terminal.wait_for("Command > ")
        terminal.type("exit\n")
        terminal.wait_for("Game over")
        assert terminal.seen.count("exit") == 1  # the terminal's own echo


@pytest.mark.parametrize(
    ("environ", "arguments", "colour"),
    [
        ({}, (), False),
        ({}, ("--color",), True),
        ({"FORCE_COLOR": "1"}, (), True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, (), False),
        ({"FORCE_COLOR": "1"}, ("--no-color",), False),
        ({"NO_COLOR": "1"}, ("--color",), True),
        ({"NO_COLOR": ""}, (), False),
    ],
)
def test_colour_only_where_it_is_wanted(
    environ: dict[str, str], arguments: tuple[str, ...], colour: bool
) -> None:
    printed = output("classic", "drench", "--seed", "1", *arguments, **environ)
    assert ("\x1b[" in printed) is colour


def test_who_wants_to_keep_a_game_and_names_no_file_is_asked_again() -> None:
    said = output("classic", "fuga", typed=b"1\n7\nA\nB\nquit\nS\n\nN\n4\n")
    assert said.count("¿Quieres guardar la partida? (S/N): ") == 2
    assert "Falta el nombre del archivo: save NOMBRE" in said
