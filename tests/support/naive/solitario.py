"""A naive peg solitaire: the board as nested lists, every jump tried on every cell."""

from typing import NamedTuple

from . import count_lines, square_name

Square = tuple[int, int]
Move = tuple[Square, Square]

UNUSABLE, EMPTY, PEG = 0, 1, 2
STEPS = [(-1, 0), (1, 0), (0, -1), (0, 1)]  # up, down, left, right

BOARDS = {
    "english": "0022200/0022200/2222222/2223222/2222222/0022200/0022200",
    "wiegleb": "/".join(["000222000"] * 3 + ["222222222", "222232222", "222222222"] + ["000222000"] * 3),
    "sample": "000000/122200/220400/121100/212222/000200",
}


class State(NamedTuple):
    """The cells by rows, and where the last peg should end."""

    board: list[list[int]]
    goal: Square


def read(text: str) -> State:
    """Read a position: rows of digits, 3 and 4 being the goal cell without and with a peg."""
    board = []
    goal = None
    for row, digits in enumerate(text.split("/")):
        cells = []
        for col, digit in enumerate(digits):
            if digit in "34":
                goal = (row, col)
                cells.append(EMPTY if digit == "3" else PEG)
            else:
                cells.append(int(digit))
        board.append(cells)
    assert goal is not None, "a position needs a goal cell"
    return State(board, goal)


def write(state: State) -> str:
    """Write a position as `read` reads it."""
    lines = []
    for row, cells in enumerate(state.board):
        digits = ""
        for col, cell in enumerate(cells):
            digits += str(cell + 2) if (row, col) == state.goal else str(cell)
        lines.append(digits)
    return "/".join(lines)


def cell_at(state: State, square: Square) -> int:
    """Return what is on a square; all that lies outside the board is unusable."""
    row, col = square
    if 0 <= row < len(state.board) and 0 <= col < len(state.board[row]):
        return state.board[row][col]
    return UNUSABLE


def moves(state: State) -> list[Move]:
    """List every jump: a peg, a peg beside it, an empty usable cell behind that."""
    found = []
    for row in range(len(state.board)):
        for col in range(len(state.board[row])):
            for down, right in STEPS:
                here = (row, col)
                over = (row + down, col + right)
                there = (row + 2 * down, col + 2 * right)
                if [cell_at(state, here), cell_at(state, over), cell_at(state, there)] == [PEG, PEG, EMPTY]:
                    found.append((here, there))
    return found


def play(state: State, move: Move) -> State:
    """Move the peg and take off the one it jumped over."""
    (row, col), (to_row, to_col) = move
    board = [list(cells) for cells in state.board]
    board[row][col] = EMPTY
    board[(row + to_row) // 2][(col + to_col) // 2] = EMPTY
    board[to_row][to_col] = PEG
    return State(board, state.goal)


def text(state: State, move: Move) -> str:
    """Spell a jump by the squares it leaves and reaches."""
    return f"{square_name(move[0])} {square_name(move[1])}"


def perft(state: State, depth: int) -> int:
    """Count the lines of exactly `depth` jumps."""
    return count_lines(moves, play, state, depth)
