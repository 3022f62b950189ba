"""A PostgreSQL of one's own, from the system's programs: in a temporary folder, on a Unix socket."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

USER = "ludoteca"
# Killing the server loses nothing that the system has; only the power could, and we keep it on.
SETTINGS = """
listen_addresses = ''
fsync = off
full_page_writes = off
max_connections = 60
shared_buffers = 16MB
autovacuum = off
"""


def binaries() -> Path | None:
    """The folder of the newest PostgreSQL that is installed; Debian keeps it out of the PATH."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if found:
        return max(found, key=lambda path: [int(part) for part in re.findall(r"\d+", str(path))])
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


class Postgres:
    """A server that can be stopped, started and asked in SQL."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs = programs
        self.folder = folder
        self._count = 0

    def url(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def fresh(self) -> str:
        """The address of a new, empty database."""
        self._count += 1
        name = f"rooms{self._count}"
        self.sql(f"CREATE DATABASE {name} TEMPLATE template0")
        return self.url(name)

    def sql(self, statement: str, url: str = "") -> str:
        """What psql prints for a statement: a line a row, columns parted by `|`."""
        command = [str(self._programs / "psql"), "-XAtqv", "ON_ERROR_STOP=1", url or self.url("postgres")]
        done = subprocess.run([*command, "-c", statement], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def start(self) -> None:
        self._control("start", "-w", "-l", str(self.folder / "log"), "-o", f"-k {self.folder}")

    def stop(self, mode: str = "fast") -> None:
        self._control("stop", "-w", "-m", mode)

    def _control(self, *words: str) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), *words)

    def set_up(self) -> None:
        self._run(
            "initdb", "-D", str(self.folder / "data"), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync"
        )
        with (self.folder / "data" / "postgresql.conf").open("a") as settings:
            settings.write(SETTINGS)
        self.start()

    def _run(self, program: str, *words: str) -> None:
        """Run a program as somebody who is not the superuser, which PostgreSQL refuses to be."""
        command = [str(self._programs / program), *words]
        if os.geteuid() == 0:
            command = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", *command]
        done = subprocess.run(
            command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, check=False,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
        )  # fmt: skip
        log = self.folder / "log"
        assert done.returncode == 0, done.stdout + (log.read_text() if log.exists() else "")


@contextmanager
def running(programs: Path) -> Iterator[Postgres]:
    """A server while the block lasts."""
    # Not pytest's folder: only its owner may enter that, and the name of a socket must be short.
    with tempfile.TemporaryDirectory(prefix="pg-", dir="/tmp") as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, "nobody", "nogroup")
        server = Postgres(programs, folder)
        server.set_up()
        try:
            yield server
        finally:
            server.stop("immediate")
