"""`ludoteca history` and `forget`: the games of the archive."""

from ludoteca.commands.arguments import (
    AddCommand,
    Args,
    add_json,
    add_number,
    counted,
    known_name,
    print_json,
    tell_damage,
    whole,
)
from ludoteca.console import say
from ludoteca.core.words import N_, _


def add_to(command: AddCommand) -> None:
    """Add history and forget."""
    history = command("history", _history, N_("the games in the archive, newest first"))
    history.add_argument("game", metavar="GAME", nargs="?", default="", help=_("only this game"))
    history.add_argument(
        "--text",
        default="",
        metavar="TEXT",
        help=_("only games with this in their name, id, seats, date or moves"),
    )
    history.add_argument("--unfinished", action="store_true", help=_("only games under way"))
    add_number(history, "--limit", 100, N_("how many to show at most"), kind=counted)
    add_json(history)
    forget = command("forget", _forget, N_("delete games from the archive"))
    forget.add_argument("numbers", metavar="NUMBER", nargs="+", type=whole)


def _history(args: Args) -> None:
    from ludoteca.archive import Archive
    from ludoteca.looks.naming import called
    from ludoteca.looks.report import line_of

    game, finished = args.game and known_name(args.game), False if args.unfinished else None
    with Archive.open() as archive:
        boards = called(args.text, archive.boards()) if args.text else ()
        entries = archive.games(
            game=game, finished=finished, text=args.text, boards=boards, limit=max(0, args.limit)
        )
        tell_damage(archive)
    if args.json:
        print_json([{**entry._asdict(), "help": entry.help._asdict()} for entry in entries])
        return
    for entry in entries:
        say(f"{entry.number:5}  {line_of(entry)}")
    if not entries:
        say(_("No games."))


def _forget(args: Args) -> None:
    from ludoteca.archive import Archive

    with Archive.open() as archive:
        for number in args.numbers:
            archive.delete(number)
