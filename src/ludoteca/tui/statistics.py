"""The statistics: what the games on each board come to, in numbers and plots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from ludoteca.archive import Archive, Statistics
from ludoteca.archive.statistics import statistics_of
from ludoteca.core import LudotecaError
from ludoteca.core.words import N_, _
from ludoteca.looks import plots, report
from ludoteca.looks.naming import title_of_id
from ludoteca.tui.gestures import ARROWS
from ludoteca.tui.menu import Menu
from ludoteca.tui.page import Key, Page

ALL: Final = "all"
EVERY: Final = 1_000_000_000  # games: no archive has more
WIDEST: Final = 80  # columns of a plot
LEAST_BAR: Final = 14  # columns of a bar and its number
SHORTEST: Final = 12  # characters of a board's name beside it
INDENT: Final = "    "  # of a value below its word, and of the rest of a long one
BELOW: Final = f"\n{INDENT}"
TALL: Final = 30  # lines of a screen from which what belongs together is set apart
MARGINS: Final = 3  # columns of the numbers, with the scroll bar that they may come to need
BAR: Final = 1  # column that the scroll bar of the boards takes
LOWEST, HIGHEST = 4, 10  # lines of a plot


class StatisticsPage(Page):
    """Boards to the left, what is known of one to the right."""

    KEYS: ClassVar = (
        Key("down", "next_board", N_("next board")),
        Key("left", "up", N_("further up")),
        Key("right", "down", N_("further down")),
        Key("question_mark", "help", N_("help")),
    )

    def __init__(self) -> None:
        super().__init__()
        self._boards: list[str] = []

    def compose(self) -> ComposeResult:
        """Boards and numbers."""
        yield Static("", classes="head", id="head", markup=False)
        with Horizontal(id="pair"):
            yield Menu()
            with VerticalScroll(id="numbers"):
                yield Static("", classes="plot", markup=False)
        yield self.keys()

    def on_mount(self) -> None:
        """All games, at first."""
        self.query_one(VerticalScroll).can_focus = False  # its keys are the screen's
        self.query_one(Menu).focus()
        self.speak()

    def on_resize(self, event: events.Resize) -> None:
        """Plots take what room there is, once it is known."""
        super().on_resize(event)
        self.call_after_refresh(self._fit)

    def speak(self) -> None:
        """Everything again."""
        super().speak()
        self.query_one("#head", Static).update(_("Statistics"))
        archive, boards = self.app.archive, list[str]()
        try:
            boards = archive.boards() if archive else []
        except LudotecaError as error:
            self._complain(error)
        self._boards = boards
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        """Boards and plots in the room that there is."""
        if self.is_open:
            room = self.query_one(Menu).scrollable_content_region.width - BAR
            names = {ALL: _("all games"), **{board: title_of_id(board) for board in self._boards}}
            options = [Option(named(self.app.spell(name), room), id=board) for board, name in names.items()]
            self.query_one(Menu).fill(options)
            self._show()

    def on_option_list_option_highlighted(self) -> None:
        """Another board."""
        self.query_one(VerticalScroll).scroll_home(animate=False)
        self._show()

    def on_key(self, event: events.Key) -> None:
        """The letters for left and right too."""
        way = ARROWS.get(event.key)
        if way in ("left", "right"):
            self.action_up() if way == "left" else self.action_down()
            event.stop()

    def action_next_board(self) -> None:
        """The next board, by a click."""
        self.query_one(Menu).action_cursor_down()

    def action_down(self) -> None:
        """To the plots."""
        self.query_one(VerticalScroll).scroll_page_down(animate=False)

    def action_up(self) -> None:
        """Back to the numbers."""
        self.query_one(VerticalScroll).scroll_page_up(animate=False)

    def _show(self) -> None:
        if self.is_open:
            self.query_one(".plot", Static).update(self._text())

    def _text(self) -> Content:
        archive, board = self.app.archive, self.query_one(Menu).chosen or ALL
        if archive is None:
            return Content(_("There is no archive, so no game has been kept."))
        width = max(10, self.query_one(VerticalScroll).scrollable_content_region.width - MARGINS)
        plain, apart = self.app.skin.ascii, "\n\n" if self.size.height >= TALL else "\n"
        try:
            if board == ALL:
                return _overall(archive, width, apart, self.app.spell, plain=plain)
            height = max(LOWEST, min(HIGHEST, self.size.height // 6))
            numbers = archive.statistics(board)
            return _on_board(numbers, width, height, apart, self.app.spell, plain=plain)
        except LudotecaError as error:
            self._complain(error)
            return Content("")

    def _complain(self, error: LudotecaError) -> None:
        self.app.complain(error)


def _overall(
    archive: Archive, width: int, apart: str, spell: Callable[[str], str], *, plain: bool
) -> Content:
    """All games: points of different games cannot be added, so how many, how they ended, and where."""
    entries = archive.games(limit=EVERY)
    if not entries:
        return Content(_("No games yet."))
    games = Counter(spell(title_of_id(entry.board)) for entry in entries).most_common()
    rows = [(report.brief(board, max(SHORTEST, width - LEAST_BAR)), count) for board, count in games]
    names = max(len(board) for board, _games in rows)
    drawn = plots.bars(rows, max(1, min(WIDEST, width - names - 6)), plain=plain)
    numbers = statistics_of("", entries[::-1])
    return _joined(*_told(numbers, width, apart, points=False), _plot(_("Games on each board"), drawn))


def _on_board(
    numbers: Statistics, width: int, height: int, apart: str, spell: Callable[[str], str], *, plain: bool
) -> Content:
    """One board: numbers, then how the points and the lengths of games are spread, and their course."""
    drawn = report.spreads(numbers, min(width, WIDEST), height, plain=plain)
    plotted = [_plot(title, lines) for title, lines in drawn]
    title = Content(spell(title_of_id(numbers.board))).stylize("bold underline")
    return _joined(title, *_told(numbers, width, apart), *plotted)


def _told(numbers: Statistics, width: int, apart: str, *, points: bool = True) -> list[Content]:
    """The numbers, and what one has to know of them."""
    note = Content("\n".join(wrap(report.note(numbers), width))).stylize("$text-muted")
    return [_table(report.groups(numbers, points=points), width, apart=apart), *([note] if note else [])]


def _joined(*parts: Content) -> Content:
    return Content("\n\n").join(parts)


def _plot(title: str, lines: Sequence[str]) -> Content:
    return Content.assemble(title, "\n", ("\n".join(lines), "$text-accent"))


def _table(groups: Sequence[Sequence[tuple[str, str]]], width: int, *, apart: str) -> Content:
    """Words and their values in a column, groups set apart; where both have no room in a line, the value is
    below its word."""
    rows = [row for group in groups for row in group]

    def fits(word: str, value: str, wide: int) -> bool:
        return len(word) <= wide and wide + 2 + len(value) <= width

    widths = sorted({len(word) for word, _value in rows}, reverse=True)
    wide = max(widths, key=lambda wide: sum(fits(*row, wide) for row in rows))

    def line(word: str, value: str) -> Content:
        gap = f"{'':{wide - len(word) + 2}}" if fits(word, value, wide) else BELOW
        said = "\n".join(wrap(word, width, subsequent_indent=INDENT))
        return Content.assemble(said, gap, (value, "bold"))

    return Content(apart).join(Content("\n").join(line(*row) for row in group) for group in groups)


def named(name: str, width: int) -> str:
    """A name in as many lines as it takes, the later ones indented; what belongs to a number stays with it.

    >>> print(named("The King's Flight 11 × 11", 23))
    The King's Flight
      11 × 11
    """
    tied = name.replace(" × ", "\0×\0").replace(": ", ":\0")
    return "\n".join(wrap(tied, max(10, width), subsequent_indent="  ")).replace("\0", " ")
