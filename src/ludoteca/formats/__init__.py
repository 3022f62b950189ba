"""The forms in which games are kept in files: one reader and writer for each, found by one function.

`read` and `load` see which form some bytes are in; `write` and `save` are told, or look at how a file's name
ends. FORMS lists what can be written; what can be read is every form but pictures and films.
"""

from collections.abc import Callable
from os import PathLike, fspath
from typing import Final, NamedTuple

from ludoteca.core import AnyGame, AnySession, FormatError, GameId, LudotecaError, OptionError, Record
from ludoteca.core.game import is_number
from ludoteca.core.record import MAX_MOVES
from ludoteca.core.words import N_, _
from ludoteca.formats import drench, fuga, oca, pictures, solitario
from ludoteca.formats.document import Document
from ludoteca.games import begin, find
from ludoteca.games.drench import Drench
from ludoteca.games.fuga import Fuga
from ludoteca.games.oca import Oca
from ludoteca.games.solitario import Solitario
from ludoteca.system.disk import FileError, read_bytes, text_of, write_bytes

__all__ = ["FORMS", "Form", "form_of", "load", "read", "save", "write"]

# The documents' own forms, the one that says most about itself first.
DOCUMENTS: Final[dict[type[AnyGame], Document]] = {
    Fuga: fuga.DOCUMENT,
    Oca: oca.DOCUMENT,
    Drench: drench.DOCUMENT,
    Solitario: solitario.DOCUMENT,
}


# What is read takes a moment and some memory at most, and what is written can be read.
MAX_DOCUMENT: Final = 250_000  # characters
MAX_CELLS: Final = 40_000_000  # of all positions of a record together


class Form(NamedTuple):
    """A form to write: what it is, how names of such files end, and its writer."""

    note: str
    suffixes: tuple[str, ...]
    write: Callable[[AnySession], bytes]


def read(data: bytes, *, game: str | None = None, seed: int | None = None) -> AnySession:
    """The game that some bytes hold; of any form, or of one that the game of a name has.

    Without a name the form shows: records have a first line of their own, a binary save has zero bytes, and
    the forms made of numbers differ in how many there are. A record has its own luck; what a board or a track
    leaves to chance follows `seed`.

    >>> str(read(b"1 3  2 2 1  0 2").id)
    'solitario:223'
    """
    wanted = None if game is None else find(game)
    if b"\0" in data and wanted in (None, Fuga):
        return fuga.recovered(data)
    text = text_of(data)
    if text.startswith("ludoteca"):
        session = _replayed(Record.parse(text))
        if wanted not in (None, type(session.game)):
            raise FormatError(
                _("this is a record of {found}, not of {game}", found=session.game.name, game=game)
            )
        return session
    if len(text) > MAX_DOCUMENT:
        raise FormatError(_("this is too long for a board, a track or a text game"))
    words = text.split()
    if wanted is not None and wanted in DOCUMENTS:
        return DOCUMENTS[wanted].read(text, seed)
    if wanted is None and words and is_number(words[0]):
        return next(each for each in DOCUMENTS.values() if each.fits(words)).read(text, seed)
    raise FormatError(_("this is neither a game record nor a board, track or game of a known form"))


def load(path: str | PathLike[str], *, game: str | None = None, seed: int | None = None) -> AnySession:
    """The game in a file; FileError names the file and says what is wrong with it."""
    path = fspath(path)
    data = read_bytes(path)
    try:
        return read(data, game=game, seed=seed)
    except LudotecaError as error:
        raise FileError(path, str(error).rstrip(".")) from None


def write(session: AnySession, form: str = "record") -> bytes:
    """A game in a form of FORMS.

    >>> print(write(begin("drench:1x3,2#4"), "board").decode(), end="")
    1 3 2
    1 1 2
    """
    if form not in FORMS:
        forms = ", ".join(FORMS)
        raise OptionError(_("There is no form '{form}'; forms: {forms}.", form=form[:40], forms=forms))
    return FORMS[form].write(session)


def save(session: AnySession, path: str | PathLike[str], *, form: str | None = None) -> None:
    """Write a game to a file, whole or not at all, in a form of FORMS or the one that its name tells."""
    path = fspath(path)
    write_bytes(path, write(session, form_of(path) if form is None else form))


def form_of(path: str) -> str:
    """The form that the end of a file's name tells.

    >>> form_of("game.svg"), form_of("game.replay.svg"), form_of("game.record")
    ('svg', 'replay', 'record')
    """
    ends = {suffix: name for name, form in FORMS.items() for suffix in form.suffixes}
    for suffix in sorted(ends, key=len, reverse=True):  # the longer of two that fit
        if path.lower().endswith(suffix):
            return ends[suffix]
    raise OptionError(_("'{path}' does not end in one of: {known}.", path=path[-60:], known=", ".join(ends)))


def _replayed(record: Record) -> AnySession:
    """The game at the end of a record, if it is not too much for its board."""

    def begun(gameid: GameId) -> AnySession:
        session = begin(gameid)
        _check_length(session, len(record.moves))
        return session

    return record.session(begun)


def _check_length(session: AnySession, moves: int) -> None:
    """Refuse what would be too long to read."""
    if moves > MAX_MOVES or moves * sum(map(len, session.game.board(session.states[0]))) > MAX_CELLS:
        raise FormatError(_("this game is too long for a record"))


def _record(session: AnySession) -> bytes:
    """The game as a record."""
    _check_length(session, len(session.moves))
    return str(session.record).encode()


def _board(session: AnySession) -> bytes:
    """The game in its document's own text form: a board, a track, a text game."""
    document = DOCUMENTS.get(type(session.game))
    if document is None:
        raise FormatError(_("{game} has no board file", game=session.game.name))
    text = document.write(session)
    if len(text) > MAX_DOCUMENT:
        raise FormatError(_("this is too long for a board, a track or a text game"))
    return text.encode()


FORMS: Final[dict[str, Form]] = {
    "replay": Form(N_("a film of the game, as a picture that moves"), (".replay.svg",), pictures.replay),
    "svg": Form(N_("a picture of the board"), (".svg",), pictures.svg),
    "cast": Form(N_("a film of the game for a terminal (asciinema)"), (".cast",), pictures.cast),
    "record": Form(
        N_("the game, move by move"),
        (".ludoteca", ".record", ".txt"),
        _record,
    ),
    "board": Form(N_("a board, a track or a game, in the form of its document"), (".board",), _board),
    "save": Form(N_("the position now, in the binary form of its document"), (".bin",), fuga.saved),
}
