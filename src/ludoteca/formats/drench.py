"""A Drench board as a file: rows, columns and colours, then the colours from 1, row by row."""

from collections.abc import Sequence
from typing import Final

from ludoteca.core import AnySession, FormatError, OptionError, Session
from ludoteca.core.game import Size, is_number
from ludoteca.core.words import _
from ludoteca.formats.document import Document
from ludoteca.formats.numbers import expect, read_numbers
from ludoteca.games.drench import COLOURS, Drench, Flood


def read(text: str) -> tuple[Drench, Flood]:
    """The game and first position that a board file describes.

    >>> game, position = read("1 3 2  1 2 1")
    >>> game.options, game.dump(position)
    ('1x3,2', '121.0.0.0')
    """
    numbers = read_numbers(text)
    if len(numbers) < 3:
        raise FormatError(_("the file must begin with the number of rows, of columns and of colours"), line=1)
    rows, cols, colours = (number.value for number in numbers[:3])
    try:
        game = Drench(Size(rows, cols), colours)
    except OptionError as error:
        raise FormatError(str(error), line=numbers[0].line) from None
    expect(numbers, 3 + rows * cols)
    for index, (value, line) in enumerate(numbers[3:]):
        if not 1 <= value <= colours:
            row, col = divmod(index, cols)
            where = _("row {row}, column {col}: {value} is not a colour from 1 to {most}",
                      row=row + 1, col=col + 1, value=value, most=colours)  # fmt: skip
            raise FormatError(where, line=line)
    return game, Flood("".join(COLOURS[number.value - 1] for number in numbers[3:]))


def write(game: Drench, state: Flood) -> str:
    """The board file of a position.

    >>> print(write(*read("1 3 2  1 2 1")), end="")
    1 3 2
    1 2 1
    """
    rows = game.dump(state).split(".")[0].split("/")
    lines = [" ".join(str(COLOURS.index(colour) + 1) for colour in row) for row in rows]
    return "\n".join([f"{game.size.rows} {game.size.cols} {game.colours}", *lines, ""])


def _fits(words: Sequence[str]) -> bool:
    """Whether there are as many numbers as the first two announce, and three."""
    sides = [int(word) for word in words[:2] if is_number(word)]
    return len(sides) == 2 and len(words) == sides[0] * sides[1] + 3


def _session(text: str, seed: int | None) -> AnySession:
    game, position = read(text)
    return Session(game, seed=seed, position=position)


def _written(session: AnySession) -> str:
    assert isinstance(session.game, Drench)
    return write(session.game, session.states[0])


DOCUMENT: Final = Document(_fits, _session, _written)
