"""The dialogue of El juego de la oca, line for line as its document captures it."""

from ludoteca.console import Console
from ludoteca.core import Dice
from ludoteca.core.game import is_number
from ludoteca.games.oca import Landing, Oca


def run(console: Console, game: Oca, dice: Dice, *, debug: bool = False) -> None:
    """Play a race to its end; in debug mode the numbers are typed instead of rolled."""
    state = game.start(dice)
    console.say(f"**** EMPIEZA EL JUGADOR: {state.turn + 1}****")
    while not game.outcome(state):
        square = state.squares[state.turn]
        console.say(f"CASILLA ACTUAL: {square}")
        number = _typed(console) if debug else int(dice.pick(game.odds(state)))
        console.say(f"VALOR DEL DADO: {number}")
        console.say(*_told(game, game.land(square, number)))
        turn, state = state.turn, game.play(state, number)
        if game.outcome(state):
            console.say("", f"----- GANA EL JUGADOR {turn + 1}-----")
        elif state.turn != turn:
            console.say("", f"TURNO PARA EL JUGADOR {state.turn + 1}")


def _typed(console: Console) -> int:
    """The document's `tirarDadoManual`: any whole number."""
    while True:
        answer = console.ask("INTRODUCE EL VALOR DEL DADO: ")
        if is_number(answer.removeprefix("-"), digits=100):
            return int(answer)
        console.say("ESO NO ES UN NUMERO ENTERO: ESCRIBE, POR EJEMPLO, 4")


def _told(game: Oca, landing: Landing) -> list[str]:
    """What the document's `efectoPosicion` and `efectoTiradas` print."""
    lines = [f"PASAS A LA CASILLA {landing.reached}"]
    special = landing.special
    if special is None:
        return lines
    lines += {
        "goose": [f"SALTAS A LA SIGUIENTE OCA EN LA CASILLA: {landing.to}"],
        "bridge": [
            "DE PUENTE A PUENTE Y TIRO PORQUE ME LLEVA LA CORRIENTE",
            f"SALTAS AL PUENTE DE LA CASILLA {landing.to}",
        ],
        "dice": [
            "DE DADO A DADO Y TIRO PORQUE ME HA TOCADO",
            f"SALTAS AL SIGUIENTE DADO EN LA CASILLA: {landing.to}",
        ],
        "inn": ["HAS CAIDO EN LA POSADA."],
        "prison": ["HAS CAIDO EN LA PRISION."],
        "well": ["HAS CAIDO EN EL POZO."],
        "maze": ["HAS CAIDO EN EL LABERINTO.", f"RETROCEDES A LA CASILLA {landing.to}"],
        "death": ["HAS CAIDO EN LA MUERTE.", f"VUELVES A LA CASILLA {landing.to}"],
    }[special.kind]
    if special.lose:
        lines.append(f"PIERDES {special.lose} TURNOS")
    if special.again and landing.to < game.last:
        lines.append("VUELVES A TIRAR")
    return lines
