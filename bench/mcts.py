"""The player for any game at each level, against random play or the level below: `python bench/mcts.py`.

Two-player drench, fuga and nim (tests/support/nim.py), both seats in turn, the same boards
for every level. Then what a simulation costs: simulations a second against plain random games by the same
rules, cut off at the same length. As it stands it takes about an hour, nearly all of it for fuga.
"""

import argparse
import sys
import time
from collections.abc import Callable
from math import inf, sqrt
from pathlib import Path

from ludoteca.ai import LEVELS, Limit
from ludoteca.ai.general.player import choose
from ludoteca.ai.general.tree import LONGEST, Tree
from ludoteca.core import CHANCE, OVER, AnySession, Dice
from ludoteca.games import GAMES, begin

MATCHES = ("nim:4", "drench:6x6,6,players=2", "fuga:7")
TIMED = (*MATCHES, "fuga:9", "drench:15x15,6", "solitario:english", "2048:4,2", "oca:4")
LONGEST_GAME = 300  # plies; longer ones count as drawn


def seeded(gameid: str, seed: int) -> AnySession:
    """The game of a seed, where it takes one."""
    session = begin(gameid)
    return begin(f"{gameid}#{seed}") if session.game.uses_dice else session


def points(gameid: str, level: int, rival: int, seed: int, limit: Limit) -> tuple[float, float, int]:
    """What a level makes of one game (1, 1/2 or 0), its seconds and its moves; level 0 is random play."""
    session, dice, seat = seeded(gameid, seed // 2), Dice(seed), seed % 2
    seconds, moves = 0.0, 0
    while not session.outcome and len(session.moves) < LONGEST_GAME:
        mine = session.player == seat
        started, past = time.process_time(), session.states[:-1]
        if strength := level if mine else rival:
            session.play(
                choose(session.game, session.state, limit, level=strength, past=past, dice=dice).move
            )
        else:
            session.play(dice.choice(session.legal))
        if mine:
            seconds, moves = seconds + time.process_time() - started, moves + 1
    winner = session.outcome.winner if session.outcome else None
    return 0.5 if winner is None else float(winner == seat), seconds, moves


def match(gameid: str, level: int, rival: int, games: int, limit: Limit) -> None:
    """Print a level's share of the points, with two standard errors."""
    played = [points(gameid, level, rival, seed, limit) for seed in range(games)]
    shares = [share for share, _seconds, _moves in played]
    mean = sum(shares) / games
    spread = sum((share - mean) ** 2 for share in shares) / max(1, games - 1)
    error = 2 * max(sqrt(spread / games), 0.5 / games)
    moves = sum(count for _share, _seconds, count in played)
    cost = sum(seconds for _share, seconds, _moves in played) / max(1, moves) * 1000
    other = f"level {rival}" if rival else "random play"
    print(f"  level {level}: {mean:6.1%} ± {error:5.1%} against {other}, {cost:7.1f} ms a move", flush=True)


def a_second(work: Callable[[], object], seconds: float) -> float:
    """How often a second it can be done, by the processor's time."""
    started, count = time.process_time(), 0
    while time.process_time() - started < seconds:
        work()
        count += 1
    return count / (time.process_time() - started)


def random_game(session: AnySession, dice: Dice) -> None:
    """The baseline: play at random to the end, by the rules alone."""
    game, state = session.game, session.state
    for _ply in range(LONGEST):
        actor = game.player(state)
        if actor == OVER:
            break
        move = dice.pick(game.odds(state)) if actor == CHANCE else dice.choice(game.legal(state))
        state = game.play(state, move)


def cost(gameid: str, seconds: float) -> None:
    """Print simulations a second, plain random games a second, and the ratio."""
    session, dice = seeded(gameid, 1), Dice(1)
    clock, trees = Limit(seconds=inf).start(), list[Tree]()

    def simulate() -> None:
        if not trees or trees[-1].root.exact:  # one that is proved has nothing left to do
            trees.append(Tree(session.game, session.state, clock, (), dice))
        trees[-1].grow(trees[-1].simulations + 1)

    ours, theirs = a_second(simulate, seconds), a_second(lambda: random_game(session, dice), seconds)
    print(f"  {gameid:24} {ours:7.0f} simulations, {theirs:7.0f} random games; ratio {ours / theirs:.2f}")


def main() -> None:
    """Play the matches, then time the simulations."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40, help="games of each level")
    parser.add_argument("--levels", type=int, nargs="+", default=list(LEVELS), choices=LEVELS)
    parser.add_argument("--ladder", action="store_true", help="against the level below, not random play")
    parser.add_argument("--ids", nargs="+", default=MATCHES, metavar="ID", help="games for two")
    parser.add_argument(
        "--seconds", type=float, default=0.2, help="at most for a move; level 8 takes all of it"
    )
    options = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    from support.nim import Nim

    GAMES.register(Nim)
    for gameid in options.ids:
        print(f"{gameid}, {options.games} games a level, at most {options.seconds:g} s a move:")
        for level in options.levels:
            rival = level - 1 if options.ladder else 0
            match(gameid, level, rival, options.games, Limit(options.seconds))
    print("a second of processor time, from the first position:")
    for gameid in TIMED:
        cost(gameid, 1.0)


if __name__ == "__main__":
    main()
