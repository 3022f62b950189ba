"""Boards, positions and records: made, shown, replayed and gone on with."""

import re
from pathlib import Path

from support.command import output


def test_perft_prints_a_line_for_each_depth() -> None:
    assert output("perft", "solitario:english", "4") == "1 4\n2 12\n3 60\n4 400\n"
    assert output("perft", "solitario:223", "3") == "1 1\n2 0\n3 0\n"


def test_show_takes_an_id_or_a_file(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    board = output("generate", "solitario", "--rows", "5", "--cols", "6", "--steps", "7", "--seed", "3")
    path.write_text(board)
    shown = output("show", str(path))
    assert shown.splitlines()[1:] == output("show", "solitario:5x6,steps=7#3").splitlines()[1:]
    output(
        "generate",
        "solitario",
        "--rows",
        "5",
        "--cols",
        "6",
        "--steps",
        "7",
        "--seed",
        "3",
        "-o",
        str(tmp_path / "b"),
    )
    assert (tmp_path / "b").read_text() == board


def test_a_generated_drench_board_can_be_played(tmp_path: Path) -> None:
    path = str(tmp_path / "flood.txt")
    output("generate", "drench", "--rows", "3", "--cols", "4", "--colours", "3", "--seed", "3", "-o", path)
    assert "Jugadas: 0 de 5" in output("classic", "drench", path, "--limit", "5")
    assert "Flooded" in output("play", path)
    assert "Moves: 0/9" in output("play", path, "--options", "limit=9")


def test_a_track_from_a_file_for_as_many_players_as_one_likes(tmp_path: Path) -> None:
    path = tmp_path / "track.txt"
    path.write_text("20\ngoose 5 9 20\ninn 7 1\n")
    played = output(
        "play", str(path), "--options", "players=4,first=1", "--seed", "3", typed=b"roll\nshare\n"
    )
    assert "D Player 4: square 1" in played
    assert "game oca:4,first=1,track=20.goose.5.9.20.inn.7.1#3" in played


def test_a_game_is_saved_shared_and_replayed(tmp_path: Path) -> None:
    path = str(tmp_path / "game.txt")
    played = output("play", "2048:3,2#5", typed=f"left\nup\nsave {path}\nshare\n".encode())
    record = Path(path).read_text()
    assert record in played
    replayed = output("replay", path)
    assert re.findall(r"^\d+\. (.*)$", replayed, re.MULTILINE) == record.splitlines()[2:-1]
    assert output("show", path).splitlines()[1:] == replayed.splitlines()[-5:]
    went_on = output("play", path, typed=b"undo\nundo\nundo\n")
    assert "There is nothing to take back." in went_on
