"""The dialogue of La Fuga del Rey: a menu, two players' orders, the binary save and the text game."""

from collections.abc import Sequence
from typing import Final

from ludoteca.console import Console
from ludoteca.core import Dice, FormatError, LudotecaError, Outcome, Session
from ludoteca.core.grid import square_name
from ludoteca.core.words import printable
from ludoteca.formats.fuga import Saved, as_written, check_name, numbered, pack, replay, unpack
from ludoteca.games.fuga import ATTACKERS, DEFENDERS, SIZES, Flight, Fuga, Slide
from ludoteca.system.disk import FileError, read_bytes, text_of, write_bytes

SIDES: Final = ("fichas enemigas (N)", "guardias del rey (G)")
WINNERS: Final = (
    "ganó el jugador de las fichas enemigas",
    "ganó el jugador de las fichas de la defensa",
)
UNFINISHED: Final = "partida inconclusa"
PAINTS: Final = {
    "king": "1;33",
    "guard": "1;37",
    "attacker": "1;31",
    "castle": "36",
    "throne": "36",
    "field": "2",
}


def run(console: Console) -> None:
    """Show the menu until it is left."""
    while True:
        console.say("", "LA FUGA DEL REY", "1. Juego nuevo", "2. Recuperar un juego grabado")
        console.say("3. Leer juego de archivo de texto", "4. Terminar")
        match console.ask("Opción: "):
            case "1":
                _play(console, _new(console))
            case "2":
                _recover(console, console.ask("Nombre del archivo: "))
            case "3":
                _read(console, console.ask("Nombre del archivo (.txt): "))
            case "4":
                return
            case _:
                console.say("Escribe un número del 1 al 4.")


def _new(console: Console) -> Saved:
    while (size := console.ask("Tamaño del tablero (impar, de 7 a 19): ")) not in map(str, SIZES):
        console.say("El tamaño debe ser un número impar de 7 a 19, por ejemplo 9.")
    defender = _name(console, "Nombre del jugador de los guardias del rey (G): ")
    attacker = _name(console, "Nombre del jugador de las fichas enemigas (N): ")
    return Saved(attacker, defender, int(size), Fuga(int(size)).start(Dice(0)))


def _name(console: Console, question: str) -> str:
    while True:
        name = console.ask(question)
        try:
            check_name(name)
        except FormatError:
            console.say("El nombre debe tener de 1 a 30 caracteres.")
        else:
            return name


def _recover(console: Console, path: str) -> None:
    try:
        saved = unpack(read_bytes(path))
    except FileError as error:
        console.complain(error)
    except LudotecaError as error:
        console.say(f"El archivo {printable(path)} no es una partida grabada: {as_written(str(error))}")
    else:
        _play(console, saved)


def _read(console: Console, path: str) -> None:
    """Show a text game move by move, and how it stands at its end."""
    if not path.endswith(".txt"):
        console.say("El nombre del archivo debe terminar en .txt")
        return
    session = None
    try:
        text = text_of(read_bytes(path))
        lines = numbered(text)
        for session in replay(text):
            _follow(console, session, lines[len(session.moves)][0])
    except FileError as error:
        console.complain(error)
    except LudotecaError as error:
        if session and session.outcome:  # moves after the end
            console.say(_won(session.outcome))
        console.say(f"Error en {printable(path)}: {as_written(str(error))}")
    else:
        console.say(_won(session.outcome) if session and session.outcome else UNFINISHED)


def _follow(console: Console, session: Session[Flight, Slide], line: int) -> None:
    """Tell a move of a text game, with its line and who made it, and show what a played move shows."""
    if not session.moves:
        show(console, session)
        return
    turn, order = session.states[-2].turn, session.game.text(session.moves[-1])
    console.say(f"Línea {line}, {SIDES[turn]}: {as_written(order)}")
    _report(console, session, ways_of=(ATTACKERS, DEFENDERS))


def _play(console: Console, saved: Saved) -> None:
    """Take orders until the game ends or somebody quits."""
    session = Session(Fuga(saved.size, repeats=0), position=saved.position)
    undoable = False
    show(console, session)
    while not (outcome := session.outcome):
        turn = session.state.turn
        name = (saved.attacker, saved.defender)[turn]
        order = console.ask(f"Juega {name}, {SIDES[turn]}: ")
        match order.lower().split(None, 1):
            case ["save", *_name]:
                _save(console, saved._replace(position=session.state), order[4:].strip())
            case ["quit"]:
                _quit(console, saved._replace(position=session.state))
                return
            case ["undo"]:
                if undoable:
                    session.undo()
                    show(console, session)
                else:
                    console.say("No hay jugada que deshacer: solo se vuelve un estado atrás.")
                undoable = False
            case _ if not any(char.isdigit() for char in order):
                console.say(
                    "Orden desconocida: escribe una jugada, como (A,4) (A,2), o save NOMBRE, undo o quit."
                )
            case _:
                try:
                    session.play_text(order)
                except LudotecaError as error:
                    console.say(f"Jugada no válida: {as_written(str(error))}")
                    continue
                undoable = True
                _report(console, session)
    console.say(f"{_won(outcome)}: {(saved.attacker, saved.defender)[outcome.winner or 0]}")


def _won(outcome: Outcome) -> str:
    return WINNERS[outcome.winner or ATTACKERS]


def _save(console: Console, saved: Saved, path: str) -> bool:
    """Write the binary file; the game goes on whatever happens."""
    if not path:
        console.say("Falta el nombre del archivo: save NOMBRE")
        return False
    try:
        if not console.may_write(path):
            return False
        write_bytes(path, pack(saved))
    except FileError as error:
        console.say(f"No se ha podido guardar. {error}")
        return False
    console.say(f"Partida guardada en {printable(path)}")
    return True


def _quit(console: Console, saved: Saved) -> None:
    question, again = "¿Quieres guardar la partida? (S/N): ", "Responde S (sí) o N (no)."
    while console.ask_yes(question, yes="S", no="N", again=again):
        if _save(console, saved, console.ask("Nombre del archivo: ")):
            return


def _report(
    console: Console, session: Session[Flight, Slide], *, ways_of: Sequence[int] = (DEFENDERS,)
) -> None:
    """What follows a valid move: its captures, the totals, the board, and the king's free ways.

    The document announces those after a defender's move in play, but after every move of a text game.
    """
    game, before, move = session.game, session.states[-2], session.moves[-1]
    assert isinstance(game, Fuga)
    taken = [
        f"{before.board[index]} en {as_written(square_name(index, game.size))}"
        for index in game.captures(before, move)
    ]
    enemies, defence = game.scores(session.state)
    console.say("", f"Fichas capturadas en la jugada: {', '.join(taken) or 'ninguna'}")
    console.say(f"Capturas en total: las fichas enemigas, {enemies:.0f}; la defensa, {defence:.0f}")
    show(console, session)
    ways = game.escapes(session.state)
    if before.turn in ways_of and ways:
        console.say(f"Rutas de escape libres del rey: {len(ways)} ({', '.join(ways)})")


def show(console: Console, session: Session[Flight, Slide]) -> None:
    """The board in the document's letters, rows by letter and columns by number."""
    board = session.game.board(session.state)
    console.say("", "  " + "".join(f"{col:3}" for col in range(1, len(board) + 1)))
    for number, row in enumerate(board):
        cells = "".join("  " + console.paint(cell.text, PAINTS[cell.role]) for cell in row)
        console.say(f"{chr(ord('A') + number)} {cells}")
    console.say("")
