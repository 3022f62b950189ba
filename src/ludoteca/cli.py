"""The command `ludoteca`: every way in, each importing only what it needs."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final

from ludoteca import __version__
from ludoteca.console import boards, players, truth
from ludoteca.console.arguments import add_number, add_seconds, add_seed, seed_or_fresh, whole
from ludoteca.console.classic import add_consoles
from ludoteca.console.seats import Seats, against
from ludoteca.console.talk import EndOfInput, Talk
from ludoteca.core import Dice, LudotecaError, Session
from ludoteca.core.game import check_range, is_number
from ludoteca.core.words import N_, _, speaking
from ludoteca.locale import LANGUAGES, adopt, language, rules, translator

Args = argparse.Namespace

GRADES: Final = ("easy", "medium", "hard", "expert")


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
    parser.set_defaults(run=_menu)
    commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"))

    def command(name: str, run: Callable[[Args], int | None], note: str) -> argparse.ArgumentParser:
        each = commands.add_parser(
            name, help=_(note), description=_(note), allow_abbrev=False, parents=[common]
        )
        each.set_defaults(run=run)
        return each

    play = command("play", _play, N_("play a game by its name or id, or go on with a file"))
    play.add_argument("game", metavar="GAME", help=_("a name (fuga), an id (fuga:11) or a file"))
    play.add_argument("--plain", action="store_true", help=_("line by line, for a pipe or a screen reader"))
    play.add_argument(
        "--options", default="", metavar="TEXT", help=_("options as in an id: players=4,exact=yes")
    )
    add_number(play, "--over-par", None, N_("drench: as many moves as are needed, and so many more"))
    play.add_argument(
        "--bot", metavar="LEVEL", help=_("the computer takes the other seats, at a level from 1 to 8")
    )
    add_number(play, "--seat", 1, N_("the seat you take, from 1"))
    add_seconds(play)
    add_seed(play)
    classic = command("classic", _menu, N_("the dialogue of one of the five documents"))
    add_consoles(classic, parents=[common])
    truth.add_commands(command)
    players.add_commands(command)
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
    return parser


def _talk() -> Talk:
    return Talk(sys.stdin, sys.stdout)


def _deal(session: Session[Any, Any]) -> Session[Any, Any]:
    """Another game with the same options and new chance."""
    game = session.game
    return Session(game, seed=seed_or_fresh(None)) if game.uses_dice else session.restarted()


def _play(args: Args) -> None:
    from ludoteca import files
    from ludoteca.console import machine, plain

    session = files.find(args.game, seed=seed_or_fresh(args.seed))
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
    else:
        plain.run(_talk(), session, _deal, seats)


def _menu(args: Args) -> None:
    """Choose a game, play it, choose again."""
    from ludoteca import files
    from ludoteca.console import plain
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
            plain.run(talk, files.find(answer, seed=seed_or_fresh(None)), _deal)
        except LudotecaError as error:
            talk.complain(error)


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

    talk, session = _talk(), files.find(args.what)
    plain.introduce(talk, session)
    plain.show(talk, session)


def _replay(args: Args) -> None:
    from ludoteca import files
    from ludoteca.console import plain

    talk, whole_game = _talk(), files.find(args.file)
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
