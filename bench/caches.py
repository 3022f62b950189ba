"""What it costs to believe no file: `python bench/caches.py [--tables]`."""

import argparse
import hashlib
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random

from ludoteca.ai import Limit
from ludoteca.ai.g2048 import layer_files, perfect
from ludoteca.ai.g2048.layers import Aim
from ludoteca.ai.solitario import oracle, oracle_files
from ludoteca.ai.solitario.bitmap import bitmap
from ludoteca.games.solitario import LAYOUTS, read_position
from ludoteca.kernels.compile import CACHE
from ludoteca.kernels.shelf import HERE, stamp

RUNS = 7
MINDS = ("solitario", "fuga:9", "drench", "2048:3,2", "2048:4,2", "2048:5,2")
LOAD = """
import sys, time
from ludoteca import begin, prepare
from ludoteca.kernels import compiled
spent, whole = [0.0, 0], compiled.read_kept
def read(path):
    data = whole(path)
    began = time.perf_counter()
    compiled.hashlib.sha256(data or b"").digest()
    spent[0] += time.perf_counter() - began
    spent[1] += len(data or b"")
    return data
compiled.read_kept = read
game, began = begin(sys.argv[1]).game, time.perf_counter()
prepare(game)
print(time.perf_counter() - began, *spent)
"""


def best(work: Callable[[], object]) -> float:
    """The least milliseconds of several runs."""
    times = []
    for _run in range(RUNS):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return 1000 * min(times)


def kernels() -> None:
    """Every mind's kernels, loaded in a new process, and the checksums' share of that."""
    print(f"a name for all kernels' sources, at import: {best(lambda: stamp(HERE)):.1f} ms; kept in {CACHE}")
    for mind in MINDS:
        command = [sys.executable, "-c", LOAD, mind]
        runs = [
            subprocess.run(command, check=True, capture_output=True, text=True).stdout for _run in range(RUNS)
        ]
        total, check, size = min(tuple(map(float, run.split())) for run in runs[1:])
        line = f"{mind:10} prepared in {1000 * total:5.0f} ms, of which checksums"
        print(f"{line} {1000 * check:4.1f} ms ({size / 1e6:.2f} MB)")


def oracles() -> None:
    """The English board's oracle: read, made ready, and looked at."""
    rows, cols, position = read_position(LAYOUTS["english"])
    key = rows, cols, position.usable, position.goal
    known = oracle.oracle(*key, Limit())
    assert known is not None
    cells, lines = oracle._reached(*key)
    shape = bitmap(len(cells), cells.index(position.goal), lines)
    assert shape is not None
    read = best(lambda: oracle_files.load(key, shape, Limit().start()))
    look = best(lambda: known.holds(position.goal, Random(1)))
    print(f"English oracle: read in {read:.0f} ms, looked at in {look:.1f} ms")


def layers() -> None:
    """Pairs of 2048's layers: read, looked at, and what a question costs beside that."""
    aim = Aim(3, 0)
    perfect.prepare(Limit())
    if layer_files._read(aim, 1) is None:
        layer_files._make(aim, Limit().start())
    for number in (4, 20, 40, 70, 100):
        pair, above = (layer_files._read(aim, each) or {} for each in (number, number + 1))
        read = best(partial(layer_files._read, aim, number))
        look = best(partial(layer_files._holds, aim, pair, above, Limit().start()))
        print(f"2048, 3 x 3, sum {16 * number:4}: read in {read:5.1f} ms, looked at in {look:5.1f} ms, once")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", action="store_true", help="2048's layers too: they may have to be made")
    tables = parser.parse_args().tables
    data = bytes(1 << 24)
    speed = (1 << 24) / 1e6 / best(lambda: hashlib.sha256(data).digest())
    print(f"SHA-256: {speed:.2f} GB a second")
    kernels()
    oracles()
    if tables:
        layers()


if __name__ == "__main__":
    main()
