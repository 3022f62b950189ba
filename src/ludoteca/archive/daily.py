"""The board of the day: the same for everyone on a date, with no network, and the same forever."""

from datetime import date
from functools import reduce
from typing import Any, Final

from ludoteca.core import CHANCE, OVER, AnyGame, AnySession, Dice, Session
from ludoteca.games import find

PLIES: Final = 4  # from the start, in a game without chance: a round or two, so that no side has gained much
TRIES: Final = 64
_SHORT: Final = 1 << 32  # seeds that can be read aloud


def daily(name: str, day: date) -> AnySession:
    """The board of a game on a date.

    Where the game has dice the date gives their seed; where it has none, a few moves are thrown for.

    >>> str(daily("2048", date(2026, 1, 1)).id)
    '2048:4,2#2597223973'
    """
    game = find(name).from_options(find(name).daily)
    dice = Dice(seed_of(name, day))
    if game.uses_dice:
        return Session(game, seed=dice.below(_SHORT))
    for _try in range(TRIES):
        state = _walk(game, dice)
        if _is_fair(game, state):
            return Session(game, position=state)
    return Session(game)


def seed_of(name: str, day: date) -> int:
    """A number for a name and a date: each letter stirs the dice once (never `hash`, which forgets)."""
    return reduce(lambda seed, byte: Dice.at(seed, byte).bits(), name.encode(), day.toordinal())


def _walk(game: AnyGame, dice: Dice) -> Any:
    state = game.start(dice)
    for _ply in range(PLIES):
        moves = game.legal(state)
        if not moves:
            break
        state = game.play(state, dice.choice(moves))
    return state


def _is_fair(game: AnyGame, state: Any) -> bool:
    """Whether the game is under way, and neither the one to move nor then the other must end it at once."""
    if game.player(state) in (OVER, CHANCE):
        return False
    after = [game.play(state, move) for move in game.legal(state)]
    if any(game.outcome(each) for each in after):
        return False
    return any(not any(game.outcome(game.play(each, reply)) for reply in game.legal(each)) for each in after)
