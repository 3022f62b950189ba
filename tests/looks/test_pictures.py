"""Pictures and films of boards: SVG that any reader accepts, asciicasts that end on the last board."""

import json
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from ludoteca.core import Cell
from ludoteca.core.words import Language, speaking
from ludoteca.games import GAMES
from ludoteca.looks import PALETTES, Skin, Spot, draw, scale_for
from ludoteca.looks.ansi import line, text
from ludoteca.looks.cast import replay_cast
from ludoteca.looks.colour import spelled
from ludoteca.looks.svg import board_svg, replay_svg

from support.looks import board_of, labels_of, played

SVG = "{http://www.w3.org/2000/svg}"
every_game = pytest.mark.parametrize("name", GAMES)


class Terminal:
    """The least of a terminal: characters, styles in 24-bit colour, the cursor's place, clearing."""

    def __init__(self, width: int, height: int) -> None:
        self.spots = [[Spot(" ")] * width for _row in range(height)]
        self.x = self.y = 0
        self.style: dict[str, Any] = {}

    def feed(self, data: str) -> None:
        for match in re.finditer(r"\x1b\[(\??[0-9;]*)([A-Za-z])|([^\x1b])", data):
            codes, final, char = match.groups()
            if char == "\n":
                self.x, self.y = 0, self.y + 1
            elif char:
                self.spots[self.y][self.x] = Spot(char, **self.style)
                self.x += 1
            elif final == "H":
                self.y, self.x = (int(code) - 1 for code in codes.split(";"))
            elif final == "m":
                self.dress([int(code) for code in codes.split(";")])
            else:
                assert (codes, final) in (("?25", "l"), ("2", "J"))

    def dress(self, codes: list[int]) -> None:
        while codes:
            match codes:
                case [38 | 48 as where, 2, red, green, blue, *codes]:
                    self.style["ink" if where == 38 else "ground"] = spelled(red, green, blue)
                case [0, *codes]:
                    self.style = {}
                case [code, *codes]:
                    self.style[{1: "bold", 2: "dim", 4: "underline", 7: "reverse"}[code]] = True


def test_a_line_of_text_carries_each_style_and_leaves_none_behind() -> None:
    spots = [Spot("a", "#010203"), Spot("b", "", "#ff00ff", bold=True, dim=True), Spot("c"),
             Spot("d", underline=True, reverse=True)]  # fmt: skip
    terminal = Terminal(5, 1)
    terminal.feed(line(spots) + "e")
    assert terminal.spots[0] == [*spots, Spot("e")]


@every_game
def test_ansi_text_is_the_picture_itself(name: str) -> None:
    session = played(name, 5)
    board, labels = board_of(session), labels_of(session)
    picture = draw(board, scale_for(board, 60, 22, labels=labels), Skin(), labels=labels)
    terminal = Terminal(len(picture[0]), len(picture))
    terminal.feed(text(picture))
    assert terminal.spots == picture


@every_game
@pytest.mark.parametrize("skin", [Skin(), Skin(colour=False, ascii=True)], ids=str)
def test_an_asciicast_ends_on_the_last_board(name: str, skin: Skin) -> None:
    session = played(name, 20)
    header, *events = map(json.loads, replay_cast(session, skin=skin, seconds=0.5).splitlines())
    assert (header["version"], header["width"], header["height"]) == (2, 80, 24)
    assert str(session.id) in header["title"]
    times = [time for time, _kind, _data in events]
    assert times == sorted(times)
    assert times[0] == 0
    assert times[-1] <= len(session.moves) * 0.5 + 1e-6
    terminal = Terminal(80, 24)
    for _time, kind, data in events:
        assert kind == "o"
        terminal.feed(data)
    board, labels = board_of(session), labels_of(session)
    drawn = draw(board, scale_for(board, 80, 22, labels=labels), skin, labels=labels)
    for row, shown in zip(drawn, terminal.spots, strict=False):
        assert shown[: len(row)] == row
        assert set(shown[len(row) :]) <= {Spot(" ")}
    said = "".join(spot.char for spot in terminal.spots[-1]).rstrip()
    assert said == f"{len(session.moves)}. {session.game.text(session.moves[-1])}"


def test_an_asciicast_of_a_board_too_large_is_cut_and_stays_on_its_screen() -> None:
    session = played("2048:12#1", 30)
    terminal = Terminal(40, 10)
    for event in replay_cast(session, width=40, height=10).splitlines()[1:]:
        terminal.feed(json.loads(event)[2])


