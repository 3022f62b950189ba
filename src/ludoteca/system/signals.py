"""Signals that ask the process to end, and what does so in order."""

import os
import select
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

ENDINGS = tuple(
    number for name in ("SIGTERM", "SIGHUP") if (number := getattr(signal, name, None))
)  # SIGHUP: not on Windows
GRACE = 2.0  # seconds to end in order once the terminal is gone


@contextmanager
def on_ending(end: Callable[[int], object]) -> Iterator[None]:
    """Within this block a signal that would end the process is told to a function, with the status to end
    with; a second one is not waited for."""
    usual = {number: signal.getsignal(number) for number in (signal.SIGINT, *ENDINGS)}

    def tell(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, usual[number])
        end(128 + number)

    watched = [number for number, react in usual.items() if react not in (signal.SIG_IGN, None)]
    for number in watched:
        signal.signal(number, tell)
    try:
        yield
    finally:
        for number in watched:
            signal.signal(number, usual[number])


def end_with(terminal: int) -> None:
    """From now on end this process, as SIGHUP does, when a terminal is gone: it may be taken away without a
    signal, and who waits to draw on it would wait for ever."""
    if hasattr(select, "poll"):
        threading.Thread(target=_end_once_gone, args=(terminal,), name="terminal", daemon=True).start()


def _end_once_gone(terminal: int) -> None:
    poll = select.poll()
    poll.register(terminal, 0)  # nothing but that it is gone
    ((_terminal, event),) = poll.poll()
    if not event & select.POLLHUP:  # it never was a terminal
        return
    os.kill(os.getpid(), signal.SIGHUP)
    time.sleep(GRACE)
    os._exit(128 + signal.SIGHUP)
