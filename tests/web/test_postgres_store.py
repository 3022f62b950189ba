"""Rooms in PostgreSQL: restarted, silent, away, and with answers that were lost."""

import asyncio
from typing import Any

import psycopg
import pytest

from ludoteca.web import postgres as postgres_module
from ludoteca.web.store import StoreError

from support.postgres import Postgres
from support.rooms import NEW, Ear, event, head, numbers, opened, outcomes


async def test_what_is_asked_at_once_is_one_transaction(postgres: Postgres) -> None:
    url = postgres.fresh()
    async with opened(url) as store:
        await asyncio.gather(*(store.create(head(f"r{n}"), NEW) for n in range(100)))
        assert set(await outcomes(store.append(f"r{n}", event(0), NEW) for n in range(100))) == {"written"}
    assert int(postgres.sql("SELECT count(DISTINCT line) FROM events", url)) <= 3


async def test_a_restart_loses_nothing_that_was_answered_and_appends_go_on(postgres: Postgres) -> None:
    url, ear, rooms = postgres.fresh(), Ear(), [f"r{n}" for n in range(10)]
    async with opened(url, url) as (store, other):
        other.listen(ear)
        await asyncio.gather(*(store.create(head(room), NEW) for room in rooms))
        is_over = asyncio.Event()

        async def play(room: str) -> int:
            number = 0
            while not is_over.is_set():
                await store.append(room, event(number, text=f"{room} {number}"), NEW)
                number += 1
            await store.append(room, event(number, text="last"), NEW)
            return number + 1

        playing = asyncio.gather(*map(play, rooms))
        for mode in ("immediate", "fast"):
            assert await ear.has_heard(*rooms)
            ear.rooms.clear()
            await asyncio.to_thread(postgres.stop, mode)
            await asyncio.to_thread(postgres.start)
        assert await ear.has_heard(*rooms)
        is_over.set()
        lengths = await playing
        for room, length in zip(rooms, lengths, strict=True):
            found = await other.read(room)
            assert found is not None
            assert [each.text for each in found[1][:-1]] == [f"{room} {n}" for n in range(length - 1)]
            assert found[1][-1].text == "last"
        assert await store.is_well()


async def test_what_was_written_while_nobody_could_hear_it_is_told_later(postgres: Postgres) -> None:
    url, ear = postgres.fresh(), Ear()
    async with opened(url, url) as (one, other):
        for room in "ab":
            await other.create(head(room), NEW)
        one.listen(ear)
        await other.append("a", event(0), NEW)
        assert await ear.has_heard("a")
        one._listening._url = postgres.url("nowhere")
        ended = postgres.sql(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            "WHERE query ~ '^(LISTEN|SELECT (DISTINCT room|pg_snapshot_xmin))' AND pid <> pg_backend_pid()"
        )
        assert int(ended) >= 1, "the connection that listens, and those that were just closed"
        await other.append("b", event(0), NEW)
        assert await numbers(other, "b") == [0]
        one._listening._url = url
        assert await ear.has_heard("b")


async def test_a_database_that_stays_away_costs_a_sentence_and_then_all_goes_on(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_module, "PATIENCE", 0.5)
    async with opened(postgres.fresh()) as store:
        await store.create(head("a"), NEW)
        await asyncio.to_thread(postgres.stop)
        for act in (store.append("a", event(0), NEW), store.read("a")):
            with pytest.raises(StoreError, match="The rooms in rooms"):
                await act
        assert not await store.is_well()
        await asyncio.to_thread(postgres.start)
        await store.append("a", event(0), NEW)
        assert await numbers(store, "a") == [0]
        assert await store.is_well()


async def test_who_reads_while_the_database_is_away_waits_for_it(postgres: Postgres) -> None:
    async with opened(postgres.fresh()) as store:
        await store.create(head("a"), NEW)
        await asyncio.to_thread(postgres.stop)
        reading = asyncio.ensure_future(store.read("a"))
        await asyncio.wait([reading], timeout=1)
        assert not reading.done()
        await asyncio.to_thread(postgres.start)
        assert await reading == (head("a"), [])


async def test_a_database_that_does_not_answer_costs_a_sentence(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_module, "PATIENCE", 0.5)
    monkeypatch.setattr(postgres_module, "HEALTH", 0.5)
    url = postgres.fresh()
    async with opened(url) as store:
        await store.create(head("a"), NEW)
        holder = await psycopg.AsyncConnection.connect(url)
        await holder.execute("LOCK TABLE rooms, ludoteca")
        with pytest.raises(StoreError, match="The rooms in rooms"):
            await store.append("a", event(0), NEW)
        assert not await store.is_well()
        await holder.close()
        await store.append("a", event(0, action="again"), NEW)
        assert await numbers(store, "a") == [0]


@pytest.mark.parametrize("is_written", [True, False])
async def test_whether_a_lost_answer_was_yes_is_looked_up(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, *, is_written: bool
) -> None:
    async with opened(postgres.fresh()) as store:
        write, lost = store._batches._write, []

        async def lossy(jobs: Any) -> Any:
            new = [job for job in jobs if job not in lost]
            if not new:
                return await write(jobs)
            lost.extend(new)
            if is_written:
                await write(jobs)
            raise psycopg.OperationalError("the connection is lost")

        monkeypatch.setattr(store._batches, "_write", lossy)
        await store.create(head("a"), NEW)
        await asyncio.gather(*(store.append("a", event(n, action=""), NEW) for n in range(3)))
        await store.append("a", event(3, action="x"), NEW)
        assert await numbers(store, "a") == [0, 1, 2, 3]
        ends = await outcomes(
            [store.append("a", event(4, action="x"), NEW), store.create(head("a", made=2.0), NEW)]
        )
        assert ends == ["Repeated", "Conflict"]


async def test_two_servers_whose_answers_are_lost_do_not_take_each_others_for_their_own(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.fresh()
    async with opened(url, url) as (one, other):
        await one.create(head("a"), NEW)
        write = one._batches._write

        async def late(jobs: Any) -> Any:
            monkeypatch.setattr(one._batches, "_write", write)
            await other.append("a", event(0, action="theirs"), NEW)
            raise psycopg.OperationalError("the connection is lost")

        monkeypatch.setattr(one._batches, "_write", late)
        assert await outcomes([one.append("a", event(0, action="ours"), NEW)]) == ["Conflict"]


async def test_what_an_administrator_switched_off_for_speed_is_on(postgres: Postgres) -> None:
    url = postgres.fresh()
    postgres.sql(f"ALTER DATABASE {url.split('/')[3].split('?')[0]} SET synchronous_commit = off")
    async with opened(url) as store:
        await store.create(head("a"), NEW)
        found = await store._batches._connection.execute("SHOW synchronous_commit")
        assert await found.fetchone() == ("on",)
