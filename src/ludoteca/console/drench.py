"""The dialogue of Zyan Drench: two coloured blanks a cell, the palette below, one key a move."""

from typing import Final

from ludoteca.console.talk import Talk
from ludoteca.core.grid import in_rows
from ludoteca.games.drench import COLOURS, Drench, Position

KEYS: Final = "1234567890"
# The nearest of 256 colours to Okabe and Ito's palette, which colour-blind people can tell apart: vermilion,
# yellow, green, blue, purple, sky blue, orange; then white, grey and brown.
PAINTS: Final = tuple(f"48;5;{code}" for code in (166, 227, 36, 25, 175, 74, 214, 255, 242, 94))


def run(talk: Talk, game: Drench, state: Position) -> None:
    """Ask for colours until the board is of one colour, or a limit is used up."""
    with talk.keys():
        note = ""
        while not (outcome := game.outcome(state)):
            show(talk, game, state, note)
            state, note = _turn(talk, game, state)
        show(talk, game, state, note)
    if outcome.winner == 0:
        talk.say(f"¡Tablero de un solo color! Jugadas: {state.moves}")
    else:
        talk.say(f"Se han acabado las jugadas ({game.limit}): has perdido.")


def _turn(talk: Talk, game: Drench, state: Position) -> tuple[Position, str]:
    """The document's `leeColor` and `expande`: the board after a key, and what is to say about it."""
    most = KEYS[game.colours - 1]
    colour = KEYS.find(talk.ask_key(f"Color (1-{most}): ")) + 1
    if not 1 <= colour <= game.colours:
        return state, f"Esa tecla no vale: pulsa un número del 1 al {most}."
    if colour not in game.legal(state):
        return state, "La región ya es de ese color: no cuenta como jugada."
    return game.play(state, colour), ""


def show(talk: Talk, game: Drench, state: Position, note: str) -> None:
    """The document's `dibuja`: board, selection panel and counter."""
    talk.clear()
    for row in in_rows(state.cells, game.size.cols):
        talk.say("".join(_cell(talk, COLOURS.index(colour)) for colour in row).rstrip(" "))
    panel = " ".join(
        KEYS[colour] + (_cell(talk, colour) if talk.colour else "") for colour in range(game.colours)
    )
    limit = f" de {game.limit}" if game.limit else ""
    talk.say("", panel, f"Jugadas: {state.moves}{limit}")
    if note:
        talk.say(note)


def _cell(talk: Talk, colour: int) -> str:
    return talk.paint("  ", PAINTS[colour]) if talk.colour else KEYS[colour] + " "
