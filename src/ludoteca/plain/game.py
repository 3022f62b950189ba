"""One plain interface for every game: a line per move, for a pipe, a screen reader or a bare terminal."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ludoteca import formats
from ludoteca.console import Console
from ludoteca.core import CHANCE, AnySession, LudotecaError
from ludoteca.core.words import N_, _, printable
from ludoteca.plain.seats import Seats
from ludoteca.plain.thinking import hint, solution, truth

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
    console: Console,
    session: AnySession,
    deal: Callable[[AnySession], AnySession],
    seats: Seats | None = None,
    keep: Callable[[AnySession], AnySession] = lambda session: session,
) -> None:
    """Play a game and, since its end is not the end of the talk, take moves back or `deal` another; `keep`
    lets an archive remember each, and the time when it was left."""
    open_games = list[AnySession]()

    def leave() -> None:
        while open_games:
            with suppress(LudotecaError):  # a time that cannot be kept is no reason to stay
                open_games.pop().pause()

    def instead(other: AnySession) -> AnySession:
        kept = keep(other)
        leave()
        open_games.append(kept)
        return kept

    try:
        _talk(console, instead(session), deal, seats or Seats(), instead)
    finally:
        leave()


def _talk(
    console: Console,
    session: AnySession,
    deal: Callable[[AnySession], AnySession],
    seats: Seats,
    keep: Callable[[AnySession], AnySession],
) -> None:
    _begin(console, session, seats)
    console.say(_("Type a move, or help."))
    while True:
        line = console.ask("> ")
        word, _space, rest = line.partition(" ")
        try:
            match word.lower(), rest.strip():
                case "quit", "":
                    return
                case "help", "":
                    _help(console, session)
                case "moves", "":
                    console.say(", ".join(map(session.game.text, session.legal)) or _("None."))
                case "board", "":
                    show(console, session)
                case "share", "":
                    console.say(_("Id: {id}", id=session.id), *str(session.record).splitlines())
                case ("hint" | "solve" | "truth") as wish, "":
                    console.say(*_answer(session, wish))
                case "undo", "":
                    session.undo(seats.levels)
                    _go_on(console, session, seats)
                case "redo", "":
                    session.redo(seats.levels)
                    _go_on(console, session, seats)
                case "auto", "":
                    with session.helped("computer"):
                        say_move(console, session, session.player, seats.move(session))
                    _go_on(console, session, seats)
                case "restart", "":
                    session = keep(session.restarted())
                    _begin(console, session, seats)
                case "new", "":
                    session = keep(deal(session))
                    _begin(console, session, seats)
                case ("save" | "load") as wish, "":
                    console.say(_("Name a file too: {command}", command=f"{wish} FILE"))
                case "save", path:
                    if console.may_write(path):
                        formats.save(session, path, form="record")
                        console.say(_("Saved in {path}.", path=printable(path)))
                case "load", path:
                    session = keep(formats.load(path))
                    _begin(console, session, seats)
                case _:
                    turn(console, session, line)
                    _go_on(console, session, seats)
        except LudotecaError as error:
            console.complain(error)


def introduce(console: Console, session: AnySession) -> None:
    """Say which game this is."""
    console.say(f"{_(session.game.title)} — {session.id}")


def _begin(console: Console, session: AnySession, seats: Seats) -> None:
    introduce(console, session)
    _go_on(console, session, seats)


def _go_on(console: Console, session: AnySession, seats: Seats) -> None:
    """Let nature and the computer act until a person has to decide, then show where the game stands."""
    settle(console, session, seats)
    show(console, session)


def turn(console: Console, session: AnySession, text: str) -> None:
    """Play one move as written, and say what it did."""
    move = session.play_text(text)
    console.say(*session.game.tell(session.states[-2], move))


def settle(console: Console, session: AnySession, seats: Seats) -> None:
    """Let nature and the computer act until a person has to decide, saying what they do."""
    for seat, move in seats.play(session):
        say_move(console, session, seat, move)


def say_move(console: Console, session: AnySession, seat: int, move: Any) -> None:
    """Say what the computer or nature has just done."""
    game = session.game
    if seat != CHANCE:
        who = game.seats[seat] if game.players > 1 else _("Computer")
        console.say(f"{who}: {game.text(move)}")
    console.say(*game.tell(session.states[-2], move))


def show(console: Console, session: AnySession) -> None:
    """The board, what it does not show, and whose turn it is."""
    game = session.game
    console.say(*str(session).splitlines())
    if session.player >= 0 and game.players > 1:
        console.say(_("To move: {player}.", player=game.seats[session.player]))
    if session.outcome:
        console.say(session.verdict)


def _answer(session: AnySession, wish: str) -> list[str]:
    """What somebody who thinks says to a wish; a kept game has it as help before it is said."""
    match wish:
        case "hint":
            answer = hint(session)
        case "solve":
            answer = solution(session)
        case _:
            line, tells_move = truth(session)
            if tells_move:
                session.hinted(session.state)
            return [line]
    session.hinted(session.state)
    return answer


def _help(console: Console, session: AnySession) -> None:
    moves = " | ".join(map(session.game.text, session.legal[:3]))
    console.say(_("A move is a line such as: {moves}", moves=moves) if moves else _("The game is over."))
    console.say(*(f"  {command:10} {_(note)}" for command, note in COMMANDS.items()))
