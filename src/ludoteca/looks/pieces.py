"""Pieces on a ground: a character where a cell is one line high, a shape where there is more room."""

from ludoteca.looks.canvas import CLEAR, Canvas, Task, centred, painted, plain, tinted
from ludoteca.looks.colour import mix, readable
from ludoteca.looks.model import Spot
from ludoteca.looks.roles import PLACES, Look
from ludoteca.looks.shapes import Glyphs, Pixels, layered, letters, pixels


def void(task: Task, look: Look) -> Canvas:
    """Nothing: no part of the board."""
    return plain(task, CLEAR if task.clear else "")


def ground_of(task: Task, look: Look) -> str:
    """The colour below a piece: its place's or its field's, tinted by what is marked there."""
    if task.clear:
        return CLEAR
    place = next((place for place in PLACES if place in task.cell.marks), "")
    key = place or (f"field{task.shade}" if look.ground == "field" else look.ground)
    ground = task.colour(key)
    if "goal" in task.cell.marks and ground and not task.skin.sixteen:
        ground = mix(ground, task.colour("goal"), 0.3)
    return tinted(task, ground)


def piece(task: Task, look: Look) -> Canvas:
    """A piece, or the empty place of one."""
    ground, goal = ground_of(task, look), "goal" in task.cell.marks
    faint = task.between(ground, readable(ground), 0.4) if ground and ground != CLEAR else ""
    ink = task.colour(look.ink) or faint
    if task.skin.ascii and look.under and task.height > 1:
        return _lettered(task, look, ink, ground)
    if task.height == 1 or task.skin.ascii or _is_glyph(task, look):
        canvas, trim = plain(task, ground), task.colour("goal") if goal and not look.under else ink
        centred(canvas[task.middle], _glyph(task, look, goal=goal), trim, bold=bool(look.under))
        return canvas
    inks = (ground, ink, task.colour("goal"), task.between(ink, "#ffffff", 0.45) if ink else "")
    return painted(_art(task, look, goal=goal), inks, task.glyphs)


def _is_glyph(task: Task, look: Look) -> bool:
    """Whether a shape could not be told from others, so that a character stands for it."""
    if task.glyphs is Glyphs.ALL:
        return False
    if not look.under and (task.height < 3 or not task.skin.colour or look.shape in ("cross", "diamond")):
        return True
    return "goal" in task.cell.marks and task.height < (3 if task.skin.colour else 4)


def _art(task: Task, look: Look, *, goal: bool) -> Pixels:
    """The shape of a piece, with a ring around it where it is a goal, with a glint where it is large."""
    ringed = goal and task.height > 2
    size = task.width, task.height, task.glyphs
    coarse = task.glyphs is Glyphs.QUARTERS and task.height < 4
    shape = "block" if coarse and look.shape == "shield" else look.shape
    art = pixels("small" if ringed else shape, *size)
    if ringed:
        return layered(layered(art, pixels("ring", *size), 2), art, 1)
    if look.shape == "disc" and look.under and task.height > 3 and task.glyphs is Glyphs.ALL:
        art = layered(art, pixels("glint", *size), 3)
    return art


def _glyph(task: Task, look: Look, *, goal: bool) -> str:
    if task.skin.ascii:
        return task.cell.text[:1].strip() or look.ascii
    if goal:
        return "◉" if look.under else "◎"
    if look.under or look.shape != "dot":
        return "" if look.glyph == "·" and task.skin.colour and task.mark != "target" else look.glyph
    return look.glyph if task.skin.colour else "·"


def _lettered(task: Task, look: Look, ink: str, ground: str) -> Canvas:
    """A piece in ASCII: its shape filled with its letter."""
    canvas, letter = plain(task, ground), task.cell.text[:1].strip() or look.ascii
    for line, row in zip(canvas, letters("disc", task.width, task.height), strict=True):
        for col, inside in enumerate(row):
            if inside:
                line[col] = Spot(letter, ink, ground, bold=True)
    return canvas


def token(task: Task, look: Look) -> Canvas:
    """A player's piece under way: its letter on its colour."""
    canvas, ground = plain(task, CLEAR if task.clear else ""), task.colour(look.ink)
    spot = Spot(" ", readable(ground) if ground else "", ground, bold=True, reverse=not ground)
    line, at = canvas[task.middle], (task.width - 1) // 2
    for place in range(max(0, at - 1), min(task.width, at + 2)):
        line[place] = spot
    line[at] = spot._replace(char=look.glyph)
    return canvas


def words(task: Task, look: Look) -> Canvas:
    """A role that the table does not know: what the cell says, in a colour of its role."""
    ground = ground_of(task, look)
    canvas = plain(task, ground)
    ink = readable(ground) if ground and ground != CLEAR else ""
    centred(canvas[task.middle], task.cell.text[: task.width], ink, bold=True)
    return canvas
