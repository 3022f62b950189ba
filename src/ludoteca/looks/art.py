"""Small pictures in pixels: the signs of a track's squares, and the digits of large tiles."""

from functools import cache
from typing import Final

from ludoteca.looks.shapes import Pixels

# Pixels are twice as high as wide: 12 by 6 make a square of six characters by three.
SIGNS: Final = {
    "goose": """
        ......###...
        .....##.###.
        .....###....
        ##..#####...
        .##########.
        ...######...""",
    "bridge": """
        ............
        ############
        ############
        ##...##...##
        #.....#....#
        #.....#....#""",
    "inn": """
        .....##.....
        ...######...
        .##########.
        ..########..
        ..###..###..
        ..###..###..""",
    "well": """
        .....##.....
        ..########..
        ..#..##..#..
        ..#.####.#..
        .##########.
        .##########.""",
    "maze": """
        ############
        #....#.....#
        #.##.#.###.#
        #.#..#.#...#
        #.####.###.#
        #......#....""",
    "prison": """
        ############
        .##..##..##.
        .##..##..##.
        .##..##..##.
        .##..##..##.
        ############""",
    "dice": """
        ############
        ##..####..##
        ############
        #####..#####
        ##..####..##
        ############""",
    "death": """
        ..########..
        .##########.
        .##..##..##.
        .####..####.
        ..########..
        ...#.##.#...""",
    "star": """
        .##.........
        .#######....
        .##########.
        .#######....
        .##.........
        .##.........""",
}

_DIGITS: Final = """
    ####  .##.  ####  ####  #..#  ####  ####  ####  ####  ####
    #..#  ..#.  ...#  ...#  #..#  #...  #...  ...#  #..#  #..#
    #..#  ..#.  ####  .###  ####  ####  ####  ..#.  ####  ####
    #..#  ..#.  #...  ...#  ...#  ...#  #..#  ..#.  #..#  ...#
    ####  .###  ####  ####  ...#  ####  ####  ..#.  ####  ####"""


def _read(picture: str) -> Pixels:
    return tuple(tuple(int(char == "#") for char in line) for line in picture.split())


@cache
def sign(name: str) -> Pixels:
    """The picture of a kind of square, or nothing."""
    return _read(SIGNS.get(name, ""))


@cache
def number(text: str) -> Pixels:
    """A number in large digits, five pixels high and with one between digits.

    >>> for row in number("12"): print("".join(" #"[pixel] for pixel in row).rstrip())
     ##  ####
      #     #
      #  ####
      #  #
     ### ####
    """
    lines = [line.split() for line in _DIGITS.strip().splitlines()]
    rows = (".".join(line[int(digit)] for digit in text) for line in lines)
    return tuple(tuple(int(char == "#") for char in row) for row in rows)


@cache
def grown(picture: Pixels, times: int) -> Pixels:
    """A picture with every pixel so many times as wide and high."""
    return tuple(
        tuple(pixel for pixel in row for _col in range(times)) for row in picture for _row in range(times)
    )


def placed(picture: Pixels, width: int, height: int, row: int) -> Pixels:
    """A picture in the middle of a cell, from a row of its pixels on, each twice as high as the cell's."""
    left = (2 * width - len(picture[0])) // 2
    right = 2 * width - left - len(picture[0])
    below = 2 * height - row - len(picture)
    empty = (0,) * (2 * width)
    lines = (*[empty] * row, *((0,) * left + line + (0,) * right for line in picture), *[empty] * below)
    return tuple(line for line in lines for _half in range(2))
