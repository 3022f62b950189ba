"""How well the computer plays 2048 on 4 x 4: points with error bars, tiles, moves a second on one core.

    python bench/strength_2048.py --games 100 --level 7
    python bench/strength_2048.py --games 1000 --level 7 --goal 2048    # ends at 2048: how often is it made
    python bench/strength_2048.py --curve --games 20                    # strength against time

Nature's tiles come from the game's own dice, as in any other game. The baseline, from the same run, takes the
push with most points; ratios are to its mean.
"""

import argparse
import time
from statistics import fmean, stdev
from typing import NamedTuple

from ludoteca.ai import LEVELS, Limit, choose
from ludoteca.core import CHANCE, Dice, Session
from ludoteca.games.g2048 import G2048, Grid, Tile


class Result(NamedTuple):
    """One game: its points, its largest tile, its moves and the seconds they took."""

    points: int
    largest: int
    moves: int
    seconds: float


def play(game: G2048, seed: int, level: int, seconds: float | None) -> Result:
    """A whole game by a level; level 0 is greed."""
    session, dice, moves = Session(game, seed=seed), Dice(seed), 0
    started = time.perf_counter()
    while session.outcome is None:
        if session.player == CHANCE:
            session.roll()
            continue
        move = choose(session, Limit(seconds), level=level, dice=dice).move if level else greed(session)
        assert move is not None, "somebody is to move"
        session.play(move)
        moves += 1
    return Result(session.state.score, max(session.state.tiles), moves, time.perf_counter() - started)


def greed(session: Session[Grid, str | Tile]) -> str | Tile:
    """The push with most points, the first of equals."""
    return max(session.legal, key=lambda way: session.game.play(session.state, way).score)


def report(name: str, results: list[Result], baseline: float) -> None:
    """A line on the points and one on the tiles."""
    points = [result.points for result in results]
    error = stdev(points) / len(points) ** 0.5 if len(points) > 1 else float("nan")
    rate = sum(result.moves for result in results) / sum(result.seconds for result in results)
    print(
        f"{name:9} {len(points):5} games  {fmean(points):9,.0f} ± {error:6,.0f} points  best {max(points):,}"
        f"  {rate:9,.0f} moves/s  {fmean(points) / baseline:6.1f} x greed"
    )
    shares = {
        tile: sum(result.largest >= tile for result in results) / len(results)
        for tile in (2048, 4096, 8192, 16384, 32768)
    }
    print(
        "          " + "  ".join(f"{tile}: {100 * share:.1f} %" for tile, share in shares.items()), flush=True
    )


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--level", type=int, default=7, choices=LEVELS)
    parser.add_argument("--seconds", type=float, default=None, help="a move, at level 8")
    parser.add_argument("--goal", type=int, default=0, help="end a game at this tile")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", action="store_true", help="every level from 4 on")
    args = parser.parse_args()
    game = G2048(goal=args.goal) if args.goal else G2048(keep=True)
    baseline = [play(game, args.seed + number, 0, None) for number in range(max(50, args.games // 10))]
    mean = fmean(result.points for result in baseline)
    report("greed", baseline, mean)
    for level in LEVELS[3:] if args.curve else [args.level]:
        play(G2048(goal=64), args.seed, level, args.seconds)  # compiled and loaded before the clock starts
        results = []
        for number in range(args.games):
            results.append(play(game, args.seed + number, level, args.seconds))
            if (number + 1) % 10 == 0 or number + 1 == args.games:
                report(f"level {level}", results, mean)


if __name__ == "__main__":
    main()
