"""Peg solitaire: 200 random 7x7 and 100 random 9x9 boards, solved by us and by plain depth-first search.

Boards come from `generate` with the seeds from 0; steps are random from 10 to 41 on 7x7 and to 65 on 9x9, the
median of what fits. `python bench/solitario.py [--fewest]` also proves the 18 moves of the English board.
"""

import sys
import time
from statistics import mean, median

from ludoteca.ai import Limit
from ludoteca.ai.solitario.solver import advise, fewest_moves
from ludoteca.core import Dice
from ludoteca.games.solitario import LAYOUTS, Jump, Pegs, Solitario, generate

CITED = {7: 30.0, 9: 115.0}  # median ms of the best public engine, on two cores of the same kind
PATIENCE = 0.5  # seconds a board for depth-first search; what it does not solve counts as that


def boards(side: int, count: int, most: int) -> list[Pegs]:
    """The boards of one size."""
    made = []
    for seed in range(count):
        dice = Dice(seed)
        made.append(generate(dice, side, side, 10 + dice.below(most - 9))[0])
    return made


def wins(game: Solitario, state: Pegs, line: tuple[Jump, ...]) -> bool:
    """Whether a line wins by the rules."""
    for jump in line:
        if jump not in game.legal(state):
            return False
        state = game.play(state, jump)
    return state.pegs == 1 << state.goal


def depth_first(game: Solitario, start: Pegs) -> tuple[Jump, ...]:
    """The baseline: depth first with the positions met remembered, until it wins or its time is over."""
    end = time.perf_counter() + PATIENCE
    seen: set[int] = set()

    def go(state: Pegs) -> list[Jump] | None:
        if state.pegs == 1 << state.goal:
            return []
        if state.pegs in seen or time.perf_counter() > end:
            return None
        seen.add(state.pegs)
        for jump in game.legal(state):
            line = go(game.play(state, jump))
            if line is not None:
                return [jump, *line]
        return None

    return tuple(go(start) or ())


def ours(game: Solitario, start: Pegs) -> tuple[Jump, ...]:
    """The line of `advise`."""
    return advise(game, start, Limit(seconds=60)).line


def compare(side: int, made: list[Pegs]) -> None:
    """Print share solved and times of both."""
    game = Solitario(f"{side}x{side}")
    medians = []
    for name, solve in (("ours", ours), ("depth first", depth_first)):
        times, solved = [], 0
        for start in made:
            began = time.perf_counter()
            line = solve(game, start)
            times.append(1000 * (time.perf_counter() - began))
            solved += wins(game, start, line)
        medians.append(median(times))
        share = f"{100 * solved / len(made):5.1f} % solved"
        spread = f"median {median(times):7.2f}, mean {mean(times):7.2f}, worst {max(times):7.1f} ms"
        print(f"{side}x{side} {name:12} {share}, {spread}")
    cited = f"to the best public engine (cited: {CITED[side]:.0f} ms) {CITED[side] / medians[0]:.1f}"
    more = "at least " if medians[1] >= 1000 * PATIENCE else ""
    print(f"{side}x{side} ratio to depth first {more}{medians[1] / medians[0]:.1f}, {cited}")


def main() -> None:
    """Warm up, then both sizes, then the named boards."""
    small = Solitario("322")
    advise(small, small.start(Dice(0)), Limit())
    compare(7, boards(7, 200, 41))
    compare(9, boards(9, 100, 65))
    for name in LAYOUTS:
        game = Solitario(name)
        began = time.perf_counter()
        line = ours(game, game.start(Dice(0)))
        print(f"{name:9} {'won' if wins(game, game.start(Dice(0)), line) else '-'}, "
              f"{1000 * (time.perf_counter() - began):.1f} ms")  # fmt: skip
    if "--fewest" in sys.argv:
        game = Solitario("english")
        began = time.perf_counter()
        advice = fewest_moves(game, game.start(Dice(0)), Limit(seconds=600))
        fewest, proved = advice.facts["fewest"], "proved" if advice.proven else "not proved"
        seconds = time.perf_counter() - began
        print(f"english fewest moves {fewest}, {proved}, {seconds:.1f} s (known: 18, Bergholt 1912)")


if __name__ == "__main__":
    main()
