"""Where compiled kernels are kept, and whether all of them are; this alone imports no Numba."""

import hashlib
import os
import platform
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from ludoteca.core import LudotecaError
from ludoteca.installed import version_of
from ludoteca.system.cache import keep, read_kept
from ludoteca.system.folders import NOWHERE, cache_folder

HERE: Final = Path(__file__).parent
PREPARED: Final = "prepared"  # the file that says so


def stamp(folder: Path) -> str | None:
    """A name for the sources of a folder, another one as soon as any of them changes; None without any."""
    try:
        texts = [
            path.relative_to(folder).as_posix().encode() + path.read_bytes()
            for path in sorted(folder.rglob("*.py"))
        ]
    except OSError:
        return None
    return f"numba-{hashlib.sha256(b'|'.join(texts)).hexdigest()[:16]}" if texts else None


def shelf(sources: Path, environ: Mapping[str, str]) -> Path | None:
    """The folder for what is compiled of some sources: where Numba is told to keep such things, beside them,
    or in the user's cache; None where nothing can be kept."""
    if (name := stamp(sources)) is None:
        return None
    if told := environ.get("NUMBA_CACHE_DIR"):
        return Path(told) / "ludoteca" / name
    beside = sources / "__pycache__"
    if os.access(beside if os.path.lexists(beside) else sources, os.W_OK) and not beside.is_file():
        return beside / name
    folder = cache_folder(environ)
    return None if folder == NOWHERE else folder / "kernels" / name


def has_compiler(environ: Mapping[str, str]) -> bool:
    """Whether kernels are compiled at all."""
    return not environ.get("LUDOTECA_NO_NUMBA") and bool(_programs())


def is_prepared(environ: Mapping[str, str]) -> bool:
    """Whether there is nothing left to compile: all of it was, from these sources, with these programs."""
    if not has_compiler(environ):
        return True
    try:
        folder = shelf(HERE, environ)
        return folder is not None and read_kept(folder / PREPARED) == _programs()
    except LudotecaError:
        return False


def note_prepared(environ: Mapping[str, str]) -> None:
    """Remember that everything is compiled, where that can be kept."""
    if (folder := shelf(HERE, environ)) is not None:
        with suppress(LudotecaError):
            keep(folder / PREPARED, _programs())


def _programs() -> bytes:
    """What compiled code depends on beside the sources; nothing without Numba."""
    numba = version_of("numba")
    known = (sys.version, numba, platform.machine(), platform.node())
    return "\n".join(known).encode() if numba else b""
