"""The archive in bad company: killed processes, several at once, damaged and foreign files, full disks."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ludoteca.archive import Archive, ArchiveError, Help, Kept, schema, store
from ludoteca.core import Record
from ludoteca.games import GAMES, begin

# A version-1 file, written as that version did; never change this text.
VERSION_1 = """
CREATE TABLE games (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, game TEXT NOT NULL,
    board TEXT NOT NULL, began REAL NOT NULL, changed REAL NOT NULL, plies INTEGER NOT NULL,
    seconds REAL NOT NULL, result TEXT NOT NULL, winner INTEGER, reason TEXT NOT NULL, score REAL NOT NULL,
    seats TEXT NOT NULL, moves INTEGER NOT NULL, revision INTEGER NOT NULL);
CREATE TABLE moves (game INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE, ply INTEGER NOT NULL,
    text TEXT NOT NULL, seconds REAL NOT NULL, PRIMARY KEY (game, ply)) WITHOUT ROWID;
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO games VALUES (7, 'fuga:9', 'fuga', 'fuga:9', 100, 200, 2, 12.5, '', NULL, '', 0, '1=3', 2, 2);
INSERT INTO moves VALUES (7, 0, 'a4 a3', 5), (7, 1, 'd4 d3', 7.5);
INSERT INTO settings VALUES ('language', 'es');
PRAGMA application_id = 1280656463;
PRAGMA user_version = 1;
"""

# And what version 2 added to it.
VERSION_2 = (
    VERSION_1
    + """
ALTER TABLE games ADD COLUMN daily TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_by_board ON games (board, changed);
CREATE INDEX games_by_day ON games (daily, game);
UPDATE games SET daily = '2026-11-16';
INSERT INTO games VALUES (8, 'solitario:223', 'solitario', 'solitario:223', 100, 300, 1, 4, 'won', 0,
    '', -1, '', 1, 1, '', 0);
INSERT INTO moves VALUES (8, 0, 'a1 a3', 4);
PRAGMA user_version = 2;
"""
)

# And what version 3 added to that.
VERSION_3 = (
    VERSION_2
    + """
ALTER TABLE games ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN computer INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN rewinds INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN undos INTEGER NOT NULL DEFAULT 0;
UPDATE games SET undos = 2 WHERE number = 7;
PRAGMA user_version = 3;
"""
)

PLAYER = """
import random, sys
from pathlib import Path
from ludoteca.archive import Archive
from ludoteca.games import begin
path, first, games, plies, *sync = sys.argv[1:]
chance = random.Random(int(first))
ids = ["solitario:english", "fuga:7", "drench:6x6,6#%d", "2048:4,2#%d", "oca:2#%d"]
with Archive.open(Path(path)) as archive:
    for pragma in sync:
        archive._db.execute(pragma)
    for seed in range(int(first), int(first) + int(games)):
        gameid = ids[seed % len(ids)]
        kept = archive.keep(begin(gameid % seed if "%" in gameid else gameid))
        for _ply in range(int(plies)):
            if kept.outcome:
                break
            kept.play(chance.choice(kept.legal))
            if _ply % 5 == 4 and not kept.outcome and kept.decided(len(kept.moves) - 1):
                kept.undo()
                print("undo", kept.number, len(kept.moves), flush=True)
            else:
                print("move", kept.number, kept.record.moves[-1], flush=True)
"""


def player(path: Path, *words: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PLAYER, str(path), *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def shown(lines: list[str]) -> dict[int, list[str]]:
    """The moves of each game as a player's output shows them."""
    games: dict[int, list[str]] = {}
    for line in lines:
        what, number, rest = line.split(" ", 2)
        moves = games.setdefault(int(number), [])
        if what == "undo":
            del moves[int(rest) :]
        else:
            moves.append(rest)
    return games


