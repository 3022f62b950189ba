"""The command `ludoteca`: every way in, each importing only what it needs."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import pairwise

from ludoteca import __version__
from ludoteca.commands import play
from ludoteca.commands.arguments import AddCommand, Args, Parser, Run, add_force, spoken
from ludoteca.console import EndOfInput, open_streams, warn
from ludoteca.core import LudotecaError
from ludoteca.core.words import _, speaking
from ludoteca.locale import LANGUAGES, adopt, language, translator


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; give its exit status: 0 done, 2 bad input, 130 Ctrl-C; solvers know 1 and 3 too."""
    argv = sys.argv[1:] if argv is None else list(argv)
    open_streams()
    code = _language(argv)
    adopt(code)
    with speaking(translator(code)):
        try:
            try:
                status = _run(argv, code)
            finally:
                sys.stdout.flush()
        except OSError as error:  # the screen or pipe we write to is gone or full; the rest is dropped
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            if not isinstance(error, BrokenPipeError):
                warn(error.strerror)
            return 1
        return status


def _run(argv: Sequence[str], code: str) -> int:
    """The status that a command ends with, whichever way."""
    try:
        args = _parser(_adders(argv)).parse_args(argv, Args(language=code))
        run: Run = args.run
        return run(args) or 0
    except EndOfInput:
        return 0
    except LudotecaError as error:
        warn(error)
        return 2
    except KeyboardInterrupt:
        with suppress(OSError):
            print()
        return 130


def _language(argv: Sequence[str]) -> str:
    """What --lang says, or the environment; needed before the parser, whose help speaks it."""
    for word, following in pairwise([*argv, ""]):
        asked = following if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and asked in LANGUAGES:
            return asked
    return language(os.environ)


def _adders(argv: Sequence[str]) -> Sequence[Callable[[AddCommand], None]]:
    """What adds commands, in the order in which `--help` lists them; who only wants to play does not wait for
    the others to be imported."""
    if not argv:
        return ()
    if argv[0] in ("play", "resume"):
        return (play.add_to,)
    from ludoteca.commands import (
        analyse,
        classic,
        daily,
        engine,
        export,
        games,
        generate,
        history,
        odds,
        perft,
        prepare,
        serve,
        show,
        solve,
        stats,
        train,
        watch,
    )  # fmt: skip

    return (
        play.add_to, classic.add_to, solve.add_to, analyse.add_to, odds.add_to, watch.add_to, train.add_to,
        engine.add_to, history.add_to, stats.add_to, daily.add_to, export.add_to, games.add_to,
        generate.add_to, show.add_to, perft.add_to, prepare.add_to, serve.add_to,
    )  # fmt: skip


def _parser(adders: Iterable[Callable[[AddCommand], None]]) -> argparse.ArgumentParser:
    about = _("Five classic board games: play, learn, build on.")
    parser = Parser(prog="ludoteca", description=about, allow_abbrev=False, parents=[spoken()])
    parser.add_argument(
        "--version", action="version", version=f"ludoteca {__version__}", help=_("show the version and exit")
    )
    add_force(parser)
    parser.set_defaults(run=play.open_lobby, force=False)
    commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"))

    def command(name: str, run: Run, note: str) -> argparse.ArgumentParser:
        each = commands.add_parser(
            name, help=_(note), description=_(note), allow_abbrev=False, parents=[spoken()]
        )
        each.set_defaults(run=run)
        return each

    for add_to in adders:
        add_to(command)
    return parser
