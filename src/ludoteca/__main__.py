"""The process `ludoteca`, also `python -m ludoteca`: signals from its first moment to its last.

Whatever stops it, it ends with the status that a shell expects and no traceback: 130 for Ctrl-C, 143 for
SIGTERM, 129 where the terminal is gone. What is under way is left in order.
"""

import os
import sys

try:
    import signal
    from contextlib import suppress
    from types import FrameType
except KeyboardInterrupt:
    os._exit(130)


def _leave(number: int, _frame: FrameType | None) -> None:
    """End at once: nothing has begun yet, or all is done."""
    os._exit(128 + number)


def _end(number: int, frame: FrameType | None) -> None:
    """End in order: every block on the way out tidies up; a second signal is not waited for."""
    signal.signal(number, _leave)
    _leave_an_import(number, frame)
    raise SystemExit(128 + number)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Let Ctrl-C be an exception, as Python does."""
    _leave_an_import(number, frame)
    signal.default_int_handler(number, frame)


def _leave_an_import(number: int, frame: FrameType | None) -> None:
    """End at once what is being imported: some libraries take an exception there for a broken installation,
    and say so. No file is half written then."""
    while frame is not None:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            with suppress(Exception):
                sys.stdout.flush()
            _leave(number, frame)
        frame = frame.f_back


def _on_interrupt(react: "signal._HANDLER") -> None:
    """Say what Ctrl-C does from now on, unless who started us wants it ignored."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, react)


def main() -> int:
    """Run the command; give its exit status."""
    _on_interrupt(_leave)
    from ludoteca.commands.main import main as run
    from ludoteca.system.signals import ENDINGS

    for number in ENDINGS:
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _end)
    try:
        _on_interrupt(_interrupt)
        return run()
    except KeyboardInterrupt:  # before the command had begun, or while it ended
        return 130
    finally:
        _on_interrupt(_leave)


if __name__ == "__main__":
    sys.exit(main())
