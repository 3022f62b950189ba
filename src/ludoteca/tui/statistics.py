"""The statistics: what the games on each board come to, in numbers and plots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
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
LOWEST, HIGHEST = 4, 10  # lines of a plot


class StatisticsPage(Page):
    """Boards to the left, what is known of one to the right."""

    KEYS: ClassVar = (Key("left", "up", N_("further up")), Key("right", "down", N_("further down")))

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
        self.call_after_refresh(self._show)

    def speak(self) -> None:
        """Everything again."""
        super().speak()
        self.query_one("#head", Static).update(_("Statistics"))
        archive, boards = self.app.archive, list[str]()
        try:
            boards = archive.boards() if archive else []
        except LudotecaError as error:
            self._complain(error)
        lines = [
            Option(_("all games"), id=ALL),
            *[Option(self.app.spell(title_of_id(board)), id=board) for board in boards],
        ]
        self.query_one(Menu).fill(lines)
        self.call_after_refresh(self._show)

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
        width = max(10, self.query_one(VerticalScroll).scrollable_content_region.width - 2)
        plain = self.app.skin.ascii
        try:
            if board == ALL:
                return _overall(archive, width, self.app.spell, plain=plain)
            height = max(LOWEST, min(HIGHEST, self.size.height // 6))
            return _on_board(archive.statistics(board), width, height, self.app.spell, plain=plain)
        except LudotecaError as error:
            self._complain(error)
            return Content("")

    def _complain(self, error: LudotecaError) -> None:
        self.app.complain(error)


def _overall(archive: Archive, width: int, spell: Callable[[str], str], *, plain: bool) -> Content:
    """All games: points of different games cannot be added, so how many, how they ended, and where."""
    entries = archive.games(limit=EVERY)
    if not entries:
        return Content(_("No games yet."))
    rows = Counter(spell(title_of_id(entry.board)) for entry in entries).most_common()
    names = max(len(board) for board, _games in rows)
    drawn = plots.bars(rows, max(1, min(WIDEST, width - names - 6)), plain=plain)
    numbers = statistics_of("", entries[::-1])
    table = _table(report.rows(numbers, points=False))
    return _joined(table, _plot(_("Games on each board"), drawn))


def _on_board(
    numbers: Statistics, width: int, height: int, spell: Callable[[str], str], *, plain: bool
) -> Content:
    """One board: numbers, then how the points and the lengths of games are spread, and their course."""
    drawn = report.spreads(numbers, min(width, WIDEST), height, plain=plain)
    plotted = [_plot(title, lines) for title, lines in drawn]
    return _joined(Content(spell(title_of_id(numbers.board))), _table(report.rows(numbers)), *plotted)


def _joined(*parts: Content) -> Content:
    return Content("\n\n").join(parts)


def _plot(title: str, lines: Sequence[str]) -> Content:
    return Content.assemble(title, "\n", ("\n".join(lines), "$text-accent"))


def _table(rows: Sequence[tuple[str, str]]) -> Content:
    wide = max(len(word) for word, _value in rows)
    lines = [Content.assemble(f"{word:{wide}}  ", (value, "bold")) for word, value in rows]
    return Content("\n").join(lines)
