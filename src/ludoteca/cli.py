"""The command `ludoteca`: every way in, each importing only what it needs."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from ludoteca import __version__
from ludoteca.console import boards, memory, players, reference, truth
from ludoteca.console.arguments import add_number, add_options, add_seconds, add_seed, seed_or_fresh, whole
from ludoteca.console.classic import add_consoles
from ludoteca.console.seats import Seats, against
from ludoteca.console.talk import EndOfInput, Talk
from ludoteca.core import Dice, LudotecaError, OptionError, Session
from ludoteca.core.game import is_number
from ludoteca.core.words import N_, _, speaking
from ludoteca.locale import LANGUAGES, adopt, language, translator

Args = argparse.Namespace
Play = Session[Any, Any]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; give its exit status: 0 done, 2 bad input, 130 Ctrl-C; solvers know 1 and 3 too."""
    argv = sys.argv[1:] if argv is None else list(argv)
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115 - closed with the process, like any standard input
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # no name, file or locale may end in a traceback
    code = _language(argv)
    adopt(code)
    with speaking(translator(code)):
        try:
            args = _parser().parse_args(argv, Args(language=code))
            run: Callable[[Args], int | None] = args.run
            status = run(args) or 0
            sys.stdout.flush()
        except EndOfInput:
            return 0
        except LudotecaError as error:
            print(f"ludoteca: {error}", file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            print()
            return 130
        except OSError as error:  # the screen or pipe we write to is gone or full; the rest is dropped
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            if not isinstance(error, BrokenPipeError):
                print(f"ludoteca: {error.strerror}", file=sys.stderr)
            return 1
        return status


def _language(argv: Sequence[str]) -> str:
    """What --lang says, or the environment; needed before the parser, whose help speaks it."""
    for word, following in pairwise([*argv, ""]):
        asked = following if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and asked in LANGUAGES:
            return asked
    return language(os.environ)


def _parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--lang", choices=LANGUAGES, help=_("language: en or es; else the environment's"))
    about = _("Five classic board games: play, learn, build on.")
    parser = argparse.ArgumentParser(prog="ludoteca", description=about, allow_abbrev=False, parents=[common])
    parser.add_argument(
        "--version", action="version", version=f"ludoteca {__version__}", help=_("show the version and exit")
    )
    parser.set_defaults(run=_open)
    commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"))

    def command(name: str, run: Callable[[Args], int | None], note: str) -> argparse.ArgumentParser:
        each = commands.add_parser(
            name, help=_(note), description=_(note), allow_abbrev=False, parents=[common]
        )
        each.set_defaults(run=run)
        return each

    play = command("play", _play, N_("play a game by its name or id, or go on with a file"))
    play.add_argument("game", metavar="GAME", help=_("a name (fuga), an id (fuga:11) or a file"))
    play.add_argument(
        "id", metavar="ID", nargs="?", help=_("what follows the name in an id, or a file of the game")
    )
    play.add_argument("--plain", action="store_true", help=_("line by line, for a pipe or a screen reader"))
    add_options(play)
    add_number(play, "--over-par", None, N_("drench: as many moves as are needed, and so many more"))
    play.add_argument(
        "--bot", metavar="LEVEL", help=_("the computer takes the other seats, at a level from 1 to 8")
    )
    add_number(play, "--seat", 1, N_("the seat you take, from 1"))
    add_seconds(play)
    add_seed(play)
    resume = command("resume", _resume, N_("go on with a game that was left, the last one if none is named"))
    resume.add_argument("number", metavar="NUMBER", nargs="?", type=whole, help=_("as history lists it"))
    resume.add_argument("--plain", action="store_true", help=_("line by line, for a pipe or a screen reader"))
    classic = command("classic", _menu, N_("the dialogue of one of the five documents"))
    add_consoles(classic, parents=[common])
    truth.add_commands(command)
    players.add_commands(command)
    memory.add_commands(command)
    reference.add_commands(command)
    return parser


def _talk() -> Talk:
    return Talk(sys.stdin, sys.stdout)


def _play(args: Args) -> None:
    from ludoteca.console import machine, plain
    from ludoteca.files.luck import deal

    words = [args.game] if args.id is None else [args.game, args.id]
    session = truth.look(words, seed=seed_or_fresh(args.seed))
    if args.options:
        session = session.varied(args.options)
    if args.over_par is not None:
        session = boards.over_par(session, args.over_par)
    dice = Dice(seed_or_fresh(args.seed))
    seats = (
        against(session, args.bot, args.seat, args.seconds, dice)
        if args.bot
        else Seats({}, args.seconds, dice)
    )
    if args.json:
        machine.run(_talk(), session, seats)
    elif args.plain or not _has_screen():
        with _keeping(seats.levels) as keep:
            plain.run(_talk(), session, deal, seats, keep)
    else:
        from ludoteca.tui.app import Wish, run

        run(args.language, said=args.lang is not None, wish=Wish(session, seats.levels, args.seconds))


def _resume(args: Args) -> None:
    """Go on with a game of the archive, on the screen or in lines."""
    from ludoteca.archive import Archive

    with Archive.open() as archive:
        number = args.number
        if number is None:
            last = archive.games(finished=False, limit=1)
            if not last:
                raise OptionError(_("There is no game to go on with."))
            number = last[0].number
        session = archive.resume(number)
        if args.plain or not _has_screen():
            from ludoteca.console import plain
            from ludoteca.files.luck import deal

            plain.run(_talk(), session, deal, Seats(session.seats))
            return
    from ludoteca.tui.app import run

    run(args.language, said=args.lang is not None, wish=number)


@contextmanager
def _keeping(levels: Mapping[int, int]) -> Iterator[Callable[[Play], Play]]:
    """What lets the archive remember a game, for a person at a terminal; a pipe leaves no trace."""
    if not sys.stdin.isatty():
        yield lambda session: session
        return
    from ludoteca.archive import Archive, ArchiveError

    try:
        archive = Archive.open()
    except ArchiveError as error:
        print(f"ludoteca: {error}", file=sys.stderr)
        yield lambda session: session
        return
    with archive:
        yield lambda session: archive.keep(session, seats=levels)


def _has_screen() -> bool:
    """Whether the app can be shown: at a terminal, where Textual is installed."""
    from importlib.util import find_spec

    streams = sys.stdin, sys.stdout, sys.stderr
    return (
        all(stream.isatty() for stream in streams)
        and os.environ.get("TERM") != "dumb"
        and bool(find_spec("textual"))
    )


def _open(args: Args) -> None:
    """The app, or a menu in lines where there is no screen for it."""
    if not _has_screen():
        _menu(args)
        return
    from ludoteca.tui.app import run

    run(args.language, said=args.lang is not None)


def _menu(args: Args) -> None:
    """Choose a game, play it, choose again."""
    from ludoteca import files
    from ludoteca.console import plain
    from ludoteca.files.luck import deal
    from ludoteca.games import GAMES

    talk, names = _talk(), list(GAMES)
    while True:
        talk.say("", "Ludoteca")
        talk.say(*(f"{number}. {name:10} {_(GAMES[name].title)}" for number, name in enumerate(names, 1)))
        answer = talk.ask(_("Number, name or id of a game, or quit: "))
        if answer.lower() == "quit":
            return
        if is_number(answer) and 1 <= int(answer) <= len(names):
            answer = names[int(answer) - 1]
        try:
            with _keeping({}) as keep:
                plain.run(talk, files.find(answer, seed=seed_or_fresh(None)), deal, keep=keep)
        except LudotecaError as error:
            talk.complain(error)
