"""The engine against a second program that knows only the rules: counted lines, and walks side by side."""

import itertools
import random
from collections.abc import Callable

import pytest

from ludoteca.core import perft
from ludoteca.games import GAMES, begin

from support.naive import drench, fuga, oca
from support.naive.__main__ import FOLDER, PROGRAMS, blocks, load

BLOCKS = {
    game_id: counts for game in PROGRAMS for game_id, counts in blocks(FOLDER / f"{game}.perft").items()
}
ENGINE_LIMIT = 100_000  # longest count that the engine repeats here; the files go further
NAIVE_LIMIT = 2_000
PLIES = 2_000  # walked side by side, for each game

# Distinct positions after n jumps up to symmetry, English board, centre vacant: https://oeis.org/A112737
A112737 = [1, 1, 2, 8, 39, 171, 719, 2757]


@pytest.mark.parametrize("game", GAMES)
def test_every_registered_game_has_a_perft_file(game: str) -> None:
    assert blocks(FOLDER / f"{game}.perft")


@pytest.mark.parametrize("game_id", BLOCKS)
def test_the_engine_counts_as_many_lines(game_id: str) -> None:
    session = begin(game_id)
    for depth, count in up_to(ENGINE_LIMIT, game_id):
        assert perft(session.game, session.state, depth) == count, f"depth {depth}"


@pytest.mark.parametrize("game_id", BLOCKS)
def test_the_naive_program_still_counts_as_many(game_id: str) -> None:
    program, state = load(game_id)
    if "@" in game_id:
        assert program.write(state) == game_id.partition("@")[2]
    for depth, count in up_to(NAIVE_LIMIT, game_id):
        assert program.perft(state, depth) == count, f"depth {depth}"


@pytest.mark.parametrize("game_id", BLOCKS)
def test_every_first_move_leads_both_programs_to_one_position(game_id: str) -> None:
    assert walk(game_id, random.Random(1), plies=1, all_moves=True) <= 1


@pytest.mark.parametrize("game", PROGRAMS)
def test_both_programs_walk_the_same_way(game: str) -> None:
    rng = random.Random(f"walks of {game}")
    walked = 0
    for game_id in itertools.cycle(game_id for game_id in BLOCKS if game_id.startswith(f"{game}:")):
        if walked >= PLIES:
            break
        walked += walk(game_id, rng, plies=60, all_moves=False)
        walked += walk(FRESH[game](rng), rng, plies=60, all_moves=False)


@pytest.mark.parametrize("size", range(7, 20, 2))
def test_the_kings_escape_agrees_on_every_move_of_crowded_boards(size: int) -> None:
    rng = random.Random(size)
    assert begin(f"fuga:{size}").game.dump(begin(f"fuga:{size}").state) == fuga.write(fuga.start(size))
    for _ in range(20):
        walk(crowded(rng, size), rng, plies=2, all_moves=True)


def test_peg_solitaire_reaches_the_published_number_of_positions() -> None:
    session = begin("solitario:english")
    level = {canonical(session.game.dump(session.state)): session.state}
    sizes = []
    for _ in A112737:
        sizes.append(len(level))
        children = [
            session.game.play(state, move) for state in level.values() for move in session.game.legal(state)
        ]
        level = {canonical(session.game.dump(child)): child for child in children}
    assert sizes == A112737


def up_to(limit: int, game_id: str) -> list[tuple[int, int]]:
    """List a block's depths and counts before the first count that is beyond the limit."""
    counts = itertools.takewhile(lambda count: count <= limit, BLOCKS[game_id])
    return list(enumerate(counts, start=1))


def walk(game_id: str, rng: random.Random, *, plies: int, all_moves: bool) -> int:
    """Play at random in both programs, comparing moves and positions, and return the plies made."""
    session = begin(game_id)
    program, own = load(game_id)
    game, state = session.game, session.state
    assert game.dump(state) == program.write(own), game_id
    for made in range(plies):
        theirs = {game.text(move): move for move in game.legal(state)}
        ours = {program.text(own, move): move for move in program.moves(own)}
        here = f"{game_id.partition('@')[0]} at {program.write(own)}"
        assert sorted(theirs) == sorted(ours), here
        assert len(game.legal(state)) == len(theirs), here
        if not ours:
            return made
        chosen = rng.choice(sorted(ours))
        for word in sorted(ours) if all_moves else [chosen]:
            reached = game.dump(game.play(state, theirs[word]))
            assert reached == program.write(program.play(own, ours[word])), f"{here}: {word}"
        state, own = game.play(state, theirs[chosen]), program.play(own, ours[chosen])
    return plies


