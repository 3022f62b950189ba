"""Beside the board: who plays and how they stand, the die, and the moves so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from rich.segment import Segment
from rich.style import Style
from textual.content import Content
from textual.geometry import Region
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from ludoteca.core import AnySession, Board
from ludoteca.core.words import _
from ludoteca.looks import Skin
from ludoteca.looks.die import HIGH, die, faces
from ludoteca.looks.holding import holding
from ludoteca.looks.legend import legend
from ludoteca.looks.naming import level_name
from ludoteca.looks.palette import palette_of
from ludoteca.looks.sheet import Run, Runs, Sheet
from ludoteca.tui.spots import content_of

if TYPE_CHECKING:
    from ludoteca.tui.app import Ludoteca

CROWD: Final = 4  # seats; of more, each has a line and no other
ROLLING: Final = 0.5  # seconds that a die rolls
FACES: Final = 6  # that it shows meanwhile
LEAST_LOG: Final = 4  # lines of moves that a large die leaves


def who(
    session: AnySession,
    computers: Mapping[int, int],
    board: Board,
    skin: Skin,
    width: int,
    spell: Callable[[str], str],
) -> Content:
    """The seats, the one to move marked, each with what is said of it; what the board does not show; what
    its letters are; and how much of the board each holds."""
    game, lines = session.game, list[Content]()
    said = list(game.status(session.state))
    if game.players > 1:
        owns = list(game.stands(session.state) or game.seats)
        said = [sentence for sentence in said if sentence not in owns]
        lines += _seats(session, computers, owns, width, spell, skin.faint)
    elif computers:
        level = level_name(game, computers[0])
        lines.append(Content(spell("▶ ") + (_("Computer: {level}", level=level) if game.skill else level)))
    lines += [Content(sentence) for sentence in said]
    if letters := legend(board, skin):
        lines.append(Content.styled(letters, skin.faint))
    if shares := game.holds(session.state):
        lines.append(content_of(holding(shares, board, skin, width)))
    return Content("\n").join(lines)


def _seats(
    session: AnySession,
    computers: Mapping[int, int],
    owns: Sequence[str],
    width: int,
    spell: Callable[[str], str],
    faint: str,
) -> Iterator[Content]:
    """A line for each seat: its sentence, its level after its name in a faint style, and a sign before the
    one to move, with a gap where there is room for it."""
    game = session.game
    levels = {seat: f" ({level_name(game, level)})" for seat, level in computers.items()}
    if game.players > CROWD and any(
        2 + len(owns[seat]) + len(level) > width for seat, level in levels.items()
    ):
        levels = {}
    parts = [own.partition(name) for own, name in zip(owns, game.seats, strict=True)]
    ends = [max(map(len, owns))]
    ends += [
        len(parts[seat][0] + parts[seat][1] + level + parts[seat][2][:1]) for seat, level in levels.items()
    ]
    gap = " " if max(ends) + 2 <= width else ""
    for seat, (before, name, rest) in enumerate(parts):
        turn, style = (spell("▶"), "bold") if seat == session.player else (" ", "")
        level = levels.get(seat, "")
        yield Content.assemble((f"{turn}{gap}{before}{name}", style), (level, faint), (rest, style))


class Die(Static):
    """The last throw, in the colour of the one who threw; it may roll first. Without a throw it takes no
    room."""

    app: Ludoteca

    def __init__(self) -> None:
        super().__init__(id="die")
        self._timer: Timer | None = None
        self._shown: tuple[int, int] | None = None  # the number and the seat
        self._faces: list[int] = []

    def show(self, number: int | None, seat: int = 0, *, rolls: bool = False) -> None:
        """Show a number, perhaps after others; or nothing."""
        shown = None if number is None else (number, seat)
        if shown == self._shown and not rolls:
            return
        if self._timer is not None:
            self._timer.stop()
        self._timer, self._faces, self._shown = None, [], shown
        self.set_class(number is not None, "shown")
        if rolls and number is not None:
            self._faces = list(faces(number, FACES))
            self._timer = self.set_interval(ROLLING / FACES, self._turn)
        self.draw()

    def _turn(self) -> None:
        del self._faces[:1]
        if not self._faces and self._timer is not None:
            self._timer.stop()
            self._timer = None
        self.draw()

    def draw(self) -> None:
        """Draw it as large as there is room for."""
        if self._shown is None:
            return
        number, seat = self._shown
        number = self._faces[0] if self._faces else number
        lines = die(number, seat, self.app.skin, small=self.is_small)
        self.update(Content("\n").join(map(content_of, lines)), layout=len(lines) != self.size.height)

    @property
    def is_small(self) -> bool:
        """Whether there is room for one line only."""
        side = self.parent
        assert isinstance(side, Widget)
        others = (each for each in self.siblings if isinstance(each, Static))
        taken = sum(each.outer_size.height + each.styles.margin.height for each in others)
        return side.size.height - taken < HIGH + 1 + LEAST_LOG


class Moves(Widget):
    """The moves so far, or a log of what happened, as much of the end of it as there is room for."""

    app: Ludoteca

    def __init__(self, session: AnySession) -> None:
        super().__init__()
        self.sheet = Sheet(session)
        self.lines: list[Runs] = []  # as they are shown
        self._base = Style()

    def follow(self, session: AnySession) -> None:
        """The game has gone on, or was taken back."""
        self.sheet.follow(session)

    def speak(self) -> None:
        """Show them again, in another language or with other looks."""
        self.sheet.forget()
        self._show_anew()

    def on_resize(self) -> None:
        """There is more room, or less."""
        self._show_anew()

    def _show_anew(self) -> None:
        self.redraw()
        self.refresh()

    def redraw(self) -> None:
        """Show the lines that have changed."""
        before, self.lines, self._base = self.lines, self.work_out(), self.rich_style
        both = enumerate(zip_longest(before, self.lines))
        if changed := [Region(0, y, self.size.width, 1) for y, (old, new) in both if old != new]:
            self.refresh(*changed)

    def work_out(self) -> list[Runs]:
        """The lines to be seen."""
        return self.sheet.lines(self.size.height, self.size.width, spell=self.app.spell)

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        line = self.lines[y] if y < len(self.lines) else []
        strip = Strip([Segment(run.text, self._base + self._style(run)) for run in line if run.text])
        return strip.adjust_cell_length(self.size.width, self._base)

    def _style(self, run: Run) -> Style:
        skin = self.app.skin
        colour = palette_of(skin)[f"player{run.seat % 8}"] if run.seat is not None and skin.colour else None
        return Style(
            color=colour,
            bold=run.here or run.seat is not None or None,
            dim=(run.dim and bool(skin.faint)) or None,
            reverse=run.here or None,
        )
