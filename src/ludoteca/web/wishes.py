"""How a room begins: what somebody asked for, made into a head, within limits."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime
from typing import Final

import msgspec
from msgspec import structs

from ludoteca.archive.daily import daily
from ludoteca.core import AnySession, GameId, LudotecaError, OptionError
from ludoteca.core.words import _
from ludoteca.games import begin
from ludoteca.system.luck import fresh_seed
from ludoteca.web.room import Room
from ludoteca.web.safety import new_room
from ludoteca.web.seating import check_levels
from ludoteca.web.store import Head

CELLS: Final = 1_600  # of a board, at most
LONGEST_CLOCK: Final = 86_400.0  # seconds


class RoomWish(msgspec.Struct, forbid_unknown_fields=True):
    """A room that somebody wants."""

    game: str
    levels: list[int] | None = None
    seat: int = 0
    name: str = ""
    listed: bool = False
    clock: tuple[float, float] | None = None
    daily: str = ""


def head_of(wish: RoomWish) -> Head:
    """The head of a wished room; LudotecaError says why there cannot be one."""
    gameid = GameId.parse(wish.game)
    session = begun(gameid)
    game = session.game
    if game.uses_dice and gameid.seed is None:
        session = begin(GameId(gameid.name, game.options, gameid.position, fresh_seed()))
    if wish.daily:
        day = today()
        if wish.daily != day.isoformat() or session.id != daily(game.name, day).id:
            raise OptionError(_("Today's board is another one by now: load the page again."))
        if wish.clock or (wish.levels or [0] * game.players).count(0) != 1:
            raise OptionError(_("Today's board is for one person, against the computer, without a clock."))
    levels = tuple(wish.levels if wish.levels is not None else [0] * game.players)
    check_levels(levels, game.players)
    if not -1 <= wish.seat < len(levels) or (wish.seat >= 0 and levels[wish.seat]):
        raise OptionError(_("A person cannot sit there."))
    if wish.clock is not None and not (
        1 <= wish.clock[0] <= LONGEST_CLOCK and 0 <= wish.clock[1] <= LONGEST_CLOCK
    ):
        raise OptionError(_("A clock has from 1 second to a day."))
    return Head(
        room=new_room(), game=str(session.id), levels=levels, made=time.time(), clock=wish.clock,
        listed=wish.listed, daily=wish.daily,
    )  # fmt: skip


def begun(gameid: GameId) -> AnySession:
    """The beginning of a game that is not too large; LudotecaError where it is, or there is no such game."""
    session = begin(gameid)
    if sum(map(len, session.game.board(session.state))) > CELLS:
        raise OptionError(_("Here a board has at most {count} cells.", count=CELLS))
    return session


def today() -> date:
    """The day of today's boards: the same for everybody on the server."""
    return datetime.now(UTC).date()


def next_of(room: Room) -> Head:
    """The next game of a room: the same, with other dice; of today's board that board again."""
    session = room.session
    gameid = session.id
    if room.head.daily == today().isoformat():
        return structs.replace(room.head, room=new_room(), made=time.time())
    if session.game.uses_dice:
        gameid = GameId(gameid.name, gameid.options, gameid.position, fresh_seed())
    levels, count = room.head.levels, len(room.head.levels)
    turned = tuple(levels[(seat - 1) % count] for seat in range(count))  # as `Hub` moves their persons
    return Head(room=new_room(), game=str(gameid), levels=turned, made=time.time(), clock=room.head.clock)


def check(text: bytes) -> RoomWish:
    """Read a wish; LudotecaError where it is none."""
    try:
        return msgspec.json.decode(text, type=RoomWish)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise LudotecaError(_("This request is not understood.")) from None
