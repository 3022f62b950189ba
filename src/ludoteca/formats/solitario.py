"""The document's board file of El Solitario: rows, columns, the cells, and the goal counted from 0."""

from typing import Final

from ludoteca.core import AnySession, FormatError, Session
from ludoteca.core.grid import in_rows
from ludoteca.core.words import _
from ludoteca.formats.document import Document
from ludoteca.formats.numbers import expect, read_numbers
from ludoteca.games.solitario import MAX_SIDE, Pegs, Solitario


def read(text: str) -> Solitario:
    """The game that a board file describes.

    >>> read("1 3  2 2 1  0 2").layout
    '223'
    """
    numbers = read_numbers(text)
    for number, what in zip(numbers, (_("rows"), _("columns")), strict=False):
        if not 1 <= number.value <= MAX_SIDE:
            reason = _(
                "{what} must be from 1 to {most}, not {value}", what=what, most=MAX_SIDE, value=number.value
            )
            raise FormatError(reason, line=number.line)
    if len(numbers) < 2:
        raise FormatError(_("the file must begin with the number of rows and of columns"), line=1)
    rows, cols = numbers[0].value, numbers[1].value
    expect(numbers, 2 + rows * cols + 2)
    *cells, goal_row, goal_col = numbers[2:]
    for index, (value, line) in enumerate(cells):
        if value > 2:
            row, col = divmod(index, cols)
            where = _(
                "row {row}, column {col}: {value} is not 0, 1 or 2", row=row + 1, col=col + 1, value=value
            )
            raise FormatError(where, line=line)
    if goal_row.value >= rows or goal_col.value >= cols:
        raise FormatError(_("the goal is off the board; it is counted from 0"), line=goal_row.line)
    goal = goal_row.value * cols + goal_col.value
    if cells[goal].value == 0:
        raise FormatError(_("the goal is on an unusable cell"), line=goal_row.line)
    digits = [str(cell.value + 2 * (index == goal)) for index, cell in enumerate(cells)]
    return Solitario("/".join("".join(row) for row in in_rows(digits, cols)))


def write(game: Solitario, state: Pegs) -> str:
    """The board file of a position.

    >>> game = read("1 3  2 2 1  0 2")
    >>> print(write(game, game.load(game.layout)), end="")
    1 3
    2 2 1
    0 2
    """
    plain = str.maketrans("34", "12")
    rows = [" ".join(row.translate(plain)) for row in game.dump(state).split("/")]
    row, col = divmod(state.goal, game.cols)
    return "\n".join([f"{game.rows} {game.cols}", *rows, f"{row} {col}", ""])


def _written(session: AnySession) -> str:
    assert isinstance(session.game, Solitario)
    return write(session.game, session.states[0])


DOCUMENT: Final = Document(lambda words: True, lambda text, _seed: Session(read(text)), _written)
