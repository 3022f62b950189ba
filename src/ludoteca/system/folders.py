"""Where things are kept: what can be made again, and what cannot."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from ludoteca.core import LudotecaError
from ludoteca.core.words import _

NOWHERE: Final = Path(os.devnull) / "ludoteca"  # where nothing can be kept, and nothing is found


class NoHome(LudotecaError, RuntimeError):  # noqa: N818 - a state of things
    """Nobody knows where this user's home is; as Python itself says it with a RuntimeError."""

    def __init__(self) -> None:
        super().__init__(
            _("This user has no home, so nothing can be remembered; LUDOTECA_HOME names a folder for it.")
        )


def cache_folder(environ: Mapping[str, str]) -> Path:
    """Where to keep what can be made again: LUDOTECA_HOME, else the system's folder for such things; NOWHERE
    where there is none."""
    if home := environ.get("LUDOTECA_HOME"):
        return Path(home) / "cache"
    try:
        return Path(environ.get("XDG_CACHE_HOME") or _home(environ) / ".cache") / "ludoteca"
    except NoHome:
        return NOWHERE


def data_folder(environ: Mapping[str, str]) -> Path:
    """Where to keep what nobody could make again in a moment: LUDOTECA_HOME, else the system's folder;
    NoHome where there is none."""
    if home := environ.get("LUDOTECA_HOME"):
        return Path(home)
    return Path(environ.get("XDG_DATA_HOME") or _home(environ) / ".local" / "share") / "ludoteca"


def archive_file(environ: Mapping[str, str]) -> Path:
    """Where the games are kept."""
    return data_folder(environ) / "archive.sqlite3"


def _home(environ: Mapping[str, str]) -> Path:
    if environ.get("HOME") == "":  # else Python takes the root of all folders for it
        raise NoHome
    try:
        return Path.home()
    except (RuntimeError, KeyError):
        raise NoHome from None
