"""The public names: each is there, is what a type checker sees, and costs nothing until it is asked for."""

import ast
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import ludoteca

HEAVY = {"numpy", "numba", "textual", "asyncio", "sqlite3", "json", "random", "argparse", "hypothesis"}


def seen_by_type_checkers() -> dict[str, str]:
    """The public names and the modules that they come from, as the block for type checkers says."""
    tree = ast.parse(Path(ludoteca.__file__).read_text("utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    return {
        alias.name: node.module or ""
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def test_the_list_is_what_type_checkers_see() -> None:
    names = [name for name in ludoteca.__all__ if name != "__version__"]
    assert set(names) == set(seen_by_type_checkers())
    assert sorted(names, key=lambda name: (not name.isupper(), not name[:1].isupper(), name)) == names


@pytest.mark.parametrize(("name", "module"), seen_by_type_checkers().items())
def test_a_name_is_what_type_checkers_see_and_has_a_docstring(name: str, module: str) -> None:
    found = getattr(ludoteca, name)
    assert found is getattr(import_module(module), name)
    assert name in dir(ludoteca)
    if inspect.isclass(found) or inspect.isfunction(found):
        assert inspect.getdoc(found)


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        ludoteca.nonsense  # noqa: B018 - asking is the test
    assert not hasattr(ludoteca, "chess")


@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        ("import ludoteca", set()),
        ("import ludoteca; ludoteca.begin('fuga').turn('a4 a3')", set()),
        ("import ludoteca; ludoteca.advise(ludoteca.begin('oca:3'))", set()),
        ("import ludoteca; print(ludoteca.write(ludoteca.begin('oca:3')))", set()),
        ("from ludoteca import *", {"json", "sqlite3"}),
    ],
)
def test_nothing_heavy_is_imported_before_it_is_needed(code: str, allowed: set[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", code], capture_output=True, text=True, check=True
    )
    imported = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert imported & HEAVY <= allowed


def test_a_directory_of_names_has_the_public_ones_and_no_others() -> None:
    assert {name for name in dir(ludoteca) if not name.startswith("__")} == set(ludoteca.__all__) - {
        "__version__"
    }


def test_what_is_given_wrong_is_refused_with_a_sentence(tmp_path: Path) -> None:
    session = ludoteca.begin("2048")
    for level in (0, 9, 1.5, True, "3", None):
        with pytest.raises(ludoteca.OptionError, match="level must be from 1 to 8"):
            ludoteca.choose(session, level=level)  # type: ignore[arg-type]  # the mistake that is tried
    for gameid in (None, 2048, b"fuga", ["fuga"]):
        with pytest.raises(ludoteca.FormatError, match="is not a game id"):
            ludoteca.begin(gameid)  # type: ignore[arg-type]  # the mistake that is tried
    with ludoteca.Archive.open(str(tmp_path / "a.sqlite3")) as archive:
        assert archive.games() == []
