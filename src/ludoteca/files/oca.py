"""A goose track as a file: the one-line form's words with white space between."""

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
