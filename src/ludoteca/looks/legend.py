"""What the letters on a board stand for, where pieces are drawn as letters."""

from ludoteca.core import Board
from ludoteca.core.words import _
from ludoteca.looks.model import Skin
from ludoteca.looks.roles import LOOKS


def legend(board: Board, skin: Skin) -> str:
    """Each letter of a board and its word; nothing where signs tell more than letters do.

    >>> from ludoteca.games import begin
    >>> session = begin("fuga:7")
    >>> legend(session.game.board(session.state), Skin(ascii=True)), legend([], Skin())
    ('X castle, N attacker, G guard, R king', '')
    """
    if not skin.ascii:
        return ""
    seen = {cell.role for row in board for cell in row}
    letters = {role: look.ascii for role, look in LOOKS.items() if role in seen and look.ascii.isupper()}
    return ", ".join(f"{letter} {_(role)}" for role, letter in letters.items())
