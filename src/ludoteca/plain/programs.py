"""A game for programs: every turn an object in a line, every answer a move in a line."""

from collections.abc import Mapping
from typing import Any

from ludoteca.console import LONGEST, Console, EndOfInput, next_line
from ludoteca.core import CHANCE, AnySession, LudotecaError
from ludoteca.plain.seats import Seats


def run(console: Console, session: AnySession, seats: Seats) -> None:
    """Play until the game is over or the input ends; what cannot be played is answered with an error."""
    while True:
        since = len(session.moves)
        for _seat, _move in seats.play(session):
            pass
        console.say_json(_turn(session, since))
        while session.outcome is None:
            try:
                session.play_text(_line(console))
                break
            except LudotecaError as error:
                console.say_json({"error": str(error)})
        else:
            return


def _line(console: Console) -> str:
    if line := next_line(console.source, LONGEST):
        return line
    raise EndOfInput


def _turn(session: AnySession, since: int) -> Mapping[str, Any]:
    """Where the game stands: what was played since, what may be played, or how it ended."""
    game, outcome = session.game, session.outcome
    return {
        "game": str(session.id),
        "ply": len(session.moves),
        "played": [game.text(move) for move in session.moves[since:]],
        "position": game.dump(session.state),
        "player": None if outcome or session.player == CHANCE else session.player,
        "legal": [game.text(move) for move in session.legal],
        "scores": list(game.scores(session.state)),
        "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
    }
