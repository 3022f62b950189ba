"""Colours as numbers: published test pairs, and what every palette promises."""

from itertools import combinations, pairwise

import pytest
from rich.color import Color, ColorSystem

from ludoteca.looks.colour import ciede2000, contrast, lab, readable, seen
from ludoteca.looks.colour import distance as apart
from ludoteca.looks.palette import MARKED, PALETTES, SIDES, TITLES, groups

# Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula: implementation notes, supplementary test
# data, and mathematical observations" (2005), table 1: L a b, L a b, distance.
SHARMA = """
50.0000 2.6772 -79.7751 50.0000 0.0000 -82.7485 2.0425
50.0000 3.1571 -77.2803 50.0000 0.0000 -82.7485 2.8615
50.0000 2.8361 -74.0200 50.0000 0.0000 -82.7485 3.4412
50.0000 -1.3802 -84.2814 50.0000 0.0000 -82.7485 1.0000
50.0000 -1.1848 -84.8006 50.0000 0.0000 -82.7485 1.0000
50.0000 -0.9009 -85.5211 50.0000 0.0000 -82.7485 1.0000
50.0000 0.0000 0.0000 50.0000 -1.0000 2.0000 2.3669
50.0000 -1.0000 2.0000 50.0000 0.0000 0.0000 2.3669
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0009 7.1792
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0010 7.1792
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0011 7.2195
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0012 7.2195
50.0000 -0.0010 2.4900 50.0000 0.0009 -2.4900 4.8045
50.0000 -0.0010 2.4900 50.0000 0.0010 -2.4900 4.8045
50.0000 -0.0010 2.4900 50.0000 0.0011 -2.4900 4.7461
50.0000 2.5000 0.0000 50.0000 0.0000 -2.5000 4.3065
50.0000 2.5000 0.0000 73.0000 25.0000 -18.0000 27.1492
50.0000 2.5000 0.0000 61.0000 -5.0000 29.0000 22.8977
50.0000 2.5000 0.0000 56.0000 -27.0000 -3.0000 31.9030
50.0000 2.5000 0.0000 58.0000 24.0000 15.0000 19.4535
50.0000 2.5000 0.0000 50.0000 3.1736 0.5854 1.0000
50.0000 2.5000 0.0000 50.0000 3.2972 0.0000 1.0000
50.0000 2.5000 0.0000 50.0000 1.8634 0.5757 1.0000
50.0000 2.5000 0.0000 50.0000 3.2592 0.3350 1.0000
60.2574 -34.0099 36.2677 60.4626 -34.1751 39.4387 1.2644
63.0109 -31.0961 -5.8663 62.8187 -29.7946 -4.0864 1.2630
61.2901 3.7196 -5.3901 61.4292 2.2480 -4.9620 1.8731
35.0831 -44.1164 3.7933 35.0232 -40.0716 1.5901 1.8645
22.7233 20.0904 -46.6940 23.0331 14.9730 -42.5619 2.0373
36.4612 47.8580 18.3852 36.2715 50.5065 21.2231 1.4146
90.8027 -2.0831 1.4410 91.1528 -1.6435 0.0447 1.4441
90.9257 -0.5406 -0.9208 88.6381 -0.8985 -0.7239 1.5381
6.7747 -0.2908 -2.4247 5.8714 -0.0985 -2.2286 0.6377
2.0776 0.0795 -1.1350 0.9033 -0.0636 -0.5514 0.9082
"""

# How far apart the colours of a group stay for the eyes that a palette is made for. Tiles carry numbers and
# only neighbours in the row meet often; the first six drenched colours are the usual game.
LEAST = {"colour": 12.0, "tile": 4.0, "player": 14.0, "mark": 13.0, "side": 20.0}
FIRST_SIX = 19.0
TEXT = {"contrast": 7.0}
PIECE = {"contrast": 4.0}

every_palette = pytest.mark.parametrize("name", PALETTES)


@pytest.mark.parametrize(
    ("colour", "known"),
    [
        ("#ffffff", (100, 0, 0)),
        ("#000000", (0, 0, 0)),
        ("#ff0000", (53.24, 80.09, 67.20)),  # the published values of the primaries
        ("#00ff00", (87.73, -86.18, 83.18)),
        ("#0000ff", (32.30, 79.19, -107.86)),
        ("#0a0a0a", (2.74, 0, 0)),  # below L* 8 it is 903.3 times the luminance: 10 / 255 / 12.92
    ],
)
def test_lab_is_the_published_one(colour: str, known: tuple[float, ...]) -> None:
    assert lab(colour) == pytest.approx(known, abs=0.02)


