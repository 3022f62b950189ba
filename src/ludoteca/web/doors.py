"""How many connections there may be at a time, of an address and of all: counted before anything is said."""

from __future__ import annotations

import logging
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_network
from typing import Final

from ludoteca.web.safety import address_in, place_of
from ludoteca.web.seldom import warn

EACH: Final = 300  # connections of one address, of whichever kind: a house full of people, or a school
SPARE: Final = 100  # descriptors for everything else: files, processes that think, a database
MOST_FILES: Final = 65_536  # descriptors that are asked for where the system gives any number
UNKNOWN_FILES: Final = 2_048  # descriptors where the system does not tell

_log = logging.getLogger(__name__)


class Doors:
    """Counts who is inside; but of proxies that are believed, which come for many, only with all.

    >>> doors = Doors(each=2, most=3)
    >>> [doors.enter(who, "10.0.0.1") for who in "abc"], doors.enter("d", "10.0.0.2"), doors.enter("e", "")
    ([True, True, False], True, False)
    >>> doors.leave("a")
    >>> doors.enter("c", "10.0.0.1")
    True
    """

    def __init__(
        self, *, each: int | None = EACH, most: int = UNKNOWN_FILES, proxies: Sequence[str] = ()
    ) -> None:
        self._each, self._most = each, most
        self._proxies = tuple(map(ip_network, proxies))
        self._inside: dict[object, str] = {}
        self._counts = Counter[str]()

    def enter(self, who: object, address: str) -> bool:
        """Whether one more may come from an address; then it is inside until it leaves."""
        place = place_of(address)
        if len(self._inside) >= self._most:
            warn(_log, "all", "connections are refused: there are %d already", self._most)
            return False
        if self._each is not None and self._counts[place] >= self._each and not self._is_proxy(address):
            warn(_log, "each", "connections of %s are refused: it has %d already", place, self._each)
            return False
        self._inside[who] = place
        self._counts[place] += 1
        return True

    def leave(self, who: object) -> None:
        """One is gone, who may have been refused."""
        place = self._inside.pop(who, None)
        if place is not None:
            self._counts[place] -= 1
            if not self._counts[place]:
                del self._counts[place]

    def _is_proxy(self, address: str) -> bool:
        found = address_in(address)
        return found is not None and any(found in network for network in self._proxies)


def most_connections() -> int:
    """How many connections the system lets this process have, after it was asked for as many as it gives."""
    if sys.platform == "win32":
        return UNKNOWN_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # macOS gives less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    given = wanted if soft == resource.RLIM_INFINITY else soft
    return max(given - SPARE, given // 2)
