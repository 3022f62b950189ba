"""Many rows in one statement of SQLite.

After each statement a thread waits until the interpreter is its own again, which takes longer than a row
while others compute.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from ludoteca.web import rows

MOST: Final = 64  # rows of a statement: of eleven values each, and old SQLites take 999 in all

Row = Mapping[str, Any]


class Bulk:
    """A statement with `{rows}` in it, where the rows' values stand, of so many columns each."""

    def __init__(self, columns: Sequence[str], text: str) -> None:
        self._columns, self._text = tuple(columns), text.replace("{columns}", ", ".join(columns))
        self._spelled = lru_cache(maxsize=None)(self._spell)

    def run(self, db: sqlite3.Connection, all_rows: Sequence[Row]) -> Iterator[Any]:
        """Do it with all rows, and give what it finds."""
        at = 0
        while at < len(all_rows):
            left = len(all_rows) - at
            size = min(MOST, 1 << left.bit_length() - 1)  # few sizes, so that few are prepared
            values = [row[column] for row in all_rows[at : at + size] for column in self._columns]
            yield from db.execute(self._spelled(size), values)
            at += size

    def do(self, db: sqlite3.Connection, all_rows: Sequence[Row]) -> None:
        """Do it with all rows."""
        for _found in self.run(db, all_rows):
            pass

    def _spell(self, size: int) -> str:
        row = f"({', '.join('?' * len(self._columns))})"
        return self._text.replace("{rows}", ", ".join([row] * size))


COUNTS: Final = Bulk(["room"], "SELECT room, events FROM rooms WHERE room IN (VALUES {rows})")
KNOWN: Final = Bulk(
    ["room", "action"],
    """WITH asked ({columns}) AS (VALUES {rows})
    SELECT events.room, events.action FROM asked JOIN events USING (room, action)
    WHERE events.action <> ''""",
)
ADD: Final = Bulk(["room", "number", "action", "body"], "INSERT INTO events ({columns}) VALUES {rows}")
# Each room once: of several rows SQLite takes any.
STAND: Final = Bulk(
    ["room", "number", *rows.STANDING, "moment"],
    f"""WITH new ({{columns}}) AS (VALUES {{rows}})
    UPDATE rooms SET events = new.number + 1, changed = MAX(changed, new.moment),
        {", ".join(f"{column} = new.{column}" for column in rows.STANDING)}
    FROM new WHERE rooms.room = new.room""",
)
