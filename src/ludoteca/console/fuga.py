"""The dialogue of La Fuga del Rey: a menu, two players' orders, the binary save and the text game."""

from collections.abc import Sequence
from typing import Final

from ludoteca import files
from ludoteca.console.talk import Talk
from ludoteca.core import Dice, FormatError, LudotecaError, Outcome, Session
from ludoteca.core.grid import square_name
from ludoteca.files.fuga import Saved, check_name, pack, replay, unpack
from ludoteca.games.fuga import ATTACKERS, DEFENDERS, SIZES, Fuga, Position, Slide

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


def run(talk: Talk) -> None:
    """Show the menu until it is left."""
    while True:
        talk.say("", "LA FUGA DEL REY", "1. Juego nuevo", "2. Recuperar un juego grabado")
        talk.say("3. Leer juego de archivo de texto", "4. Terminar")
        match talk.ask("Opción: "):
            case "1":
                _play(talk, _new(talk))
            case "2":
                _recover(talk, talk.ask("Nombre del archivo: "))
            case "3":
                _read(talk, talk.ask("Nombre del archivo (.txt): "))
            case "4":
                return
            case _:
                talk.say("Escribe un número del 1 al 4.")


def _new(talk: Talk) -> Saved:
    while (size := talk.ask("Tamaño del tablero (impar, de 7 a 19): ")) not in map(str, SIZES):
        talk.say("El tamaño debe ser un número impar de 7 a 19, por ejemplo 9.")
    defender = _name(talk, "Nombre del jugador de los guardias del rey (G): ")
    attacker = _name(talk, "Nombre del jugador de las fichas enemigas (N): ")
    return Saved(attacker, defender, int(size), Fuga(int(size)).start(Dice(0)))


def _name(talk: Talk, question: str) -> str:
    while True:
        name = talk.ask(question)
        try:
            check_name(name)
        except FormatError:
            talk.say("El nombre debe tener de 1 a 30 caracteres.")
        else:
            return name


def _recover(talk: Talk, path: str) -> None:
    try:
        saved = unpack(files.read_bytes(path))
    except files.FileError as error:
        talk.complain(error)
    except LudotecaError as error:
        talk.say(f"El archivo {path} no es una partida grabada: {error}")
    else:
        _play(talk, saved)


def _read(talk: Talk, path: str) -> None:
    """Show a text game move by move, and how it stands at its end."""
    if not path.endswith(".txt"):
        talk.say("El nombre del archivo debe terminar en .txt")
        return
    try:
        for session in replay(files.text_of(files.read_bytes(path))):
            if session.moves:
                _report(talk, session, ways_of=(ATTACKERS, DEFENDERS))
            else:
                show(talk, session)
    except files.FileError as error:
        talk.complain(error)
    except LudotecaError as error:
        talk.say(f"Error en {path}: {error}")
    else:
        outcome = session.outcome
        talk.say(UNFINISHED if outcome is None else _won(outcome))


def _play(talk: Talk, saved: Saved) -> None:
    """Take orders until the game ends or somebody quits."""
    session = Session(Fuga(saved.size, repeats=0), position=saved.position)
    undoable = False
    show(talk, session)
    while not (outcome := session.outcome):
        turn = session.state.turn
        name = (saved.attacker, saved.defender)[turn]
        order = talk.ask(f"Juega {name}, {SIDES[turn]}: ")
        match order.lower().split(None, 1):
            case ["save", *_name]:
                _save(talk, saved._replace(position=session.state), order[4:].strip())
            case ["quit"]:
                _quit(talk, saved._replace(position=session.state))
                return
            case ["undo"]:
                if undoable:
                    session.undo()
                    show(talk, session)
                else:
                    talk.say("No hay jugada que deshacer: solo se vuelve un estado atrás.")
                undoable = False
            case _ if not any(char.isdigit() for char in order):
                talk.say(
                    "Orden desconocida: escribe una jugada, como (A,4) (A,2), o save NOMBRE, undo o quit."
                )
            case _:
                try:
                    session.play_text(order)
                except LudotecaError as error:
                    talk.say(f"Jugada no válida: {error}")
                    continue
                undoable = True
                _report(talk, session)
    talk.say(f"{_won(outcome)}: {(saved.attacker, saved.defender)[outcome.winner or 0]}")


def _won(outcome: Outcome) -> str:
    return WINNERS[outcome.winner or ATTACKERS]


def _save(talk: Talk, saved: Saved, path: str) -> bool:
    """Write the binary file; the game goes on whatever happens."""
    if not path:
        talk.say("Falta el nombre del archivo: save NOMBRE")
        return False
    try:
        files.write_bytes(path, pack(saved))
    except files.FileError as error:
        talk.say(f"No se ha podido guardar. {error}")
        return False
    talk.say(f"Partida guardada en {path}")
    return True


def _quit(talk: Talk, saved: Saved) -> None:
    question, again = "¿Quieres guardar la partida? (S/N): ", "Responde S (sí) o N (no)."
    while talk.ask_yes(question, yes="S", no="N", again=again):
        if _save(talk, saved, talk.ask("Nombre del archivo: ")):
            return


def _report(talk: Talk, session: Session[Position, Slide], *, ways_of: Sequence[int] = (DEFENDERS,)) -> None:
    """What follows a valid move: its captures, the totals, the board, and the king's free ways.

    The document announces those after a defender's move in play, but after every move of a text game.
    """
    game, before, move = session.game, session.states[-2], session.moves[-1]
    assert isinstance(game, Fuga)
    taken = [
        f"{before.board[index]} en {square_name(index, game.size).upper()}"
        for index in game.captures(before, move)
    ]
    guards, attackers = game.scores(session.state)
    talk.say("", f"Fichas capturadas en la jugada: {', '.join(taken) or 'ninguna'}")
    talk.say(f"Capturas en total: las fichas enemigas, {guards:.0f}; la defensa, {attackers:.0f}")
    show(talk, session)
    ways = game.escapes(session.state)
    if before.turn in ways_of and ways:
        talk.say(f"Rutas de escape libres del rey: {len(ways)} ({', '.join(ways)})")


def show(talk: Talk, session: Session[Position, Slide]) -> None:
    """The board in the document's letters, rows by letter and columns by number."""
    board = session.game.board(session.state)
    talk.say("", "  " + "".join(f"{col:3}" for col in range(1, len(board) + 1)))
    for number, row in enumerate(board):
        cells = "".join("  " + talk.paint(cell.text, PAINTS[cell.role]) for cell in row)
        talk.say(f"{chr(ord('A') + number)} {cells}")
    talk.say("")
