"""The names that people give themselves, made fit to be shown to others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from unicodedata import category, normalize

from ludoteca.web.messages import NAME

# Letters and signs by Unicode's word, of which nothing is seen: Hangul's fillers, Braille's blank, a note's.
BLANKS: Final = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800\U0001d159"), " ")
MARKS: Final = 3  # accents on one letter, as many as a language needs; more of them hide the lines above


def shown_name(text: str) -> str:
    """A name as others see it: '' where nothing of it would be seen.

    >>> shown_name("  Ana   María "), shown_name("\u3164\u2800"), shown_name("\u0301\u0301")
    ('Ana María', '', '')
    """
    whole = normalize("NFC", text).translate(BLANKS)
    printed = "".join(
        " " if sign.isspace() else sign for sign in whole if sign.isprintable() or sign.isspace()
    )
    return " ".join("".join(_with_few_marks(printed)).split())[:NAME].rstrip()


def _with_few_marks(text: str) -> Iterator[str]:
    """The signs of a text but for marks on no letter, and for those that are too many on one."""
    left = 0
    for sign in text:
        is_mark = category(sign) in ("Mn", "Me")
        left = left - 1 if is_mark else MARKS * (not sign.isspace())
        if not is_mark or left >= 0:
            yield sign
