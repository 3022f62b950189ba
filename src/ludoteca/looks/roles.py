"""What each role of a cell looks like: one table, and a sensible look for roles it does not know."""

from functools import cache
from typing import Final, NamedTuple

from ludoteca.core.game import Cell
from ludoteca.core.words import N_, _


class Look(NamedTuple):
    """How a role is drawn.

    `kind` says by which rule: a 'piece' lies on a ground, a 'fill' is all colour, a 'tile' stands apart with
    a number, a 'square' belongs to a track, a 'token' is a player's, a 'void' is nothing, a 'text' shows what
    the cell says. `ink` and `ground` are words of the palette; `under` is the role that stays behind when the
    piece leaves.
    """

    kind: str
    shape: str = ""
    glyph: str = ""
    ascii: str = ""
    ink: str = ""
    ground: str = ""
    under: str = ""


_CHECKER: Final = "field"

LOOKS: Final[dict[str, Look]] = {
    "void": Look("void"),
    "peg": Look("piece", "disc", "●", "o", "peg", "wood", "hole"),
    "hole": Look("piece", "dot", "○", ".", "hole", "wood"),
    "field": Look("piece", "", "·", ".", "fleck", _CHECKER),
    N_("castle"): Look("piece", "cross", "×", "X", "fleck", "castle"),
    N_("throne"): Look("piece", "diamond", "◇", "T", "fleck", "throne"),
    N_("attacker"): Look("piece", "disc", "●", "N", "attacker", _CHECKER, "field"),
    N_("guard"): Look("piece", "shield", "■", "G", "guard", _CHECKER, "field"),
    N_("king"): Look("piece", "crown", "♚", "R", "king", _CHECKER, "field"),
    "tile": Look("tile", under="empty"),
    "empty": Look("tile", glyph="·", ascii=".", ground="empty"),
    "square": Look("square", ground="square"),
    "goose": Look("square", "goose", "»", ">", "goose", "goose"),
    "bridge": Look("square", "bridge", "∩", "=", "bridge", "bridge"),
    "inn": Look("square", "inn", "⌂", "^", "inn", "inn"),
    "well": Look("square", "well", "◎", "u", "well", "well"),
    "maze": Look("square", "maze", "▦", "%", "maze", "maze"),
    "prison": Look("square", "prison", "▥", "#", "prison", "prison"),
    "dice": Look("square", "dice", "⚄", ":", "dice", "dice"),
    "death": Look("square", "death", "†", "+", "death", "death"),
    N_("finish"): Look("square", "star", "★", "*", "finish", "finish"),
}

PLACES: Final = ("castle", "throne")  # marks of a cell that shade it, whatever stands there
TOKENS: Final = "ABCDEFGH"


@cache
def look_of(role: str) -> Look:
    """The look of a role; numbered families have one look, an unknown role shows what its cell says.

    >>> look_of("peg").glyph, look_of("colour3").ink, look_of("dragon").kind
    ('●', 'colour3', 'text')
    """
    if role in LOOKS:
        return LOOKS[role]
    number = Cell(role, "").number
    family = role.removesuffix(number)
    if number and family == "colour":
        return Look("fill", glyph=number, ink=role, ground=role)
    if number and family == "player":
        return Look("token", glyph=TOKENS[int(number) % len(TOKENS)], ink=role)
    tint = sum(map(ord, role)) % 8
    return Look("text", ink=f"player{tint}", ground=_CHECKER, under="field")


def word_of(role: str) -> str:
    """The name of a kind of square, in the language being spoken; '' for plain squares and other roles.

    >>> word_of("goose"), word_of("square"), word_of("peg")
    ('goose', '', '')
    """
    look = look_of(role)
    return _(role) if look.kind == "square" and look.glyph else ""


def players_of(cell: Cell) -> list[int]:
    """The seats whose tokens stand on a cell, in order.

    >>> players_of(Cell("square", "AC", "7", frozenset({"player2", "player0"})))
    [0, 2]
    """
    return sorted(int(mark[6:]) for mark in cell.marks if mark.startswith("player") and mark[6:].isdigit())


def seat_of_region(cell: Cell) -> int | None:
    """The seat to whose region a cell belongs, if any."""
    return min((int(m[6:]) for m in cell.marks if m.startswith("region") and m[6:].isdigit()), default=None)
