"""Which cells of the board a move is about, so that a hint can be marked on them."""

from typing import Any

from ludoteca.core import AnyGame, Board


def pointed(game: AnyGame, state: Any, board: Board, move: str) -> frozenset[str]:
    """The cells that a move names; else those whose pieces it sets in motion, or that get another mark by it.

    >>> from ludoteca.games import begin
    >>> for text in ("fuga:7 a3 b3", "2048:2,1@2,4/0,0.0.p down", "drench:2x2,3@12/13.0.0.0 2"):
    ...     gameid, _blank, move = text.partition(" ")
    ...     session = begin(gameid)
    ...     print(sorted(pointed(session.game, session.state, session.game.board(session.state), move)))
    ['a3', 'b3']
    ['a1', 'a2']
    ['a2']
    """
    before = {cell.name: cell for row in board for cell in row if cell.name}
    if named := before.keys() & set(move.split()):
        return frozenset(named)
    known = game.parse(state, move)
    if ways := game.ways(state, known):
        return frozenset(way[0] for way in ways)
    after = (cell for row in game.board(game.play(state, known)) for cell in row)
    return frozenset(
        cell.name for cell in after if cell.name in before and cell.marks - before[cell.name].marks
    )
