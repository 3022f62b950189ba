"""The traceability page: every name of the documents has its place here and a test that shows it."""

import ast
import re
from importlib import import_module
from typing import NamedTuple

import pytest

from ludoteca.testing import LAWS

from support.paths import ROOT, TESTS

PAGE = ROOT / "docs" / "traceability.md"
HEAD = "| In the document | Here | Shown by |"

# Copied by hand from the documents: the words that each one names, which the page must quote …
WORDS = {
    "000": """
        Celda NULA VACIA FICHA MAXDIM Tablero filas columnas celdas num_filas num_columnas correcta leer
        escribir Direccion ARRIBA ABAJO IZQUIERDA DERECHA INDETERMINADA to_string Movimiento fila columna
        dir_activa fijar_dir_activa insertar_dir num_dirs direccion fil col activa cont direcciones NUMDIR
        dirs Juego Estado JUGANDO GANADOR BLOQUEO Juego() cargar posicion_valida posibles_movimientos estado
        jugar mostrar tablero f_meta c_meta estado_int ejecuta_movimiento nuevo_estado hay_ganador
        hay_movimientos leer_movimiento S N main.cpp colores.h
    """,
    "001": """
        R G N T X E O S save filename quit undo .txt '0' 'G' 'N' 'R' fugaFront.c fugaBack.c fugaBack.h
        makefile trono castillos
    """,
    "002": """
        ANCHO ALTO Color rojo amarillo Posicion x y Visitados posVis pend fin tab genera dibuja estaVisitado
        añadeVecinos expande finalPartida leeColor Main old new procesadas pendientes
    """,
    "003": """
        Desplazar Fusionar size numInitial seed Score Highest move reset help exit highest score Direction UP
        DOWN LEFT RIGHT Position MoveResults Cell isEmpty doMerge Board board boardSize setCell executeMove
        toString cellSize space vDelimiter hDelimiter Game initCells myRandom java.util.Random Game.move
        Game.reset Controller game in Scanner run Game2048 tp.pr1 main MyStringUtils.repeat
        MyStringUtils.centre ArrayAsList ArrayAsList.shuffle ArrayAsList.choice swap
    """,
    "004": """
        Oca Puente Dados Posada Prisión Pozo Laberinto Muerte NUM_CASILLAS CASILLA_PUENTE_1 CASILLA_PUENTE_2
        CASILLA_DADOS_1 CASILLA_DADOS_2 TURNOS_POSADA esOca esPuente esDados esLaberinto esMuerte esPosada
        esPrision esPozo esMeta siguienteOca siguientePuente siguienteDado siguienteLaberinto siguienteMuerte
        tirarDado quienEmpieza efectoPosicion casillaActual efectoTiradas numeroDeTiradas srand rand
        time(NULL) MODO_DEBUG tirarDadoManual
    """,
}
# … and its sizes, signatures, menus and messages.
PHRASES = {
    "000": ["Tablero(filas, cols, inicial)", "Movimiento(f, c)", "Juego(int movimientos)", "celda meta"],
    "001": [
        *("7x7", "19x19", "9x9", "11x11", "13x13", "30 characters", "(FO,CO) (FD,CD)", "save filename"),
        *("1. `Juego nuevo`", "2. `Recuperar un juego grabado`", "3. `Leer juego de archivo de texto`"),
        *("4. `Terminar`", "ganó el jugador de las fichas enemigas"),
        *("ganó el jugador de las fichas de la defensa", "partida inconclusa"),
    ],
    "002": ["15x15", "6 colours", "limit of 30", "worked example"],
    "003": [
        *("Nuevo valor", "90 %", "10 %", "Command > ", "move <direction>", "Well done!", "Game over"),
        "Move <direction>: execute a move in one of the four directions, up, down, left, right",
        *("Reset: start a new game", "Help: print this help message", "Exit: terminate the program"),
        *("Unknown command", "Unknown direction for move command", "first session", "second session"),
        "Move must be followed by a direction: up, down, left or right",
    ],
    "004": [
        *("**** EMPIEZA EL JUGADOR: 1****", "CASILLA ACTUAL: 1", "INTRODUCE EL VALOR DEL DADO: 4"),
        *("VALOR DEL DADO: 4", "PASAS A LA CASILLA 5", "SALTAS A LA SIGUIENTE OCA EN LA CASILLA: 9"),
        *("DE PUENTE A PUENTE Y TIRO PORQUE ME LLEVA LA CORRIENTE", "SALTAS AL PUENTE DE LA CASILLA 6"),
        *("DE DADO A DADO Y TIRO PORQUE ME HA TOCADO", "SALTAS AL SIGUIENTE DADO EN LA CASILLA: 53"),
        *("VUELVES A TIRAR", "HAS CAIDO EN LA POSADA.", "PIERDES 1 TURNOS", "TURNO PARA EL JUGADOR 2"),
        *("----- GANA EL JUGADOR 2-----", "first capture", "second capture", "two players"),
    ],
}


