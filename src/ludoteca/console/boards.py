"""Boards that solvers make to order: of a grade, within a number of moves, with a line that proves it."""

from typing import Any

from ludoteca.console.truth import THINKING, advice_on, limit_of
from ludoteca.core import Dice, OptionError, Session
from ludoteca.core.words import _

Play = Session[Any, Any]


def over_par(session: Play, extra: int) -> Play:
    """The same flood board with a limit: the proved fewest moves, and some more."""
    from ludoteca.ai import part

    if session.game.name != "drench":
        raise OptionError(_("Only a flood board has a par."))
    target = part("drench").target(session.game, session.state, extra, limit_of(THINKING))
    return session.varied(f"limit={target}")


def won(session: Play) -> Play:
    """The same board, played to the end by the best line known."""
    advice, played = advice_on(session), session.restarted()
    for move in advice.line:
        played.play(move)
    return played


def board_to_order(grade: str, rows: int, cols: int, seed: int) -> Play:
    """A solitario board of a grade, played to the end as proof that it can be won."""
    from ludoteca.ai import part
    from ludoteca.games.solitario import Solitario

    order = part("difficulty").generate_to_order
    position, line = order(grade, rows, cols, Dice(seed), limit_of(THINKING))
    session = Session(Solitario(Solitario(f"{rows}x{cols}").dump(position)))
    for jump in line:
        session.play(jump)
    return session
