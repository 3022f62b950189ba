"""Counting fuga's lines of play with the kernel: the last three plies at once, those before by the rules."""

from functools import cache

from ludoteca.ai.fuga.searcher import Searcher
from ludoteca.games.fuga import Flight, Fuga
from ludoteca.kernels.fuga import board as kernel

AT_ONCE = 3  # plies; some hundredths of a second, so that Ctrl-C is heard


def perft(game: Fuga, state: Flight, depth: int) -> int:
    """How many lines of `depth` plies there are, as `core.perft` counts them.

    >>> perft(Fuga(7), Fuga(7).load("0000000/0R00000/0000000/0000000/00000N0/0000000/0000000.G"), 1)
    12
    """
    if depth > AT_ONCE:
        return sum(perft(game, game.play(state, move), depth - 1) for move in game.legal(state))
    searcher = _searcher(game.size)
    searcher.place(state)
    rest = searcher.fixed, searcher.bits, searcher.turn, depth, searcher.moves, 0
    return int(kernel.perft(searcher.state, *rest))


@cache
def _searcher(size: int) -> Searcher:
    return Searcher(size, entries=1)
