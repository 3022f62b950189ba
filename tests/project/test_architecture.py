"""The shape of the code: layers, sizes, names, and that what serves every game names none."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import ludoteca
from ludoteca import ai, core, looks
from ludoteca.games import GAMES
from ludoteca.tui.page import Page

from support.paths import ROOT

SOURCE = Path(ludoteca.__file__).parent
MODULES = {path: ast.parse(path.read_text("utf-8")) for path in sorted(SOURCE.rglob("*.py"))}


def of(*rooms: str) -> Iterator[Path]:
    """The modules of some rooms."""
    return (path for path in MODULES if path.relative_to(SOURCE).as_posix().startswith(rooms))


def test_layers_are_kept() -> None:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_game_is_one_file_of_at_most_300_lines(game: type) -> None:
    path = Path(sys.modules[game.__module__].__file__ or "")
    assert len(path.read_text("utf-8").splitlines()) <= 300
    others = {other.__module__ for other in GAMES.values()} - {game.__module__}
    imported = {node.module for node in ast.walk(MODULES[path]) if isinstance(node, ast.ImportFrom)}
    assert not imported & others


def test_no_file_is_over_350_lines() -> None:
    assert [path for path in MODULES if len(path.read_text("utf-8").splitlines()) > 350] == []


def test_what_serves_every_game_names_none() -> None:
    rooms = ("core/", "ai/general/", "analysis/", "looks/", "archive/", "plain/", "tui/", "console.py")
    for module in of(*rooms):
        compared = [node for node in ast.walk(MODULES[module]) if isinstance(node, ast.Compare)]
        constants = {
            leaf.value for node in compared for leaf in ast.walk(node) if isinstance(leaf, ast.Constant)
        }
        assert not constants & set(GAMES), module


def test_no_screen_knows_the_keys_of_a_solver() -> None:
    declared = {fact.key for mind in (*ai.MINDS.values(), ai.GENERAL) for fact in mind.facts}
    words = {"draw", "best"}  # which archives and reports say of other things
    keys = re.compile(f'"({"|".join(sorted(declared - words | {"values"}))})"')
    rooms = of("looks/", "tui/", "commands/", "analysis/", "archive/", "plain/")
    assert [path for path in rooms if keys.search(path.read_text("utf-8"))] == []


def test_every_game_has_a_mind_and_no_mind_declares_a_fact_twice() -> None:
    declared = {mind: [fact.key for fact in mind.facts] for mind in (*ai.MINDS.values(), ai.GENERAL)}
    assert set(ai.MINDS) == set(GAMES.values())
    assert all(len(set(keys)) == len(keys) for keys in declared.values())


def test_every_key_of_a_page_has_its_action() -> None:
    for path in of("tui/"):
        import_module(f"ludoteca.tui.{path.stem}".removesuffix(".__init__"))
    pages = list(Page.__subclasses__())
    for page in pages:
        pages += page.__subclasses__()
        missing = [key.action for key in page.KEYS if not hasattr(page, f"action_{key.action}")]
        assert missing == [], page.__name__
    assert len(pages) > 10


def test_no_module_is_looked_up_by_a_string() -> None:
    """But for the public names, which are lazy; test_api.py holds these against what a type checker sees."""
    looked = [path for path in MODULES if re.search(r"import_module|__import__", path.read_text("utf-8"))]
    assert looked in ([], [SOURCE / "__init__.py"])


def test_no_two_classes_have_one_name() -> None:
    names = Counter(
        node.name for tree in MODULES.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
    )
    assert [name for name, count in names.items() if count > 1] == []


def test_no_boolean_is_given_by_its_place() -> None:
    """What `True` means must be read where it is written; builtins and Textual have their own ways."""
    for path in of("core/", "games/", "formats/", "ai/", "analysis/", "archive/"):
        for node in ast.walk(MODULES[path]):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id[:1].isupper():
                given = [leaf for leaf in node.args if isinstance(leaf, ast.Constant)]
                assert not [leaf for leaf in given if isinstance(leaf.value, bool)], (path, node.lineno)


@pytest.mark.parametrize("package", [ai, core, looks], ids=lambda package: package.__name__)
def test_public_names_exist_and_are_sorted(package: object) -> None:
    names: list[str] = package.__all__  # type: ignore[attr-defined]  # a module, whose names are its own
    assert all(hasattr(package, name) for name in names)
    assert sorted(names, key=lambda name: (not name.isupper(), not name[:1].isupper(), name)) == names


def test_every_module_opens_with_one_sentence() -> None:
    for path, tree in MODULES.items():
        doc = ast.get_docstring(tree)
        assert doc, path
        assert doc.splitlines()[0].endswith("."), path
