"""Kill the app (kill -9) at random moments of play and look if every move seen is in the archive.

    python bench/kills.py --times 200

Each round starts the real app in a terminal, on a new game or on the one that was killed before, presses
random keys of play, kills the process in the middle of it, reads what the screen had shown, and opens the
archive: every move of the list on the screen must be there, the game must replay through the rules, and
sqlite's own check must find nothing wrong. A move that is being taken back may be gone from the archive and
still be on the screen, so as many of the last plies are not counted; in half of the rounds nothing is taken
back, and all counts.
"""

import argparse
import random
import re
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ludoteca.archive import Archive, Entry
from ludoteca.core import Record
from ludoteca.games import begin

from terminal import Terminal

GAMES: Final[dict[str, tuple[str, ...]]] = {
    "solitario": (),  # where no key is a whole move, moves of a random game are typed
    "fuga": (),
    "drench": ("1", "2", "3", "4", "5", "6", "u", "r"),
    "2048": ("up", "left", "right", "down", "h", "j", "k", "l", "u"),
    "oca": ("space",),
}
LINE: Final = re.compile(r"^ *(\d+)[ ·]([a-z0-9]+(?: [a-z0-9]+)?) *$")
PATIENCE: Final = 20.0  # seconds for a first move to be seen
SIDE: Final = 57  # the column where the list of moves begins, at 80 columns


def shown_moves(screen: str) -> dict[int, str]:
    """The moves in the list beside the board, by their number."""
    found = {}
    for line in screen.splitlines():
        if match := LINE.match(line[SIDE:]):
            found[int(match[1])] = match[2]
    return found


def play_and_kill(name: str, home: Path, rng: random.Random, number: int | None) -> dict[int, str]:
    """Play on with a game of the archive, or a new one, until the process is killed; the moves it showed and
    nobody was just taking back."""
    environ = {"LUDOTECA_HOME": str(home), "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
    words = ["play", name] if number is None else ["resume", str(number)]
    strokes = presses(name, home, rng, number)
    terminal = Terminal.of(*words, environ=environ)
    try:
        terminal.until(lambda screen: "q back" in screen)
        start, taken_back = time.perf_counter(), 0
        while not shown_moves(terminal.text) and time.perf_counter() < start + PATIENCE:
            terminal.press(key := next(strokes))
            taken_back += key == "u"
            terminal.read(0.05)
        end = time.perf_counter() + rng.uniform(0.0, 1.5)
        while time.perf_counter() < end:
            terminal.press(key := next(strokes))
            taken_back += key == "u"
            terminal.read(rng.uniform(0.0, 0.03))
        terminal.kill()
        shown = shown_moves(terminal.text)
        sure = max(shown, default=0) - 2 * taken_back  # a ply and nature's answer for each
        return {ply: move for ply, move in shown.items() if ply <= sure}
    finally:
        terminal.close()


def presses(name: str, home: Path, rng: random.Random, number: int | None) -> Iterator[str]:
    """What to press, one after another, without end: keys of play, or the moves of a random game, typed."""
    if not GAMES[name]:
        record = Record(begin(name).id)
        if number is not None:
            with Archive.open(home / "archive.sqlite3") as archive:
                record = archive.record(number)
        session = record.session(begin)
        while session.legal:
            session.play(rng.choice(list(session.legal)))
            yield "m"
            yield session.game.text(session.moves[-1])
            yield "enter"
    keys = GAMES[name] or ("up",)
    if rng.random() < 0.5:
        keys = tuple(key for key in keys if key != "u")
    while True:
        yield rng.choice(keys)


def missing(entry: Entry | None, archive: Archive, shown: dict[int, str]) -> list[str]:
    """What the screen had shown and the archive does not have."""
    if entry is None:
        return [f"{ply}. {move}" for ply, move in shown.items()]
    kept = archive.record(entry.number).moves
    archive.resume(entry.number)  # replays through the rules
    return [f"{ply}. {move}" for ply, move in shown.items() if kept[ply - 1 : ply] != (move,)]


def main() -> int:
    """Kill as often as asked and print what was lost."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng, seen, lost = random.Random(args.seed), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        home, last = Path(folder), dict[str, int | None]()
        for time_ in range(args.times):
            name = list(GAMES)[time_ % len(GAMES)]
            shown = play_and_kill(name, home, rng, last.get(name) if rng.random() < 0.5 else None)
            with Archive.open(home / "archive.sqlite3") as archive:
                entry = next(iter(archive.games(game=name, limit=1)), None)
                gone = missing(entry, archive, shown)
                last[name] = entry.number if entry and not entry.result else None
            with sqlite3.connect(home / "archive.sqlite3") as database:
                (whole,) = database.execute("PRAGMA integrity_check").fetchone()
            database.close()
            seen, lost = seen + len(shown), lost + len(gone)
            if gone or whole != "ok":
                print(f"{name}: lost {gone}, check: {whole}", flush=True)
            if (time_ + 1) % 20 == 0:
                print(f"{time_ + 1} kills, {seen} moves seen, {lost} lost", flush=True)
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main())
