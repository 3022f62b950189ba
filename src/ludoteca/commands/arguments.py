"""Command-line words that several commands share, and the game that some of them mean."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ludoteca.console import Console, json_line, warn
from ludoteca.core import AnySession, GameId, OptionError
from ludoteca.core.dice import SEEDS
from ludoteca.core.game import is_number
from ludoteca.core.words import N_, _, printable
from ludoteca.locale import LANGUAGES

if TYPE_CHECKING:  # the archive is imported when somebody asks
    from ludoteca.archive import Archive

Args = argparse.Namespace
Run = Callable[[Args], int | None]
AddCommand = Callable[[str, Run, str], argparse.ArgumentParser]  # a word, what it runs, and a note on it

DONE, IMPOSSIBLE, LIMIT_REACHED = 0, 1, 3  # exit statuses; 2 is bad input
_NAME: Final = re.compile("[a-z0-9_-]+", re.ASCII)


class Parser(argparse.ArgumentParser):
    """A parser whose messages, which quote what was typed, are printable; what nobody hears is lost."""

    def _print_message(self, message: str, file: Any = None) -> None:
        try:
            print(printable(message or "", keep="\n"), end="", file=file or sys.stderr, flush=True)
        except OSError:
            if file is sys.stdout:
                raise


# Reading


def whole(text: str) -> int:
    """Read a whole number from the command line."""
    if not is_number(text.removeprefix("-"), digits=40):
        raise argparse.ArgumentTypeError(_("'{text}' is not a whole number", text=text[:40]))
    return int(text)


def duration(text: str) -> float:
    """Read a time of 0 or more seconds from the command line."""
    try:
        seconds = float(text) if text.isascii() and len(text) <= 40 else -1.0
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < 1e9:
        raise argparse.ArgumentTypeError(_("'{text}' is not a time in seconds", text=text[:40]))
    return seconds


def seed_or_fresh(seed: int | None) -> int:
    """The seed asked for, or a fresh one."""
    from ludoteca.system.luck import fresh_seed

    return fresh_seed() if seed is None else seed % SEEDS


# Words


def spoken() -> Parser:
    """The word that every command has, as a parent of its parser: `--lang`."""
    parser = Parser(add_help=False)
    parser.add_argument("--lang", choices=LANGUAGES, help=_("language: en or es; else the environment's"))
    return parser


def counted(text: str) -> int:
    """Read a whole number from 0 from the command line."""
    number = whole(text)
    if number < 0:
        raise argparse.ArgumentTypeError(_("'{text}' is below 0", text=text[:40]))
    return number


def add_number(
    parser: argparse.ArgumentParser,
    word: str,
    default: int | None,
    note: str,
    *,
    kind: Callable[[str], int] = whole,
) -> None:
    """Add an option that takes a whole number, or one of another `kind`."""
    parser.add_argument(word, type=kind, default=default, metavar="N", help=_(note))


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add `GAME`: a name, an id or a file."""
    parser.add_argument("game", metavar="GAME", help=_("a name (fuga), an id (fuga:11) or a file"))


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add `--options TEXT`, of a game that is begun."""
    parser.add_argument(
        "--options", default="", metavar="TEXT", help=_("options as in an id: players=4,exact=yes")
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help=_("one JSON object, for programs"))


def add_seconds(parser: argparse.ArgumentParser) -> None:
    """Add `--seconds S` and `--json`, which all that thinks has."""
    parser.add_argument("--seconds", type=duration, metavar="S", help=_("how long to think at most"))
    add_json(parser)


def add_force(parser: argparse.ArgumentParser) -> None:
    """Add `--force`, which all that writes a named file has; it may also stand before the command."""
    note = _("write over files that are there, without asking")
    parser.add_argument("--force", action="store_true", default=argparse.SUPPRESS, help=note)


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add `--seed N`."""
    add_number(parser, "--seed", None, N_("repeat the chance of this number"))


def add_plain(parser: argparse.ArgumentParser) -> None:
    """Add `--plain`."""
    parser.add_argument("--plain", action="store_true", help=_("line by line, for a pipe or a screen reader"))


# What they mean


def console_of(args: Args) -> Console:
    """The conversation of a command: the terminal, or the pipes in its place."""
    return Console(sys.stdin, sys.stdout, force=args.force)


def print_json(answer: object) -> None:
    """Print an object in a line of its own, at once."""
    print(json_line(answer), flush=True)


def tell_damage(archive: "Archive") -> None:
    """Say, beside the answer, which games the archive leaves out."""
    if archive.left_out:
        warn(archive.left_out)


def look_up(
    *words: str, seed: int | None = None, options: str = "", history: bool = False, piped: bool = True
) -> AnySession:
    """The game that some words mean: a name, an id, a file or `-` for standard input, each perhaps after the
    game's name, which then need not stand in the id; with `history` also a number of the archive.

    What has no luck of its own follows `seed`; `options` are put in place of the game's. Where standard input
    is for something else, it is not `piped`.

    >>> str(look_up("2048", seed=7).id), str(look_up("oca", "3", seed=7).id)
    ('2048:4,2#7', 'oca:3#7')
    """
    if len(words) > 2:
        raise OptionError(_("Name a game and an id or a file."))
    *first, what = words
    if history and not first and is_number(what):
        session = _from_archive(int(what))
    else:
        session = _piped(first, seed) if piped and what == "-" else _found(first, what, seed)
    return session.varied(options) if options else session


def _piped(first: Sequence[str], seed: int | None) -> AnySession:
    from ludoteca import formats
    from ludoteca.system.disk import read_stream

    return formats.read(read_stream(sys.stdin.buffer), game=next(iter(first), None), seed=seed)


def _found(first: Sequence[str], what: str, seed: int | None) -> AnySession:
    from ludoteca import formats
    from ludoteca.games import GAMES, begin

    game = next(iter(first), None)
    is_file = os.path.exists(what)
    if game is not None and is_file:
        return formats.load(what, game=game, seed=seed)
    if game is not None and what != game and not what.startswith((f"{game}:", f"{game}@", f"{game}#")):
        what = f"{game}:{what}"
    name = re.split("[:@#]", what, maxsplit=1)[0]
    if _NAME.fullmatch(name) and name in GAMES:
        gameid = GameId.parse(what)
        return begin(gameid if gameid.seed is not None else replace(gameid, seed=seed))
    if is_file:
        return formats.load(what, seed=seed)
    names = ", ".join(GAMES)
    raise OptionError(
        _("'{what}' is no file, and no game or id; games: {names}.", what=what[:60], names=names)
    )


def _from_archive(number: int) -> AnySession:
    from ludoteca.archive import Archive
    from ludoteca.games import begin

    with Archive.open() as archive:
        return archive.record(number).session(begin)


def known_name(name: str) -> str:
    """The name of a game that there is."""
    from ludoteca.games import find

    return find(name).name


def names_of(game: str) -> Sequence[str]:
    """The game of a name, or, where none is given, all of them."""
    from ludoteca.games import GAMES

    return [known_name(game)] if game else list(GAMES)
