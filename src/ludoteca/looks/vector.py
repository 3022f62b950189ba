"""One cell as vector graphics, in a box of 48 by 48: circles, crowns, rounded tiles, signs of a track."""

from collections.abc import Callable
from functools import cache
from html import escape
from typing import Final

from ludoteca.core.game import Cell
from ludoteca.looks.art import sign
from ludoteca.looks.canvas import TILES
from ludoteca.looks.colour import mix, readable
from ludoteca.looks.model import Skin
from ludoteca.looks.palette import PALETTES
from ludoteca.looks.roles import PLACES, Look, look_of, players_of, seat_of_region, word_of

BOX: Final = 48
PAPER, INK, SHADE = "#ffffff", "#000000", "#d8d8d8"

# What stays dark on paper when a picture is to have no colours; all else is white with a black line.
_DARK: Final = {
    "attacker": INK,
    "peg": INK,
    "field1": "#eeeeee",
    "castle": SHADE,
    "throne": SHADE,
    "wall": INK,
}

_SHAPES: Final = {
    "disc": '<circle cx="24" cy="24" r="17" fill="{ink}" stroke="{line}"/>',
    "dot": '<circle cx="24" cy="24" r="10" fill="{ink}" stroke="{line}"/>',
    "shield": '<path d="M9 9h30v30h-30zM19 19v10h10v-10z" fill="{ink}" fill-rule="evenodd" stroke="{line}"/>',
    "crown": '<path d="M9 38L6 14L17 24L24 8L31 24L42 14L39 38z" fill="{ink}" stroke="{line}"/>',
    "cross": '<path d="M14 14L34 34M34 14L14 34" stroke="{ink}" stroke-width="4"/>',
    "diamond": '<path d="M24 10L38 24L24 38L10 24z" fill="none" stroke="{ink}" stroke-width="3"/>',
}


class Paint:
    """The colours of a skin, by words of the palette; without colours, black on white."""

    def __init__(self, skin: Skin) -> None:
        self.palette = PALETTES[skin.palette]
        self.colour = skin.colour

    def __call__(self, key: str) -> str:
        """The colour of a word; white for words it does not know."""
        return self.palette.get(key, PAPER) if self.colour else _DARK.get(key, PAPER)

    def mix(self, one: str, other: str, share: float) -> str:
        """A colour between two: `share` of the other."""
        return mix(one, other, share)

    def readable(self, ground: str) -> str:
        """What reads well on a ground."""
        return readable(ground)


def plain(text: str) -> str:
    """A text as XML writes it; characters that no picture can show are left out.

    >>> plain("a < b\\x00")
    'a &lt; b'
    """
    return escape("".join(filter(str.isprintable, text)))


def words(text: str, x: int, y: int, size: int, ink: str, *, anchor: str = "middle") -> str:
    """A text around a point."""
    place = f'x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}"'
    return f'<text {place} dy=".35em" fill="{ink}">{plain(text)}</text>'


def rect(ground: str, more: str = f'width="{BOX}" height="{BOX}"') -> str:
    """A filled rectangle, by default the whole box."""
    return f'<rect {more} fill="{ground}"/>'


def vector(cell: Cell, paint: Paint, *, shade: int = 0, edges: int = 0) -> str:
    """The elements that show a cell.

    >>> vector(Cell("void", " "), Paint(Skin()))
    ''
    """
    look = look_of(cell.role)
    return _KINDS[look.kind](cell, look, paint, shade, edges)


def _void(cell: Cell, look: Look, paint: Paint, shade: int, edges: int) -> str:
    return ""


def _ground(cell: Cell, look: Look, paint: Paint, shade: int) -> str:
    place = next((place for place in PLACES if place in cell.marks), "")
    return paint(place or (f"field{shade}" if look.ground == "field" else look.ground))


def _piece(cell: Cell, look: Look, paint: Paint, shade: int, edges: int) -> str:
    ground = _ground(cell, look, paint, shade)
    ink = paint(look.ink) if look.ink != "fleck" else paint.mix(ground, paint.readable(ground), 0.4)
    drawn = rect(ground)
    if "goal" in cell.marks:
        ring = paint("goal") if paint.colour else INK
        drawn += f'<circle cx="24" cy="24" r="21" fill="none" stroke="{ring}" stroke-width="4"/>'
    line = paint.mix(ink, INK, 0.5) if paint.colour else INK
    return drawn + _SHAPES.get(look.shape, "").format(ink=ink, line=line)


