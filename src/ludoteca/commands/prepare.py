"""`ludoteca prepare`: compile ahead all that the computer players and solvers need."""

from __future__ import annotations

import os
import sys
from typing import Final

from ludoteca.commands.arguments import DONE, AddCommand, Args
from ludoteca.console import progress, say, warn
from ludoteca.core.words import N_, _
from ludoteca.system.signals import on_ending

MOST_WORKERS: Final = 3  # the longest part is a third of all, so more would wait for it
BAR: Final = 20  # characters


def add_to(command: AddCommand) -> None:
    """Add prepare."""
    command("prepare", _prepare, N_("compile ahead what the computer needs, so that nobody waits for it"))


def _prepare(args: Args) -> int:
    import asyncio

    from ludoteca.kernels.shelf import has_compiler, is_prepared

    if not has_compiler(os.environ):
        say(_("There is nothing to prepare without Numba: pip install 'ludoteca[fast]' makes solvers fast."))
        return DONE
    if not is_prepared(os.environ) and (status := asyncio.run(_compile(args.language))):
        return status
    say(_("Everything is prepared."))
    return DONE


async def _compile(lang: str) -> int:
    """Compile all there is, telling how far it is; the status to end with where a signal came, else 0."""
    import asyncio

    from ludoteca.analysis.preparing import Preparer

    ended: list[int] = []
    loop, preparer = asyncio.get_running_loop(), Preparer(
        workers=min(_cores(), MOST_WORKERS), lang=lang, tell=lambda percent: tell(percent),
        ready=lambda name: ready(name), warn=warn,
    )  # fmt: skip
    work = asyncio.create_task(preparer.run())

    def tell(percent: int) -> None:
        done = BAR * percent // 100
        games = ", ".join(preparer.under_way)
        bar = f"[{'#' * done}{'.' * (BAR - done)}]"
        progress(_("{bar} {percent} % prepared: {games}", bar=bar, percent=percent, games=games))

    def ready(name: str) -> None:
        if not sys.stderr.isatty():  # where the line above cannot be seen
            say(_("{game} is prepared.", game=name))
            sys.stdout.flush()

    def end(status: int) -> None:
        ended.append(status)
        loop.call_soon_threadsafe(work.cancel)

    tell(0)
    try:
        with on_ending(end):
            await work
    except asyncio.CancelledError:
        if not ended:
            raise
    finally:
        progress("")
    if ended:
        say(_("What is compiled is kept; go on with: ludoteca prepare"))
    return ended[0] if ended else 0


def _cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
