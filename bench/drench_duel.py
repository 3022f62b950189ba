"""Drench for two: a level against one-ply greed from both seats, and the ladder of levels.

`python bench/drench_duel.py --games 200` plays on symmetric boards, as many from each seat, against the
original app's best level: the most cells now, any of them where several are the most. Greed against greed
from the same seat is the baseline. `--ladder 100` plays each level against the one below, on both sides of
100 boards. Shares of games have 95 % intervals (Wilson's).
"""

import argparse
import math
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

from ludoteca.ai import LEVELS, Limit
from ludoteca.ai.drench import duel as drench_duel
from ludoteca.core import Dice
from ludoteca.core.game import Size
from ludoteca.games.drench import Drench, Flood

Player = Callable[[Drench, list[Flood], Dice], int]


class Match(NamedTuple):
    """Games of one player: by how many cells each was won, and the milliseconds of each of its moves."""

    margins: list[int]
    times: list[float]

    def tell(self, name: str) -> float:
        """Print one line of the table; the share of wins."""
        count, drawn = len(self.margins), self.margins.count(0)
        won = sum(margin > 0 for margin in self.margins) / count
        low, high = interval(won, count)
        print(f"  {name:16} won {won:6.1%} of {count} ({low:.1%} to {high:.1%}), {drawn} drawn,"
              f" {statistics.mean(self.margins):+6.1f} cells;"
              f"  a move {statistics.mean(self.times):7.2f} ms, at most {max(self.times):7.2f}")  # fmt: skip
        return won


def interval(share: float, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share that was seen in so many games."""
    z = 1.96**2 / count
    middle, half = share + z / 2, math.sqrt(z * (share * (1 - share) + z / 4))
    return max(0.0, (middle - half) / (1 + z)), min(1.0, (middle + half) / (1 + z))


def greed(game: Drench, states: list[Flood], dice: Dice) -> int:
    """The baseline, by the rules alone: a move that gains the most cells."""
    state = states[-1]
    gained = {move: len(game.region(game.play(state, move).cells, state.turn)) for move in game.legal(state)}
    return dice.choice([move for move in gained if gained[move] == max(gained.values())])


def of_level(level: int, seconds: float | None) -> Player:
    """A computer player."""

    def player(game: Drench, states: list[Flood], dice: Dice) -> int:
        limit = Limit(seconds)
        advice = drench_duel.choose(game, states[-1], limit, level=level, past=states[:-1], dice=dice)
        assert advice.move is not None
        return advice.move

    return player


def play(game: Drench, seed: int, players: tuple[Player, Player], watched: int) -> Match:
    """One game, as the watched seat sees it."""
    states, dice, times = [game.start(Dice(seed))], Dice.at(seed, 1), list[float]()
    while game.legal(states[-1]):
        turn, started = states[-1].turn, time.perf_counter()
        move = players[turn](game, states, dice)
        if turn == watched:
            times.append((time.perf_counter() - started) * 1000)
        states.append(game.play(states[-1], move))
    cells = game.scores(states[-1])
    return Match([int(cells[watched] - cells[1 - watched])], times)


def match(game: Drench, games: int, one: Player, other: Player, seat: int) -> Match:
    """Games of one player against another, from a seat, on the boards of seeds from 0."""
    players = (one, other) if seat == 0 else (other, one)
    played = [play(game, seed, players, seat) for seed in range(games)]
    return joined(played)


def joined(matches: list[Match]) -> Match:
    """All their games."""
    return Match([margin for each in matches for margin in each.margins],
                 [taken for each in matches for taken in each.times])  # fmt: skip


def ladder(game: Drench, games: int, seconds: float | None) -> None:
    """Each level against the one below, from both seats of each board."""
    print(f"each level against the one below, {games} boards from both seats:")
    for level in LEVELS[1:]:
        stronger, weaker = of_level(level, seconds), of_level(level - 1, seconds)
        won = joined([match(game, games, stronger, weaker, seat) for seat in (0, 1)]).tell(f"level {level}")
        low, high = (elo(share) for share in interval(won, 2 * games))
        print(f"  {'':16} {elo(won):+.0f} Elo ({low:+.0f} to {high:+.0f})", flush=True)


def elo(share: float) -> float:
    """The difference of ratings that wins this share of games."""
    return 400 * math.log10(share / (1 - share)) if 0 < share < 1 else math.copysign(math.inf, share - 0.5)


def main() -> None:
    """Read the options, warm up, and play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="from each seat, against greed")
    parser.add_argument("--level", type=int, default=8, choices=LEVELS)
    parser.add_argument("--seconds", type=float, help="a move; without, what the level takes")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--colours", type=int, default=6)
    parser.add_argument("--ladder", type=int, default=0, metavar="BOARDS")
    options = parser.parse_args()
    game = Drench(Size(options.size, options.size), options.colours, players=2)
    ours = of_level(options.level, options.seconds)
    match(game, 1, ours, greed, 0)
    if options.games:
        print(f"{game.size}, {game.colours} colours, symmetric boards, against one-ply greed:")
        for seat, name in enumerate(("first", "second")):
            baseline = match(game, options.games, greed, greed, seat).tell(f"greed, {name}")
            won = match(game, options.games, ours, greed, seat).tell(f"level {options.level}, {name}")
            print(f"  {'':16} {won / baseline:.2f} times as many wins", flush=True)
    if options.ladder:
        ladder(game, options.ladder, options.seconds)


if __name__ == "__main__":
    main()
