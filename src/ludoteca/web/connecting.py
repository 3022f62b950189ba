"""Connections to PostgreSQL, that no dead machine holds for ever, and its errors in words."""

from __future__ import annotations

import asyncio
import os
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, LiteralString

import psycopg
from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import PoolTimeout

from ludoteca.core.words import _

CONNECT: Final = 5  # seconds to connect
# The connection is gone, or the server stops, starts, stands by for another, has no room now: try again.
LOST: Final = (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError)
# What an administrator has switched off for speed is switched on: an answered append is on the disk.
_SAFELY: Final = """
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"""


async def connected(url: str) -> AsyncConnection:
    """A connection on which every statement stands for itself where no transaction is begun."""
    connection = await AsyncConnection.connect(url, autocommit=True, connect_timeout=CONNECT)
    await connection.set_isolation_level(psycopg.IsolationLevel.READ_COMMITTED)
    await connection.execute(_SAFELY)
    return connection


@contextmanager
def cut_off(connection: AsyncConnection, until: float) -> Iterator[None]:
    """Cut a connection at a time of the event loop, so that who waits for its answer gets an error."""
    handle = asyncio.get_running_loop().call_at(until, _cut, connection)
    try:
        yield
    finally:
        handle.cancel()


def _cut(connection: AsyncConnection) -> None:
    """Shut the socket down; libpq sees the end of it, and closes what is its own."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as same:
        same.shutdown(socket.SHUT_RDWR)


def in_psycopg(query: str) -> LiteralString:
    """A query with blanks as psycopg writes them.

    >>> in_psycopg("SELECT head FROM rooms WHERE room = :room")
    'SELECT head FROM rooms WHERE room = %(room)s'
    """
    spelled: LiteralString = re.sub(r"(?<!:):(\w+)", r"%(\1)s", query)
    return spelled


def named(url: str) -> str:
    """What a database is called in sentences: without the password.

    >>> named("postgresql://ana:secret@db.example/games?sslmode=require")
    'games (db.example)'
    """
    try:
        parts = conninfo_to_dict(url)
    except psycopg.Error:
        return "PostgreSQL"
    host = parts.get("host")
    name = str(parts.get("dbname") or parts.get("user") or "PostgreSQL")
    return f"{name} ({host})" if host else name


def reason(error: Exception) -> str:
    """What an error means: PostgreSQL's own first line, or that nothing came.

    >>> reason(psycopg.OperationalError("connection failed: no such host\\nIs it running?"))
    'connection failed: no such host'
    """
    if isinstance(error, PoolTimeout):
        return _("the database does not answer")
    diagnosis = error.diag.message_primary if isinstance(error, psycopg.Error) else None
    return diagnosis or next(iter(str(error).splitlines()), "") or _("the database does not answer")
