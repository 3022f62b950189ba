"""What is remembered of rooms, whoever keeps it: a head, and after it events, that are only ever added."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final, Literal, Protocol

from msgspec import Struct

from ludoteca.core import LudotecaError
from ludoteca.core.words import _

UNPLAYED: Final = 3 * 24 * 3600.0  # seconds after which a room is forgotten in which nobody has moved

Kind = Literal["play", "back", "sit", "propose", "answer", "resign", "time", "next", "help"]


class Head(Struct, frozen=True, kw_only=True):
    """What a room is from its beginning: a game's id, its seats (a computer's level, 0 for a person), and how
    it is played."""

    room: str
    game: str
    levels: tuple[int, ...]
    made: float
    daily: str = ""  # the date of a board of the day
    clock: tuple[float, float] | None = None  # seconds for each, and what is added with every move
    listed: bool = False  # whether the lobby tells of its open seats


class Event(Struct, frozen=True, kw_only=True):
    """One thing that happened in a room: its number there from 0 without a gap, who did it, and when."""

    number: int
    kind: Kind
    seat: int = -1
    action: str = ""  # the id that its client gave it, with the person's: unique in the room
    moment: float = 0.0
    moves: tuple[str, ...] = ()  # a play: the decision, and what nature did then
    ply: int = 0  # a play: the plies before it; a step back: those that stay
    text: str = ""  # what is proposed, answered or asked, a name, another room
    person: str = ""  # who sat down: the hash of a secret


class Listing(Struct, frozen=True, kw_only=True):
    """What lists tell of a room without replaying it; it goes with the event that made it so."""

    plies: int
    decisions: int  # of these, what a player chose
    player: int  # who acts: a seat, -1 nature, -2 nobody since it is over
    result: str  # '' while it goes on, else 'seat 0', 'nobody' or 'draw'
    score: float  # of who plays alone; more is better
    names: tuple[str, ...]
    has_room: bool  # whether a seat is open
    helps: int  # moves taken back, positions in which a player was told something, and one who has all seats


class Summary(Struct, frozen=True, kw_only=True):
    """A room in a list."""

    head: Head
    standing: Listing
    changed: float
    seat: int = -1  # of the one who asks


class Tally(Struct, frozen=True, kw_only=True):
    """How somebody's games of one kind went, against computers of one level or (0) without."""

    game: str
    level: int
    games: int
    finished: int
    won: int
    unhelped: int  # of those won
    drawn: int


class Conflict(Exception):  # noqa: N818 - not an error of anybody: somebody else was first
    """The number is taken: the room has gone on elsewhere."""


class Forgotten(Conflict):
    """There is no such room, or no longer; nothing that is done in it can be kept."""


class Repeated(Exception):  # noqa: N818
    """The action is in the room already."""


class StoreError(LudotecaError):
    """A store of rooms cannot do this; the text says to whoever runs the server where and why."""

    @property
    def told(self) -> str:
        """What anybody may read of it: nothing of files and databases."""
        return _("The server cannot keep or find games now; try again in a moment.")


class UnfitError(StoreError):
    """No table can hold this, as anybody may read."""

    @property
    def told(self) -> str:
        """The whole text."""
        return str(self)


class DamagedError(StoreError):
    """What is kept of a room makes none."""


def told(error: LudotecaError) -> str:
    """What anybody may read of an error. What is wrong with a store goes to the log, for whoever runs it."""
    if not isinstance(error, StoreError):
        return str(error)
    if error.told != str(error):
        logging.getLogger(__name__).error("%s", error)
    return error.told


class RoomStore(Protocol):
    """Keeps rooms. What `append` has returned from is on the disk; what cannot be done is a StoreError."""

    async def create(self, head: Head, standing: Listing) -> None:
        """A new room; Conflict where the name is taken."""

    async def append(self, room: str, event: Event, standing: Listing) -> None:
        """Add an event and what lists tell since then; Repeated, Conflict or Forgotten where it
        cannot be."""

    async def read(self, room: str, since: int = 0) -> tuple[Head, list[Event]] | None:
        """A room, and its events from a number on; None where there is none."""

    async def rooms_of(self, person: str, limit: int = 50) -> list[Summary]:
        """The rooms in which a person sits, the last changed first."""

    async def tallies_of(self, person: str) -> list[Tally]:
        """How a person's games went, by game and level."""

    async def open_rooms(self, limit: int = 50) -> list[Summary]:
        """The listed rooms with an open seat, the newest first."""

    async def daily_results(self, daily: str, game: str, limit: int = 100) -> list[Summary]:
        """The finished rooms of a day's board of a game (the head's game without its options): each person's
        best, with the seat, and the best first: won before not won, without help before with it, then by the
        computer's level, the score, and fewer decisions."""

    async def expire(self, before: float, unplayed_before: float | None = None) -> int:
        """Forget rooms that have not changed since, and those without a decision that have not changed since
        another moment; how many."""

    def listen(self, heard: Callable[[str], Awaitable[None]]) -> None:
        """Have somebody told of rooms in which another process has appended."""

    async def is_well(self) -> bool:
        """Whether it can be written to."""

    async def close(self) -> None:
        """Write what is still to be written, and stop."""
