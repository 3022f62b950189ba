"""A server is killed, a network is cut: the pages come back by themselves, and every move is played once."""

import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, expect

from ludoteca.core import CHANCE, AnySession, IllegalMove
from ludoteca.games import begin

from .test_friends import FLIGHT
from support.browser import Visitor, moves_shown, visiting
from support.mortal import mortal
from support.network import between

SILENCE: Final = 30.0  # seconds without a sign of life
REFUSAL: Final = 4.0  # seconds in which nobody can connect
NOTICED: Final = 35_000  # ms after which a page has said that there is no connection
BACK: Final = 30_000  # ms after which it has come back
LOST: Final = "No connection. What you do is kept, and sent when it is back."


def by_link(people: Sequence[Visitor], game: str) -> AnySession:
    """Two sit down to a game."""
    ana, eva = people
    room = ana.make(game, seat=0, name="Ana")
    ana.enter(room)
    eva.enter(room)
    eva.page.locator(".sit button").click()
    expect(ana.page.locator(".invitation input")).to_have_count(0)
    return begin(game)


def play(people: Sequence[Visitor], session: AnySession, moves: Sequence[str]) -> None:
    """Moves of whoever's turn it is, each seen by both."""
    for move in moves:
        people[session.player].play(session, move, "mouse")
        see(people, session)


def choose(visitor: Visitor, move: str) -> None:
    """Make the gestures of a move, whatever comes of it."""
    for word in move.split():
        visitor.cell(word).click()


def see(people: Sequence[Visitor], session: AnySession) -> None:
    """Both show each move that was played, once."""
    for visitor in people:
        visitor.awaits(session)
        assert moves_shown(visitor) == [session.game.text(move) for move in session.moves]


def says(visitor: Visitor, sentence: str, within: int) -> None:
    """A page says how it stands with its connection."""
    expect(visitor.page.locator(".connection")).to_have_text(sentence, timeout=within)


def pause(visitor: Visitor, until: float) -> None:
    """Let a page live on until some time, by the clock of this test."""
    visitor.page.wait_for_timeout(1000 * max(0.0, until - time.monotonic()))


def test_a_server_is_killed_in_mid_game_and_no_move_is_lost_or_doubled(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        mortal(str(tmp_path / "rooms.sqlite3")) as server,
        visiting(browser, server.address, server.address) as people,
    ):
        session = by_link(people, "fuga:7")
        for first in range(0, len(FLIGHT), 5):  # both have moves to make, before and after they know of it
            play(people, session, FLIGHT[first : first + 4])
            mover, move = people[session.player], FLIGHT[first + 4]
            if is_told := first % 2 == 0:
                server.kill()
                for visitor in people:
                    says(visitor, LOST, NOTICED)
            choose(mover, move)
            if not is_told:
                server.kill()
            server.start()
            session.turn(move)
            for visitor in people:
                says(visitor, "", BACK)
            see(people, session)
        for visitor in people:
            expect(visitor.page.locator(".ending p")).to_have_text(session.verdict)


def test_a_move_that_is_made_while_the_network_is_silent_is_played_once_after_it(
    browser: Browser, address: str
) -> None:
    with between(address, "late") as network, visiting(browser, network.address, address) as people:
        ana, eva = people
        session = by_link(people, "fuga:7")
        play(people, session, FLIGHT[:4])
        network.is_silent()
        began = time.monotonic()
        choose(ana, FLIGHT[4])
        says(ana, LOST, NOTICED)
        pause(ana, began + SILENCE)
        see([eva], session)
        network.works()
        session.turn(FLIGHT[4])
        says(ana, "", BACK)
        see(people, session)
        play(people, session, FLIGHT[5:7])


def test_a_move_that_is_made_while_nobody_can_connect_is_played_once_after_it(
    browser: Browser, address: str
) -> None:
    with between(address, "lost") as network, visiting(browser, network.address, address) as people:
        ana, eva = people
        session = by_link(people, "fuga:7")
        play(people, session, FLIGHT[:4])
        network.refuses()
        began = time.monotonic()
        says(ana, LOST, NOTICED)
        choose(ana, FLIGHT[4])
        pause(ana, began + REFUSAL)
        see([eva], session)
        network.works()
        session.turn(FLIGHT[4])
        says(ana, "", BACK)
        see(people, session)
        play(people, session, FLIGHT[5:7])


def test_a_connection_that_has_died_unseen_is_made_anew_and_the_move_is_said_again(
    browser: Browser, address: str
) -> None:
    with between(address, "lost") as network, visiting(browser, network.address, address) as people:
        ana, eva = people
        session = by_link(people, "fuga:7")
        network.is_silent()
        choose(ana, FLIGHT[0])
        see([eva], session)
        network.works()
        ana.page.evaluate("dispatchEvent(new Event('online'))")  # it looks whether all is well, and waits
        session.turn(FLIGHT[0])
        expect(eva.page.locator(".slider output")).to_have_text("1 / 1", timeout=NOTICED)
        says(ana, "", BACK)
        see(people, session)
        play(people, session, FLIGHT[1:3])


def test_of_ten_keys_a_second_over_a_slow_network_none_is_lost(browser: Browser, address: str) -> None:
    keys, session = ("up", "left", "up", "right", "down", "left") * 5, begin("2048#7")
    while session.player == CHANCE:
        session.roll()
    with between(address, "lost", delay=0.1) as network, visiting(browser, network.address) as (person,):
        person.enter(person.make("2048#7"))
        for key in keys:
            person.page.keyboard.press(f"Arrow{key.capitalize()}")
            person.page.wait_for_timeout(100)
            with suppress(IllegalMove):  # what moves nothing is refused, and costs no other
                session.turn(key)
        see([person], session)
