"""Drench's proven par and plain greed on the same random boards: `python bench/drench.py [boards]`.

Rivals that are not packages, measured on two cores of this kind, are cited. Debian's Flood (sgt-puzzles) is
one and is run, where it is installed: it deals boards together with the moves that its own solver needs.
LUDOTECA_NO_NUMBA=1 measures plain Python, and leaves out the larger boards.
"""

import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludoteca.ai import Limit
from ludoteca.ai.drench.compiled import MEMORY
from ludoteca.ai.drench.par import par
from ludoteca.core.grid import in_rows
from ludoteca.games import begin
from ludoteca.kernels.compile import COMPILED

Line = tuple[int, ...]
CITED = """cited, 15x15 and 6 colours, 200 random boards, one core:
  best public solver (Java, proved)      mean   22 ms, worst 362 ms, 184 MB or more
  C++ A* (proved)                        mean  263 ms
  optimum over 10,000 random boards      mean 21.27, sd 1.37, at most 26"""


def greed(game: Any, state: Any) -> Line:
    """The baseline: always the colour that gains most cells, by the rules alone."""
    line = []
    while game.legal(state):
        after = {move: game.play(state, move) for move in game.legal(state)}
        line.append(max(after, key=lambda move: len(game.region(after[move].cells, 0))))
        state = after[line[-1]]
    return tuple(line)


def timed(solve: Callable[[Any, Any], Any], boards: list[tuple[Any, Any]]) -> tuple[list[Any], list[float]]:
    """What it answers for each board, and in how many milliseconds."""
    answers, times = [], []
    for game, state in boards:
        started = time.perf_counter()
        answers.append(solve(game, state))
        times.append((time.perf_counter() - started) * 1000)
    return answers, times


def tell(name: str, times: list[float], rest: str) -> None:
    """Print one line of the table."""
    mean, median = statistics.mean(times), statistics.median(times)
    print(f"  {name:10} mean {mean:8.2f} ms, median {median:8.2f}, worst {max(times):8.2f};  {rest}")


def measure(size: int, count: int, *, with_greed: bool) -> None:
    """Par and greed on the boards of seeds from 0."""
    sessions = [begin(f"drench:{size}x{size},6#{seed}") for seed in range(count)]
    boards = [(session.game, session.state) for session in sessions]
    print(f"{size}x{size}, 6 colours, {count} boards:")
    proofs, times = timed(lambda game, state: par(game, state, Limit()), boards)
    best = [len(found.line) for found in proofs]
    proved = sum(found.proven for found in proofs) / count
    tell(
        "par", times, f"{proved:.1%} proved, par {statistics.mean(best):.2f} on average, at most {max(best)}"
    )
    if with_greed:
        lines, taken = timed(greed, boards)
        over = [len(line) - fewest for line, fewest in zip(lines, best, strict=True)]
        share, ratio = over.count(0) / count, statistics.mean(taken) / statistics.mean(times)
        rest = f"{share:.1%} optimal, {statistics.mean(over):.2f} moves over par; {ratio:.2f} of par's time"
        tell("greed", taken, rest)


def flood_of_debian(count: int) -> None:
    """Boards dealt by Debian's Flood, each with the length of its solver's line, against the proven par."""
    program = shutil.which("sgt-flood") or shutil.which("sgt-flood", path="/usr/games")
    if program is None:
        print("Debian's Flood is not installed (package sgt-puzzles); cited: optimal on 19.5 % of its boards")
        return
    started = time.perf_counter()
    dealt = subprocess.run(
        [program, "--generate", str(count), "15x15c6m0"], capture_output=True, text=True, check=True
    )
    theirs, boards, lengths = time.perf_counter() - started, [], []
    for line in dealt.stdout.split():
        cells, length = line.partition(":")[2].split(",")
        rows = "/".join(in_rows("".join(str(int(colour) + 1) for colour in cells), 15))
        session = begin(f"drench:15x15,6@{rows}.0.0.0")
        boards.append((session.game, session.state))
        lengths.append(int(length))
    proofs, times = timed(lambda game, state: par(game, state, Limit()), boards)
    over = [length - len(found.line) for length, found in zip(lengths, proofs, strict=True)]
    print(f"Debian's Flood, {count} boards of its own dealing:")
    tell("par", times, f"{sum(found.proven for found in proofs) / count:.1%} proved")
    ours = f"{over.count(0) / count:.1%} optimal, {statistics.mean(over):.2f} moves over par"
    print(f"  its solver: {ours}; {theirs / count * 1000:.1f} ms a board to deal and solve")


def resident() -> float:
    """MiB of memory in use now, where the system tells (Linux)."""
    file = Path("/proc/self/statm")
    return int(file.read_text().split()[1]) * 4096 / 2**20 if file.exists() else float("nan")


def main() -> None:
    """Warm up, then measure 15x15 with its memory, and fewer boards of 18x18 and 20x20."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    session = begin("drench:15x15,6#1000")
    timed(lambda game, state: par(game, state, Limit(progress=print)), [(session.game, session.state)])
    before = resident()
    measure(15, count, with_greed=True)
    bound = f", of at most {MEMORY >> 20}" if COMPILED else ""
    print(f"  memory: {resident() - before:.1f} MiB more in use after these boards than before{bound}")
    if COMPILED:
        measure(18, max(2, count // 2), with_greed=False)
        measure(20, max(2, count // 4), with_greed=False)
    flood_of_debian(count)
    print(CITED)


if __name__ == "__main__":
    main()
