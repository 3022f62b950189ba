"""How soon the app is there and how soon it answers, next to an empty Textual app, in a real terminal.

    python bench/tui.py --times 15

First frame: from the start of the process to the moment when the screen shows the board or the lobby. Answer:
from a key press to the moment when the screen shows its effect, with the move on the disk by then, and with
the truth bar thinking beside it. Medians of interleaved runs, in milliseconds; the ratio is to the empty app.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Final

from ludoteca.core import CHANCE
from ludoteca.games import begin

from terminal import Terminal

EMPTY: Final = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("ready 0")
    def on_key(self):
        self.count = getattr(self, "count", 0) + 1
        self.query_one(Static).update(f"ready {self.count}")
Empty().run()
"""
KEYS: Final = 20


def first_frame(start: Callable[[], Terminal], sign: str) -> float:
    """Milliseconds until a text is on the screen."""
    terminal = start()
    try:
        return 1000 * (terminal.when(_showing(sign)) - terminal.began)
    finally:
        terminal.close()


def _showing(wanted: str) -> Callable[[str], bool]:
    """Whether a screen shows a text."""
    return lambda screen: wanted in screen


def answers(
    start: Callable[[], Terminal], sign: str, keys: list[str], shown: Callable[[int], str]
) -> list[float]:
    """Milliseconds from each key press until its effect is on the screen."""
    terminal, times = start(), []
    try:
        terminal.until(_showing(sign))
        time.sleep(1.0)
        for number, key in enumerate(keys, 1):
            wanted, pressed = shown(number), time.perf_counter()
            terminal.press(key)
            times.append(1000 * (terminal.when(_showing(wanted)) - pressed))
        return times
    finally:
        terminal.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=15)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environ = {"LUDOTECA_HOME": folder, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
        (Path(folder) / "empty.py").write_text(EMPTY)

        def empty() -> Terminal:
            return Terminal([sys.executable, str(Path(folder) / "empty.py")], environ)

        def ours(*words: str) -> Callable[[], Terminal]:
            return lambda: Terminal.of(*words, environ=environ)

        games = ("solitario", "fuga", "drench", "2048", "oca")
        starts = {
            "empty app": (empty, "ready 0"),
            "ludoteca": (ours(), "not played yet"),
            **{f"play {name}": (ours("play", name), "q back") for name in games},
        }
        times: dict[str, list[float]] = {name: [] for name in starts}
        for _time in range(args.times):
            for name, (start, sign) in starts.items():
                times[name].append(first_frame(start, sign))
        print("first frame, ms: median, best")
        for name, each in times.items():
            tell(name, each, min(each), median(times["empty app"]))
        print("answer to a key, ms: median, worst")
        base = answers(empty, "ready 0", ["x"] * KEYS, lambda number: f"ready {number}")
        tell("empty app", base, max(base), median(base))
        flood, push = [str(1 + number % 6) for number in range(KEYS)], pushes("2048:4,2#1")
        large, usual, tiles = (ours("play", each) for each in ("drench:40x40,6#1", "drench#1", "2048:4,2#1"))
        cases = {
            "drench": (usual, flood, lambda number: f"Moves: {number}."),
            "drench 40x40": (large, flood, lambda number: f"Moves: {number}."),
            "drench, truth on": (usual, ["t", *flood], lambda number: f"Moves: {number - 1}."),
            "2048": (tiles, push, lambda number: f"{number:3}. "),
        }
        for name, (start, keys, shown) in cases.items():
            each = answers(start, "q back", keys, shown)
            tell(name, each, max(each), median(base))


def pushes(gameid: str) -> list[str]:
    """As many legal pushes as keys are pressed, from the first position on."""
    session = begin(gameid)
    while len(session.moves) < 2 * KEYS:
        if session.player == CHANCE:
            session.roll()
        else:
            session.play(session.legal[0])
    return [session.game.text(move) for move in session.moves[::2]]


def tell(name: str, times: list[float], extreme: float, base: float) -> None:
    """A line of the table."""
    print(f"  {name:18} {median(times):7.1f} {extreme:7.1f}  {median(times) / base:6.2f} x the empty app")


if __name__ == "__main__":
    main()
