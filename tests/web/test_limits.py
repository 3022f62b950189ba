"""Whose limits they are, and what the server tells of itself."""

import asyncio

import httpx
import pytest
from starlette.applications import Starlette

from ludoteca.web import app as app_module
from ludoteca.web.app import make_app

from support.memory_store import MemoryStore


def visit(app: Starlette, *, address: str = "127.0.0.1", root: str = "") -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, client=(address, 1), root_path=root)
    return httpx.AsyncClient(transport=transport, base_url="http://play.example")


async def asks(app: Starlette, *addresses: str) -> list[int]:
    """The answers to who asks from these addresses, one after another."""
    found = []
    for address in addresses:
        async with visit(app, address=address) as client:
            found.append((await client.get("/api/rules/oca")).status_code)
    return found


async def test_the_network_of_a_household_is_one_address() -> None:
    app = make_app(MemoryStore())
    found = await asks(app, *(f"2001:db8::{n:x}" for n in range(1, 140)))
    assert 429 in found
    assert await asks(app, "2001:db8:0:1::1", "203.0.113.9") == [200, 200]


async def test_an_address_of_version_4_is_one_however_it_is_written() -> None:
    app = make_app(MemoryStore())
    found = await asks(app, *(["::ffff:203.0.113.9", "203.0.113.9"] * 70))
    assert 429 in found
    assert await asks(app, "203.0.113.10") == [200]


@pytest.mark.parametrize(("root", "path"), [("", "/"), ("/games", "/games"), ("/play/games", "/play/games")])
async def test_the_cookie_is_sent_to_us_and_nobody_else_on_the_host(root: str, path: str) -> None:
    async with visit(make_app(MemoryStore()), root=root) as client:
        answer = await client.post(f"{root}/api/me")
    parts = [part.strip().lower() for part in answer.headers["set-cookie"].split(";")]
    assert f"path={path}" in parts
    assert "httponly" in parts
    assert "max-age=31536000" in parts
    assert not [part for part in parts if part.startswith("expires")]


async def test_of_two_cookies_the_one_of_this_path_counts() -> None:
    own, other = "o" * 32, "x" * 32
    async with visit(make_app(MemoryStore())) as client:
        answer = await client.post("/api/me", headers={"cookie": f"ludoteca={own}; a=1; ludoteca={other}"})
    assert answer.json() == {"secret": own}


async def test_a_flood_of_questions_whether_all_is_well_asks_the_store_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = 0

    class Counted(MemoryStore):
        async def is_well(self) -> bool:
            nonlocal asked
            asked += 1
            await asyncio.sleep(0.01)
            return asked == 1

    monkeypatch.setattr(app_module, "WELL", 0.5)
    async with visit(make_app(Counted())) as client:
        answers = await asyncio.gather(*(client.get("/readyz") for _time in range(50)))
        assert {answer.status_code for answer in answers} == {200}
        assert asked == 1
        await asyncio.sleep(0.6)
        assert (await client.get("/readyz")).status_code == 503
