"""Golden transcripts: what is typed and every character that comes back, for all the ways in.

A transcript names its command (`$`), perhaps what 2048's nature does (`%`, a place and a value each), then
what is typed (`<`), and below a line of `---` what is printed.
`LUDOTECA_WRITE_TRANSCRIPTS=1` writes the last part anew; read the difference before you keep it.
"""

import ast
import io
import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from ludoteca import classic as dialogues
from ludoteca.commands import classic
from ludoteca.commands.main import main
from ludoteca.core import Dice
from ludoteca.games.g2048 import G2048, Grid, Tile

from support.paths import FILES, TRANSCRIPTS

EVERY = sorted(TRANSCRIPTS.glob("*/*.txt"))


def run(command: str, typed: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    """The status and all that a command prints, in a pipe."""
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", out)
    return main(shlex.split(command)), out.getvalue()


class ScriptedTiles:
    """Nature following a script, so that the document's own sessions can be played."""

    def __init__(self, script: Iterator[str]) -> None:
        self.script = script

    def pick(self, odds: Sequence[tuple[object, Fraction]]) -> Tile:
        place, value = next(self.script).split(":")
        assert any(isinstance(tile, Tile) and tile.place == int(place) for tile, _chance in odds)
        return Tile(int(place), int(value))


def scripted_start(game: G2048, dice: Dice) -> Grid:
    """The first tiles one by one, each from the script."""
    state = Grid((0,) * game.size**2, due=True)
    for _tile in range(game.initial):
        state = game.play(state, dice.pick(game.odds(state)))._replace(due=True)
    return state._replace(due=False)


@pytest.mark.parametrize("path", EVERY, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_transcript(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    head, _line, expected = path.read_text("utf-8").partition("---\n")
    command, *typed = head.splitlines()
    if typed and typed[0].startswith("%"):
        script = iter(typed.pop(0).removeprefix("%").split())
        monkeypatch.setattr(classic, "Dice", lambda _seed: ScriptedTiles(script))
        monkeypatch.setattr(G2048, "start", scripted_start)
    shutil.copytree(FILES, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    program, _space, arguments = command.removeprefix("$ ").partition(" ")
    assert program == "ludoteca"
    assert all(line.startswith("<") for line in typed)
    answers = "".join(line.removeprefix("<").removeprefix(" ") + "\n" for line in typed)
    status, printed = run(
        arguments, answers.encode().decode("unicode_escape").encode("latin-1").decode(), monkeypatch
    )
    assert status == 0
    assert "Traceback" not in printed
    if os.environ.get("LUDOTECA_WRITE_TRANSCRIPTS"):
        path.write_text(f"{head}---\n{printed}", "utf-8")
    else:
        assert printed == expected


def test_every_message_of_every_console_stands_in_a_transcript() -> None:
    printed = "\n".join(path.read_text("utf-8").partition("---\n")[2] for path in EVERY)
    missing = [
        message
        for module in sorted(Path(dialogues.__path__[0]).glob("[!_]*.py"))
        for message in _messages(ast.parse(module.read_text("utf-8")))
        if message.strip() not in printed
    ]
    assert missing == []


def _messages(tree: ast.AST) -> list[str]:
    """The fixed parts of whatever a console says: strings with a capital or a blank, but for docstrings."""
    docs = {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.FunctionDef) and isinstance(node.body[0], ast.Expr)
    }
    strings = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docs
    ]
    return [text for text in strings if any(char.isupper() for char in text) or " " in text.strip()]
