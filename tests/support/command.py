"""The command as people and programs run it: a real process, what it prints, and its exit status."""

import json
import os
import subprocess
import sys
from typing import Any

COMMAND = [sys.executable, "-m", "ludoteca"]


def run(*arguments: str, typed: bytes | str = b"", **environ: str) -> subprocess.CompletedProcess[bytes]:
    """A command that may go well or not."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        env={**os.environ, **environ},
        timeout=120,
        check=False,
    )


def output(*arguments: str, typed: bytes | str = b"", **environ: str) -> str:
    """What a command prints that must go well."""
    done = run(*arguments, typed=typed, **environ)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def refusal(*arguments: str, status: int = 2) -> str:
    """The sentence of a command that must not go well."""
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (status, b"")
    assert b"Traceback" not in done.stderr
    return done.stderr.decode()


def objects(*arguments: str, typed: bytes | str = b"") -> list[dict[str, Any]]:
    """The objects that a command prints for programs, one a line."""
    return [json.loads(line) for line in output(*arguments, "--json", typed=typed).splitlines()]


def answer(*arguments: str, status: int = 0, typed: bytes | str = b"") -> dict[str, Any]:
    """The one object that a command prints for programs."""
    done = run(*arguments, "--json", typed=typed)
    assert (done.returncode, done.stderr) == (status, b"")
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found
