"""Files of what can be made again: kept for later, and replaced by whatever is needed there."""

import os
import shutil
import stat
from pathlib import Path

from ludoteca.system.disk import FileError, read_bytes, write_bytes
from ludoteca.system.folders import NOWHERE, NoHome


def read_kept(path: Path) -> bytes | None:
    """The whole of a kept file, None where there is none; FileError for what is there and cannot be one."""
    return read_bytes(str(path)) if os.path.lexists(path) else None


def keep(path: Path, data: bytes) -> None:
    """Keep a file, in a folder made for it; a folder, pipe or link in its place goes, for nothing is lost."""
    if NOWHERE in path.parents:
        raise NoHome
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
