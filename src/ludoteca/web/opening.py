"""Opens the store that a text names: a file, or a database that several servers share."""

from __future__ import annotations

import re

from ludoteca.core.words import _
from ludoteca.web.store import RoomStore, StoreError


async def open_store(database: str) -> RoomStore:
    """The store at a path, `sqlite:///PATH` or `postgresql://…`; StoreError where it cannot be opened."""
    scheme, separator, rest = database.partition("://")
    if not separator:
        return await _open_file(database)
    if scheme == "sqlite":
        return await _open_file(re.sub("^/", "", rest))
    if scheme not in ("postgresql", "postgres"):
        raise StoreError(
            _("Rooms are kept in a file or in postgresql://…, not in {scheme}://…", scheme=scheme)
        )
    try:
        from ludoteca.web.postgres import PostgresStore
    except ImportError:
        raise StoreError(_("For PostgreSQL something is missing: pip install 'ludoteca[postgres]'")) from None
    return await PostgresStore.open(database)


async def _open_file(path: str) -> RoomStore:
    if not path:
        raise StoreError(_("The file for the rooms has no name; one looks like rooms.sqlite3."))
    from ludoteca.web.sqlite import SqliteStore

    return await SqliteStore.open(path)
