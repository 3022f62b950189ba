"""Many rows in one statement of SQLite: they are as if each had been written by itself."""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from threading import Event as Gate
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.web import bulk, rows, schema
from ludoteca.web.bulk import ADD, COUNTS, KNOWN, MOST, STAND, Bulk
from ludoteca.web.rows import Job
from ludoteca.web.writer import Writer

from support.rooms import event, head, outcome, standing

OLDEST_LIMIT = 999  # variables of a statement, before SQLite 3.32
BEYOND = 10**30  # what no column holds

MAKES = st.tuples(st.just("make"), st.sampled_from("abc"), st.integers(0, 9))
ADDS = st.tuples(
    st.just("add"), st.sampled_from("abcd"), st.sampled_from([0, 0, 0, 0, 1, -1, BEYOND]),
    st.sampled_from(["", "", "x", "y", "z"]), st.integers(0, 9), st.integers(0, 3),
    st.sampled_from(["", "", "ana", "eva"]),
)  # fmt: skip


def jobs_of(wishes: Sequence[tuple[Any, ...]]) -> list[Job]:
    """Rooms that are made, and events most of which are next in their room; made anew, since each is done
    once."""
    counts: dict[str, int] = {}
    jobs = []
    for wish in wishes:
        if wish[0] == "make":
            _kind, room, moment = wish
            counts.setdefault(room, 0)
            jobs.append(rows.making(head(room, made=float(moment)), standing(plies=moment)))
            continue
        _kind, room, off, action, moment, seat, person = wish
        number = counts.get(room, 0) + off
        more = {"kind": "sit", "person": person} if person else {}
        new = event(number, action=action, moment=float(moment), seat=seat, **more)
        jobs.append(rows.adding(room, new, standing(plies=number % 7, score=moment / 2)))
        if off == 0 and room in counts:
            counts[room] += 1
    return jobs


async def written(wishes: Sequence[tuple[Any, ...]], *, at_once: bool) -> tuple[list[str], list[str]]:
    """How each job went, and all that is in the tables then."""
    db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    for step in schema.sqlite_steps():
        db.executescript(step)
    db.execute("PRAGMA foreign_keys = ON")
    writer, gate = Writer(db, asyncio.get_running_loop(), lambda _rooms: None, lambda: None), Gate()
    jobs, ends = jobs_of(wishes), list[str]()
    if at_once:
        held = asyncio.ensure_future(writer.do(lambda _db: gate.wait()))
        await asyncio.sleep(0)
    for job in jobs:
        writer.put(job)
        if not at_once:
            ends.append(await end_of(job))
    if at_once:
        gate.set()
        await held
        ends = [await end_of(job) for job in jobs]
    kept = await writer.do(lambda db: list(db.iterdump()))
    await writer.stop()
    return ends, kept


async def end_of(job: Job) -> str:
    try:
        return await outcome(job.done)
    except Exception as error:
        return type(error).__name__


@given(st.lists(MAKES, max_size=5), st.lists(ADDS, max_size=60), st.sampled_from([1, 4, MOST]))
def test_whatever_is_written_at_once_is_as_if_it_were_written_one_by_one(
    makes: list[tuple[Any, ...]], adds: list[tuple[Any, ...]], most: int
) -> None:
    """Rooms are made first, also where an event was asked before: nobody knows of a room until it is made."""
    wishes = makes + adds
    with mock.patch.object(bulk, "MOST", most):
        together = asyncio.run(written(wishes, at_once=True))
        apart = asyncio.run(written(wishes, at_once=False))
    assert together == apart


@pytest.mark.parametrize("count", [1, MOST - 1, MOST, MOST + 1, 333])
def test_events_are_in_the_order_in_which_they_were_asked(count: int) -> None:
    wishes = [("make", "a", 1), *(("add", "a", 0, "", n % 5, 0, "") for n in range(count))]
    together = asyncio.run(written(wishes, at_once=True))
    assert together == asyncio.run(written(wishes, at_once=False))
    assert together[0] == ["written"] * (count + 1)


@pytest.mark.parametrize("statement", [COUNTS, KNOWN, ADD, STAND])
async def test_a_statement_has_no_more_values_than_any_sqlite_takes(statement: Bulk) -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        for step in schema.sqlite_steps():
            db.executescript(step)
        db.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, OLDEST_LIMIT)
        values = rows.adding("a", event(0), standing()).values
        statement.do(db, [{**values, "room": f"r{n}"} for n in range(2 * MOST)])
