"""What a page tells somebody who looks elsewhere, or at nothing, and what it hands on to other programs."""

import json

import pytest
from playwright.sync_api import expect

from ludoteca.games import begin

from .conftest import Visits
from .test_playing import Wire

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


FOCUSED = "document.activeElement.closest('[data-name]')?.dataset.name ?? ''"
LIVE = """(said) => [...document.querySelectorAll('[aria-live=polite], [role=status], [role=alert]')]
    .filter((each) => each.textContent.includes(said)).length"""


def test_who_only_watches_reads_the_board_cell_by_cell(visit: Visits) -> None:
    ana, third = visit(), visit()
    room = ana.make("fuga:7", levels=[0, 1], seat=0, name="Ana")
    third.enter(room)
    third.page.locator('.board [tabindex="0"]').focus()
    assert third.page.evaluate(FOCUSED) == "d4"
    for key, name in (("ArrowRight", "d5"), ("ArrowUp", "c5"), ("Shift+ArrowLeft", "c4")):
        third.page.keyboard.press(key)
        assert third.page.evaluate(FOCUSED) == name
    expect(third.page.locator(".error")).to_be_empty()


def test_where_arrows_push_the_tiles_they_read_them_with_shift(visit: Visits) -> None:
    visitor, session = visit(), begin("2048#1")
    visitor.enter(visitor.make("2048#1"))
    visitor.page.keyboard.press("Shift+ArrowRight")
    first = visitor.page.evaluate(FOCUSED)
    visitor.page.keyboard.press("Shift+ArrowRight")
    assert visitor.page.evaluate(FOCUSED) not in ("", first)
    described = visitor.page.locator(".board").get_attribute("aria-describedby")
    expect(visitor.page.locator(f"#{described}")).to_contain_text("Shift")
    visitor.play(session, "left", "keys")
    visitor.page.get_by_role("button", name="One move back").click()
    expect(visitor.page.locator(".slider output")).to_have_text("1 / 2")
    expect(visitor.page.locator(".table > [aria-live]")).to_have_text("Position after 1 move")
    visitor.page.locator('.board [tabindex="0"]').focus()
    before = visitor.page.evaluate(FOCUSED)
    visitor.page.keyboard.press("Shift+ArrowDown")
    assert visitor.page.evaluate(FOCUSED) != before
    expect(visitor.page.locator(".slider output")).to_have_text("1 / 2")


def test_a_move_that_is_taken_back_is_told_and_the_end_is_told_once(visit: Visits) -> None:
    visitor, session = visit(), begin("drench:3x3,3#2")
    visitor.enter(visitor.make("drench:3x3,3#2"))
    told = visitor.page.locator(".table > [aria-live]")
    visitor.play(session, "1", "keys")
    expect(told).to_contain_text("1")
    visitor.page.get_by_role("button", name="Undo").click()
    expect(told).to_have_text("Taken back: 1")
    session = begin("drench:3x3,3#2")
    for move in "1231":
        visitor.play(session, move, "keys")
    assert session.outcome is not None
    expect(told).to_contain_text(session.verdict)
    assert visitor.page.evaluate(LIVE, session.verdict) == 1


def test_the_truth_is_told_again_after_a_hint_took_its_place(visit: Visits) -> None:
    visitor = visit()
    wire = Wire(visitor)
    visitor.enter(visitor.make("drench:3x3,3#2"))
    wire.mute = '"ask"'
    visitor.page.keyboard.press("t")
    visitor.page.keyboard.press("i")
    expect(visitor.page.locator(".hints")).to_have_text("thinking…")
    truth, hint = (json.loads(said) for said in wire.said if '"ask"' in said)
    told = {"type": "told", "ply": 0, "is_last": True, "bar": "", "sentences": [], "worths": {}}
    wire.tell(**told, id=truth["id"], what="truth")
    expect(visitor.page.locator(".bar")).to_be_hidden()
    wire.tell(type="thinking", id="forgotten", sentence="nothing that anybody waits for")
    wire.tell(**{**told, "sentences": ["Take 1."]}, id=hint["id"], what="hint", move="1")
    expect(visitor.page.locator(".hints")).to_have_text("Take 1.")
    expect(visitor.page.locator(".prompt")).to_have_text("Choose a colour")
    expect(visitor.page.locator(".bar")).to_have_text("thinking…")
    again = [json.loads(said) for said in wire.said if '"truth"' in said][-1]
    assert again["id"] != truth["id"]
    wire.tell(**{**told, "bar": "4 moves"}, id=again["id"], what="truth")
    expect(visitor.page.locator(".bar")).to_have_text("4 moves")
    wire.mute = ""
    wire.breaks()
    expect(visitor.page.locator("body")).to_have_attribute("data-connection", "open")
    asked = [said for said in wire.said if '"ask"' in said]
    assert len(asked) == 3


