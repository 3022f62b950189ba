"""`ludoteca odds`: the exact chances of a race."""

from dataclasses import replace

from ludoteca.commands.arguments import (
    DONE,
    IMPOSSIBLE,
    AddCommand,
    Args,
    add_force,
    add_number,
    add_seconds,
    console_of,
    look_up,
    print_json,
)
from ludoteca.console import say
from ludoteca.core import OptionError
from ludoteca.core.words import N_, _
from ludoteca.plain.thinking import advice_on, explain, limit_of


def add_to(command: AddCommand) -> None:
    """Add odds."""
    parser = command("odds", _odds, N_("the exact chances of a race"))
    parser.add_argument("game", metavar="GAME|ID")
    add_number(parser, "--players", None, N_("players, from 2 to 8"))
    parser.add_argument("--chart", metavar="FILE", help=_("draw the lengths of a race as an SVG picture"))
    add_force(parser)
    add_seconds(parser)


def _odds(args: Args) -> int:
    from ludoteca.games.oca import Oca

    options = "" if args.players is None else f"players={args.players}"
    session = look_up(args.game, options=options)
    if not isinstance(session.game, Oca):
        raise OptionError(_("Only a race has odds; try oca."))
    if args.chart:
        if not console_of(args).may_write(args.chart):
            return IMPOSSIBLE
        from ludoteca.ai import needing_numpy
        from ludoteca.ai.oca.odds import odds
        from ludoteca.looks.chart import chart
        from ludoteca.system.disk import write_bytes

        with needing_numpy():
            known = odds(session.game, session.state, limit_of(args.seconds))
        write_bytes(args.chart, chart(known).encode())
    advice = advice_on(session, args.seconds)
    if args.json:
        print_json(dict(advice.facts))
    else:
        chances = explain(session, replace(advice, move=None, line=()))
        say(f"{_(session.game.title)} — {session.id}", *chances)
    return DONE
