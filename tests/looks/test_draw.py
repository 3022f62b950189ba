"""How boards look: every game, every size and skin; what must be told apart can be."""

import unicodedata
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.core import Cell, Labels
from ludoteca.core.words import Language, speaking
from ludoteca.games import GAMES, begin
from ludoteca.looks import (
    PALETTES,
    UNLABELLED,
    Scale,
    Skin,
    Spot,
    cell_at,
    draw,
    place_of,
    scale_for,
    size_of,
)
from ludoteca.looks.roles import look_of
from ludoteca.looks.track import is_track, names_of, walls

from support.looks import board_of, labels_of, played

BOARDS = (
    "solitario:english", "solitario:sample", "solitario:1x3#1", "fuga:7", "fuga:19", "drench",
    "drench:1x1,2#0", "drench:40x40,10#1", "drench:6x6,5,players=2#3", "2048:2#1", "2048:4#1", "2048:12#1",
    "oca:2", "oca:8#2",
)  # fmt: skip
SKINS = [Skin(*each) for each in product(PALETTES, (False, True), (False, True), (False, True))]
FEW_SKINS = (Skin(), Skin(colour=False), Skin(ascii=True), Skin("contrast", True, False, False))
NARROW = [Skin(ascii=plain, colour=ink, sixteen=few) for plain, ink, few in product((False, True), repeat=3)]
SIZES = ((56, 20), (80, 34), (150, 55), (5, 3))
MARKS = ("cursor", "chosen", "target", "last", "hint")


def text(picture: list[list[Spot]]) -> list[str]:
    return ["".join(spot.char for spot in row) for row in picture]


@pytest.mark.parametrize("gameid", BOARDS)
def test_a_picture_has_its_size_and_single_characters_in_every_skin(gameid: str) -> None:
    session = played(gameid, 12)
    board = board_of(session)
    named = [cell.name for row in board for cell in row if cell.name]
    marks = {name: frozenset({mark}) for name, mark in zip(named, MARKS, strict=False)}
    for size, skin in product(SIZES, FEW_SKINS):
        labels = labels_of(session) if skin.names else UNLABELLED
        scale = scale_for(board, *size, labels=labels)
        picture = draw(board, scale, skin, labels=labels, marks=marks)
        width, height = size_of(board, scale)
        assert len(picture) == height
        assert {len(row) for row in picture} == {width}
        for spot in (spot for row in picture for spot in row):
            assert len(spot.char) == 1
            assert spot.char.isprintable()
            assert unicodedata.east_asian_width(spot.char) not in "WF"
            assert not unicodedata.combining(spot.char)
            assert spot.char.isascii() or not skin.ascii
            assert (spot.ink, spot.ground) == ("", "") or skin.colour
            assert all(colour == "" or len(colour) == 7 for colour in (spot.ink, spot.ground))


@pytest.mark.parametrize("skin", SKINS, ids=str)
def test_every_skin_draws_every_game(skin: Skin) -> None:
    for name in GAMES:
        session = played(name, 3)
        board, labels = board_of(session), labels_of(session)
        assert draw(board, scale_for(board, 56, 20, labels=labels), skin, labels=labels)


@pytest.mark.parametrize("gameid", ["solitario:english", "fuga:9", "fuga:13", "drench", "2048:4", "oca:2"])
@pytest.mark.parametrize("size", [(36, 15), (56, 20), (150, 55)])
def test_the_usual_boards_fit_a_small_and_a_large_terminal(gameid: str, size: tuple[int, int]) -> None:
    board, labels = board_of(begin(gameid)), labels_of(begin(gameid))
    scale = scale_for(board, *size, labels=labels)
    width, height = size_of(board, scale)
    assert width <= size[0]
    assert height <= size[1]
    assert 1.5 <= scale.width / scale.height <= 5


