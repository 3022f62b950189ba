"""A naive king's escape: the board as nested lists of letters, every rule spelled out where it applies."""

from typing import NamedTuple

from . import count_lines, square_name

Square = tuple[int, int]
Move = tuple[Square, Square]

FREE, GUARD, ATTACKER, KING = "0", "G", "N", "R"
STEPS = [(-1, 0), (1, 0), (0, -1), (0, 1)]
LARGEST_SMALL_BOARD = 11  # the throne has other rules on larger boards


class State(NamedTuple):
    """The letters by rows, and whose turn it is: N attackers, G defenders."""

    board: list[list[str]]
    turn: str


def read(text: str) -> State:
    """Read a position: rows of letters, then a dot and the side to move."""
    rows, turn = text.split(".")
    return State([list(row) for row in rows.split("/")], turn)


def write(state: State) -> str:
    """Write a position as `read` reads it."""
    return "/".join("".join(row) for row in state.board) + "." + state.turn


def start(size: int) -> State:
    """Set up the first position of a board of the given size."""
    middle = size // 2
    last = size - 1
    board = [[FREE for _ in range(size)] for _ in range(size)]
    for row in range(size):
        for col in range(size):
            down, right = abs(row - middle), abs(col - middle)
            in_ring = down <= 1 and right <= 1
            in_diamond = down + right <= 2
            if in_ring if is_small(board) else in_diamond:
                board[row][col] = GUARD
    board[middle][middle] = KING
    arm = 1 if is_small(board) else 2
    for place in range(middle - arm, middle + arm + 1):
        for row, col in [(0, place), (last, place), (place, 0), (place, last)]:
            board[row][col] = ATTACKER
    for row, col in [(1, middle), (last - 1, middle), (middle, 1), (middle, last - 1)]:
        board[row][col] = ATTACKER
    return State(board, ATTACKER)


def is_small(board: list[list[str]]) -> bool:
    """Tell whether the rules for boards up to 11 apply."""
    return len(board) <= LARGEST_SMALL_BOARD


def is_inside(board: list[list[str]], square: Square) -> bool:
    """Tell whether a square lies on the board."""
    return 0 <= square[0] < len(board) and 0 <= square[1] < len(board)


def is_castle(board: list[list[str]], square: Square) -> bool:
    """Tell whether a square is one of the four corners."""
    last = len(board) - 1
    return square in [(0, 0), (0, last), (last, 0), (last, last)]


def is_throne(board: list[list[str]], square: Square) -> bool:
    """Tell whether a square is the centre."""
    middle = len(board) // 2
    return square == (middle, middle)


def side(piece: str) -> str:
    """Return the side a piece fights for: N or G."""
    return GUARD if piece in (GUARD, KING) else piece


def king_square(board: list[list[str]]) -> Square | None:
    """Find the king, or nothing when he has been taken off."""
    for row in range(len(board)):
        for col in range(len(board)):
            if board[row][col] == KING:
                return (row, col)
    return None


def moves(state: State) -> list[Move]:
    """List every slide of the side to move; none when the king is taken or safe in a castle."""
    king = king_square(state.board)
    if king is None or is_castle(state.board, king):
        return []
    found = []
    for row in range(len(state.board)):
        for col in range(len(state.board)):
            if side(state.board[row][col]) == state.turn:
                found += [((row, col), target) for target in targets(state.board, (row, col))]
    return found


def targets(board: list[list[str]], origin: Square) -> list[Square]:
    """List the squares on which the piece on `origin` may stop."""
    piece = board[origin[0]][origin[1]]
    found = []
    for down, right in STEPS:
        row, col = origin[0] + down, origin[1] + right
        while is_inside(board, (row, col)) and board[row][col] == FREE:
            special = is_castle(board, (row, col)) or is_throne(board, (row, col))
            if piece == KING or not special:
                found.append((row, col))
            if piece == GUARD and is_throne(board, (row, col)) and not is_small(board):
                break  # on large boards guards may not cross the throne
            row, col = row + down, col + right
    return found


def play(state: State, move: Move) -> State:
    """Slide the piece, then take off everything it captures as the board stands when it lands."""
    (row, col), (to_row, to_col) = move
    board = [list(cells) for cells in state.board]
    board[to_row][to_col] = board[row][col]
    board[row][col] = FREE
    for taken_row, taken_col in captured(board, (to_row, to_col)):
        board[taken_row][taken_col] = FREE
    return State(board, GUARD if state.turn == ATTACKER else ATTACKER)


def captured(board: list[list[str]], landed: Square) -> list[Square]:
    """List the pieces captured by the piece that has just landed on a square."""
    mine = side(board[landed[0]][landed[1]])
    found = []
    for down, right in STEPS:
        near = (landed[0] + down, landed[1] + right)
        far = (landed[0] + 2 * down, landed[1] + 2 * right)
        if not is_inside(board, near):
            continue
        victim = board[near[0]][near[1]]
        if victim == FREE or side(victim) == mine:
            continue
        if victim == KING:
            if is_king_caught(board, near):
                found.append(near)
        elif is_inside(board, far) and is_hostile(board, far, victim):
            found.append(near)
    return found


def is_hostile(board: list[list[str]], square: Square, victim: str) -> bool:
    """Tell whether a square helps to capture a guard or an attacker beside it."""
    piece = board[square[0]][square[1]]
    if is_castle(board, square):
        return True
    if piece == FREE:
        return is_throne(board, square) and is_small(board) and victim == ATTACKER
    return side(piece) != side(victim)


def is_king_caught(board: list[list[str]], king: Square) -> bool:
    """Tell whether nothing around the king is free and three of the four are attackers or castles."""
    hostile = 0
    for down, right in STEPS:
        square = (king[0] + down, king[1] + right)
        if not is_inside(board, square):
            continue
        piece = board[square[0]][square[1]]
        if piece == ATTACKER or is_castle(board, square):
            hostile += 1
        elif piece == FREE and not is_throne(board, square):
            return False
    return hostile >= 3


def text(state: State, move: Move) -> str:
    """Spell a slide by the squares it leaves and reaches."""
    return f"{square_name(move[0])} {square_name(move[1])}"


def perft(state: State, depth: int) -> int:
    """Count the lines of exactly `depth` moves."""
    return count_lines(moves, play, state, depth)
