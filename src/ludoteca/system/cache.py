"""Files that are kept for later: where they lie, and those of what can be made again."""

import os
import shutil
import stat
from collections.abc import Callable, Mapping
from pathlib import Path

from ludoteca.core import LudotecaError
from ludoteca.core.words import _
from ludoteca.system.disk import FileError, read_bytes, write_bytes
from ludoteca.system.folders import cache_folder, data_folder


def cache_path(environ: Mapping[str, str], *names: str) -> Path:
    """A place for what can be made again; LudotecaError where nobody knows this user's home."""
    return _at_home(cache_folder, environ, names)


def data_path(environ: Mapping[str, str], *names: str) -> Path:
    """A place for what nobody could make again in a moment; LudotecaError where nobody knows the home."""
    return _at_home(data_folder, environ, names)


def _at_home(
    folder: Callable[[Mapping[str, str]], Path], environ: Mapping[str, str], names: tuple[str, ...]
) -> Path:
    try:
        return folder(environ).joinpath(*names)
    except RuntimeError:
        raise LudotecaError(_("Nobody knows where your home folder is; LUDOTECA_HOME can say.")) from None


def read_kept(path: Path) -> bytes | None:
    """The whole of a kept file, None where there is none; FileError for what is there and cannot be one."""
    return read_bytes(str(path)) if os.path.lexists(path) else None


def keep(path: Path, data: bytes) -> None:
    """Keep a file, in a folder made for it; a folder, pipe or link in its place goes, for nothing is lost."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise FileError.of(str(path.parent), error) from None
    drop_stranger(path)
    write_bytes(str(path), data)


def drop_stranger(path: Path) -> None:
    """Remove what is no ordinary file, where one is to be."""
    try:
        mode = os.lstat(path).st_mode
        if stat.S_ISDIR(mode):
            shutil.rmtree(path)
        elif not stat.S_ISREG(mode):
            path.unlink()
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        raise FileError.of(str(path), error) from None
