"""Who plays 2048 well: perfectly, and with proof, on boards of 2 x 2 and 3 x 3."""

import numpy as np

from ludoteca.ai.advice import Advice, Status, Unit, Value
from ludoteca.ai.g2048 import layers
from ludoteca.ai.g2048.layer_files import value
from ludoteca.ai.limit import Limit
from ludoteca.ai.preparation import preparing
from ludoteca.core import LudotecaError
from ludoteca.core.words import _
from ludoteca.games.g2048 import G2048, Grid, Tile
from ludoteca.kernels.compile import COMPILED
from ludoteca.kernels.g2048.board import canonical


def advise(game: G2048, state: Grid, limit: Limit) -> Advice[str | Tile]:
    """The best move and its worth: the points expected at the end, or the chance to make the goal.

    `facts` tell the `aim`, "score" or "goal"; on nature's turn there is a value but no move. The clock starts
    once the kernels are compiled; where it runs out before the proof is there, the move that leaves most
    places empty is given.

    >>> game = G2048(2, goal=8)
    >>> advice = advise(game, game.load("4,0/4,2"), Limit())
    >>> advice.move, str(advice.status), {way: value.amount for way, value in advice.values.items()}
    ('up', 'win', {'up': 1.0, 'down': 1.0, 'right': 0.1})
    """
    if game.size > 3:
        message = _("Perfect play is known on boards of side 2 and 3, not {size}.", size=game.size)
        raise LudotecaError(message)
    return _perfect(game, state, limit)


def aim_of(game: G2048) -> layers.Aim:
    """The chance to make the goal where that can be done and ends the game; else the points."""
    counts = can_be_made(game) and not game.keep
    return layers.Aim(game.size, game.goal.bit_length() - 1 if counts else 0)


def can_be_made(game: G2048) -> bool:
    """Whether there is room for the goal: 32 is the largest tile on 2 x 2, and 1024 on 3 x 3."""
    return game.goal <= 2 << game.size**2


def _perfect(game: G2048, state: Grid, limit: Limit) -> Advice[str | Tile]:
    """Advice from the worth of every board that the next move can leave."""
    if game.size == 3 and not COMPILED:
        raise LudotecaError(_("Perfect play on a board of side 3 needs Numba: pip install 'ludoteca[fast]'."))
    if sum(state.tiles) > layers.largest_sum(game.size):
        raise LudotecaError(_("No game on a board of this side gets as far as these tiles."))
    aim = aim_of(game)
    after = {str(way): game.play(state, way) for way in game.legal(state)} if not state.due else {"": state}
    try:
        worth, nodes = _worth(aim, list(after.values()), limit)
    except layers.Stopped:
        roomy = max(after, key=lambda way: after[way].tiles.count(0))
        return Advice(move=roomy or None, line=(roomy,) if roomy else ())
    if not aim.goal:
        worth = [each.score + ahead for each, ahead in zip(after.values(), worth, strict=True)]
    unit = Unit.SHARE if aim.goal else Unit.POINTS
    values = {way: Value(each, unit) for way, each in zip(after, worth, strict=True)}
    best = max(values, key=values.__getitem__)
    return Advice(
        move=best or None,
        line=(best,) if best else (),
        value=values[best],
        proven=True,
        status=_status(game, state, values[best].amount if aim.goal else None),
        values={way: value for way, value in values.items() if way},
        nodes=nodes,
        facts={"aim": "goal" if aim.goal else "score"},
    )


def _status(game: G2048, state: Grid, chance: float | None) -> Status:
    """Whether the goal is certain, or out of the question."""
    if chance == 1 or max(state.tiles) >= game.goal:
        return Status.WIN
    return Status.LOST if chance == 0 or not can_be_made(game) else Status.UNKNOWN


def _worth(aim: layers.Aim, boards: list[Grid], limit: Limit) -> tuple[list[float], int]:
    """What boards with a tile due are worth (1 with the goal made), and how many were valued to know it."""
    prepare(limit)
    layers.rules_of(aim)
    clock, worth, nodes = limit.start(), [1.0] * len(boards), 0
    if asked := [at for at, board in enumerate(boards) if not aim.goal or max(board.tiles) < 1 << aim.goal]:
        codes = [canonical(layers.encode(boards[at].tiles, aim.size), aim.size) for at in asked]
        values, nodes = value(aim, sum(boards[0].tiles), np.array(codes, np.uint64), clock)
        for at, ahead in zip(asked, values.tolist(), strict=True):
            worth[at] = ahead
    return worth, nodes


@preparing("2048", kernels=22)
def prepare(_limit: Limit) -> None:
    """Have every kernel ready, by solving a small game."""
    aim = layers.Aim(2, 3)
    canonical(layers.encode((2, 0, 0, 0), 2), 2)
    for _layer in layers.solve(aim, layers.starts(aim), {}, Limit().start()):
        pass
