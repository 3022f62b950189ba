"""A naive game of the goose on the document's board: one branch for each kind of square."""

from typing import NamedTuple

from . import count_lines

Move = str | int  # the word roll, or the die's value

ROLL = "roll"
LAST = 63
GEESE = [5, 9, 14, 18, 23, 27, 32, 36, 41, 45, 50, 54, 59, 63]
OTHER_BRIDGE = {6: 12, 12: 6}
OTHER_DICE = {26: 53, 53: 26}
TURNS_LOST = {19: 1, 52: 2, 31: 3}  # inn, prison, well
MAZE, AFTER_MAZE = 42, 30
DEATH, AFTER_DEATH = 58, 1


class State(NamedTuple):
    """Each player's square and turns owed, the seat to move, and whether the die is in the air."""

    squares: list[int]
    owed: list[int]
    turn: int
    thrown: bool


def read(text: str) -> State:
    """Read a position: squares, turns owed, seat to move, and p (player) or t (thrown)."""
    squares, owed, turn, flag = text.split(".")
    return State(
        [int(square) for square in squares.split(",")],
        [int(turns) for turns in owed.split(",")],
        int(turn),
        flag == "t",
    )


def write(state: State) -> str:
    """Write a position as `read` reads it."""
    squares = ",".join(str(square) for square in state.squares)
    owed = ",".join(str(turns) for turns in state.owed)
    return f"{squares}.{owed}.{state.turn}.{'t' if state.thrown else 'p'}"


def moves(state: State) -> list[Move]:
    """List the one thing a player may say, or what the die may show; nothing once somebody has won."""
    if LAST in state.squares:
        return []
    if state.thrown:
        return [1, 2, 3, 4, 5, 6]
    return [ROLL]


def play(state: State, move: Move) -> State:
    """Throw the die, or walk as far as it shows and suffer the square."""
    if isinstance(move, str):
        return state._replace(thrown=True)
    seat = state.turn
    squares, owed = list(state.squares), list(state.owed)
    reached = squares[seat] + move
    again = False
    if reached >= LAST:
        squares[seat] = LAST
    elif reached in GEESE:
        squares[seat] = GEESE[GEESE.index(reached) + 1]
        again = True
    elif reached in OTHER_BRIDGE:
        squares[seat] = OTHER_BRIDGE[reached]
        again = True
    elif reached in OTHER_DICE:
        squares[seat] = OTHER_DICE[reached]
        again = True
    elif reached == MAZE:
        squares[seat] = AFTER_MAZE
    elif reached == DEATH:
        squares[seat] = AFTER_DEATH
    else:
        squares[seat] = reached
        owed[seat] += TURNS_LOST.get(reached, 0)
    if squares[seat] == LAST or again:
        return State(squares, owed, seat, thrown=False)
    following, owed = pass_turn(seat, owed)
    return State(squares, owed, following, thrown=False)


def pass_turn(seat: int, owed: list[int]) -> tuple[int, list[int]]:
    """Return the next seat that owes no turn, and the debts after those passed over have paid one each."""
    owed = list(owed)
    seat = (seat + 1) % len(owed)
    while owed[seat] > 0:
        owed[seat] -= 1
        seat = (seat + 1) % len(owed)
    return seat, owed


def text(state: State, move: Move) -> str:
    """Spell the player's word, or the number the die shows."""
    return str(move)


def perft(state: State, depth: int) -> int:
    """Count the lines of exactly `depth` plies, throws and what they show both counting as plies."""
    return count_lines(moves, play, state, depth)
