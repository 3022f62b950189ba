"""A server behind a proxy: who is believed in whose name they ask, and over what."""

import asyncio
import http.client
from pathlib import Path

import pytest

from support.command import refusal
from support.web_server import free_port, served


def is_safe(port: int) -> bool:
    """Whether the server takes a request that a proxy on this machine passes on for one over https."""
    asked = http.client.HTTPConnection("127.0.0.1", port)
    asked.request("POST", "/api/me", headers={"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"})
    cookie = asked.getresponse().getheader("Set-Cookie") or ""
    asked.close()
    assert "HttpOnly" in cookie
    return "Secure" in cookie


@pytest.mark.parametrize(
    ("words", "is_believed"),
    [
        ((), False),
        (("--behind-proxy",), True),
        (("--behind-proxy", "10.1.2.3/8", "192.168.0.1"), False),
        (("--behind-proxy", "10.1.2.3/8", "127.0.0.9/8"), True),
    ],
)
async def test_a_proxy_is_believed_where_one_was_told_to(
    tmp_path: Path, words: tuple[str, ...], *, is_believed: bool
) -> None:
    port = free_port()
    async with served(str(tmp_path / "rooms.sqlite3"), port, *words):
        assert await asyncio.to_thread(is_safe, port) is is_believed


def test_what_is_no_address_is_told() -> None:
    told = refusal("serve", "--behind-proxy", "proxy.example")
    assert "'proxy.example' is no address; one looks like 10.1.2.3 or 10.0.0.0/8" in told
