"""What a player reads, in the player's language: sentences are English in the code, translated when shown."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_translate: ContextVar[Callable[[str], str]] = ContextVar("translate", default=str)


def _(message: str, /, **values: object) -> str:
    """Say a sentence in the language being spoken, with its blanks filled in.

    >>> _("no peg at {square}", square="d4")
    'no peg at d4'
    """
    return _translate.get()(message).format(**values)


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for 'translate me later'
    """Mark a sentence for the catalogue without translating it yet."""
    return message


@contextmanager
def speaking(translate: Callable[[str], str]) -> Iterator[None]:
    """Speak through `translate` inside the block; a context variable, so each web visitor has their own.

    >>> with speaking(str.upper):
    ...     _("your move")
    'YOUR MOVE'
    """
    token = _translate.set(translate)
    try:
        yield
    finally:
        _translate.reset(token)
