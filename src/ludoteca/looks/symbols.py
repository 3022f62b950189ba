"""Cells as drawings with names, in colours that a style sheet says: a page draws any board with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from zlib import crc32

from ludoteca.core import Board, Cell
from ludoteca.core.words import Language, spoken_now
from ludoteca.looks.colour import readable
from ludoteca.looks.draw import edges_of
from ludoteca.looks.model import USUAL
from ludoteca.looks.palette import PALETTES
from ludoteca.looks.track import is_track, names_of, pictured
from ludoteca.looks.vector import PAPER, Paint, vector

_VARIABLE, _ON = "var(--", "var(--on-"


class _Variables(Paint):
    """Colours by the names of CSS variables."""

    def __call__(self, key: str) -> str:
        return f"{_VARIABLE}{key})" if key in self.palette else PAPER

    def mix(self, one: str, other: str, share: float) -> str:
        """A colour between two, that the browser works out."""
        return f"color-mix(in srgb, {one}, {other} {100 * share:g}%)"

    def readable(self, ground: str) -> str:
        """The variable that says what reads well on another."""
        return ground.replace(_VARIABLE, _ON) if ground.startswith(_VARIABLE) else readable(ground)


def looks_of(board: Board) -> tuple[list[list[str]], Mapping[str, str]]:
    """The name of each cell's drawing, row by row, and what each name draws, in a box of 48 by 48.

    >>> names, drawn = looks_of([[Cell("peg", "o", "a1"), Cell("peg", "o", "a2"), Cell("void", " ")]])
    >>> len(names[0]), len(drawn), "var(--peg)" in drawn[names[0][0]]
    (3, 2, True)
    """
    edges, path, drawn = edges_of(board), is_track(names_of(board)), dict[str, str]()
    names, language = [], spoken_now()
    for r, row in enumerate(board):
        line = []
        for c, cell in enumerate(row):
            shown = pictured(cell, on_track=path)
            name, markup = _drawing(shown, (r + c) % 2, edges.get((r, c), 0), language)
            drawn[name] = markup
            line.append(name)
        names.append(line)
    return names, drawn


@lru_cache(maxsize=1 << 14)
def _drawing(cell: Cell, shade: int, edges: int, _language: Language) -> tuple[str, str]:
    """A drawing, and a name that it has for ever; there may be words in it."""
    markup = vector(cell, _Variables(USUAL), shade=shade, edges=edges)
    return f"l{crc32(markup.encode()):08x}", markup


def style_sheet() -> str:
    """Every palette as CSS variables, and what reads well on each colour.

    >>> ":root[data-palette='protan']" in style_sheet()
    True
    """
    return "\n".join(_rules())


def _rules() -> Iterator[str]:
    usual = PALETTES[USUAL.palette]
    for name, palette in PALETTES.items():
        where = ":root" if palette is usual else f":root[data-palette='{name}']"
        said = [f"--{key}:{colour};--on-{key}:{readable(colour)}" for key, colour in palette.items()]
        yield f"{where}{{{';'.join(said)}}}"
