"""Where cells lie in a picture: how large they can be, which one is under the mouse, where one begins."""

from ludoteca.core import Board, Labels
from ludoteca.looks.model import UNLABELLED, Scale
from ludoteca.looks.roles import look_of
from ludoteca.looks.track import is_track, names_of

# The least and the wished-for width of a cell by the kind of its look: a tile wants room for its number, and
# a piece of one character an odd width, for only that has a middle. Where two columns are all there is, the
# character stands in the left one: no two that every font has make one piece (the half circles of U+25D6 are
# often missing or as wide as two), and half blocks would make one line of the pieces below each other.
_LEAST = {"tile": 5, "square": 5, "text": 3}
_WISHED = {"tile": 8, "square": 7, "text": 3, "fill": 3, "piece": 3}
_TIGHT = 4  # columns of a square without walls: a number, what is there, and a blank
_TALLEST = 12


def _kinds(board: Board) -> set[str]:
    return {look_of(cell.role).kind for row in board for cell in row}


def margins(board: Board, labels: Labels) -> tuple[int, int]:
    """Room for the labels of rows and columns; tiles and colours are not spoken of by their places."""
    if _kinds(board) & {"tile", "fill"}:
        return 0, 0
    return max((len(label) + 1 for label in labels.rows), default=0), int(bool(labels.cols))


def _tight(board: Board, width: int, height: int) -> Scale | None:
    """The scale of a track without walls, where there is no room for them; None where that is no help."""
    wide, high = width // len(board[0]), height // len(board)
    if wide < _TIGHT or high < 1:
        return None
    tall = min(high, wide // 2, _TALLEST)
    return Scale(min(wide, max(2 * tall + 1, _WISHED["square"])), tall)


def scale_for(board: Board, width: int, height: int, *, labels: Labels = UNLABELLED) -> Scale:
    """The largest scale that fits into so many characters; if none does, the smallest that can be read.

    >>> from ludoteca.games import begin
    >>> session = begin("solitario:english")
    >>> game, state = session.game, session.state
    >>> scale_for(game.board(state), 56, 20, labels=game.labels(state))
    Scale(width=5, height=2, gap=0, left=2, top=1)
    """
    rows, cols = len(board), len(board[0])
    gap = int(is_track(names_of(board)))
    left, top = margins(board, labels)
    wide, high = (width - left - gap) // cols - gap, (height - top - gap) // rows - gap
    if gap and (wide < _LEAST["square"] or high < 1) and (tight := _tight(board, width, height)):
        return tight
    kinds = _kinds(board)
    least = max((_LEAST.get(kind, 2) for kind in kinds), default=2)
    wished = max((_WISHED.get(kind, 2) for kind in kinds), default=2)
    tall = max(1, min(high, wide // 2, _TALLEST))
    best = max(least, min(wide, max(2 * tall + 1, wished)))
    return Scale(best, tall, gap, left, top)


def size_of(board: Board, scale: Scale) -> tuple[int, int]:
    """Characters of the whole picture: width and height."""
    rows, cols = len(board), len(board[0])
    wide, high = scale.width + scale.gap, scale.height + scale.gap
    return scale.left + scale.gap + cols * wide, scale.top + scale.gap + rows * high


def place_of(board: Board, scale: Scale, row: int, col: int) -> tuple[int, int]:
    """The x and y of a cell's top left character."""
    wide, high = scale.width + scale.gap, scale.height + scale.gap
    return scale.left + scale.gap + col * wide, scale.top + scale.gap + row * high


def cell_at(board: Board, scale: Scale, x: int, y: int) -> tuple[int, int] | None:
    """The row and column of the cell at a character; None for margins and walls."""
    wide, high = scale.width + scale.gap, scale.height + scale.gap
    col, right = divmod(x - scale.left - scale.gap, wide)
    row, down = divmod(y - scale.top - scale.gap, high)
    inside = 0 <= row < len(board) and 0 <= col < len(board[0])
    return (row, col) if inside and right < scale.width and down < scale.height else None
