"""Kill the app and plain play (kill -9) at random moments, and look if every move seen is in the archive.

    python bench/kills.py --times 1000

Each round starts the real program in a terminal, on a new game or on the one that was killed before, makes
random moves, kills the process in the middle of it, reads what it had shown, and opens the archive: every
move shown must be there, the game must replay through the rules, and sqlite's own check must find nothing.

Every other round plays in lines, where a move is shown once the next prompt is. In the app the list of moves
tells; a move that is being taken back may be gone from the archive and still be on the screen, so as many of
the last rows are not counted; in half of the rounds nothing is taken back, and all counts. In some rounds
the truth bar is on, so that a process thinks while the app is killed: it must be gone soon after.
"""

import argparse
import random
import re
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from ludoteca.archive import Archive, Entry
from ludoteca.core import CHANCE, AnySession, Record
from ludoteca.games import begin
from ludoteca.looks.sheet import Sheet

from terminal import Terminal

GAMES: Final[dict[str, tuple[str, ...]]] = {
    "solitario": (),  # where no key is a whole move, moves of a random game are typed
    "fuga": (),
    "drench": ("1", "2", "3", "4", "5", "6", "u", "r"),
    "2048": ("up", "left", "right", "down", "h", "j", "k", "l", "u"),
    "oca": ("space",),
}
PROMPT: Final = re.compile(rb"(?:^|\n)> ")
ROW: Final = re.compile(r" *(\d+)\. \S")  # of the moves beside the board
DIE: Final = re.compile(r"╰|[⚀-⚅]")  # above the log of a game in which nobody decides
PATIENCE: Final = 20.0  # seconds for a first move to be seen
GOODBYE: Final = 10.0  # seconds for the processes that think to end, on a machine that has much to do
SIDE, WIDE = 57, 23  # the column where what is beside the board begins, at 80 columns, and how wide it is
BELOW: Final = 5  # lines of the screen below it


def shown_rows(screen: str) -> list[str]:
    """The rows of moves beside the board, or the lines of the log."""
    beside = [line[SIDE:].rstrip() for line in screen.splitlines()[:-BELOW]]
    dice = [at for at, line in enumerate(beside) if DIE.match(line)]
    return list(filter(None, beside[dice[-1] + 1 :])) if dice else list(filter(ROW.match, beside))


def rows_of(session: AnySession) -> list[str]:
    """What would be seen of a game where there is room for all of it."""
    lines = Sheet(session).lines(len(session.moves) * WIDE, WIDE)
    return ["".join(run.text for run in line).rstrip() for line in lines]


