"""`ludoteca watch`: the computer plays, all seats, visibly."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from ludoteca.commands.arguments import (
    DONE,
    AddCommand,
    Args,
    add_game,
    add_number,
    add_options,
    add_plain,
    add_seconds,
    add_seed,
    counted,
    duration,
    look_up,
    seed_or_fresh,
)
from ludoteca.commands.play import has_screen
from ludoteca.console import Console
from ludoteca.core import CHANCE, AnySession, Dice
from ludoteca.core.words import N_, _

if TYPE_CHECKING:  # what plays is imported when somebody asks
    from ludoteca.plain.seats import Seats


def add_to(command: AddCommand) -> None:
    """Add watch."""
    watch = command("watch", _watch, N_("watch the computer play, all seats"))
    add_game(watch)
    add_options(watch)
    watch.add_argument("--bot", default="8", metavar="LEVEL", help=_("from 1 to 8; one for each seat: 3,8"))
    watch.add_argument("--pause", type=duration, default=0.0, metavar="S", help=_("wait after each move"))
    add_number(watch, "--moves", None, N_("stop after so many moves"), kind=counted)
    add_seed(watch)
    add_plain(watch)
    add_seconds(watch)


def _watch(args: Args) -> int:
    from ludoteca.plain.game import introduce, show
    from ludoteca.plain.seats import Seats, read_levels

    session = look_up(args.game, seed=seed_or_fresh(args.seed), options=args.options)
    console = Console(sys.stdin, sys.stdout)
    levels = dict(enumerate(read_levels(args.bot, session.game.players)))
    in_lines = args.plain or args.json or args.pause or args.moves is not None
    if not in_lines and has_screen():
        from ludoteca.tui import Wish, run

        run(args.language, said=args.lang is not None, wish=Wish(session, levels, args.seconds))
        return DONE
    seats = Seats(levels, args.seconds, Dice(seed_or_fresh(args.seed)))
    if not args.json:
        introduce(console, session)
        show(console, session)
    while session.outcome is None and (args.moves is None or len(session.moves) < args.moves):
        _one_move(console, session, seats, json=args.json)
        time.sleep(args.pause)
    if not args.json and session.player == CHANCE:  # stopped before nature acts: the board was not shown yet
        show(console, session)
    if args.json:
        outcome = session.outcome
        console.say_json({
            "game": str(session.id), "moves": len(session.moves),
            "scores": list(session.game.scores(session.state)),
            "winner": outcome and outcome.winner, "reason": outcome and outcome.reason,
        })  # fmt: skip
    return DONE


def _one_move(console: Console, session: AnySession, seats: Seats, *, json: bool) -> None:
    """Nature's or a player's move, and what it does, on the screen or as an object."""
    from ludoteca.plain.game import say_move, show

    game, seat, started = session.game, session.player, time.monotonic()
    if seat == CHANCE:
        move, advice = session.roll(), None
    else:
        advice = seats.advice(session)
        move = advice.move
        session.play(move)
    if json:
        console.say_json({
            "ply": len(session.moves), "seat": None if seat == CHANCE else seat, "move": game.text(move),
            "position": game.dump(session.state), "seconds": time.monotonic() - started,
            "value": advice and advice.value and advice.value.worth, "proven": bool(advice and advice.proven),
        })  # fmt: skip
        return
    if seat == CHANCE:
        console.say(*game.tell(session.states[-2], move))
    else:
        console.say("")
        say_move(console, session, seat, move)
    if session.player != CHANCE:
        show(console, session)
    console.sink.flush()