@given(rows=st.integers(1, 30), cols=st.integers(1, 30), width=st.integers(0, 200), height=st.integers(0, 60))
def test_no_larger_scale_fits(rows: int, cols: int, width: int, height: int) -> None:
    board = [[Cell("field", ".", f"{chr(97 + r)}{c + 1}") for c in range(cols)] for r in range(rows)]
    labels = Labels([chr(97 + r) for r in range(rows)], [str(c + 1) for c in range(cols)])
    scale = scale_for(board, width, height, labels=labels)
    larger = scale._replace(height=scale.height + 1, width=2 * (scale.height + 1))
    wide, high = size_of(board, larger)
    assert wide > width or high > height or scale.height >= 12
    wide, high = size_of(board, scale)
    assert (wide <= width and high <= height) or scale.height == 1


@pytest.mark.parametrize("gameid", ["solitario:english", "drench:3x5,3#1", "oca:2"])
def test_a_click_finds_the_cell_that_is_drawn_there(gameid: str) -> None:
    board = board_of(begin(gameid))
    scale = scale_for(board, 60, 30, labels=labels_of(begin(gameid)))
    width, height = size_of(board, scale)
    hits: dict[tuple[int, int], int] = {}
    for x, y in product(range(-2, width + 2), range(-2, height + 2)):
        place = cell_at(board, scale, x, y)
        if place:
            hits[place] = hits.get(place, 0) + 1
            left, top = place_of(board, scale, *place)
            assert 0 <= x - left < scale.width
            assert 0 <= y - top < scale.height
    assert hits.keys() == set(product(range(len(board)), range(len(board[0]))))
    assert set(hits.values()) == {scale.width * scale.height}


def block(cell: Cell, scale: Scale, skin: Skin, **options: Any) -> tuple[Any, ...]:
    return tuple(map(tuple, draw([[cell]], scale, skin, **options)))


FAMILIES = {
    "drenched colours": [Cell(f"colour{n}", "123456789a"[n - 1], "a1") for n in range(1, 11)],
    "pegs": [Cell(role, text, "a1", frozenset(marks)) for role, text, marks in (
        ("peg", "o", ()), ("hole", ".", ()), ("peg", "@", ["goal"]), ("hole", "+", ["goal"]),
        ("void", " ", ()))],
    "tafl": [Cell(role, text, "a1") for role, text in (
        ("attacker", "N"), ("guard", "G"), ("king", "R"), ("field", "."), ("castle", "X"), ("throne", "T"))],
    "tiles": [Cell("tile", str(2**n), "a1") for n in range(1, 18)] + [Cell("empty", ".", "a1")],
    "tokens": [Cell("square", "ABCDEFGH"[n], "7", frozenset({f"player{n}"})) for n in range(8)],
    "squares": [Cell(kind, "7", "7") for kind in (
        "square", "goose", "bridge", "inn", "well", "maze", "prison", "dice", "death", "finish")],
}  # fmt: skip


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("ascii_only", [False, True])
def test_without_any_colour_everything_looks_different(family: str, ascii_only: bool) -> None:
    wide = family in ("tiles", "tokens", "squares")
    for scale in (Scale(7 if wide else 2, 1), Scale(8, 2), Scale(9, 4), Scale(13, 6)):
        looks = {
            tuple(
                "".join(spot.char for spot in row)
                for row in block(cell, scale, Skin("normal", ascii_only, False))
            )
            for cell in FAMILIES[family]
        }
        assert len(looks) == len(FAMILIES[family]), scale


@pytest.mark.parametrize(
    ("family", "skin"),
    [
        ("tafl", Skin(sixteen=True)),
        ("drenched colours", Skin(sixteen=True)),
        ("tafl", Skin(colour=False)),
        ("pegs", Skin(colour=False)),
    ],
    ids=str,
)
def test_with_few_colours_shapes_alone_tell_things_apart_too(family: str, skin: Skin) -> None:
    cells = [cell for cell in FAMILIES[family] if cell.role not in ("void", "field")]
    for scale in (Scale(3, 1), Scale(4, 2), Scale(5, 2), Scale(6, 3), Scale(7, 3), Scale(9, 4), Scale(13, 6)):
        shapes = {tuple(text(draw([[cell]], scale, skin))) for cell in cells}
        assert len(shapes) == len(cells), scale


