"""Cells that are all colour: those of a flooded board, and tiles with numbers."""

from typing import Final

from ludoteca.looks.art import grown, placed
from ludoteca.looks.art import number as large
from ludoteca.looks.canvas import CLEAR, TILES, Canvas, Task, centred, painted, plain, write
from ludoteca.looks.colour import readable
from ludoteca.looks.model import Spot
from ludoteca.looks.roles import Look, seat_of_region
from ludoteca.looks.shapes import Glyphs, Pixels, layered

_PATTERNS: Final = (" ", "·", "░", "-", "▒", "/", ":", "\\", "+", "~")
_SEATS: Final = {False: ("•◆", "◦◇"), True: ("*@", "%&")}  # a cell of a seat's region and its corner


def fill(task: Task, look: Look) -> Canvas:
    """A cell of one colour with the colour's number; a region has a line around it, or dots in it."""
    ground, seat = task.colour(look.ink), seat_of_region(task.cell)
    if not ground:
        return _patterned(task, look, seat)
    ink, number = readable(ground), task.cell.text[:1] or look.glyph
    corner = "corner" in task.cell.marks
    outlined = task.height > 2 and not task.skin.ascii
    canvas = (
        painted(_border(task), (ground, ink), task.glyphs) if outlined and task.edges else plain(task, ground)
    )
    skin = task.skin
    by_colour = task.height == 1 and skin.palette == "normal" and not (skin.ascii or skin.sixteen)
    shown = "" if by_colour else number
    if seat is not None and (corner or not outlined):
        dot = _SEATS[task.skin.ascii][seat % 2][corner]
        shown = shown + dot if task.width > 1 else dot
    centred(canvas[task.middle], shown, ink, bold=corner)
    return canvas


def _patterned(task: Task, look: Look, seat: int | None) -> Canvas:
    """A cell without colour: a pattern and a number for each, regions in reverse."""
    own = seat is not None
    number = task.cell.text[:1] or look.glyph
    pattern = " " if task.skin.ascii else _PATTERNS[(int(look.glyph) - 1) % len(_PATTERNS)]
    canvas = [[Spot(pattern, reverse=own)] * task.width for _row in range(task.height)]
    line, at = canvas[task.middle], (task.width - 1) // 2
    line[at] = Spot(number, bold=True, reverse=own)
    if seat is not None and "corner" in task.cell.marks and task.width > 1:
        line[at + 1] = Spot(_SEATS[task.skin.ascii][seat % 2][1], bold=True, reverse=True)
    return canvas


def _border(task: Task) -> Pixels:
    """A line half a character wide along the sides where the region ends."""
    wide, high, edges = 2 * task.width, 4 * task.height, task.edges

    def inked(row: int, col: int) -> int:
        north, south, west, east = row < 2, row >= high - 2, col == 0, col == wide - 1
        sides = north * 1 | south * 2 | west * 4 | east * 8
        corners = (
            (north and west) * 16 | (north and east) * 32 | (south and west) * 64 | (south and east) * 128
        )
        return int(bool((sides | corners) & edges))

    return tuple(tuple(inked(row, col) for col in range(wide)) for row in range(high))


def tile(task: Task, look: Look) -> Canvas:
    """A tile with a gap around it and its number in the middle."""
    full, around = bool(look.under), CLEAR if task.clear else ""
    value = int(task.cell.text) if task.cell.text.isdecimal() else 0
    colour = task.colour(f"tile{min(TILES, max(1, value.bit_length() - 1))}" if full else look.ground)
    text = _short(task.cell.text, value, task.width - 2) if full else ""
    if not colour:
        return _boxed(task, around, text, look)
    if task.skin.ascii:
        canvas = _flat(task, colour, around)
        row = (task.height - 1) // 2
        write(canvas[row], max(0, (task.width - 1 - len(text)) // 2), text, readable(colour), bold=full)
        return canvas
    return _shaded(task, colour, around, text)


def _short(text: str, value: int, room: int) -> str:
    """A number as it is, or in thousands of 1024 where there is no room.

    >>> _short("131072", 131072, 5), _short("131072", 131072, 8)
    ('128k', '131072')
    """
    return f"{value >> 10}k" if len(text) > room and value >= 1024 else text


def _shaded(task: Task, colour: str, around: str, text: str) -> Canvas:
    """A tile in colour, its digits large where they fit."""
    wide, high, ink = 2 * task.width, 4 * task.height, readable(colour)
    above, below = _gaps(task)
    art = tuple(
        tuple(int(above <= row < high - below and 0 < col < wide - 1) for col in range(wide))
        for row in range(high)
    )
    digits = _digits(text, task) if text.isdecimal() and not task.skin.ascii else ()
    if digits:
        art = layered(art, placed(digits, task.width, task.height, task.height - len(digits) // 2), 2)
        return painted(art, (around, colour, ink), task.glyphs)
    canvas = painted(art, (around, colour), task.glyphs)
    centred(canvas[task.middle], text, ink, bold=True)
    return canvas


def _gaps(task: Task) -> tuple[int, int]:
    """The rows of pixels left free above and below a tile, so that tiles stay apart: a quarter of a
    character, or half of one where there is no glyph for less; of two lines one is whole, for the number."""
    if task.height < 3:
        return 2 * (task.height - 1), 0
    each = 1 if task.glyphs is Glyphs.ALL else 2
    return each, each


def _digits(text: str, task: Task, frame: int = 0) -> Pixels:
    """A number in the largest digits that leave some room around them; none if even the least do not."""
    for times in range(3, 0, -1):
        digits = grown(large(text), times)
        if len(digits[0]) + 4 <= 2 * (task.width - frame) and len(digits) <= task.height:
            return digits
    return ()


def _flat(task: Task, colour: str, around: str) -> Canvas:
    """A tile in ASCII with colour: a rectangle with a gap at its right and below it."""
    canvas, gap = plain(task, colour), Spot(" ", "", around)
    for line in canvas:
        line[-1] = gap
    if task.height > 2:
        canvas[-1] = [gap] * task.width
    return canvas


def _boxed(task: Task, around: str, text: str, look: Look) -> Canvas:
    """A tile without colour: its number, in a frame where there is room, large where it fits."""
    canvas, wide = plain(task, around), task.width - 2
    if text and task.height > 2 and task.width > 2:
        corners, across, down = ("++++", "-", "|") if task.skin.ascii else ("╭╮╰╯", "─", "│")
        canvas[0] = [Spot(char, "", around) for char in corners[0] + across * wide + corners[1]]
        canvas[-1] = [Spot(char, "", around) for char in corners[2] + across * wide + corners[3]]
        for line in canvas[1:-1]:
            line[0] = line[-1] = Spot(down, "", around)
    digits = _digits(text, task, 2) if text.isdecimal() and not task.skin.ascii else ()
    if not digits:
        sign = text or (look.ascii if task.skin.ascii else look.glyph)
        centred(canvas[(task.height - 1) // 2], sign, "", bold=bool(text))
        return canvas
    art = placed(digits, task.width, task.height, task.height - len(digits) // 2)
    drawn = painted(art, (around, ""), task.glyphs)
    return [
        [under if over.char == " " else over for under, over in zip(*lines, strict=True)]
        for lines in zip(canvas, drawn, strict=True)
    ]
