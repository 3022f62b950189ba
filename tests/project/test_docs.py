"""The pages tell the truth: examples run, links lead somewhere, ids are ids and commands are commands."""

import doctest
import re
from pathlib import Path

import pytest

from ludoteca.commands.main import _adders, _parser
from ludoteca.games import GAMES, begin

from support.paths import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")])
CODE = re.compile(r"```.*?```|`[^`\n]+`|^    [^\n]+$", re.DOTALL | re.MULTILINE)
ID = re.compile(rf"(?<![\w.:/-])(?:{'|'.join(GAMES)}):[^\s`'\"|…)\]\\]+")
COMMAND = re.compile(r"(?<![\w./'-])ludoteca ([a-z]+)")
LIBRARY = ("record",)  # 'ludoteca record 1' begins a record

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def code_of(page: Path) -> str:
    return "\n".join(CODE.findall(page.read_text("utf-8")))


@pytest.mark.parametrize(
    "page", [page for page in PAGES if ">>>" in page.read_text("utf-8")], ids=lambda page: page.name
)
def test_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = doctest.testfile(str(page), module_relative=False)
    assert found.attempted
    assert not found.failed


@every_page
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", CODE.sub("", page.read_text("utf-8"))):
        assert target.startswith("http") or (page.parent / target).exists(), target


@every_page
def test_every_id_is_one(page: Path) -> None:
    for gameid in ID.findall(code_of(page)):
        if "POSITION" not in gameid and "NAME" not in gameid:
            begin(gameid.rstrip(".,;:"))


@every_page
def test_every_command_is_one(page: Path) -> None:
    parser = _parser(_adders(["--help"]))
    (commands,) = [action.choices for action in parser._actions if isinstance(action.choices, dict)]
    for name in COMMAND.findall(code_of(page)):
        assert name in commands or name in LIBRARY, name


def test_the_pages_name_no_file_that_is_gone() -> None:
    """Files of the package are named from `src/ludoteca`, those of the project from its root."""
    for page in PAGES:
        for name in re.findall(
            r"`((?:[a-z0-9_]+/)+[a-z0-9_]+\.(?:py|json|toml|md|txt))`", page.read_text("utf-8")
        ):
            homes = (ROOT, ROOT / "src" / "ludoteca", ROOT / "tests", page.parent)
            known = any((home / name).exists() for home in homes) or "pig" in name
            assert known, f"{page.name}: {name}"
