"""What must be ready before a clock starts: kernels compiled by a small example, tables, a network."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Generic, TypeVar

from ludoteca.ai.limit import Limit
from ludoteca.core.words import _
from ludoteca.games import GAMES
from ludoteca.kernels.compile import CACHE, COMPILED, forget_stale
from ludoteca.kernels.compiled import hearing, problems

T = TypeVar("T")


def tell_problems(limit: Limit) -> None:
    """Warn of what was wrong with the kernels kept on the disk, once; they work all the same."""
    for sentence in problems():
        limit.warn(sentence)


def _title(name: str) -> str:
    """What a player calls a game; the name of one that nobody knows."""
    return _(GAMES[name].title) if name in GAMES else name


@contextmanager
def telling(what: str, kernels: int, limit: Limit) -> Iterator[None]:
    """Within this block who waits is told what is prepared, and with every kernel compiled how far it is.

    There are no cycles worth collecting in what a compiler leaves behind: looking for them takes a tenth of
    its time, and so does not happen meanwhile.
    """
    done, collects = 0, gc.isenabled()

    def tell() -> None:
        nonlocal done
        done += 1
        percent = min(99, 100 * done // max(1, kernels))
        limit.progress(_("preparing {game}: {percent} %", game=_title(what), percent=percent))

    if COMPILED:
        limit.progress(_("preparing {game}…", game=_title(what)))
    gc.disable()
    try:
        with hearing(tell):
            yield
    finally:
        if collects:
            gc.enable()


class Preparation(Generic[T]):
    """Work that is done once, at the first call, and what it made.

    With Numba the first call compiles so many kernels, which takes seconds, or loads what was compiled
    before; so whoever waits is told what for, and how far it is.
    """

    def __init__(self, work: Callable[[Limit], T], what: str = "", kernels: int = 0) -> None:
        self.__doc__ = work.__doc__
        self.what, self.kernels = what, kernels
        self._work, self._lock = work, Lock()
        self._made: list[T] = []

    def __call__(self, limit: Limit) -> T:
        """Have it ready."""
        if not self._made:
            with self._lock:
                if not self._made:
                    with telling(self.what, self.kernels, limit):
                        self._made.append(self._work(limit))
                    forget_stale(CACHE)
                    tell_problems(limit)
        return self._made[0]


def preparing(what: str, kernels: int) -> Callable[[Callable[[Limit], T]], Preparation[T]]:
    """The decorator of such work: for which game, and how many kernels it compiles."""

    def prepared(work: Callable[[Limit], T]) -> Preparation[T]:
        return Preparation(work, what, kernels)

    return prepared
