"""What both stores ask of their tables, and rooms as rows: blanks are `:name`, as SQLite writes them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from ludoteca.core import GameId
from ludoteca.core.words import _
from ludoteca.web.seldom import warn
from ludoteca.web.store import (
    Conflict,
    DamagedError,
    Event,
    Forgotten,
    Head,
    Listing,
    Repeated,
    StoreError,
    Summary,
    Tally,
    UnfitError,
)

_log = logging.getLogger(__name__)

# Writing

MAKE: Final = """
INSERT INTO rooms VALUES (:room, :game, :daily, :listed, :level, :made, :head, 0,
    :plies, :decisions, :player, :result, :score, :names, :has_room, :helps, :made)
ON CONFLICT DO NOTHING RETURNING room"""
STANDING: Final = ("plies", "decisions", "player", "result", "score", "names", "has_room", "helps")
SIT: Final = """
INSERT INTO sitting VALUES (:room, :seat, :person)
ON CONFLICT (room, seat) DO UPDATE SET person = excluded.person"""
_OLD: Final = "(changed < :before OR (decisions = 0 AND changed < :unplayed_before))"
# Looked at twice: while PostgreSQL waits for who is just writing to a room, it may become new.
FORGET: Final = f"""
DELETE FROM rooms WHERE {_OLD} AND room IN (SELECT room FROM rooms WHERE {_OLD} LIMIT :many)"""
MANY: Final = 200  # rooms that are forgotten at once, so that nobody who plays waits for it

# Reading

READ: Final = """
SELECT head, body FROM rooms LEFT JOIN events ON events.room = rooms.room AND number >= :since
WHERE rooms.room = :room ORDER BY number"""
_SUMMARY: Final = "SELECT head, plies, decisions, player, result, score, names, has_room, helps, changed"
# Who has several seats sits where it is to move.
ROOMS_OF: Final = f"""{_SUMMARY}, COALESCE(MIN(CASE WHEN seat = player THEN seat END), MIN(seat)) AS seat
FROM rooms JOIN sitting ON sitting.room = rooms.room WHERE person = :person
GROUP BY rooms.room ORDER BY changed DESC, rooms.room LIMIT :limit"""
# Who has several seats wins with any of them, unless nobody else sits there.


def _helped_before(person: str) -> str:
    """In how many other games of a board of the day somebody was helped before they finished one: it
    is help in that too."""
    return f"""(
        SELECT COUNT(*) FROM rooms AS other JOIN sitting AS same ON same.room = other.room
        WHERE same.person = {person} AND rooms.daily <> '' AND other.daily = rooms.daily
            AND other.game = rooms.game AND other.room <> rooms.room
            AND other.helps > 0 AND other.made < rooms.changed)"""


TALLIES_OF: Final = f"""
SELECT game, level, COUNT(*), SUM(ended), SUM(won), SUM(won * unhelped), SUM(drawn) FROM (
    SELECT game, level, CASE WHEN result <> '' THEN 1 ELSE 0 END AS ended,
        CASE WHEN result = 'draw' THEN 1 ELSE 0 END AS drawn,
        CASE WHEN level = 0 AND COUNT(*) > 1
                AND COUNT(*) = (SELECT COUNT(*) FROM sitting AS every WHERE every.room = rooms.room) THEN 0
            ELSE MAX(CASE WHEN result = 'seat ' || seat THEN 1 ELSE 0 END) END AS won,
        CASE WHEN helps = 0 AND {_helped_before(":person")} = 0 THEN 1 ELSE 0 END AS unhelped
    FROM rooms JOIN sitting ON sitting.room = rooms.room
    WHERE person = :person AND (decisions > 0 OR result <> '') GROUP BY rooms.room) AS played
GROUP BY game, level ORDER BY game, level"""
OPEN_ROOMS: Final = f"""{_SUMMARY}, -1 FROM rooms WHERE listed = 1 AND has_room = 1 AND result = ''
ORDER BY made DESC, room LIMIT :limit"""
_BEST: Final = "(result = 'seat ' || seat) DESC, (helps > 0), level DESC, score DESC, decisions, changed"
DAILY_RESULTS: Final = f"""
WITH played AS (
    SELECT head, level, plies, decisions, player, result, score, names, has_room, changed, seat, rooms.room,
        person, helps + {_helped_before("sitting.person")} AS helps
    FROM rooms JOIN sitting ON sitting.room = rooms.room
    WHERE daily = :daily AND daily <> '' AND game = :game),
finished AS (
    SELECT *, ROW_NUMBER() OVER (PARTITION BY person ORDER BY {_BEST}, room) AS place
    FROM played WHERE result <> '')
{_SUMMARY}, seat FROM finished WHERE place = 1 ORDER BY {_BEST}, room LIMIT :limit"""


def refusal(name: str, reason: str) -> StoreError:
    """The error that names a store of rooms and says what is wrong with it."""
    return StoreError(_("The rooms in {store}: {reason}.", store=name[:200], reason=reason.rstrip(".")))


def closed(name: str) -> StoreError:
    """The error for a store that has stopped."""
    return refusal(name, _("the server has stopped"))


def unfit() -> UnfitError:
    """The error for what no table can hold."""
    return UnfitError(_("That cannot be kept: a number is too large, or a text is none."))


@dataclass(eq=False, slots=True)
class Job:
    """One thing that is to be written: a room's head or an event, what lists tell then, and who waits until
    when; `again` where an attempt of which one heard no more may have written it."""

    values: Mapping[str, Any]
    is_head: bool
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    until: float = 0.0
    again: bool = False

    @property
    def room(self) -> str:
        """The room's name."""
        return str(self.values["room"])


