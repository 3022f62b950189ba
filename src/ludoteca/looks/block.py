"""One cell as a block of characters: drawn by the rule of its kind, then marked."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from ludoteca.looks.canvas import Canvas, Task
from ludoteca.looks.colour import readable
from ludoteca.looks.fills import fill, tile
from ludoteca.looks.model import Block, Spot
from ludoteca.looks.pieces import piece, token, void, words
from ludoteca.looks.roles import Look, look_of
from ludoteca.looks.squares import square

_KINDS: Final[dict[str, Callable[[Task, Look], Canvas]]] = {
    "void": void, "piece": piece, "fill": fill, "tile": tile, "square": square, "token": token, "text": words,
}  # fmt: skip

# Marks are shapes as well as colours: corners round a block, brackets beside a line.
_CORNERS: Final = {"cursor": "┏┓┗┛", "chosen": "╭╮╰╯", "target": "┌┐└┘", "hint": "╔╗╚╝", "last": "˙˙.."}
_SIDES: Final = {"cursor": "[]", "chosen": "()", "target": "<>", "hint": "{}", "last": "''"}


@lru_cache(maxsize=1 << 12)
def block(task: Task) -> Block:
    """The characters of a cell; kept, since most cells of a board look alike from one move to the next."""
    look = look_of(task.cell.role)
    canvas = _KINDS[look.kind](task, look)
    if task.mark:
        _frame(canvas, task)
    return tuple(map(tuple, canvas))


def _frame(canvas: Canvas, task: Task) -> None:
    """Show the strongest mark of a cell."""
    sides, wide, high = _SIDES[task.mark], task.width, task.height
    if wide == 2:
        _put(canvas, 0, 1, sides[1], task)
    elif high == 1 or task.skin.ascii:
        for row in range(high):
            _put(canvas, row, 0, sides[0], task)
            _put(canvas, row, wide - 1, sides[1], task)
    else:
        corners = ((0, 0), (0, wide - 1), (high - 1, 0), (high - 1, wide - 1))
        for char, (row, col) in zip(_CORNERS[task.mark], corners, strict=True):
            _put(canvas, row, col, char, task)


def _put(canvas: Canvas, row: int, col: int, char: str, task: Task) -> None:
    """Set a character of a mark; the gap around a tile has no ground of its own, and the last move hides
    nothing."""
    old, loose = canvas[row][col], look_of(task.cell.role).kind == "tile"
    if task.mark == "last" and old.char != " ":
        return
    if task.skin.sixteen and task.skin.colour:  # nothing is tinted, so the mark has its own ground
        ground = task.colour(task.mark)
        canvas[row][col] = Spot(char, readable(ground), ground, bold=True)
        return
    ground = "" if loose else old.ground or (old.ink if old.char != " " else "")
    ink = readable(ground) if ground else task.colour(task.mark)
    bare = task.mark == "cursor" and not task.skin.colour
    canvas[row][col] = Spot(char, ink, ground, bold=True, reverse=bare)