@every_game
@pytest.mark.parametrize("palette", PALETTES)
def test_a_board_is_well_formed_svg_in_every_palette(name: str, palette: str) -> None:
    session = played(name, 20)
    board, labels = board_of(session), labels_of(session)
    for skin in (Skin(palette), Skin(palette, colour=False, names=False)):
        root = ET.fromstring(board_svg(board, labels=labels, skin=skin))
        assert root.tag == f"{SVG}svg"
        _left, _top, width, height = map(int, root.attrib["viewBox"].split())
        assert width >= 48 * len(board[0])
        assert height >= 48 * len(board)
    colours = re.findall("#[0-9a-f]{6}", board_svg(board, skin=Skin(colour=False)))
    assert all(len(set(re.findall("..", colour[1:]))) == 1 for colour in colours)


def test_svg_shows_every_piece() -> None:
    session = played("solitario:english", 0)
    root = ET.fromstring(board_svg(board_of(session)))
    assert len(root.findall(f".//{SVG}circle")) == 32 + 1 + 1  # pegs, the hole, the goal's ring
    shown = {
        element.text for element in ET.fromstring(board_svg(board_of(played("oca:8", 0)))).iter(f"{SVG}text")
    }
    assert {str(number) for number in range(1, 64)} | set("ABCDEFGH") <= shown


def test_svg_escapes_what_a_cell_says_and_survives_any_character() -> None:
    board = [[Cell("dragon", '<&">\x00\x1b', "a1")]]
    root = ET.fromstring(board_svg(board))
    assert '<&">' in {element.text for element in root.iter(f"{SVG}text")}


@every_game
def test_a_replay_is_well_formed_loops_and_animates_only_what_changes(name: str) -> None:
    session = played(name, 40)
    picture = replay_svg(session, seconds=0.25)
    assert "<script" not in picture
    root = ET.fromstring(picture)
    assert str(session.id) in (root.findtext(f"{SVG}title") or "")
    boards = [session.game.board(state) for state in session.states]
    kept = {element.attrib["id"] for element in root.iter(f"{SVG}g") if "id" in element.attrib}
    changed = 0
    for use in root.iter(f"{SVG}use"):
        row, col = int(use.attrib["y"]) // 48, int(use.attrib["x"]) // 48
        assert use.attrib["href"][1:] in kept
        films = use.findall(f"{SVG}animate")
        if len({board[row][col] for board in boards}) > 1:
            changed += len(films)
        for film in films:
            values, times = (film.attrib[key].split(";") for key in ("values", "keyTimes"))
            assert len(values) == len(times) >= 2
            assert [float(time) for time in times] == sorted({float(time) for time in times})
            assert (times[0], film.attrib["repeatCount"]) == ("0", "indefinite")
            assert {value[1:] for value in values} <= kept
            assert float(film.attrib["dur"][:-1]) == pytest.approx(0.25 * (len(session.moves) + 3))
    moved = {(r, c) for r, row in enumerate(boards[0]) for c in range(len(row))
             if len({board[r][c] for board in boards}) > 1}  # fmt: skip
    assert changed >= len(moved)


def test_the_last_look_of_a_replay_is_the_board_at_its_end() -> None:
    session = played("2048:4#5", 60)
    root = ET.fromstring(replay_svg(session))
    kept = {
        group.attrib["id"]: "".join(group.itertext())
        for group in root.iter(f"{SVG}g")
        if "id" in group.attrib
    }
    for use in root.iter(f"{SVG}use"):
        cell = board_of(session)[int(use.attrib["y"]) // 48][int(use.attrib["x"]) // 48]
        film = use.find(f"{SVG}animate")
        last = film.attrib["values"].split(";")[-1] if film is not None else use.attrib["href"]
        assert kept[last[1:]] == (cell.text if cell.role == "tile" else "")


def test_a_replay_of_no_move_is_a_still_picture() -> None:
    assert "<animate" not in replay_svg(played("fuga:7", 0))


def test_names_of_squares_are_in_the_language_spoken() -> None:
    board = board_of(played("oca:2", 0))
    with speaking(Language(lambda sentence: {"goose": "oca", "finish": "meta"}.get(sentence, sentence))):
        root = ET.fromstring(board_svg(board))
    shown = {element.text for element in root.iter(f"{SVG}text")}
    assert {"oca", "meta"} <= shown
    assert "goose" not in shown
