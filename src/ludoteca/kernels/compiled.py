"""What Numba compiled, kept on the disk: a file for each kernel and signature, used whole or not at all.

Numba's own cache believes its files. Pieces missing end in a traceback; one byte changed in machine code ends
in a wrong answer; and two processes that write its index at once can find each other's code under their
own names. So here is no index: a file is named after all that its code depends on, takes its place in one
step, and begins with a SHA-256 of that and of what follows, which is looked at before a byte of it is
used: 0.1 ms for a kernel. What is not exactly what was written is compiled again.
"""

import hashlib
import marshal
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from ludoteca.core import LudotecaError
from ludoteca.core.words import N_, _
from ludoteca.system.cache import keep, read_kept

_MARK: Final = b"ludoteca kernel 1\n"
_DIGEST: Final = 32  # bytes of a SHA-256
_DAMAGED: Final = N_("What was compiled before is damaged and is made anew: {problem}")
_NOT_KEPT: Final = N_("What is compiled cannot be kept, so every start takes longer: {problem}")
_untold: dict[str, str] = {}
_hearers: list[Callable[[], None]] = []
_told: set[str] = set()


class CompiledFiles:
    """The files of one kernel; Numba calls these methods, by these names, when it meets a new signature."""

    def __init__(self, function: Any, folder: Path | None) -> None:
        self.cache_path = folder
        self._function = function

    def load_overload(self, sig: Any, target_context: Any) -> Any | None:
        """What was compiled for a signature; None where it is missing or damaged, then Numba compiles."""
        from numba.core.compiler import CompileResult

        target_context.refresh()
        if self.cache_path is None:
            return None
        path, depends = self._named(sig, target_context.codegen())
        try:
            if (data := read_kept(path)) is None:
                return None
            body = data[len(_MARK) + _DIGEST :]
            if data != _MARK + hashlib.sha256(depends + body).digest() + body:
                raise ValueError
            rebuild: Any = CompileResult._rebuild
            return rebuild(target_context, *pickle.loads(body))
        except LudotecaError as error:
            _note(_DAMAGED, error)
        except Exception:  # unpickling and linking raise whatever they like, and compiling mends all of it
            _note(_DAMAGED, path)
        return None

    def save_overload(self, sig: Any, compiled: Any) -> None:
        """Keep what was compiled for a signature, where it can be kept."""
        from numba.core import serialize

        for hear in tuple(_hearers):
            hear()
        if compiled.lifted or compiled.library.has_dynamic_globals:
            return
        if self.cache_path is None:
            _note(_NOT_KEPT, _("there is no folder for it."))
            return
        path, depends = self._named(sig, compiled.codegen)
        dumps: Any = serialize.dumps
        body = dumps(compiled._reduce())
        try:
            keep(path, _MARK + hashlib.sha256(depends + body).digest() + body)
        except LudotecaError as error:
            _note(_NOT_KEPT, error)

    def _named(self, sig: Any, codegen: Any) -> tuple[Path, bytes]:
        """The file of a signature, and what its code depends on beside the sources, which name the folder."""
        import numba

        function = self._function
        name = f"{function.__module__.removeprefix('ludoteca.kernels.')}.{function.__name__}"
        code = hashlib.sha256(marshal.dumps(function.__code__.replace(co_filename=""), 2)).hexdigest()
        programs = sys.version, numba.__version__
        depends = repr((name, function.__qualname__, code, sig, codegen.magic_tuple(), programs)).encode()
        assert self.cache_path is not None
        return self.cache_path / f"{name}-{hashlib.sha256(depends).hexdigest()[:16]}.nbc", depends

    def enable(self) -> None:
        """Nothing: it is."""

    def disable(self) -> None:
        """Nothing: what is kept is right."""

    def flush(self) -> None:
        """Nothing: a file that is compiled again is written again."""


@contextmanager
def hearing(hear: Callable[[], None]) -> Iterator[None]:
    """Within this block a function is called whenever one more kernel is compiled, by anybody."""
    _hearers.append(hear)
    try:
        yield
    finally:
        _hearers.remove(hear)


def _note(what: str, problem: object) -> None:
    """Have something told, once in the life of this process."""
    if what not in _told:
        _told.add(what)
        _untold[what] = str(problem)


def problems() -> list[str]:
    """What went wrong with these files and was not told yet; nothing of it stops anybody."""
    found = list(_untold.items())
    _untold.clear()
    return [_(what, problem=problem) for what, problem in found]
