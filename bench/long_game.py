"""A 2048 game of 20,000 plies: move, undo, resume and a key press in the app, against a game of 200 plies.

`python bench/long_game.py [PLIES]`
"""

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

from ludoteca.ai import Limit, choose
from ludoteca.archive import Archive, Kept
from ludoteca.core import CHANCE, AnySession, Dice
from ludoteca.games import begin
from ludoteca.tui import Wish
from ludoteca.tui.app import Ludoteca
from ludoteca.tui.playing import Playing

TIMES = 20


def game_of(plies: int) -> AnySession:
    """A game of so many plies, by a player good enough to live so long, if not at the first try."""
    for seed in count():
        session, dice = begin(f"2048:4,2,goal=131072,keep=yes#{seed}"), Dice(1)
        while not session.outcome:
            if session.player != CHANCE and len(session.moves) >= plies:
                return session
            if session.player == CHANCE:
                session.roll()
            else:
                session.play(choose(session, Limit(), level=5, dice=dice).move)
    raise AssertionError("there are seeds enough")


def best(work: Callable[[], object], times: int = TIMES) -> float:
    """The median time of some work, in milliseconds."""
    spent = []
    for _time in range(times):
        began = time.perf_counter()
        work()
        spent.append(1000 * (time.perf_counter() - began))
    return statistics.median(spent)


def moved(kept: Kept) -> tuple[float, float]:
    """Milliseconds of a move with nature's answer, and of taking it back."""
    moves, undos = [], []
    for _time in range(TIMES):
        moves.append(best(lambda: kept.turn(kept.game.text(kept.legal[0])), 1))
        undos.append(best(kept.undo, 1))
    return statistics.median(moves), statistics.median(undos)


async def pressed(kept: Kept, archive: Archive) -> float:
    """Milliseconds from a key press in the app to the end of all that it sets off."""
    app = Ludoteca(archive, "en", wish=Wish(kept))
    async with app.run_test() as pilot:
        await pilot.pause(0.5)
        assert isinstance(app.screen, Playing)
        spent = []
        for _time in range(TIMES):
            began = time.perf_counter()
            await pilot.press(kept.game.text(kept.legal[0]))
            spent.append(1000 * (time.perf_counter() - began))
            await pilot.press("u")
        return statistics.median(spent)


def measure(plies: int, folder: Path) -> None:
    """Keep a game, and measure what may be done to it."""
    os.environ["LUDOTECA_HOME"] = str(folder)
    session = game_of(plies)
    with Archive.open(folder / f"{plies}.sqlite3") as archive:
        archive.set("animation", "off")
        number = archive.keep(session).number or 0
        resumed = best(lambda: archive.resume(number), 3)
        move, undo = moved(archive.resume(number))
        key = asyncio.run(pressed(archive.resume(number), archive))
    print(
        f"{len(session.moves):6} plies: resume {resumed:7.1f} ms, move {move:5.2f}, undo {undo:5.2f}, "
        f"a key in the app {key:5.1f}"
    )


def main() -> None:
    """Both games."""
    with tempfile.TemporaryDirectory() as folder:
        for plies in (200, int(sys.argv[1]) if len(sys.argv) > 1 else 20_000):
            measure(plies, Path(folder))


if __name__ == "__main__":
    main()
