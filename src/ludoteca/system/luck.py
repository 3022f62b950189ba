"""Luck from outside: seeds that nobody can foresee, and another game of the same kind."""

import os

from ludoteca.core import AnySession, Session


def fresh_seed() -> int:
    """A seed that nobody can foresee, short enough to read aloud."""
    return int.from_bytes(os.urandom(4), "big")


def deal(session: AnySession) -> AnySession:
    """Another game with the same options and new luck."""
    game = session.game
    return Session(game, seed=fresh_seed()) if game.uses_dice else session.restarted()
