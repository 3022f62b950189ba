"""Games out of the archive and into it: records, the documents' own forms, pictures and films."""

from collections.abc import Callable
from typing import Any, Final

from ludoteca import files
from ludoteca.archive.kept import Kept
from ludoteca.archive.store import Archive
from ludoteca.core import OptionError, Session
from ludoteca.core.words import _

Play = Session[Any, Any]


def bring(archive: Archive, path: str, *, game: str | None = None) -> Kept:
    """Take a game from a file of any known form, or of one game's, into the archive, moved in or not."""
    return archive.keep(files.load(path, game=game), at_once=True)


def export(session: Play, path: str, form: str | None = None) -> None:
    """Write a game to a file, whole or not at all, in a form of FORMS or the one that the name tells."""
    files.write_bytes(path, rendered(session, form_of(path) if form is None else form))


def form_of(path: str) -> str:
    """The form that the end of a file's name tells.

    >>> form_of("game.svg"), form_of("game.replay.svg"), form_of("game.record")
    ('svg', 'replay', 'record')
    """
    for suffix, form in SUFFIXES.items():
        if path.lower().endswith(suffix):
            return form
    known = ", ".join(SUFFIXES)
    raise OptionError(_("'{path}' does not end in one of: {known}.", path=path[-60:], known=known))


def rendered(session: Play, form: str) -> bytes:
    """A game in a form.

    >>> from ludoteca.games import begin
    >>> print(rendered(begin("drench:1x3,2#4"), "board").decode(), end="")
    1 3 2
    1 1 2
    """
    if form not in FORMS:
        forms = ", ".join(FORMS)
        raise OptionError(_("There is no form '{form}'; forms: {forms}.", form=form[:40], forms=forms))
    return FORMS[form](session)


def _svg(session: Play) -> bytes:
    from ludoteca.looks.svg import board_svg

    return board_svg(session.game.board(session.state)).encode()


def _replay(session: Play) -> bytes:
    from ludoteca.looks.svg import replay_svg

    return replay_svg(session).encode()


def _cast(session: Play) -> bytes:
    from ludoteca.looks.cast import replay_cast

    return replay_cast(session).encode()


FORMS: Final[dict[str, Callable[[Play], bytes]]] = {
    "record": lambda session: str(session.record).encode(),
    "board": lambda session: files.board_text(session).encode(),
    "save": files.save_bytes,
    "svg": _svg,
    "replay": _replay,
    "cast": _cast,
}
SUFFIXES: Final = {  # the longer of two that fit comes first
    ".replay.svg": "replay",
    ".svg": "svg",
    ".cast": "cast",
    ".ludoteca": "record",
    ".record": "record",
    ".txt": "record",
    ".board": "board",
    ".bin": "save",
}
