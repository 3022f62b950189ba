"""Killed in the middle of play, the program has lost nothing that it showed; bench/kills.py does it often."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from ludoteca.archive import Archive

from kills import GAMES, left_running, missing, play_and_kill, talk_and_kill

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
