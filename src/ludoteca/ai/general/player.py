"""A player for any game: Monte Carlo tree search over the contract alone, levels by how much it tries.

It knows nothing of a game but its rules and scores, and serves every game that has no player of its own.
"""

from collections.abc import Sequence
from math import inf
from typing import Any, Final

from ludoteca.ai import times
from ludoteca.ai.advice import Advice, Status, Unit, Value
from ludoteca.ai.general.tree import Node, Tree
from ludoteca.ai.limit import Limit
from ludoteca.core import CHANCE, AnyGame, Dice

SIMULATIONS: Final = {1: 10, 2: 25, 3: 60, 4: 150, 5: 400, 6: 1000, 7: 2500}  # level 8: while there is time
SLIPS: Final = {1: 30, 2: 10}  # moves in a hundred that are played at random


def choose(
    game: AnyGame, state: Any, limit: Limit, *, level: int, past: Sequence[Any], dice: Dice
) -> Advice[Any]:
    """A move of a level's strength: it simulates so often, the highest as long as the limit lets it.

    The first levels play some moves at random, but never pass over a win that they have proved. A single move
    is played at once, its value unknown; so is any move where there is no time at all.
    """
    moves = game.legal(state)
    slips = dice.below(100) < SLIPS.get(level, 0)
    tree = Tree(game, state, limit.or_seconds(times.GENERAL_MOVE).start(), past, dice)
    if len(moves) > 1:
        tree.grow(SIMULATIONS.get(level, inf))
    if not tree.root.kids:
        return _unvalued(dice.choice(moves))
    if slips and not (tree.root.exact and tree.status == Status.WIN):
        return _advice(tree, dice.choice(list(tree.root.kids.values())))
    return _advice(tree, tree.choice(tree.root))


def advise(game: AnyGame, state: Any, limit: Limit, *, past: Sequence[Any] = ()) -> Advice[Any]:
    """The best move that is found in the time of the limit; `past` counts for repetition.

    Among several the value is the share of the win of the seat that acts: 1 for a win, 0 for a loss, a draw
    shared by all. Alone it is the score, of the line where nothing is left to chance, else on average; any
    win counts more than any loss. `facts` are the `visits` of the moves tried. On nature's turn there is
    nothing to say.

    >>> from ludoteca.games import begin
    >>> session = begin("drench:3x3,4,players=2#3")
    >>> advice = advise(session.game, session.state, Limit(seconds=60))
    >>> advice.proven, advice.status, advice.value
    (True, <Status.WIN: 'win'>, Value(amount=1.0, unit=<Unit.SHARE: 'share'>))
    """
    if game.player(state) == CHANCE:
        return Advice()
    dice = Dice(0)
    tree = Tree(game, state, limit.or_seconds(times.GENERAL_MOVE).start(), past, dice)
    tree.grow(inf)
    return (
        _advice(tree, tree.choice(tree.root)) if tree.root.kids else _unvalued(dice.choice(game.legal(state)))
    )


def _unvalued(move: Any) -> Advice[Any]:
    return Advice(move=move, line=(move,))


def _advice(tree: Tree, kid: Node) -> Advice[Any]:
    """What is known of a move at the root, next to the others."""
    results = {one.move: _result(one) for one in tree.root.kids.values() if one.visits or one.exact}
    line = tree.line if tree.line[:1] == (kid.move,) else _line(tree, kid)
    if line and line is tree.line:
        results[kid.move] = [float(mark) for mark in tree.best]
    seat = None if tree.players == 1 else tree.root.actor
    values = {move: _value(result, seat) for move, result in results.items()}
    return Advice(
        move=kid.move,
        line=line,
        value=values.get(kid.move),
        proven=kid.exact is not None and kid.exact == tree.root.exact,
        status=tree.status,
        values=values,
        chances=() if seat is None else tuple(results.get(kid.move, ())),
        nodes=tree.nodes,
        facts={"visits": {tree.game.text(one.move): one.visits for one in tree.root.kids.values()}},
    )


def _result(node: Node) -> list[float]:
    """What a position came to, exactly or on average."""
    return [float(mark) for mark in node.exact or ()] or [round(each / node.visits, 6) for each in node.sums]


def _value(result: Sequence[float], seat: int | None) -> Value:
    """A result for a seat; alone, what counts is first whether it is won, then the score."""
    return Value(result[1], Unit.POINTS) if seat is None else Value(result[seat], Unit.SHARE)


def _line(tree: Tree, kid: Node) -> tuple[Any, ...]:
    """The play that is expected after a move, until nature acts or nothing is known."""
    line = [kid.move]
    while kid.kids and kid.actor != CHANCE:
        kid = tree.choice(kid)
        if not (kid.visits or kid.exact):
            break
        line.append(kid.move)
    return tuple(line)
