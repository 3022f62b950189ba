"""One plain interface for every game: a line per move, for a pipe, a screen reader or a bare terminal."""

from collections.abc import Callable, Sequence
from typing import Any

from ludoteca import files
from ludoteca.console.seats import Seats
from ludoteca.console.talk import Talk
from ludoteca.core import CHANCE, Cell, LudotecaError, Session
from ludoteca.core.grid import row_name
from ludoteca.core.words import N_, _

Play = Session[Any, Any]

COMMANDS = {
    "help": N_("this help"),
    "moves": N_("every move you may make now"),
    "board": N_("the board again"),
    "undo": N_("take back the last move"),
    "redo": N_("play again what was taken back"),
    "hint": N_("a good move, and what is proved about it"),
    "solve": N_("the whole of what is proved here"),
    "truth": N_("how the game stands, in one line"),
    "auto": N_("let the computer make this move"),
    "save FILE": N_("write the game to a file"),
    "load FILE": N_("go on with a game from a file"),
    "share": N_("the game's id and its record, to send or keep"),
    "restart": N_("the same game from its beginning"),
    "new": N_("another game of this kind"),
    "quit": N_("leave"),
}


def run(
    talk: Talk,
    session: Play,
    deal: Callable[[Play], Play],
    seats: Seats | None = None,
    keep: Callable[[Play], Play] = lambda session: session,
) -> None:
    """Play a game and, since its end is not the end of the talk, take moves back or `deal` another; `keep`
    lets an archive remember each."""
    seats, session = seats or Seats(), keep(session)
    _begin(talk, session, seats)
    talk.say(_("Type a move, or help."))
    while True:
        line = talk.ask("> ")
        word, _space, rest = line.partition(" ")
        try:
            match word.lower(), rest.strip():
                case "quit", "":
                    return
                case "help", "":
                    _help(talk, session)
                case "moves", "":
                    talk.say(", ".join(map(session.game.text, session.legal)) or _("None."))
                case "board", "":
                    show(talk, session)
                case "share", "":
                    talk.say(_("Id: {id}", id=session.id), *str(session.record).splitlines())
                case ("hint" | "solve" | "truth") as wish, "":
                    _ask_solver(talk, session, wish)
                case "undo", "":
                    session.undo(seats.levels)
                    _go_on(talk, session, seats)
                case "redo", "":
                    session.redo(seats.levels)
                    _go_on(talk, session, seats)
                case "auto", "":
                    say_move(talk, session, session.player, seats.move(session))
                    _go_on(talk, session, seats)
                case "restart", "":
                    session = keep(session.restarted())
                    _begin(talk, session, seats)
                case "new", "":
                    session = keep(deal(session))
                    _begin(talk, session, seats)
                case "save", path:
                    files.save(path, session)
                    talk.say(_("Saved in {path}.", path=path))
                case "load", path:
                    session = keep(files.load(path))
                    _begin(talk, session, seats)
                case _:
                    turn(talk, session, line)
                    _go_on(talk, session, seats)
        except LudotecaError as error:
            talk.complain(error)


def introduce(talk: Talk, session: Play) -> None:
    """Say which game this is."""
    talk.say(f"{_(session.game.title)} — {session.id}")


def _begin(talk: Talk, session: Play, seats: Seats) -> None:
    introduce(talk, session)
    _go_on(talk, session, seats)


def _go_on(talk: Talk, session: Play, seats: Seats) -> None:
    """Let nature and the computer act until a person has to decide, then show where the game stands."""
    settle(talk, session, seats)
    show(talk, session)


def turn(talk: Talk, session: Play, text: str) -> None:
    """Play one move as written, and say what it did."""
    move = session.play_text(text)
    talk.say(*session.game.tell(session.states[-2], move))


def settle(talk: Talk, session: Play, seats: Seats) -> None:
    """Let nature and the computer act until a person has to decide, saying what they do."""
    for seat, move in seats.play(session):
        say_move(talk, session, seat, move)


def say_move(talk: Talk, session: Play, seat: int, move: Any) -> None:
    """Say what the computer or nature has just done."""
    game = session.game
    if seat != CHANCE:
        who = game.seats[seat] if game.players > 1 else _("Computer")
        talk.say(f"{who}: {game.text(move)}")
    talk.say(*game.tell(session.states[-2], move))


def show(talk: Talk, session: Play) -> None:
    """The board, what it does not show, and whose turn it is."""
    game = session.game
    talk.say(*picture(game.board(session.state)), *game.status(session.state))
    if session.player >= 0 and game.players > 1:
        talk.say(_("To move: {player}.", player=game.seats[session.player]))
    if session.outcome:
        talk.say(session.verdict)


def picture(board: Sequence[Sequence[Cell]]) -> list[str]:
    """The board as lines of text, with names of rows and columns where squares have such names."""
    width = max(len(cell.text) for row in board for cell in row) + 1
    named = any(cell.name[:1].isalpha() for row in board for cell in row)
    lines = []
    if named:
        width = max(width, len(str(len(board[0]))) + 1)
        lines.append("   " + "".join(f"{col:>{width}}" for col in range(1, len(board[0]) + 1)))
    for number, row in enumerate(board):
        label = f"{row_name(number):>2} " if named else ""
        lines.append((label + "".join(f"{cell.text:>{width}}" for cell in row)).rstrip())
    return lines


def _ask_solver(talk: Talk, session: Play, wish: str) -> None:
    from ludoteca.console import truth

    if wish == "truth":
        talk.say(truth.bar(session))
    else:
        talk.say(*(truth.hint if wish == "hint" else truth.solution)(session))


def _help(talk: Talk, session: Play) -> None:
    moves = " | ".join(map(session.game.text, session.legal[:3]))
    talk.say(_("A move is a line such as: {moves}", moves=moves) if moves else _("The game is over."))
    talk.say(*(f"  {command:10} {_(note)}" for command, note in COMMANDS.items()))
