"""The classic consoles as real processes: pipes, terminals, single keys, colours."""

import os
import pty
import select
import signal
import subprocess
import termios
import time

import pytest

from support.command import COMMAND, output

CLASSIC = ["solitario", "fuga", "drench", "2048", "oca"]


GARBAGE = b"\xff\xfe\x00\x1b[31m\n" + b"9" * 20_000 + "\n\n¿qué?\n-1\n1e9\n".encode() + b"\x00\x00"


@pytest.mark.parametrize("game", CLASSIC)
@pytest.mark.parametrize(
    "typed", [b"", b"\n", GARBAGE, b"5\n", b"1\n" * 50], ids=["eof", "blank", "garbage", "5", "1s"]
)
def test_no_input_breaks_a_classic_console(game: str, typed: bytes) -> None:
    assert "\x1b" not in output("classic", game, "--seed", "1", typed=typed)


class Terminal:
    """A program on a pseudo-terminal."""

    def __init__(self, *arguments: str) -> None:
        self.master, self.slave = pty.openpty()
        self.before = termios.tcgetattr(self.slave)
        environ = {**os.environ, "TERM": "xterm"}
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=environ,
            close_fds=True,
        )
        self.seen = ""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_error: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)

    def wait_for(self, text: str) -> None:
        deadline = time.monotonic() + 20
        while text not in self.seen:
            ready, _, _ = select.select([self.master], [], [], deadline - time.monotonic())
            assert ready, f"{text!r} did not come; seen: {self.seen[-500:]!r}"
            self.seen += os.read(self.master, 65536).decode()

    def type(self, text: str) -> None:
        self.seen = ""
        os.write(self.master, text.encode())


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
