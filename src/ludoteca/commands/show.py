"""`ludoteca show` and `replay`: a position, and a whole game move by move."""

import sys

from ludoteca.commands.arguments import AddCommand, Args, look_up
from ludoteca.console import Console
from ludoteca.core.words import N_


def add_to(command: AddCommand) -> None:
    """Add show and replay."""
    command("show", _show, N_("print a position")).add_argument("what", metavar="ID|FILE")
    replay = command("replay", _replay, N_("replay a record or a text game move by move"))
    replay.add_argument("file", metavar="FILE")


def _show(args: Args) -> None:
    from ludoteca.plain import game as plain

    console, session = Console(sys.stdin, sys.stdout), look_up(args.what)
    plain.introduce(console, session)
    plain.show(console, session)


def _replay(args: Args) -> None:
    from ludoteca.plain import game as plain

    console, whole_game = Console(sys.stdin, sys.stdout), look_up(args.file)
    session, text = whole_game.restarted(), whole_game.game.text
    plain.introduce(console, session)
    plain.show(console, session)
    for number, move in enumerate(whole_game.moves, 1):
        console.say("", f"{number}. {text(move)}")
        plain.turn(console, session, text(move))
        plain.show(console, session)
