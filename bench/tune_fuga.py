"""Tune fuga's evaluation by self-play: `python bench/tune_fuga.py FOLDER --size 9 --games 1000 --rounds 8`.

Each round plays short games of the engine against itself from random openings, then fits the weights to what
the later searches and the results said (logistic regression on every quiet position of the last rounds, held
back towards the weights before). Rounds are kept in FOLDER, so that the script goes on where it was stopped.
`--check N` plays the first weights against the last; `--keep` writes the last ones into the package.
"""

import argparse
import json
import math
import random
import time
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.ai.fuga import weights as fuga_weights
from ludoteca.ai.fuga.searcher import Searcher
from ludoteca.ai.fuga.weights import LENGTH, weights_for
from tune_fuga_games import SCALE, begun

PATIENCE = 0.9  # the share of what comes later in what a position is taught to be worth
TRUST = 0.2  # of a whole observation that one position counts, since those of a game are much alike
DRAW_BACK = 6.0  # how strongly the weights are held to those before


def handicap(nodes: int, odds: float) -> tuple[int, int]:
    """Nodes for attackers and defenders, `2 ** odds` times apart."""
    return int(nodes * 2 ** (odds / 2)), int(nodes / 2 ** (odds / 2))


def foreseen(result: float, chances: list[float]) -> list[float]:
    """What each position's chances should have been: the later searches' and the result, nearer ones more."""
    targets, target = [], result
    for chance in reversed(chances):
        target = PATIENCE * target + (1 - PATIENCE) * chance
        targets.append(target)
    return targets[::-1]


def play_round(size: int, weights: list[int], games: int, nodes: int, seed: int) -> tuple[Any, Any]:
    """Positions as counts of weights, and what they were worth, for many games."""
    rng, engine = random.Random(seed), Searcher(size, entries=1 << 13, weights=weights)
    found, targets, tally, plies, odds = [], [], [0, 0, 0], 0, 2.0
    for _each in range(games):
        game = begun([engine, engine], rng, rng.getrandbits(32), rng.randint(2, 8))
        # The defenders win too easily to learn from, so they get fewer nodes, until both win as often.
        result, rows, chances = game.finish(handicap(nodes, odds))
        odds = min(max(odds + 0.4 * (0.5 - result), -3.0), 6.0)
        tally[int(2 * result)] += 1
        plies += game.plies
        for row, target in zip(rows, foreseen(result, chances), strict=True):
            if row is not None:
                found.append(row)
                targets.append(target)
    print(
        f"  attackers {tally[2]}, drawn {tally[1]}, defenders {tally[0]}; {plies / games:.0f} plies a game; "
        f"in the end the attackers had {2**odds:.1f} times as many nodes"
    )
    return np.array(found, np.int16), np.array(targets, np.float32)


def loss_of(matrix: Any, results: Any, weights: Any, before: Any) -> float:
    """How unlikely the results are under these weights, and how far these are from those before."""
    sums = matrix @ weights
    unlikely = TRUST * np.sum(np.logaddexp(0, sums) - results * sums)
    return float(unlikely + DRAW_BACK / 2 * np.sum((weights - before) ** 2))


def fit(rows: Any, results: Any, start: list[int]) -> list[int]:
    """Weights under which the results are likeliest, by Newton's method, held back towards `start`."""
    matrix, before = rows.astype(np.float64), np.array(start, np.float64) / SCALE
    weights = before.copy()
    loss = loss_of(matrix, results, weights, before)
    for _step in range(20):
        chance = 1 / (1 + np.exp(-np.clip(matrix @ weights, -30, 30)))
        slope = TRUST * matrix.T @ (results - chance) - DRAW_BACK * (weights - before)
        bend = TRUST * (matrix * (chance * (1 - chance))[:, None]).T @ matrix + DRAW_BACK * np.eye(LENGTH)
        step = np.linalg.solve(bend, slope)
        while (better := loss_of(matrix, results, weights + step, before)) > loss and np.abs(
            step
        ).max() > 1e-4:
            step /= 2
        if loss - better < 1e-3:
            break
        weights, loss = weights + step, better
    unlikely = loss_of(matrix, results, weights, weights) / len(rows) / TRUST
    print(f"  {len(rows)} positions, loss {unlikely:.4f} (a coin: {math.log(2):.4f})")
    return [round(float(each) * SCALE) for each in weights]


def check(size: int, first: list[int], last: list[int], games: int, nodes: int, odds: float) -> None:
    """Play two sets of weights against each other and themselves on the same openings."""
    engines = [Searcher(size, entries=1 << 13, weights=weights) for weights in (first, last)]
    for attackers, defenders in ((0, 0), (1, 0), (0, 1), (1, 1)):
        tally = [0, 0, 0]
        for seed in range(games):
            seats = [engines[attackers], engines[defenders]]
            game = begun(seats, random.Random(seed), seed, 2 + seed % 5)
            tally[int(2 * game.finish(handicap(nodes, odds))[0])] += 1
        names = ["first", "last"]
        print(
            f"  {names[attackers]:5} attackers, {names[defenders]:5} defenders: "
            f"attackers {tally[2]}, drawn {tally[1]}, defenders {tally[0]}",
            flush=True,
        )


def main() -> None:
    """Go on with the rounds in the folder; then check and keep, where that is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--nodes", type=int, default=600)
    parser.add_argument("--memory", type=int, default=3, help="rounds whose positions are fitted together")
    parser.add_argument("--check", type=int, default=0, metavar="GAMES")
    parser.add_argument(
        "--odds", type=float, default=3.0, help="2 to this: attackers' more nodes in the check"
    )
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)

    def path(number: int, ending: str) -> Path:
        return Path(options.folder, f"{options.size}-{number:02}.{ending}")

    first = weights = weights_for(options.size)
    data: list[tuple[Any, Any]] = []
    for number in range(1, options.rounds + 1):
        if not path(number, "npz").exists():
            began = time.perf_counter()
            print(f"round {number}, {options.games} games:", flush=True)
            rows, results = play_round(options.size, weights, options.games, options.nodes, number)
            np.savez_compressed(path(number, "npz"), rows=rows, results=results)
            print(f"  {time.perf_counter() - began:.0f} s", flush=True)
        kept = np.load(path(number, "npz"))
        data.append((kept["rows"], kept["results"]))
        if not path(number, "json").exists():
            rows, results = (np.concatenate(part) for part in zip(*data[-options.memory :], strict=True))
            path(number, "json").write_text(json.dumps(fit(rows, results, weights)))
        weights = json.loads(path(number, "json").read_text())
    if options.check:
        check(options.size, first, weights, options.check, options.nodes, options.odds)
    if options.keep:
        file = Path(fuga_weights.__file__).with_suffix(".json")
        told = json.loads(file.read_text())
        told["weights"][str(options.size)] = weights
        file.write_text(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()