def _fill(cell: Cell, look: Look, paint: Paint, shade: int, edges: int) -> str:
    """A colour, its number, and a line where its region ends."""
    seat = seat_of_region(cell)
    ground = paint(look.ink) if paint.colour or seat is None else SHADE
    ink, drawn = paint.readable(ground), rect(ground)
    sides = ((1, "M0 2H48"), (2, "M0 46H48"), (4, "M2 0V48"), (8, "M46 0V48"))
    outline = "".join(path for bit, path in sides if edges & bit)
    if seat is not None and outline:
        drawn += f'<path d="{outline}" stroke="{ink}" stroke-width="4"/>'
    if "corner" in cell.marks:
        drawn += f'<circle cx="24" cy="24" r="16" fill="none" stroke="{ink}" stroke-width="3"/>'
    return drawn + words(cell.text, 24, 24, 18, ink)


def _tile(cell: Cell, look: Look, paint: Paint, shade: int, edges: int) -> str:
    value = int(cell.text) if cell.text.isdecimal() else 0
    ground = paint(f"tile{min(TILES, max(1, value.bit_length() - 1))}" if look.under else look.ground)
    line = f' stroke="{INK}"' if not paint.colour else ""
    drawn = rect(ground, f'x="2" y="2" width="44" height="44" rx="5"{line}')
    if not look.under:
        return drawn
    size = min(22, 66 // max(1, len(cell.text)))
    return drawn + words(cell.text, 24, 24, size, paint.readable(ground))


def _square(cell: Cell, look: Look, paint: Paint, shade: int, edges: int) -> str:
    """A square of a track: number, name and picture of its kind, and the players on it."""
    ground = paint(look.ground)
    ink = paint.readable(ground)
    drawn = rect(ground) + words(cell.name, 3, 8, 10, ink, anchor="start")
    if look.shape:
        word = word_of(cell.role)
        drawn += words(word, 46, 8, min(7, 54 // len(word)), ink, anchor="end")  # beside the number
        drawn += f'<path d="{_dots(look.shape)}" fill="{paint.mix(ground, ink, 0.5)}"/>'
    seats = players_of(cell)
    for place, seat in enumerate(seats):
        x, y = 9 + 10 * (place % 4), (22 if len(seats) > 4 else 34) + 14 * (place // 4)
        drawn += _token(x, y, f"player{seat}", paint)
    return drawn


def _token(x: int, y: int, role: str, paint: Paint) -> str:
    ground = paint(role)
    disc = f'<circle cx="{x}" cy="{y}" r="7" fill="{ground}" stroke="{INK}"/>'
    return disc + words(look_of(role).glyph, x, y, 10, paint.readable(ground))


@cache
def _dots(name: str) -> str:
    """A small picture as a path: each run of inked pixels a rectangle of 2 by 4 times its length."""
    path = []
    for row, line in enumerate(sign(name)):
        text = "".join(map(str, line))
        at = 0
        while (at := text.find("1", at)) >= 0:
            run = len(text[at:]) - len(text[at:].lstrip("1"))
            path.append(f"M{12 + 2 * at} {16 + 4 * row}h{2 * run}v4h-{2 * run}z")
            at += run
    return "".join(path)


def _text(cell: Cell, look: Look, paint: Paint, shade: int, edges: int) -> str:
    """A role that the table does not know: what the cell says."""
    ground = _ground(cell, look, paint, shade)
    size, ink = min(24, 60 // max(1, len(cell.text))), paint.readable(ground)
    return rect(ground) + words(cell.text, 24, 24, size, ink)


_KINDS: Final[dict[str, Callable[[Cell, Look, Paint, int, int], str]]] = {
    "void": _void, "piece": _piece, "fill": _fill, "tile": _tile, "square": _square, "text": _text,
    "token": _void,
}  # fmt: skip
