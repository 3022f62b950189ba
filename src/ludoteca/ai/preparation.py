"""What must be ready before a clock starts: kernels compiled by a small example, tables, a network."""

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from ludoteca.ai.limit import Limit
from ludoteca.core.words import _
from ludoteca.kernels.compile import CACHE, COMPILED, forget_stale
from ludoteca.kernels.compiled import problems

T = TypeVar("T")


def tell_problems(limit: Limit) -> None:
    """Warn of what was wrong with the kernels kept on the disk, once; they work all the same."""
    for sentence in problems():
        limit.warn(sentence)


class Preparation(Generic[T]):
    """Work that is done once, at the first call, and what it made; a decorator.

    With Numba the first call compiles, which takes seconds, or loads what was compiled before; so whoever
    waits is told.
    """

    def __init__(self, work: Callable[[Limit], T]) -> None:
        self.__doc__ = work.__doc__
        self._work, self._lock = work, Lock()
        self._made: list[T] = []

    def __call__(self, limit: Limit) -> T:
        """Have it ready."""
        if not self._made:
            if COMPILED:
                limit.progress(_("preparing…"))
            with self._lock:
                if not self._made:
                    self._made.append(self._work(limit))
                    forget_stale(CACHE)
                    tell_problems(limit)
        return self._made[0]
