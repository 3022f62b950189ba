"""Signals that ask the process to end, and what does so in order."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

ENDINGS = tuple(
    number for name in ("SIGTERM", "SIGHUP") if (number := getattr(signal, name, None))
)  # SIGHUP: not on Windows


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
