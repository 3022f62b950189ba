"""Which store a text names, and what is said where there is none."""

import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.web.connecting import named
from ludoteca.web.opening import open_store
from ludoteca.web.store import StoreError

from support.postgres import Postgres
from support.rooms import NEW, event, head, numbers, opened


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}"])
async def test_a_path_is_a_file(form: str, tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "rooms"
    async with opened(form.format(path)) as store:
        await store.create(head("a"), NEW)
        await store.append("a", event(0), NEW)
    assert path.is_file()
    async with opened(str(path)) as store:
        assert await numbers(store, "a") == [0]


@pytest.mark.parametrize(
    ("database", "why"),
    [
        ("", "has no name"),
        ("sqlite:///", "has no name"),
        ("mysql://ana@localhost/x", r"not in mysql://…"),
        ("postgresql://ana:secret@/games?host=/nowhere", r"The rooms in games \(/nowhere\): .*No such file"),
        ("postgresql://ana:secret@/games?nonsense=1", "The rooms in PostgreSQL: invalid URI"),
    ],
)
async def test_what_cannot_be_opened_is_told_without_the_password(database: str, why: str) -> None:
    with pytest.raises(StoreError, match=why) as raised:
        await open_store(database)
    assert "secret" not in str(raised.value)
    assert str(raised.value).isprintable()


async def test_a_database_that_there_is_not(postgres: Postgres) -> None:
    with pytest.raises(StoreError, match='database "nowhere" does not exist'):
        await open_store(postgres.url("nowhere"))


async def test_a_database_of_something_else(postgres: Postgres) -> None:
    url = postgres.fresh()
    postgres.sql("CREATE TABLE rooms (number int)", url)
    with pytest.raises(StoreError, match="it holds tables of something else"):
        await open_store(url)
    assert postgres.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", url) == "1"


def test_a_name_has_no_password() -> None:
    assert named("host=db password=secret dbname=games") == "games (db)"
    assert named("postgresql://secret") == "PostgreSQL (secret)"


WITHOUT = """
import asyncio, sys
sys.modules["psycopg"] = sys.modules["psycopg_pool"] = None
from ludoteca.web.opening import open_store
try:
    asyncio.run(open_store("postgresql://localhost/x"))
except ValueError as error:
    print(error)
"""
LIGHT = """
import asyncio, sys
from ludoteca.web.opening import open_store
assert not {"psycopg", "sqlite3"} & set(sys.modules)
asyncio.run(asyncio.wait_for(open_store(sys.argv[1]), 60))
print("psycopg" in sys.modules)
"""


def said(script: str, *words: str) -> str:
    command = [sys.executable, "-c", script, *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_a_missing_psycopg_is_named_with_what_installs_it() -> None:
    assert said(WITHOUT) == "For PostgreSQL something is missing: pip install 'ludoteca[postgres]'"


def test_a_file_needs_no_psycopg(tmp_path: Path) -> None:
    assert said(LIGHT, str(tmp_path / "rooms")) == "False"
