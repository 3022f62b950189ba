"""2048 on a board of any side: sliding, a general evaluation, and expectimax that can be stopped and resumed.

A board is an array of side x side exponents by rows, 0 where there is no tile. A search values one board on
which nature's tile is due. Its stack is kept in arrays, so that it goes on where the last call left it.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from ludoteca.kernels.compile import kernel

UP, DOWN, LEFT, RIGHT = range(4)
TILES: Final = 128  # exponents; the rules read tiles of at most 24 digits, which are below 2 ** 80
POINTS = 2.0 ** np.arange(TILES)
TWO, FOUR = 0.9, 0.1
GOAL, SOONER = 1e6, 100.0  # what making the goal is worth, and how much less a turn later
NOTHING: Final = -1e300
LEVEL, PUSHES = 0, 1  # in StackWork.where
PLACES, TILE, WAY = 0, 1, 2  # in StackWork.count
CHANCE, TOTAL, BEST = 0, 1, 2  # in StackWork.value

# The evaluation is counted in empty places. CMA-ES found these weights by the logarithm of the score on 3 x 3
# (two tiles ahead), 4 x 4 (one) and 5 x 5 (none). Terms for points, for the distance of high tiles from one
# corner, for unequal neighbours and for one direction of all lines were tried too, and gained nothing.
POWER: Final = 1.5  # a tile of exponent e is as high as e ** POWER
PAIR, PAIR_HEIGHT = 1.5, 0.08  # two equal tiles that see each other, and for their height
ROOMY: Final = 8.0  # empty places; with more, all but room counts less, in proportion
BEND: Final = 0.31  # a line that goes up and down, for the smaller part of the way
CORNER: Final = 0.34  # the highest tile in a corner, for its height
LOST: Final = 53.0


class StackWork(NamedTuple):
    """The stack of a search: each level has nature's turn and then the player's."""

    after: Any  # boards with a tile due, one more than there are levels
    board: Any  # the same with the tile that is tried, where the player moves
    places: Any  # where nature's tile is tried
    count: Any  # how many places those are; the tile that is tried; the direction to try next
    value: Any  # the chance to come here; the sum over tiles so far; the best direction's value
    where: Any  # the level, -1 when all is done; and how many pushes have been tried


class Rules(NamedTuple):
    """What a search goes by; of nature's places, at most `most` stand for all, evenly spread over them."""

    side: int
    goal: int  # the exponent that ends the game, 0 for none
    most: int
    rare: float  # a board less likely than this is valued as it stands
    height: Any


def make_work(side: int, depth: int) -> StackWork:
    """Room for a search through `depth` of nature's tiles."""
    return StackWork(
        np.zeros((depth + 1, side * side), np.uint8),
        np.zeros((depth, side * side), np.uint8),
        np.zeros((depth, side * side), np.int32),
        np.zeros((depth, 3), np.int64),
        np.zeros((depth, 3), np.float64),
        np.zeros(2, np.int64),
    )


def make_rules(side: int, goal: int, *, most: int, rare: float) -> Rules:
    """The rules of a board, with the height of every tile."""
    return Rules(side, goal, most, rare, np.arange(TILES) ** POWER)


@kernel
def slide(board: Any, side: int, way: int, into: Any) -> tuple[bool, float, int]:
    """Push the tiles up, down, left or right (0 to 3): is it a move, its points, the highest exponent made.

    >>> after = np.zeros(4, np.uint8)
    >>> slide(np.array([1, 0, 1, 2], np.uint8), 2, UP, after), after.tolist()
    ((True, 4.0, 2), [2, 2, 0, 0])
    """
    step, across = (side, 1) if way < LEFT else (1, side)
    first = 0
    if way in (DOWN, RIGHT):
        first, step = (side - 1) * step, -step
    moved, points, made = False, 0.0, 0
    for line in range(side):
        at = first + line * across
        place, waiting = at, 0
        for _place in range(side):
            tile = int(board[at])
            if tile != 0:
                if tile == waiting:
                    into[place - step] = tile + 1
                    points += POINTS[tile + 1]
                    moved, made, waiting = True, max(made, tile + 1), 0
                else:
                    into[place] = tile
                    moved = moved or place != at
                    place, waiting = place + step, tile
            at += step
        while place != at:
            into[place] = 0
            place += step
    return moved, float(points), made