@pytest.mark.parametrize(
    "gameid", ["solitario", "fuga:7", "drench:6x6,4#77", "drench:5x5,4,players=2#3", "2048#1", "oca:2"]
)
def test_no_cell_is_too_small_for_any_skin(gameid: str) -> None:
    board = board_of(begin(gameid))
    for skin, width, height in product(NARROW, (1, 2, 3, 5), (1, 2, 3)):
        drawn = draw(board, Scale(width, height), skin)
        assert {len(line) for line in drawn} == {size_of(board, Scale(width, height))[0]}


@pytest.mark.parametrize("palette", [name for name in PALETTES if name != "normal"])
def test_palettes_for_other_eyes_write_the_number_of_a_colour_on_it(palette: str) -> None:
    for cell in FAMILIES["drenched colours"]:
        assert cell.text in "".join(text(draw([[cell]], Scale(3, 1), Skin(palette))))


@pytest.mark.parametrize("skin", FEW_SKINS, ids=str)
@pytest.mark.parametrize("scale", [Scale(2, 1), Scale(5, 1), Scale(5, 2), Scale(8, 4)])
@pytest.mark.parametrize("cell", [FAMILIES["pegs"][0], FAMILIES["tafl"][3], FAMILIES["drenched colours"][3]])
def test_each_mark_shows_and_by_shape_too(cell: Cell, scale: Scale, skin: Skin) -> None:
    for looks in (
        {block(cell, scale, skin, marks={"a1": frozenset({mark})}) for mark in MARKS},
        {tuple(text(draw([[cell]], scale, skin, marks={"a1": frozenset({mark})}))) for mark in MARKS},
    ):
        assert len(looks) == len(MARKS)


def test_a_region_is_seen_with_and_without_colour() -> None:
    outside, inside = Cell("colour3", "3", "a1"), Cell("colour3", "3", "a1", frozenset({"region0"}))
    other = inside._replace(marks=frozenset({"region1"}))
    for scale, skin in product((Scale(2, 1), Scale(3, 1), Scale(5, 2), Scale(6, 3)), FEW_SKINS):
        assert block(inside, scale, skin) != block(outside, scale, skin)
        corner = inside._replace(marks=frozenset({"region0", "corner"}))
        assert block(corner, scale, skin) not in (block(inside, scale, skin), block(outside, scale, skin))
        rival = other._replace(marks=frozenset({"region1", "corner"}))
        assert block(corner, scale, skin) != block(rival, scale, skin)


def test_a_track_is_one_corridor_between_walls() -> None:
    board = board_of(begin("oca:2"))
    names = names_of(board)
    assert is_track(names)
    assert not is_track(names_of(board_of(begin("fuga:7"))))
    assert not is_track(names_of([[Cell("field", ".", "1"), Cell("field", ".", "3")]]))
    scale = scale_for(board, 56, 20)
    picture = text(draw(board, scale, Skin(colour=False)))
    where = {cell.name: (r, c) for r, row in enumerate(board) for c, cell in enumerate(row)}
    stones = walls(names, scale)

    def between(one: str, other: str) -> tuple[int, int]:
        (x1, y1), (x2, y2) = (place_of(board, scale, *where[name]) for name in (one, other))
        sideways = y1 == y2
        return (max(x1, x2) - 1, y1) if sideways else (x1 + 1, max(y1, y2) - 1)

    for number in range(1, 63):
        x, y = between(str(number), str(number + 1))
        assert (x, y) not in stones
        assert picture[y][x] == " "
    for one, other in (("1", "28"), ("14", "39"), ("22", "44"), ("54", "63"), ("23", "44")):
        if abs(where[one][0] - where[other][0]) + abs(where[one][1] - where[other][1]) == 1:
            x, y = between(one, other)
            assert picture[y][x] in "│─", (one, other)


