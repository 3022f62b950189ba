"""`ludoteca analyse`: how good each move of a game was, what each throw did, and where it was lost."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ludoteca.commands.arguments import DONE, AddCommand, Args, add_seconds, print_json
from ludoteca.console import progress, say
from ludoteca.core.words import N_, _
from ludoteca.plain.thinking import advice_on, limit_of

if TYPE_CHECKING:  # what thinks is imported when somebody asks
    from ludoteca.analysis.review import Step


def add_to(command: AddCommand) -> None:
    """Add analyse."""
    analyse = command("analyse", _analyse, N_("how good each move of a record was, and where it was lost"))
    analyse.add_argument("file", metavar="FILE")
    add_seconds(analyse)


def _analyse(args: Args) -> int:
    """Judge every decision of a record, each told as soon as it is judged."""
    from ludoteca import formats
    from ludoteca.analysis.review import review
    from ludoteca.looks.sheet import Sheet
    from ludoteca.looks.wording import judged

    played, steps, last_number = formats.load(args.file), list[Any](), 0
    sheet = Sheet(played)
    try:
        for step in review(played, limit_of(args.seconds)):
            steps.append(step)
            if not args.json:
                progress("")
                number = sheet.number(step.ply)
                sign = "…" if number == last_number else "."  # the answer has the number of its move
                say(f"{number:4}{sign} {step.move:10} {judged(played.game, step)}".rstrip())
                sys.stdout.flush()
                last_number = number
    finally:
        progress("")
    lost_at = next((step.ply for step in steps if step.loses), None)
    if args.json:
        last = steps[-1].after if steps else advice_on(played, args.seconds)
        rows = [_row(step) for step in steps]
        print_json({"game": str(played.id), "moves": rows, "lost_at": lost_at, "status": last.status})
    elif lost_at or any(not step.gains for step in steps):  # where luck alone decides, nobody lost it
        lost = lost_at and sheet.number(lost_at)
        say(_("Lost at move {ply}.", ply=lost) if lost else _("No move lost what was won."))
    return DONE


def _row(step: Step) -> dict[str, Any]:
    """A step for programs."""
    row = step._asdict() | {"value": step.value and step.value.worth, "chances": step.after.chances}
    cost, unit = step.cost or (None, None)
    del row["after"]
    return row | {"cost": cost, "cost_unit": unit}
