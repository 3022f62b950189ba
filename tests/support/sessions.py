"""Games under way, for tests: played by a script, or without a thought."""

from ludoteca.core import CHANCE, AnySession, Dice
from ludoteca.games import begin


def played(gameid: str, *moves: str) -> AnySession:
    """A game after some moves."""
    session = begin(gameid)
    for move in moves:
        session.play_text(move)
    return session


def at_random(session: AnySession, seed: int) -> AnySession:
    """The same game, played to its end without a thought."""
    dice = Dice(seed)
    while session.legal:
        if session.player == CHANCE:
            session.roll()
        else:
            session.play(dice.choice(session.legal))
    return session


def rolled(gameid: str) -> AnySession:
    """A game at the first decision."""
    session = begin(gameid)
    while session.player == CHANCE:
        session.roll()
    return session
