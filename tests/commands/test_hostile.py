"""No foreign text commands a terminal: what is typed, named, kept or brought along is shown, not obeyed."""

import io
import json
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from ludoteca.archive import Archive
from ludoteca.commands.main import main
from ludoteca.core import Outcome
from ludoteca.core.words import printable
from ludoteca.formats.fuga import Saved, pack
from ludoteca.games import GAMES, begin
from ludoteca.games.fuga import Flight, opening

from support.nim import Heaps, Nim, Take

TITLE = "\x1b]0;owned\x07"  # changes a window's title
EVIL = f"{TITLE}\x9b31m\x7f\u202elive\u2028\u2066\x85\r\x08\x00\ud800"
NAME = "\x1b]0;owned\x07\x9b\u202e"  # what a file's name can hold

Said = Callable[..., str]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Said:
    """What a command says, on both streams; it fails where a terminal would obey any of it."""

    def run(*words: str, typed: bytes = b"") -> str:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), errors="surrogateescape"))
        try:
            main(words)
        except SystemExit as end:
            assert end.code in (0, 2)
        output = "".join(capsys.readouterr())
        assert output
        strange = {sign for sign in output if not sign.isprintable()} - {"\n", "\t"}
        assert not strange, (words, output)
        return output

    return run


@pytest.mark.parametrize(
    "words",
    [
        (EVIL,), ("--lang", EVIL), (f"--{EVIL}",),
        ("play", EVIL), ("play", "fuga", EVIL), ("play", "fuga", "--options", EVIL),
        ("play", "fuga", "--bot", EVIL), ("play", "fuga", "--seat", EVIL), ("play", "2048", "--seed", EVIL),
        ("play", "solitario", "--options", f"layout={EVIL}"), ("play", "oca", "--options", f"track={EVIL}"),
        ("play", "drench", "--options", f"size={EVIL}"), ("play", "drench", "--options", f"{EVIL}=3"),
        ("resume", EVIL), ("show", EVIL), ("show", f"fuga:{EVIL}"), ("show", f"fuga:9@{EVIL}"),
        ("show", f"fuga:9#{EVIL}"), ("show", f"{EVIL}:9"), ("replay", EVIL), ("perft", EVIL, "1"),
        ("perft", "fuga", EVIL), ("solve", EVIL), ("solve", "fuga", EVIL), ("solve", EVIL, "fuga"),
        ("hint", EVIL), ("hint", "fuga", "--lines", EVIL), ("hint", "fuga", "--seconds", EVIL),
        ("analyse", EVIL), ("odds", EVIL), ("odds", "oca", "--chart", f"/no/such/{NAME}"), ("watch", EVIL),
        ("watch", "fuga", "--bot", EVIL), ("watch", "fuga", "--pause", EVIL), ("train", EVIL),
        ("train", "2048", "--cores", EVIL), ("engine", EVIL), ("history", EVIL), ("history", "--text", EVIL),
        ("forget", EVIL), ("stats", EVIL), ("stats", f"fuga:{EVIL}"), ("daily", EVIL),
        ("daily", "--date", EVIL),
        ("export", EVIL), ("export", "fuga", "--form", EVIL), ("export", "fuga", "-o", EVIL),
        ("export", "fuga", "-o", f"/no/such/{NAME}.svg"), ("import", EVIL), ("import", "x", "--game", EVIL),
        ("games", EVIL), ("rules", EVIL), ("generate", EVIL), ("generate", "drench", "--rows", EVIL),
        ("generate", "solitario", "-o", f"/no/such/{NAME}"), ("generate", "drench", "--difficulty", EVIL),
        ("classic", EVIL), ("classic", "drench", EVIL), ("classic", "2048", EVIL),
        ("classic", "oca", "--first", EVIL),
    ],
)  # fmt: skip
def test_words_of_the_command_line(said: Said, words: tuple[str, ...]) -> None:
    said(*words)


@pytest.mark.parametrize(
    "words",
    [(), ("play", "fuga", "--plain"), ("play", "fuga", "--json"), ("engine", "fuga"),
     ("engine", "oca", "--json"),
     ("classic", "fuga"), ("classic", "solitario"), ("classic", "2048"), ("classic", "drench"),
     ("classic", "oca", "--debug"), ("solve", "-"), ("solve", "drench", "-")],
)  # fmt: skip
def test_what_is_typed(said: Said, words: tuple[str, ...]) -> None:
    evil = EVIL.encode(errors="surrogatepass")
    typed = [
        evil,
        b"save /no/such/" + evil,
        b"load " + evil,
        b"position fen " + evil,
        b"1\n" + evil,
        b"go " + evil,
    ]
    said(*words, typed=b"\n".join([*typed, b"quit", b""]))


EVIL_BYTES = TITLE.encode() + "\x9b\x7f\u202e".encode()


