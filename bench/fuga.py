"""Fuga's kernel and search in numbers: `python bench/fuga.py`; `--forced 500` checks forced wins instead.

Perft on the kernel, every leaf move made and taken back, against the plain rules in the same run; nodes/s of
the search with full evaluation, where a node is a position that was made and looked at, quiescence included.
`--forced N` draws positions of several sizes until an exhaustive search, which only makes moves and takes
them back, has found N wins within five plies, and counts how many of them the engine finds, proves and plays.
"""

import argparse
import random
import time
from typing import Any

import numpy as np

from ludoteca.ai import Limit
from ludoteca.ai.fuga.player import advise, prepare
from ludoteca.ai.fuga.searcher import Searcher
from ludoteca.core import Dice
from ludoteca.games.fuga import ATTACKERS, Flight, Fuga, Slide, geometry, opening
from ludoteca.kernels.compile import COMPILED, kernel
from ludoteca.kernels.fuga import board

CITED = (
    "cited, one core: OpenTafl 8-65 thousand nodes/s, ZevraTafl 1.3-1.6 million, libhnefatafl 2.7-4.5 million"
)


Tables = tuple[Any, Any, Any, Any]  # fixed, bits, room for moves, the last deciding moves


def made(game: Fuga, state: Flight, depth: int) -> int:
    """Lines of play by the plain rules, every leaf move made too."""
    after = [game.play(state, move) for move in game.legal(state)]
    return len(after) if depth == 1 else sum(made(game, each, depth - 1) for each in after)


def compare_perft(size: int, depth: int) -> None:
    """Lines of play a second, by the kernel and by the plain rules, from the first position."""
    game, fixed, bits = Fuga(size), board.make_fixed(size), board.make_bits(size)
    start = Flight(opening(size), 0)
    state, moves = board.encode(start, size, fixed), np.zeros(10 * board.MOVES, np.int64)
    board.perft(state, fixed, bits, 0, 1, moves, 0)
    began = time.process_time()
    count = int(board.perft(state, fixed, bits, 0, depth, moves, 0))
    ours = count / (time.process_time() - began)
    began = time.process_time()
    plain = made(game, start, 2) / (time.process_time() - began)
    print(
        f"  {size:2}x{size:<2} perft {depth}: {count:>10,} lines, {ours / 1e6:6.2f} million/s; "
        f"rules {plain / 1e3:5.1f} thousand/s; {ours / plain:,.0f} times as fast"
    )


def search_speed(size: int, nodes: int) -> None:
    """Nodes a second of the search, from the first position and after some moves of its own."""
    game, engine = Fuga(size), Searcher(size)
    state, total, spent, depths = game.start(Dice(0)), 0, 0.0, []
    for _ply in range(5):
        engine.place(state)
        began = time.process_time()
        searched = engine.think(Limit().start(), nodes=nodes, proof=1)
        spent += time.process_time() - began
        total += searched.nodes
        depths.append(searched.depth)
        state = game.play(state, searched.lines[0].moves[0])
    print(
        f"  {size:2}x{size:<2} search: {total / spent / 1e6:.2f} million nodes/s; "
        f"depths {depths} with {nodes:,} nodes"
    )


@kernel
def brute(
    state: Any, fixed: Any, bits: Any, moves: Any, last: Any, side: Any, hero: Any, plies: Any, first: Any
) -> Any:
    """Whether `hero` wins within so many plies, by trying every move of both, the last that decided first."""
    king = state[board.KINGS_SLOT]
    if king < 0:
        return hero == 0
    if fixed[board.GROUND + king] == board.CASTLE:
        return hero == 1
    end = board.slides(state, fixed, bits, side, moves, first)
    if end == first:
        return side != hero
    if plies == 0:
        return False
    for at in range(first, end):
        if moves[at] == last[plies]:
            moves[at], moves[first] = moves[first], moves[at]
    for at in range(first, end):
        move = moves[at]
        origin, to = move >> 10, move & 1023
        taken = board.make(state, fixed, side, origin, to)
        won = brute(state, fixed, bits, moves, last, 1 - side, hero, plies - 1, end)
        board.unmake(state, fixed, side, origin, to, taken)
        if won == (side == hero):
            last[plies] = move
            return won
    return side != hero


