"""What can be taken back in a room, and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.core import CHANCE
from ludoteca.core.words import _
from ludoteca.web.refusal import refuse

if TYPE_CHECKING:
    from ludoteca.web.room import Room


def ply_of(room: Room, seat: int) -> int:
    """How many plies stay when somebody takes their last decision back; Refusal says why they cannot."""
    ply = _last_decision(room, seat)
    if ply is None:
        refuse("illegal", _("There is nothing to take back."))
    if _is_cast(room, ply):
        refuse("illegal", _("The die has been cast; it cannot be taken back."))
    return ply


def is_possible(room: Room, seat: int) -> bool:
    """Whether somebody has decided anything that can be taken back."""
    ply = _last_decision(room, seat)
    return ply is not None and not _is_cast(room, ply)


def can_reopen(room: Room) -> bool:
    """Whether the last move of a finished game can be taken back: by one who plays alone, and neither for the
    results of the day nor against time."""
    is_alone = not room.seating.is_for_people or room.seating.is_of_one
    return is_alone and not (room.ended or room.head.daily or room.head.clock or room.next_room)


def _last_decision(room: Room, seat: int) -> int | None:
    """The ply of what somebody decided last: where people play each other, of that person."""
    session, seating = room.session, room.seating
    own = seating.people
    if room.is_shared:
        own = seating.seats_of(seating.persons[seat])
    plies = reversed(range(len(session.moves)))
    return next((ply for ply in plies if session.actor(ply) in own), None)


def _is_cast(room: Room, ply: int) -> bool:
    """Whether a die has been cast since, which stays so where several seats are people's."""
    session, plies = room.session, range(ply, len(room.session.moves))
    return room.seating.is_for_people and any(session.actor(each) == CHANCE for each in plies)
