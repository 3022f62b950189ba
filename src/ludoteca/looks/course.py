"""The course of a game: how it stood after each move, drawn in a line, and where somebody went wrong."""

from collections.abc import Mapping, Sequence
from typing import Final

from ludoteca.ai import Status, Unit
from ludoteca.analysis import Truth
from ludoteca.core import AnyGame, AnySession
from ludoteca.looks.plots import sparkline
from ludoteca.looks.wording import shares

SLIP: Final = 0.1  # of a share that a move may lose against others before it is called a mistake
LONELY: Final = 0.02  # of one who plays alone


def height(game: AnyGame, made: int, truth: Truth) -> float | None:
    """How the game stands for the first seat, from 0 to 1: how near to par, where a game has one; else its
    share of the win."""
    advice = truth.advice
    if truth.par and advice.status != Status.LOST:
        if truth.over:
            return truth.par / made
        if advice.value is not None and advice.value.unit == Unit.MOVES:
            return truth.par / (made + advice.value.amount)
    known = shares(game, truth)
    return known[0][1] if known else None


def wasted(truth: Truth, move: str) -> float:
    """What a move throws away of the best one, as a share of it, where each move's value is known; else 0.

    What nature does next has no part in this.
    """
    worths = {each: value.worth for each, value in truth.advice.values.items()}
    best = max(worths.values(), default=0.0)
    return (best - worths[move]) / best if move in worths and best > 0 else 0.0


def mistakes(
    session: AnySession, heights: Mapping[int, float | None], losses: Mapping[int, float]
) -> list[int]:
    """The plies at which a decision made things worse for the one who made it, as far as it is known.

    >>> from ludoteca.games import begin
    >>> session = begin("fuga:7")
    >>> for text in ("a3 b3", "c3 c2"):
    ...     _move = session.play_text(text)
    >>> mistakes(session, {0: 0.5, 1: 0.3, 2: 0.9}, {})
    [0, 1]
    """
    found, slip = [], LONELY if session.game.players == 1 else SLIP
    for ply in filter(session.decided, range(len(session.moves))):
        before, after = heights.get(ply), heights.get(ply + 1)
        lost = losses.get(ply, 0.0)
        if before is not None and after is not None:  # nobody but the one who decided has acted between
            lost = max(lost, before - after if session.actor(ply) == 0 else after - before)
        if lost > slip:
            found.append(ply)
    return found


def graph(heights: Sequence[float | None], width: int, *, plain: bool) -> str:
    """The course in a line of at most so many columns, as high as the first seat stands; a blank for what is
    not known.

    >>> graph([0.5, 1.0, None, 0.0], 10, plain=False), graph([0.0, 0.5, 1.0, 0.5], 2, plain=True)
    ('▅█ ▁', '.#')
    """
    step = max(1, -(-len(heights) // max(1, width)))
    drawn = (
        (" " if each is None else sparkline([0.0, 1.0, each], plain=plain)[-1]) for each in heights[::step]
    )
    return "".join(drawn)
