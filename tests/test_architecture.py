"""The shape of the code: layers, sizes, and that what serves every game names none."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import ludoteca
from ludoteca import core
from ludoteca.games import GAMES

SOURCE = Path(ludoteca.__file__).parent
ROOT = SOURCE.parent.parent


def test_layers_are_kept() -> None:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_game_is_one_file_of_at_most_300_lines(game: type) -> None:
    source = Path(sys.modules[game.__module__].__file__ or "").read_text("utf-8")
    assert len(source.splitlines()) <= 300
    others = {other.__module__ for other in GAMES.values()} - {game.__module__}
    imported = {node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
    assert not imported & others


def test_what_serves_every_game_names_none() -> None:
    core_modules = ("core/session.py", "core/game.py", "core/gameid.py")
    thinking = (f"ai/{name}.py" for name in ("mcts", "mcts_tree", "thought", "judge", "worker", "thinker"))
    folders = (path for folder in ("tui", "looks", "archive") for path in (SOURCE / folder).glob("*.py"))
    for module in (*core_modules, "console/plain.py", *thinking, *folders):
        tree = ast.parse((SOURCE / module).read_text("utf-8"))
        compared = [node for node in ast.walk(tree) if isinstance(node, ast.Compare)]
        constants = {
            leaf.value for node in compared for leaf in ast.walk(node) if isinstance(leaf, ast.Constant)
        }
        assert not constants & set(GAMES), module


def test_public_names_exist_and_are_sorted() -> None:
    assert all(hasattr(core, name) for name in core.__all__)
    assert sorted(core.__all__, key=lambda name: (not name.isupper(), name)) == core.__all__


def test_every_module_opens_with_one_sentence() -> None:
    for path in SOURCE.rglob("*.py"):
        doc = ast.get_docstring(ast.parse(path.read_text("utf-8")))
        assert doc, path
        assert doc.splitlines()[0].endswith("."), path
