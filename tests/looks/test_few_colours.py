"""Boards where a terminal has few colours: what a game tells apart stays apart once Rich has rounded it."""

from itertools import combinations, pairwise, product

import pytest
from rich.color import EIGHT_BIT_PALETTE, Color, ColorSystem

from ludoteca.core import Cell
from ludoteca.games import GAMES
from ludoteca.looks import PALETTES, UNLABELLED, Scale, Skin, draw, scale_for
from ludoteca.looks.colour import contrast, readable, seen
from ludoteca.looks.colour import distance as apart
from ludoteca.looks.palette import ANSI, MARKED, SIXTEEN, Palette, groups

from support.looks import board_of, labels_of, played

# The same sixteen as xterm shows them: shades differ from terminal to terminal.
XTERM = (
    "#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
    "#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
)  # fmt: skip
SQUARES = ("square", "goose", "bridge", "inn", "well", "maze", "prison", "dice", "death", "finish")
PLACES = ("field0", "field1", "castle", "throne")
EIGHT_BIT = {"colour": 8.0, "player": 9.0, "mark": 8.0, "side": 17.0}  # as colour-blind eyes see it, too
SIZES = ((12, 5), (24, 12), (56, 20), (90, 36))

every_palette = pytest.mark.parametrize("name", PALETTES)


def number(colour: str, system: ColorSystem) -> int:
    found = Color.parse(colour).downgrade(system).number
    assert found is not None
    return found


def in_xterm(colour: str) -> str:
    return XTERM[ANSI.index(colour)]


def eight_bit(palette: Palette) -> Palette:
    """A palette as a terminal of 256 colours shows it."""
    colours = {key: EIGHT_BIT_PALETTE[number(c, ColorSystem.EIGHT_BIT)] for key, c in palette.items()}
    return {key: "#{:02x}{:02x}{:02x}".format(*colour) for key, colour in colours.items()}


def test_the_sixteen_have_a_colour_for_every_word() -> None:
    assert SIXTEEN.keys() == PALETTES["normal"].keys()


def test_the_sixteen_are_never_rounded() -> None:
    assert [number(colour, ColorSystem.STANDARD) for colour in ANSI] == list(range(16))
    assert set(SIXTEEN.values()) <= set(ANSI)


def test_with_sixteen_colours_what_a_game_tells_apart_differs() -> None:
    for group, colours in groups(SIXTEEN).items():
        if group != "tile":
            assert len(set(colours)) == len(colours), group
    tiles = groups(SIXTEEN)["tile"]
    assert all(one != other for one, other in pairwise(tiles))
    assert len(set(tiles[:13])) == 13
    assert SIXTEEN["empty"] not in tiles
    for words in (PLACES, ("wood", "peg", "hole", "goal"), SQUARES):
        assert len({SIXTEEN[word] for word in words}) == len(words), words
    for piece, place in (*product(("attacker", "guard"), PLACES[:2]), *product(("king",), PLACES)):
        assert contrast(SIXTEEN[piece], SIXTEEN[place]) >= 3, (piece, place)
        assert contrast(in_xterm(SIXTEEN[piece]), in_xterm(SIXTEEN[place])) >= 2.9, (piece, place)


def test_the_first_six_of_sixteen_stay_far_apart_on_the_console_of_linux_too() -> None:
    six = groups(SIXTEEN)["colour"][:6]
    for show in (str, in_xterm):
        assert min(apart(show(one), show(other)) for one, other in combinations(six, 2)) >= 25
    grounds = [ANSI.index(colour) % 8 for colour in six]  # it has eight grounds
    assert len(set(grounds)) == 6
    assert all(
        ANSI.index(one) % 8 != ANSI.index(other) % 8 for one, other in pairwise(groups(SIXTEEN)["tile"])
    )
    assert len({ANSI.index(SIXTEEN[word]) % 8 for word in PLACES}) == 4


def test_words_can_be_read_on_all_of_the_sixteen_that_are_used() -> None:
    grounds = {SIXTEEN[key] for key in SIXTEEN if key.startswith(("colour", "tile", "player"))}
    grounds |= {SIXTEEN[key] for key in (*SQUARES, *MARKED)}
    for ground in grounds:
        assert contrast(readable(ground), ground) >= 4.5
        # What is black or white stays so where the ground has another shade; 3 is for large and bold letters.
        assert contrast(readable(ground), in_xterm(ground)) >= 3.9
    assert contrast(SIXTEEN["wall"], SIXTEEN["square"]) >= 3
    assert contrast(SIXTEEN["peg"], SIXTEEN["wood"]) >= 3
    assert contrast(SIXTEEN["peg"], SIXTEEN["hole"]) >= 4.5
    assert contrast(SIXTEEN["hole"], SIXTEEN["wood"]) >= 2.5


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("palette", ["normal", "protan"])
def test_a_board_in_sixteen_colours_has_no_other(name: str, palette: str) -> None:
    session = played(f"{name}:2" if name == "oca" else name, 9)
    board, labels = board_of(session), labels_of(session)
    named = [cell.name for row in board for cell in row if cell.name]
    marks = {each: frozenset({MARKED[n % 5]}) for n, each in enumerate(named) if n % 3}
    for size, labelled in product(SIZES, (labels, UNLABELLED)):
        skin = Skin(palette, sixteen=True)
        picture = draw(board, scale_for(board, *size, labels=labelled), skin, labels=labelled, marks=marks)
        spots = [spot for row in picture for spot in row]
        assert {spot.ink for spot in spots} | {spot.ground for spot in spots} <= {"", *ANSI}
        assert all(spot.ink != spot.ground or spot.char in " █" for spot in spots if spot.ink)


@pytest.mark.parametrize("scale", [Scale(2, 1), Scale(3, 1), Scale(5, 2), Scale(7, 3), Scale(9, 4)])
def test_with_sixteen_colours_every_flooded_colour_says_its_number_in_a_region_too(scale: Scale) -> None:
    for text, marks in product("123456789a", (set(), {"region0"}, {"region0", "corner"})):
        cell = Cell(f"colour{int(text, 16)}", text, "a1", frozenset(marks))
        for skin in (Skin(sixteen=True), Skin("deutan"), Skin(ascii=True), Skin(colour=False)):
            shown = "".join(spot.char for row in draw([[cell]], scale, skin) for spot in row)
            assert text in shown, (text, marks, skin)


@every_palette
@pytest.mark.parametrize("group", EIGHT_BIT)
def test_with_256_colours_what_a_game_tells_apart_stays_apart(name: str, group: str) -> None:
    colours = [seen(colour, name) for colour in groups(eight_bit(PALETTES[name]))[group]]
    assert min(apart(*pair) for pair in combinations(colours, 2)) >= EIGHT_BIT[group]


@every_palette
def test_with_256_colours_neighbouring_tiles_fields_and_squares_stay_apart(name: str) -> None:
    palette = eight_bit(PALETTES[name])
    tiles = [seen(colour, name) for colour in groups(palette)["tile"]]
    assert min(apart(*pair) for pair in pairwise(tiles)) >= 4
    for words, least in ((PLACES, 3.5), (SQUARES, 7.0), (("wood", "peg", "hole"), 15.0)):
        assert min(apart(palette[a], palette[b]) for a, b in combinations(words, 2)) >= least, words
    for piece, place in product(("attacker", "guard"), PLACES[:2]):
        assert contrast(palette[piece], palette[place]) >= 3
