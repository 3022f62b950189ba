"""The tables of a store, version by version: migrated once, whoever comes first, and never back."""

import asyncio
import hashlib

import pytest

from ludoteca.web import schema
from ludoteca.web.opening import open_store
from ludoteca.web.store import StoreError

from support.rooms import NEW, event, head, numbers, opened

LATER = """
ALTER TABLE rooms ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';
CREATE INDEX rooms_colour ON rooms (colour);
"""
BROKEN = "CREATE TABLE half (x INTEGER);\nnonsense;\n"
# The digest of each step, as SQLite and PostgreSQL are told it. Whoever wants other tables adds a step at the
# end of `schema.STEPS`, with what leads from the last one there, and its digest here, which the test tells.
FROZEN = [
    "bea5f7203dccf227",
    "e011855b9e2f3afe",
]


def digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def test_a_step_never_changes_that_somebody_may_have_taken() -> None:
    """A database keeps the number of its last step, and never hears of what changes in an earlier one."""
    taken = zip(schema.sqlite_steps(), schema.postgres_steps(), strict=True)
    assert [digest(*step) for step in taken] == FROZEN


async def filled(database: str) -> None:
    async with opened(database) as store:
        await store.create(head("a"), NEW)
        await store.append("a", event(0), NEW)


async def test_a_store_of_version_1_is_brought_up_to_date_and_then_refused_by_older_servers(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = (*schema.STEPS, LATER)
    monkeypatch.setattr(schema, "STEPS", steps[:1])
    await filled(database)
    monkeypatch.setattr(schema, "STEPS", steps)
    async with opened(database) as store:
        assert await numbers(store, "a") == [0]
        await store.append("a", event(1), NEW)
        assert await store.is_well()
    async with opened(database) as store:
        assert await numbers(store, "a") == [0, 1]
    monkeypatch.setattr(schema, "STEPS", steps[:1])
    newer = rf"it is from a newer Ludoteca \(version {len(steps)} of the tables; 1 is known here\)"
    with pytest.raises(StoreError, match=newer):
        await filled(database)


async def test_servers_that_start_at_once_migrate_once(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step that is taken twice fails, since its tables and columns are there."""
    for steps in (schema.STEPS, (*schema.STEPS, LATER)):
        monkeypatch.setattr(schema, "STEPS", steps)
        for store in await asyncio.gather(*(open_store(database) for _ in range(6))):
            await store.close()


async def test_a_step_that_fails_changes_nothing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await filled(database)
    steps = schema.STEPS
    monkeypatch.setattr(schema, "STEPS", (*steps, BROKEN))
    for _ in range(2):  # were a half of it there, the second time would say so
        with pytest.raises(StoreError, match="nonsense"):
            await filled(database)
    monkeypatch.setattr(schema, "STEPS", steps)
    async with opened(database) as store:
        await store.append("a", event(1), NEW)
