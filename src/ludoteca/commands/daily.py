"""`ludoteca daily`: the boards of the day, the same for everyone, and how many days in a row."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from ludoteca.commands.arguments import AddCommand, Args, add_json, names_of, print_json
from ludoteca.console import say, warn
from ludoteca.core import LudotecaError
from ludoteca.core.words import N_, _
from ludoteca.system.folders import NoHome, archive_file

if TYPE_CHECKING:
    from datetime import date

    from ludoteca.archive.days import DaysInRow


def add_to(command: AddCommand) -> None:
    """Add daily."""
    days = command("daily", _daily, N_("the ids of today's boards, the same for everyone"))
    days.add_argument("game", metavar="GAME", nargs="?", default="", help=_("only this game"))
    days.add_argument("--date", type=_day, metavar="YYYY-MM-DD", help=_("the boards of another day"))
    add_json(days)


def _daily(args: Args) -> None:
    from datetime import date

    from ludoteca.archive.daily import daily
    from ludoteca.looks.lately import streak_told

    day = args.date or date.today()
    ids = {name: str(daily(name, day).id) for name in names_of(args.game)}
    if not args.json:
        say(*ids.values())
    streak = _streak(day, args.game)
    if args.json:
        told = streak and streak._asdict()
        print_json({"date": day.isoformat(), "ids": ids, "streak": told})
    elif streak and (said := streak_told(streak)):
        warn(said)  # beside the answer, so that a pipe has ids alone


def _streak(day: date, game: str) -> DaysInRow | None:
    """The days in a row up to a day; None where the archive cannot be read, which costs nobody the boards.
    Where nothing has been kept, no archive is made to say so."""
    from ludoteca.archive import Archive
    from ludoteca.archive.days import Days

    try:
        if not archive_file(os.environ).exists():
            return Days().streak(day)
        with Archive.open() as archive:
            return archive.days().streak(day, game)
    except NoHome:
        return Days().streak(day)
    except LudotecaError as error:
        warn(error)
        return None


def _day(text: str) -> date:
    """Read a date from the command line."""
    from datetime import date

    try:
        return date.fromisoformat(text)
    except ValueError:
        wrong = _("'{text}' is not a date such as 2026-12-31", text=text[:40])
        raise argparse.ArgumentTypeError(wrong) from None
