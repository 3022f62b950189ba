"""`ludoteca games` and `rules`: which games there are, their options, and how they are played."""

from dataclasses import fields

from ludoteca.commands.arguments import AddCommand, Args, add_json, print_json
from ludoteca.console import say, warn
from ludoteca.core.words import N_, _


def add_to(command: AddCommand) -> None:
    """Add games and rules."""
    add_json(command("games", _games, N_("list the games, their options and ids")))
    command("rules", _rules, N_("print the rules of a game")).add_argument("game", metavar="GAME")


def _games(args: Args) -> None:
    from ludoteca.games import GAMES

    listing = []
    for name, game in GAMES.items():
        notes = {each.name: str(each.metadata["note"]) for each in fields(game)}
        options = {option: _(note) for option, note in notes.items()}
        gameid = f"{name}:{game().options}".rstrip(":")
        listing.append({"game": name, "title": _(game.title), "id": gameid, "options": options})
        if not args.json:
            say(f"{gameid:20} {_(game.title)}", *(f"    {key:12} {note}" for key, note in options.items()))
    if args.json:
        print_json(listing)
    for problem in GAMES.problems:
        warn(problem)


def _rules(args: Args) -> None:
    from ludoteca.games import find

    say(*find(args.game).rules(args.language).splitlines())
