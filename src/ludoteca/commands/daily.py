"""`ludoteca daily`: the boards of the day, the same for everyone."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ludoteca.commands.arguments import AddCommand, Args, add_json, names_of, print_json
from ludoteca.console import say
from ludoteca.core.words import N_, _

if TYPE_CHECKING:
    from datetime import date


def add_to(command: AddCommand) -> None:
    """Add daily."""
    days = command("daily", _daily, N_("the ids of today's boards, the same for everyone"))
    days.add_argument("game", metavar="GAME", nargs="?", default="", help=_("only this game"))
    days.add_argument("--date", type=_day, metavar="YYYY-MM-DD", help=_("the boards of another day"))
    add_json(days)


def _daily(args: Args) -> None:
    from datetime import date

    from ludoteca.archive.daily import daily

    day = args.date or date.today()
    ids = {name: str(daily(name, day).id) for name in names_of(args.game)}
    if args.json:
        print_json({"date": day.isoformat(), "ids": ids})
    else:
        say(*ids.values())


def _day(text: str) -> date:
    """Read a date from the command line."""
    from datetime import date

    try:
        return date.fromisoformat(text)
    except ValueError:
        wrong = _("'{text}' is not a date such as 2026-12-31", text=text[:40])
        raise argparse.ArgumentTypeError(wrong) from None
