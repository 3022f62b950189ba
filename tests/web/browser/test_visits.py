"""What a browser loads: no file twice."""

from typing import Final

import pytest
from playwright.sync_api import Page

from .conftest import Visits

LOADED: Final = """
[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map(({ name, transferSize }) => [new URL(name).pathname, transferSize])
"""


def loaded(page: Page) -> dict[str, int]:
    """The paths that a page has asked for, and how many bytes came over the network for each."""
    page.wait_for_load_state("networkidle")
    return dict(page.evaluate(LOADED))


@pytest.mark.parametrize("locale", ["en", "es"])
def test_no_file_is_loaded_twice(visit: Visits, locale: str) -> None:
    visitor = visit(locale=locale)
    room, seen = visitor.make("fuga:7"), set[str]()
    for path in ("/", f"/r/{room}", "/me", "/rules/fuga", "/", f"/r/{room}", "/me", "/rules/fuga"):
        visitor.page.goto(path)
        sizes = loaded(visitor.page)
        files = {name for name in sizes if name != path and "/api/" not in name}
        assert len(files) > 5
        assert [name for name in files & seen if sizes[name]] == []
        seen |= files
