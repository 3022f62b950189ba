"""Killed in the middle of play, the app has lost nothing that it showed; bench/kills.py does it 200 times."""

import random
from pathlib import Path

from ludoteca.archive import Archive

from kills import GAMES, missing, play_and_kill


def test_every_move_that_was_seen_is_there_after_kill_nine(tmp_path: Path) -> None:
    rng, seen = random.Random(11), 0
    for name in GAMES:
        shown = play_and_kill(name, tmp_path, rng, None)
        with Archive.open(tmp_path / "archive.sqlite3") as archive:
            entry = next(iter(archive.games(game=name, limit=1)), None)
            assert missing(entry, archive, shown) == []
        seen += len(shown)
    assert seen, "no move was seen at all"
