"""What a guest may be told about a position: a hint, the truth, or a review of a finished game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ludoteca.analysis import Truth
from ludoteca.analysis.client import Client
from ludoteca.core import AnySession
from ludoteca.core.words import _, speaking
from ludoteca.looks.course import Course, told
from ludoteca.looks.sheet import Sheet
from ludoteca.looks.values import worths
from ludoteca.looks.wording import bar, hint, sentences
from ludoteca.web.guest import Guest
from ludoteca.web.messages import Ask, Finding, Thinking
from ludoteca.web.room import Refusal, Room
from ludoteca.web.thinkers import Thinkers

SECONDS: Final = 10.0  # for one answer
REVIEW: Final = 60.0  # for a whole review
EACH: Final = 2.0  # of these for a position, at most
LONGEST: Final = 400  # plies of a game that is reviewed; of a longer one the last

Tell = Callable[[str], None]


async def answer(thinkers: Thinkers, room: Room, guest: Guest, ask: Ask) -> None:
    """Answer a question of a guest, so far and at last."""
    if ask.what not in room.may(guest.person):
        if room.is_shared:
            raise Refusal("forbidden", _("While people play each other nobody is told anything."))
        raise Refusal("illegal", _("This cannot be asked now."))
    session = room.session.copy()

    def progress(sentence: str) -> None:
        guest.put(Thinking(ask.id, sentence))

    def show(truth: Truth) -> None:
        guest.put(_told(session, ask, truth, guest, is_last=False))

    async def work(client: Client) -> None:
        if ask.what == "review":
            await _review(client, room, session, ask, guest, progress)
            return
        shows: Callable[[Truth], None] = show if ask.what == "truth" else _ignore
        truth = await client.truth(session, seconds=SECONDS, progress=progress, show=shows)
        guest.put(_told(session, ask, truth, guest, is_last=True))

    await thinkers.think(room.head.room, guest.lang, work)


def _ignore(_truth: Truth) -> None:
    pass


def _told(session: AnySession, ask: Ask, truth: Truth, guest: Guest, *, is_last: bool) -> Finding:
    game, advice = session.game, truth.advice
    made = sum(map(session.decided, range(len(session.moves))))
    answer = Finding(id=ask.id, what=ask.what, ply=len(session.moves), is_last=is_last)
    with speaking(guest.language):
        if ask.what == "hint":
            answer.sentences, answer.move = hint(game, truth), advice.move or ""
        else:
            answer.bar, answer.sentences = bar(game, made, truth, moves=False), sentences(game, truth)
            answer.worths = {move: each for move, (_share, each) in worths(advice).items()}
    return answer


async def _review(
    client: Client, room: Room, session: AnySession, ask: Ask, guest: Guest, progress: Tell
) -> None:
    """How it stood after each move, and where somebody went wrong; told as it is found."""
    plies = len(session.moves)
    people = [seat for seat, level in enumerate(room.head.levels) if not level]
    course, first = Course(session, people), max(0, plies - LONGEST)
    each = min(EACH, REVIEW / max(1, plies - first))
    for ply in range(first, plies + 1):
        progress(_("position {number} of {count}", number=ply, count=plies))
        course.learn(ply, await client.truth(session.at(ply), seconds=each))
        if ply % 10 == 0 or ply == plies:
            guest.put(_course(session, course, ask, guest, is_last=ply == plies))


def _course(session: AnySession, course: Course, ask: Ask, guest: Guest, *, is_last: bool) -> Finding:
    plies, sheet = len(session.moves), Sheet(session)
    with speaking(guest.language):
        found = [
            (each.ply, " ".join(told(session, each, sheet.number(each.ply + 1)))) for each in course.mistakes
        ]
        heights = [course.heights.get(ply) for ply in range(plies + 1)]
        return Finding(id=ask.id, what="review", ply=plies, is_last=is_last, course=heights, mistakes=found)