def canonical(position: str) -> str:
    """Return the least of a square board's eight turns and reflections."""
    board = [list(row) for row in position.split("/")]
    images = []
    for _ in range(4):
        board = [list(column) for column in zip(*board[::-1], strict=True)]
        images += [board, [row[::-1] for row in board]]
    return min("/".join("".join(row) for row in image) for image in images)


def strewn_pegs(rng: random.Random) -> str:
    """Make up a peg solitaire of any size, its cells drawn at random."""
    rows, cols = rng.choice([(32, 2), (rng.randint(1, 9), rng.randint(1, 9)), (7, 7)])
    cells = [[rng.choice("01222") for _ in range(cols)] for _ in range(rows)]
    cells[rng.randrange(rows)][rng.randrange(cols)] = rng.choice("34")
    return "solitario:" + "/".join("".join(row) for row in cells)


def crowded(rng: random.Random, size: int) -> str:
    """Make up a position of the king's escape: the king hemmed in, the others strewn around."""
    board = fuga.read("/".join(["0" * size] * size) + ".N").board
    squares = [(row, col) for row in range(size) for col in range(size)]
    plain = [square for square in squares if not fuga.is_castle(board, square)]
    last, middle = size - 1, size // 2
    beside_castle, beside_throne, on_edge = (0, 1), (middle, middle + 1), (last, rng.randint(1, last - 1))
    king = rng.choice([beside_castle, beside_throne, on_edge, (middle, middle), rng.choice(plain)])
    board[king[0]][king[1]] = "R"
    plain = [square for square in plain if square != king and not fuga.is_throne(board, square)]
    near = [square for square in plain if abs(square[0] - king[0]) + abs(square[1] - king[1]) <= 2]
    guards, attackers = (8, 16) if size <= 11 else (12, 24)
    hemming = rng.sample(near, min(len(near), rng.randint(3, 6)))
    others = rng.sample(
        [square for square in plain if square not in near], rng.randint(6, guards + attackers - 6)
    )
    pieces = ["N"] * attackers + ["G"] * guards
    for row, col in hemming:
        board[row][col] = rng.choice("NNNG")
        pieces.remove(board[row][col])
    rng.shuffle(pieces)
    for (row, col), piece in zip(others, pieces, strict=False):
        board[row][col] = piece
    return f"fuga:{size}@" + fuga.write(fuga.State(board, rng.choice("NG")))


def strewn_colours(rng: random.Random) -> str:
    """Make up a game of Drench for one player, with or without a limit, or for two."""
    rows, cols, colours = rng.randint(2, 12), rng.randint(2, 12), rng.randint(3, 10)
    extra = rng.choice(["", f",limit={rng.randint(1, 12)}", ",players=2", ",players=2"])
    board = [[rng.randint(1, colours) for _ in range(cols)] for _ in range(rows)]
    first = drench.State(board, 0, 0, 0, colours, 1, 0)
    return f"drench:{rows}x{cols},{colours}{extra}@{drench.write(first)}"


def strewn_tiles(rng: random.Random) -> str:
    """Make up a game of 2048 in full swing."""
    size, goal = rng.randint(2, 6), rng.choice([64, 2048])
    tiles = [[rng.choice([0, 0, 2, 2, 4, 8, 16]) for _ in range(size)] for _ in range(size)]
    tiles[rng.randrange(size)][rng.randrange(size)] = 0
    tiles[rng.randrange(size)][rng.randrange(size)] = 2
    rows = "/".join(",".join(str(tile) for tile in row) for row in tiles)
    return f"2048:{size},2,goal={goal}@{rows}.{4 * rng.randrange(200)}.p"


def strewn_geese(rng: random.Random) -> str:
    """Make up a game of the goose with two to eight players, some of them in debt where they fell."""
    players = rng.randint(2, 8)
    stands = [square for square in range(1, oca.LAST) if square not in (5, oca.MAZE, oca.DEATH)]
    squares = [rng.choice([rng.choice(stands), *oca.TURNS_LOST]) for _ in range(players)]
    owed = [rng.randint(0, oca.TURNS_LOST.get(square, 0)) for square in squares]
    seat = rng.randrange(players)
    owed[seat] = 0
    return f"oca:{players}@{','.join(map(str, squares))}.{','.join(map(str, owed))}.{seat}.{rng.choice('pt')}"


FRESH: dict[str, Callable[[random.Random], str]] = {
    "solitario": strewn_pegs,
    "fuga": lambda rng: crowded(rng, rng.randrange(7, 20, 2)),
    "drench": strewn_colours,
    "2048": strewn_tiles,
    "oca": strewn_geese,
}
