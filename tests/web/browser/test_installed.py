"""The worker of the pages: what is seen without a network, and that nothing old is taken for new."""

import re

import pytest
from playwright.sync_api import expect

from ludoteca.games import begin
from ludoteca.web import shell

from .conftest import Visits
from .test_telling import HIDDEN
from support.browser import Visitor

CONTROLLED = """async () => {
  const { serviceWorker } = navigator;
  const taken = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
  if (!serviceWorker.controller) await taken;
}"""
KEPT = """async () => {
  const names = await caches.keys();
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return lists.flat().map((request) => new URL(request.url).pathname);
}"""
FORGOTTEN = f"""async (version) => {{
  const kept = {KEPT};
  while (String(await kept()).includes(version)) await new Promise((resolve) => setTimeout(resolve, 20));
}}"""
NOTIFIED = """async () => {
  const worker = await navigator.serviceWorker.ready;
  for (;;) {
    for (const { title, data } of await worker.getNotifications()) return [title, data];
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}"""


def controlled(visitor: Visitor) -> None:
    """Wait until the worker answers for the page."""
    visitor.page.evaluate(CONTROLLED)


def test_without_a_network_a_page_says_so_and_comes_back_by_itself(visit: Visits) -> None:
    visitor = visit(locale="es")
    room = visitor.make("2048#1")
    visitor.page.goto("/")
    controlled(visitor)
    visitor.context.set_offline(True)
    visitor.page.goto(f"/r/{room}")
    expect(visitor.page.locator("h1")).to_have_text("Sin conexión")
    assert visitor.page.evaluate("getComputedStyle(document.body).margin") == "0px"
    visitor.context.set_offline(False)
    expect(visitor.page.locator(".board")).to_be_visible()
    assert [each for each in visitor.problems if "ERR_INTERNET_DISCONNECTED" not in each] == []
    visitor.problems.clear()


def test_only_files_named_by_their_content_are_kept_and_only_of_one_version(
    visit: Visits, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = visit()
    visitor.page.goto("/")
    controlled(visitor)
    visitor.page.reload()
    visitor.page.evaluate("fetch('/static/0123456789ab/room.js').then((answer) => answer.text())")
    kept = visitor.page.evaluate(KEPT)
    assert f"/static/{shell.digest()}/lobby.js" in kept
    assert {path for path in kept if shell.digest() not in path} == {"/offline"}
    old = shell.digest()
    monkeypatch.setattr(shell, "digest", lambda: "0123456789ab")
    visitor.page.reload()
    assert "0123456789ab" in str(visitor.page.locator("script").get_attribute("src"))
    visitor.page.evaluate(FORGOTTEN, old)
    controlled(visitor)
    visitor.page.reload()
    kept = visitor.page.evaluate(KEPT)
    assert "/static/0123456789ab/lobby.js" in kept
    assert not [path for path in kept if re.search(old, path)]


def test_the_worker_notifies_whose_turn_it_is(visit: Visits) -> None:
    ana, eva = visit(permissions=["notifications"]), visit()
    room = ana.make("drench:3x3,3,players=2#2", seat=0, name="Ana")
    ana.page.goto("/")
    controlled(ana)
    ana.page.add_init_script(HIDDEN + "localStorage.setItem('ludoteca.notify', 'true');")
    ana.enter(room)
    eva.enter(room)
    eva.sit_everywhere()
    session = begin("drench:3x3,3,players=2#2")
    for mover, other in ((ana, eva), (eva, ana)):
        mover.play(session, session.game.text(next(iter(session.legal))), "mouse")
        other.awaits(session)
    assert ana.page.evaluate(NOTIFIED) == ["Your turn", ana.page.url]
