"""What there is to look up: games, rules, positions, records, counts of lines, and boards to make."""

import argparse
import sys
from collections.abc import Callable
from typing import Final

from ludoteca.console import boards
from ludoteca.console.arguments import add_number, add_seed, seed_or_fresh, whole
from ludoteca.console.talk import Talk
from ludoteca.core.game import check_range
from ludoteca.core.words import N_, _
from ludoteca.locale import rules

Args = argparse.Namespace

GRADES: Final = ("easy", "medium", "hard", "expert")


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add games, rules, generate, show, replay and perft."""
    games = command("games", _games, N_("list the games, their options and ids"))
    games.add_argument("--json", action="store_true", help=_("one JSON object, for programs"))
    rule = command("rules", _rules, N_("print the rules of a game"))
    rule.add_argument("game", metavar="GAME")
    generate = command("generate", _generate, N_("write a random board as a file"))
    generate.add_argument("game", metavar="GAME", choices=("solitario", "drench"), help="solitario, drench")
    add_number(generate, "--rows", None, N_("rows of the board"))
    add_number(generate, "--cols", None, N_("columns of the board"))
    add_number(generate, "--steps", None, N_("solitario: backward jumps, at most"))
    add_number(generate, "--colours", None, N_("drench: number of colours"))
    generate.add_argument("--difficulty", choices=GRADES, help=_("solitario: how hard, proved winnable"))
    generate.add_argument("--proof", metavar="FILE", help=_("also write a record that solves the board"))
    add_seed(generate)
    generate.add_argument("-o", "--output", metavar="FILE", help=_("where to write; else the screen"))
    show = command("show", _show, N_("print a position"))
    show.add_argument("what", metavar="ID|FILE")
    replay = command("replay", _replay, N_("replay a record or a text game move by move"))
    replay.add_argument("file", metavar="FILE")
    count = command("perft", _perft, N_("count the lines of play of each length"))
    count.add_argument("what", metavar="ID|FILE")
    count.add_argument("depth", metavar="DEPTH", type=whole)


def _games(args: Args) -> None:
    from dataclasses import fields

    from ludoteca.games import GAMES

    listing = []
    for name, game in GAMES.items():
        notes = {each.name: str(each.metadata["note"]) for each in fields(game)}
        options = {option: _(note) for option, note in notes.items()}
        gameid = f"{name}:{game().options}"
        if args.json:
            listing.append({"game": name, "title": _(game.title), "id": gameid, "options": options})
        else:
            print(f"{gameid:20} {_(game.title)}")
            print("\n".join(f"    {option:12} {note}" for option, note in options.items()))
    if args.json:
        import json

        print(json.dumps(listing, ensure_ascii=False))


def _rules(args: Args) -> None:
    from ludoteca.games import find

    print(rules(find(args.game).name, args.language), end="")


def _show(args: Args) -> None:
    from ludoteca import files
    from ludoteca.console import plain

    talk, session = Talk(sys.stdin, sys.stdout), files.find(args.what)
    plain.introduce(talk, session)
    plain.show(talk, session)


def _replay(args: Args) -> None:
    from ludoteca import files
    from ludoteca.console import plain

    talk, whole_game = Talk(sys.stdin, sys.stdout), files.find(args.file)
    session, text = whole_game.restarted(), whole_game.game.text
    plain.introduce(talk, session)
    plain.show(talk, session)
    for number, move in enumerate(whole_game.moves, 1):
        talk.say("", f"{number}. {text(move)}")
        plain.turn(talk, session, text(move))
        plain.show(talk, session)


def _perft(args: Args) -> None:
    from ludoteca import files
    from ludoteca.ai import perft

    check_range("DEPTH", args.depth, 1, 100)
    session = files.find(args.what)
    for depth in range(1, args.depth + 1):
        print(depth, perft(session.game, session.state, depth), flush=True)


def _generate(args: Args) -> None:
    from ludoteca import files

    seed = seed_or_fresh(args.seed)
    side = 7 if args.game == "solitario" else 15
    rows, cols = (side if each is None else each for each in (args.rows, args.cols))
    if args.difficulty:
        session = boards.board_to_order(args.difficulty, rows, cols, seed)
    else:
        named = {"steps": args.steps, "colours": args.colours}
        words = [f"{rows}x{cols}", *(f"{word}={value}" for word, value in named.items() if value is not None)]
        session = files.find(f"{args.game}:{','.join(words)}", seed=seed)
    if args.proof:
        files.save(args.proof, session if session.moves else boards.won(session))
    text = files.board_text(session)
    if args.output:
        files.write_bytes(args.output, text.encode())
    else:
        print(text, end="")