def whole_lines(text: str) -> list[str]:
    return [line.rstrip("\n") for line in text.splitlines(keepends=True) if line.endswith("\n")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "archive.sqlite3"


@pytest.fixture
def filled(path: Path) -> Path:
    """An archive of some twenty pages, closed."""
    with Archive.open(path) as archive:
        for name in GAMES:
            session = begin(name)
            for _ply in range(200):
                if session.outcome:
                    break
                session.play(session.legal[0])
            for _copy in range(3):
                archive.keep(session)
    return path


def test_two_processes_playing_200_games_at_once_lose_nothing(path: Path) -> None:
    quick = "PRAGMA synchronous = OFF"  # the faster each writes, the more they are in each other's way
    both = [player(path, first, 100, 8, quick) for first in (0, 1000)]
    games: dict[int, list[str]] = {}
    for each in both:
        out, err = each.communicate(timeout=120)
        assert (each.returncode, err) == (0, "")
        found = shown(whole_lines(out))
        assert not found.keys() & games.keys()
        games |= found
    assert len(games) == 200
    with Archive.open(path) as archive:
        assert len(archive.games(limit=1000)) == 200
        for number, moves in games.items():
            assert list(archive.record(number).moves) == moves


def test_of_two_processes_in_one_game_only_one_goes_on_at_a_time(path: Path) -> None:
    with Archive.open(path) as archive:
        archive.keep(begin("2048:4,2#1"), at_once=True)
    script = """
import sys
from pathlib import Path
from ludoteca.archive import Archive, ArchiveError
with Archive.open(Path(sys.argv[1])) as archive:
    archive._db.execute("PRAGMA synchronous = OFF")
    won = 0
    while won < 20:
        kept = archive.resume(1)
        if kept.outcome:
            break
        try:
            kept.play(kept.legal[0])
            won += 1
        except ArchiveError as error:
            assert "another window" in str(error)
    print(won)
"""
    command = [sys.executable, "-c", script, str(path)]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _process in range(2)]
    played = [int(each.communicate(timeout=120)[0]) for each in both]
    assert [each.returncode for each in both] == [0, 0]
    with Archive.open(path) as archive:
        assert len(archive.resume(1).moves) == archive.entry(1).plies == sum(played)


def test_what_a_killed_process_had_shown_is_there(path: Path) -> None:
    chance, before = random.Random(5), 0
    for round_number in range(8):
        child = player(path, 100 * round_number, 100, 60)
        assert child.stdout is not None
        assert child.stderr is not None
        lines = [child.stdout.readline() for _line in range(chance.randrange(1, 60))]
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(chance.random() / 20)
        child.send_signal(signal.SIGKILL)
        rest, _err = child.communicate()
        games = shown(whole_lines("".join(lines) + rest))
        with Archive.open(path) as archive:
            entries = archive.games(limit=10_000)
            assert len(entries) - before in (len(games), len(games) + 1)
            before = len(entries)
            for number, moves in games.items():
                kept = list(archive.record(number).moves)
                last = number == max(games)  # a move may have been kept and not shown any more
                assert kept == moves or (last and kept[:-1] == moves)
                assert archive.resume(number).outcome is None or archive.entry(number).result
            assert archive._db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_help_that_a_killed_process_had_shown_is_there(path: Path) -> None:
    script = """
import sys, time
from ludoteca.archive import Archive
from ludoteca.games import begin
with Archive.open(sys.argv[1]) as archive:
    kept = archive.keep(begin("solitario:english"))
    with kept.helped("computer"):
        kept.play(kept.legal[0])
    kept.play(kept.legal[0])
    kept.undo()
    kept.hinted(kept.state)
    print(*kept.help, flush=True)
    time.sleep(600)
"""
    child = subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    shown_help = child.stdout.readline()
    child.send_signal(signal.SIGKILL)
    child.communicate()
    assert shown_help == "1 1 0 1\n"
    with Archive.open(path) as archive:
        assert archive.entry(1).help == Help(hints=1, computer=1, undos=1)


