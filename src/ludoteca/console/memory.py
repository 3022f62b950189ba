"""What is remembered, on the command line: history, statistics, daily boards, import and export."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from ludoteca.console.arguments import add_number, whole
from ludoteca.core import GameId, Session
from ludoteca.core.game import is_number
from ludoteca.core.words import N_, _

if TYPE_CHECKING:  # the archive is imported when somebody asks
    from ludoteca.archive import Archive, Statistics

Args = argparse.Namespace

WIDTH, HEIGHT = 48, 6  # of a plot


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the six commands."""
    history = command("history", _history, N_("the games in the archive, newest first"))
    history.add_argument("game", metavar="GAME", nargs="?", default="", help=_("only this game"))
    history.add_argument(
        "--text", default="", metavar="TEXT", help=_("only games with this in their id, seats, date or moves")
    )
    history.add_argument("--unfinished", action="store_true", help=_("only games under way"))
    add_number(history, "--limit", 100, N_("how many to show at most"))
    stats = command("stats", _stats, N_("what your games come to: results, points, streaks, records"))
    stats.add_argument(
        "what", metavar="GAME|BOARD", nargs="?", default="", help=_("2048, or a board such as 2048:4,2")
    )
    days = command("daily", _daily, N_("the ids of today's boards, the same for everyone"))
    days.add_argument("game", metavar="GAME", nargs="?", default="", help=_("only this game"))
    days.add_argument("--date", type=_day, metavar="YYYY-MM-DD", help=_("the boards of another day"))
    for parser in (history, stats, days):
        parser.add_argument("--json", action="store_true", help=_("one JSON object, for programs"))
    export = command("export", _export, N_("write a game as a record, a board file, a picture or a film"))
    export.add_argument("what", metavar="NUMBER|ID|FILE", help=_("a number of the history, an id or a file"))
    export.add_argument("-o", "--output", metavar="FILE", help=_("where to write; else the screen"))
    export.add_argument(
        "--form", metavar="FORM", help=_("record, board, svg, replay or cast; else as the file's name ends")
    )
    bring = command("import", _import, N_("take games from files into the archive"))
    bring.add_argument("files", metavar="FILE", nargs="+")
    bring.add_argument("--game", metavar="GAME", help=_("read the files as forms of this game"))
    forget = command("forget", _forget, N_("delete games from the archive"))
    forget.add_argument("numbers", metavar="NUMBER", nargs="+", type=whole)


def _archive() -> Archive:
    from ludoteca.archive import Archive

    return Archive.open()


def _history(args: Args) -> None:
    from ludoteca.archive.report import line_of

    if args.game:
        _known(args.game)
    wanted = False if args.unfinished else None
    with _archive() as archive:
        entries = archive.games(game=args.game, finished=wanted, text=args.text, limit=max(0, args.limit))
    if args.json:
        _print_json([entry._asdict() for entry in entries])
        return
    for entry in entries:
        print(f"{entry.number:5}  {line_of(entry)}")
    if not entries:
        print(_("No games."))


def _stats(args: Args) -> None:
    with _archive() as archive:
        boards = _boards(archive, args.what)
        every = [archive.statistics(board) for board in boards]
    if args.json:
        _print_json([_as_json(each) for each in every])
        return
    for each in every:
        print(*_told(each), "", sep="\n")
    if not every:
        print(_("No games."))


def _boards(archive: Archive, what: str) -> Sequence[str]:
    """The boards that a game's name or a board means; nothing means all."""
    from ludoteca.archive.entry import board_of
    from ludoteca.games import GAMES, find

    played = archive.boards()
    if not what:
        return played
    if what in GAMES:
        return [board for board in played if GameId.parse(board).name == what]
    asked = GameId.parse(what)
    game = find(asked.name).from_options(asked.options)
    return [board_of(GameId(game.name, game.options))]


def _as_json(each: Statistics) -> dict[str, Any]:
    from dataclasses import asdict

    worked_out = ("lost", "share", "best", "average", "median")
    return {**asdict(each), **{name: getattr(each, name) for name in worked_out}}


def _told(each: Statistics) -> list[str]:
    """The statistics of a board as lines and plots."""
    from ludoteca.archive import report

    said = [each.board, *(f"{name}: {value}".rstrip(": ") for name, value in report.rows(each))]
    for title, plot in report.spreads(each, WIDTH, HEIGHT, plain=not _can_print("█")):
        said += [f"{title}:", *plot]
    return said


def _can_print(char: str) -> bool:
    import sys

    try:
        char.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _daily(args: Args) -> None:
    from ludoteca.archive.daily import daily
    from ludoteca.games import GAMES

    day = args.date or date.today()
    names = [_known(args.game)] if args.game else list(GAMES)
    ids = {name: str(daily(name, day).id) for name in names}
    if args.json:
        _print_json({"date": day.isoformat(), "ids": ids})
    else:
        print(*ids.values(), sep="\n")


def _day(text: str) -> date:
    """Read a date from the command line."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        wrong = _("'{text}' is not a date such as 2026-12-31", text=text[:40])
        raise argparse.ArgumentTypeError(wrong) from None


def _export(args: Args) -> None:
    from ludoteca.archive import exchange

    session = _find(args.what)
    if args.output:
        exchange.export(session, args.output, args.form)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(exchange.rendered(session, args.form or "record"))


def _find(what: str) -> Session[Any, Any]:
    """The game of a number of the history, an id or a file; a bare number is never a game's name."""
    from ludoteca import files
    from ludoteca.games import begin

    if not is_number(what):
        return files.find(what)
    with _archive() as archive:
        return archive.record(int(what)).session(begin)


def _import(args: Args) -> None:
    from ludoteca.archive.exchange import bring
    from ludoteca.archive.report import brief

    with _archive() as archive:
        for path in args.files:
            kept = bring(archive, path, game=args.game and _known(args.game))
            print(_("Game {number}: {id}, moves: {count}", number=kept.number, id=brief(str(kept.id)),
                    count=len(kept.moves)))  # fmt: skip


def _forget(args: Args) -> None:
    with _archive() as archive:
        for number in args.numbers:
            archive.delete(number)


def _known(name: str) -> str:
    from ludoteca.games import find

    return find(name).name


def _print_json(answer: object) -> None:
    import json

    print(json.dumps(answer, ensure_ascii=False))