class Row(NamedTuple):
    """A row of the page: the document it belongs to, its line, its cells."""

    document: str
    line: int
    cells: list[str]


def rows() -> list[Row]:
    found, document = [], ""
    for number, line in enumerate(PAGE.read_text("utf-8").splitlines(), 1):
        if line.startswith("## "):
            document = line.split()[1]
        elif line.startswith("|") and line != HEAD and line.strip("|-"):
            found.append(Row(document, number, [cell.strip() for cell in line.strip("|").split("|")]))
    return found


ROWS = rows()
every_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.document}-line-{row.line}")


def quoted(text: str) -> list[str]:
    return re.findall("`([^`]+)`", text)


def marked(text: str) -> str:
    """What stands in code or in italics."""
    return " ".join(code or word for code, word in re.findall(r"`([^`]+)`|\*([^*]+)\*", text))


def paths(text: str) -> list[str]:
    return [name for name in quoted(text) if re.fullmatch(r"ludoteca(\.\w+)+", name)]


def resolve(path: str) -> None:
    """Import the longest part of a dotted path that is a module, then follow the attributes."""
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            if not hasattr(found, part) and part in getattr(found, "__annotations__", {}):
                return  # a field without a default
            found = getattr(found, part)
        return


def test_each_document_has_its_section() -> None:
    assert list(dict.fromkeys(row.document for row in ROWS)) == list(WORDS)


@every_row
def test_a_row_says_where_a_thing_lives_and_what_shows_it(row: Row) -> None:
    assert len(row.cells) == 3
    _thing, here, shown = row.cells
    assert paths(here), "no dotted path"
    assert quoted(shown), "no test"


@every_row
def test_the_code_named_there_exists(row: Row) -> None:
    for path in paths(row.cells[1]):
        resolve(path)


@every_row
def test_what_is_said_to_show_it_exists(row: Row) -> None:
    for shown in quoted(row.cells[2]):
        where, _bracket, law = shown.removesuffix("]").partition("[")
        assert not law or law in {each.__name__ for each in LAWS}, shown
        file, *names = where.split("::")
        assert (TESTS / file).is_file(), shown
        assert names if file.endswith(".py") else file.startswith(("transcripts/", "perft/")), shown
        if names:
            body = ast.parse((TESTS / file).read_text("utf-8")).body
            for name in names:
                nodes = [node for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
                assert name in [node.name for node in nodes], shown
                body = next(node.body for node in nodes if node.name == name)


@pytest.mark.parametrize(
    ("document", "word"), [(document, word) for document, words in WORDS.items() for word in words.split()]
)
def test_every_word_of_a_document_is_quoted(document: str, word: str) -> None:
    whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    assert any(whole.search(marked(row.cells[0])) for row in ROWS if row.document == document)


@pytest.mark.parametrize(
    ("document", "phrase"), [(document, phrase) for document, them in PHRASES.items() for phrase in them]
)
def test_every_message_and_form_of_a_document_is_there(document: str, phrase: str) -> None:
    assert any(phrase in row.cells[0] for row in ROWS if row.document == document)
