"""2048 for speed: random moves, and 3 x 3 solved next to what is known: `python bench/g2048.py`."""

import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from ludoteca.ai import Limit
from ludoteca.ai.g2048.perfect import advise
from ludoteca.core import Dice
from ludoteca.games.g2048 import G2048, Grid
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.g2048 import board as kernels

RUNS = 5
# Computed by others: the best mean score on 2 x 2 and 3 x 3, and the best chance of 512 on 3 x 3.
KNOWN = {"2,2": 66.964149457101, "3,2": 5468.48679741, "3,2,goal=512": 0.7367741770}


def best(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """The shortest of some runs, in seconds of a clock."""
    times = []
    for _run in range(RUNS):
        started = clock()
        work()
        times.append(clock() - started)
    return min(times)


def play_by_the_rules(moves: int) -> None:
    """Random legal moves with the plain rules, a new game where one is stuck."""
    game, dice = G2048(4, 2, goal=1 << 16), Dice(1)
    state = game.start(dice)
    while moves:
        if ways := game.legal(state):
            after = game.play(state, ways[dice.below(len(ways))])
            state = game.play(after, dice.pick(game.odds(after)))
            moves -= 1
        else:
            state = game.start(dice)


def random_moves() -> None:
    """Moves a second of one core, kernel and rules, by the core's own clock: others may be using it too."""
    board = kernels.all_places(4), *kernels.line_tables(4)
    count = 5_000_000 if COMPILED else 5_000
    started = time.perf_counter()
    kernels.random_moves(kernels.U(1), 1, *board)
    ready = time.perf_counter() - started
    ours = count / best(lambda: kernels.random_moves(kernels.U(1), count, *board), time.thread_time)
    rules = 5_000 / best(lambda: play_by_the_rules(5_000), time.thread_time)
    print(f"random moves a second on 4 x 4, {'compiled' if COMPILED else 'interpreted'} kernel, one core")
    print(f"  ours {ours:,.0f}   rules in plain Python {rules:,.0f}   ratio {ours / rules:,.0f}")
    print(f"  ready after {ready:.2f} s (compiled, or loaded from the cache)")


def from_the_start(options: str) -> float:
    """The worth of the game before its first two tiles."""
    game = G2048.from_options(options)
    empty = Grid((0,) * game.size**2, due=True)
    worth = 0.0
    for tile, chance in game.odds(empty):
        advice = advise(game, game.play(empty, tile)._replace(due=True), Limit())
        assert advice.value is not None
        worth += float(chance) * advice.value.amount
    return worth


def perfect_play() -> None:
    """Every table made in an empty folder, then asked again."""
    advise(G2048(2), Grid((2, 0, 0, 0)), Limit())  # compiles
    print("perfect play from the start")
    for options, known in KNOWN.items():
        if options.startswith("3") and not COMPILED:
            print(f"  {options:14} needs Numba")
            continue
        started = time.perf_counter()
        ours = from_the_start(options)
        making = time.perf_counter() - started
        folder = Path(os.environ["LUDOTECA_HOME"])
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        again = best(partial(from_the_start, options)) / 2 / G2048.from_options(options).size ** 2
        print(f"  {options:14} ours {ours:<18.13g} known {known:<16.13g} off by {abs(ours / known - 1):.0e}")
        print(f"  {'':14} {making:.1f} s to make, {1000 * again:.1f} ms a question, {size / 1e6:.0f} MB kept")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    print(f"  most memory in use: {peak / 1e6:,.0f} MB")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LUDOTECA_HOME"] = folder
        random_moves()
        perfect_play()
