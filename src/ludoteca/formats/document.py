"""What each game's document keeps in a text file: how it looks, who reads it and who writes it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ludoteca.core import AnySession


class Document(NamedTuple):
    """A text form: whether a file's words look like it, its reader and its writer; what such a file leaves to
    chance follows a seed."""

    fits: Callable[[Sequence[str]], bool]
    read: Callable[[str, int | None], AnySession]
    write: Callable[[AnySession], str]
