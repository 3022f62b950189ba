"""The dialogue of El juego de la oca, line for line as its document captures it."""

from ludoteca.console.talk import Talk
from ludoteca.core import Dice
from ludoteca.core.game import is_number
from ludoteca.games.oca import Landing, Oca


def run(talk: Talk, game: Oca, dice: Dice, *, debug: bool = False) -> None:
    """Play a race to its end; in debug mode the numbers are typed instead of rolled."""
    state = game.start(dice)
    talk.say(f"**** EMPIEZA EL JUGADOR: {state.turn + 1}****")
    while not game.outcome(state):
        square = state.squares[state.turn]
        talk.say(f"CASILLA ACTUAL: {square}")
        number = _typed(talk) if debug else int(dice.pick(game.odds(state)))
        talk.say(f"VALOR DEL DADO: {number}")
        talk.say(*_told(game, game.land(square, number)))
        turn, state = state.turn, game.play(state, number)
        if game.outcome(state):
            talk.say("", f"----- GANA EL JUGADOR {turn + 1}-----")
        elif state.turn != turn:
            talk.say("", f"TURNO PARA EL JUGADOR {state.turn + 1}")


def _typed(talk: Talk) -> int:
    """The document's `tirarDadoManual`: any whole number."""
    while True:
        answer = talk.ask("INTRODUCE EL VALOR DEL DADO: ")
        if is_number(answer.removeprefix("-"), digits=100):
            return int(answer)
        talk.say("ESO NO ES UN NUMERO ENTERO: ESCRIBE, POR EJEMPLO, 4")


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
