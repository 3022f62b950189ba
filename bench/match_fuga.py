"""Fuga players against each other: `python bench/match_fuga.py 8 3 --size 9 --games 200 --seconds 0.3`.

A and B are levels (1 to 8), `greedy` (what looks best one ply ahead, by pieces and the king's ways) or
`random`. Every game begins with a few random moves, so that games differ; A plays each opening once as the
attackers and once as the defenders. `--games` counts the games on each side; each result goes to standard
error as it comes. Elo differences have 95 % error bars; a result without a loss has no upper one.

`match_fuga.py ladder 1 7` rates attackers and defenders of every level apart, since the two sides are not
equally hard to play: attackers of each level meet defenders of the same level and of the three below.
"""

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ludoteca.ai import Limit
from ludoteca.ai.fuga.player import choose, prepare
from ludoteca.core import Dice
from ludoteca.games.fuga import ATTACKERS, DEFENDERS, Flight, Fuga, Slide

Mover = Callable[[Fuga, list[Flight], random.Random], Slide]
LONGEST = 300  # plies; longer games count as draws
ELO = 400 / math.log(10)


def pick_random(game: Fuga, line: list[Flight], rng: random.Random) -> Slide:
    """Any legal move."""
    return rng.choice(list(game.legal(line[-1])))


def pick_greedy(game: Fuga, line: list[Flight], rng: random.Random) -> Slide:
    """The baseline: win, else take most, else open most ways for the king or leave fewest."""
    state = line[-1]

    def looks(move: Slide) -> tuple[float, ...]:
        after = game.play(state, move)
        outcome = game.outcome(after)
        ways = len(game.escapes(after)) if not outcome else 0
        wins = bool(outcome and outcome.winner == state.turn)
        return wins, game.scores(after)[state.turn], ways if state.turn == DEFENDERS else -ways, rng.random()

    return max(game.legal(state), key=looks)


def pick_level(level: int, seconds: float) -> Mover:
    """A computer player; the time matters to level 8 alone."""

    def pick(game: Fuga, line: list[Flight], rng: random.Random) -> Slide:
        limit, dice = Limit(seconds if level == 8 else None), Dice(rng.getrandbits(64))
        move = choose(game, line[-1], limit, level=level, past=line[:-1], dice=dice).move
        assert move is not None
        return move

    return pick


def player(name: str, seconds: float) -> Mover:
    """The player of a name."""
    if name in ("random", "greedy"):
        return pick_random if name == "random" else pick_greedy
    return pick_level(int(name), seconds)


def opened(game: Fuga, seed: int, plies: int) -> list[Flight]:
    """The positions of some random moves, with nothing decided and no escape on the board."""
    rng = random.Random(seed)
    while True:
        line = [game.start(Dice(0))]
        while len(line) <= plies and not game.outcome(line[-1]):
            line.append(game.play(line[-1], rng.choice(list(game.legal(line[-1])))))
        if len(line) == plies + 1 and not game.outcome(line[-1]) and not game.escapes(line[-1]):
            return line


def elo(won: int, drawn: int, lost: int) -> str:
    """The difference that such a result shows, with its 95 % interval (Wilson's)."""
    games = won + drawn + lost
    share, z = (won + drawn / 2) / games, 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))

    def of(chance: float) -> str:
        if chance <= 1e-9 or chance >= 1 - 1e-9:
            return "+inf" if chance > 0.5 else "-inf"
        return f"{-400 * math.log10(1 / chance - 1):+.0f}"

    return f"{share:.1%}, Elo {of(share)} ({of(middle - reach)} to {of(middle + reach)})"


class Pairing(NamedTuple):
    """One game to play: who attacks, who defends, and after which opening."""

    attackers: str
    defenders: str
    opening: int


def played(options: argparse.Namespace, pairing: Pairing) -> tuple[float, int]:
    """Play a game: 1 if the attackers win, 0.5 for a draw; and how many plies it had."""
    game, rng = Fuga(options.size), random.Random(f"{options.seed} {pairing}")
    line = opened(game, options.seed * 10_000 + pairing.opening, options.openings)
    seats = [player(name, options.seconds) for name in pairing[:2]]
    while len(line) < LONGEST:
        line.append(game.play(line[-1], seats[line[-1].turn](game, line, rng)))
        outcome = game.outcome(line[-1])
        if outcome:
            return float(outcome.winner == ATTACKERS), len(line)
        if line.count(line[-1]) >= game.repeats:
            break
    return 0.5, len(line)


