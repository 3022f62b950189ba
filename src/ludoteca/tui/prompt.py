"""The prompt: what can be done now, and with which keys, for somebody who has not played before."""

from ludoteca.core import AnyGame, Board, is_number
from ludoteca.core.words import _
from ludoteca.tui.gestures import Gestures


def prompt(game: AnyGame, gestures: Gestures, board: Board) -> str:
    """The keys that say the next word of a move, and what that word is.

    >>> from ludoteca.games import begin
    >>> for name in ("solitario", "drench#1", "2048#1", "oca:2,first=1"):
    ...     session = begin(name)
    ...     print(prompt(session.game, Gestures.of(session), session.game.board(session.state)))
    arrows and space: choose a peg
    number keys: choose a colour
    arrows: push the tiles
    space: roll
    """
    words, spoken = gestures.words, gestures.spoken(board)
    if not words:
        return ""
    if list(words) == spoken[:1]:
        return _("{keys}: {what}", keys=_("space"), what=_(words[0]))
    what = _(game.prompts[min(len(gestures.said), len(game.prompts) - 1)])
    asked = _("{keys}: {what}", keys=_keys(gestures, board), what=what)
    return _("{prompt}; esc: choose anew", prompt=asked) if gestures.said else asked


def _keys(gestures: Gestures, board: Board) -> str:
    """The keys that say a word."""
    if gestures.pushes:
        return _("arrows")
    if gestures.aims(board) and not any(is_number(word) for word in gestures.words):
        return _("arrows and space")
    return _("number keys")