def making(head: Head, standing: Listing) -> Job:
    """The job that makes a room."""
    values = {
        "room": head.room, "game": GameId.parse(head.game).name, "daily": head.daily,
        "listed": int(head.listed), "level": max(head.levels, default=0), "made": head.made,
        "head": _spelled(head), **_columns(standing),
    }  # fmt: skip
    return Job(values, is_head=True)


def adding(room: str, event: Event, standing: Listing) -> Job:
    """The job that adds an event."""
    values = {
        "room": room, "number": event.number, "action": event.action, "body": _spelled(event),
        "moment": event.moment, "seat": event.seat, "person": event.person if event.kind == "sit" else "",
        **_columns(standing),
    }  # fmt: skip
    return Job(values, is_head=False)


Verdicts = dict[Job, Exception | None]


def judge(jobs: Iterable[Job], counts: Mapping[str, int], known: Collection[tuple[str, str]]) -> Verdicts:
    """Which events can be written, one after the other, and why not the others, given how many events each
    room has and which actions are in; the rooms are held meanwhile, so that it stays true."""
    numbers, actions = dict(counts), set(known)
    verdicts: Verdicts = {}
    for job in jobs:
        room, action = job.room, (job.room, job.values["action"])
        if action in actions:
            verdicts[job] = Repeated(*action)
        elif room not in numbers:
            verdicts[job] = Forgotten(room)
        elif numbers[room] != job.values["number"]:
            verdicts[job] = Conflict(room, job.values["number"])
        else:
            verdicts[job] = None
            numbers[room] += 1
            if action[1]:
                actions.add(action)
    return verdicts


def resolve(verdicts: Verdicts) -> None:
    """Tell who waits, on the event loop."""
    for job, outcome in verdicts.items():
        if job.done.done():  # nobody waits any more
            continue
        if outcome is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(outcome)


def accepted(verdicts: Verdicts) -> list[Mapping[str, Any]]:
    """The values of the events that are to be written."""
    return [job.values for job, outcome in verdicts.items() if outcome is None]


def standings(events: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Of some events the last of each room, with the latest moment: what lists tell from now on."""
    last: dict[str, Mapping[str, Any]] = {}
    for values in events:
        latest = max(values["moment"], last.get(values["room"], values)["moment"])
        last[values["room"]] = {**values, "moment": latest}
    return list(last.values())


def seated(events: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The events by which somebody sits down."""
    return [values for values in events if values["person"]]


def room_of(name: str, rows: Sequence[Sequence[Any]]) -> tuple[Head, list[Event]] | None:
    """A room, of what READ finds."""
    if not rows:
        return None
    try:
        head = _heads.decode(rows[0][0])
        return head, [_events.decode(body) for _head, body in rows if body is not None]
    except msgspec.DecodeError:
        raise DamagedError(str(refusal(name, _("a room is damaged")))) from None


def summaries(found: Iterable[Sequence[Any]]) -> list[Summary]:
    """The rooms of a list; what is damaged is left out."""
    return [summary for row in found if (summary := _summary(row)) is not None]


def _summary(row: Sequence[Any]) -> Summary | None:
    head, plies, decisions, player, result, score, names, has_room, helps, changed, seat = row
    try:
        standing = Listing(
            plies=plies, decisions=decisions, player=player, result=result, score=score,
            names=_names.decode(names), has_room=bool(has_room), helps=helps,
        )  # fmt: skip
        return Summary(head=_heads.decode(head), standing=standing, changed=changed, seat=seat)
    except (msgspec.DecodeError, TypeError, UnicodeError):
        warn(_log, "damaged", "a room is damaged; the lists leave it out")
        return None


def tallies(found: Iterable[Sequence[Any]]) -> list[Tally]:
    """What TALLIES_OF finds."""
    return [
        Tally(game=game, level=level, games=games, finished=ended, won=won, unhelped=unhelped, drawn=drawn)
        for game, level, games, ended, won, unhelped, drawn in found
    ]


def _columns(standing: Listing) -> dict[str, Any]:
    return {
        "plies": standing.plies, "decisions": standing.decisions, "player": standing.player,
        "result": standing.result, "score": standing.score, "names": _spelled(standing.names),
        "has_room": int(standing.has_room), "helps": standing.helps,
    }  # fmt: skip


def _spelled(value: Any) -> str:
    try:
        return _encode(value).decode()
    except (ValueError, OverflowError, TypeError):  # half a character, a number that JSON has not
        raise unfit() from None


_encode: Final[Callable[[Any], bytes]] = msgspec.json.Encoder().encode
_heads: Final = msgspec.json.Decoder(Head)
_events: Final = msgspec.json.Decoder(Event)
_names: Final = msgspec.json.Decoder(tuple[str, ...])