class TestVersions:
    def test_a_file_of_version_1_is_brought_up_to_date(self, path: Path) -> None:
        with closing(sqlite3.connect(path)) as old:
            old.executescript(VERSION_1)
        with Archive.open(path) as archive:
            assert archive._db.execute("PRAGMA user_version").fetchone() == (4,)
            kept = archive.resume(7)
            assert kept.record == Record(kept.id, ("a4 a3", "d4 d3"))
            assert (kept.seats, kept.daily, archive.entry(7).seconds) == ({1: 3}, "", 12.5)
            assert not archive.entry(7).imported
            assert archive.setting("language", "en") == "es"
            kept.play(kept.legal[0])
        with Archive.open(path) as archive:
            assert archive.entry(7).plies == 3

    def test_a_file_of_version_2_is_too_and_nobody_had_help_there(self, path: Path) -> None:
        with closing(sqlite3.connect(path)) as old:
            old.executescript(VERSION_2)
        with Archive.open(path) as archive:
            assert archive._db.execute("PRAGMA user_version").fetchone() == (4,)
            assert [(entry.number, entry.help) for entry in archive.games()] == [(8, Help()), (7, Help())]
            assert archive.entry(7).daily == "2026-11-16"
            assert archive.statistics("solitario:223").won == 1
            kept = archive.resume(7)
            kept.undo()
        with Archive.open(path) as archive:
            assert archive.resume(7).help == archive.entry(7).help == Help(undos=1)

    def test_a_file_of_version_3_is_too_and_no_time_was_carried_over_there(self, path: Path) -> None:
        with closing(sqlite3.connect(path)) as old:
            old.executescript(VERSION_3)
        with Archive.open(path) as archive:
            assert archive._db.execute("PRAGMA user_version").fetchone() == (4,)
            assert [(each.seconds, each.carried) for each in archive.games()] == [(4, 0), (12.5, 0)]
            assert archive.entry(7).help == Help(undos=2)

    def test_a_migration_that_fails_changes_nothing(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with closing(sqlite3.connect(path)) as old:
            old.executescript(VERSION_1)
        broken = "CREATE TABLE half (x);\nnonsense"
        monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS[:2], broken))
        with pytest.raises(ArchiveError):
            Archive.open(path)
        with closing(sqlite3.connect(path)) as old:
            assert old.execute("PRAGMA user_version").fetchone() == (1,)
            assert old.execute("SELECT count(*) FROM sqlite_master WHERE name = 'half'").fetchone() == (0,)

    @pytest.mark.parametrize("version", [VERSION_1, VERSION_2, VERSION_3])
    def test_the_tables_of_a_new_file_are_those_of_a_migrated_one(
        self, path: Path, tmp_path: Path, version: str
    ) -> None:
        old = tmp_path / "old.sqlite3"
        with closing(sqlite3.connect(old)) as db:
            db.executescript(version)
        columns = []
        for each in (old, path):
            with Archive.open(each) as archive:
                columns.append(archive._db.execute("SELECT * FROM pragma_table_info('games')").fetchall())
        assert columns[0] == columns[1]

    def test_one_from_the_future_is_refused_and_left_alone(self, filled: Path) -> None:
        with closing(sqlite3.connect(filled)) as newer:
            newer.execute("PRAGMA user_version = 5")
        refused(filled, "from a newer Ludoteca")

    def test_one_from_the_future_whose_program_was_killed_too(self, filled: Path, tmp_path: Path) -> None:
        """The version then stands in the log beside the file only."""
        with closing(sqlite3.connect(filled)) as newer:
            newer.execute("PRAGMA user_version = 5")
            copy = tmp_path / "copy.sqlite3"
            for end in ("", "-wal"):
                Path(f"{copy}{end}").write_bytes(Path(f"{filled}{end}").read_bytes())
        log = Path(f"{copy}-wal").read_bytes()
        assert log
        refused(copy, "from a newer Ludoteca")
        assert Path(f"{copy}-wal").read_bytes() == log


def refused(path: Path, why: str) -> None:
    before = path.read_bytes()
    with pytest.raises(ArchiveError, match=why):
        Archive.open(path)
    assert path.read_bytes() == before


def test_a_file_that_was_taken_away_or_replaced_is_told_before_anything_is_lost(path: Path) -> None:
    with Archive.open(path) as archive:
        kept = archive.keep(begin("fuga:9"))
        kept.play_text("a4 a3")
        path.rename(path.with_name("elsewhere"))
        for _time in range(2):
            with pytest.raises(ArchiveError, match="it was taken away or replaced"):
                kept.play_text("d4 d3")
            path.write_bytes(b"another file")
        assert len(kept.moves) == 1
        path.with_name("elsewhere").replace(path)
        kept.play_text("d4 d3")
        assert archive.record(1).moves == ("a4 a3", "d4 d3")


