"""What a browser loads, and what is seen meanwhile: no file twice, little in all, and nothing that jumps."""

from typing import Final

import pytest
from playwright.sync_api import Page

from .conftest import Visits

LOADED: Final = """
[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map(({ name, transferSize }) => [new URL(name).pathname, transferSize])
"""
SMALL: Final = 60_000  # bytes
# Remember by how much what is seen moves without having been touched.
JUMPS: Final = """
globalThis.jumps = [];
new PerformanceObserver((list) => jumps.push(...list.getEntries().map((entry) => entry.value)))
  .observe({ type: "layout-shift", buffered: true });
"""
GAMES: Final = ("solitario:english", "fuga:9", "drench", "2048", "oca")


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


@pytest.mark.parametrize("game", GAMES)
def test_a_first_visit_of_a_room_is_small(visit: Visits, game: str) -> None:
    room = visit().make(game)
    visitor = visit(locale="es")  # English needs no file of sentences
    visitor.enter(room)
    assert 20_000 < sum(loaded(visitor.page).values()) < SMALL


@pytest.mark.parametrize("path", [*GAMES, "/", "/me", "/rules/oca"])
def test_nothing_is_seen_to_jump_while_a_page_is_made(visit: Visits, path: str) -> None:
    visitor = visit(viewport={"width": 412, "height": 823})
    visitor.page.add_init_script(JUMPS)
    if path in GAMES:
        visitor.enter(visitor.make(path))
    else:
        visitor.page.goto(path)
    loaded(visitor.page)
    assert visitor.page.locator("main :visible").count() > 3
    assert visitor.page.evaluate("jumps") == []
