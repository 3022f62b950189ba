"""The tables of a store, version by version, in the words of SQLite or PostgreSQL."""

from __future__ import annotations

from typing import Final

APPLICATION: Final = 0x4C554452  # 'LUDR', in the header of an SQLite file
LOCK: Final = 0x4C554452  # PostgreSQL's lock for whoever brings the tables up to date

# `{order}` is a column that grows with every event, so that one can ask what came since.
_FIRST: Final = """
CREATE TABLE rooms (
    room TEXT PRIMARY KEY,
    game TEXT NOT NULL,  -- without its options
    daily TEXT NOT NULL,
    listed INTEGER NOT NULL,
    level INTEGER NOT NULL,  -- of the strongest computer
    made DOUBLE PRECISION NOT NULL,
    head TEXT NOT NULL,  -- all of it, as JSON
    events INTEGER NOT NULL,  -- how many there are: the number of the next
    plies INTEGER NOT NULL,
    decisions INTEGER NOT NULL,
    player INTEGER NOT NULL,
    result TEXT NOT NULL,
    score DOUBLE PRECISION NOT NULL,
    names TEXT NOT NULL,  -- as JSON
    has_room INTEGER NOT NULL,
    helps INTEGER NOT NULL,
    changed DOUBLE PRECISION NOT NULL
);
CREATE INDEX rooms_open ON rooms (made) WHERE listed = 1 AND has_room = 1 AND result = '';
CREATE INDEX rooms_daily ON rooms (daily, game) WHERE daily <> '';
CREATE INDEX rooms_changed ON rooms (changed);
CREATE TABLE events (
    {order},
    room TEXT NOT NULL REFERENCES rooms (room) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    action TEXT NOT NULL,
    body TEXT NOT NULL,  -- all of the event, as JSON
    UNIQUE (room, number)
);
CREATE UNIQUE INDEX events_action ON events (room, action) WHERE action <> '';
CREATE TABLE sitting (
    room TEXT NOT NULL REFERENCES rooms (room) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    person TEXT NOT NULL,
    PRIMARY KEY (room, seat)
);
CREATE INDEX sitting_person ON sitting (person);
"""

# Rooms in which nobody has moved are looked for every minute.
_UNPLAYED: Final = """
CREATE INDEX rooms_unplayed ON rooms (changed) WHERE decisions = 0;
"""

# A step that was taken somewhere stays as it is, to the letter (tests/web/test_schema.py): add another one.
STEPS: tuple[str, ...] = (_FIRST, _UNPLAYED)

_SQLITE: Final = {"order": "line INTEGER PRIMARY KEY AUTOINCREMENT"}
# A transaction's number, and not a sequence's: of two that write at once the smaller may come later, and
# PostgreSQL knows below which number all have ended.
_POSTGRES: Final = {"order": "line XID8 NOT NULL DEFAULT pg_current_xact_id()"}


def sqlite_steps() -> list[str]:
    """The steps as SQLite understands them."""
    return [step.format(**_SQLITE) for step in STEPS]


def postgres_steps() -> list[str]:
    """The steps as PostgreSQL understands them."""
    by_line = "CREATE INDEX events_line ON events (line);\n"
    first, *later = [step.format(**_POSTGRES) for step in STEPS]
    return [first + by_line, *later]
