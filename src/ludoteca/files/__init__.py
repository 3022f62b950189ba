"""What people keep in files: records, and the documents' own forms; the one place that touches the disk."""

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from ludoteca.core import FormatError, GameId, LudotecaError, OptionError, Record, Session
from ludoteca.core.game import is_number
from ludoteca.core.words import _
from ludoteca.files import drench, fuga, oca, solitario
from ludoteca.files.disk import FileError, read_bytes, text_of, write_bytes
from ludoteca.games import GAMES, begin
from ludoteca.games.drench import Drench
from ludoteca.games.fuga import Fuga
from ludoteca.games.oca import Oca
from ludoteca.games.solitario import Solitario

__all__ = [
    "FileError",
    "board_text",
    "find",
    "load",
    "read_bytes",
    "save",
    "save_bytes",
    "session_of",
    "text_of",
    "write_bytes",
]


def find(what: str, *, seed: int | None = None) -> Session[Any, Any]:
    """The game that a name, an id or a file means; what has no luck of its own follows `seed`.

    >>> str(find("2048", seed=7).id)
    '2048:4,2#7'
    """
    name = what.partition(":")[0].partition("@")[0].partition("#")[0]
    if name in GAMES:
        gameid = GameId.parse(what)
        return begin(gameid if gameid.seed is not None else replace(gameid, seed=seed))
    if os.path.exists(what):
        return load(what, seed=seed)
    names = ", ".join(GAMES)
    raise OptionError(
        _("'{what}' is no file, and no game or id; games: {names}.", what=what[:60], names=names)
    )


def load(path: str, *, game: str | None = None, seed: int | None = None) -> Session[Any, Any]:
    """The game in a file: a record, or one of the forms of `game` (of any game, if none is named).

    A record has its own luck; what a board or track leaves to chance follows `seed`.
    """
    data = read_bytes(path)
    try:
        return session_of(data, game=game, seed=seed)
    except LudotecaError as error:
        raise FileError(path, str(error).rstrip(".")) from None


def save(path: str, session: Session[Any, Any]) -> None:
    """Write the record of a game."""
    write_bytes(path, str(session.record).encode())


def board_text(session: Session[Any, Any]) -> str:
    """The game in its document's own form: a board, a track, a text game."""
    game, state = session.game, session.states[0]
    if isinstance(game, Solitario):
        return solitario.write(game, state)
    if isinstance(game, Drench):
        return drench.write(game, state)
    if isinstance(game, Oca):
        return oca.write(game)
    if isinstance(game, Fuga):
        return fuga.write(session)
    raise FormatError(_("{game} has no board file", game=game.name))


def save_bytes(session: Session[Any, Any]) -> bytes:
    """The position now as the binary save of the game's document, with the seats for names."""
    if not isinstance(session.game, Fuga):
        raise FormatError(_("{game} has no binary save", game=session.game.name))
    if session.outcome:
        raise FormatError(_("the game is over; there is nothing to go on with"))
    attacker, defender = session.game.seats
    return fuga.pack(fuga.Saved(attacker, defender, session.game.size, session.state))


def session_of(data: bytes, *, game: str | None = None, seed: int | None = None) -> Session[Any, Any]:
    """The game that some bytes hold.

    Without a game's name the form shows in the file: records have a first line of their own, a binary save
    has zero bytes, and the forms made of numbers differ in how many there are.

    >>> str(session_of(b"1 3  2 2 1  0 2").id)
    'solitario:223'
    """
    if b"\0" in data and game in (None, "fuga"):
        saved = fuga.unpack(data)
        return Session(Fuga(saved.size), position=saved.position)
    text = text_of(data)
    if text.startswith("ludoteca"):
        session = Record.parse(text).session(begin)
        if game not in (None, session.game.name):
            raise FormatError(
                _("this is a record of {found}, not of {game}", found=session.game.name, game=game)
            )
        return session
    reader = _READERS.get(_form(text) if game is None else game)
    if reader is None:
        raise FormatError(_("this is neither a game record nor a board, track or game of a known form"))
    return reader(text, seed)


def _form(text: str) -> str:
    """The game whose form a text is most like."""
    words = text.split()
    if not words or not is_number(words[0]):
        return ""
    if len(words) == 1 or words[1].startswith("("):
        return "fuga"
    if words[1].isalpha():
        return "oca"
    sides = [int(word) for word in words[:2] if is_number(word)]
    return "drench" if len(sides) == 2 and len(words) == sides[0] * sides[1] + 3 else "solitario"


def _drench(text: str, seed: int | None) -> Session[Any, Any]:
    game, position = drench.read(text)
    return Session(game, seed=seed, position=position)


def _fuga(text: str, _seed: int | None) -> Session[Any, Any]:
    *_before, last = fuga.replay(text)
    return last


_READERS: Final[dict[str, Callable[[str, int | None], Session[Any, Any]]]] = {
    "solitario": lambda text, _seed: Session(solitario.read(text)),
    "fuga": _fuga,
    "drench": _drench,
    "oca": lambda text, seed: Session(oca.read(text), seed=seed),
}