class TestForeignFiles:
    @pytest.mark.parametrize(
        "data", [b"\0" * 5000, b"hello", b"SQLite format 3\0", b"SQLite format 3\0" + b"\xff" * 4096]
    )
    def test_what_is_no_database(self, path: Path, data: bytes) -> None:
        path.write_bytes(data)
        refused(path, "not an archive|damaged|cannot be opened")

    @pytest.mark.parametrize("application", [0, 1234])
    def test_somebody_elses_database(self, path: Path, application: int) -> None:
        with closing(sqlite3.connect(path)) as other:
            other.executescript(f"CREATE TABLE t (x); PRAGMA application_id = {application}")
        refused(path, "not an archive of Ludoteca")

    @pytest.mark.parametrize("data", [b"", None])
    def test_an_empty_file_or_none_becomes_an_archive(self, path: Path, data: bytes | None) -> None:
        if data is not None:
            path.write_bytes(data)
        with Archive.open(path) as archive:
            assert archive.games() == []

    def test_a_file_whose_making_was_cut_short_is_made(self, path: Path) -> None:
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA journal_mode = WAL")
        assert path.stat().st_size > 0
        with Archive.open(path) as archive:
            assert archive.games() == []

    def test_a_folder_in_its_place_and_a_file_in_its_folders_place(self, tmp_path: Path) -> None:
        with pytest.raises(ArchiveError, match="folder, not a file"):
            Archive.open(tmp_path)
        (tmp_path / "file").write_bytes(b"")
        with pytest.raises(ArchiveError, match="no such file or folder"):
            Archive.open(tmp_path / "file" / "deeper" / "archive.sqlite3")

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes as on Unix")
    def test_a_pipe_is_not_waited_for(self, path: Path) -> None:
        os.mkfifo(path)
        with pytest.raises(ArchiveError, match="not an ordinary file"):
            Archive.open(path)

    @pytest.mark.parametrize("beside", ["-journal", "-wal", "-shm"])
    def test_nor_is_one_beside_it(self, filled: Path, beside: str) -> None:
        other = filled.with_name(filled.name + beside)
        other.unlink(missing_ok=True)
        os.mkfifo(other)
        with pytest.raises(ArchiveError, match=f"{beside}: that is not an ordinary file"):
            Archive.open(filled)

    @pytest.mark.parametrize("name", ["a b#c?d%20.sqlite3", "ñandú.sqlite3", "mode=ro&x"])
    def test_any_name_will_do(self, tmp_path: Path, name: str) -> None:
        for _time in range(2):
            with Archive.open(tmp_path / name) as archive:
                archive.set("x", "y")
        assert (tmp_path / name).stat().st_size > 0