@kernel
def evaluate(board: Any, side: int, height: Any) -> float:
    """How good a board with a tile due is, in empty places: room, tiles about to merge, and order."""
    empty, order, top = 0, 0.0, 0
    for across in (1, side):
        step = side + 1 - across
        for line in range(side):
            at = line * across
            last, before = 0, height[board[at]]
            rise, fall = 0.0, 0.0
            for _place in range(side):
                tile = int(board[at])
                here = height[tile]
                if here > before:
                    rise += here - before
                else:
                    fall += before - here
                if tile == 0:
                    empty += 1
                else:
                    if tile == last:
                        order += PAIR + PAIR_HEIGHT * here
                    last, top = tile, max(top, tile)
                before = here
                at += step
            order -= BEND * min(rise, fall)
    end = side * side - 1
    if top in (board[0], board[side - 1], board[end + 1 - side], board[end]):
        order += CORNER * height[top]
    room = 0.5 * empty  # each place is in a row and in a column
    return float(room + order * min(1.0, ROOMY / max(1.0, room)))


@kernel
def begin(level: int, chance: float, work: StackWork, rules: Rules) -> None:
    """Nature's turn on a level's board: list the places to try, and put the first tile."""
    after, board, places = work.after[level], work.board[level], work.places[level]
    empty = 0
    for at in range(rules.side * rules.side):
        board[at] = after[at]
        if after[at] == 0:
            places[empty] = at
            empty += 1
    tried = min(empty, rules.most)
    for nth in range(tried):
        places[nth] = places[(2 * nth + 1) * empty // (2 * tried)]
    work.count[level, PLACES], work.count[level, TILE], work.count[level, WAY] = tried, 0, 0
    work.value[level, CHANCE], work.value[level, TOTAL], work.value[level, BEST] = chance, 0.0, NOTHING
    board[places[0]] = 1
    work.where[LEVEL] = level


@kernel
def tile_chance(level: int, work: StackWork) -> float:
    """How likely the tile that is tried on a level is among all that are tried there."""
    return float((FOUR if work.count[level, TILE] & 1 else TWO) / work.count[level, PLACES])


@kernel
def next_tile(level: int, work: StackWork) -> bool:
    """Count what the tile tried last is worth, and put the next; False where there is none."""
    best = work.value[level, BEST]
    work.value[level, TOTAL] += tile_chance(level, work) * (-LOST if best == NOTHING else best)
    board, places, tile = work.board[level], work.places[level], work.count[level, TILE]
    board[places[tile >> 1]] = 0
    tile += 1
    if tile == 2 * work.count[level, PLACES]:
        return False
    board[places[tile >> 1]] = 1 + (tile & 1)
    work.count[level, TILE], work.count[level, WAY], work.value[level, BEST] = tile, 0, NOTHING
    return True


@kernel
def search(depth: int, until: int, work: StackWork, rules: Rules) -> bool:
    """Go on through `depth` of nature's tiles until so many pushes have been tried, or all: then True.

    The value of the board is then the total of level 0.
    """
    level = work.where[LEVEL]
    while level >= 0:
        way = work.count[level, WAY]
        if way > RIGHT:
            if not next_tile(level, work):
                mean = work.value[level, TOTAL]
                level -= 1
                if level >= 0:
                    work.value[level, BEST] = max(work.value[level, BEST], mean)
            continue
        if work.where[PUSHES] >= until:
            break
        work.count[level, WAY] += 1
        work.where[PUSHES] += 1
        moved, _points, made = slide(work.board[level], rules.side, way, work.after[level + 1])
        if not moved:
            continue
        chance = work.value[level, CHANCE] * tile_chance(level, work)
        if 0 < rules.goal <= made:
            worth = GOAL - SOONER * (level + 1)
        elif level + 1 == depth or chance < rules.rare:
            worth = evaluate(work.after[level + 1], rules.side, rules.height)
        else:
            level += 1
            begin(level, chance, work, rules)
            continue
        work.value[level, BEST] = max(work.value[level, BEST], worth)
    work.where[LEVEL] = level
    return bool(level < 0)
