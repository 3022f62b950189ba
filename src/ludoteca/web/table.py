"""The table of a room that is open in this process: who is there, and what each of them is shown."""

from __future__ import annotations

import asyncio

from ludoteca.analysis import Truth
from ludoteca.core.words import speaking
from ludoteca.looks.sheet import Sheet
from ludoteca.web.guest import Guest
from ludoteca.web.messages import Seat, State
from ludoteca.web.picture import Picture
from ludoteca.web.room import Room
from ludoteca.web.safety import is_same


class Table:
    """A room and its guests. Whoever changes the room holds the lock, from the question whether that may be
    until the answer is stored (`Hub.holding`)."""

    def __init__(self, room: Room) -> None:
        self.room, self.lock = room, asyncio.Lock()
        self.guests: set[Guest] = set()
        self.computer: asyncio.Task[None] | None = None
        self.clock: asyncio.TimerHandle | None = None
        self.is_moving = False  # the computer, which nobody stops then
        self.refused = ""  # the move that was refused last, if nothing has happened since
        self._truth: tuple[Room, Truth] | None = None  # the last that was found, and of what
        self._sheet = Sheet(room.session)
        self._pictures: dict[str, Picture] = {}  # by language

    def has(self, person: str) -> bool:
        """Whether somebody is here, by whichever connection."""
        return any(guest.person == person for guest in self.guests)

    def stop_computer(self) -> None:
        """The computer stops thinking about a position."""
        if self.computer is not None and not self.is_moving:
            self.computer.cancel()
            self.computer = None

    def stop_clock(self) -> None:
        """Nobody's time runs out until the clock is set again."""
        if self.clock is not None:
            self.clock.cancel()
            self.clock = None

    def replace(self, room: Room) -> None:
        """The room as the store has it, after it had gone on elsewhere: perhaps by another way."""
        before, self.room, self.refused = self.room, room, ""
        self._pictures.clear()
        for guest in self.guests:
            guest.picture = -1
        self._sheet = Sheet(room.session)
        self._known_up_to(0)
        if not room.stands_as(before):
            self._stop_asking()

    def follow(self, room: Room) -> None:
        """The room after one event more."""
        before, self.room, self.refused = len(self.room.session.moves), room, ""
        plies = len(room.session.moves)
        if plies < before:
            self._sheet.follow(room.session)
            self._known_up_to(plies)
        if plies != before:
            self._stop_asking()

    def _known_up_to(self, plies: int) -> None:
        """Nobody has more moves than these any more."""
        for guest in self.guests:
            guest.plies = min(guest.plies, plies)

    def _stop_asking(self) -> None:
        """What was asked was of another position."""
        for guest in self.guests:
            guest.stop_asking()

    def learn(self, room: Room, truth: Truth) -> None:
        """What was found out about a position, so that who asks next is told the same."""
        if room.stands_as(self.room):
            self._truth = room, truth

    def known(self, room: Room) -> Truth | None:
        """What was found out about a position, if that was the last."""
        return self._truth[1] if self._truth and self._truth[0].stands_as(room) else None

    def show(self, moment: float) -> None:
        """Show everybody how it stands."""
        for guest in self.guests:
            self.show_to(guest, moment)

    def show_to(self, guest: Guest, moment: float) -> None:
        """Show somebody how it stands: everything, but no move and no drawing twice."""
        self._sheet.follow(self.room.session)
        picture = self._pictures.get(guest.lang)
        if picture is None or picture.number != self.room.number:
            with speaking(guest.language):
                picture = self._pictures[guest.lang] = Picture(self.room, picture)
        new = {name: look for name, look in picture.looks.items() if name not in guest.looks}
        guest.looks |= new.keys()
        guest.put(self._state(guest, picture, new, moment))
        guest.plies, guest.picture = len(self.room.session.moves), picture.number

    def _state(self, guest: Guest, picture: Picture, looks: dict[str, str], moment: float) -> State:
        room, session, person = self.room, self.room.session, guest.person
        plies, text, called = len(session.moves), session.game.text, picture.called
        new, number = range(min(guest.plies, plies), plies), self._sheet.number
        here = {other.person for other in self.guests}
        return State(
            room=room.head.room, number=picture.number, ply=plies, game=session.game.name, id=called.id,
            title=called.played if room.seating.seats_of(person) else called.title,
            moves_from=new.start, moves=[text(session.moves[ply]) for ply in new],
            numbers=[number(ply + 1) for ply in new], by=[session.actor(ply) for ply in new],
            seats=[
                Seat(
                    title=title, name=name, level=level, is_open=not level and not sitter,
                    is_here=bool(sitter) and sitter in here, is_you=is_same(sitter, person), left=seconds,
                )
                for (title, name), level, sitter, seconds in zip(
                    called.seats, room.head.levels, room.seating.persons, room.left_at(moment), strict=True
                )
            ],
            scene=picture.scene(guest.picture), looks=looks,
            proposed=room.proposal.deal, proposed_by=room.proposal.seat if room.proposal.deal else None,
            may=room.may(person), next_room=room.next_room, clock=room.head.clock,
            running=room.running >= 0, helps=room.helps,
        )  # fmt: skip