class TestDamage:
    def test_any_page_overwritten_is_noticed(self, filled: Path) -> None:
        data = filled.read_bytes()
        assert len(data) > 10 * 4096
        for garbage in (b"\xff", b"\0", b"moves "):
            for page in range(len(data) // 4096):
                start = page * 4096
                spoilt = data[:start] + (garbage * 4096)[:4096] + data[start + 4096 :]
                filled.write_bytes(spoilt)
                refused(filled, "damaged|not an archive")

    @pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
    def test_a_file_cut_off_is_noticed(self, filled: Path, share: float) -> None:
        data = filled.read_bytes()
        filled.write_bytes(data[: int(len(data) * share)])
        refused(filled, "damaged")

    def test_a_move_that_the_rules_forbid_is_told(self, filled: Path) -> None:
        with Archive.open(filled) as archive:
            archive._db.execute("UPDATE moves SET text = 'a1 i9' WHERE game = 4 AND ply = 3")
            with pytest.raises(ArchiveError, match="game 4 is damaged: line 6"):
                archive.resume(4)
            assert archive.resume(5).moves

    def test_a_move_that_is_missing_is_told(self, filled: Path) -> None:
        with Archive.open(filled) as archive:
            archive._db.execute("DELETE FROM moves WHERE game = 4 AND ply = 3")
            with pytest.raises(ArchiveError, match="not all of its moves"):
                archive.record(4)

    @pytest.mark.parametrize("value", ["nonsense", "fuga:10", "2048:999999,2#1", "\x00"])
    def test_an_id_that_no_game_has_is_told(self, filled: Path, value: str) -> None:
        with Archive.open(filled) as archive:
            archive._db.execute("UPDATE games SET id = ? WHERE number = 4", (value,))
            with pytest.raises(ArchiveError, match="game 4 is damaged"):
                archive.resume(4)

    def test_text_that_is_none_is_told(self, filled: Path) -> None:
        with Archive.open(filled) as archive:
            archive._db.execute("UPDATE games SET id = CAST(x'ff' AS TEXT) WHERE number = 4")
            assert 4 not in [entry.number for entry in archive.games()]
            with pytest.raises(ArchiveError, match="game 4 is damaged"):
                archive.resume(4)

    @pytest.mark.parametrize(
        "wrong",
        ["plies = 'x'", "began = 9e999", "changed = -1", "seconds = 1e300", "winner = 'me'", "score = 'x'",
         "plies = -1", "plies = 3.5", "seats = x'00ff'", "moves = x'00'"],
    )  # fmt: skip
    def test_a_row_of_nonsense_is_told_or_harmless(self, filled: Path, wrong: str) -> None:
        with Archive.open(filled) as archive:
            archive._db.execute(f"UPDATE games SET {wrong} WHERE number = 4")
            for ask in (archive.games, lambda: archive.resume(4), lambda: archive.statistics("fuga:9")):
                try:
                    ask()
                except ArchiveError as error:
                    assert "damaged" in str(error)

    def test_a_closed_archive_says_so(self, path: Path) -> None:
        archive = Archive.open(path)
        archive.close()
        with pytest.raises(ArchiveError, match="closed"):
            archive.games()


def play_until_refused(kept: Kept) -> tuple[list[Any], str]:
    """The positions before the move that could not be kept, and why it could not."""
    while True:
        before = list(kept.states)
        try:
            kept.play(kept.legal[0])
        except ArchiveError as error:
            return before, str(error)


class TestNoRoom:
    def test_a_full_disk_leaves_session_and_file_as_they_were(self, path: Path) -> None:
        with Archive.open(path) as archive:
            kept = archive.keep(begin("2048:4,2#1"))
            archive._db.execute("PRAGMA synchronous = OFF")
            (pages,) = archive._db.execute("PRAGMA page_count").fetchone()
            archive._db.execute(f"PRAGMA max_page_count = {pages}")
            before, why = play_until_refused(kept)
            assert "the disk is full" in why
            assert kept.states == before
            assert archive.resume(kept.number or 0).states == before
            archive._db.execute("PRAGMA max_page_count = 100000")
            kept.play(kept.legal[0])
            assert archive.resume(kept.number or 0).states == kept.states

    def test_somebody_who_holds_it_too_long(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(store, "PATIENCE", 0.05)
        with Archive.open(path) as archive, closing(sqlite3.connect(path, isolation_level=None)) as other:
            kept = archive.keep(begin("fuga:9"))
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(ArchiveError, match="held it for too long"):
                kept.play_text("a4 a3")
            assert (kept.moves, kept.number) == ([], None)
            other.execute("ROLLBACK")
            kept.play_text("a4 a3")


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that anybody may enter, unlike pytest's."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        folder.mkdir()
        Path(name).chmod(0o755)
        yield folder
        folder.chmod(0o755)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="permissions as on Unix")
@pytest.mark.parametrize("existing", [False, True])
def test_a_folder_that_cannot_be_written_to(open_folder: Path, existing: bool) -> None:
    path = open_folder / "archive.sqlite3"
    if existing:
        with Archive.open(path) as archive:
            archive.keep(begin("fuga:9"), at_once=True)
        path.chmod(0o444)
    open_folder.chmod(0o555)
    script = """
import os, sys
from pathlib import Path
from ludoteca.archive import Archive, ArchiveError
if os.getuid() == 0:
    os.setuid(65534)  # permissions do not bind the superuser
try:
    Archive.open(Path(sys.argv[1]))
except ArchiveError as error:
    print(error)
"""
    command = [sys.executable, "-c", script, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stderr, done.returncode) == ("", 0)
    assert "cannot be" in done.stdout or "permission is denied" in done.stdout
    assert [each.name for each in open_folder.iterdir()] == ([path.name] if existing else [])


HELD = """
import sys
from pathlib import Path
from ludoteca.archive import Archive
from ludoteca.games import begin
with Archive.open(Path(sys.argv[1])) as archive:
    print("open", flush=True)
    archive.keep(begin("fuga:7"), at_once=True)
"""


def test_who_waits_for_another_program_hears_an_interrupt(filled: Path) -> None:
    with closing(sqlite3.connect(filled, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        command = [sys.executable, "-c", HELD, str(filled)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as waiting:
            assert waiting.stdout
            assert waiting.stdout.readline() == "open\n"
            waiting.send_signal(signal.SIGINT)
            _output, error = waiting.communicate(timeout=store.PATIENCE / 2)
    assert "KeyboardInterrupt" in error
