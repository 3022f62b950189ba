"""A file that holds what no archive writes: whoever reads it gets a sentence, and the rest."""

import io
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from ludoteca.archive import Archive, ArchiveError, schema
from ludoteca.commands.main import main
from ludoteca.tui.history import History
from ludoteca.tui.statistics import StatisticsPage

from support.tui_visit import Visit, filled, visit

GAME = 2  # the one that is damaged: drench on the board of game 1
ROW = "UPDATE games SET {} WHERE number = 2"
SCHEMA = "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql ="
EVIL = "'\x1b]0;evil\x07\x1b[2J\x9b\u202e'"

# Damages after which nothing but this one game is missing.
ENTRIES = [
    "result = 'zzz'", "result = x'00'", "result = 7", "id = x'ff00'", f"id = {EVIL}",
    "id = CAST(x'ff' AS TEXT)", f"game = {EVIL}", "game = x'00'", f"board = {EVIL}", "board = x'00ff'",
    f"daily = {EVIL}", "daily = x'00'", f"reason = {EVIL}", "reason = x'00'", "winner = 'me'", "winner = -7",
    "winner = 9e18", "winner = x'00'", "began = 'now'", "began = -1", "began = 9e999", "changed = x'00'",
    "changed = 1e300", "changed = 'x'", "plies = -1", "plies = 9223372036854775807", "plies = 'x'",
    "plies = 1.5", "seconds = -1", "seconds = 9e999", "seconds = x'00'", "score = 9e999", "score = 1e308",
    "score = 'x'", "score = x'00'", "seats = x'00'", f"seats = {EVIL}", "moves = -5", "moves = 1e30",
    "moves = 'many'", "imported = 'x'", "imported = -1", "hints = 'x'", "hints = -1", "computer = x'00'",
    "rewinds = 1.5", "undos = 9223372036854775807",
]  # fmt: skip
# Damages that show when the game is opened.
GAMES = [
    *[
        ROW.format(what)
        for what in ("id = 'zzz'", "id = 7", "id = ''", "revision = 'x'", "revision = x'00'", "plies = 99")
    ],
    "UPDATE moves SET text = x'00ff' WHERE game = 2",
    "UPDATE moves SET text = 7 WHERE game = 2",
    f"UPDATE moves SET text = {EVIL} WHERE game = 2",
    "UPDATE moves SET text = CAST(x'ff' AS TEXT) WHERE game = 2",
    "UPDATE moves SET text = '999999999999999999999999' WHERE game = 2",
    "UPDATE moves SET ply = ply + 7 WHERE game = 2",
    "DELETE FROM moves WHERE game = 2",
]
# Damages that change nothing that anybody needs.
HARMLESS = [
    *[ROW.format(f"seats = '{seats}'") for seats in ("[" * 10_000, "{}", "0=99", "7=3", "0=3,0=", "²=1")],
    ROW.format(f"seats = '0={'9' * 5000}'"),
    ROW.format("board = 'zzz'"), ROW.format("game = 'zzz'"), ROW.format("moves = 0"),
    "UPDATE moves SET seconds = 'x' WHERE game = 2",
    f"INSERT OR REPLACE INTO settings VALUES ('palette', {EVIL})",
    "INSERT OR REPLACE INTO settings VALUES ('pace', x'00')",
]  # fmt: skip
# Damages to the whole.
WHOLES = [
    "DROP TABLE games", "DROP TABLE moves", "DROP TABLE settings", "ALTER TABLE games DROP COLUMN seats",
    "ALTER TABLE games DROP COLUMN revision", "ALTER TABLE games DROP COLUMN undos",
    "ALTER TABLE moves DROP COLUMN text",
    "ALTER TABLE settings RENAME COLUMN value TO other", "PRAGMA user_version = -3",
    "PRAGMA user_version = 0",
    f"{SCHEMA} 'CREATE nonsense' WHERE name = 'games'",
    f"{SCHEMA} 'CREATE TABLE games (number)' WHERE name = 'games'",
    f"{SCHEMA} x'00ff' WHERE name = 'moves'",
]  # fmt: skip

READERS: dict[str, Callable[[Archive], object]] = {
    "games": lambda archive: archive.games(),
    "unfinished": lambda archive: archive.games(finished=False, text="e"),
    "boards": lambda archive: [archive.statistics(board) for board in archive.boards()],
    "daily": lambda archive: archive.daily_entry("drench", date(2026, 11, 17)),
    "records": lambda archive: [archive.records(entry) for entry in archive.games()],
    "entry": lambda archive: archive.entry(GAME),
    "record": lambda archive: archive.record(GAME),
    "resume": lambda archive: archive.resume(GAME),
    "setting": lambda archive: [archive.setting(key, "") for key in ("palette", "pace")],
}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDOTECA_HOME", str(tmp_path))
    with filled(tmp_path / "archive.sqlite3") as archive:
        return archive.path