def play_and_kill(name: str, home: Path, rng: random.Random, number: int | None) -> list[str]:
    """Play on with a game of the archive, or a new one, until the process is killed; the rows of moves that
    it showed and nobody was just taking back."""
    environ = {"LUDOTECA_HOME": str(home), "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
    words = ["play", name] if number is None else ["resume", str(number)]
    strokes = presses(name, home, rng, number)
    terminal = Terminal.of(*words, environ=environ)
    try:
        terminal.until(lambda screen: "q back" in screen)
        if rng.random() < 0.4:
            terminal.press("t")  # somebody thinks while it is killed
        start, taken_back = time.perf_counter(), 0
        while not shown_rows(terminal.text) and time.perf_counter() < start + PATIENCE:
            terminal.press(key := next(strokes))
            taken_back += key == "u"
            terminal.read(0.05)
        end = time.perf_counter() + rng.uniform(0.0, 1.5)
        while time.perf_counter() < end:
            terminal.press(key := next(strokes))
            taken_back += key == "u"
            terminal.read(rng.uniform(0.0, 0.03))
        terminal.kill()
        shown = shown_rows(terminal.text)  # maybe half of an older frame and half of a newer one
        numbers = [int(row[1]) if (row := ROW.match(line)) else at for at, line in enumerate(shown)]
        sure = max(numbers, default=0) - 2 * taken_back
        return [line for number, line in zip(numbers, shown, strict=True) if number <= sure]
    finally:
        terminal.close()


def talk_and_kill(name: str, home: Path, rng: random.Random, number: int | None) -> list[str]:
    """The same in lines: the rows of all turns that were followed by a prompt."""
    environ = {"LUDOTECA_HOME": str(home), "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
    words = ["play", name] if number is None else ["resume", str(number)]
    terminal = Terminal.of(*words, "--plain", environ=environ, width=1000)
    try:
        _until_prompts(terminal, 1)
        twin, ends = _twin(terminal, home, number), list[int]()
        deadline = time.perf_counter() + rng.uniform(0.0, 0.5)
        while twin.legal and (time.perf_counter() < deadline or len(ends) < 2):
            move = twin.game.text(rng.choice(list(twin.legal)))
            twin.turn(move)
            ends.append(len(twin.moves))
            terminal.press(f"{move}\n")
            if rng.random() < 0.8:  # else it is typed ahead
                _until_prompts(terminal, 1 + len(ends))
        terminal.read(rng.uniform(0.0, 0.02))
        terminal.kill()
        prompts = len(PROMPT.findall(terminal.said))
        shown = ([0, *ends])[min(len(ends), prompts - 1)]
        return rows_of(twin.at(shown))
    finally:
        terminal.close()


def _until_prompts(terminal: Terminal, count: int) -> None:
    terminal.until(lambda _screen: len(PROMPT.findall(terminal.said)) >= count)


def _twin(terminal: Terminal, home: Path, number: int | None) -> AnySession:
    """The game that the program plays, played here too: its chance follows from its id."""
    if number is None:
        (gameid,) = re.findall(r" — (\S+)", terminal.said.decode())
        session = begin(gameid)
    else:
        with Archive.open(home / "archive.sqlite3") as archive:
            session = archive.record(number).session(begin)
    while session.player == CHANCE:
        session.roll()
    return session


def left_running(home: Path) -> list[int]:
    """The processes that were started for this home and still run, once they had time to end."""
    deadline = time.perf_counter() + GOODBYE
    while (left := _of(home)) and time.perf_counter() < deadline:
        time.sleep(0.05)
    return left


def _of(home: Path) -> list[int]:
    mark, found = f"LUDOTECA_HOME={home}\0".encode(), list[int]()
    for environ in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in environ.read_bytes():
                found.append(int(environ.parent.name))
        except OSError:  # it has just ended, or is somebody else's
            continue
    return found


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


def missing(entry: Entry | None, archive: Archive, shown: list[str]) -> list[str]:
    """What the screen had shown and the archive does not have; of a row the last part may be newer than what
    was seen."""
    kept = rows_of(archive.resume(entry.number)) if entry else []  # replayed through the rules
    kept = [" ".join(row.split()) for row in kept]  # with more rows the numbers are wider
    return [row for row in shown if not any(each.startswith(" ".join(row.split())) for each in kept)]


def main() -> int:
    """Kill as often as asked and print what was lost."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng, seen, lost, left, unsound = random.Random(args.seed), Counter[str](), 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        home, last = Path(folder), dict[str, int | None]()
        for time_ in range(args.times):
            name, way = list(GAMES)[time_ // 2 % len(GAMES)], WAYS[time_ % 2]
            shown = way(name, home, rng, last.get(name) if rng.random() < 0.5 else None)
            with Archive.open(home / "archive.sqlite3") as archive:
                entry = next(iter(archive.games(game=name, limit=1)), None)
                gone = missing(entry, archive, shown)
                last[name] = entry.number if entry and not entry.result else None
            with closing(sqlite3.connect(home / "archive.sqlite3")) as database:
                (whole,) = database.execute("PRAGMA integrity_check").fetchone()
            running = left_running(home)
            seen[way.__name__] += len(shown)
            lost, left, unsound = lost + len(gone), left + len(running), unsound + (whole != "ok")
            if gone or running or whole != "ok":
                print(f"{name}: lost {gone}, left running {running}, check: {whole}", flush=True)
            if (time_ + 1) % 20 == 0 or time_ + 1 == args.times:
                told = (
                    f"{seen['play_and_kill']} rows of moves seen in the app, {seen['talk_and_kill']} in lines"
                )
                print(f"{time_ + 1} kills, {told}, {lost} lost, {left} processes left", flush=True)
    return int(lost + left + unsound > 0)


WAYS: Final = (play_and_kill, talk_and_kill)

if __name__ == "__main__":
    sys.exit(main())