@pytest.mark.parametrize("line", SHARMA.strip().splitlines())
def test_distance_is_that_of_the_published_pairs(line: str) -> None:
    l1, a1, b1, l2, a2, b2, distance = map(float, line.split())
    assert ciede2000((l1, a1, b1), (l2, a2, b2)) == pytest.approx(distance, abs=5e-5)
    assert ciede2000((l2, a2, b2), (l1, a1, b1)) == pytest.approx(distance, abs=5e-5)


def test_contrast_is_that_of_wcag() -> None:
    # WCAG's own example grey: #767676 on white just passes, #777777 just fails.
    assert contrast("#767676", "#ffffff") >= 4.5 > contrast("#777777", "#ffffff")


def test_colour_blind_eyes_see_greys_as_they_are_and_confuse_what_they_should() -> None:
    for kind in ("protan", "deutan", "tritan"):
        assert apart(seen("#808080", kind), "#808080") < 1
        assert apart(seen("#ffffff", kind), "#ffffff") < 1
    red, green = "#c06000", "#808000"
    assert apart(seen(red, "deutan"), seen(green, "deutan")) < apart(red, green) / 2
    assert apart(seen(red, "tritan"), seen(green, "tritan")) > apart(red, green) / 2


def test_every_palette_has_a_name_and_the_same_words() -> None:
    assert PALETTES.keys() == TITLES.keys()
    assert len({frozenset(palette) for palette in PALETTES.values()}) == 1
    assert {*MARKED, *SIDES} <= PALETTES["normal"].keys()


@every_palette
@pytest.mark.parametrize("group", LEAST)
def test_what_a_game_tells_apart_stays_apart_for_the_eyes_a_palette_is_made_for(
    name: str, group: str
) -> None:
    colours = [seen(colour, name) for colour in groups(PALETTES[name])[group]]
    assert min(apart(*pair) for pair in combinations(colours, 2)) >= LEAST[group]


@every_palette
def test_the_usual_six_colours_stay_far_apart_and_neighbouring_tiles_too(name: str) -> None:
    shown = {key: [seen(c, name) for c in colours] for key, colours in groups(PALETTES[name]).items()}
    assert min(apart(*pair) for pair in combinations(shown["colour"][:6], 2)) >= FIRST_SIX
    assert min(apart(*pair) for pair in pairwise(shown["tile"])) >= 5


@every_palette
def test_words_can_be_read_on_every_ground(name: str) -> None:
    palette, least = PALETTES[name], TEXT.get(name, 4.5)
    grounds = [key for key in palette if key.startswith(("colour", "tile", "player"))]
    grounds += ["square", "goose", "bridge", "inn", "well", "maze", "prison", "dice", "death", "finish"]
    for key in grounds:
        assert contrast(readable(palette[key]), palette[key]) >= least, key


@every_palette
def test_pieces_stand_out_from_their_ground(name: str) -> None:
    palette, least = PALETTES[name], PIECE.get(name, 3.0)
    for side in ("attacker", "guard"):
        for field in ("field0", "field1"):
            assert contrast(palette[side], palette[field]) >= least, (side, field)
    assert contrast(palette["peg"], palette["wood"]) >= least
    assert contrast(palette["peg"], palette["hole"]) >= 4.5
    assert contrast(palette["king"], palette["throne"]) >= 2.5
    assert contrast(palette["wall"], palette["square"]) >= 3


@every_palette
def test_six_colours_stay_six_on_a_terminal_of_sixteen(name: str) -> None:
    six = groups(PALETTES[name])["colour"][:6]
    assert len({Color.parse(colour).downgrade(ColorSystem.STANDARD).number for colour in six}) == 6


@every_palette
def test_sides_and_marks_stay_apart_on_a_terminal_of_sixteen(name: str) -> None:
    for group in ("side", "mark"):
        colours = groups(PALETTES[name])[group]
        shown = {Color.parse(colour).downgrade(ColorSystem.STANDARD).number for colour in colours}
        assert len(shown) == len(colours)
