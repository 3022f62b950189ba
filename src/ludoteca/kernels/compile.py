"""The one decorator: where Numba is installed it compiles a kernel at its first call; else it runs as it is.

Only `kernels` import this, and `ai` imports kernels only when it is asked something: Numba takes a third of a
second to import, and no console should wait for that.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

try:
    if os.environ.get("LUDOTECA_NO_NUMBA"):
        raise ImportError
    import numba
except ImportError:
    COMPILED = False
else:
    COMPILED = True


def forget_stale(folder: Path) -> None:
    """Drop what was compiled before any kernel changed: Numba sees a file change, not one that it imports."""
    changed = max(source.stat().st_mtime_ns for source in folder.glob("*.py"))
    for index in folder.glob("__pycache__/*.nbi"):
        with suppress(OSError):  # gone by now, or not ours to delete
            if index.stat().st_mtime_ns < changed:
                index.unlink()


if COMPILED:
    forget_stale(Path(__file__).parent)

prange: Any = numba.prange if COMPILED else range


def kernel(function: F) -> F:
    """Compile a function of numbers and arrays: cached on disk, free of the interpreter's lock."""
    return cast(F, numba.njit(cache=True, nogil=True)(function)) if COMPILED else function


def parallel_kernel(function: F) -> F:
    """The same on all cores: its loops over `prange` are shared out."""
    return cast(F, numba.njit(cache=True, nogil=True, parallel=True)(function)) if COMPILED else function
