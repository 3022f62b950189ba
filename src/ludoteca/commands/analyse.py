"""`ludoteca analyse`: how good each move of a game was, and where it was lost."""

from ludoteca.commands.arguments import DONE, AddCommand, Args, add_seconds, print_json
from ludoteca.console import say
from ludoteca.core.words import N_, _
from ludoteca.plain.thinking import advice_on


def add_to(command: AddCommand) -> None:
    """Add analyse."""
    analyse = command("analyse", _analyse, N_("how good each move of a record was, and where it was lost"))
    analyse.add_argument("file", metavar="FILE")
    add_seconds(analyse)


def _analyse(args: Args) -> int:
    """Judge every decision of a record by what the position was worth before and after it."""
    from ludoteca import formats
    from ludoteca.ai import Status
    from ludoteca.analysis.review import review
    from ludoteca.looks.wording import amount, number

    played = formats.load(args.file)
    seconds = None if args.seconds is None else args.seconds / max(1, len(played.moves))
    steps = list(review(played, lambda session: advice_on(session, seconds)))
    lost_at = next((step.ply for step in steps if step.loses), None)
    if args.json:
        rows = [{**step._asdict(), "value": step.value and step.value.worth} for step in steps]
        print_json({
            "game": str(played.id), "moves": rows, "lost_at": lost_at,
            "status": advice_on(played, seconds).status,
        })  # fmt: skip
        return DONE
    for step in steps:
        worse = step.cost and step.best not in (None, step.move)
        costs = (
            _("costs {cost}; better: {move}", cost=number(step.cost or 0), move=step.best) if worse else ""
        )
        known = step.status != Status.UNKNOWN or step.value is None
        stands = step.status if known or step.value is None else amount(step.value)
        say(f"{step.ply:4}. {step.move:10} {stands:10} {costs}".rstrip())
    say(_("Lost at move {ply}.", ply=lost_at) if lost_at else _("No move lost what was won."))
    return DONE
