"""`ludoteca classic`: the command-line words of the five dialogues, and how each is begun."""

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import replace

from ludoteca.commands.arguments import (
    AddCommand,
    Args,
    add_force,
    add_number,
    add_seed,
    seed_or_fresh,
    spoken,
    whole,
)
from ludoteca.console import Console, wants_colour
from ludoteca.core import Dice, OptionError
from ludoteca.core.words import N_, _, speaking
from ludoteca.locale import translator


def add_to(command: AddCommand) -> None:
    """Add classic, with a subcommand for each dialogue."""
    parser = command("classic", _classic, N_("the dialogue of one of the five documents"))
    dialogues = parser.add_subparsers(metavar="GAME", required=True)

    def dialogue(name: str, run: Callable[[Args, Console, Dice], None], note: str) -> argparse.ArgumentParser:
        each = dialogues.add_parser(
            name, help=_(note), description=_(note), allow_abbrev=False, parents=[spoken()]
        )
        each.set_defaults(run=_classic, dialogue=run, tongue="en" if name == "2048" else "es")
        add_seed(each)
        each.add_argument("--color", action=argparse.BooleanOptionalAction, help=_("colours, or characters"))
        return each

    solitario = dialogue("solitario", _solitario, N_("El Solitario: a board file, pegs and directions"))
    solitario.add_argument("file", nargs="?", metavar="FILE", help=_("a board file; else it is asked for"))
    add_number(solitario, "--generate", None, N_("a random board of so many steps"))
    add_number(solitario, "--rows", 7, N_("rows of a random board"))
    add_number(solitario, "--cols", 7, N_("columns of a random board"))
    add_force(dialogue("fuga", _fuga, N_("La Fuga del Rey: menu, orders, saved and text games")))
    drench = dialogue("drench", _drench, N_("Zyan Drench: one key a move"))
    drench.add_argument("file", nargs="?", metavar="FILE", help=_("a board file; else the board is random"))
    add_number(drench, "--rows", 15, N_("rows of the board"))
    add_number(drench, "--cols", 15, N_("columns of the board"))
    add_number(drench, "--colours", 6, N_("number of colours, from 2 to 10"))
    add_number(drench, "--limit", 0, N_("moves allowed; 30 in the original app"))
    g2048 = dialogue("2048", _g2048, N_("El juego 2048: move, reset, help, exit"))
    for word, note in (
        ("size", N_("tiles on a side, from 2; else 4")),
        ("initial", N_("tiles at the start; else 2")),
    ):
        g2048.add_argument(word, nargs="?", type=whole, metavar=word.upper(), help=_(note))
    g2048.add_argument("third", nargs="?", type=whole, metavar="SEED", help=_("the same as --seed"))
    oca = dialogue("oca", _oca, N_("El juego de la oca: one die, 63 squares"))
    oca.add_argument("--debug", action="store_true", help=_("type the die's value instead of rolling it"))
    add_number(oca, "--first", 0, N_("the player who begins; else by lot"))
    add_number(oca, "--players", 2, N_("players, from 2 to 8"))


def _classic(args: Args) -> None:
    """Run a dialogue in its document's language."""
    dice = Dice(seed_or_fresh(args.seed))
    colour = wants_colour(sys.stdout, os.environ, asked=args.color)
    with speaking(translator(args.tongue)):
        args.dialogue(args, Console(sys.stdin, sys.stdout, colour=colour, force=args.force), dice)


def _solitario(args: Args, console: Console, dice: Dice) -> None:
    from ludoteca.classic.solitario import run
    from ludoteca.games.solitario import Solitario

    # Made only so that a wrong size is said before any question.
    Solitario(f"{args.rows}x{args.cols}", steps=args.generate or 0)
    source = args.file if args.generate is None else str(args.generate)
    run(console, dice, source=source, rows=args.rows, cols=args.cols)


def _fuga(args: Args, console: Console, dice: Dice) -> None:
    from ludoteca.classic.fuga import run

    run(console)


def _drench(args: Args, console: Console, dice: Dice) -> None:
    from ludoteca.classic.drench import run
    from ludoteca.core.game import Size
    from ludoteca.games.drench import Drench

    if args.file is not None:
        from ludoteca.formats import load

        session = load(args.file, game="drench")
        if not isinstance(session.game, Drench) or session.game.players != 1:
            raise OptionError(_("The classic console is for one player."))
        run(console, replace(session.game, limit=args.limit), session.state)
    else:
        game = Drench(Size(args.rows, args.cols), args.colours, limit=args.limit)
        run(console, game, game.start(dice))


def _g2048(args: Args, console: Console, dice: Dice) -> None:
    from ludoteca.classic.g2048 import run
    from ludoteca.games.g2048 import G2048

    size, initial = 4 if args.size is None else args.size, 2 if args.initial is None else args.initial
    run(console, G2048(size, initial), dice if args.third is None else Dice(args.third))


def _oca(args: Args, console: Console, dice: Dice) -> None:
    from ludoteca.classic.oca import run
    from ludoteca.games.oca import Oca

    run(console, Oca(args.players, first=args.first), dice, debug=args.debug)
