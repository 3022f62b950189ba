"""A room that is open in this process: who is there, and what each of them is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ludoteca.core.words import _, speaking
from ludoteca.looks.naming import computer_name, name_of
from ludoteca.web.guest import Guest
from ludoteca.web.messages import Seat, State
from ludoteca.web.room import Room
from ludoteca.web.safety import is_same
from ludoteca.web.scene import scene_of


class OpenRoom:
    """A room and its guests. Whatever changes the room holds the lock, from the question whether it may until
    the answer is stored."""

    def __init__(self, room: Room) -> None:
        self.room, self.lock = room, asyncio.Lock()
        self.guests: set[Guest] = set()
        self.computer: asyncio.Task[None] | None = None
        self.clock: asyncio.TimerHandle | None = None
        self._scenes: dict[str, tuple[int, msgspec.Raw, Mapping[str, str]]] = {}  # by language

    def replace(self, room: Room) -> None:
        """The room as the store has it, after it had gone on elsewhere."""
        self.room = room
        self._scenes.clear()

    def gone_back(self, plies: int) -> None:
        """Nobody has more moves than these any more."""
        for guest in self.guests:
            guest.plies = min(guest.plies, plies)

    def show(self, moment: float) -> None:
        """Show everybody how it stands."""
        for guest in self.guests:
            self.show_to(guest, moment)

    def show_to(self, guest: Guest, moment: float) -> None:
        """Show somebody how it stands: everything, but no move and no drawing twice."""
        with speaking(guest.language):
            scene, looks = self._scene(guest.lang)
            new = {name: look for name, look in looks.items() if name not in guest.looks}
            guest.looks |= new.keys()
            guest.put(self._state(guest, scene, new, moment))
        guest.plies = len(self.room.session.moves)

    def _scene(self, lang: str) -> tuple[msgspec.Raw, Mapping[str, str]]:
        """The scene in a language, worked out once for each change."""
        known = self._scenes.get(lang)
        if known is None or known[0] != self.room.number:
            scene, looks = scene_of(self.room.session)
            if self.room.ended is not None:
                scene.verdict, scene.winner = self.room.verdict, self.room.ended.winner
                scene.player, scene.legal = self.room.player, []
            known = self._scenes[lang] = self.room.number, msgspec.Raw(msgspec.json.encode(scene)), looks
        return known[1], known[2]

    def _state(self, guest: Guest, scene: msgspec.Raw, looks: dict[str, str], moment: float) -> State:
        room, session = self.room, self.room.session
        game, plies = session.game, len(session.moves)
        first = min(guest.plies, plies)
        sits = room.seat_of(guest.person) >= 0  # nobody is told where they sit who only watches
        computers = {seat: level for seat, level in enumerate(room.head.levels) if level and sits}
        return State(
            room=room.head.room, number=room.number, ply=plies, game=game.name, id=str(session.id),
            title=" · ".join(filter(None, name_of(session, computers))),
            moves_from=first, moves=[game.text(move) for move in session.moves[first:]],
            seats=self._seats(guest, moment), scene=scene, looks=looks,
            proposed=room.proposed, proposed_by=room.proposed_by if room.proposed else None,
            may=room.may(guest.person), next_room=room.next_room, running=room.running >= 0,
            helps=room.helps,
        )  # fmt: skip

    def _seats(self, guest: Guest, moment: float) -> list[Seat]:
        room, here = self.room, {other.person for other in self.guests}
        left: Sequence[Any] = room.left_at(moment) if room.head.clock else [None] * len(room.persons)
        game = room.session.game
        titles = game.seats if len(room.persons) > 1 else [_("You")]
        return [
            Seat(
                title=titles[seat],
                name=computer_name(game, level) if (level := room.head.levels[seat]) else room.names[seat],
                level=level,
                is_open=room.is_open(seat),
                is_here=bool(person) and person in here,
                is_you=is_same(person, guest.person),
                left=left[seat],
            )
            for seat, person in enumerate(room.persons)
        ]
