"""Who proves and who plays well: for each game the one that knows most, loaded when asked."""

from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

from ludoteca import core
from ludoteca.ai.bot import LEVELS, Advice, Limit
from ludoteca.core import Dice, Game, LudotecaError, Session
from ludoteca.core.words import _
from ludoteca.games.g2048 import G2048


def part(name: str) -> Any:
    """A module of this package, loaded now; a sentence where it needs what is not installed."""
    try:
        return import_module(f"ludoteca.ai.{name}")
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise LudotecaError(_("This needs NumPy: pip install 'ludoteca[fast]'.")) from None


def _prover(game: Game[Any, Any]) -> str | None:
    """Who proves what it says about a game."""
    match game.name, game.players:
        case ("solitario" | "oca") as name, _seats:
            return name
        case "drench", 1:
            return "drench"
        case "2048", _one if isinstance(game, G2048) and game.size <= 3:
            return "g2048"
    return None


def _player(game: Game[Any, Any]) -> str:
    """Who plays a game well; where no player knows it, one that can play any game."""
    match game.name, game.players:
        case "fuga", _two:
            return "fuga"
        case "2048", _one:
            return "g2048_player"
        case "drench", 2:
            return "drench_duel"
    return "mcts"


# What these players take into account too.
_ALSO: Final = {"fuga": ("past", "lines", "depth", "nodes"), "mcts": ("past",)}


def proves(game: Game[Any, Any]) -> bool:
    """Whether somebody can prove how a game stands, given time; else there are only good players."""
    return _prover(game) is not None


def tells_lines(game: Game[Any, Any]) -> bool:
    """Whether whoever advises on a game can tell several best lines.

    >>> from ludoteca.games import begin
    >>> [tells_lines(begin(name).game) for name in ("fuga", "oca")]
    [True, False]
    """
    return not proves(game) and "lines" in _ALSO.get(_player(game), ())


def advise(
    game: Game[Any, Any], state: Any, limit: Limit, *, past: Sequence[Any] = (), **more: int | None
) -> Advice[Any]:
    """What is best here, what it is worth, and whether that is proved.

    `past` are the positions before this one, for games where a position may not stand too often. A player
    that can gives several best `lines`, or looks no further than a `depth` or so many `nodes`. Who proves
    takes all the time there is; a player without a limit takes a second or two.
    """
    advice: Advice[Any]
    if prover := _prover(game):
        advice = part(prover).advise(game, state, limit)
    elif game.outcome(state):
        advice = Advice.over(game, state)
    else:
        player = _player(game)
        known = {word: each for word, each in {**more, "past": past}.items() if word in _ALSO.get(player, ())}
        advice = part(player).advise(game, state, limit, **known)
    return advice


def to_the_other(game: Game[Any, Any], value: float) -> float:
    """What the value of a position for two is to the seat that does not act: `mcts` tells shares of a win."""
    return 1 - value if _player(game) == "mcts" else -value


def perft(game: Game[Any, Any], state: Any, depth: int) -> int:
    """How many lines of `depth` plies there are; by the game's kernel, where there is one and work enough."""
    if game.name == "fuga" and depth > 2:
        with suppress(LudotecaError):  # without NumPy the rules count as well, if slowly
            return int(part("fuga_perft").perft(game, state, depth))
    return core.perft(game, state, depth)


def choose(session: Session[Any, Any], limit: Limit, *, level: int, dice: Dice) -> Advice[Any]:
    """The move of a computer player of a level: the game's own player, or one that can play any game."""
    game, state, past = session.game, session.state, session.states[:-1]
    if session.outcome:
        return Advice.over(game, state)
    advice: Advice[Any]
    if game.players == 1 and level == LEVELS[-1] and proves(game):
        advice = advise(game, state, limit)
        if advice.move is not None:
            return advice
    player = part(_player(game))
    advice = player.choose(game, state, limit, level=level, past=past, dice=dice)
    return advice
