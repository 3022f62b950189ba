"""The dialogue of El juego 2048: commands and texts as the document's two sessions show them."""

from typing import Final

from ludoteca.console import Console
from ludoteca.core import CHANCE, Dice
from ludoteca.core.grid import in_rows
from ludoteca.games.g2048 import DIRECTIONS, G2048, Grid

CELL: Final = 7
HELP: Final = (
    "Move <direction>: execute a move in one of the four directions, up, down, left, right",
    "Reset: start a new game",
    "Help: print this help message",
    "Exit: terminate the program",
)


def run(console: Console, game: G2048, dice: Dice) -> None:
    """Play until the goal, until nothing moves, or until `exit`."""
    state = show(console, game, game.start(dice))
    while not (outcome := game.outcome(state)):
        match console.ask("Command > ").lower().split():
            case ["move", way] if way in DIRECTIONS:
                state = show(console, game, _moved(game, state, way, dice))
            case ["move", _]:
                console.say("Unknown direction for move command")
            case ["move"]:
                console.say("Move must be followed by a direction: up, down, left or right")
            case ["reset"]:
                state = show(console, game, game.start(dice))
            case ["help"]:
                console.say(*HELP)
            case ["exit"]:
                break
            case _:
                console.say("Unknown command")
    console.say("Well done!" if outcome and outcome.winner == 0 else "Game over")


def _moved(game: G2048, state: Grid, way: str, dice: Dice) -> Grid:
    """The board after a move and nature's tile; a move that changes nothing adds none."""
    if way in game.legal(state):
        state = game.play(state, way)
    return game.play(state, dice.pick(game.odds(state))) if game.player(state) == CHANCE else state


def show(console: Console, game: G2048, state: Grid) -> Grid:
    """The document's `toString`, with the highest tile and the score below; gives the position back."""
    line = "-" * (game.size * (CELL + 1) + 1)
    console.say("", line)
    for row in in_rows(state.tiles, game.size):
        console.say("|" + "|".join(f"{tile or '':^{CELL}}" for tile in row) + "|", line)
    console.say(f"highest: {max(state.tiles)}          score: {state.score}", "")
    return state
