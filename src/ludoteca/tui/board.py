"""The board on the screen: it shows cells, marks and pieces under way, and says where it was pressed."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.timer import Timer

from ludoteca.core import Board, Labels
from ludoteca.looks import UNLABELLED, Moving, Scale, Skin, Spot, cell_at, draw, place_of, scale_for, size_of
from ludoteca.looks.miniature import miniature
from ludoteca.looks.model import appearance
from ludoteca.tui import bars

Frame = tuple[Board, Sequence[Moving]]
Marks = Mapping[str, frozenset[str]]

FRAME: Final = 1 / 30  # seconds

bars.install()  # a board is on every way into the app


class BoardView(ScrollView):
    """A picture of cells that fills the room it gets; where that is too small it scrolls, or shows the
    `whole` as well as it can, as a miniature in the end."""

    can_focus = False  # keys are the screen's

    class Pressed(Message):
        """A cell was clicked, so many columns and rows from the middle of the board."""

        def __init__(self, row: int, col: int, across: int, along: int) -> None:
            super().__init__()
            self.row, self.col, self.across, self.along = row, col, across, along

    class Swiped(Message):
        """The mouse was dragged so many columns and rows."""

        def __init__(self, across: int, along: int) -> None:
            super().__init__()
            self.across, self.along = across, along

    def __init__(self, cells: Board, skin: Skin, *, labels: Labels = UNLABELLED, whole: bool = False) -> None:
        super().__init__()
        self.cells, self.labels, self.skin, self._whole = cells, labels, skin, whole
        self.marks: Marks = {}
        self._moving: Sequence[Moving] = ()
        self._frames: list[Frame] = []
        self._began = self._ends = 0.0
        self._timer: Timer | None = None
        self._scale: Scale | None = None
        self._is_miniature = False
        self._lines: list[list[Spot]] = []
        self._base = Style()  # of the screen, below the picture
        self._held: events.MouseDown | None = None
        self._focus: tuple[int, int] | None = None  # what is to be seen once nothing moves

    def show(
        self,
        cells: Board,
        frames: Iterable[Frame] = (),
        marks: Marks | None = None,
        labels: Labels | None = None,
        focus: tuple[int, int] | None = None,
    ) -> None:
        """Show a board, after the frames that lead to it, with these marks and labels, or those there were;
        what was still moving is over. Where there is not room for all of it a piece that moves is followed,
        and then `focus` is in view."""
        self._frames, self._began = [*frames, (cells, ())], time.monotonic()
        self._ends, self._focus = self._began + (len(self._frames) - 1) * FRAME, focus
        self.marks = self.marks if marks is None else marks
        if labels is not None:
            self._scale, self.labels = None, labels
        self._next_frame()
        if self._frames and self._timer is None:
            self._timer = self.set_interval(FRAME, self._next_frame)

    @property
    def is_moving(self) -> bool:
        """Whether pieces are under way."""
        return bool(self._frames)

    @property
    def left(self) -> float:
        """Seconds until nothing moves any more; below 0, for how long that has been so."""
        return self._ends - time.monotonic()

    def mark(self, marks: Marks) -> None:
        """Mark cells by their names: the cursor, what is chosen, where it may go."""
        self.marks = marks
        self._redraw()

    def wear(self, skin: Skin) -> None:
        """Draw in another skin."""
        if skin != self.skin:
            self._scale, self.skin = None, skin
            self._redraw()

    def reveal(self, row: int, col: int) -> None:
        """Scroll to a cell, where the board is larger than its room."""
        scale = self._fit()
        x, y = place_of(self.cells, scale, row, col)
        self.scroll_to_region(Region(x, y, scale.width, scale.height), animate=False)

    def _next_frame(self) -> None:
        """The frame of this moment; a slow terminal sees fewer of them, not a longer film."""
        if self._frames:
            late = int((time.monotonic() - self._began) / FRAME)
            cells, self._moving = self._frames[min(late, len(self._frames) - 1)]
            if late >= len(self._frames) - 1:
                self._frames = []
            if (len(cells), len(cells[0])) != (len(self.cells), len(self.cells[0])):
                self._scale = None
            self.cells = cells
            self._redraw()
            self._follow()
        if not self._frames and self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _follow(self) -> None:
        """Keep in view the one piece that moves, and then what there is to see."""
        if len(self._moving) == 1:
            self.reveal(round(self._moving[0].row), round(self._moving[0].col))
        elif not self._frames and self._focus is not None:
            self.call_after_refresh(self.reveal, *self._focus)

    @property
    def _labels(self) -> Labels:
        return self.labels if self.skin.names else UNLABELLED

    def _fit(self) -> Scale:
        """The scale for the room there is."""
        if self._scale is None:
            room = self.container_size if self.container_size else self.size
            self._scale = scale_for(self.cells, room.width, room.height, labels=self._labels)
            self._is_miniature = False
            width, height = size_of(self.cells, self._scale)
            if self._whole and (width > room.width or height > room.height):  # seen, if not read
                across, down = len(self.cells[0]), len(self.cells)
                self._scale = Scale(max(1, room.width // across), max(1, room.height // down))
                self._is_miniature = across > room.width or down > room.height
            self.virtual_size = room if self._is_miniature else Size(*size_of(self.cells, self._scale))
        return self._scale

    def _redraw(self) -> None:
        """Draw the board, and let the screen show again what has changed in each line."""
        if not self.size:
            return
        before, scale, self._base = self._lines, self._fit(), self.rich_style
        if self._is_miniature:
            self._lines = miniature(self.cells, *self.size, self.skin)
        else:
            self._lines = draw(
                self.cells, scale, self.skin, labels=self._labels, marks=self.marks, moving=self._moving
            )
        if len(before) != len(self._lines):
            self.refresh()
            return
        left, top = self._offset()
        changed = [Region(left + begin, top + y, end - begin, 1)
                   for y, (old, new) in enumerate(zip(before, self._lines, strict=True))
                   for begin, end in _changed(old, new)]  # fmt: skip
        if changed:
            self.refresh(*changed)

    def on_resize(self) -> None:
        """More or less room: another scale."""
        self._scale, self._lines = None, []
        self._redraw()

    def _offset(self) -> tuple[int, int]:
        """Where the picture begins: in the middle, where there is room to spare."""
        width, height = size_of(self.cells, self._fit())
        if self._is_miniature and self._lines:
            width, height = len(self._lines[0]), len(self._lines)
        left = max(0, (self.size.width - width) // 2) - int(self.scroll_offset.x)
        top = max(0, (self.size.height - height) // 2) - int(self.scroll_offset.y)
        return left, top

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        left, top = self._offset()
        room, base = self.size.width, self._base
        if not 0 <= y - top < len(self._lines):
            return Strip.blank(room, base)
        spots = self._lines[y - top][max(0, -left) :]
        segments = [Segment(" " * left, base)] if left > 0 else []
        for look, run in groupby(spots, key=appearance):
            segments.append(Segment("".join(spot.char for spot in run), style_of(base, look)))
        return Strip(segments, max(left, 0) + len(spots)).adjust_cell_length(room, base)

    def place(self, x: int, y: int) -> tuple[int, int] | None:
        """The row and column of the cell at a place of the widget."""
        left, top = self._offset()
        return cell_at(self.cells, self._fit(), x - left, y - top)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A press or a drag begins."""
        self._held = event
        self.capture_mouse()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """It ends: on the same cell it was a click, elsewhere a swipe."""
        self.release_mouse()
        held, self._held = self._held, None
        if held is None:
            return
        began, ended = self.place(held.x, held.y), self.place(event.x, event.y)
        if began is not None and began == ended:
            width, height = size_of(self.cells, self._fit())
            left, top = self._offset()
            across, along = event.x - left - width // 2, event.y - top - height // 2
            self.post_message(self.Pressed(*began, across, along))
        elif began != ended:
            self.post_message(self.Swiped(event.x - held.x, event.y - held.y))


def _changed(old: Sequence[Spot], new: Sequence[Spot]) -> Iterator[tuple[int, int]]:
    """From where to where two lines of spots differ, if they do."""
    if len(old) != len(new):
        yield 0, max(len(old), len(new))
    elif differing := [at for at, (was, now) in enumerate(zip(old, new, strict=True)) if was != now]:
        yield differing[0], differing[-1] + 1


@lru_cache(maxsize=4096)
def style_of(base: Style, look: tuple[str, str, bool, bool, bool, bool]) -> Style:
    """A spot's colours and weight on the screen's own, as Rich says them."""
    ink, ground, bold, dim, underline, reverse = look
    return base + Style(
        color=ink or None, bgcolor=ground or None, bold=bold or None, dim=dim or None,
        underline=underline or None, reverse=reverse or None,
    )  # fmt: skip
