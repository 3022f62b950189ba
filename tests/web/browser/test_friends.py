"""Two play a whole game by a link and somebody watches: all see the same, and are told whose turn it is."""

import re
from typing import Final

from playwright.sync_api import expect

from ludoteca.core import AnySession
from ludoteca.games import begin
from ludoteca.looks.spoken import spoken

from .conftest import Visits
from support.browser import Visitor, moves_shown, shown

# The shortest of 200 games at random, whose dice are `random.Random(seed)`: that of seed 80.
FLIGHT: Final = (
    "d2 e2", "e5 f5", "g3 f3", "e4 e5", "e2 c2", "e3 e2", "e7 e6", "d4 e4", "a3 a2", "e2 g2",
    "e1 f1", "e4 e3", "a5 b5", "e3 e1", "c2 f2", "d3 e3", "f3 g3", "c3 b3", "b5 b6", "e1 g1",
)  # fmt: skip


def sees(visitor: Visitor, session: AnySession) -> None:
    """Each cell of a page is what the rules say."""
    cells = shown(visitor)
    places = [place for row in session.game.board(session.state) for place in row if place.name]
    assert len(cells) == len(places)
    assert [place for place in places if not cells[place.name].startswith(spoken(place))] == []


def is_called(visitor: Visitor, *, turn: bool) -> None:
    """Title and icon say whether it is one's turn."""
    expect(visitor.page).to_have_title(re.compile("^● Your turn · " if turn else "^The King's Flight"))
    icon = "turn" if turn else "icon"
    expect(visitor.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile(rf"/{icon}\.svg$"))


def test_a_whole_game_is_seen_alike_by_both_and_by_one_who_watches(visit: Visits) -> None:
    ana, eva, third = visit(), visit(), visit()
    room = ana.make("fuga:7", seat=0, name="Ana")
    ana.enter(room)
    eva.enter(room)
    eva.page.locator(".sit input").fill("Eva")
    eva.page.locator(".sit button").click()
    third.enter(room)
    session = begin("fuga:7")
    for move in FLIGHT:
        mover, other = (ana, eva) if session.player == 0 else (eva, ana)
        is_called(mover, turn=True)
        is_called(other, turn=False)
        is_called(third, turn=False)
        mover.play(session, move, "mouse")
        for visitor in (other, third):
            visitor.awaits(session)
        for visitor in (ana, eva, third):
            sees(visitor, session)
    assert session.outcome is not None
    for visitor in (ana, eva, third):
        assert moves_shown(visitor) == list(FLIGHT)
        expect(visitor.page.locator(".ending p")).to_have_text(session.verdict)
        is_called(visitor, turn=False)
    expect(ana.page.locator(".ending h2")).to_have_text("You lose")
    expect(eva.page.locator(".ending h2")).to_have_text("You win")
    expect(third.page.locator(".ending h2")).to_have_text("Winner: Eva")