def drawn(size: int, rng: random.Random) -> Flight:
    """Pieces anywhere, some beside the king, who is often near an edge; the rest of the game is imagined."""
    throne, castles, rays = geometry(size)
    squares = [index for index in range(size * size) if index != throne and index not in castles]
    rng.shuffle(squares)
    king = rng.choice([throne, *squares[-3:]])
    cells = ["0"] * (size * size)
    beside = [ray[0] for ray in rays[king] if ray and ray[0] in squares]
    turn = rng.randrange(2)
    attacked = turn == ATTACKERS  # their forced wins are rare, so the king is nearly caught already
    for index in rng.sample(beside, rng.randint(len(beside) - 2 if attacked else 0, len(beside) - 1)):
        cells[index] = rng.choice("NNNNNG" if attacked else "NG0")
    most = opening(size)
    for piece, least, share in (("N", 4, 0.75), ("G", 0, 0.3 if attacked else 0.75)):
        wanted = rng.randint(least, int(most.count(piece) * share))
        while cells.count(piece) < wanted:
            index = squares.pop()
            cells[index] = piece if cells[index] == "0" else cells[index]
    cells[king] = "R"
    return Flight("".join(cells), turn)


def make_tables(size: int) -> Tables:
    """What `brute` needs beside the position."""
    moves, last = np.zeros(10 * board.MOVES, np.int64), np.zeros(9, np.int64)
    return board.make_fixed(size), board.make_bits(size), moves, last


def shortest(size: int, state: Flight, tables: Tables) -> int | None:
    """The plies of the shortest forced win within five, by brute force."""
    arrays = board.encode(state, size, tables[0]), *tables
    return next((plies for plies in (1, 3, 5) if brute(*arrays, state.turn, state.turn, plies, 0)), None)


def check_forced(wanted: int, seconds: float, seed: int) -> None:
    """Count the forced wins that the engine finds, proves as short, and keeps with its move."""
    rng, sizes = random.Random(seed), (7, 9, 11)
    tables = {size: make_tables(size) for size in sizes}
    tally: dict[tuple[int, int], list[int]] = {}
    missed: list[str] = []
    false = seen = 0
    while sum(count for count, _found in tally.values()) < wanted:
        size = rng.choice(sizes)
        game, state = Fuga(size), drawn(size, rng)
        if game.outcome(state):
            continue
        seen += 1
        plies = shortest(size, state, tables[size])
        # Wins in one are many, and the defenders' in three; a part of each is enough.
        most = {1: wanted // 10, 3: wanted // 3}.get(plies or 0, wanted)
        if plies and tally.get((state.turn, plies), [0])[0] >= most:
            continue
        advice = advise(game, state, Limit(seconds=seconds, nodes=None if plies else 1_000))
        if plies is None:
            false += advice.status == "win" and (advice.ends_in or 99) <= 5
            continue
        assert advice.move is not None
        found = advice.status == "win" and advice.ends_in == plies
        found = found and kept(size, game.play(state, Slide(*advice.move)), state.turn, plies, tables[size])
        counts = tally.setdefault((state.turn, plies), [0, 0])
        counts[0] += 1
        counts[1] += found
        if not found:
            missed.append(f"{size}: {game.dump(state)}")
    for (turn, plies), (count, proved) in sorted(tally.items()):
        side = ("attackers", "defenders")[turn]
        print(f"  {side} win in {plies} plies: found, proved and played {proved} of {count}")
    print(f"  {seen} positions drawn, {false} short wins claimed that are none, {seconds} s a position")
    for each in missed:
        print(f"  missed {each}")


def kept(size: int, after: Flight, hero: int, plies: int, tables: Tables) -> bool:
    """Whether the win is still forced after the engine's move."""
    return bool(brute(board.encode(after, size, tables[0]), *tables, after.turn, hero, plies - 1, 0))


def main() -> None:
    """Measure, or check."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--forced", type=int, metavar="N", help="check N forced wins instead of measuring")
    parser.add_argument("--seconds", type=float, default=0.5, help="of thinking, for each position")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    prepare(Limit(progress=print))
    if options.forced:
        check_forced(options.forced, options.seconds, options.seed)
        return
    print(f"one core, {'compiled' if COMPILED else 'interpreted'}, seconds of processor time:")
    for size in (7, 9, 11, 13, 19):
        compare_perft(size, (4 if size < 13 else 3) if COMPILED else 2)
    for size in (7, 9, 11, 13, 19):
        search_speed(size, 1_000_000 if COMPILED else 3_000)
    print(CITED)


if __name__ == "__main__":
    main()
