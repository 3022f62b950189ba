"""A terminal to look at from a program: the app runs in it as for a person, on a screen that pyte keeps."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Self

import pyte

KEYS: Final = {
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "enter": "\r", "space": " ",
    "escape": "\x1b",
}  # fmt: skip

QUIET: Final = 0.05  # seconds without a byte after which a screen is looked at


class Terminal:
    """A child process and the screen it draws on."""

    def __init__(
        self, command: Sequence[str], environ: Mapping[str, str], *, width: int = 80, height: int = 24
    ) -> None:
        self.screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self.screen)
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.began = time.perf_counter()
        self.child = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
            env={**_inherited(), "TERM": "xterm-256color", "COLORTERM": "truecolor", **environ},
        )  # fmt: skip
        os.close(theirs)
        self._ours = ours
        self.said = b""  # everything that the child has written

    @classmethod
    def of(cls, *words: str, environ: Mapping[str, str], width: int = 80, height: int = 24) -> Self:
        """The command `ludoteca` with some words."""
        return cls([sys.executable, "-m", "ludoteca", *words], environ, width=width, height=height)

    def press(self, key: str) -> None:
        """Press a key, by its name or its letter."""
        self.send(KEYS.get(key, key).encode())

    def send(self, typed: bytes) -> None:
        """Type bytes, whatever they are."""
        os.write(self._ours, typed)

    def read(self, seconds: float = 0.0) -> bool:
        """Take in what the child has drawn; wait for it at most so long. False once it has gone."""
        ready, _writable, _odd = select.select([self._ours], [], [], seconds)
        if ready:
            try:
                data = os.read(self._ours, 1 << 16)
            except OSError:  # the other end is closed
                return False
            self.said += data
            self._stream.feed(data)
            return bool(data)
        return True

    def until(self, seen: Callable[[str], bool], *, seconds: float = 30.0) -> float:
        """Read until the screen shows what is wanted; the seconds since the process began."""
        deadline = time.perf_counter() + seconds
        while not seen(self.text):
            if time.perf_counter() > deadline or not self.read(0.05):
                raise TimeoutError(f"never seen; the screen is:\n{self.text}")
        return time.perf_counter() - self.began

    def when(self, seen: Callable[[str], bool], *, seconds: float = 30.0) -> float:
        """The moment when what came was enough for the screen to show what is wanted. What comes is taken at
        once and looked at when no more does: a child must not wait for us, who are slower than a terminal."""
        deadline, came = time.perf_counter() + seconds, list[tuple[float, bytes]]()
        while time.perf_counter() < deadline:
            if select.select([self._ours], [], [], QUIET)[0]:
                came.append((time.perf_counter(), os.read(self._ours, 1 << 16)))
                continue
            shown = None
            for at, data in came:
                self._stream.feed(data)
                if shown is None and seen(self.text):
                    shown = at
            if shown is not None:
                return shown
            came.clear()
        raise TimeoutError(f"never seen; the screen is:\n{self.text}")

    @property
    def text(self) -> str:
        """What a person sees, line by line."""
        return "\n".join(self.screen.display)

    def kill(self) -> None:
        """kill -9, with no chance to say goodbye; then what it had drawn is read to its end."""
        self.child.send_signal(signal.SIGKILL)
        self.child.wait()
        while self.read(0.05) and select.select([self._ours], [], [], 0.05)[0]:
            pass

    def hang_up(self, *, seconds: float = 10.0) -> int:
        """Take the terminal away, with no signal; the status that the process ends with."""
        os.close(self._ours)
        self._ours = os.open(os.devnull, os.O_RDONLY)
        return self.child.wait(seconds)

    def close(self) -> None:
        """End the process and the terminal."""
        if self.child.poll() is None:
            self.child.kill()
            self.child.wait()
        os.close(self._ours)


def _inherited() -> dict[str, str]:
    """Our environment, but for the size of another screen, and where Python keeps what it compiles."""
    ours = ("COLUMNS", "LINES", "PYTHONDONTWRITEBYTECODE")
    return {name: value for name, value in os.environ.items() if name not in ours}
