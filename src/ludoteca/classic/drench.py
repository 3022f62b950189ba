"""The dialogue of Zyan Drench: two coloured blanks a cell, the palette below, one key a move."""

from typing import Final

from ludoteca.console import Console
from ludoteca.core.grid import in_rows
from ludoteca.games.drench import COLOURS, Drench, Flood

KEYS: Final = "1234567890"
# The nearest of 256 colours to Okabe and Ito's palette, which colour-blind people can tell apart: vermilion,
# yellow, green, blue, purple, sky blue, orange; then white, grey and brown.
PAINTS: Final = tuple(f"48;5;{code}" for code in (166, 227, 36, 25, 175, 74, 214, 255, 242, 94))


def run(console: Console, game: Drench, state: Flood) -> None:
    """Ask for colours until the board is of one colour, or a limit is used up."""
    with console.keys():
        note = ""
        while not (outcome := game.outcome(state)):
            show(console, game, state, note)
            state, note = _turn(console, game, state)
        show(console, game, state, note)
    if outcome.winner == 0:
        console.say(f"¡Tablero de un solo color! Jugadas: {state.moves}")
    else:
        console.say(f"Se han acabado las jugadas ({game.limit}): has perdido.")


def _turn(console: Console, game: Drench, state: Flood) -> tuple[Flood, str]:
    """The document's `leeColor` and `expande`: the board after a key, and what is to say about it."""
    most = KEYS[game.colours - 1]
    colour = KEYS.find(console.ask_key(f"Color (1-{most}): ")) + 1
    if not 1 <= colour <= game.colours:
        return state, f"Esa tecla no vale: pulsa un número del 1 al {most}."
    if colour not in game.legal(state):
        return state, "La región ya es de ese color: no cuenta como jugada."
    return game.play(state, colour), ""


def show(console: Console, game: Drench, state: Flood, note: str) -> None:
    """The document's `dibuja`: board, selection panel and counter."""
    console.clear()
    for row in in_rows(state.cells, game.size.cols):
        console.say("".join(_cell(console, COLOURS.index(colour)) for colour in row).rstrip(" "))
    panel = " ".join(
        KEYS[colour] + (_cell(console, colour) if console.colour else "") for colour in range(game.colours)
    )
    limit = f" de {game.limit}" if game.limit else ""
    console.say("", panel, f"Jugadas: {state.moves}{limit}")
    if note:
        console.say(note)


def _cell(console: Console, colour: int) -> str:
    return console.paint("  ", PAINTS[colour]) if console.colour else KEYS[colour] + " "
