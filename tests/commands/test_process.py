"""The process from its first moment to its last: signals, closed streams, full disks, nobody at home."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path

import pytest

from support.command import COMMAND, run

LUDOTECA = shlex.join(COMMAND)

# Sends the process a signal when it is about to import a module: a moment that no clock could hit.
AMBUSH = """
import os, sys
class Ambush:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ["AMBUSH"]:
            os.environ["AMBUSH"] = ""
            os.kill(os.getpid(), int(os.environ["AMBUSH_SIGNAL"]))
sys.meta_path.insert(0, Ambush())
"""


def ambushed(folder: Path, module: str, number: int, *words: str) -> subprocess.CompletedProcess[bytes]:
    """A command that gets a signal as it imports a module."""
    (folder / "sitecustomize.py").write_text(AMBUSH)
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    return run(*words, PYTHONPATH=path, AMBUSH=module, AMBUSH_SIGNAL=str(number))


@pytest.mark.parametrize(
    ("module", "words"),
    [("ludoteca.commands", ("--help",)), ("argparse", ("--help",)), ("ludoteca.core", ("--help",)),
     ("ludoteca.commands.watch", ("--version",)), ("ludoteca.games", ("show", "fuga")),
     ("ludoteca.plain.game", ("show", "fuga")), ("ludoteca.formats", ("show", "fuga"))],
)  # fmt: skip
def test_an_interrupt_while_it_starts_is_no_traceback(
    tmp_path: Path, module: str, words: tuple[str, ...]
) -> None:
    done = ambushed(tmp_path, module, signal.SIGINT, *words)
    assert (done.returncode, done.stderr) == (130, b"")


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
@pytest.mark.parametrize("module", ["datetime", "numpy._core.multiarray", "numpy._core.umath"])
def test_what_a_library_makes_of_a_signal_while_it_is_imported_is_not_told(
    tmp_path: Path, module: str, number: int, status: int
) -> None:
    """NumPy takes any exception there for a broken installation, and says so at length."""
    done = ambushed(tmp_path, module, number, "hint", "solitario:sample")
    assert (done.returncode, done.stderr) == (status, b"")


def test_the_command_of_an_installed_package_is_the_same() -> None:
    project = Path(__file__).parents[2] / "pyproject.toml"
    assert 'ludoteca = "ludoteca.__main__:main"' in project.read_text()


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@pytest.mark.parametrize(
    "words",
    [("play", "fuga"), ("play", "fuga", "--json"), ("engine", "fuga"), ("classic", "oca", "--debug"), ()],
)
def test_who_is_told_to_end_ends_in_order(number: int, status: int, words: tuple[str, ...]) -> None:
    with subprocess.Popen(
        [*COMMAND, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        if words[:1] == ("engine",):
            process.stdin.write(b"uci\n")
            process.stdin.flush()
        process.stdout.read(1)
        process.send_signal(number)
        _output, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (status, b"")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_the_app_leaves_the_terminal_as_it_was(tmp_path: Path, number: int) -> None:
    ours, terminal = os.openpty()
    termios.tcsetwinsize(terminal, (40, 100))
    environ = {**os.environ, "TERM": "xterm-256color", "LUDOTECA_HOME": str(tmp_path)}
    app = subprocess.Popen(
        COMMAND, stdin=terminal, stdout=terminal, stderr=terminal, env=environ, start_new_session=True
    )
    os.close(terminal)
    seen, told = b"", False
    with suppress(OSError):  # how a terminal tells that nobody is there any more
        while data := os.read(ours, 1 << 16):
            seen += data
            if b"Ludoteca" in seen and not told:
                app.send_signal(number)
                told = True
    os.close(ours)
    assert app.wait(60) == 128 + number
    assert seen.rindex(b"\x1b[?1049l") > seen.rindex(b"\x1b[?1049h")
    assert b"Traceback" not in seen


def test_an_interrupt_that_is_ignored_stays_so(tmp_path: Path) -> None:
    code = "import signal, subprocess, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); "
    code += "sys.exit(subprocess.call([sys.executable, '-m', 'ludoteca', '--version']))"
    (tmp_path / "sitecustomize.py").write_text(AMBUSH)
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    environ = {**os.environ, "PYTHONPATH": path, "AMBUSH": "ludoteca.core", "AMBUSH_SIGNAL": "2"}
    done = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        ("rules fuga >&-", 1, "Bad file descriptor"),
        ("--help >&-", 1, "Bad file descriptor"),
        ("--version >/dev/full", 1, "No space left"),
        ("--help >/dev/full", 1, "No space left"),
        ("rules oca >/dev/full", 1, "No space left"),
        ("play fuga --json </dev/null >/dev/full", 1, "No space left"),
        ("</dev/null >/dev/full", 1, "No space left"),
        ("rules fuga 2>&- >/dev/null", 0, ""),
        ("show chess 2>&-", 2, ""),
        ("show chess 2>/dev/full", 2, ""),
        ("dance 2>/dev/full", 2, ""),
        ("dance 2>&-", 2, ""),
        ("show fuga <&- >/dev/null", 0, ""),
        ("play fuga --plain <&- >/dev/null", 0, ""),
        ("engine fuga <&- >/dev/null", 0, ""),
        ("solve - <&-", 2, "neither a game record"),
        ("history <&- >&- 2>&-", 1, ""),
        ("rules oca | head -c 1 >/dev/null", 0, ""),
        ("--help | head -c 1 >/dev/null", 0, ""),
        ("watch fuga --bot 1 --moves 30 | head -n 1 >/dev/null", 0, ""),
    ],
)
def test_closed_streams_and_full_disks(line: str, status: int, said: str) -> None:
    done = subprocess.run(["sh", "-c", f"{LUDOTECA} {line}"], capture_output=True, timeout=120, check=False)
    assert done.returncode == status
    assert said in done.stderr.decode()
    assert bool(said) or not done.stderr
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr


def test_a_closed_stream_gives_its_number_to_no_file(tmp_path: Path) -> None:
    environ = {**os.environ, "LUDOTECA_HOME": str(tmp_path)}
    line = f"{LUDOTECA} stats >&- 2>&- <&-"
    assert subprocess.run(["sh", "-c", line], env=environ, check=False).returncode == 1
    assert b"No games" not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


@pytest.mark.tool("setpriv")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("show", "fuga"), 0, ""),
        (("games",), 0, ""),
        (("play", "oca", "--plain"), 0, ""),
        (("classic", "2048"), 0, ""),
        (("daily", "fuga"), 0, ""),
        (("hint", "oca"), 0, ""),
        (("solve", "solitario:english"), 0, ""),
        (("hint", "2048:2#1"), 0, ""),
        (("hint", "2048#1", "--seconds", "0.1"), 0, ""),
        (("history",), 2, "has no home"),
        (("stats",), 2, "has no home"),
        (("resume",), 2, "has no home"),
        (("export", "1"), 2, "has no home"),
        (("train", "2048", "--seconds", "0"), 2, "has no home"),
    ],
)
def test_a_user_without_a_home(tmp_path: Path, words: tuple[str, ...], status: int, said: str) -> None:
    setpriv = shutil.which("setpriv")
    assert setpriv
    somebody = [setpriv, "--reuid", "54321", "--regid", "54321", "--clear-groups"]
    environ = {key: os.environ[key] for key in ("PATH", "PYTHONPATH") if key in os.environ}
    done = subprocess.run(
        [*somebody, *COMMAND, *words],
        env={**environ, "LANG": "C.UTF-8", "LUDOTECA_NO_NUMBA": "1"},
        cwd="/",
        input=b"",
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, b"Traceback" in done.stderr) == (status, False), done.stderr
    assert said in done.stderr.decode()
