"""The two files of La Fuga del Rey: the binary save, byte for byte as documented, and the text game."""

import re
import struct
from collections.abc import Iterator
from typing import Final, NamedTuple

from ludoteca.core import AnySession, Dice, FormatError, LudotecaError, OptionError, Session
from ludoteca.core.game import is_number
from ludoteca.core.words import _
from ludoteca.formats.document import Document
from ludoteca.games.fuga import KING, Flight, Fuga, Slide, geometry

NAME_LENGTH: Final = 30
_SQUARE: Final = re.compile(r"\b([a-z]{1,2})([0-9]{1,4})\b|\(([a-z]{1,2}),([0-9]{1,4})\)")
_INTS: Final = struct.Struct("<ii")


class Saved(NamedTuple):
    """A game as the binary file keeps it: both names, the board's size, the position."""

    attacker: str
    defender: str
    size: int
    position: Flight


def check_name(name: str) -> None:
    """Refuse a name that the file could not keep."""
    if not name or name != name.strip() or not name.isprintable() or len(name) > NAME_LENGTH:
        raise FormatError(_("a name has from 1 to {most} characters", most=NAME_LENGTH))


def as_written(text: str) -> str:
    """A text with its squares as the document writes them.

    >>> as_written("d2 d4"), as_written("(h,4) is off the board")
    ('(D,2) (D,4)', '(H,4) is off the board')
    """
    return _SQUARE.sub(lambda found: f"({(found[1] or found[3]).upper()},{found[2] or found[4]})", text)


def pack(saved: Saved) -> bytes:
    r"""The bytes: attacker and newline, defender and newline, turn (1 or 2), size, squares by rows.

    >>> from ludoteca.games.fuga import opening
    >>> pack(Saved("Ana", "Eva", 7, Flight(opening(7), 0)))[:18]
    b'Ana\nEva\n\x01\x00\x00\x00\x07\x00\x00\x0000'
    """
    names = f"{saved.attacker}\n{saved.defender}\n".encode()
    return names + _INTS.pack(saved.position.turn + 1, saved.size) + saved.position.board.encode("ascii")


def unpack(data: bytes) -> Saved:
    """The game that a binary save holds; everything is checked before anything is believed."""
    names, rest = [], data
    for side in (_("the attacker's name"), _("the defender's name")):
        raw, newline, rest = rest.partition(b"\n")
        try:
            name = raw.decode()
            check_name(name)
        except (UnicodeDecodeError, FormatError):
            newline = b""
        if not newline:
            raise FormatError(_("{part} is damaged", part=side))
        names.append(name)
    if len(rest) < _INTS.size:
        raise FormatError(_("the file breaks off before the board"))
    turn, size = _INTS.unpack_from(rest)
    squares = rest[_INTS.size :]
    if turn not in (1, 2):
        raise FormatError(_("whose turn it is must be 1 or 2, not {value}", value=turn))
    try:
        game = Fuga(size)
    except OptionError as error:
        raise FormatError(str(error)) from None
    if len(squares) != size * size:
        reason = _("a board of {size} has {count} squares, the file has {found}",
                   size=size, count=size * size, found=len(squares))  # fmt: skip
        raise FormatError(reason)
    board = squares.decode("latin-1")
    game.check(board)
    if KING not in board or board.index(KING) in geometry(size).castles:
        raise FormatError(_("there is no king on the board who could still flee"))
    return Saved(names[0], names[1], size, Flight(board, turn - 1))


def recovered(data: bytes) -> Session[Flight, Slide]:
    """The game of a binary save, to go on with."""
    saved = unpack(data)
    return Session(Fuga(saved.size), position=saved.position)


def saved(session: AnySession) -> bytes:
    """The position now as a binary save, with the seats for names."""
    if not isinstance(session.game, Fuga):
        raise FormatError(_("{game} has no binary save", game=session.game.name))
    if session.outcome:
        raise FormatError(_("the game is over; there is nothing to go on with"))
    attacker, defender = session.game.seats
    return pack(Saved(attacker, defender, session.game.size, session.state))


def write(session: Session[Flight, Slide]) -> str:
    """The text game: the size in the first line, a move in each further one, as the document writes them.

    >>> session = Session(Fuga(7))
    >>> _move = session.play_text("b4 b7")
    >>> print(write(session), end="")
    7
    (B,4) (B,7)
    """
    game = session.game
    if session.states[0] != game.start(Dice(0)):
        raise FormatError(_("a text game begins from the first position"))
    lines = (as_written(game.text(move)) for move in session.moves)
    return "\n".join([game.options.partition(",")[0], *lines, ""])


def numbered(text: str) -> list[tuple[int, str]]:
    """The lines of a text game that are not empty, the size first and then the moves, with their numbers."""
    return [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def replay(text: str) -> Iterator[Session[Flight, Slide]]:
    """Play a text game, the size in the first line and a move in each further one; an error names its line.

    Gives the session before the first move and after each.
    """
    lines = numbered(text)
    if not lines:
        raise FormatError(_("the first line must be the size of the board"), line=1)
    first, size = lines[0]
    try:
        session = Session(Fuga(int(size) if is_number(size) else 0, repeats=0))
    except OptionError:
        reason = _("the first line must be the size of the board: odd, from 7 to 19")
        raise FormatError(reason, line=first) from None
    yield session
    for number, line in lines[1:]:
        try:
            session.play_text(line)
        except LudotecaError as error:
            raise FormatError(str(error), line=number) from None
        yield session


def _last(text: str, _seed: int | None) -> AnySession:
    *_before, last = replay(text)
    return last


DOCUMENT: Final = Document(lambda words: len(words) == 1 or words[1].startswith("("), _last, write)
