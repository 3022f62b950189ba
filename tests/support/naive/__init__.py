"""Second, deliberately naive programs of the five games, written from the rules alone to check the engine."""

from collections.abc import Callable
from typing import TypeVar

S = TypeVar("S")
M = TypeVar("M")


def square_name(square: tuple[int, int]) -> str:
    """Name a square by its row's letter (z is followed by aa) and its column's number from 1."""
    row, col = square
    letters = [chr(ord("a") + i) for i in range(26)]
    rows = letters + ["a" + letter for letter in letters]
    return rows[row] + str(col + 1)


def count_lines(moves: Callable[[S], list[M]], play: Callable[[S, M], S], state: S, depth: int) -> int:
    """Count the lines of exactly `depth` plies, by walking every one of them."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(moves(state))
    return sum(count_lines(moves, play, play(state, move), depth - 1) for move in moves(state))
