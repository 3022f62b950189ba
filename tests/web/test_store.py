"""What every store of rooms keeps to, whoever is asked: a file or PostgreSQL."""

import asyncio
import signal
import subprocess
import sys

import pytest
from msgspec.structs import astuple

from ludoteca.web.store import Conflict, Forgotten, Repeated, StoreError, Summary, told

from support.rooms import NEW, Ear, event, head, numbers, opened, outcome, outcomes, standing


async def test_a_room_is_read_as_it_was_written(database: str) -> None:
    first = head("a", daily="2026-11-18", clock=(300.0, 0.1), listed=True, levels=(0, 8))
    events = [
        event(0, kind="sit", seat=1, text="Añá \u265e\0", person="p", moment=1763500000.123456),
        event(1, moves=("d2 d4", "3"), ply=7, action=""),
    ]
    async with opened(database) as store:
        await store.create(first, NEW)
        for each in events:
            await store.append("a", each, NEW)
    async with opened(database) as store:
        assert await store.read("a") == (first, events)
        assert await store.read("a", 1) == (first, events[1:])
        assert await store.read("a", 2) == (first, [])
        assert await store.read("b") is None


async def test_numbers_have_no_gap_and_none_is_there_twice(database: str) -> None:
    async with opened(database) as store:
        await store.create(head("a"), NEW)
        for number in (1, -1, 5):
            assert await outcome(store.append("a", event(number), NEW)) == "Conflict"
        assert await outcome(store.append("a", event(0), NEW)) == "written"
        assert await outcome(store.append("a", event(0, action="other"), NEW)) == "Conflict"
        assert await outcome(store.append("a", event(1), NEW)) == "written"
        assert await numbers(store, "a") == [0, 1]


async def test_a_room_is_made_once_and_nobody_appends_where_there_is_none(database: str) -> None:
    async with opened(database) as store:
        made = await outcomes(store.create(head("a", made=float(n)), NEW) for n in range(5))
        assert sorted(made) == ["Conflict"] * 4 + ["written"]
        with pytest.raises(Forgotten):
            await store.append("b", event(0), NEW)
        assert await store.read("b") is None


async def test_an_action_is_done_once_in_a_room(database: str) -> None:
    async with opened(database) as store:
        for room in "ab":
            await store.create(head(room), NEW)
            await store.append(room, event(0, action="x"), NEW)
        for number in (0, 1, 7):
            with pytest.raises(Repeated):
                await store.append("a", event(number, action="x"), NEW)
        for number in (1, 2):
            await store.append("a", event(number, action=""), NEW)
        at_once = (store.append("a", event(number, action="y"), NEW) for number in (3, 4))
        assert await outcomes(at_once) == ["written", "Repeated"]
        assert await numbers(store, "a") == [0, 1, 2, 3]


async def test_what_is_wrong_with_one_undoes_none_of_the_others(database: str) -> None:
    async with opened(database) as store:
        await asyncio.gather(*(store.create(head(f"r{n}"), NEW) for n in range(9)))
        at_once = [store.append(f"r{n}", event(n % 3), NEW) for n in range(9)]
        at_once.append(store.append("r0", event(1, action="a0"), NEW))
        broken = store.append("r0", event(10**30, action="b"), NEW)
        ends = await asyncio.gather(outcomes(at_once), broken, return_exceptions=True)
        assert ends[0] == ["written", "Conflict", "Conflict"] * 3 + ["Repeated"]
        assert isinstance(ends[1], StoreError | Conflict)
        assert [await numbers(store, f"r{n}") for n in range(3)] == [[0], [], []]


