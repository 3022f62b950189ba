"""The computer's seats: they think as long as it is their turn and somebody is there."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from ludoteca.analysis.client import Client
from ludoteca.core import LudotecaError
from ludoteca.system.luck import fresh_seed
from ludoteca.web.messages import Thinking
from ludoteca.web.refusal import Refusal
from ludoteca.web.room import Room
from ludoteca.web.store import told
from ludoteca.web.table import Table
from ludoteca.web.thinkers import CrowdedError

if TYPE_CHECKING:
    from ludoteca.web.hub import Hub

PAUSE: Final = 1.0  # seconds until a move is asked for again, after nobody could think
SLOWER: Final = 2.5  # how much longer one looks at a die
LONGEST: Final = 60.0  # seconds, where that went wrong again and again


class Computers:
    """Plays for a hub wherever the computer is to move."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def play(self, table: Table) -> None:
        """The computer's moves, until somebody else is to move, none before one has seen the last; what fails
        is tried again."""
        this, pause, now = asyncio.current_task(), PAUSE, asyncio.get_running_loop().time
        try:
            while (player := (room := table.room).player) >= 0 and (level := room.head.levels[player]):
                if not self._hub.goes_on(table):
                    return
                seen = now() + self._hub.pace * (SLOWER if room.session.game.uses_dice else 1)
                try:
                    move = await self._thought(table, room, level)
                    if move is not None:
                        await asyncio.sleep(seen - now())
                        await self._move(table, room, move, player)
                        pause = PAUSE
                except CrowdedError:
                    pass
                except Refusal:  # the room is gone
                    return
                except LudotecaError as error:
                    for guest in table.guests:
                        guest.put(Thinking("", told(error)))
                if table.room is room:
                    await asyncio.sleep(pause)
                    pause = min(LONGEST, 2 * pause)
        finally:
            if table.computer is this:
                table.computer = None

    async def _move(self, table: Table, room: Room, move: str, player: int) -> None:
        """Make a move, if the game still stands as it stood."""
        async with self._hub.holding(room.head.room) as held:
            await self._hub.time_out(held)
            if held is not table or table.room is not room:
                return
            table.is_moving = True
            try:
                if await self._hub.add(table, room.thought(move, self._hub.now(), player)):
                    self._hub.show(table)
            finally:
                table.is_moving = False

    async def _thought(self, table: Table, room: Room, level: int) -> str | None:
        def progress(sentence: str) -> None:
            for guest in table.guests:
                guest.put(Thinking("", sentence))

        async def work(client: Client) -> str | None:
            seed = fresh_seed()
            return (await client.move(room.session, level=level, seed=seed, progress=progress)).move

        languages = {guest.lang for guest in table.guests}
        lang = languages.pop() if len(languages) == 1 else "en"
        return await self._hub.thinkers.think(room.head.room, lang, work, is_move=True)
