"""News of rooms reach their listener: whatever fails, however slow one room is, and in order."""

import asyncio
import itertools
from collections.abc import AsyncIterator

import pytest

from ludoteca.web import telling as telling_module
from ludoteca.web.telling import Telling

from support.rooms import Ear


@pytest.fixture
async def telling() -> AsyncIterator[Telling]:
    asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)
    told = Telling()
    yield told
    await told.stop()


async def test_a_room_whose_listener_fails_is_told_again_after_pauses_that_grow(
    telling: Telling, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling_module, "PAUSE", 0.01)
    monkeypatch.setattr(telling_module, "LONGEST", 0.04)
    ear, now, times = Ear(), asyncio.get_running_loop().time, list[float]()

    async def heard(room: str) -> None:
        times.append(now())
        if len(times) <= 4:
            raise RuntimeError("the store does not answer")
        await ear(room)

    telling.heard = heard
    telling.tell(["a"])
    assert await ear.has_heard("a")
    pauses = [later - earlier for earlier, later in itertools.pairwise(times)]
    for pause, least in zip(pauses, (0.01, 0.02, 0.04, 0.04), strict=True):
        assert pause > 0.9 * least


async def test_a_slow_room_holds_up_no_other(telling: Telling) -> None:
    ear, is_over = Ear(), asyncio.Event()

    async def heard(room: str) -> None:
        if room == "slow":
            await is_over.wait()
        await ear(room)

    telling.heard = heard
    telling.tell(["slow", "a", "b"])
    assert await ear.has_heard("a", "b")
    assert "slow" not in ear.rooms
    is_over.set()
    assert await ear.has_heard("slow")


async def test_a_room_is_told_one_time_after_the_other_and_once_for_all_that_came_meanwhile(
    telling: Telling,
) -> None:
    ear, steps, go_on = Ear(), list[str](), asyncio.Semaphore(0)

    async def heard(room: str) -> None:
        steps.append("begun")
        await go_on.acquire()
        steps.append("ended")
        await ear(room)

    telling.heard = heard
    telling.tell(["a"])
    while not steps:
        await asyncio.sleep(0)
    for _ in range(5):
        telling.tell(["a"])
        await asyncio.sleep(0)
    go_on.release()
    assert await ear.has_heard("a")
    go_on.release()
    while len(ear.rooms) < 2:
        await asyncio.sleep(0)
    assert steps == ["begun", "ended"] * 2


async def test_nobody_is_told_after_the_end(telling: Telling) -> None:
    ear = Ear()

    async def heard(_room: str) -> None:
        raise RuntimeError("the store does not answer")

    telling.heard = heard
    telling.tell("abc")
    await telling.stop()
    telling.heard = ear
    telling.tell("d")
    assert await ear.has_heard("d")
    assert ear.rooms == ["d"], "of what was left nobody hears any more"
