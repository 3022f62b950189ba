"""A naive 2048: each direction lists its lines of squares from the edge it pushes against."""

from typing import NamedTuple

from . import count_lines, square_name

Square = tuple[int, int]
Move = str | tuple[Square, int]  # a direction, or the square and value of a new tile

DIRECTIONS = ["up", "down", "left", "right"]


class State(NamedTuple):
    """The tiles by rows, the score, whether a new tile is due, and the tile that wins."""

    board: list[list[int]]
    score: int
    due: bool
    goal: int


def read(text: str, *, goal: int = 2048) -> State:
    """Read a position: rows of tiles, the score, and p (player) or t (a tile is due)."""
    rows, score, flag = text.split(".")
    board = [[int(tile) for tile in row.split(",")] for row in rows.split("/")]
    return State(board, int(score), flag == "t", goal)


def write(state: State) -> str:
    """Write a position as `read` reads it."""
    rows = "/".join(",".join(str(tile) for tile in row) for row in state.board)
    return f"{rows}.{state.score}.{'t' if state.due else 'p'}"


def lines(size: int, direction: str) -> list[list[Square]]:
    """List the lines of squares along a direction, each from the edge pushed against."""
    found = []
    for i in range(size):
        if direction == "up":
            found.append([(j, i) for j in range(size)])
        elif direction == "down":
            found.append([(size - 1 - j, i) for j in range(size)])
        elif direction == "left":
            found.append([(i, j) for j in range(size)])
        else:
            found.append([(i, size - 1 - j) for j in range(size)])
    return found


def push(tiles: list[int]) -> tuple[list[int], int]:
    """Push one line against its first square and return it with the points made."""
    waiting = [tile for tile in tiles if tile != 0]
    pushed = []
    points = 0
    while waiting:
        tile = waiting.pop(0)
        if waiting and waiting[0] == tile:
            tile += waiting.pop(0)
            points += tile
        pushed.append(tile)
    return pushed + [0] * (len(tiles) - len(pushed)), points


def shift(board: list[list[int]], direction: str) -> tuple[list[list[int]], int]:
    """Push the whole board and return it with the points made."""
    result = [list(row) for row in board]
    total = 0
    for line in lines(len(board), direction):
        pushed, points = push([board[row][col] for row, col in line])
        total += points
        for (row, col), tile in zip(line, pushed, strict=True):
            result[row][col] = tile
    return result, total


def moves(state: State) -> list[Move]:
    """List the directions that change the board, or the tiles that may appear when one is due."""
    if state.due:
        found: list[Move] = []
        for row in range(len(state.board)):
            for col in range(len(state.board)):
                if state.board[row][col] == 0:
                    found += [((row, col), 2), ((row, col), 4)]
        return found
    if any(tile >= state.goal for row in state.board for tile in row):
        return []
    return [direction for direction in DIRECTIONS if shift(state.board, direction)[0] != state.board]


def play(state: State, move: Move) -> State:
    """Push the board in a direction, or put the new tile on it."""
    if isinstance(move, str):
        board, points = shift(state.board, move)
        return state._replace(board=board, score=state.score + points, due=True)
    (row, col), value = move
    board = [list(tiles) for tiles in state.board]
    board[row][col] = value
    return state._replace(board=board, due=False)


def text(state: State, move: Move) -> str:
    """Spell a direction by its word, and a new tile by its square and value."""
    if isinstance(move, str):
        return move
    return f"{square_name(move[0])} {move[1]}"


def perft(state: State, depth: int) -> int:
    """Count the lines of exactly `depth` plies, pushes and new tiles both counting as plies."""
    return count_lines(moves, play, state, depth)
