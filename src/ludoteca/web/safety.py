"""Who somebody is, where a page comes from, and how much anybody may ask for."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

COOKIE: Final = "ludoteca"
YEAR: Final = 365 * 24 * 3600
SECRET: Final = re.compile(r"[A-Za-z0-9_-]{22,64}")
_SIGNS: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # that are not taken for one another

HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "worker-src 'self'; manifest-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


def new_secret() -> str:
    """A secret that tells somebody from everybody else."""
    return secrets.token_urlsafe(24)


def new_room() -> str:
    """The name of a room, that nobody can guess and everybody can read aloud."""
    return "".join(secrets.choice(_SIGNS) for _sign in range(10))


def person_of(secret: str) -> str:
    """Who has a secret: its hash, all that is ever stored; '' for what is no secret of ours.

    >>> person_of("too short"), len(person_of(new_secret()))
    ('', 64)
    """
    return hashlib.sha256(secret.encode()).hexdigest() if SECRET.fullmatch(secret) else ""


def is_same(one: str, other: str) -> bool:
    """Whether two hashes are equal, found out in constant time; nobody is nobody.

    >>> is_same("a" * 64, "a" * 64), is_same("", "")
    (True, False)
    """
    return bool(one) and hmac.compare_digest(one, other)


def secret_in(headers: Mapping[str, str]) -> str:
    """The secret of who asks: a bearer's, or the cookie's; of several cookies the first, that of the longest
    path.

    >>> secret_in({"cookie": "lang=es; ludoteca=of-games; ludoteca=of-the-host"})
    'of-games'
    """
    kind, _blank, bearer = headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return bearer.strip()
    cookies = (each.strip().partition("=") for each in headers.get("cookie", "").split(";"))
    return next((value for name, _equals, value in cookies if name == COOKIE), "")


def is_ours(origin: str | None, host: str) -> bool:
    """Whether a page of our own asks, or no page at all.

    >>> is_ours("https://play.example", "play.example"), is_ours("https://evil.example", "play.example")
    (True, False)
    >>> is_ours(None, "play.example")
    True
    """
    try:
        return origin is None or (bool(host) and urlsplit(origin).netloc.lower() == host.lower())
    except ValueError:  # no address at all
        return False


@lru_cache(maxsize=10_000)
def place_of(address: str) -> str:
    """What counts as one address: that of IPv4, and of IPv6 the network of 64 bits that a household has.

    >>> place_of("203.0.113.9"), place_of("::ffff:203.0.113.9"), place_of("2001:db8::1:2:3:4")
    ('203.0.113.9', '203.0.113.9', '2001:db8::/64')
    """
    found = address_in(address)
    if found is None:  # what a proxy calls somebody, or nobody
        return address
    return str(found if isinstance(found, IPv4Address) else ip_network((found, 64), strict=False))


def address_in(text: str) -> IPv4Address | IPv6Address | None:
    """The address that a text spells; one of IPv4 that is written as one of IPv6 is that of IPv4.

    >>> address_in("::ffff:203.0.113.9"), address_in("fe80::1%eth0"), address_in("somebody")
    (IPv4Address('203.0.113.9'), IPv6Address('fe80::1'), None)
    """
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


class Rate:
    """How often each address may do something: `burst` at once, and `each_second` over time.

    >>> rate = Rate(1.0, 2, now=iter([0.0, 0.0, 0.0, 0.5, 1.0]).__next__)
    >>> [rate.allows("somebody") for _try in range(5)]
    [True, True, False, False, True]
    """

    MOST: Final = 10_000  # addresses remembered

    def __init__(self, each_second: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self._each_second, self._burst, self._now = each_second, burst, now
        self._left: dict[str, tuple[float, float]] = {}

    def allows(self, address: str) -> bool:
        """Whether it may now; then it has done it."""
        now = self._now()
        left, since = self._left.pop(address, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._each_second)
        self._left[address] = (left - 1 if left >= 1 else left, now)
        while len(self._left) > self.MOST:
            del self._left[next(iter(self._left))]
        return left >= 1
