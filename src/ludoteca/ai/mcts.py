"""A player for any game: Monte Carlo tree search over the contract alone, levels by how much it tries.

It knows nothing of a game but its rules and scores, and serves every game that has no player of its own.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any, Final

from ludoteca.ai.bot import Advice, Limit
from ludoteca.ai.mcts_tree import Node, Tree
from ludoteca.core import CHANCE, OVER, Dice, Game

SIMULATIONS: Final = {1: 10, 2: 25, 3: 60, 4: 150, 5: 400, 6: 1000, 7: 2500}  # level 8: while there is time
SLIPS: Final = {1: 30, 2: 10}  # moves in a hundred that are played at random
PATIENCE: Final = 1.0  # seconds, where the limit names none


def choose(
    game: Game[Any, Any], state: Any, limit: Limit, *, level: int, past: Sequence[Any], dice: Dice
) -> Advice[Any]:
    """A move of a level's strength: it simulates so often, the highest as long as the limit lets it.

    The first levels play some moves at random, but never pass over a win that they have proved. A single move
    is played at once, its value unknown; so is any move where there is no time at all.
    """
    actor = game.player(state)
    if actor == OVER:
        return Advice.over(game, state)
    if actor == CHANCE:
        return Advice(None, None, (), proven=False)
    moves = game.legal(state)
    clock = (limit if limit.seconds is not None else replace(limit, seconds=PATIENCE)).start()
    slips = dice.below(100) < SLIPS.get(level, 0)
    tree = Tree(game, state, clock, past, dice)
    if len(moves) > 1:
        tree.grow(SIMULATIONS.get(level, inf))
    if not tree.root.kids:
        move = dice.choice(moves)
        return Advice(move, None, (move,), proven=False)
    if slips and not (tree.root.exact and tree.status == "win"):
        return _advice(tree, dice.choice(list(tree.root.kids.values())))
    return _advice(tree, tree.choice(tree.root))


def advise(
    game: Game[Any, Any], state: Any, limit: Limit, *, past: Sequence[Any] = (), dice: Dice | None = None
) -> Advice[Any]:
    """The best move that is found in the time of the limit, or in PATIENCE; `past` counts for repetition.

    The value is the result to be expected, from 0 to 1. Among several it is the share of the win of the seat
    that acts: 1 for a win, 0 for a loss, a draw shared by all. Alone it is half the chance to win and half
    the place of the score between the least and the greatest seen, so that any win is worth more than any
    loss. `facts` are the `visits` and `values` of the moves tried; alone also the `score`, of the line where
    nothing is left to chance, else on average.

    >>> from ludoteca.games import begin
    >>> session = begin("drench:3x3,4,players=2#3")
    >>> advice = advise(session.game, session.state, Limit(seconds=60))
    >>> advice.proven, advice.status, advice.value
    (True, 'win', 1.0)
    """
    return choose(game, state, limit, level=8, past=past, dice=dice or Dice(0))


def _advice(tree: Tree, kid: Node) -> Advice[Any]:
    """What is known of a move at the root, next to the others."""
    seat, text = tree.root.actor, tree.game.text
    tried = [one for one in tree.root.kids.values() if one.visits or one.exact]
    values = {text(one.move): round(tree.value(seat, one), 6) for one in tried}
    facts: dict[str, Any] = {"visits": {text(one.move): one.visits for one in tried}, "values": values}
    line = tree.line if tree.line[:1] == (kid.move,) else _line(tree, kid)
    if tree.game.players == 1 and (line is tree.line or kid in tried):
        marks = tree.best if line is tree.line else kid.exact or [total / kid.visits for total in kid.sums]
        facts["score"] = float(marks[1])
    proven = kid.exact is not None and kid.exact == tree.root.exact
    return Advice(kid.move, values.get(text(kid.move)), line, proven, tree.status, tree.nodes, facts)


def _line(tree: Tree, kid: Node) -> tuple[Any, ...]:
    """The play that is expected after a move, until nature acts or nothing is known."""
    line = [kid.move]
    while kid.kids and kid.actor != CHANCE:
        kid = tree.choice(kid)
        if not (kid.visits or kid.exact):
            break
        line.append(kid.move)
    return tuple(line)
