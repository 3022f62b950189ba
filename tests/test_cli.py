"""The command as people run it: real processes, pipes, terminals, interrupts and wrong words."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from ludoteca import __version__
from ludoteca.games import GAMES

COMMAND = [sys.executable, "-m", "ludoteca"]
CLASSIC = ["solitario", "fuga", "drench", "2048", "oca"]
GARBAGE = b"\xff\xfe\x00\x1b[31m\n" + b"9" * 20_000 + "\n\n¿qué?\n-1\n1e9\n".encode() + b"\x00\x00"


def run(*arguments: str, typed: bytes = b"", **environ: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments],
        input=typed,
        capture_output=True,
        env={**os.environ, **environ},
        timeout=60,
        check=False,
    )


def output(*arguments: str, typed: bytes = b"", **environ: str) -> str:
    """What a command prints that must go well."""
    done = run(*arguments, typed=typed, **environ)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


@pytest.mark.parametrize("game", CLASSIC)
@pytest.mark.parametrize(
    "typed", [b"", b"\n", GARBAGE, b"5\n", b"1\n" * 50], ids=["eof", "blank", "garbage", "5", "1s"]
)
def test_no_input_breaks_a_classic_console(game: str, typed: bytes) -> None:
    assert "\x1b" not in output("classic", game, "--seed", "1", typed=typed)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("typed", [b"", GARBAGE, b"save /\nload /\nload \nundo\nredo\nmoves\nhelp\n"])
def test_no_input_breaks_the_plain_interface(game: str, typed: bytes) -> None:
    output("play", game, "--plain", typed=typed)


def test_the_menu_works_line_by_line_and_ends_with_its_input() -> None:
    assert "5. oca" in output()
    assert "drench:15x15,6#" in output(typed=b"3\nmoves\nquit\nquit\n")


@pytest.mark.parametrize(
    "arguments", [("classic", "fuga"), ("classic", "oca", "--debug"), ("play", "fuga"), ()]
)
def test_an_interrupt_ends_in_order(arguments: tuple[str, ...]) -> None:
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.read(1)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _out, error = process.communicate(timeout=20)
    assert (process.returncode, error) == (130, b"")


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


@pytest.mark.parametrize(
    ("arguments", "status", "why"),
    [
        (("play",), 2, "required"),
        (("dance",), 2, "invalid choice"),
        (("play", "chess"), 2, "no game or id"),
        (("play", "fuga:8"), 2, "odd"),
        (("show", "fuga:9@x"), 2, "rows of"),
        (("show", "missing.txt"), 2, "no file"),
        (("show", "/"), 2, "folder"),
        (("replay", "/dev/null"), 2, "not an ordinary file"),
        (("perft", "fuga:9", "x"), 2, "whole number"),
        (("perft", "fuga:9", "0"), 2, "from 1 to 100"),
        (("generate", "fuga"), 2, "invalid choice"),
        (("generate", "solitario", "--rows", "99"), 2, "rows must be"),
        (("generate", "solitario", "--colours", "3"), 2, "does not fit"),
        (("generate", "solitario", "-o", "/no/such/folder/x"), 2, "no such file"),
        (("classic", "2048", "1", "1"), 2, "size must be"),
        (("classic", "2048", "3", "10"), 2, "initial must be"),
        (("classic", "2048", "four"), 2, "whole number"),
        (("classic", "oca", "--players", "9"), 2, "players"),
        (("classic", "oca", "--first", "3"), 2, "first"),
        (("classic", "drench", "--colours", "11"), 2, "colours"),
        (("classic", "drench", "missing.txt"), 2, "missing.txt"),
        (("classic", "solitario", "--rows", "0"), 2, "rows"),
        (("rules", "chess"), 2, "no game"),
        (("--lang", "fr"), 2, "invalid choice"),
    ],
)
def test_wrong_words_get_a_sentence_and_a_status(arguments: tuple[str, ...], status: int, why: str) -> None:
    done = run(*arguments)
    assert done.returncode == status
    assert why in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_games_are_listed_for_people_and_programs() -> None:
    listed = output("games")
    for name in GAMES:
        assert f"{name}:" in listed
    objects = json.loads(output("games", "--json"))
    assert [each["game"] for each in objects] == list(GAMES)
    assert objects[1]["id"] == "fuga:9"


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_printed_in_both_languages(game: str) -> None:
    english, spanish = output("rules", game), output("rules", game, LANG="es_ES.UTF-8")
    assert english != spanish
    assert output("rules", game, "--lang", "es") == output("--lang", "es", "rules", game) == spanish
    assert max(map(len, (english + spanish).splitlines())) <= 80


def test_perft_prints_a_line_for_each_depth() -> None:
    assert output("perft", "solitario:english", "4") == "1 4\n2 12\n3 60\n4 400\n"
    assert output("perft", "solitario:223", "3") == "1 1\n2 0\n3 0\n"


def test_show_takes_an_id_or_a_file(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    board = output("generate", "solitario", "--rows", "5", "--cols", "6", "--steps", "7", "--seed", "3")
    path.write_text(board)
    shown = output("show", str(path))
    assert shown.splitlines()[1:] == output("show", "solitario:5x6,steps=7#3").splitlines()[1:]
    output(
        "generate",
        "solitario",
        "--rows",
        "5",
        "--cols",
        "6",
        "--steps",
        "7",
        "--seed",
        "3",
        "-o",
        str(tmp_path / "b"),
    )
    assert (tmp_path / "b").read_text() == board


def test_a_generated_drench_board_can_be_played(tmp_path: Path) -> None:
    path = str(tmp_path / "flood.txt")
    output("generate", "drench", "--rows", "3", "--cols", "4", "--colours", "3", "--seed", "3", "-o", path)
    assert "Jugadas: 0 de 5" in output("classic", "drench", path, "--limit", "5")
    assert "Flooded" in output("play", path)
    assert "Moves: 0/9" in output("play", path, "--options", "limit=9")


def test_a_track_from_a_file_for_as_many_players_as_one_likes(tmp_path: Path) -> None:
    path = tmp_path / "track.txt"
    path.write_text("20\ngoose 5 9 20\ninn 7 1\n")
    played = output(
        "play", str(path), "--options", "players=4,first=1", "--seed", "3", typed=b"roll\nshare\n"
    )
    assert "D Player 4: square 1" in played
    assert "game oca:4,first=1,track=20.goose.5.9.20.inn.7.1#3" in played


def test_a_game_is_saved_shared_and_replayed(tmp_path: Path) -> None:
    path = str(tmp_path / "game.txt")
    played = output("play", "2048:3,2#5", typed=f"left\nup\nsave {path}\nshare\n".encode())
    record = Path(path).read_text()
    assert record in played
    replayed = output("replay", path)
    assert re.findall(r"^\d+\. (.*)$", replayed, re.MULTILINE) == record.splitlines()[2:-1]
    assert output("show", path).splitlines()[1:] == replayed.splitlines()[-5:]
    went_on = output("play", path, typed=b"undo\nundo\nundo\n")
    assert "There is nothing to take back." in went_on


def test_a_seed_repeats_all_chance() -> None:
    for arguments in (("classic", "oca"), ("classic", "2048", "4", "3"), ("classic", "drench")):
        one, two, other = (output(*arguments, "--seed", seed) for seed in ("-5", "-5", "6"))
        assert one == two != other
    assert output("classic", "2048", "4", "3", "6") == output("classic", "2048", "4", "3", "--seed", "6")
    assert output("play", "2048", "--seed", "-1").splitlines()[0] == "2048 — 2048:4,2#18446744073709551615"


def test_without_a_seed_chance_is_new_every_time() -> None:
    assert output("classic", "drench") != output("classic", "drench")
    assert output("play", "2048").splitlines()[0] != output("play", "2048").splitlines()[0]


def test_a_reader_who_leaves_or_a_full_disk_is_no_crash() -> None:
    piped = subprocess.run(
        f"{sys.executable} -m ludoteca rules fuga | head -n 1", shell=True, capture_output=True, check=True
    )
    assert piped.stderr == b""
    full = subprocess.run(
        f"{sys.executable} -m ludoteca rules fuga > /dev/full", shell=True, capture_output=True, check=False
    )
    assert full.returncode == 1
    assert b"No space left" in full.stderr
    assert b"Traceback" not in full.stderr
    closed = subprocess.run(f"{sys.executable} -m ludoteca <&-", shell=True, capture_output=True, check=True)
    assert closed.stderr == b""


def test_a_narrow_locale_is_no_crash() -> None:
    assert run("classic", "fuga", typed=b"1\n7\n\xc3\x8d\nB\n", PYTHONIOENCODING="ascii").returncode == 0
    assert run("rules", "oca", "--lang", "es", PYTHONIOENCODING="ascii").returncode == 0


def test_help_speaks_spanish() -> None:
    printed = output("--help", LANG="es_ES.UTF-8")
    assert printed.startswith("uso: ludoteca")
    assert "muestra esta ayuda" in printed
    assert "faltan argumentos: GAME" in run("play", LANG="es_ES.UTF-8").stderr.decode()


def test_the_version() -> None:
    assert output("--version") == f"ludoteca {__version__}\n"


def test_nothing_heavy_is_imported_at_the_start() -> None:
    code = "import sys, ludoteca.cli; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {
        "numpy",
        "numba",
        "textual",
        "starlette",
        "asyncio",
        "sqlite3",
        "json",
        "random",
        "tempfile",
    } & set(loaded)


@pytest.mark.tool("tmux")
@pytest.mark.parametrize("plain", [True, False])
def test_a_real_terminal_shows_the_game(tmp_path: Path, plain: bool) -> None:
    socket = str(tmp_path / "tmux")

    def tmux(*arguments: str) -> str:
        return subprocess.run(
            ["tmux", "-S", socket, *arguments], capture_output=True, text=True, check=True
        ).stdout

    def wait_for(text: str) -> None:
        deadline = time.monotonic() + 20
        while text not in tmux("capture-pane", "-p"):
            assert time.monotonic() < deadline, tmux("capture-pane", "-p")
            time.sleep(0.05)

    board = "drench:2x2,3@12/12.0.0.0"
    words = ["TERM=dumb", sys.executable, "-m", "ludoteca", *([] if plain else ["play", board])]
    environ = " ".join(["env", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", *words[not plain :]])
    tmux("-u", "new-session", "-d", "-x", "80", "-y", "40", f"{environ}; echo left: $?; sleep 60")
    try:
        if plain:
            wait_for("Number, name or id")
            tmux("send-keys", board, "Enter")
        wait_for("Flooded: 2 of")
        tmux("send-keys", "2", *["Enter"] * plain)
        wait_for("You win: the board is of one")
        if not plain:
            tmux("send-keys", "q")
            wait_for("Boards of the day")
        tmux("send-keys", "C-c")
        wait_for("left: 130" if plain else "left: 0")
    finally:
        tmux("kill-server")
