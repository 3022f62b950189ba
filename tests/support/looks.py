"""Boards to look at: games after some random plies, what there is to see, and how rows are called."""

from random import Random

from ludoteca.core import CHANCE, AnySession, Board, Labels
from ludoteca.games import begin


def played(gameid: str, plies: int, seed: int = 1) -> AnySession:
    session, luck = begin(gameid), Random(seed)
    for _ply in range(plies):
        if session.outcome:
            break
        if session.player == CHANCE:
            session.roll()
        else:
            session.play(luck.choice(list(session.legal)))
    return session


def board_of(session: AnySession) -> Board:
    return session.game.board(session.state)


def labels_of(session: AnySession) -> Labels:
    return session.game.labels(session.state)
