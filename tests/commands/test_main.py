"""The command as people run it: real processes, pipes, terminals, interrupts and wrong words."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludoteca import __version__, commands
from ludoteca.commands import play
from ludoteca.commands.main import _adders, _parser
from ludoteca.games import GAMES

from support.command import COMMAND, output, refusal, run

GARBAGE = b"\xff\xfe\x00\x1b[31m\n" + b"9" * 20_000 + "\n\n¿qué?\n-1\n1e9\n".encode() + b"\x00\x00"


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


@pytest.mark.parametrize("words", [("--versio",), ("play", "oca", "--plai"), ("classic", "oca", "--debu")])
def test_no_option_can_be_shortened(words: tuple[str, ...]) -> None:
    assert f"unrecognized arguments: {words[-1]}" in refusal(*words)


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
    code = (
        "import sys, ludoteca.commands.main; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
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


@pytest.mark.parametrize("typed", ["play oca", "resume 3", "play --help"])
def test_who_plays_waits_for_no_other_command(typed: str) -> None:
    assert _adders(typed.split()) == (play.add_to,)


@pytest.mark.parametrize("typed", ["--help", "--lang es play oca", "fugaa", "hint oca", "--force"])
def test_help_and_mistakes_name_every_command(typed: str) -> None:
    parser = _parser(_adders(typed.split()))
    (added,) = [each.choices for each in parser._actions if isinstance(each.choices, dict)]
    assert {"play", "resume", "classic", "solve", "hint", "import", "rules", "forget", "replay"} < set(added)
    files = {path.stem for path in Path(commands.__file__).parent.glob("*.py")}
    assert files - {"__init__", "arguments", "main"} < set(added)


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
            wait_for("Today: board of")
        tmux("send-keys", "C-c")
        wait_for("left: 130" if plain else "left: 0")
    finally:
        tmux("kill-server")