def test_the_rules_are_there_in_the_game_and_lead_back_to_it(visit: Visits) -> None:
    visitor = visit(locale="es")
    visitor.enter(visitor.make("fuga:7"))
    visitor.page.keyboard.press("?")
    expect(visitor.page.locator("dialog h2").first).to_have_text("La Fuga del Rey")
    expect(visitor.page.locator("dialog")).to_contain_text("Cómo se captura")
    visitor.page.get_by_role("button", name="Cerrar").click()
    expect(visitor.page.locator("dialog")).to_have_count(0)


def test_who_asks_is_told_that_the_other_does_not_agree(visit: Visits) -> None:
    ana, eva = visit(), visit()
    room = ana.make("fuga:7", name="Ana")
    ana.enter(room)
    eva.enter(room)
    eva.sit_everywhere()
    ana.page.get_by_role("button", name="Offer a draw").click()
    eva.page.get_by_role("button", name="Decline").click()
    expect(ana.page.locator(".deal")).to_have_text("It was not agreed.")
    expect(eva.page.locator(".deal")).to_be_hidden()
    ana.play(begin("fuga:7"), "a3 b3", "mouse")
    expect(ana.page.locator(".deal")).to_be_hidden()


def test_what_was_wrong_is_not_said_any_more_once_something_is_right(visit: Visits) -> None:
    visitor = visit()
    visitor.enter(visitor.make("solitario:english"))
    visitor.cell("a3").click()
    expect(visitor.page.locator(".table .error")).to_have_text("Nothing on a3 can move now.")
    expect(visitor.page.locator(".prompt")).to_be_hidden()
    visitor.cell("b4").click()
    expect(visitor.page.locator(".prompt")).to_have_text("Now its target")
    expect(visitor.page.locator(".table .error")).to_be_hidden()


def test_the_truth_is_of_the_game_as_it_stands_and_not_told_beside_another_position(visit: Visits) -> None:
    visitor = visit()
    visitor.enter(visitor.make("drench:3x3,3#2"))
    for key in "123":
        visitor.page.keyboard.press(key)
    visitor.page.keyboard.press("t")
    expect(visitor.page.locator(".bar")).to_contain_text("par", timeout=30_000)
    visitor.page.get_by_role("button", name="One move back").click()
    expect(visitor.page.locator(".bar")).to_be_hidden()
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator(".bar")).to_be_visible()


def test_todays_board_that_was_begun_goes_on(visit: Visits) -> None:
    visitor = visit()
    visitor.page.goto("/")
    visitor.page.locator("[data-daily=drench]").click()
    visitor.page.wait_for_url("**/r/*")
    expect(visitor.page.locator("h1")).to_contain_text("Today's board")
    room = visitor.page.url
    visitor.page.goto("/")
    visitor.page.locator("[data-daily=drench]").click()
    visitor.page.wait_for_url(room)


def test_what_is_typed_stays_until_it_is_played_and_escape_leads_away(visit: Visits) -> None:
    visitor = visit()
    visitor.enter(visitor.make("drench:3x3,3#2"))
    visitor.page.keyboard.press("m")
    field = visitor.page.locator(".typed input")
    field.fill("9")
    field.press("Enter")
    expect(visitor.page.locator(".table .error")).to_have_text("Name a colour by its number, from 1 to 3.")
    expect(field).to_have_value("9")
    field.fill("1")
    field.press("Enter")
    expect(field).to_have_value("")
    field.press("Escape")
    expect(visitor.page.locator(".typed")).to_be_hidden()
