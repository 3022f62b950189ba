"""What `pip install` gets: all that is needed, nothing else; and with nothing beside it every game plays."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from ludoteca import __version__
from ludoteca.games import GAMES
from ludoteca.locale import LANGUAGES

from support.paths import ROOT

QUIET = ("--quiet", "--disable-pip-version-check", "--no-deps")
PLAY = """
from ludoteca import CHANCE, GAMES, begin
for name in GAMES:
    session = begin(name)
    while not session.outcome and len(session.moves) < 300:
        session.roll() if session.player == CHANCE else session.turn(session.game.text(session.legal[0]))
    print(name, len(session.moves), bool(session.outcome))
"""


def pip(*words: object) -> None:
    subprocess.run([sys.executable, "-m", "pip", *map(str, words)], check=True)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, as `make wheel` builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", *QUIET, "--no-build-isolation", "--wheel-dir", folder, ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with nothing in it but the wheel."""
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    pip("--python", folder / "bin" / "python", "install", *QUIET, "--no-index", wheel)
    return folder / "bin"


def run(bare: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """A command of the bare environment, far from the sources."""
    program, *rest = words
    return subprocess.run(
        [bare / program, *rest],
        input=typed,
        cwd=bare,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_wheel_holds_the_package_and_what_it_reads(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert wheel.name == f"ludoteca-{__version__}-py3-none-any.whl"
    wanted = {
        "ludoteca/py.typed",
        "ludoteca/tui/ludoteca.tcss",
        "ludoteca/ai/fuga/weights.json",
        "ludoteca/ai/g2048/shipped.net",
        "ludoteca/locale/es/LC_MESSAGES/ludoteca.mo",
        *(f"ludoteca/games/rules/{code}/{game}.txt" for code in LANGUAGES for game in GAMES),
    }
    assert wanted <= names
    assert all(name.startswith(("ludoteca/", "ludoteca-")) for name in names)
    assert not [name for name in names if "__pycache__" in name or name.endswith((".nbi", ".nbc"))]
    assert wheel.stat().st_size < 25_000_000


def test_it_is_bare(bare: Path) -> None:
    for module in ("numpy", "numba", "textual", "hypothesis"):
        assert "ModuleNotFoundError" in run(bare, "python", "-c", f"import {module}").stderr


def test_every_game_plays_as_a_library(bare: Path) -> None:
    done = run(bare, "python", "-c", PLAY)
    assert done.stderr == ""
    played = [line.split() for line in done.stdout.splitlines()]
    assert [name for name, _plies, _over in played] == list(GAMES)
    assert {name for name, _plies, over in played if over == "True"} >= {"solitario", "2048", "oca"}


@pytest.mark.parametrize(
    ("words", "typed", "said"),
    [
        (("play", "solitario:223"), "a1 a3\n", "You win: the last peg is on the goal."),
        (("play", "fuga:7"), "a3 a2\nc3 b3\nundo\n", "To move: Defenders."),
        (("play", "drench:1x3,3@123"), "2\n3\n", "You win: the board is of one colour."),
        (("play", "2048:2,2,goal=8@4,4/0,0"), "left\n", "You win: the goal tile is made."),
        (("play", "oca:2@62,1.0,0.0.p"), "roll\n", "Winner: Player 1"),
        (("classic", "solitario", "--generate", "0", "--seed", "1"), "n\n", "¡Has ganado!"),
        (("classic", "fuga"), "4\n", "LA FUGA DEL REY"),
        (("classic", "drench", "--rows", "1", "--cols", "1"), "", "Jugadas: 0"),
        (("classic", "2048", "2", "1", "7"), "exit\n", "Game over"),
        (("classic", "oca", "--seed", "3"), "", "GANA EL JUGADOR"),
        (("rules", "oca", "--lang", "es"), "", "JUEGO DE LA OCA"),
        (("odds", "oca"), "", "51.9186 %"),
        (("watch", "oca", "--seed", "3"), "", "The game is over."),
        ((), "quit\n", "5. oca"),
    ],
)
def test_every_game_plays_on_the_command_line(
    bare: Path, words: tuple[str, ...], typed: str, said: str
) -> None:
    done = run(bare, "ludoteca", *words, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout


def test_what_needs_more_says_so(bare: Path) -> None:
    for words in (("solve", "drench"), ("play", "fuga", "--bot", "3", "--seat", "2"), ("train", "2048")):
        done = run(bare, "ludoteca", *words)
        assert done.returncode == 2
        assert "This needs NumPy: pip install 'ludoteca[fast]'." in done.stderr