@pytest.mark.parametrize(
    "data",
    [
        b"ludoteca record 1\ngame fuga:9" + EVIL_BYTES + b"\nend 0\n",
        b"ludoteca record 1\ngame " + EVIL_BYTES + b"\nend 0\n",
        b"ludoteca record " + EVIL_BYTES,
        b"ludoteca record 1\ngame fuga:9\n" + EVIL_BYTES + b"\nend 1\n",
        b"ludoteca record 1\ngame solitario:english,hole=" + EVIL_BYTES + b"\nend 0\n",
        b"ludoteca record 1\ngame fuga:9\na4 a3\nend " + EVIL_BYTES + b"\n",
        b"9\n(A,4) " + EVIL_BYTES + b"\n",
        b"9 (" + EVIL_BYTES + b"\n",
        b"3 3 " + EVIL_BYTES,
        b"1 3 2 1 2 " + EVIL_BYTES,
        b"20 goose 5 20 " + EVIL_BYTES,
        b"20 x" + EVIL_BYTES,
        EVIL_BYTES,
        pack(Saved(f"Ana{TITLE}", "Eva", 9, Flight(opening(9), 0))),
        pack(Saved("Ana", f"Eva{TITLE}", 9, Flight(opening(9), 0))),
        pack(Saved("Ana", "Eva", 9, Flight(opening(9)[:-2] + "\x1b\x07", 0))),
    ],
)
def test_files_and_their_names(said: Said, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / f"{NAME}.txt"
    file.write_bytes(data)
    path = str(file)
    for words in (
        ("show", path), ("replay", path), ("solve", path), ("analyse", path), ("play", "fuga", path),
        ("import", path),
        ("solve", "solitario", path), ("solve", "drench", path), ("odds", path), ("classic", "drench", path),
        ("export", path, "--form", "board"),
    ):  # fmt: skip
        said(*words)
    said("solve", "-", typed=data)
    said("classic", "fuga", typed=f"2\n{path}\n3\n{path}\n".encode())
    said("play", "fuga", "--plain", typed=f"load {path}\nsave {path}/x\n".encode())


@pytest.mark.parametrize("name", ["LANG", "LC_ALL", "LANGUAGE", "LUDOTECA_HOME", "TERM", "XDG_DATA_HOME"])
def test_the_environment(said: Said, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    (tmp_path / NAME).write_text("no folder")
    if name.startswith("XDG"):
        monkeypatch.delenv("LUDOTECA_HOME")
    monkeypatch.setenv(name, str(tmp_path / NAME))
    for words in (
        ("history",),
        ("stats",),
        ("rules", "fuga"),
        ("show", "chess"),
        ("import", "chess"),
        ("--help",),
    ):
        said(*words)


@pytest.fixture
def damaged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """An archive with a finished game, whose rows are then written over."""
    monkeypatch.setenv("LUDOTECA_HOME", str(tmp_path))
    with Archive.open() as archive:
        archive.keep(begin("drench:1x2,2@12.0.0.0#1")).play_text("2")
        yield archive.path


@pytest.mark.parametrize("column", ["id", "game", "board", "result", "reason", "seats", "daily", "text"])
def test_an_archive(said: Said, damaged: Path, column: str) -> None:
    with sqlite3.connect(damaged) as db:
        evil = f"drench:1x2,2{TITLE}\x9b\u202e"
        db.execute(f"UPDATE {'moves' if column == 'text' else 'games'} SET {column} = ?", (evil,))
    for words in (("history",), ("history", "--json"), ("stats",), ("stats", "--json"), ("stats", "drench"),
                  ("resume", "1"), ("resume", "1", "--plain"), ("export", "1"), ("resume",),
                  ("export", "1", "--form", "svg")):  # fmt: skip
        printed = said(*words)
        if words[-1] == "--json" and not printed.startswith("ludoteca: "):
            json.loads(printed.splitlines()[0])  # what is left out is told beside it


class Evil(Nim):
    """A game of another package whose every text is hostile."""

    name = "evil"
    title = f"{{x}} {EVIL}"

    @property
    def seats(self) -> Sequence[str]:
        return [f"one{EVIL}", f"two{EVIL}"]

    def status(self, state: Heaps) -> Sequence[str]:
        return [f"status{EVIL}"]

    def tell(self, state: Heaps, move: Take) -> Sequence[str]:
        return [f"told{EVIL}"]

    def outcome(self, state: Heaps) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and Outcome(outcome.winner, f"why{EVIL}")

    @classmethod
    def rules(cls, language: str) -> str:
        return f"rules{EVIL}\n\x1b[31mred\n"


@pytest.fixture
def evil(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES, "_known", dict(GAMES._known))
    GAMES.register(Evil)


@pytest.mark.usefixtures("evil")
@pytest.mark.parametrize(
    "words",
    [("games",), ("games", "--json"), ("rules", "evil"), ("show", "evil"), ("play", "evil", "--plain"),
     ("play", "evil", "--json"), ("watch", "evil", "--bot", "1"), ("watch", "evil", "--bot", "1", "--json"),
     ("engine", "evil"), ("hint", "evil", "--seconds", "0.1"), ("solve", "evil", "--seconds", "0.1"),
     (), ("play", "chess")],
)  # fmt: skip
def test_a_game_of_another_package(said: Said, words: tuple[str, ...]) -> None:
    said(*words, typed=b"uci\nd\na 1\nb 3\nc 5\nmoves\nhelp\nboard\ntruth\nquit\n")


def test_one_function_shows_what_cannot_be_printed() -> None:
    every = map(
        chr, (*range(32), *range(0x7F, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A), 0xD800, 0xFEFF)
    )
    assert all(printable(sign) == "?" for sign in every)
    assert printable("d4 — año 🦆\n", keep="\n") == "d4 — año 🦆\n"
