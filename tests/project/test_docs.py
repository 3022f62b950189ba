"""The pages tell the truth: examples run, links lead somewhere, the sixth game works as built there."""

import doctest
import io
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from ludoteca.commands.main import main
from ludoteca.core import perft
from ludoteca.games import GAMES, begin
from ludoteca.testing import LAWS, Law

from support.paths import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")])


def test_the_readme_runs() -> None:
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
        assert target.startswith("http") or (page.parent / target).exists(), target


@pytest.fixture
def nim(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game of docs/add-a-game.md, registered."""
    page = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
    (source,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    module = ModuleType("ludoteca.games.nim")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(source, "docs/add-a-game.md", "exec"), vars(module))
    monkeypatch.setattr(GAMES, "_known", {**GAMES, "nim": module.Nim})


@pytest.mark.usefixtures("nim")
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_sixth_game_keeps_every_law(law: Law) -> None:
    law(gameid="nim:3")


@pytest.mark.usefixtures("nim")
def test_the_sixth_game_is_played_saved_and_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    typed = f"c 5\nb 2\nnothing\na 1\nsave {tmp_path}/nim.txt\nb 1\nundo\nb 1\n"
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["play", "nim", "--plain"]) == 0
    assert "Winner: Player 2: the last stone is taken." in out.getvalue()
    assert (tmp_path / "nim.txt").read_text() == "ludoteca record 1\ngame nim:3\nc 5\nb 2\na 1\nend 3\n"
    session = begin("nim:2")
    # Heaps of 1 and 3 by hand: 4 first moves; then 3, 3, 2, 1 answers.
    assert [perft(session.game, session.state, depth) for depth in (1, 2)] == [4, 9]
