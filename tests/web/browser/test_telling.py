"""What a page tells somebody who looks elsewhere, or at nothing, and what it hands on to other programs."""

import pytest
from playwright.sync_api import expect

from ludoteca.games import begin

from .conftest import Visits

HIDDEN = "Object.defineProperty(document, 'hidden', { get: () => true });"
# Chrome for Android has notifications, and refuses to make one in a page.
ANDROID = """
globalThis.Notification = class { constructor() { throw new TypeError("Illegal constructor"); } };
Notification.permission = "granted";
delete Navigator.prototype.serviceWorker;
localStorage.setItem("ludoteca.notify", "true");
"""
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { get: () => undefined });"
NO_COPYING = "document.execCommand = () => false;"


def test_where_no_notification_can_be_made_the_room_is_drawn_all_the_same(visit: Visits) -> None:
    ana, eva = visit(), visit()
    room = ana.make("drench:3x3,3,players=2#2", seat=0, name="Ana")
    ana.page.add_init_script(HIDDEN + ANDROID)
    ana.enter(room)
    eva.enter(room)
    eva.sit_everywhere()
    session = begin("drench:3x3,3,players=2#2")
    for mover, other in ((ana, eva), (eva, ana)):
        move = session.game.text(next(iter(session.legal)))
        mover.play(session, move, "mouse")
        other.awaits(session)
    expect(ana.page.locator(".prompt")).to_contain_text("Your turn")


@pytest.mark.parametrize("can", [True, False])
def test_copied_is_said_only_if_it_was(visit: Visits, can: bool) -> None:
    visitor = visit()
    visitor.page.add_init_script(NO_CLIPBOARD + ("" if can else NO_COPYING))
    visitor.enter(visitor.make("2048#1"))
    visitor.page.get_by_role("button", name="Share").click()
    visitor.page.get_by_role("button", name="Copy").first.click()
    button = visitor.page.locator(".copied button").first
    expect(button).to_have_text("Copied" if can else "Not copied")
    if can:
        visitor.page.evaluate("document.querySelectorAll('.copied input')[0].removeAttribute('readonly')")
        visitor.page.locator(".copied input").first.fill("")
        visitor.page.keyboard.press("Control+V")
        expect(visitor.page.locator(".copied input").first).to_have_value(visitor.page.url)
    else:
        selected = "getSelection().toString()"
        assert visitor.page.evaluate(selected) == visitor.page.url
