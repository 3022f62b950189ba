"""Rooms that are damaged in the store, or of a game that is not installed: the others are not harmed."""

import json
import logging
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from ludoteca.web import lists, seldom
from ludoteca.web.guest import Guest
from ludoteca.web.hub import Hub
from ludoteca.web.messages import Play
from ludoteca.web.refusal import Refusal
from ludoteca.web.safety import Rate, new_secret, person_of
from ludoteca.web.store import Event, Tally
from ludoteca.web.thinkers import Thinkers
from ludoteca.web.wishes import RoomWish, head_of, next_of

from support.memory_store import MemoryStore
from support.rooms import event, head, opened, standing
from support.web_server import serving

ANA = person_of("a" * 30)


@pytest.fixture(autouse=True)
def _unsaid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seldom, "_said", Rate(0.001, 1))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE rooms SET head = 'x' WHERE room = 'bad'",
        "UPDATE rooms SET head = '{}' WHERE room = 'bad'",
        "UPDATE rooms SET names = '[1' WHERE room = 'bad'",
        "UPDATE rooms SET result = 'seat 7' WHERE room = 'bad'",
        """UPDATE rooms SET head = replace(head, 'fuga:9', 'chess:8'), game = 'chess' WHERE room = 'bad'""",
        """UPDATE rooms SET head = replace(head, 'fuga:9', 'fuga:x') WHERE room = 'bad'""",
    ],
)
async def test_lists_leave_a_room_out_that_cannot_be_told(
    sqlite_database: str, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(sqlite_database) as store:
        for room in ("good", "bad"):
            await store.create(head(room, listed=True), standing())
            await store.append(room, event(0, kind="sit", seat=0, person=ANA, text="Ana"), standing(plies=1))
        await store._writer.do(lambda db: db.execute(damage))
        for _time in range(2):
            lobby, own = await lists.lobby(store, ANA), await lists.own(store, ANA)
            found = {"good"} if "result" not in damage else {"good", "bad"}
            assert {each["room"] for each in lobby["open"]} <= found
            for told in (lobby["mine"], own["mine"]):
                assert [each["room"] for each in told] == ["good"]
    assert len(caplog.records) == 1
    assert not caplog.records[0].exc_info
    assert "Ana" not in caplog.text


async def test_games_that_are_not_installed_any_more_are_not_counted() -> None:
    class Other(MemoryStore):
        async def tallies_of(self, person: str) -> list[Tally]:
            told = {"level": 0, "games": 1, "finished": 1, "won": 1, "unhelped": 1, "drawn": 0}
            return [Tally(game=game, **told) for game in ("chess", "fuga")]

    assert [each["games"] for each in (await lists.own(Other(), ANA))["tallies"]] == [1]


def damage(change: Callable[[list[Event]], object]) -> MemoryStore:
    """A store with a room of the Flight in which two sit and have moved, damaged."""
    store, events = MemoryStore(), [
        event(0, kind="sit", seat=0, person=ANA), event(1, kind="sit", seat=1, person=ANA),
        event(2, seat=0, moves=("a3 b3",)), event(3, seat=1, moves=("c3 c2",), ply=1),
    ]  # fmt: skip
    change(events)
    store.heads["bad"], store.events["bad"] = head("bad", game="fuga:7"), events
    store.standings["bad"] = standing()
    return store


DAMAGES: dict[str, Callable[[list[Event]], object]] = {
    "gap": lambda events: events.pop(1),
    "seat": lambda events: events.append(event(4, kind="resign", seat=7)),
    "nobody": lambda events: events.append(event(4, kind="resign")),
    "back": lambda events: events.append(event(4, kind="back", seat=0, ply=99)),
    "ply": lambda events: events.append(event(4, seat=0, moves=("b3 a3",), ply=1)),
    "move": lambda events: events.append(event(4, seat=0, moves=("nonsense",), ply=2)),
}


async def refusal(address: str, room: str) -> dict[str, Any]:
    """What is said to who wants to see a room, on a connection that stays open."""
    async with connect(f"ws://{address}/socket") as talk:
        await talk.send(json.dumps({"type": "join", "room": room, "version": 1}))
        refused: dict[str, Any] = json.loads(await talk.recv())
        await talk.send('{"type":"ping","id":"1"}')
        assert "pong" in str(await talk.recv())
        return refused


@pytest.mark.parametrize("how", list(DAMAGES))
async def test_a_damaged_room_says_so_and_nothing_else_is_harmed(
    how: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(damage(DAMAGES[how])) as address:
        for _time in range(2):
            refused = await refusal(address, "bad")
            assert refused == {
                "type": "refused",
                "id": "",
                "code": "unknown",
                "sentence": "This room is damaged.",
            }
        async with httpx.AsyncClient(base_url=f"http://{address}") as client:
            answer = await client.get("/api/rooms/bad/scene?ply=0")
            assert (answer.status_code, answer.json()) == (404, {"error": "This room is damaged."})
    assert [record.getMessage() for record in caplog.records] == ["the room bad is damaged"]


async def test_a_room_whose_events_cannot_be_read_says_so(sqlite_database: str) -> None:
    async with opened(sqlite_database) as store, serving(store) as address:
        await store.create(head("bad"), standing())
        await store.append("bad", event(0, kind="sit", seat=0, person=ANA), standing())
        await store._writer.do(lambda db: db.execute("UPDATE events SET body = 'x'"))
        assert (await refusal(address, "bad"))["sentence"] == "This room is damaged."


async def test_a_room_of_a_game_that_is_not_installed_says_which() -> None:
    store = MemoryStore()
    store.heads["room"], store.events["room"] = head("room", game="chess:8"), []
    async with serving(store) as address:
        refused = await refusal(address, "room")
    assert refused["code"] == "unknown"
    assert refused["sentence"].startswith("There is no game 'chess'")


async def test_what_another_server_adds_and_cannot_be_is_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    store = MemoryStore()
    here = store.view()
    hub, guest = Hub(here, Thinkers(1), next_head=next_of), Guest(person_of(new_secret()))
    wish = head_of(RoomWish("fuga:7"))
    await hub.create(wish)
    await hub.enter(guest, wish.room)
    await store.append(wish.room, event(0, kind="resign", seat=7), standing())
    await here.deliver()
    with pytest.raises(Refusal, match="damaged"):
        await hub.act(guest, Play("p", wish.room, 0, "a3 b3"))
    assert all(not record.exc_info for record in caplog.records)
    await hub.close()


async def test_a_fault_of_ours_closes_the_connection_in_order_and_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_given: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(Hub, "enter", fail)
    async with serving(MemoryStore()) as address, connect(f"ws://{address}/socket") as talk:
        await talk.send('{"type":"join","room":"x","version":1}')
        await talk.wait_closed()
        assert talk.close_code == 1011
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
