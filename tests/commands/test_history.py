"""What is remembered, on the command line: history, statistics, daily boards, import and export."""

import json
from datetime import datetime
from pathlib import Path

import pytest

from ludoteca.archive import Archive
from ludoteca.commands.main import main
from ludoteca.core.words import _, speaking
from ludoteca.games import GAMES, begin
from ludoteca.locale import translator

from support.clock import Clock
from support.paths import FILES
from support.sessions import at_random
from support.variants import IDS

SAMPLE = FILES / "sample.txt"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDOTECA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def won(home: Path) -> Path:
    """An archive with a game won, one under way, and one on a daily board."""
    times = iter(range(0, 10_000, 10))
    with Archive.open(now=lambda: float(next(times))) as archive:
        archive.keep(begin("solitario:223")).play_text("a1 a3")
        archive.keep(begin("fuga:9"), seats={1: 3}).play_text("a4 a3")
        archive.keep(begin("2048:4,2#7"), daily="2026-01-01").play_text("left")
    return home


class TestCommands:
    def test_history(self, won: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["history"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [line.split()[0] for line in lines] == ["3", "2", "1"]
        assert lines[0].endswith("2048 4 × 4  daily")
        assert "won" in lines[2]
        assert main(["history", "fuga", "--unfinished", "--text", "a4", "--json"]) == 0
        (entry,) = json.loads(capsys.readouterr().out)
        assert (entry["number"], entry["result"], entry["seats"]) == (2, "", {"1": 3})
        assert main(["history", "oca"]) == 0
        assert capsys.readouterr().out == "No games.\n"

    @pytest.mark.parametrize("lang", ["en", "es"])
    @pytest.mark.parametrize(
        ("text", "number"),
        [("solitaire", "1"), ("Peg", "1"), ("king", "2"), ("rey", "2"), ("9 × 9", "2"), ("9 x 9", "2")],
    )
    def test_a_game_is_found_by_the_name_that_is_shown(
        self, won: Path, capsys: pytest.CaptureFixture[str], text: str, number: str, lang: str
    ) -> None:
        assert main(["--lang", lang, "history", "--text", text]) == 0
        assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [number]

    @pytest.mark.parametrize("lang", ["en", "es"])
    def test_history_fits_80_columns_whatever_it_tells(
        self, home: Path, capsys: pytest.CaptureFixture[str], lang: str
    ) -> None:
        with Archive.open(now=lambda: 1_800_000_000.0) as archive:
            for ids in IDS.values():
                for gameid in ids:
                    archive.keep(begin(gameid), daily="2026-01-01", at_once=True)
            long = "moves = 1000000000, seconds = 253402214399, hints = 1000000000, result = 'over'"
            archive._db.execute(f"UPDATE games SET {long} WHERE number % 3 = 0")
            archive._db.execute("UPDATE games SET undos = 1, moves = 12345 WHERE number % 3 = 1")
        assert main(["--lang", lang, "history", "--limit", "1000"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == sum(map(len, IDS.values()))
        assert max(map(len, lines)) <= 80
        plain = [line for line in lines if int(line.split()[0]) % 3 == 2]
        with speaking(translator(lang)):
            titles = [_(game.title)[:9] for game in GAMES.values()]
        assert all(any(title in line for title in titles) for line in plain), "which game it is always fits"

    def test_what_help_there_was_is_told(self, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        with Archive.open() as archive:
            kept = archive.keep(begin("drench:1x4,3#2"))
            with kept.helped("computer"):
                kept.play_text("3")
            kept.play_text("1")
        assert main(["history"]) == 0
        assert capsys.readouterr().out.rstrip().endswith("Flood 1 × 4,…  with help")
        assert main(["history", "--json"]) == 0
        (entry,) = json.loads(capsys.readouterr().out)
        assert entry["help"] == {"hints": 0, "computer": 1, "rewinds": 0, "undos": 0}
        assert main(["stats"]) == 0
        assert capsys.readouterr().out.splitlines()[1:] == [
            "Games: 1", "Finished with help: won 1 of 1", "Time in all: 0:00", "",
        ]  # fmt: skip

    def test_stats_by_opponent(self, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        with Archive.open() as archive:
            for seats, result in (({1: 3}, "won"), ({1: 3}, "lost"), ({0: 5}, "won")):
                number = archive.keep(begin("fuga:9"), seats=seats, at_once=True).number
                archive._db.execute("UPDATE games SET result = ? WHERE number = ?", (result, number))
        assert main(["stats", "fuga"]) == 0
        out = capsys.readouterr().out
        assert (
            "  as Attackers, against level 3: won 1 of 2\n  as Defenders, against level 5: won 1 of 1\n"
            in out
        )
        assert main(["stats", "fuga", "--json"]) == 0
        (found,) = json.loads(capsys.readouterr().out)
        assert found["against"] == [
            {"seat": 0, "levels": [3], "games": 2, "won": 1},
            {"seat": 1, "levels": [5], "games": 1, "won": 1},
        ]

    def test_stats_of_a_game_of_luck_tell_nothing_but_results_and_time(
        self, home: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with Archive.open() as archive:
            for seed in range(3):
                kept = archive.keep(begin(f"oca:2#{seed}"), seats={1: 3})
                while not kept.outcome:
                    kept.play(kept.legal[0])
        assert main(["stats", "oca"]) == 0
        names = [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()[1:-1]]
        assert names == ["Games", "Finished", "Won", "Lost", "Time in all"]

    def test_stats(self, won: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["stats"]) == 0
        out = capsys.readouterr().out
        assert out.count("Games: 1") == 3
        assert "Won: 1 (100 %)" in out
        assert "Pegs left (fewer is better): 1\nFastest win: 0:00\nFewest moves to win: 1" in out
        assert main(["stats", "fuga", "--json"]) == 0
        (found,) = json.loads(capsys.readouterr().out)
        assert (found["board"], found["games"], found["share"]) == ("fuga:9", 1, None)
        assert main(["stats", "solitario:223", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)[0]["best"] == -1
        assert main(["stats", "oca"]) == 0
        assert capsys.readouterr().out == "No games.\n"

    def test_daily(self, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["daily", "2048", "--date", "2026-01-01"]) == 0
        assert capsys.readouterr().out == "2048:4,2#2597223973\n"
        assert main(["daily", "--json"]) == 0
        assert list(json.loads(capsys.readouterr().out)["ids"]) == list(GAMES)
        assert not home.exists()

    def test_daily_tells_the_days_in_a_row_beside_the_ids(
        self, home: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        clock = Clock()
        with Archive.open(now=clock) as archive:
            for day in (14, 15):
                clock.time = datetime(2026, 11, day, 12).timestamp()
                at_random(archive.keep(begin("2048:2,2#7"), daily=f"2026-11-{day}"), day)
        assert main(["daily", "2048", "--date", "2026-11-16"]) == 0
        said = capsys.readouterr()
        assert len(said.out.splitlines()) == 1, "a pipe has the ids alone"
        assert "2 days in a row. Finish one today to go on." in said.err
        assert main(["daily", "--date", "2026-11-15", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["streak"] == {"days": 2, "longest": 2, "done_today": True}
        assert main(["daily", "oca", "--date", "2026-11-15"]) == 0
        assert capsys.readouterr().err == "", "no board of oca was finished"

    def test_daily_needs_no_archive_that_can_be_read(
        self, home: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        home.mkdir(parents=True)
        (home / "archive.sqlite3").write_text("this is no archive")
        assert main(["daily", "2048", "--date", "2026-01-01"]) == 0
        said = capsys.readouterr()
        assert said.out == "2048:4,2#2597223973\n"
        assert "it is not an archive" in said.err
        assert main(["daily", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["streak"] is None

    def test_export_and_import(self, won: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = str(tmp_path / "game.record")
        assert main(["export", "2", "-o", path]) == 0
        assert main(["export", path]) == 0
        assert capsys.readouterr().out == "ludoteca record 1\ngame fuga:9\na4 a3\nend 1\n"
        assert main(["export", "drench:1x3,2#4", "--form", "board"]) == 0
        assert capsys.readouterr().out == "1 3 2\n1 1 2\n"
        assert main(["import", path, str(SAMPLE)]) == 0
        assert capsys.readouterr().out.splitlines()[0] == "Game 4: fuga:9, moves: 1"
        (tmp_path / "moves").write_text("9\na4 a3\n")
        assert main(["import", "--game", "fuga", str(tmp_path / "moves")]) == 0
        assert capsys.readouterr().out == "Game 6: fuga:9,repeats=0, moves: 1\n"
        assert main(["history", "--json"]) == 0
        assert len(json.loads(capsys.readouterr().out)) == 6

    def test_forget(self, won: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["forget", "1", "3"]) == 0
        with Archive.open() as archive:
            assert [entry.number for entry in archive.games()] == [2]

    @pytest.mark.parametrize(
        "words",
        [["forget", "99"], ["export", "99"], ["export", "nothing"], ["export", "1", "--form", "gif"],
         ["export", "1", "-o", "x.png"], ["import", "/nowhere"], ["history", "chess"], ["stats", "chess"],
         ["stats", "fuga:8"], ["daily", "chess"], ["forget", "99999999999999999999999"],
         ["export", "2048:4,2#1", "--form", "board"],
         ["import", "--game", "chess", str(SAMPLE)]],
    )  # fmt: skip
    def test_bad_input_is_a_sentence(
        self, won: Path, capsys: pytest.CaptureFixture[str], words: list[str]
    ) -> None:
        assert main(words) == 2
        assert capsys.readouterr().err.startswith("ludoteca: ")

    def test_a_damaged_archive_is_a_sentence(self, won: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (won / "archive.sqlite3").write_bytes(b"nonsense")
        for words in (["history"], ["stats"], ["forget", "1"], ["export", "1"], ["import", str(SAMPLE)]):
            assert main(words) == 2
            assert "not an archive of Ludoteca" in capsys.readouterr().err
        assert (won / "archive.sqlite3").read_bytes() == b"nonsense"
