"""`ludoteca generate`: a random board as a file, to order if one likes, with a record that proves it."""

from typing import Final

from ludoteca.commands.arguments import (
    DONE,
    IMPOSSIBLE,
    AddCommand,
    Args,
    add_force,
    add_number,
    add_seed,
    console_of,
    look_up,
    seed_or_fresh,
)
from ludoteca.console import say
from ludoteca.core import AnySession, Dice, OptionError, Session
from ludoteca.core.words import N_, _
from ludoteca.plain.thinking import advice_on, proof_limit

SIDES: Final = {"solitario": 7, "drench": 15}  # usual rows and columns of the games that boards are made for
GRADES: Final = ("easy", "medium", "hard", "expert")


def add_to(command: AddCommand) -> None:
    """Add generate."""
    generate = command("generate", _generate, N_("write a random board as a file"))
    generate.add_argument("game", metavar="GAME", choices=tuple(SIDES), help=", ".join(SIDES))
    add_number(generate, "--rows", None, N_("rows of the board"))
    add_number(generate, "--cols", None, N_("columns of the board"))
    add_number(generate, "--steps", None, N_("solitario: backward jumps, at most"))
    add_number(generate, "--colours", None, N_("drench: number of colours"))
    generate.add_argument("--difficulty", choices=GRADES, help=_("solitario: how hard, proved winnable"))
    generate.add_argument("--proof", metavar="FILE", help=_("also write a record that solves the board"))
    add_seed(generate)
    generate.add_argument("-o", "--output", metavar="FILE", help=_("where to write; else the screen"))
    add_force(generate)


def _generate(args: Args) -> int:
    from ludoteca import formats
    from ludoteca.system.disk import same_file

    files = [path for path in (args.proof, args.output) if path]
    if len(files) == 2 and same_file(*files):
        raise OptionError(_("The board and its proof need a file each."))
    if not all(map(console_of(args).may_write, files)):  # asked before a long search, not after it
        return IMPOSSIBLE
    seed, side = seed_or_fresh(args.seed), SIDES[args.game]
    rows, cols = (side if each is None else each for each in (args.rows, args.cols))
    if args.difficulty:
        session = _to_order(args.difficulty, rows, cols, seed)
    else:
        named = {"steps": args.steps, "colours": args.colours}
        words = [f"{rows}x{cols}", *(f"{word}={value}" for word, value in named.items() if value is not None)]
        session = look_up(args.game, ",".join(words), seed=seed)
    if args.proof:
        formats.save(session if session.moves else _won(session), args.proof, form="record")
    if args.output:
        formats.save(session, args.output, form="board")
    else:
        say(*formats.write(session, "board").decode().splitlines())
    return DONE


def _to_order(grade: str, rows: int, cols: int, seed: int) -> AnySession:
    """A solitario board of a grade, played to the end as proof that it can be won."""
    from ludoteca.ai import needing_numpy
    from ludoteca.games.solitario import Solitario

    with needing_numpy():
        from ludoteca.ai.solitario.difficulty import generate_to_order

        position, line = generate_to_order(grade, rows, cols, Dice(seed), proof_limit(None))
    session = Session(Solitario(Solitario(f"{rows}x{cols}").dump(position)))
    for jump in line:
        session.play(jump)
    return session


def _won(session: AnySession) -> AnySession:
    """The same board, played to the end by the best line known."""
    played = session.restarted()
    for move in advice_on(session).line:
        played.play(move)
    return played
