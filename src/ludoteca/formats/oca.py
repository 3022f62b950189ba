"""A goose track as a file: the one-line form's words with white space between."""

from collections.abc import Sequence
from typing import Final

from ludoteca.core import AnySession, Session
from ludoteca.formats.document import Document
from ludoteca.games.oca import Oca


def read(text: str) -> Oca:
    """The game, for two, on the track that a file describes.

    >>> read("20  goose 5 20  inn 7 1").last
    20
    """
    return Oca(track=".".join(text.split()))


def write(game: Oca) -> str:
    """The track of a game, a kind of square a line.

    >>> print(write(Oca(track="20.goose.5.20.inn.7.1")), end="")
    20
    goose 5 20
    inn 7 1
    """
    words = game.track.split(".")
    return "".join((" " if word.isdigit() else "\n") + word for word in words).strip() + "\n"


def _fits(words: Sequence[str]) -> bool:
    """Whether a word follows the first number."""
    return len(words) > 1 and words[1].isalpha()


def _written(session: AnySession) -> str:
    assert isinstance(session.game, Oca)
    return write(session.game)


DOCUMENT: Final = Document(_fits, lambda text, seed: Session(read(text), seed=seed), _written)
