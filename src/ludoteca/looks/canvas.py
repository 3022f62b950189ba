"""What every drawing of a cell uses: the task, the colours, and ways to put characters on a block."""

from typing import Final, NamedTuple

from ludoteca.core.game import Cell
from ludoteca.looks.colour import mix
from ludoteca.looks.model import Skin, Spot
from ludoteca.looks.palette import palette_of
from ludoteca.looks.shapes import Glyphs, Pixels, blocks

CLEAR: Final = "clear"  # the ground of a piece under way: whatever lies below it
NONE: Final[frozenset[str]] = frozenset()
TILES: Final = 17  # colours of tiles: 2 to 131072; larger ones keep the last

# Marks that a screen may set, the strongest first, and how much each tints a ground.
MARKS: Final = {"cursor": 0.45, "chosen": 0.6, "target": 0.4, "hint": 0.5, "last": 0.35}

Canvas = list[list[Spot]]


class Task(NamedTuple):
    """What to draw: a cell at a size, on a light or dark field, its neighbourhood, its marks."""

    cell: Cell
    width: int
    height: int
    skin: Skin
    shade: int = 0
    edges: int = 0  # sides and corners where its region ends: 1 N, 2 S, 4 W, 8 E, 16 NW, 32 NE, 64 SW, 128 SE
    marks: frozenset[str] = NONE
    clear: bool = False
    word: str = ""  # the name of the cell's kind, in the language being spoken

    def colour(self, key: str) -> str:
        """A colour of the palette; '' when there is to be none."""
        return palette_of(self.skin).get(key, "") if self.skin.colour else ""

    def between(self, one: str, other: str, share: float) -> str:
        """A colour between two: `share` of the other, all of it where there is nothing between."""
        return other if self.skin.sixteen else mix(one, other, share)

    @property
    def glyphs(self) -> Glyphs:
        """The blocks that shapes are made of: none in reverse without colour, where a text may lose it, and
        with sixteen, where a bright ground may be shown as a dark one."""
        return Glyphs.ALL if self.skin.colour and not self.skin.sixteen else Glyphs.QUARTERS

    @property
    def middle(self) -> int:
        """The row for a piece's one character; the lower of two."""
        return self.height // 2

    @property
    def mark(self) -> str:
        """The strongest mark of the cell, or ''."""
        return next((mark for mark in MARKS if mark in self.marks), "")


def tinted(task: Task, ground: str) -> str:
    """A ground with some of the colour of its strongest mark, unless there is nothing between."""
    if not (task.mark and ground) or task.skin.sixteen:
        return ground
    return mix(ground, task.colour(task.mark), MARKS[task.mark])


def plain(task: Task, ground: str) -> Canvas:
    """An empty block of one ground."""
    return [[Spot(" ", "", ground)] * task.width for _row in range(task.height)]


def painted(art: Pixels, inks: tuple[str, ...], glyphs: Glyphs) -> Canvas:
    """Pixels as blocks; where all glyphs are to be had, a whole one is all ground, so that text can stand on
    it."""
    bare = "" in inks[1:]
    solid = glyphs is not Glyphs.ALL
    if bare:
        art = tuple(tuple(map(bool, row)) for row in art)
    return [
        [
            Spot("█" if char == " " and a and solid else char, inks[a], inks[b], reverse=swapped)
            for char, a, b, swapped in line
        ]
        for line in blocks(art, glyphs)
    ]


def write(line: list[Spot], at: int, text: str, ink: str, *, bold: bool = False) -> None:
    """Put a text on a line, each character on the ground it finds; what does not fit is left out."""
    for place, char in enumerate(text, at):
        if 0 <= place < len(line):
            old = line[place]
            line[place] = Spot(char, ink, old.ground if old.char == " " else old.ink, bold=bold)


def centred(line: list[Spot], text: str, ink: str, *, bold: bool = False) -> None:
    """Put a text in the middle of a line."""
    write(line, max(0, (len(line) - len(text)) // 2), text[: len(line)], ink, bold=bold)
