"""Where things are kept: what can be made again, and what cannot."""

from collections.abc import Mapping
from pathlib import Path


def cache_folder(environ: Mapping[str, str]) -> Path:
    """Where to keep what can be made again: LUDOTECA_HOME, else the system's folder for such things."""
    if home := environ.get("LUDOTECA_HOME"):
        return Path(home) / "cache"
    return Path(environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludoteca"


def data_folder(environ: Mapping[str, str]) -> Path:
    """Where to keep what nobody could make again in a moment: LUDOTECA_HOME, else the system's folder."""
    if home := environ.get("LUDOTECA_HOME"):
        return Path(home)
    return Path(environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "ludoteca"


def archive_file(environ: Mapping[str, str]) -> Path:
    """Where the games are kept."""
    return data_folder(environ) / "archive.sqlite3"
