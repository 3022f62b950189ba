"""A sixth game from anywhere: built and installed from docs/add-a-game.md, then played in every way."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.widgets import Input

from ludoteca.ai import GENERAL, mind_of
from ludoteca.archive import Archive
from ludoteca.core import CHANCE
from ludoteca.games import GAMES, begin
from ludoteca.tui.cards import Card
from ludoteca.tui.lobby import Lobby
from ludoteca.tui.rules import RulesPage
from ludoteca.tui.setup import Setup

from support.command import objects, output, run
from support.paths import ROOT
from support.tui_driver import opened, seen, settle, table

PAGE = ROOT / "docs" / "add-a-game.md"
FILE = re.compile(r"^## [^`\n]*`([^`]+)`\n(?:(?!^## ).)*?^```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package that the page makes, file by file."""
    folder = tmp_path_factory.mktemp("ludoteca-pig")
    files = dict(FILE.findall(PAGE.read_text("utf-8")))
    assert len(files) == 4
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="session")
def installed(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package, as pip installs it."""
    target = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--disable-pip-version-check", "--target", target, package], check=True)
    return target


@pytest.fixture
def pig(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game, for this process and those that it starts."""
    monkeypatch.setenv("PYTHONPATH", str(installed))
    monkeypatch.syspath_prepend(str(installed))
    monkeypatch.setattr(GAMES, "_known", dict(GAMES))
    monkeypatch.setattr(GAMES, "_searched", False)
    yield
    sys.modules.pop("ludoteca_pig", None)


@pytest.mark.usefixtures("pig")
class TestInLines:
    def test_it_is_listed_with_its_options_and_its_rules_are_printed(self) -> None:
        listed = {each["game"]: each for each in json.loads(output("games", "--json"))}
        assert list(listed) == ["solitario", "fuga", "drench", "2048", "oca", "pig"]
        assert listed["pig"]["options"]["goal"] == "points that win, from 6 to 1000"
        assert output("rules", "pig").startswith("PIG\n\nThrow the die")
        assert output("rules", "pig", "--lang", "es").startswith("PIG\n")

    def test_it_is_played_saved_shown_and_replayed(self, tmp_path: Path) -> None:
        path = tmp_path / "game.txt"
        typed = f"keep\nroll\nhint\ntruth\nkeep\nundo\nsave {path}\nshare\n"
        said = output("play", "pig:3,goal=20#4", typed=typed)
        assert "    kept  pot\n 1     0    0\n 2     0\n 3     0\n" in said
        assert "'keep' is not a move here. Possible: roll" in said
        assert "Best move: " in said
        assert "Player 1 " in said
        assert "game pig:3,goal=20#4\nroll\n" in path.read_text()
        assert output("show", str(path)).splitlines()[1:] == output("replay", str(path)).splitlines()[-6:]

    def test_the_computer_plays_it_and_a_picture_is_drawn(self, tmp_path: Path) -> None:
        *_moves, end = objects("watch", "pig:4,goal=12#1", "--bot", "2")
        assert end["winner"] in range(4)
        output("export", "pig:2#3", "-o", str(tmp_path / "pig.svg"))
        assert ">kept</text>" in (tmp_path / "pig.svg").read_text()
        assert output("perft", "pig:2#1", "3") == "1 1\n2 6\n3 11\n"

    def test_its_own_tests_pass(self, package: Path) -> None:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "tests"]
        done = subprocess.run(command, cwd=package, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "37 passed" in done.stdout

    def test_it_type_checks(self, package: Path) -> None:
        command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", os.devnull]
        done = subprocess.run([*command, "src"], cwd=package, capture_output=True, text=True, check=False)
        assert done.stdout == ""


@pytest.mark.usefixtures("pig")
class TestInTheApp:
    async def test_it_is_in_the_lobby_and_played_to_its_end(self, tmp_path: Path) -> None:
        async with opened(tmp_path / "a") as (app, pilot):
            assert isinstance(app.screen, Lobby)
            assert [card.game for card in app.screen.query(Card)] == list(GAMES)
            assert "Pig" in seen(app.screen)
            await pilot.press("6")
            assert isinstance(app.screen, Setup)
            app.screen.query_one(Input).value = "2,goal=12"
            await pilot.press("p")
            await settle(pilot, lambda: hasattr(app.screen, "session"))
            screen = table(app)
            session = screen.session
            assert mind_of(session.game) is GENERAL
            await pilot.press("t")
            await settle(pilot, lambda: "Player 2 " in seen(screen.truth), 60)
            await pilot.press("question_mark")
            assert isinstance(app.screen, RulesPage)
            assert "the next player throws" in " ".join(seen(app.screen).split())
            await pilot.press("q")
            while not session.outcome:
                if session.player == 0:
                    button, count = screen.query_one("#words"), len(session.moves)
                    if session.legal == ("roll",):
                        await pilot.press("enter")
                    elif session.state.pot > 5:
                        await pilot.press("enter")
                        said = screen.query_one("#said")
                        await settle(pilot, lambda said=said: "number: 1 roll, 2 keep" in seen(said))
                        await pilot.press("2")
                    else:
                        x = seen(button).split("\n")[0].index("roll")
                        assert await pilot.click(button, offset=(x, 0))
                    await settle(pilot, lambda count=count: len(session.moves) > count)
                else:
                    await settle(pilot, lambda: session.player == 0 or bool(session.outcome), 60)
            await settle(pilot, lambda: "The game is over" in seen(screen.query_one("#said")))
        with Archive.open(tmp_path / "a") as archive:
            (entry,) = archive.games()
            assert (entry.game, entry.result in ("won", "lost")) == ("pig", True)
            assert archive.resume(entry.number).record == session.record


@pytest.mark.usefixtures("pig")
def test_undo_and_the_board_of_the_day_are_its_too() -> None:
    assert output("daily", "pig", "--date", "2026-01-01").startswith("pig:2#")
    session = begin("pig:2#1")
    session.turn("roll")
    assert session.player != CHANCE


BROKEN = {
    "missing": "ludoteca_nowhere:Game",
    "thing": "json:dumps",
    "fuga": "ludoteca.games.oca:Oca",
    "half": "ludoteca.core:Game",
    "bare": "theirs:Bare",
    "untitled": "theirs:Untitled",
    "seatless": "theirs:Seatless",
    "blind": "theirs:Blind",
}
THEIRS = """
from dataclasses import dataclass
from ludoteca.games.fuga import Fuga

@dataclass(frozen=True)
class Bare(Fuga):
    name = "bare"
    heaps: int = 3  # an option must say what it is

class Untitled(Fuga):
    name, title = "untitled", 5

class Seatless(Fuga):
    name, seats = "seatless", ()

class Blind(Fuga):
    name = "blind"
    def board(self, state):
        raise KeyError("nothing to see")
"""


def test_a_game_that_cannot_be_played_is_told_and_costs_only_itself(tmp_path: Path) -> None:
    info = tmp_path / "broken-1.0.dist-info"
    info.mkdir()
    lines = "".join(f"{name} = {where}\n" for name, where in BROKEN.items())
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[ludoteca.games]\n{lines}")
    (tmp_path / "theirs.py").write_text(THEIRS)
    done = run("games", PYTHONPATH=str(tmp_path))
    assert done.returncode == 0
    told = done.stderr.decode().splitlines()
    assert len(told) == len(BROKEN) - 1, "oca is oca under any other entry"
    for name in set(BROKEN) - {"fuga"}:
        assert any(f"'{name}'" in line and line.startswith("ludoteca: The game") for line in told)
    assert "Traceback" not in done.stderr.decode()
    assert b"oca:2" in done.stdout
