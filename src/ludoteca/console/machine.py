"""A game for programs: every turn an object in a line, every answer a move in a line."""

from collections.abc import Mapping
from typing import Any

from ludoteca.console.arguments import print_json
from ludoteca.console.seats import Seats
from ludoteca.console.talk import Talk
from ludoteca.core import CHANCE, LudotecaError, Session

Play = Session[Any, Any]


def run(talk: Talk, session: Play, seats: Seats) -> None:
    """Play until the game is over or the input ends; what cannot be played is answered with an error."""
    while True:
        since = len(session.moves)
        for _seat, _move in seats.play(session):
            pass
        print_json(_turn(session, since))
        while session.outcome is None:
            try:
                session.play_text(talk.source.readline(1 << 16) or _end())
                break
            except LudotecaError as error:
                print_json({"error": str(error)})
        else:
            return


def _end() -> str:
    from ludoteca.console.talk import EndOfInput

    raise EndOfInput


def _turn(session: Play, since: int) -> Mapping[str, Any]:
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
