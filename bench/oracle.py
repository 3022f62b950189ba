"""How fast the exact peg solitaire oracle is made and answers: `python bench/oracle.py [--french]`."""

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

from ludoteca.ai import Limit
from ludoteca.ai.solitario import oracle
from ludoteca.ai.solitario.bitmap import Bitmap, bitmap
from ludoteca.games.solitario import LAYOUTS, Pegs, Solitario, read_position
from ludoteca.kernels.compile import COMPILED

RUNS = 7
GAMES = 400
# The best public program, in Rust, on two threads of such a machine; its set of positions is 14 times smaller
CITED_SECONDS, CITED_SHARE = 0.40, 14


def best(runs: int, work: Callable[[], object]) -> float:
    """The least seconds of several runs: what the machine can do when nothing else is running."""
    seconds = []
    for _run in range(runs):
        started = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - started)
    return min(seconds)


def prepare(name: str) -> tuple[int, int, Pegs, tuple[int, ...], Bitmap]:
    """A board's oracle up to the point where the bitmap is to be filled."""
    rows, cols, position = read_position(LAYOUTS[name])
    cells, lines = oracle._reached(rows, cols, position.usable, position.goal)
    shape = bitmap(len(cells), cells.index(position.goal), lines)
    assert shape is not None
    return rows, cols, position, cells, shape


def report(name: str, runs: int, *, with_numpy: bool) -> oracle.Oracle:
    """Make a board's oracle with Numba and with NumPy; print both, and what is cited."""
    rows, cols, position, cells, shape = prepare(name)
    last = shape.codes[cells.index(position.goal)] ^ shape.empty

    made: list[Any] = []

    def make(*, compiled: bool) -> None:
        made.clear()  # so that there is one bitmap at a time
        made.append(oracle.make(shape, last, Limit().start(), compiled=compiled))

    ours = best(runs, lambda: make(compiled=COMPILED))
    kept = oracle.Oracle(rows, cols, cells, shape, made.pop())
    megabytes = kept.words.nbytes >> 20
    print(f"{name}: {kept.count:,} positions win, in {megabytes} MiB; planned in {planned(name):.3f} s")
    print(f"  made with {'Numba' if COMPILED else 'NumPy'}  {ours:7.3f} s")
    if COMPILED and with_numpy:
        plain = best(1, lambda: make(compiled=False))
        print(f"  made with NumPy  {plain:7.3f} s   {plain / ours:6.1f} times as long")
    if name == "english":
        rate = kept.count / ours / (kept.count / CITED_SHARE / CITED_SECONDS)
        print(
            f"  best public      {CITED_SECONDS:7.3f} s   {CITED_SECONDS / ours:6.1f} times as long, cited;"
        )
        print(f"    for {CITED_SHARE} times fewer positions: ours makes {rate:.0f} times as many a second")
    return kept


def planned(name: str) -> float:
    """Seconds to find weights and make tables."""
    return best(3, lambda: prepare(name))


def answers(kept: oracle.Oracle) -> None:
    """Verdicts and winning jumps on positions of random games, beside what the rules alone take."""
    game = Solitario()
    states = []
    chance = random.Random(1)
    for _game in range(GAMES):
        state = read_position(LAYOUTS["english"])[2]
        while jumps := game.legal(state):
            states.append(state)
            state = game.play(state, chance.choice(jumps))
    pegs = [state.pegs for state in states]
    for what, work, bar in (
        ("a verdict", lambda: [kept.wins(each) for each in pegs], 1.0),
        ("all winning jumps", lambda: [kept.winning_jumps(each) for each in pegs], 20.0),
        ("all legal jumps, by the rules alone", lambda: [game.legal(each) for each in states], None),
    ):
        each = best(RUNS, work) / len(pegs)
        aim = f"   bar {bar:.0f} µs" if bar else ""
        print(f"  {what}: {each * 1e6:.2f} µs, {1 / each:,.0f} a second{aim}")


def main() -> None:
    """Print the figures of the English board, and of the French where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--french", action="store_true", help="the 37 cells too: 1 GiB of memory")
    french = parser.parse_args().french
    oracle.compile_sweep(6)
    kept = report("english", RUNS, with_numpy=True)
    answers(kept)
    if french:
        report("french", 2, with_numpy=False)


if __name__ == "__main__":
    main()
