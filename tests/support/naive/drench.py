"""A naive Drench: a region is found again by plain flooding whenever it is needed."""

from typing import NamedTuple

from . import count_lines

Square = tuple[int, int]
Move = int

DIGITS = "0123456789a"


class State(NamedTuple):
    """The colours by rows, the plies made, whose turn it is, the idle plies in a row, and the options."""

    board: list[list[int]]
    made: int
    turn: int
    idle: int
    colours: int
    players: int
    limit: int


def read(text: str, *, colours: int, players: int = 1, limit: int = 0) -> State:
    """Read a position: rows of colours, then plies made, seat to move and idle plies."""
    rows, made, turn, idle = text.split(".")
    board = [[DIGITS.index(digit) for digit in row] for row in rows.split("/")]
    return State(board, int(made), int(turn), int(idle), colours, players, limit)


def write(state: State) -> str:
    """Write a position as `read` reads it."""
    rows = "/".join("".join(DIGITS[colour] for colour in row) for row in state.board)
    return f"{rows}.{state.made}.{state.turn}.{state.idle}"


def corner(state: State, seat: int) -> Square:
    """Return a seat's reference cell: the top left for the first, the bottom right for the second."""
    return (0, 0) if seat == 0 else (len(state.board) - 1, len(state.board[0]) - 1)


def corner_colour(state: State, seat: int) -> int:
    """Return the colour of a seat's reference cell."""
    row, col = corner(state, seat)
    return state.board[row][col]


def region(board: list[list[int]], square: Square) -> list[Square]:
    """List the cells of one colour that hang together with a cell by their edges."""
    colour = board[square[0]][square[1]]
    found = [square]
    for row, col in found:  # the list grows while it is read
        for near in [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]:
            inside = 0 <= near[0] < len(board) and 0 <= near[1] < len(board[0])
            if inside and board[near[0]][near[1]] == colour and near not in found:
                found.append(near)
    return found


def is_over(state: State) -> bool:
    """Tell whether the game has ended, by the rules of one player or of two."""
    colours = {colour for row in state.board for colour in row}
    if state.players == 2:
        return len(colours) <= 2 or state.idle >= state.colours
    return len(colours) == 1 or (state.limit > 0 and state.made >= state.limit)


def moves(state: State) -> list[Move]:
    """List the colours that no player's region has."""
    if is_over(state):
        return []
    taken = [corner_colour(state, seat) for seat in range(state.players)]
    return [colour for colour in range(1, state.colours + 1) if colour not in taken]


def play(state: State, move: Move) -> State:
    """Recolour the mover's region; with two players pass the turn and keep count of idle plies."""
    home = corner(state, state.turn)
    board = [list(row) for row in state.board]
    before = region(board, home)
    for row, col in before:
        board[row][col] = move
    after = region(board, home)
    if state.players == 1:
        return state._replace(board=board, made=state.made + 1)
    idle = 0 if len(after) > len(before) else state.idle + 1
    return state._replace(board=board, made=state.made + 1, turn=1 - state.turn, idle=idle)


def text(state: State, move: Move) -> str:
    """Spell a choice by the colour's number."""
    return str(move)


def perft(state: State, depth: int) -> int:
    """Count the lines of exactly `depth` choices."""
    return count_lines(moves, play, state, depth)
