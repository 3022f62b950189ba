"""The one decorator: where Numba is installed it compiles a kernel at its first call; else it runs as it is.

Only kernels, and what prepares them, import this: Numba takes a third of a second to import, and no console
should wait for that. What was compiled is kept (compiled.py) in a folder named after all kernels together, as
a kernel may stay the same while one that it imports changes. Nothing is deleted when this is imported.
"""

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from ludoteca.kernels.compiled import CompiledFiles
from ludoteca.kernels.shelf import HERE, shelf

F = TypeVar("F", bound=Callable[..., Any])

try:
    if os.environ.get("LUDOTECA_NO_NUMBA"):
        raise ImportError
    import numba
except ImportError:
    COMPILED = False
else:
    COMPILED = True


def forget_stale(current: Path | None) -> None:
    """Remove what was compiled before any kernel changed."""
    with suppress(OSError):
        for old in current.parent.glob("numba-*") if current else ():
            if old != current:
                shutil.rmtree(old, ignore_errors=True)


CACHE: Final = shelf(HERE, os.environ) if COMPILED else None
prange: Any = numba.prange if COMPILED else range


def kernel(function: F) -> F:
    """Compile a function of numbers and arrays: cached on disk, free of the interpreter's lock."""
    return _compiled(function) if COMPILED else function


def parallel_kernel(function: F) -> F:
    """The same on all cores: its loops over `prange` are shared out."""
    return _compiled(function, parallel=True) if COMPILED else function


def inner(function: F) -> F:
    """A kernel that only kernels call, so that nothing is compiled for callers in Python."""
    if not COMPILED:
        return function
    dispatcher: Any = _compiled(function, no_cpython_wrapper=True)

    def refuse(*_arguments: Any, **_others: Any) -> Any:
        raise TypeError(function.__qualname__)

    def add(compiled: Any) -> None:
        dispatcher.overloads[tuple(compiled.signature.args)] = compiled

    # Without these two a call from Python would jump to nowhere.
    dispatcher.add_overload, dispatcher._compile_for_args = add, refuse
    return cast(F, dispatcher)


def _compiled(function: F, **how: bool) -> F:
    """Numba compiles; what it keeps, and whether that can be believed, is our care.

    A kernel is compiled for the types of its arguments, never once more for a plain number among them; and
    nothing is made for callers in C, as there are none.
    """
    njit: Any = numba.njit
    unliteral: Any = numba.types.unliteral
    dispatcher = njit(nogil=True, no_cfunc_wrapper=True, **how)(function)
    dispatcher._cache = CompiledFiles(function, CACHE)
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template([unliteral(each) for each in args], kws)
    return cast(F, dispatcher)
