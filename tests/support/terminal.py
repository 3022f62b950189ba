"""The command as a person at a terminal meets it."""

import fcntl
import os
import pty
import select
import subprocess
import termios
import time

from support.command import COMMAND


class Terminal:
    """The command on a pseudo-terminal."""

    def __init__(self, *arguments: str, **environ: str) -> None:
        self.master, self.slave = pty.openpty()
        self.before = termios.tcgetattr(self.slave)
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env={**os.environ, "TERM": "xterm", **environ},
            close_fds=True,
            preexec_fn=self._take_over,
        )
        self.seen = ""

    def _take_over(self) -> None:
        """In the new process: its terminal is this one, so that Ctrl-C reaches it."""
        os.setsid()
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_error: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)

    def wait_for(self, text: str) -> None:
        """Read what is printed until a text comes."""
        deadline = time.monotonic() + 20
        while text not in self.seen:
            ready, _, _ = select.select([self.master], [], [], deadline - time.monotonic())
            assert ready, f"{text!r} did not come; seen: {self.seen[-500:]!r}"
            self.seen += os.read(self.master, 65536).decode(errors="replace")

    def type(self, text: str | bytes) -> None:
        """Press keys; what was seen before is forgotten."""
        self.seen = ""
        os.write(self.master, text.encode() if isinstance(text, str) else text)
