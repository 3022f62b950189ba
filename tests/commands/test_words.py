"""The words of the commands, in this process: defaults, bounds, statuses, and which game is meant."""

import argparse
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ludoteca.archive import Archive
from ludoteca.commands.arguments import duration, look_up, seed_or_fresh, whole
from ludoteca.commands.main import main
from ludoteca.core import OptionError
from ludoteca.games import begin


class Command:
    """A command run here, with what it is given to read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, *words: str, typed: str = "", status: int = 0) -> str:
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8"))
        try:
            assert main(words) == status
        except SystemExit as left:
            assert left.code == status
        out, err = self.capsys.readouterr()
        return out if status in (0, 1, 3) else err

    def json(self, *words: str, status: int = 0) -> list[Any]:
        return [json.loads(line) for line in self(*words, "--json", status=status).splitlines()]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Command:
    monkeypatch.setenv("LUDOTECA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return Command(monkeypatch, capsys)


class TestNumbers:
    def test_a_time_is_from_0_to_below_a_thousand_million_seconds(self) -> None:
        assert [duration(text) for text in ("0", "0.5", "999999999")] == [0, 0.5, 999999999]
        for text in ("-0.1", "1e9", "nan", "inf", "soon", ""):
            with pytest.raises(argparse.ArgumentTypeError, match="not a time in seconds"):
                duration(text)

    def test_what_is_none_is_quoted_in_part(self, command: Command) -> None:
        for read in (whole, duration):
            with pytest.raises(argparse.ArgumentTypeError, match=f"'{'z' * 40}' is not"):
                read("z" * 50)
        assert f"'{'z' * 60}' is no file" in command("show", "z" * 70, status=2)
        assert f"'{'z' * 40}' is not a date" in command("daily", "--date", "z" * 50, status=2)

    def test_any_whole_number_is_a_seed(self) -> None:
        assert [seed_or_fresh(seed) for seed in (0, 7, -1, 2**64 + 3)] == [0, 7, 2**64 - 1, 3]
        assert seed_or_fresh(None) < 2**32


class TestWhichGame:
    @pytest.mark.parametrize(
        ("words", "gameid"),
        [
            (("fuga",), "fuga:9"),
            (("oca", "3"), "oca:3#7"),
            (("oca", "oca:3"), "oca:3#7"),
            (("oca", "oca#5"), "oca:2#5"),
            (("oca", "oca@1,1.0,0.0.p"), "oca:2@1,1.0,0.0.p#7"),
            (("oca", "oca"), "oca:2#7"),
            (("oca:3#5",), "oca:3#5"),
            (("file",), "solitario:223"),
            (("solitario", "file"), "solitario:223"),
        ],
    )
    def test_a_name_an_id_or_a_file_and_its_own_luck_first(
        self, words: tuple[str, ...], gameid: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "file").write_text("1 3  2 2 1  0 2")
        assert str(look_up(*words, seed=7).id) == gameid

    def test_more_words_are_too_many_and_options_take_the_place_of_its_own(self) -> None:
        with pytest.raises(OptionError, match="Name a game and an id or a file"):
            look_up("oca", "3", "4")
        assert str(look_up("oca", seed=7, options="players=4").id) == "oca:4#7"

    def test_a_number_is_one_of_the_history_only_where_that_is_asked_for(self, command: Command) -> None:
        with Archive.open() as archive:
            archive.keep(begin("fuga:7")).play_text("a3 a2")
        assert command("export", "1") == "ludoteca record 1\ngame fuga:7\na3 a2\nend 1\n"
        assert "is no file" in command("show", "1", status=2)


class TestBounds:
    def test_perft_is_counted_from_1_to_the_depth(self, command: Command) -> None:
        assert command("perft", "solitario:223", "3") == "1 1\n2 0\n3 0\n"
        for depth in ("0", "101", "-1"):
            assert "DEPTH must be from 1 to 100" in command("perft", "solitario:223", depth, status=2)
        assert command("perft", "solitario:223", "100").splitlines()[-1] == "100 0"

    def test_lines_are_from_1_to_20_and_only_where_somebody_tells_them(self, command: Command) -> None:
        for lines in ("0", "21"):
            assert "lines must be from 1 to 20" in command("hint", "fuga:7", "--lines", lines, status=2)
        assert "Nobody tells several lines" in command("solve", "solitario:223", "--lines", "2", status=2)
        assert "Best move: a1 a3" in command("hint", "solitario:223", "--lines", "1")

    def test_history_shows_as_many_as_one_likes(self, command: Command) -> None:
        with Archive.open() as archive:
            for _game in range(103):
                archive.keep(begin("fuga:7")).play_text("a3 a2")
        assert len(command("history").splitlines()) == 100
        assert len(command("history", "--limit", "3").splitlines()) == 3
        assert command("history", "--limit", "0") == "No games.\n"
        assert command("history", "--limit", "1").startswith("  103  ")


class TestStatuses:
    def test_a_question_has_an_answer_an_impossibility_or_a_limit(self, command: Command) -> None:
        (won,) = command.json("solve", "solitario:223")
        assert (won["status"], won["moves"], won["proven"]) == ("win", ["a1 a3"], True)
        (lost,) = command.json("solve", "solitario:212/113", status=1)
        assert (lost["status"], lost["moves"]) == ("lost", [])
        assert command("solve", "solitario:212/113", status=1) == "The game is lost.\n"
        (hinted,) = command.json("hint", "solitario:223")
        assert (hinted["move"], hinted["seat"], hinted["proven"]) == ("a1 a3", 0, True)
        command.json("hint", "solitario:212/113", status=1)
        (over,) = command.json("hint", "oca:2@63,1.0,0.0.p")
        assert over["move"] is None
        assert 0 <= won["seconds"] < 1000

    def test_only_some_games_have_chains_pars_and_odds(self, command: Command) -> None:
        assert "in solitario only" in command("solve", "fuga:7", "--fewest", status=2)
        assert "Only a flood board" in command("play", "fuga:7", "--over-par", "1", status=2)
        assert "Only a race" in command("odds", "fuga:7", status=2)


class TestPlaying:
    def test_over_par_is_the_fewest_moves_and_so_many_more(self, command: Command) -> None:
        # Three colours in a row take two moves.
        for extra, limit in (("0", 2), ("3", 5)):
            shown = command("play", "drench:1x3,3@123", "--over-par", extra, "--plain")
            assert f"Moves: 0/{limit}." in shown

    def test_a_seed_and_seats(self, command: Command) -> None:
        (first,) = command.json("play", "2048", "--seed", "5")
        assert (first["game"], first["player"]) == ("2048:4,2#5", 0)
        (second,) = command.json("play", "drench:4x4,3,players=2#1", "--bot", "1", "--seat", "2")
        assert (second["ply"], second["player"]) == (1, 1)

    def test_the_menu_takes_a_number_a_name_or_an_id_until_quit(self, command: Command) -> None:
        shown = command(typed="0\n6\n1\nquit\n5\nquit\nfuga:7\nquit\nQUIT\n")
        assert shown.count("\nLudoteca\n") == 6
        assert "1. solitario  Peg solitaire\n" in shown
        assert "'0' is no file, and no game" in shown
        assert "'6' is no file, and no game" in shown
        for named in ("Peg solitaire — solitario:english", "The Game of the Goose — oca:2#", "fuga:7"):
            assert named in shown

    def test_a_pipe_leaves_no_trace_and_has_nothing_to_go_on_with(self, command: Command) -> None:
        command("play", "fuga:7", typed="a3 a2\nquit\n")
        assert command("history") == "No games.\n"
        assert "no game to go on with" in command("resume", status=2)

    def test_the_last_game_under_way_is_gone_on_with_unless_one_is_named(self, command: Command) -> None:
        with Archive.open() as archive:
            archive.keep(begin("fuga:7")).play_text("a3 a2")
            archive.keep(begin("fuga:9")).play_text("a4 a3")
            archive.keep(begin("solitario:223")).play_text("a1 a3")
        assert "fuga:9" in command("resume", typed="quit\n").splitlines()[0]
        assert "fuga:7" in command("resume", "1", typed="quit\n").splitlines()[0]

    def test_another_game_after_one_that_was_gone_on_with_is_kept_too(self, command: Command) -> None:
        with Archive.open() as archive:
            archive.keep(begin("fuga:7")).play_text("a3 a2")
        command("resume", "--plain", typed="c5 c6\nnew\na3 b3\nquit\n")
        with Archive.open() as archive:
            assert [archive.record(entry.number).moves for entry in archive.games()] == [
                ("a3 b3",), ("a3 a2", "c5 c6"),
            ]  # fmt: skip


class TestWatching:
    def test_every_move_is_an_object_and_the_end_is_the_last(self, command: Command) -> None:
        *moves, last = command.json("watch", "drench:1x3,3@123", "--bot", "8")
        assert [(each["ply"], each["seat"], each["move"]) for each in moves] == [(1, 0, "2"), (2, 0, "3")]
        assert [(each["value"], each["proven"]) for each in moves] == [(-2, True), (-1, True)]
        assert (last["moves"], last["winner"], last["scores"]) == (2, 0, [-2])

    def test_it_stops_after_so_many_moves_and_nature_has_no_seat(self, command: Command) -> None:
        *moves, last = command.json("watch", "oca:2,first=1", "--moves", "3", "--seed", "1")
        assert [each["seat"] for each in moves[:2]] == [0, None]
        assert (len(moves), last["moves"], last["winner"], last["reason"]) == (3, 3, None, None)

    def test_in_lines_a_board_is_shown_when_a_player_is_to_move(self, command: Command) -> None:
        shown = command("watch", "oca:2,first=1,track=30", "--moves", "2", "--seed", "1").splitlines()
        assert shown[0].startswith("The Game of the Goose — oca:2,first=1,track=30#1")
        assert sum(line.startswith("A Player 1: ") for line in shown) == 2
        assert sum(line.startswith("Player 1 throws ") for line in shown) == 1
        assert shown.count("Player 1: roll") == 1


class TestClassic:
    def test_a_board_is_seven_by_seven_unless_it_is_said(self, command: Command) -> None:
        usual = command("classic", "solitario", "--generate", "3", "--seed", "1")
        assert "    1  2  3  4  5  6  7\n" in usual
        assert "\n 7 " in usual
        assert "\n 8 " not in usual
        other = command(
            "classic", "solitario", "--generate", "3", "--rows", "4", "--cols", "5", "--seed", "1"
        )
        assert "    1  2  3  4  5\n" in other
        assert "\n 4 " in other
        assert "\n 5 " not in other

    def test_a_flood_has_fifteen_rows_six_colours_and_no_limit(self, command: Command) -> None:
        shown = command("classic", "drench", "--seed", "1", typed="12").splitlines()
        assert [len(line.split()) for line in shown[:15]] == [15] * 15
        assert shown[16:19] == ["1 2 3 4 5 6", "Jugadas: 0", "Color (1-6): 1"]
        lost = command("classic", "drench", "--seed", "1", "--limit", "1", typed="123456").splitlines()
        assert lost[-2:] == ["Jugadas: 1 de 1", "Se han acabado las jugadas (1): has perdido."]

    def test_2048_is_four_by_four_with_two_tiles_and_a_third_number_is_its_seed(
        self, command: Command
    ) -> None:
        usual = command("classic", "2048", "--seed", "5", typed="exit\n")
        assert usual == command("classic", "2048", "4", "2", "5", typed="exit\n")
        rows = [line.split("|")[1:-1] for line in usual.splitlines() if line.startswith("|")]
        assert [len(row) for row in rows] == [4] * 4
        assert sum(bool(cell.strip()) for row in rows for cell in row) == 2

    def test_the_goose_has_two_players_and_may_be_told_who_begins(self, command: Command) -> None:
        for first in ("1", "2"):
            shown = command("classic", "oca", "--seed", "1", "--first", first, typed="\n" * 300)
            assert shown.startswith(f"**** EMPIEZA EL JUGADOR: {first}****\n")
            assert "JUGADOR 3" not in shown


class TestLanguage:
    def test_it_is_said_before_or_after_the_command(self, command: Command) -> None:
        for words in (("--lang", "es", "rules", "oca"), ("rules", "oca", "--lang=es")):
            assert command(*words) == command("rules", "oca", "--lang", "es")
        assert command("rules", "oca", "--lang", "en") != command("rules", "oca", "--lang", "es")


class TestMaking:
    def test_a_board_is_of_its_usual_size_unless_it_is_said(self, command: Command) -> None:
        assert command("generate", "drench", "--seed", "1").startswith("15 15 6\n")
        assert command("generate", "drench", "--rows", "2", "--cols", "3", "--colours", "4").startswith(
            "2 3 4\n"
        )
        assert command("generate", "solitario", "--seed", "1").startswith("7 7\n")
        some = command("generate", "solitario", "--rows", "1", "--cols", "3", "--steps", "0", "--seed", "1")
        assert some.split()[2:5].count("2") == 1

    def test_it_is_proved_by_a_record_that_wins_it(self, command: Command, tmp_path: Path) -> None:
        command("generate", "solitario", "--rows", "4", "--cols", "4", "--steps", "3", "--seed", "2",
                "--proof", "proof", "-o", "board")  # fmt: skip
        session = look_up("proof")
        assert session.outcome is not None
        assert session.outcome.winner == 0
        assert look_up("board").state == session.states[0]
