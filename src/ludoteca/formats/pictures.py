"""Pictures and films of a game as bytes of a file."""

from typing import Any

from ludoteca.core import Session

Play = Session[Any, Any]


def svg(session: Play) -> bytes:
    """The position now."""
    from ludoteca.looks.svg import board_svg

    game, state = session.game, session.state
    return board_svg(game.board(state), labels=game.labels(state)).encode()


def replay(session: Play) -> bytes:
    """The whole game as a picture that moves."""
    from ludoteca.looks.svg import replay_svg

    return replay_svg(session).encode()


def cast(session: Play) -> bytes:
    """The whole game as a film for a terminal."""
    from ludoteca.looks.cast import replay_cast

    return replay_cast(session).encode()
