"""What a guest may be told about a position: a hint, the truth, or a review of a finished game."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from ludoteca.analysis import Truth
from ludoteca.analysis.client import Client
from ludoteca.core import AnySession, LudotecaError
from ludoteca.core.words import _, speaking
from ludoteca.looks.course import Course, told
from ludoteca.looks.sheet import Sheet
from ludoteca.looks.values import worths
from ludoteca.looks.wording import bar, hint, sentences
from ludoteca.web.guest import Guest
from ludoteca.web.messages import Ask, Finding, Refused, Thinking
from ludoteca.web.refusal import Refusal
from ludoteca.web.room import Room
from ludoteca.web.thinkers import CrowdedError

if TYPE_CHECKING:
    from ludoteca.web.hub import Hub

SECONDS: Final[Mapping[str, float]] = {"hint": 4.0, "truth": 10.0}  # for one answer
REVIEW: Final = 60.0  # for a whole review
EACH: Final = 2.0  # of these for a position, at most
LONGEST: Final = 400  # plies of a game that is reviewed; of a longer one the last
PAUSE: Final = 1.0  # seconds until a review that found no thinker asks again

Tell = Callable[[str], None]

_log = logging.getLogger(__name__)


class Asking:
    """Answers the questions of guests, one of each kind at a time; every question has an end."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def ask(self, guest: Guest, ask: Ask) -> None:
        """Begin to answer a question; another of its kind takes its place."""
        table = await self._hub.table(ask.room)
        room = table.room
        if ask.what not in room.may(guest.person):
            if room.is_shared:
                raise Refusal("forbidden", _("While people play each other nobody is told anything."))
            raise Refusal("illegal", _("This cannot be asked now."))
        if ask.ply != len(room.session.moves):
            raise Refusal("stale", _("The game has gone on meanwhile."))
        before = guest.asking.pop(ask.what, None)
        if before is not None:
            before.cancel()
        task = guest.asking[ask.what] = asyncio.create_task(self._answer(guest, room, ask))
        task.add_done_callback(lambda done: guest.put(_nothing(room, ask)) if done.cancelled() else None)

    async def _answer(self, guest: Guest, room: Room, ask: Ask) -> None:
        try:
            with speaking(guest.language):
                if ask.what == "review":
                    await self._review(guest, room, ask)
                else:
                    await self._truth(guest, room, ask)
        except CrowdedError as error:
            guest.put(Refused(ask.id, "busy", str(error)))
        except Refusal as refusal:
            guest.put(Refused(ask.id, refusal.code, str(refusal)))
        except LudotecaError as error:
            _log.warning("%s", error)
            guest.put(Refused(ask.id, "busy", _("There is no answer now; ask again in a moment.")))

    async def _truth(self, guest: Guest, room: Room, ask: Ask) -> None:
        session, is_truth = room.session.copy(), ask.what == "truth"
        table = await self._hub.table(ask.room)

        def show(truth: Truth) -> None:
            if is_truth and table.room.stands_as(room) and ask.what in table.room.may(guest.person):
                with speaking(guest.language):  # it is called from elsewhere
                    guest.put(_told(session, ask, truth, is_last=False))

        async def work(client: Client) -> Finding:
            if is_truth and not await self._hub.note(
                room, ask.what, guest.person
            ):  # before anything is shown
                return _nothing(room, ask)
            truth = await client.truth(
                session, seconds=SECONDS[ask.what], progress=_telling(guest, ask), show=show
            )
            table.learn(room, truth)
            if not is_truth and not await self._hub.note(room, ask.what, guest.person):
                return _nothing(room, ask)
            return _told(session, ask, truth, is_last=True)

        if (known := table.known(room)) is None:
            guest.put(await self._hub.thinkers.think(room.head.room, guest.lang, work, asker=guest.address))
        elif await self._hub.note(room, ask.what, guest.person):
            guest.put(_told(session, ask, known, is_last=True))
        else:
            guest.put(_nothing(room, ask))

    async def _review(self, guest: Guest, room: Room, ask: Ask) -> None:
        """How it stood after each move, and where somebody went wrong; told as it is found. Between two
        positions others have their turn."""
        session, progress = room.session.copy(), _telling(guest, ask)
        if not await self._hub.note(room, ask.what, guest.person):
            guest.put(_nothing(room, ask))
            return
        plies = len(session.moves)
        course, first = Course(session, room.seating.people), max(0, plies - LONGEST)
        each = min(EACH, REVIEW / max(1, plies - first))
        for ply in range(first, plies + 1):
            progress(_("position {number} of {count}", number=ply, count=plies))
            course.learn(ply, await self._position(room, guest, session.at(ply), each))
            if ply % 10 == 0 or ply == plies:
                guest.put(_course(session, course, ask, is_last=ply == plies))

    async def _position(self, room: Room, guest: Guest, session: AnySession, seconds: float) -> Truth:
        def work(client: Client) -> asyncio.Future[Truth]:
            return asyncio.ensure_future(client.truth(session, seconds=seconds))

        while True:
            try:
                return await self._hub.thinkers.think(room.head.room, guest.lang, work, asker=guest.address)
            except CrowdedError:
                await asyncio.sleep(PAUSE)


def _telling(guest: Guest, ask: Ask) -> Tell:
    return lambda sentence: guest.put(Thinking(ask.id, sentence))


def _nothing(room: Room, ask: Ask) -> Finding:
    """The end of a question for whose answer nobody waits any more."""
    return Finding(id=ask.id, what=ask.what, ply=len(room.session.moves), is_last=True)


def _told(session: AnySession, ask: Ask, truth: Truth, *, is_last: bool) -> Finding:
    game, advice = session.game, truth.advice
    made = sum(map(session.decided, range(len(session.moves))))
    answer = Finding(id=ask.id, what=ask.what, ply=len(session.moves), is_last=is_last)
    if ask.what == "hint":
        answer.sentences, answer.move = hint(game, truth), advice.move or ""
    else:
        answer.bar, answer.sentences = bar(game, made, truth, moves=False), sentences(game, truth)
        answer.worths = {move: each for move, (_share, each) in worths(advice).items()}
    return answer


def _course(session: AnySession, course: Course, ask: Ask, *, is_last: bool) -> Finding:
    plies, sheet = len(session.moves), Sheet(session)
    found = [
        (each.ply, ". ".join(told(session, each, sheet.number(each.ply + 1)))) for each in course.mistakes
    ]
    heights = [course.heights.get(ply) for ply in range(plies + 1)]
    none = (
        _("No mistake was found.")
        if session.game.skill
        else _("Luck alone decides here: nobody makes mistakes.")
    )
    said = [none] if is_last and not found else []
    return Finding(
        id=ask.id, what="review", ply=plies, is_last=is_last, sentences=said, course=heights, mistakes=found
    )
