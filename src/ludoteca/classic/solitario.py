"""The dialogue of El Solitario: a board from a file or generated, then pegs and directions."""

import re
from typing import Final

from ludoteca.console import Console
from ludoteca.core import Cell, Dice, LudotecaError
from ludoteca.core.game import is_number
from ludoteca.core.words import printable
from ludoteca.formats.solitario import read
from ludoteca.games.solitario import Jump, Pegs, Solitario, generate
from ludoteca.system.disk import FileError, read_bytes, text_of

DIRECTIONS: Final = {(-1, 0): "Arriba", (1, 0): "Abajo", (0, -1): "Izquierda", (0, 1): "Derecha"}
# Unusable black, empty brown, peg blue; the square in the middle of the goal is yellow.
PAINTS: Final = {"void": "40", "hole": "48;5;94", "peg": "48;5;25"}

_BETWEEN: Final = re.compile(r"\s*,\s*|\s+")


def run(console: Console, dice: Dice, *, source: str | None = None, rows: int = 7, cols: int = 7) -> None:
    """Play games until the player has had enough; `source` answers the first question for a board."""
    while True:
        _play(console, *_chosen(console, dice, source, rows, cols))
        source = None
        again = "Responde S (sí) o N (no)."
        if not console.ask_yes("¿Quieres jugar otra partida? (S/N): ", yes="S", no="N", again=again):
            return


def _chosen(console: Console, dice: Dice, source: str | None, rows: int, cols: int) -> tuple[Solitario, Pegs]:
    """Ask until there is a board: a file's name, or how many steps to generate one with."""
    while True:
        answer = (
            console.ask("Archivo del tablero (o número de pasos para generar uno): ")
            if source is None
            else source
        )
        source = None
        if is_number(answer, digits=4000):
            game = Solitario(f"{rows}x{cols}")
            return game, generate(dice, rows, cols, int(answer))[0]
        try:
            game = read(text_of(read_bytes(answer)))
            return game, game.load(game.layout)
        except FileError as error:
            console.complain(error)
        except LudotecaError as error:
            console.say(f"{printable(answer)}: {error}")


def _play(console: Console, game: Solitario, state: Pegs) -> None:
    show(console, game, state)
    while game.legal(state):
        state = game.play(state, _jump(console, game, state))
        show(console, game, state)
    outcome = game.outcome(state)
    pegs = state.pegs.bit_count()
    if outcome and outcome.winner == 0:
        console.say("¡Has ganado! Queda una sola ficha y está en la meta.")
    elif pegs == 1:
        console.say("Has perdido: la última ficha no está en la meta.")
    else:
        console.say(f"Has perdido: quedan {pegs} fichas y ninguna puede moverse.")


def _jump(console: Console, game: Solitario, state: Pegs) -> Jump:
    """Ask for a peg that can move and, if it has several ways, for one of them."""
    while True:
        row, col = _cell(console, game)
        index = row * game.cols + col
        if not state.pegs >> index & 1:
            console.say(f"En la celda ({row + 1}, {col + 1}) no hay ficha.")
            continue
        jumps = [jump for jump in game.legal(state) if jump.origin == index]
        if not jumps:
            console.say(f"La ficha de la celda ({row + 1}, {col + 1}) está bloqueada: elige otra.")
        elif len(jumps) == 1:
            return jumps[0]
        else:
            return _way(console, game, jumps)


def _cell(console: Console, game: Solitario) -> tuple[int, int]:
    """Row and column from 0, on one line or two; on one also as the document writes them, (2, 4)."""
    while True:
        answer = console.ask("Fila y columna de la ficha: ")
        if answer.startswith("(") and answer.endswith(")"):
            answer = answer[1:-1].strip()
        words = _BETWEEN.split(answer)
        if len(words) == 1 and _number(words[0], game.rows):
            words += console.ask("Columna: ").split()
        if len(words) != 2 or not (_number(words[0], game.rows) and _number(words[1], game.cols)):
            console.say(
                f"Escribe una fila del 1 al {game.rows} y una columna del 1 al {game.cols}, por ejemplo 2 4."
            )
            continue
        return int(words[0]) - 1, int(words[1]) - 1


def _way(console: Console, game: Solitario, jumps: list[Jump]) -> Jump:
    """A numbered list of directions, and which one it is."""
    for number, (origin, to) in enumerate(jumps, 1):
        row, col = (divmod(to, game.cols)[axis] - divmod(origin, game.cols)[axis] for axis in (0, 1))
        console.say(f"{number} - {DIRECTIONS[row // 2, col // 2]}")
    while True:
        answer = console.ask("Elige una dirección: ")
        if _number(answer, len(jumps)):
            return jumps[int(answer) - 1]
        console.say(f"Escribe un número del 1 al {len(jumps)}.")


def _number(word: str, most: int) -> bool:
    return is_number(word) and 1 <= int(word) <= most


def show(console: Console, game: Solitario, state: Pegs) -> None:
    """The document's `mostrar`: rows and columns numbered from 1."""
    console.say("", "   " + "".join(f"{col:^3}" for col in range(1, game.cols + 1)).rstrip())
    for number, row in enumerate(game.board(state), 1):
        console.say(f"{number:2} " + "".join(_look(console, cell) for cell in row).rstrip(" "))
    console.say("")


def _look(console: Console, cell: Cell) -> str:
    if not console.colour:
        return f" {cell.text} "
    mark = "\x1b[38;5;226m■" if "goal" in cell.marks else "\x1b[97m●" if cell.role == "peg" else " "
    return console.paint(f" {mark} ", PAINTS[cell.role])
