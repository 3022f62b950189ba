"""How late solvers and players stop, by limit or cancel, on work too long: `python bench/limits.py`."""

import os
import tempfile
import time
from collections.abc import Callable
from typing import Any

from ludoteca.ai import Limit, advise
from ludoteca.ai.general import GeneralMind
from ludoteca.ai.solitario.oracle import oracle
from ludoteca.games import begin

BAR = 50.0  # milliseconds
MOMENTS = (0.02, 0.1, 0.3, 1.0)  # seconds


def question(gameid: str) -> Callable[[Limit], object]:
    """Ask for advice in a position."""
    session = begin(gameid)
    return lambda limit: advise(session, limit)


def french_oracle(limit: Limit) -> object:
    """Make the largest of the oracles, for the centre of the French board."""
    return oracle(7, 7, begin("solitario:french").state.usable, 24, limit)


def general(gameid: str) -> Callable[[Limit], object]:
    """Ask the player that can play any game."""
    session = begin(gameid)
    return lambda limit: GeneralMind[Any, Any]().advise(session, limit)


HARD = {
    "solitario, French oracle": french_oracle,
    "solitario, 16x16": question("solitario:16x16,steps=200#1"),
    "solitario, 32x32": question("solitario:32x32,steps=900#1"),
    "drench, 26x26": question("drench:26x26,6#1"),
    "drench, 64x64": question("drench:64x64,10#1"),
    "2048, 3x3": question("2048:3,2#1"),
    "oca, 400 squares": question("oca:2,exact=yes,track=400.death.399.1.death.398.1"),
    "fuga, 9x9": question("fuga:9"),
    "fuga, 19x19": question("fuga:19"),
    "drench for two, 15x15": question("drench:15x15,6,players=2#1"),
    "drench for two, 64x64": question("drench:64x64,10,players=2#1"),
    "2048, 4x4": question("2048:4,2#1"),
    "2048, 8x8": question("2048:8,9#1"),
    "2048, 256x256": question("2048:256,9#1"),
    "any game, fuga 19x19": general("fuga:19"),
    "any game, 2048 64x64": general("2048:64,9#1"),
}


def lateness(work: Callable[[Limit], object], seconds: float, *, cancel: bool) -> float:
    """Milliseconds between the moment to stop and the answer; below 0 if it answered before."""
    stop = time.perf_counter() + seconds
    work(Limit(cancel=lambda: time.perf_counter() >= stop) if cancel else Limit(seconds))
    return (time.perf_counter() - stop) * 1000


def main() -> None:
    """Warm up each solver, then stop it at several moments, by the clock and by a cancel."""
    os.environ["LUDOTECA_HOME"] = tempfile.mkdtemp()  # nothing made before may help
    print(f"{'work':26} {'latest, ms':>10}   (bar {BAR:.0f}; below 0: it had answered before)")
    for name, work in HARD.items():
        lateness(work, 0.05, cancel=False)
        late = [lateness(work, seconds, cancel=cancel) for seconds in MOMENTS for cancel in (False, True)]
        print(f"{name:26} {max(late):10.1f}")


if __name__ == "__main__":
    main()
