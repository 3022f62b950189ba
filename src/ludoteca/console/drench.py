"""The dialogue of Zyan Drench: two coloured blanks a cell, the palette below, one key a move."""

from typing import Final

from ludoteca.console.talk import Talk
from ludoteca.core.grid import in_rows
from ludoteca.games.drench import COLOURS, Drench, Position

KEYS: Final = "1234567890"
# Red, yellow, green, blue, violet, orange as in the original; then four more. Text on them stays readable.
PAINTS: Final = ("41", "103", "42", "44", "45", "48;5;208", "46", "107", "100", "48;5;94")


def run(talk: Talk, game: Drench, state: Position) -> None:
    """Ask for colours until the board is of one colour, or a limit is used up."""
    note = ""
    while not (outcome := game.outcome(state)):
        _show(talk, game, state, note)
        key = talk.ask_key(f"Color (1-{KEYS[game.colours - 1]}): ")
        colour = KEYS.find(key) + 1
        note = ""
        if not 1 <= colour <= game.colours:
            note = f"Esa tecla no vale: pulsa un número del 1 al {KEYS[game.colours - 1]}."
        elif colour not in game.legal(state):
            note = "La región ya es de ese color: no cuenta como jugada."
        else:
            state = game.play(state, colour)
    _show(talk, game, state, note)
    if outcome.winner == 0:
        talk.say(f"¡Tablero de un solo color! Jugadas: {state.moves}")
    else:
        talk.say(f"Se han acabado las jugadas ({game.limit}): has perdido.")


def _show(talk: Talk, game: Drench, state: Position, note: str) -> None:
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
