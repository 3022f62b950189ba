"""What a player reads, in the player's language: sentences are English in the code, translated when shown.

Whatever fills a blank of a sentence, or is printed as it came, is made printable here.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple


class Language(NamedTuple):
    """What turns our English into a language: a sentence, and one of two by a number."""

    gettext: Callable[[str], str] = str
    ngettext: Callable[[str, str, int], str] = lambda one, many, count: one if count == 1 else many


ENGLISH = Language()
UNPRINTABLE = "?"
_spoken: ContextVar[Language] = ContextVar("spoken", default=ENGLISH)


def _(message: str, /, **values: object) -> str:
    """Say a sentence in the language being spoken, with its blanks filled in.

    >>> _("no peg at {square}", square="d4")
    'no peg at d4'
    """
    said = _spoken.get().gettext(message)
    return said.format(**_printable(values)) if values else said


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """Say the sentence that goes with a number, which fills the blank `count`.

    >>> ngettext("{count} move", "{count} moves", 1), ngettext("{count} move", "{count} moves", 3)
    ('1 move', '3 moves')
    """
    return _spoken.get().ngettext(one, many, count).format(count=count, **_printable(values))


def printable(text: str, *, keep: str = "") -> str:
    r"""A text that no terminal obeys: each sign that is none, such as a control code, a line end, a change of
    direction or half a character, becomes one that shows it; `keep` names those that stay.

    >>> printable("Ana\x1b]0;Eva\x07")
    'Ana?]0;Eva?'
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in keep else UNPRINTABLE for sign in text)


def spoken_now() -> Language:
    """The language being spoken."""
    return _spoken.get()


def _printable(values: dict[str, object]) -> dict[str, object]:
    """What fills the blanks of a sentence: numbers as they are, all else as printable text."""
    return {
        key: value if isinstance(value, int | float) else printable(str(value))
        for key, value in values.items()
    }


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for 'translate me later'
    """Mark a sentence for the catalogue without translating it yet."""
    return message


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Speak a language inside the block; a context variable, so threads and tasks each have their own.

    >>> with speaking(Language(str.upper)):
    ...     _("your move")
    'YOUR MOVE'
    """
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def package_text(module: str, path: str) -> str:
    """A text that lies beside a module, or in it where it is a package; '' where there is none."""
    from importlib.resources import files

    for package in filter(None, (module, module.rpartition(".")[0])):
        try:
            return files(package).joinpath(path).read_text("utf-8")
        except (ImportError, OSError, TypeError, ValueError):
            continue
    return ""
