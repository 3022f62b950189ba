"""2048 on any board: points by level, next to random play, greed and the best there is.

`python bench/g2048_any.py --sides 3 5 --levels 4 5 6 --games 50 --moves 20000`. Games are played by the
rules, with their odds, and go on after 2048; one longer than --moves is cut there, and that is said. Level 8
thinks for --seconds a move. LUDOTECA_NO_NUMBA=1 measures plain Python.
"""

import argparse
import math
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

from ludoteca.ai import LEVELS, Limit
from ludoteca.ai.g2048.any_size import choose
from ludoteca.core import Dice
from ludoteca.games.g2048 import G2048, Grid

Player = Callable[[G2048, Grid, Dice], str]
# Computed by others: the expected score of uniformly random play and of perfect play.
RANDOM = {2: 19.656540175491, 3: 178.743854074, 4: 1095.00}
PERFECT = {2: 66.964149457101, 3: 5468.48679741}


class Result(NamedTuple):
    """Games of one player: their points, highest tiles and moves, how many were cut short, the time."""

    scores: list[int]
    tops: list[int]
    moves: int
    cut: int
    seconds: float

    @property
    def mean(self) -> float:
        """Points a game."""
        return statistics.mean(self.scores)

    @property
    def error(self) -> float:
        """The standard error of that."""
        few = len(self.scores) < 2
        return math.nan if few else statistics.stdev(self.scores) / math.sqrt(len(self.scores))


def at_random(game: G2048, state: Grid, dice: Dice) -> str:
    """A baseline: any legal direction."""
    return str(dice.choice(game.legal(state)))


def by_greed(game: G2048, state: Grid, dice: Dice) -> str:
    """A baseline: the direction with the most points now, any of several."""
    points = {str(way): game.play(state, way).score for way in game.legal(state)}
    most = max(points.values())
    return dice.choice([way for way in points if points[way] == most])


def of_level(level: int, seconds: float) -> Player:
    """A computer player; only the highest level is timed."""
    limit = Limit(seconds if level == LEVELS[-1] else None)
    return lambda game, state, dice: str(choose(game, state, limit, level=level, dice=dice).move)


def play(side: int, player: Player, games: int, most: int, seed: int) -> Result:
    """Play some games; the seconds are the player's own on a core, which others may be using too."""
    game, scores, tops, moves, cut, seconds = G2048(side, keep=True), [], [], 0, 0, 0.0
    for number in range(games):
        nature, own = Dice.at(seed, number), Dice.at(seed + 1, number)
        state, ends_at = game.start(nature), moves + most
        while game.legal(state) and moves < ends_at:
            started = time.thread_time()
            way = player(game, state, own)
            seconds += time.thread_time() - started
            after = game.play(state, way)
            state = game.play(after, nature.pick(game.odds(after)))
            moves += 1
        scores.append(state.score)
        tops.append(max(state.tiles))
        cut += bool(game.legal(state))
    return Result(scores, tops, moves, cut, seconds)


def tell(name: str, result: Result, greed: Result, side: int) -> None:
    """One line of the table."""
    points = f"{result.mean:12,.0f} ± {result.error:9,.0f}   {result.mean / greed.mean:8.2f} x greed"
    rest = f"{result.moves / result.seconds:9,.0f} moves/s   highest {statistics.median_high(result.tops):7}"
    if side in PERFECT:
        rest += f"   {result.mean / PERFECT[side]:6.1%} of perfect play"
    if result.cut:
        rest += f"   {result.cut} of {len(result.scores)} games cut short"
    print(f"  {name:8} {points}   {rest}", flush=True)


def main() -> None:
    """Every side, every level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sides", type=int, nargs="+", default=[3, 5])
    parser.add_argument("--levels", type=int, nargs="+", default=list(LEVELS)[:6], choices=LEVELS)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--moves", type=int, default=1 << 60, help="a game's most")
    parser.add_argument("--seconds", type=float, default=0.1, help="a move of level 8")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    choose(G2048(2), Grid((2, 0, 0, 0)), Limit(), level=8, dice=Dice(1))  # compiles
    for side in args.sides:
        print(f"{side} x {side}, {args.games} games a player (ten times as many for random play and greed)")
        greed = play(side, by_greed, 10 * args.games, args.moves, args.seed)
        if side in RANDOM:
            print(f"  known mean of random play: {RANDOM[side]:,.2f}")
        tell("random", play(side, at_random, 10 * args.games, args.moves, args.seed), greed, side)
        tell("greed", greed, greed, side)
        for level in args.levels:
            player = of_level(level, args.seconds)
            tell(f"level {level}", play(side, player, args.games, args.moves, args.seed), greed, side)


if __name__ == "__main__":
    main()
