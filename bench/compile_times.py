"""What compiling costs, kernel by kernel, in seconds of one core: `python bench/compile_times.py [--all]`.

Every part of every mind is prepared, one after another in one new process, with nothing kept from before.
A kernel's seconds are its own: those of the kernels that it calls are counted with them.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from typing import Any

PARTS = {
    "solitario": "from ludoteca.ai.solitario.beam import prepare; prepare(limit)",
    "solitario, moves": "from ludoteca.ai.solitario.fewest import prepare_moves; prepare_moves(limit)",
    "solitario, oracle": "from ludoteca.ai.solitario.oracle import compile_sweep; compile_sweep(6)",
    "fuga": "from ludoteca.ai.fuga.player import prepare; prepare(limit)",
    "drench": "from ludoteca.ai.drench.compiled import prepare; prepare(limit)",
    "drench for two": "from ludoteca.ai.drench.duel_search import prepare; prepare(limit)",
    "2048:3": "from ludoteca.ai.g2048.perfect import prepare; prepare(limit)",
    "2048:4": "from ludoteca.ai.g2048.player import prepare; prepare(limit)",
    "2048:5": "from ludoteca.ai.g2048.any_size import prepare; prepare(limit)",
}
MEASURE = """
import json, sys, time
from ludoteca.ai.limit import Limit
limit = Limit()
from numba.core import event
from ludoteca.kernels import compile as _

class Listener(event.Listener):
    def __init__(self):
        self.stack, self.rows = [], []
    def on_start(self, event):
        self.stack.append([time.process_time(), 0.0])
    def on_end(self, event):
        began, inner = self.stack.pop()
        spent = time.process_time() - began
        if self.stack:
            self.stack[-1][1] += spent
        function = event.data["dispatcher"].py_func
        name = function.__module__.removeprefix("ludoteca.kernels.") + "." + function.__name__
        self.rows.append((name, str(event.data["args"]), spent - inner))

for work in sys.argv[1:]:
    listener = Listener()
    before = time.process_time()
    with event.install_listener("numba:compile", listener):
        exec(work)
    print(json.dumps([listener.rows, time.process_time() - before]))
print(json.dumps(time.process_time()))
"""


def measure(works: list[str]) -> Iterator[Any]:
    """For each work the kernels that it compiles, with their arguments and seconds, and the seconds of it
    all; at last the seconds of the process."""
    with tempfile.TemporaryDirectory() as folder:
        environ = {**os.environ, "NUMBA_CACHE_DIR": folder}
        command = [sys.executable, "-c", MEASURE, *works]
        done = subprocess.run(command, env=environ, check=True, capture_output=True, text=True)
    for line in done.stdout.splitlines():
        yield json.loads(line)


def main() -> None:
    """Print a table for each part, dearest first, and the sum of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="every kernel, not only the dearest")
    parser.add_argument("--signatures", action="store_true", help="those of kernels that have several")
    parser.add_argument("part", nargs="*", help=f"some of: {'; '.join(PARTS)}")
    chosen = parser.parse_args()
    parts = chosen.part or list(PARTS)
    *measured, whole = measure([PARTS[part] for part in parts])
    for part, (rows, total) in zip(parts, measured, strict=True):
        spent = Counter[str]()
        for name, _arguments, seconds in rows:
            spent[name] += seconds
        count = Counter(name for name, _arguments, _seconds in rows)
        print(f"{part}: {len(count)} kernels, {len(rows)} signatures, {total:.1f} s")
        for name, seconds in spent.most_common(None if chosen.all else 8):
            print(f"    {name:36} {count[name]:3} {seconds:6.2f}")
            for each, arguments, one in rows if chosen.signatures and count[name] > 1 else ():
                if each == name:
                    print(f"        {one:6.2f} {arguments}")
    print(f"in all: {sum(len(rows) for rows, _total in measured)} signatures, {whole:.1f} s of one core")


if __name__ == "__main__":
    main()
