"""The languages we speak: which one a person wants, and its catalogue of sentences."""

import gettext
import os
from collections.abc import Mapping
from functools import cache
from typing import Final

from ludoteca.core.words import Language

LANGUAGES: Final = ("en", "es")
FOLDER: Final = os.path.dirname(__file__)


def language(environ: Mapping[str, str]) -> str:
    """The first language we speak of those the environment asks for, English if there is none.

    >>> language({"LANG": "es_ES.UTF-8"}), language({"LC_ALL": "C", "LANG": "es_ES.UTF-8"})
    ('es', 'en')
    """
    asked = next(filter(None, map(environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    listed = "" if asked in ("C", "POSIX") else environ.get("LANGUAGE", "")
    for word in (*listed.split(":"), asked):
        if word[:2].lower() in LANGUAGES:
            return word[:2].lower()
    return "en"


def speaks_utf8(environ: Mapping[str, str]) -> bool:
    """Whether the environment does not ask for other characters: ones of 'C', or of an old character set.

    Python itself sets LC_CTYPE where it finds no better than 'C', so what it says then counts for nothing.

    >>> [speaks_utf8({"LANG": each}) for each in ("C", "es_ES.UTF-8", "es_ES.ISO-8859-1", "es_ES", "")]
    [False, True, False, True, True]
    """
    usual = environ.get("LANG", "")
    ctype = environ.get("LC_CTYPE", "")
    asked = environ.get("LC_ALL") or (usual if ctype == "C.UTF-8" else ctype or usual)
    charset = asked.partition(".")[2].partition("@")[0].lower().replace("-", "")
    return asked not in ("C", "POSIX") and charset in ("", "utf8")


@cache
def translator(code: str) -> Language:
    """What turns our English sentences into a language."""
    catalogue = gettext.translation("ludoteca", FOLDER, [code], fallback=True)
    return Language(catalogue.gettext, catalogue.ngettext)


def adopt(code: str) -> None:
    """Let Python's own messages, argparse's among them, come from our catalogue too."""
    os.environ["LANGUAGE"] = code
    gettext.bindtextdomain("ludoteca", FOLDER)
    gettext.textdomain("ludoteca")
