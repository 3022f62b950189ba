"""`ludoteca solve` and `hint`: what is proved about a position, for people and as JSON."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from ludoteca.commands.arguments import (
    DONE,
    IMPOSSIBLE,
    LIMIT_REACHED,
    AddCommand,
    Args,
    add_number,
    add_seconds,
    look_up,
    print_json,
)
from ludoteca.console import progress, say
from ludoteca.core import AnySession, OptionError
from ludoteca.core.game import check_range
from ludoteca.core.words import N_, _
from ludoteca.plain.thinking import advice_on, explain, one_step, proof_limit

if TYPE_CHECKING:  # what thinks is imported when somebody asks
    from ludoteca.ai import Advice


def add_to(command: AddCommand) -> None:
    """Add solve and hint."""
    solve = command("solve", _solve, N_("solve a position: a proof, or the best that is known"))
    hinted = command("hint", _hint, N_("the best move in a position, and what it is worth"))
    for parser in (solve, hinted):
        parser.add_argument(
            "words", nargs="+", metavar="GAME ID|FILE|-", help=_("what to look at; - reads it")
        )
        add_number(parser, "--lines", 1, N_("fuga: tell so many best lines, from 1 to 20"))
        add_seconds(parser)
    solve.add_argument(
        "--fewest", action="store_true", help=_("solitario: the fewest moves, chains counting as one")
    )


def _asked(args: Args) -> AnySession:
    """The game that a question is about; several lines can be asked for where somebody tells them."""
    from ludoteca.ai import Ability, mind_of

    session = look_up(*args.words)
    check_range("lines", args.lines, 1, 20)
    if args.lines > 1 and Ability.LINES not in mind_of(session.game).abilities(session.game):
        raise OptionError(_("Nobody tells several lines of {game}.", game=session.game.name))
    return session


def _solve(args: Args) -> int:
    from ludoteca.ai import Status

    session, started = _asked(args), time.monotonic()
    advice = _fewest(session, args.seconds) if args.fewest else advice_on(session, args.seconds, args.lines)
    if args.json:
        told = advice.spelled(session.game.text)
        print_json({
            "status": told.status,
            "seat": told.seat,
            "moves": [] if told.status == Status.LOST else told.line,
            "value": told.value and told.value.worth,
            "proven": told.proven,
            "nodes": told.nodes,
            "seconds": time.monotonic() - started,
            **told.details(),
        })  # fmt: skip
    else:
        say(*explain(session, advice))
    if advice.status == Status.LOST:
        return IMPOSSIBLE
    return DONE if advice.proven else LIMIT_REACHED


def _fewest(session: AnySession, seconds: float | None) -> Advice[Any]:
    from ludoteca.ai import needing_numpy
    from ludoteca.games.solitario import Solitario

    if not isinstance(session.game, Solitario):
        raise OptionError(_("Chains of jumps are counted in solitario only."))
    with needing_numpy():
        from ludoteca.ai.solitario.solver import fewest_moves

        try:
            return fewest_moves(session.game, session.state, proof_limit(seconds))
        finally:
            progress("")


def _hint(args: Args) -> int:
    from ludoteca.ai import Status

    session, started = _asked(args), time.monotonic()
    found = advice_on(session, args.seconds, args.lines)
    advice = found.spelled(session.game.text)
    if args.json:
        print_json({
            "status": advice.status, "seat": advice.seat, "move": advice.move,
            "value": advice.value and advice.value.worth,
            "proven": advice.proven, "nodes": advice.nodes, "seconds": time.monotonic() - started,
            **advice.details(),
        })  # fmt: skip
    else:
        say(*one_step(session, found))
    if advice.status == Status.LOST and advice.move is None:
        return IMPOSSIBLE
    return DONE if advice.move is not None or session.outcome else LIMIT_REACHED
