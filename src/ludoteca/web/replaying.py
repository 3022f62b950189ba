"""A room put together again from what a store has of it, where that makes a room."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ludoteca.core import GameId, LudotecaError
from ludoteca.core.words import _
from ludoteca.games import find
from ludoteca.web.refusal import Refusal
from ludoteca.web.room import Room
from ludoteca.web.seldom import warn
from ludoteca.web.store import DamagedError, Event, Head

_log = logging.getLogger(__name__)


def replayed(head: Head, events: Sequence[Event]) -> Room:
    """The room that a head and its events make; DamagedError where they make none, Refusal where its game is
    not installed here."""
    with _damage(head.room):
        name = GameId.parse(head.game).name
        try:
            find(name)
        except LudotecaError as error:
            warn(_log, f"room {head.room}", "the room %s is of a game that is not installed", head.room)
            raise Refusal("unknown", str(error)) from None
        room = Room(head)
        for event in events:
            _check(room, event)
            room.add(event)
    return room


def followed(room: Room, event: Event) -> Room:
    """The room after what another process has added; DamagedError where that cannot have happened."""
    with _damage(room.head.room):
        _check(room, event)
        return room.after(event)


def damaged(name: str) -> Refusal:
    """What somebody is told who asks for a damaged room; whoever runs the server is told which one it is."""
    warn(_log, f"room {name}", "the room %s is damaged", name)
    return Refusal("unknown", _("This room is damaged."))


@contextmanager
def _damage(name: str) -> Iterator[None]:
    """Let whatever the rules say to what cannot have happened become a DamagedError."""
    try:
        yield
    except Refusal:
        raise
    except Exception:
        raise DamagedError(f"the room {name} is damaged") from None


def _check(room: Room, event: Event) -> None:
    """ValueError for what no rule looks at."""
    plies, nobody = len(room.session.moves), -1 if event.kind == "next" else 0
    is_sound = (
        event.number == room.number
        and nobody <= event.seat < len(room.head.levels)
        and (event.ply == plies if event.kind == "play" else 0 <= event.ply <= plies)
    )
    if not is_sound:
        raise ValueError
