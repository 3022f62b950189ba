"""Two servers on one store in memory: news come when the test wants, and what a hub makes of late ones."""

from ludoteca.games import begin

from support.memory_store import MemoryStore
from support.room_client import Client
from support.rooms import NEW, Ear, event, head, outcomes, standing
from support.web_server import serving


async def test_the_players_of_a_game_sit_at_different_servers_and_news_are_late() -> None:
    store = MemoryStore()
    far = store.view()
    async with serving(store) as near_address, serving(far) as far_address:
        one, other = Client(near_address), Client(far_address)
        await one.be_somebody()
        await other.be_somebody()
        room = await one.make("fuga:7", name="Ana")
        await one.join(room)
        await other.join(room)
        assert (await other.act("sit", seat=1, name="Eva"))["type"] == "done"
        session = begin("fuga:7")
        for ply in range(6):
            person, view = ((one, store), (other, far))[ply % 2]
            move = session.game.text(session.legal[0])
            assert len(person.moves) == max(0, ply - 1), "the move of the other is not yet told"
            await view.deliver()
            await person.shown(ply)
            assert (await person.act("play", move=move, ply=ply))["type"] == "done"
            session.play_text(move)
        await store.deliver()
        await one.shown(6)
        assert one.moves == other.moves == list(session.record.moves)
        await one.close()
        await other.close()


async def test_whoever_acts_before_the_news_come_is_told_the_truth_and_the_news_change_nothing_then() -> None:
    store = MemoryStore()
    far = store.view()
    async with serving(store) as near_address, serving(far) as far_address:
        one, other = Client(near_address), Client(far_address)
        await one.be_somebody()
        other.secret = one.secret
        room = await one.make("drench:8x8,4#3")
        await one.join(room)
        await other.join(room)
        legal = one.state["scene"]["legal"]
        assert (await one.act("play", move=legal[0], ply=0))["type"] == "done"
        assert (await other.act("play", move=legal[-1], ply=0))["code"] == "stale"
        await other.shown(1)
        assert one.moves == other.moves == legal[:1]
        number = other.state["number"]
        await far.deliver()
        assert (await other.act("play", move=other.state["scene"]["legal"][0], ply=1))["type"] == "done"
        assert other.state["number"] == number + 1
        await one.close()
        await other.close()


async def test_nobody_hears_of_what_they_wrote_themselves_and_nobody_twice() -> None:
    one, ears = MemoryStore(), [Ear(), Ear(), Ear()]
    views = [one, one.view(), one.view()]
    for view, ear in zip(views, ears, strict=True):
        view.listen(ear)
    for room in "ab":
        await one.create(head(room), NEW)
        for number in range(3):
            await one.append(room, event(number), NEW)
    await views[1].deliver("b")
    for view in views * 2:
        await view.deliver()
    assert [ear.rooms for ear in ears] == [[], ["b", "a"], ["a", "b"]]


async def test_it_keeps_to_what_the_other_stores_do() -> None:
    one = MemoryStore()
    other = one.view()
    assert await outcomes(store.create(head("a"), NEW) for store in (one, other)) == ["written", "Conflict"]
    acts = [("a", event(0)), ("a", event(0, action="x")), ("a", event(9, action="a0")), ("b", event(0))]
    ends = await outcomes(other.append(room, each, NEW) for room, each in acts)
    assert ends == ["written", "Conflict", "Repeated", "Forgotten"]
    played = event(1, moment=50.0)
    await one.append("a", played, standing(decisions=1))
    assert await other.expire(50.0, 100.0) == 0
    assert await other.read("a", 1) == (head("a"), [played])
    assert await other.expire(51.0) == 1
    assert await one.read("a") is None
