"""Squares of a track: a number, the sign of a kind, and the players who are there."""

from ludoteca.looks.art import placed, sign
from ludoteca.looks.canvas import Canvas, Task, centred, painted, plain, tinted, write
from ludoteca.looks.colour import readable
from ludoteca.looks.model import Spot
from ludoteca.looks.roles import Look, look_of, players_of


def square(task: Task, look: Look) -> Canvas:
    """A square as large as there is room: number and sign, then its name, then a picture."""
    ground = tinted(task, task.colour(look.ground) or task.colour("square"))
    ink, seats, number = readable(ground) if ground else "", players_of(task.cell), task.cell.name
    mark = look.ascii if task.skin.ascii else look.glyph
    canvas = plain(task, ground)
    if task.height == 1:
        signed = bool(mark) and not seats
        if signed:
            write(canvas[0], task.width - 2, mark, ink, bold=True)
        fits = task.width > 2 and len(seats) + len(number) < task.width  # in two columns few numbers would
        left = int(not (signed and _meets(number, task)))  # else at the edge
        if fits and (left or (task.width > 3 and len(number) <= task.width - 2)):
            write(canvas[0], left, number, ink)
    else:
        picture = sign(look.shape) if task.height > 4 and task.width > 7 and not task.skin.ascii else ()
        if picture:
            faint = task.between(ground, ink, 0.5) if ground else ""
            art = placed(picture, task.width, task.height, 2 + (task.height > 5))
            canvas = painted(art, (ground, faint), task.glyphs)
        _entitle(canvas, task, mark, ink, pictured=bool(picture))
    _tokens(canvas[-1], seats, task)
    return canvas


def _meets(number: str, task: Task) -> bool:
    """Whether a number is so long that it would meet the sign in its line."""
    return 1 + len(number) > task.width - 2


def _entitle(canvas: Canvas, task: Task, mark: str, ink: str, *, pictured: bool) -> None:
    """Number and sign of the kind at the top, its name beside or below; the edges are left to marks."""
    number, word = task.cell.name, task.word
    write(canvas[0], 1, number, ink, bold=True)
    if pictured and len(number) + len(word) + 3 <= task.width:
        write(canvas[0], task.width - 1 - len(word), word, ink)
        return
    row = int(_meets(number, task))  # of the sign
    write(canvas[row], task.width - 2, mark, ink, bold=True)
    if task.height > 2 + row and not pictured and len(word) <= task.width:
        centred(canvas[1 + row], word, ink)


def _tokens(line: list[Spot], seats: list[int], task: Task) -> None:
    """The players' letters at the right of a line, each on its colour, three characters wide if they fit."""
    room, wide = len(line), 3 if task.height > 2 and 3 * len(seats) <= len(line) else 1
    shown = seats if wide * len(seats) <= room else seats[: room - 1]
    at = room - wide * len(shown) - (len(shown) < len(seats))
    for seat in shown:
        look = look_of(f"player{seat}")
        ground = task.colour(look.ink)
        ink = readable(ground) if ground else ""
        for char in look.glyph.center(wide):
            line[at] = Spot(char, ink, ground, bold=True, reverse=not ground)
            at += 1
    if len(shown) < len(seats):
        write(line, room - 1, "+", readable(line[-1].ground) if line[-1].ground else "", bold=True)
