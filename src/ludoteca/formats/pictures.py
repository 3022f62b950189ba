"""Pictures and films of a game as bytes of a file."""

from ludoteca.core import AnySession


def svg(session: AnySession) -> bytes:
    """The position now."""
    from ludoteca.looks.svg import board_svg

    game, state = session.game, session.state
    return board_svg(game.board(state), labels=game.labels(state)).encode()


def replay(session: AnySession) -> bytes:
    """The whole game as a picture that moves."""
    from ludoteca.looks.svg import replay_svg

    return replay_svg(session).encode()


def cast(session: AnySession) -> bytes:
    """The whole game as a film for a terminal."""
    from ludoteca.looks.cast import replay_cast

    return replay_cast(session).encode()