def test_every_square_of_the_track_shows_its_number_and_every_player_a_letter() -> None:
    session = begin("oca:8")
    board = board_of(session)
    for size in ((36, 15), (56, 20), (150, 55)):
        scale = scale_for(board, *size)
        picture = text(draw(board, scale, Skin()))
        for r, row in enumerate(board):
            for c, cell in enumerate(row):
                x, y = place_of(board, scale, r, c)
                shown = "\n".join(line[x : x + scale.width] for line in picture[y : y + scale.height])
                if cell.name and not (cell.marks and scale.height == 1):
                    assert cell.name in shown
    assert all(
        letter in shown for letter in "ABCDEFGH" for shown in [text(draw(board, Scale(9, 5, 1), Skin()))[-2]]
    )


def test_a_tile_shows_its_number_whatever_the_room() -> None:
    for width, shown in ((5, "128k"), (8, "131072"), (12, "131072")):
        assert shown in "".join(text(draw([[Cell("tile", "131072", "a1")]], Scale(width, 2), Skin())))


def test_a_role_of_a_sixth_game_shows_what_its_cell_says() -> None:
    cell = Cell("dragon", "D", "a1")
    assert look_of("dragon").kind == "text"
    for skin in FEW_SKINS:
        assert "D" in "".join(text(draw([[cell, Cell("cave", "c", "a2")]], Scale(5, 2), skin)))


def test_a_square_says_its_name_in_the_language_spoken_now() -> None:
    cells = [[Cell("goose", "1", "1"), Cell("square", "2", "2")]]
    assert "goose" in "".join(text(draw(cells, Scale(9, 3, 1), Skin())))
    with speaking(Language(lambda sentence: {"goose": "oca"}.get(sentence, sentence))):
        shown = "".join(text(draw(cells, Scale(9, 3, 1), Skin())))
    assert "oca" in shown
    assert "goose" not in shown


@pytest.mark.parametrize("gameid", ["oca:4#1", "fuga:7", "2048:4#1", "solitario:english", "drench:6x6,5#3"])
@pytest.mark.parametrize("size", SIZES)
def test_the_mark_of_the_last_move_hides_nothing(gameid: str, size: tuple[int, int]) -> None:
    session = played(gameid, 8)
    board = session.game.board(session.state)
    scale = scale_for(board, *size)
    last = {cell.name: frozenset({"last"}) for row in board for cell in row}
    plain, marked = (draw(board, scale, Skin(), marks=marks) for marks in ({}, last))
    before = [spot.char for row in plain for spot in row]
    after = [spot.char for row in marked for spot in row]
    assert all(new == old for old, new in zip(before, after, strict=True) if old != " ")


@pytest.mark.parametrize("colour", [True, False])
def test_rows_and_columns_are_called_what_the_game_says(colour: bool) -> None:
    board = [[Cell("field", ".", f"{row}{col}") for col in "xy"] for row in ("ann", "bo")]
    labels = Labels(["ann", "bo"], ["x", "y"])
    scale = scale_for(board, 20, 5, labels=labels)
    heading, *rows = text(draw(board, scale, Skin(colour=colour), labels=labels))
    assert heading.split() == ["x", "y"]
    assert [row.split()[0] for row in rows if row[:3].strip()] == ["ann", "bo"]
    bare = draw(board, scale_for(board, 20, 5), Skin(colour=colour))
    assert not any(char.isalpha() for row in text(bare) for char in row)


@pytest.mark.parametrize("gameid", ["2048:4#1", "drench:5x5,4#1"])
def test_tiles_and_colours_are_not_spoken_of_by_their_places(gameid: str) -> None:
    session = begin(gameid)
    assert labels_of(session).rows
    assert scale_for(board_of(session), 60, 20, labels=labels_of(session))[3:] == (0, 0)
