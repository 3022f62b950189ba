"""Somebody who floods as much as they can at each move."""

from ludoteca.core import AnySession
from ludoteca.games import begin


def flooding(gameid: str) -> list[str]:
    """Their moves from a position to the end, on a board without a limit."""
    session = begin(gameid)
    while session.legal:
        session.play(max(session.legal, key=lambda move: _flooded(session, move)))
    return list(session.record.moves)


def _flooded(session: AnySession, move: int) -> int:
    board = session.game.board(session.game.play(session.state, move))
    return sum("region0" in cell.marks for row in board for cell in row)
