"""Killed in the middle of play, the program has lost nothing that it showed; bench/kills.py does it often."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from ludoteca.archive import Archive
from ludoteca.games import begin

from kills import GAMES, left_running, missing, play_and_kill, rows_of, talk_and_kill
from terminal import Terminal

Way = Callable[[str, Path, random.Random, int | None], list[str]]


@pytest.mark.parametrize("way", [play_and_kill, talk_and_kill])
def test_every_move_that_was_seen_is_there_after_kill_nine_and_nobody_else(way: Way, tmp_path: Path) -> None:
    rng, seen = random.Random(11), 0
    for name in GAMES:
        shown = way(name, tmp_path, rng, None)
        with Archive.open(tmp_path / "archive.sqlite3") as archive:
            entry = next(iter(archive.games(game=name, limit=1)), None)
            assert missing(entry, archive, shown) == []
        seen += len(shown)
    assert seen, "no move was seen at all"
    assert left_running(tmp_path) == []


def test_a_row_that_is_not_in_the_archive_is_missing(tmp_path: Path) -> None:
    with Archive.open(tmp_path / "archive.sqlite3") as archive:
        session = archive.keep(begin("drench:4x4,3#5"))
        for move in "21":
            session.turn(move)
        (entry,), rows = archive.games(), rows_of(session)
        assert rows == [" 1. 2", " 2. 1"]
        assert missing(entry, archive, rows) == missing(entry, archive, rows[1:]) == []
        assert missing(entry, archive, [*rows, " 3. 2"]) == [" 3. 2"]
        assert missing(entry, archive, [" 1. 3"]) == [" 1. 3"]
        assert missing(None, archive, rows) == rows


@pytest.mark.parametrize("words", [(), ("play", "drench#1")])
def test_a_terminal_that_is_taken_away_without_a_signal_ends_the_app(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    terminal = Terminal.of(*words, environ={"LUDOTECA_HOME": str(tmp_path), "LANG": "C.UTF-8"})
    try:
        terminal.until(lambda screen: "q back" in screen or "q quit" in screen)
        terminal.press("2")
        assert terminal.hang_up() == 129
        assert left_running(tmp_path) == []
    finally:
        terminal.close()