def spoil(path: Path, script: str) -> None:
    """What somebody does to the file who knows nothing of it."""
    with closing(sqlite3.connect(path)) as db:
        for _name, sql in db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index'").fetchall():
            if sql:
                db.execute(f"DROP INDEX {_name}")
        db.executescript(script)
        db.commit()


def printable(text: str) -> bool:
    return all(line.isprintable() for line in text.splitlines())


@pytest.mark.parametrize("what", ENTRIES)
def test_a_damaged_entry_is_left_out_and_told_and_the_rest_is_there(what: str, path: Path) -> None:
    spoil(path, ROW.format(what))
    with Archive.open(path) as archive:
        assert sorted(entry.number for entry in archive.games()) == [1, 3, 4]
        assert "1 game of the archive is damaged and left out: number 2." in archive.left_out
        assert archive.games(limit=2, offset=1)[-1].number == 1, (
            "pages have the length that they were asked for"
        )
        for name in ("entry", "record", "resume"):
            with pytest.raises(ArchiveError, match="game 2 is damaged"):
                READERS[name](archive)
        assert archive.statistics("drench:1x4,3").games == 1
        assert archive.resume(1).moves
        archive.delete(GAME)
        assert archive.left_out == ""


@pytest.mark.parametrize("script", [*map(ROW.format, ENTRIES), *GAMES, *HARMLESS], ids=lambda text: text[:40])
def test_every_reader_gives_something_sound_or_a_sentence(script: str, path: Path) -> None:
    spoil(path, script)
    refused = set()
    with Archive.open(path) as archive:
        for name, read in READERS.items():
            try:
                answer = read(archive)
            except ArchiveError as error:
                assert "game 2 is damaged" in str(error)
                assert printable(str(error))
                refused.add(name)
            else:
                assert "\\x1b" not in repr(answer), "no control character leaves the archive"
    assert refused <= {"entry", "record", "resume"}
    assert ("resume" in refused) == (script not in HARMLESS)


@pytest.mark.parametrize("script", GAMES)
def test_a_game_that_cannot_be_opened_stands_in_the_history(script: str, path: Path) -> None:
    spoil(path, script)
    with Archive.open(path) as archive:
        assert len(archive.games()) == 4
        assert archive.resume(1).moves


@pytest.mark.parametrize("script", HARMLESS, ids=lambda text: text[:40])
def test_what_does_no_harm(script: str, path: Path) -> None:
    spoil(path, script)
    with Archive.open(path) as archive:
        assert len(archive.games()) == 4
        game = archive.resume(GAME)
        assert set(game.seats) <= {0}
        assert len(game.moves) == 3


@pytest.mark.parametrize("script", WHOLES)
def test_a_file_without_its_shape_is_refused_and_left_as_it_is(script: str, path: Path) -> None:
    spoil(path, script)
    before = path.read_bytes()
    with pytest.raises(ArchiveError, match=r"damaged|cannot|already exists") as raised:
        Archive.open(path)
    assert printable(str(raised.value))
    assert path.read_bytes() == before


SAMPLES = [
    "result = 'zzz'", f"id = {EVIL}", f"board = {EVIL}", "changed = 1e300", "plies = 9223372036854775807",
    "seats = '0=99'", "id = 'zzz'", "score = 9e999",
]  # fmt: skip
COMMANDS = (
    "history", "history --json", "stats", "stats drench", "export 2 -o a.record", "export 1 -o b.record",
    "resume 2 --plain", "daily", "forget 2", "history",
)  # fmt: skip


@pytest.mark.parametrize("what", SAMPLES)
def test_every_command_has_a_sentence_for_it(
    what: str, path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(path, ROW.format(what))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for words in COMMANDS:
        monkeypatch.chdir(path.parent)
        status = main(words.split())
        said = capsys.readouterr()
        assert status in (0, 2), words
        assert printable(said.out + said.err), words
        assert "Traceback" not in said.err


@pytest.mark.parametrize("what", SAMPLES)
def test_the_app_shows_the_rest(what: str, path: Path) -> None:
    spoil(path, ROW.format(what))

    async def script(person: Visit) -> None:
        await person.open(History())
        await person.press("down", "down", "p", "q", "x", "q", "down", "enter", "q")
        await person.open(StatisticsPage())
        await person.press("down", "down", "down", "q")
        assert printable(person.seen)

    with Archive.open(path) as archive:
        visit(archive, script, lobby=True)


def test_the_shape_that_is_looked_for_is_the_one_that_is_made(tmp_path: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        db.isolation_level = None
        schema.migrate(db)
        for query in schema._SHAPE:
            db.execute(query)
