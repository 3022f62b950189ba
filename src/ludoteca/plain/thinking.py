"""What minds know, asked for in lines: hints, solutions and the truth, with a sign of life on the way."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ludoteca.console import progress, warn
from ludoteca.core import AnySession
from ludoteca.core.words import _

if TYPE_CHECKING:  # what thinks is imported when somebody asks
    from ludoteca.ai import Advice, Limit


def limit_of(seconds: float | None) -> Limit:
    """A limit that tells a person at a terminal what is going on."""
    from ludoteca.ai import Limit

    return Limit(seconds, progress=progress, warn=warn)


def proof_limit(seconds: float | None) -> Limit:
    """The same for one who proves: as long as a proof may take, where nobody says how long."""
    from ludoteca.ai import times

    return limit_of(seconds).or_seconds(times.PROOF)


def advice_on(session: AnySession, seconds: float | None = None, lines: int = 1) -> Advice[Any]:
    """What is known about a position; who cannot prove takes the time it likes."""
    progress(_("thinking…"))  # to import what thinks may take a second already
    from ludoteca.ai import advise, mind_of

    proves = mind_of(session.game).proves(session.game)
    try:
        return advise(session, (proof_limit if proves else limit_of)(seconds), lines=lines)
    finally:
        progress("")


def explain(session: AnySession, advice: Advice[Any]) -> list[str]:
    """An advice as sentences."""
    from ludoteca.analysis import Truth
    from ludoteca.looks.wording import sentences

    return sentences(session.game, Truth.of(session, advice))


def solution(session: AnySession, seconds: float | None = None) -> list[str]:
    """All that is known about a position, as sentences."""
    return explain(session, advice_on(session, seconds))


def hint(session: AnySession, seconds: float | None = None, lines: int = 1) -> list[str]:
    """One step only: the best move, and what is known about it; or so many best lines."""
    return one_step(session, advice_on(session, seconds, lines))


def one_step(session: AnySession, advice: Advice[Any]) -> list[str]:
    """An advice as sentences that tell no move but the first."""
    return explain(session, replace(advice, line=()))


def truth(session: AnySession) -> tuple[str, bool]:
    """How the game stands, in one short line, and whether that tells a good move."""
    from ludoteca.analysis import Analyst
    from ludoteca.looks.wording import bar, tells_move

    try:
        found = Analyst().truth(session, limit_of(None))
        return bar(session.game, len(session.moves), found), tells_move(session.game, found)
    finally:
        progress("")
