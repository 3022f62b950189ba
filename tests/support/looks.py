"""Boards to look at: games after some random plies, what there is to see, and how rows are called."""

from random import Random
from typing import Any

from ludoteca.core import CHANCE, Board, Labels, Session
from ludoteca.games import begin


def played(gameid: str, plies: int, seed: int = 1) -> Session[Any, Any]:
    session, luck = begin(gameid), Random(seed)
    for _ply in range(plies):
        if session.outcome:
            break
        if session.player == CHANCE:
            session.roll()
        else:
            session.play(luck.choice(list(session.legal)))
    return session


def board_of(session: Session[Any, Any]) -> Board:
    return session.game.board(session.state)


def labels_of(session: Session[Any, Any]) -> Labels:
    return session.game.labels(session.state)
