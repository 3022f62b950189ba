"""The games in a browser: each to its end by mouse, by keys and by touch; nothing is lost on the way."""

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from ludoteca.games import begin

from .conftest import Visits
from support.browser import Means, Visitor, at_random, ending

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}

# A game of each kind that is short: from near an end, or with dice that a seed says.
GAMES = {
    "solitario": ending("solitario:sample", 4),
    "fuga": ending("fuga:7", 3),
    "drench": ("drench:3x3,3#2", []),
    "2048": ("2048:2#5", []),
    "oca": ("oca:2,track=12.goose.3.8.bridge.4.6#5", []),
}


@pytest.mark.parametrize("means", ["mouse", "keys", "touch"])
@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_to_its_end(visit: Visits, name: str, means: Means) -> None:
    gameid, moves = GAMES[name]
    visitor = visit(**(PHONE if means == "touch" else {"viewport": {"width": 1100, "height": 800}}))
    visitor.enter(visitor.make(gameid))
    visitor.sit_everywhere()
    session, dice = begin(gameid), random.Random(1)
    while move := moves[len(session.moves)] if len(session.moves) < len(moves) else at_random(session, dice):
        visitor.play(session, move, means)
        if session.outcome:
            break
    assert session.outcome is not None
    expect(visitor.page.locator(".ending p")).to_have_text(session.verdict)


