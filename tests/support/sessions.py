"""Games under way, for tests: played by a script, or without a thought."""

from typing import Any

from ludoteca.core import CHANCE, Dice, Session
from ludoteca.games import begin

Play = Session[Any, Any]


def played(gameid: str, *moves: str) -> Play:
    """A game after some moves."""
    session = begin(gameid)
    for move in moves:
        session.play_text(move)
    return session


def at_random(session: Play, seed: int) -> Play:
    """The same game, played to its end without a thought."""
    dice = Dice(seed)
    while session.legal:
        if session.player == CHANCE:
            session.roll()
        else:
            session.play(dice.choice(session.legal))
    return session


def rolled(gameid: str) -> Play:
    """A game at the first decision."""
    session = begin(gameid)
    while session.player == CHANCE:
        session.roll()
    return session
