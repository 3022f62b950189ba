"""`ludoteca play`, `resume` and the lobby: on a screen, in lines, or for a program."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ludoteca.commands.arguments import (
    AddCommand,
    Args,
    add_force,
    add_game,
    add_number,
    add_options,
    add_plain,
    add_seconds,
    add_seed,
    console_of,
    counted,
    look_up,
    seed_or_fresh,
    whole,
)
from ludoteca.console import Console, warn
from ludoteca.core import AnySession, Dice, LudotecaError, OptionError
from ludoteca.core.game import is_number
from ludoteca.core.words import N_, _

if TYPE_CHECKING:  # what plays is imported when somebody asks
    from ludoteca.archive import Archive
    from ludoteca.plain.seats import Seats


def add_to(command: AddCommand) -> None:
    """Add play and resume."""
    play = command("play", _play, N_("play a game by its name or id, or go on with a file"))
    add_game(play)
    play.add_argument(
        "id", metavar="ID", nargs="?", help=_("what follows the name in an id, or a file of the game")
    )
    add_plain(play)
    add_options(play)
    add_number(
        play, "--over-par", None, N_("drench: as many moves as are needed, and so many more"), kind=counted
    )
    play.add_argument(
        "--bot", metavar="LEVEL", help=_("the computer takes the other seats, at a level from 1 to 8")
    )
    add_number(play, "--seat", 1, N_("the seat you take, from 1"))
    add_seconds(play)
    add_seed(play)
    add_force(play)
    resume = command("resume", _resume, N_("go on with a game that was left, the last one if none is named"))
    resume.add_argument("number", metavar="NUMBER", nargs="?", type=whole, help=_("as history lists it"))
    add_plain(resume)
    add_force(resume)


def _play(args: Args) -> None:
    from ludoteca.plain.seats import Seats, against

    words = [args.game] if args.id is None else [args.game, args.id]
    session = look_up(*words, seed=seed_or_fresh(args.seed), options=args.options)
    if args.over_par is not None:
        session = _over_par(session, args.over_par)
    dice = Dice(seed_or_fresh(args.seed))
    if args.bot:
        seats = against(session, args.bot, args.seat, args.seconds, dice)
    else:
        seats = Seats({}, args.seconds, dice)
    if args.json:
        from ludoteca.plain import programs

        programs.run(console_of(args), session, seats)
    elif args.plain or not has_screen():
        with _keeping(seats.levels) as keep:
            _in_lines(console_of(args), session, seats, keep)
    else:
        from ludoteca.tui import Wish, run

        run(args.language, said=args.lang is not None, wish=Wish(session, seats.levels, args.seconds))


def _over_par(session: AnySession, extra: int) -> AnySession:
    """The same flood board with a limit: the proved fewest moves, and some more."""
    from ludoteca.ai import needing_numpy
    from ludoteca.games.drench import Drench
    from ludoteca.plain.thinking import proof_limit

    if not isinstance(session.game, Drench):
        raise OptionError(_("Only a flood board has a par."))
    with needing_numpy():
        from ludoteca.ai.drench.par import target

        moves = target(session.game, session.state, extra, proof_limit(None))
    return session.varied(f"limit={moves}")


def _resume(args: Args) -> None:
    """Go on with a game of the archive, on the screen or in lines."""
    from ludoteca.archive import Archive
    from ludoteca.plain.seats import Seats

    with Archive.open() as archive:
        number = args.number
        if number is None:
            last = archive.games(finished=False, limit=1)
            if not last:
                raise OptionError(_("There is no game to go on with."))
            number = last[0].number
        session = archive.resume(number)
        if args.plain or not has_screen():
            seats = Seats(session.seats)
            _in_lines(console_of(args), session, seats, lambda other: _kept(archive, other, seats.levels))
            return
    from ludoteca.tui import run

    run(args.language, said=args.lang is not None, wish=number)


def open_lobby(args: Args) -> None:
    """The app, or a menu in lines where there is no screen for it."""
    if not has_screen():
        _menu(console_of(args))
        return
    from ludoteca.tui import run

    run(args.language, said=args.lang is not None)


def _menu(console: Console) -> None:
    """Choose a game, play it, choose again."""
    from ludoteca.games import GAMES
    from ludoteca.plain.seats import Seats

    names = list(GAMES)
    with _keeping({}) as keep:
        while True:
            console.say("", "Ludoteca")
            console.say(*(f"{at}. {name:10} {_(GAMES[name].title)}" for at, name in enumerate(names, 1)))
            answer = console.ask(_("Number, name or id of a game, or quit: "))
            if answer.lower() == "quit":
                return
            if is_number(answer) and 1 <= int(answer) <= len(names):
                answer = names[int(answer) - 1]
            try:
                _in_lines(console, look_up(answer, seed=seed_or_fresh(None), piped=False), Seats(), keep)
            except LudotecaError as error:
                console.complain(error)


def _in_lines(
    console: Console,
    session: AnySession,
    seats: Seats,
    keep: Callable[[AnySession], AnySession] = lambda session: session,
) -> None:
    from ludoteca.plain import game
    from ludoteca.system.luck import deal

    game.run(console, session, deal, seats, keep)


@contextmanager
def _keeping(levels: Mapping[int, int]) -> Iterator[Callable[[AnySession], AnySession]]:
    """What lets the archive remember a game, for a person at a terminal; a pipe leaves no trace."""
    if not sys.stdin.isatty():
        yield lambda session: session
        return
    from ludoteca.archive import Archive

    try:
        archive = Archive.open()
    except LudotecaError as error:
        warn(error)
        yield lambda session: session
        return
    with archive:
        yield lambda session: _kept(archive, session, levels)


def _kept(archive: Archive, session: AnySession, levels: Mapping[int, int]) -> AnySession:
    """A game that the archive remembers; one of its own it does already."""
    from ludoteca.archive import Kept

    return session if isinstance(session, Kept) else archive.keep(session, seats=levels)


def has_screen() -> bool:
    """Whether the app can be shown: at a terminal, where Textual is installed; what is missing is told."""
    from importlib.util import find_spec

    streams = sys.stdin, sys.stdout, sys.stderr
    if os.environ.get("TERM") == "dumb" or not all(stream.isatty() for stream in streams):
        return False
    if find_spec("textual") is None:
        warn(_("The app needs Textual: pip install 'ludoteca[tui]'. This is the plain way."))
        return False
    return True
