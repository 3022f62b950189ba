"""`ludoteca stats`: what the games of the archive come to."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ludoteca.commands.arguments import AddCommand, Args, add_json, print_json, tell_damage
from ludoteca.console import say
from ludoteca.core import GameId
from ludoteca.core.words import N_, _

if TYPE_CHECKING:  # the archive is imported when somebody asks
    from ludoteca.archive import Archive, Statistics

WIDTH, HEIGHT = 48, 6  # of a plot


def add_to(command: AddCommand) -> None:
    """Add stats."""
    stats = command("stats", _stats, N_("what your games come to: results, points, streaks, records"))
    stats.add_argument(
        "what", metavar="GAME|BOARD", nargs="?", default="", help=_("2048, or a board such as 2048:4,2")
    )
    add_json(stats)


def _stats(args: Args) -> None:
    from ludoteca.archive import Archive

    with Archive.open() as archive:
        every = [archive.statistics(board) for board in _boards(archive, args.what)]
        tell_damage(archive)
    if args.json:
        print_json([_as_json(each) for each in every])
        return
    for each in every:
        say(*_lines(each), "")
    if not every:
        say(_("No games."))


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


def _lines(each: Statistics) -> list[str]:
    """The statistics of a board as lines and plots."""
    from ludoteca.looks import report

    said = [each.board, *(f"{name}: {value}".rstrip(": ") for name, value in report.rows(each))]
    for title, plot in report.spreads(each, WIDTH, HEIGHT, plain=not _can_print("█")):
        said += [f"{title}:", *plot]
    return said


def _can_print(char: str) -> bool:
    try:
        char.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
