"""How boards look: pure functions from a board to styled characters, pictures and films."""

from ludoteca.looks.draw import draw
from ludoteca.looks.model import UNLABELLED, Moving, Scale, Skin, Spot
from ludoteca.looks.motion import frames
from ludoteca.looks.palette import PALETTES, TITLES
from ludoteca.looks.place import cell_at, place_of, scale_for, size_of

__all__ = [
    "PALETTES",
    "TITLES",
    "UNLABELLED",
    "Moving",
    "Scale",
    "Skin",
    "Spot",
    "cell_at",
    "draw",
    "frames",
    "place_of",
    "scale_for",
    "size_of",
]