def play_all(options: argparse.Namespace, pairings: Sequence[Pairing]) -> tuple[list[float], float]:
    """The results of many games, on as many cores as are given, and how long they were."""
    results, plies = [], 0
    with ProcessPoolExecutor(options.cores, initializer=prepare, initargs=(Limit(),)) as pool:
        for result, length in pool.map(partial(played, options), pairings):
            results.append(result)
            plies += length
            print(
                f"{len(results)} of {len(pairings)}: {pairings[len(results) - 1]} {result}", file=sys.stderr
            )
    return results, plies / len(pairings)


def tally(results: Sequence[float]) -> tuple[int, int, int]:
    """How many games the attackers won, drew and lost."""
    return results.count(1.0), results.count(0.5), results.count(0.0)


def match(options: argparse.Namespace) -> None:
    """Play A against B on both sides and print the results."""
    began, games = time.perf_counter(), range(options.games)
    pairings = [Pairing(options.a, options.b, n) for n in games]
    results, plies = play_all(options, pairings + [Pairing(options.b, options.a, n) for n in games])
    attacking, defending = tally(results[: options.games]), tally(results[options.games :])[::-1]
    for side, score in (("attackers", attacking), ("defenders", defending)):
        won, drawn, lost = score
        print(
            f"{options.a} as {side} against {options.b}: won {won}, drawn {drawn}, lost {lost}: {elo(*score)}"
        )
    both = [sum(each) for each in zip(attacking, defending, strict=True)]
    print(f"together: {elo(*both)}; {plies:.0f} plies a game, {time.perf_counter() - began:.0f} s")


def ladder(options: argparse.Namespace) -> None:
    """Rate attackers and defenders of every level from games between some of them."""
    levels, games = range(int(options.a), int(options.b) + 1), range(options.games)
    pairs = [(one, two) for one in levels for two in levels if 0 <= one - two <= 3]
    every, _plies = play_all(options, [Pairing(str(one), str(two), n) for one, two in pairs for n in games])
    results = {pair: every[at * len(games) : (at + 1) * len(games)] for at, pair in enumerate(pairs)}
    for (attackers, defenders), scores in results.items():
        won, drawn, lost = tally(scores)
        print(f"attackers {attackers}, defenders {defenders}: won {won}, drawn {drawn}, lost {lost}")
    ratings, spread = rated(results, levels)
    print("level   attackers  step            defenders  step")
    for at, level in enumerate(levels):
        row = f"{level:5}"
        for here in (at, len(levels) + at):
            row += f"  {ratings[here]:10.0f}  "
            if at:
                error = spread[here, here] + spread[here - 1, here - 1] - 2 * spread[here, here - 1]
                row += f"{ratings[here] - ratings[here - 1]:+4.0f} ± {1.96 * math.sqrt(error):<4.0f}"
            else:
                row += " " * 11
        print(row)


def rated(results: dict[tuple[int, int], list[float]], levels: range) -> tuple[Any, Any]:
    """Elo of each level's attackers, then of its defenders, with covariances; the first attackers have 0.

    Bradley and Terry's model by Newton's method; one drawn game is added to each pairing, so that a
    whitewash has a finite difference.
    """
    count = len(levels)
    strength, bend = np.zeros(2 * count), np.zeros((2 * count, 2 * count))
    for _step in range(50):
        slope, bend = np.zeros(2 * count), np.zeros((2 * count, 2 * count))
        for (attackers, defenders), scores in results.items():
            one, two, games = attackers - levels[0], count + defenders - levels[0], len(scores) + 1
            chance = 1 / (1 + math.exp(strength[two] - strength[one]))
            error, weight = sum(scores) + 0.5 - games * chance, games * chance * (1 - chance)
            slope[[one, two]] += error, -error
            bend[[one, two], [one, two]] += weight
            bend[[one, two], [two, one]] -= weight
        strength += np.linalg.pinv(bend) @ slope
    return ELO * (strength - strength[0]), ELO * ELO * np.linalg.pinv(bend)


def main() -> None:
    """Play the match, or the ladder."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("a", metavar="A")
    parser.add_argument("b", metavar="B")
    parser.add_argument("last", metavar="LAST", nargs="?", help="of the ladder's levels")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--games", type=int, default=20, help="on each side, or of each pairing")
    parser.add_argument("--seconds", type=float, default=0.3, help="a move, for level 8")
    parser.add_argument("--openings", type=int, default=4, metavar="PLIES", help="random plies before play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=1, help="games at once; level 8 needs a core for each")
    options = parser.parse_args()
    if options.a == "ladder":
        options.a, options.b = options.b, options.last
        ladder(options)
    else:
        match(options)


if __name__ == "__main__":
    main()