async def test_what_was_asked_in_order_is_written_in_order(database: str) -> None:
    async with opened(database) as store:
        await asyncio.gather(*(store.create(head(f"r{n}"), NEW) for n in range(20)))
        at_once = [store.append(f"r{n % 20}", event(n // 20), NEW) for n in range(1000)]
        assert set(await outcomes(at_once)) == {"written"}
        for n in range(20):
            assert await numbers(store, f"r{n}") == list(range(50))


async def test_of_two_stores_that_race_for_a_number_one_gets_it(database: str) -> None:
    async with opened(database, database) as stores:
        for room in "abc":
            await stores[0].create(head(room), NEW)
        for number in range(15):
            for room in "abc":
                ends = await outcomes(
                    store.append(room, event(number, action=f"{name}{number}"), NEW)
                    for name, store in zip("xy", stores, strict=True)
                )
                assert sorted(ends) == ["Conflict", "written"]
        assert await numbers(stores[1], "a") == list(range(15))


async def test_two_stores_with_many_rooms_in_common_wait_for_each_other_in_no_ring(database: str) -> None:
    rooms = [f"r{n}" for n in range(30)]
    async with opened(database, database) as stores:
        await asyncio.gather(*(stores[0].create(head(room), NEW) for room in rooms))
        for number in range(10):
            acts = [stores[0].append(room, event(number, action="x" + str(number)), NEW) for room in rooms]
            acts += [
                stores[1].append(room, event(number, action="y" + str(number)), NEW) for room in rooms[::-1]
            ]
            assert sorted(await outcomes(acts)) == ["Conflict"] * 30 + ["written"] * 30


async def test_whoever_no_longer_waits_stops_nobody(database: str) -> None:
    async with opened(database) as store:
        await store.create(head("a"), NEW)
        impatient = asyncio.ensure_future(store.append("a", event(0), NEW))
        await asyncio.sleep(0)
        impatient.cancel()
        await outcome(store.append("a", event(0, action="again"), NEW))
        await store.append("a", event(1), NEW)
        assert await numbers(store, "a") == [0, 1]


async def test_what_is_asked_before_closing_is_written_and_nothing_after(database: str) -> None:
    async with opened(database) as store:
        await store.create(head("a"), NEW)
        asked = [asyncio.ensure_future(store.append("a", event(n), NEW)) for n in range(50)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*asked)
        for act in (store.append("a", event(50), NEW), store.read("a"), store.expire(0.0)):
            with pytest.raises(StoreError, match="the server has stopped"):
                await act
        assert not await store.is_well()
    async with opened(database) as store:
        assert await numbers(store, "a") == list(range(50))


async def test_a_stranger_reads_nothing_of_files_and_databases_and_the_log_all_of_it(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(database) as store:
        await store.close()
        with pytest.raises(StoreError) as raised:
            await store.read("a")
    assert told(raised.value) == "The server cannot keep or find games now; try again in a moment."
    assert str(raised.value).startswith("The rooms in ")
    assert caplog.messages == [str(raised.value)]


async def test_what_is_wrong_with_something_of_ones_own_is_told(database: str) -> None:
    async with opened(database) as store:
        await store.create(head("a"), NEW)
        with pytest.raises(StoreError) as raised:
            await store.append("a", event(0, text="\ud800"), NEW)
    assert told(raised.value) == "That cannot be kept: a number is too large, or a text is none."


async def test_the_rooms_of_a_person(database: str) -> None:
    async with opened(database) as store:
        for n, room in enumerate("abc"):
            await store.create(head(room), NEW)
            await store.append(room, event(0, kind="sit", seat=1, person="ana", moment=10.0 + n), NEW)
        await store.append("b", event(1, kind="sit", seat=0, person="eva", moment=20.0), NEW)
        now = standing(plies=1, player=1, names=("Eva", "Ana"), has_room=False, score=0.5)
        await store.append("b", event(2, moment=30.0), now)
        found = await store.rooms_of("ana")
        assert [room.head.room for room in found] == ["b", "c", "a"]
        assert found[0] == Summary(head=head("b"), standing=now, changed=30.0, seat=1)
        assert [room.head.room for room in await store.rooms_of("ana", 2)] == ["b", "c"]
        assert [room.seat for room in await store.rooms_of("eva")] == [0]
        await store.append("b", event(3, kind="sit", seat=0, person="ana"), NEW)
        assert await store.rooms_of("eva") == await store.rooms_of("") == await store.rooms_of("\0") == []
        assert len(await store.rooms_of("ana")) == 3, "who sits on both sides is in the room once"


async def test_open_rooms_are_listed_have_a_seat_and_go_on(database: str) -> None:
    async with opened(database) as store:
        for n, listed in enumerate([True, False, True, True, True]):
            await store.create(head(f"r{n}", listed=listed, made=float(n)), NEW)
        await store.append("r2", event(0), standing(has_room=False))
        await store.append("r3", event(0), standing(result="nobody"))
        assert [room.head.room for room in await store.open_rooms()] == ["r4", "r0"]
        assert [room.head.room for room in await store.open_rooms(1)] == ["r4"]


async def test_results_of_a_day_are_of_finished_rooms_of_that_game(database: str) -> None:
    async with opened(database) as store:
        for room, game, daily in (
            ("a", "drench:9x9,4#7", "2026-11-18"), ("b", "drench#7", "2026-11-18"),
            ("c", "drench#7", "2026-11-17"), ("d", "fuga:9", "2026-11-18"), ("e", "drench#7", ""),
            ("f", "drench#7", "2026-11-18"),
        ):  # fmt: skip
            await store.create(head(room, game=game, daily=daily), NEW)
            await store.append(room, event(0, kind="sit", seat=0, person=room), NEW)
            if room != "f":
                await store.append(
                    room, event(1, moment=5.0 - len(game)), standing(result="seat 0", score=3.5)
                )
        found = await store.daily_results("2026-11-18", "drench")
        assert sorted(room.head.room for room in found) == ["a", "b"]
        assert {room.standing.score for room in found} == {3.5}
        assert await store.daily_results("", "drench") == []
        assert len(await store.daily_results("2026-11-18", "drench", 1)) == 1


async def test_of_a_day_each_persons_best_is_told_and_the_best_first(database: str) -> None:
    results = {
        "lost": ("ana", standing(result="nobody", decisions=3)),
        "won late": ("ana", standing(result="seat 0", decisions=30)),
        "won": ("ana", standing(result="seat 0", decisions=20)),
        "helped": ("ben", standing(result="seat 0", decisions=10, helps=1)),
        "points": ("eva", standing(result="seat 0", decisions=40, score=8.0)),
        "sat second": ("ida", standing(result="seat 0", decisions=1)),
        "master": ("leo", standing(result="seat 1", decisions=50)),
    }
    async with opened(database) as store:
        for room, (person, stands) in results.items():
            levels = (8, 0) if room == "master" else (0, 0)
            await store.create(head(room, daily="2026-11-18", levels=levels), NEW)
            seat = 1 if room in ("sat second", "master") else 0
            await store.append(room, event(0, kind="sit", seat=seat, person=person), NEW)
            await store.append(room, event(1), stands)
        found = await store.daily_results("2026-11-18", "fuga")
    told = [(each.head.room, each.seat) for each in found]
    assert told == [("master", 1), ("points", 0), ("won", 0), ("helped", 0), ("sat second", 1)]


async def test_who_was_helped_with_a_board_of_the_day_was_so_when_they_play_it_again(database: str) -> None:
    games = [  # when it was begun and finished
        ("clean", "eva", 0, 1.0, 2.0), ("later", "eva", 3, 3.0, 4.0),
        ("helped", "ana", 2, 1.0, 2.0), ("again", "ana", 0, 3.0, 4.0),
        ("begun first", "ida", 0, 1.0, 5.0), ("helped between", "ida", 1, 2.0, 3.0),
    ]  # fmt: skip
    async with opened(database) as store:
        for room, person, helps, made, changed in games:
            await store.create(head(room, daily="2026-11-18", made=made), NEW)
            await store.append(room, event(0, kind="sit", seat=0, person=person, moment=made), NEW)
            stands = standing(result="seat 0", decisions=9 - int(changed), helps=helps)
            await store.append(room, event(1, moment=changed), stands)
        found = await store.daily_results("2026-11-18", "fuga")
        unhelped = {who: (await store.tallies_of(who))[0].unhelped for who in ("eva", "ana", "ida")}
    told = [(each.head.room, each.standing.helps > 0) for each in found]
    assert told == [("clean", False), ("begun first", True), ("again", True)]
    assert unhelped == {"eva": 1, "ana": 0, "ida": 0}


async def test_a_persons_games_are_counted_by_game_and_level(database: str) -> None:
    async with opened(database) as store:
        for room, levels, stands in (
            ("a", (0, 3), standing(result="seat 0")), ("b", (0, 3), standing(result="seat 0", helps=2)),
            ("c", (0, 3), standing(result="seat 1")), ("d", (0, 3), standing(decisions=1)),
            ("not begun", (0, 3), standing()),
            ("e", (0, 0), standing(result="draw")),
        ):  # fmt: skip
            await store.create(head(room, levels=levels), NEW)
            await store.append(room, event(0, kind="sit", seat=0, person="ana"), NEW)
            await store.append(room, event(1), stands)
        tallies = await store.tallies_of("ana")
        assert await store.tallies_of("ben") == []
    assert [astuple(each) for each in tallies] == [("fuga", 0, 1, 1, 0, 0, 1), ("fuga", 3, 4, 3, 2, 1, 0)]


async def test_who_has_several_seats_wins_with_any_of_them_but_not_against_themselves(database: str) -> None:
    async with opened(database) as store:
        for room, levels, persons, won in (
            ("second", (0, 0, 0), ("ana", "ana", "ben"), "seat 1"),
            ("first", (0, 0, 0), ("ana", "ana", "ben"), "seat 0"),
            ("lost", (0, 0, 0), ("ana", "ana", "ben"), "seat 2"), ("all", (0, 0), ("ana", "ana"), "seat 1"),
            ("computer", (0, 0, 4), ("ana", "ana"), "seat 1"),
        ):  # fmt: skip
            await store.create(head(room, levels=levels), NEW)
            for seat, person in enumerate(persons):
                await store.append(room, event(seat, kind="sit", seat=seat, person=person), NEW)
            await store.append(room, event(len(persons)), standing(decisions=9, result=won))
        await store.create(head("alone", game="2048:4,2", levels=(0,)), NEW)
        await store.append("alone", event(0, kind="sit", seat=0, person="ana"), standing(result="seat 0"))
        of_ana, of_ben = [
            [(each.game, each.level, each.games, each.won) for each in await store.tallies_of(person)]
            for person in ("ana", "ben")
        ]
    assert of_ana == [("2048", 0, 1, 1), ("fuga", 0, 4, 2), ("fuga", 4, 1, 1)]
    assert of_ben == [("fuga", 0, 3, 1)]


async def test_who_has_several_seats_is_told_of_the_one_that_is_to_move(database: str) -> None:
    async with opened(database) as store:
        await store.create(head("a", levels=(0, 0, 0)), NEW)
        for number, seat in enumerate((2, 1)):
            await store.append("a", event(number, kind="sit", seat=seat, person="ana"), NEW)
        for number, (player, seat) in enumerate(((2, 2), (1, 1), (0, 1), (-2, 1)), 2):
            await store.append("a", event(number), standing(player=player))
            assert [each.seat for each in await store.rooms_of("ana")] == [seat]


async def test_rooms_that_have_long_not_changed_are_forgotten_whole(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludoteca.web.rows.MANY", 2)
    async with opened(database) as store:
        for n in range(7):
            await store.create(head(f"r{n}"), NEW)
            await store.append(f"r{n}", event(0, kind="sit", person="ana", moment=10.0 + n), NEW)
        assert await store.expire(15.0) == 5
        assert await store.expire(15.0) == 0
        assert [room.head.room for room in await store.rooms_of("ana")] == ["r6", "r5"]
        assert await store.read("r0") is None
        with pytest.raises(Forgotten):
            await store.append("r0", event(1), NEW)
        await store.create(head("r0"), NEW)
        await store.append("r0", event(0), NEW)
        assert await numbers(store, "r0") == [0]


async def test_rooms_in_which_nobody_has_moved_are_forgotten_sooner(database: str) -> None:
    async with opened(database) as store:
        for n, decisions in enumerate([0, 1, 0]):
            await store.create(head(f"r{n}"), NEW)
            await store.append(f"r{n}", event(0, moment=10.0 + 5 * n), standing(plies=1, decisions=decisions))
        assert await store.expire(5.0) == 0
        assert await store.expire(5.0, 15.0) == 1
        assert [await store.read(f"r{n}") is None for n in range(3)] == [True, False, False]


async def test_a_room_that_is_forgotten_under_those_who_sit_in_it_stays_forgotten(database: str) -> None:
    async with opened(database, database) as (one, other):
        await one.create(head("a"), NEW)
        await one.append("a", event(0), NEW)
        assert await other.expire(0.0, 100.0) == 1
        ends = await outcomes(one.append("a", event(n), NEW) for n in (0, 1, 2))
        assert ends == ["Forgotten"] * 3
        assert await one.read("a") is None


async def test_a_clock_that_goes_back_makes_no_room_older(database: str) -> None:
    async with opened(database) as store:
        await store.create(head("a", made=100.0), NEW)
        await store.append("a", event(0, moment=5.0), NEW)
        assert await store.expire(100.0) == 0


async def test_a_store_tells_what_others_wrote_and_not_what_it_wrote_itself(database: str) -> None:
    ear, other_ear = Ear(), Ear()
    async with opened(database, database) as (one, other):
        for room in "abcd":
            await one.create(head(room), NEW)
        one.listen(ear)
        other.listen(other_ear)
        await one.append("a", event(0), NEW)
        await other.append("b", event(0), NEW)
        assert await ear.has_heard("b")
        assert await other_ear.has_heard("a")
        await one.append("c", event(0), NEW)
        await other.append("d", event(0), NEW)
        assert await ear.has_heard("d")
        assert await other_ear.has_heard("c")
        assert ("c" in ear.rooms, "d" in other_ear.rooms) == (False, False)


async def test_a_listener_that_fails_is_told_the_next_room(database: str) -> None:
    ear, faults = Ear(), []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: faults.append(context))

    async def heard(room: str) -> None:
        if room == "a":
            raise RuntimeError("no ear for that")
        await ear(room)

    async with opened(database, database) as (one, other):
        for room in "ab":
            await one.create(head(room), NEW)
        one.listen(heard)
        for room in "ab":
            await other.append(room, event(0), NEW)
        assert await ear.has_heard("b")
    assert {str(fault["exception"]) for fault in faults} == {"no ear for that"}


async def test_a_store_that_is_open_is_well(database: str) -> None:
    async with opened(database) as store:
        assert await store.is_well()


PLAYER = """
import asyncio, sys
from support.rooms import NEW, event, head, opened

async def play(store, room):
    for number in range(100_000):
        await store.append(room, event(number, text=f"{room} {number}"), NEW)
        print(room, number, flush=True)

async def main(database, *rooms):
    async with opened(database) as store:
        for room in rooms:
            await store.create(head(room), NEW)
        await asyncio.gather(*(play(store, room) for room in rooms))

asyncio.run(main(*sys.argv[1:]))
"""


def player(database: str, *rooms: str) -> "subprocess.Popen[str]":
    """Another process that plays, and says what it was told is written."""
    command = [sys.executable, "-c", PLAYER, database, *rooms]
    path = ":".join(filter(None, sys.path))
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={"PYTHONPATH": path})


@pytest.mark.parametrize("lines", [1, 40, 333])
async def test_what_was_answered_is_there_after_a_kill(database: str, lines: int) -> None:
    rooms = ["a", "b", "c", "d"]
    with player(database, *rooms) as process:
        assert process.stdout
        told = [process.stdout.readline() for _ in range(lines)]
        process.send_signal(signal.SIGKILL)
        told += process.stdout.readlines()
    acknowledged = [line.split() for line in told if line.endswith("\n")]
    assert len(acknowledged) >= lines
    async with opened(database) as store:
        kept = {room: await store.read(room) for room in rooms}
        texts = {room: [each.text for each in found[1]] for room, found in kept.items() if found}
        for room, number in acknowledged:
            assert texts[room][int(number)] == f"{room} {number}"
        for room in rooms:
            assert texts[room] == [f"{room} {number}" for number in range(len(texts[room]))]
            await store.append(room, event(len(texts[room])), NEW)


async def test_a_store_tells_what_another_process_wrote(database: str) -> None:
    ear = Ear()
    async with opened(database) as store:
        store.listen(ear)
        process = player(database, "a", "b")
        try:
            assert await ear.has_heard("a", "b")
            assert await numbers(store, "a")
        finally:
            process.kill()
            await asyncio.to_thread(process.communicate)
