"""`ludoteca engine`: other programs talk to it in lines, after the manner of UCI (docs/engine.md)."""

import sys
from functools import partial

from ludoteca.commands.arguments import DONE, AddCommand, Args, add_seconds, look_up
from ludoteca.core.words import N_, _


def add_to(command: AddCommand) -> None:
    """Add engine."""
    engine = command("engine", _engine, N_("an engine that other programs talk to in lines, like UCI"))
    engine.add_argument("game", metavar="GAME", nargs="?", default="fuga", help=_("a name or id of a game"))
    add_seconds(engine)


def _engine(args: Args) -> int:
    from ludoteca.plain.engine import serve

    find = partial(look_up, piped=False)  # what comes by standard input is for the engine
    serve(sys.stdin, sys.stdout, args.game, find, seconds=args.seconds, json=args.json)
    return DONE
