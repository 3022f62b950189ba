"""Shapes of pieces: in the middle of their cells at every scale, and apart from those of their neighbours."""

from itertools import product

import pytest

from ludoteca.core import Cell
from ludoteca.games import begin
from ludoteca.looks import PALETTES, Scale, Skin, Spot, draw, scale_for
from ludoteca.looks.shapes import SHAPES, Glyphs, blocks, pixels

from support.looks import board_of

SCALES = [Scale(width, height) for width, height in product(range(3, 25), range(2, 13)) if width > height]
PIECES = ("attacker", "guard", "king", "peg", "hole")
SKINS = [
    *map(Skin, PALETTES),
    Skin(colour=False),
    Skin(ascii=True),
    Skin(ascii=True, colour=False),
    Skin(sixteen=True),
    Skin(colour=False, sixteen=True),
]
GLYPHS = "●■♚○·."
UPPER, LOWER = (0, 4), (4, 8)  # eighths of a character
ROWS = {"▀": UPPER, "▄": LOWER, "▂": (6, 8), "▆": (2, 8), "▘": UPPER, "▝": UPPER, "▖": LOWER, "▗": LOWER}
COLS = {"▌": UPPER, "▐": LOWER, "▘": UPPER, "▝": LOWER, "▖": UPPER, "▗": LOWER}


def inked(spot: Spot, ground: str) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The rows and the columns of a character, in eighths, that are not ground."""
    if spot.char == " ":
        return ((0, 8), (0, 8)) if spot.ground != ground else None
    rows, cols = ROWS.get(spot.char, (0, 8)), COLS.get(spot.char, (0, 8))
    if spot.reverse:  # the lower block is the ground's
        rows = (0, rows[0])
    return rows, cols


def box(picture: list[list[Spot]]) -> tuple[int, int, int, int]:
    """Top, bottom, left and right of what is drawn in a cell, in eighths of a character."""
    ground = picture[0][0].ground
    found = [
        (8 * y + rows[0], 8 * y + rows[1], 8 * x + cols[0], 8 * x + cols[1])
        for y, line in enumerate(picture)
        for x, spot in enumerate(line)
        if (each := inked(spot, ground))
        for rows, cols in [each]
    ]
    tops, bottoms, lefts, rights = zip(*found, strict=True)
    return min(tops), max(bottoms), min(lefts), max(rights)


@pytest.mark.parametrize("skin", SKINS, ids=str)
@pytest.mark.parametrize("role", PIECES)
def test_a_piece_is_in_the_middle_of_its_cell(skin: Skin, role: str) -> None:
    for scale in SCALES:
        picture = draw([[Cell(role, "", "a1")]], scale, skin)
        top, bottom, left, right = box(picture)
        if any(spot.char in GLYPHS for line in picture for spot in line):
            # one character, which is in the middle of odd sizes only
            assert abs(left + right - 8 * scale.width) == 8 * (scale.width % 2 == 0), scale
            assert abs(top + bottom - 8 * scale.height) == 8 * (scale.height % 2 == 0), scale
            continue
        assert left + right == 8 * scale.width, scale
        if skin.ascii:  # whole lines
            assert abs(top + bottom - 8 * scale.height) <= 8 * (scale.height == 2), scale
        elif role == "king":  # points above, a band below: half a row off at most
            assert abs(top + bottom - 8 * scale.height) <= 8, scale
        else:
            assert top + bottom == 8 * scale.height, scale


@pytest.mark.parametrize("gameid", ["fuga:7", "fuga:19", "solitario:english"])
def test_a_piece_of_one_character_has_a_cell_with_a_middle_wherever_it_fits(gameid: str) -> None:
    board = board_of(begin(gameid))
    for width, height in product(range(20, 200), range(8, 60)):
        scale = scale_for(board, width, height)
        if scale.height == 1:
            assert scale.width == (3 if 3 * len(board[0]) <= width else 2)


@pytest.mark.parametrize("glyphs", Glyphs)
@pytest.mark.parametrize("shape", sorted(SHAPES.keys() - {"", "crown", "glint"}))
def test_what_mirrors_is_drawn_as_a_mirror(shape: str, glyphs: Glyphs) -> None:
    for width, height in product(range(3, 25), range(2, 13)):
        art = pixels(shape, width, height, glyphs)
        assert art == art[::-1]
        assert art == tuple(row[::-1] for row in art)


@pytest.mark.parametrize("skin", SKINS, ids=str)
@pytest.mark.parametrize("role", ["attacker", "guard", "king", "peg"])
def test_pieces_on_neighbouring_cells_never_grow_together(skin: Skin, role: str) -> None:
    for width, height in product(range(5, 25), range(3, 13)):
        if width >= 2 * height:
            top, bottom, left, right = box(draw([[Cell(role, "", "a1")]], Scale(width, height), skin))
            assert top > 0
            assert bottom < 8 * height
            assert left > 0
            assert right < 8 * width


@pytest.mark.parametrize("glyphs", Glyphs)
def test_every_character_is_drawn_as_itself(glyphs: Glyphs) -> None:
    for char in glyphs.value:
        rows, cols = ROWS.get(char, (0, 8)), COLS.get(char, (0, 8))
        if char in "▚▞▛▜▙▟ ":
            continue
        art = tuple(
            tuple(int(rows[0] <= 2 * row < rows[1] and cols[0] <= 4 * col < cols[1]) for col in (0, 1))
            for row in range(4)
        )
        expected = (" ", 1, 1, False) if char == "█" else (char, 1, 0, False)
        assert blocks(art, glyphs) == [[expected]]
