"""Stores to test: a file, and a database of a PostgreSQL that is started once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.postgres import Postgres, binaries, running
from support.tools import lack


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    programs = binaries()
    if programs is None:
        lack("postgresql")
    with running(programs) as server:
        yield server


@pytest.fixture
def sqlite_database(tmp_path: Path) -> str:
    return str(tmp_path / "rooms.sqlite3")


@pytest.fixture
def postgres_database(postgres: Postgres) -> str:
    return postgres.fresh()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """A new, empty database of each kind."""
    found = request.getfixturevalue(f"{request.param}_database")
    assert isinstance(found, str)
    return found
