"""A cell in words, for who hears a board."""

from typing import Final

from ludoteca.core import Cell
from ludoteca.core.words import N_, _
from ludoteca.looks.roles import TOKENS, players_of, word_of

_ROLES: Final = {
    "peg": N_("peg"),
    "hole": N_("hole"),
    "field": N_("empty"),
    "castle": N_("castle"),
    "throne": N_("throne"),
    "attacker": N_("attacker"),
    "guard": N_("guard"),
    "king": N_("king"),
    "empty": N_("empty"),
    "square": N_("square"),
}


def spoken(cell: Cell) -> str:
    """What stands in a cell, with its name.

    >>> spoken(Cell("king", "R", "e5")), spoken(Cell("colour3", "C", "a1")), spoken(Cell("tile", "64", "b2"))
    ('e5: king', 'a1: colour 3', 'b2: 64')
    """
    return ": ".join(filter(None, (cell.name, ", ".join(filter(None, (_what(cell), _who(cell)))))))


def _what(cell: Cell) -> str:
    if cell.role == "void":
        return ""
    if cell.role in _ROLES:
        return _(_ROLES[cell.role])
    if kind := word_of(cell.role):
        return kind
    if cell.role == f"colour{cell.number}":
        return _("colour {number}", number=cell.number)
    return cell.text or cell.role


def _who(cell: Cell) -> str:
    return ", ".join(_("player {letter}", letter=TOKENS[seat % 8]) for seat in players_of(cell))
