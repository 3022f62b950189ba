"""What the tests of the pages share: a server with rooms in memory, and a browser to visit it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from ludoteca.web import shell
from ludoteca.web.app import make_app

from support.browser import Visitor, chromium, served
from support.memory_store import MemoryStore

Visits = Callable[..., Visitor]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(lambda: make_app(MemoryStore(), thinkers=1, pages=shell.routes())) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visits]:
    """Opens a browser of somebody's own; afterwards none of them may have complained."""
    visitors = list[Visitor]()

    def visit(**options: Any) -> Visitor:
        visitors.append(Visitor(browser, address, **options))
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.leave()