class Wire:
    """The connection of a page, in the hand of a test: it may hold what the server says, and break."""

    def __init__(self, visitor: Visitor) -> None:
        self.held: list[tuple[WebSocketRoute, str | bytes]] | None = None
        self.said, self.heard = list[str](), list[str]()
        self.instead = list[str]()  # codes of refusals that the next plays get, and do not reach the server
        self.mute = ""  # a word; what has it does not reach the server
        self.routes = list[WebSocketRoute]()
        visitor.page.route_web_socket("**/socket", self._connected)

    def _connected(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        self.routes.append(route)
        route.on_message(lambda text: self._say(server, str(text)))
        server.on_message(lambda text: self._hear(route, text))

    def _say(self, server: WebSocketRoute, text: str) -> None:
        self.said.append(text)
        if self.instead and '"play"' in text:
            self.tell(type="refused", id=json.loads(text)["id"], code=self.instead.pop(0), sentence="No.")
        elif not self.mute or self.mute not in text:
            server.send(text)

    def waits_for(self, visitor: Visitor, *words: str) -> None:
        """Wait until as many messages with these words have come as there are words."""
        assert self.held is not None
        while not all(any(word in str(text) for _route, text in self.held) for word in words):
            visitor.page.evaluate("0")

    def _hear(self, route: WebSocketRoute, text: str | bytes) -> None:
        self.heard.append(str(text))
        if self.held is None:
            route.send(text)
        else:
            self.held.append((route, text))

    def hold(self) -> None:
        self.held = []

    def release(self, until: str = "") -> None:
        """Let the page hear what was held; with a word, only as far as the first message that has it."""
        held, self.held = self.held or [], [] if until else None
        for at, (route, text) in enumerate(held):
            route.send(text)
            if until and until in str(text):
                self.held = held[at + 1 :]
                return

    def tell(self, **message: Any) -> None:
        """The page hears something as if the server had said it."""
        self.routes[-1].send(json.dumps(message))

    def breaks(self) -> None:
        """The connection is lost, and all that was on its way to the page."""
        self.held = None
        self.routes[-1].close()


def test_keys_pressed_before_an_answer_come_are_all_played_in_their_order(visit: Visits) -> None:
    visitor = visit()
    wire, session = Wire(visitor), begin("2048#1")
    visitor.enter(visitor.make("2048#1"))
    wire.hold()
    for move in ("left", "down", "left", "up", "left", "down", "right", "up", "left", "down"):
        assert move in [session.game.text(each) for each in session.legal]
        visitor.page.keyboard.press(f"Arrow{move.capitalize()}")
        session.turn(move)
    expect(visitor.page.locator(".course")).to_be_hidden()
    wire.release()
    visitor.awaits(session)
    assert visitor.page.locator(".moves button").all_inner_texts() == [
        session.game.text(move) for move in session.moves
    ]


def test_a_move_is_played_once_though_the_connection_breaks_before_its_answer(visit: Visits) -> None:
    visitor = visit()
    wire, session = Wire(visitor), begin("drench:6x6,4#77")
    visitor.enter(visitor.make("drench:6x6,4#77"))
    wire.hold()
    visitor.page.keyboard.press("1")
    wire.waits_for(visitor, '"done"')
    wire.breaks()
    session.turn("1")
    visitor.awaits(session)
    visitor.play(session, "4", "keys")
    plays = [said for said in wire.said if '"play"' in said]
    assert len(plays) == 3
    assert plays[0] == plays[1]


def test_what_was_typed_after_a_refused_move_is_played_all_the_same(visit: Visits) -> None:
    visitor = visit()
    wire, session = Wire(visitor), begin("drench:6x6,4#77")
    visitor.enter(visitor.make("drench:6x6,4#77"))
    wire.hold()
    for key in "114":  # the colour that one has is no move
        visitor.page.keyboard.press(key)
    wire.waits_for(visitor, '"refused"', '"ply":2,"game"')
    wire.release(until='"refused"')
    expect(visitor.page.locator(".error")).to_contain_text("1")
    visitor.page.keyboard.press("2")
    wire.release()
    for move in "142":
        session.turn(move)
    visitor.awaits(session)
    expect(visitor.page.locator(".moves button")).to_have_text(list("142"))
    visitor.play(session, "3", "keys")
    expect(visitor.page.locator(".error")).to_be_empty()


def test_a_move_that_a_busy_server_refuses_is_said_again_and_with_it_those_after_it(visit: Visits) -> None:
    visitor = visit()
    wire, session = Wire(visitor), begin("drench:6x6,4#77")
    visitor.enter(visitor.make("drench:6x6,4#77"))
    wire.instead = ["busy", "stale"]
    for key in "14":
        visitor.page.keyboard.press(key)
        session.turn(key)
    visitor.awaits(session)
    expect(visitor.page.locator(".moves button")).to_have_text(list("14"))
    expect(visitor.page.locator(".error")).to_be_empty()


def test_a_busy_server_is_not_asked_for_ever(visit: Visits) -> None:
    visitor = visit()
    visitor.page.clock.install()
    wire = Wire(visitor)
    visitor.enter(visitor.make("drench:6x6,4#77"))
    wire.instead = ["busy"] * 6
    visitor.page.keyboard.press("1")
    for _time in range(8):
        visitor.page.clock.run_for(1000)
    expect(visitor.page.locator(".error")).to_have_text("No.")
    assert len([said for said in wire.said if '"play"' in said]) == 6
    session = begin("drench:6x6,4#77")
    visitor.play(session, "1", "keys")


def test_what_is_done_elsewhere_meanwhile_is_seen_though_as_much_was_played(visit: Visits) -> None:
    visitor = visit()
    wire, room, session = Wire(visitor), visitor.make("drench:6x6,4#77"), begin("drench:6x6,4#77")
    visitor.enter(room)
    for move in "14":
        visitor.play(session, move, "keys")
    visitor.page.get_by_role("button", name="One move back").click()
    label = visitor.cell("a1").get_attribute("aria-label")
    visitor.page.get_by_role("button", name="Back to the game").click()
    wire.hold()
    other = visitor.context.new_page()
    other.goto(f"/r/{room}")
    expect(other.locator(".slider output")).to_have_text("2 / 2")
    for key, now in ("u1", "u0", "31", "42"):
        other.keyboard.press(key)
        if now == "0":
            expect(other.locator(".course")).to_be_hidden()
        else:
            expect(other.locator(".slider output")).to_have_text(f"{now} / {now}")
    wire.breaks()
    expect(visitor.page.locator(".moves button")).to_have_text(list("34"))
    visitor.page.get_by_role("button", name="One move back").click()
    expect(visitor.cell("a1")).not_to_have_attribute("aria-label", label or "")


def test_what_the_rules_refuse_is_said_and_nothing_is_played(visit: Visits) -> None:
    visitor = visit()
    visitor.enter(visitor.make("fuga:7"))
    visitor.sit_everywhere()
    visitor.cell("d4").click()
    expect(visitor.page.locator(".error")).to_have_text("Nothing on d4 can move now.")
    visitor.cell("a3").click()
    visitor.cell("d4").click()
    expect(visitor.page.locator(".error")).not_to_be_empty()
    expect(visitor.page.locator(".error")).not_to_have_text("Nothing on d4 can move now.")
    expect(visitor.page.locator(".course")).to_be_hidden()


@pytest.mark.parametrize("finger", [False, True])
def test_a_piece_is_dragged_to_its_target(visit: Visits, finger: bool) -> None:
    visitor = visit(**(PHONE if finger else {}))
    visitor.enter(visitor.make("solitario:english"))
    boxes = [visitor.cell(name).bounding_box() for name in ("d2", "d4")]
    start, end = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    if finger:
        visitor.drag_finger(start, end)
    else:
        visitor.page.mouse.move(*start)
        visitor.page.mouse.down()
        visitor.page.mouse.move(*end, steps=4)
        expect(visitor.page.locator(".lifted")).to_be_visible()
        visitor.page.mouse.up()
    expect(visitor.page.locator(".moves button")).to_have_text(["d2 d4"])
    expect(visitor.page.locator(".lifted")).to_have_count(0)


def test_two_play_by_a_link_and_a_third_watches(visit: Visits) -> None:
    ana, eva, third = visit(), visit(), visit()
    room = ana.make("drench:3x3,3,players=2#2", seat=0, name="Ana")
    ana.enter(room)
    expect(ana.page.locator(".prompt")).to_have_text("Waiting for somebody to sit down.")
    eva.enter(room)
    eva.page.locator(".sit input").fill("Eva <b>")
    eva.page.locator(".sit button").click()
    expect(ana.page.locator(".seats b")).to_have_text(["Ana", "Eva <b>"])
    third.enter(room)
    expect(third.page.locator(".words")).to_be_hidden()
    expect(third.page.locator(".acts button")).to_have_text(["Rules", "Share"])
    session, dice = begin("drench:3x3,3,players=2#2"), random.Random(1)
    while move := at_random(session, dice):
        mover, other = (ana, eva) if session.player == 0 else (eva, ana)
        expect(mover.page).to_have_title(re.compile("^● Your turn · Flood"))
        mover.play(session, move, "mouse")
        other.awaits(session)
    for visitor in (ana, eva, third):
        expect(visitor.page.locator(".ending p")).to_have_text(session.verdict)
    for visitor in (ana, eva, third):
        expect(visitor.page.locator(".hand")).to_be_hidden()
        expect(visitor.page.get_by_role("button", name="One move on")).to_be_disabled()
    ana.page.get_by_role("button", name="Rematch").click()
    for visitor in (ana, eva):
        expect(visitor.page.get_by_role("button", name="Rematch")).to_have_count(0)
    eva.page.get_by_role("button", name="Agree").click()
    for visitor in (ana, eva):
        visitor.page.wait_for_url(lambda url: not url.endswith(room))
        expect(visitor.page.locator(".seats b")).to_have_text(["Eva <b>", "Ana"])
    third.page.get_by_role("button", name="To the next game").click()
    third.page.wait_for_url(lambda url: not url.endswith(room))
    expect(third.page.locator(".seats b")).to_have_text(["Eva <b>", "Ana"])


def test_who_watched_a_game_plays_the_same_with_its_clock_and_other_dice(visit: Visits) -> None:
    ana, third = visit(), visit()
    room = ana.make("drench:3x3,3#2", name="Ana", clock=[300, 5])
    ana.enter(room)
    for key in "1231":
        ana.page.keyboard.press(key)
    third.enter(room)
    expect(third.page.locator(".ending .main")).to_have_text("Play this yourself")
    with third.page.expect_request("**/api/rooms") as asked:
        third.page.locator(".ending .main").click()
    wish = asked.value.post_data_json
    assert (wish["game"], wish["levels"], wish["seat"], wish["clock"]) == ("drench:3x3,3", [0], 0, [300, 5])
    third.page.wait_for_url(lambda url: not url.endswith(room))
    expect(third.page.locator(".words")).to_be_visible()


def test_moves_are_taken_back_as_fast_as_one_can_press(visit: Visits) -> None:
    visitor = visit()
    wire = Wire(visitor)
    visitor.enter(visitor.make("drench:6x6,4#2"))
    for key in "142":
        visitor.page.keyboard.press(key)
    expect(visitor.page.locator(".moves button")).to_have_text(list("142"))
    wire.hold()
    for key in "uu3":
        visitor.page.keyboard.press(key)
    wire.waits_for(visitor, "done", "done", "done")
    wire.release()
    expect(visitor.page.locator(".moves button")).to_have_text(list("13"))
    expect(visitor.page.locator(".table .error")).to_be_empty()


def test_a_name_is_told_as_it_is(visit: Visits) -> None:
    ana, eva = visit(), visit()
    room = ana.make("fuga:7", name="$& {name}")
    ana.enter(room)
    eva.enter(room)
    eva.sit_everywhere()
    ana.page.get_by_role("button", name="Offer a draw").click()
    expect(eva.page.locator(".deal p")).to_have_text("$& {name} offers a draw.")


def test_who_plays_alone_plays_again_and_types_no_move_after_the_end(visit: Visits) -> None:
    visitor = visit()
    visitor.enter(visitor.make("drench:3x3,3#2"))
    visitor.page.get_by_role("button", name="Type a move").click()
    expect(visitor.page.locator(".typed")).to_be_visible()
    for move in "1231":
        visitor.page.locator(".typed input").fill(move)
        visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator(".ending")).to_be_visible()
    expect(visitor.page.locator(".typed")).to_be_hidden()
    before = visitor.page.url
    visitor.page.get_by_role("button", name="Play again").click()
    visitor.page.wait_for_url(lambda url: url != before)
    expect(visitor.page.locator(".prompt")).to_have_text("Choose a colour")
