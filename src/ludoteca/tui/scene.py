"""A game on the screen: board, players, clock, moves and the truth bar, whoever moves the pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from ludoteca.archive import Kept
from ludoteca.archive.statistics import is_helped
from ludoteca.core import AnySession, Board, LudotecaError
from ludoteca.core.words import _
from ludoteca.looks import frames
from ludoteca.looks.naming import name_of
from ludoteca.looks.report import clock, day_of, help_of
from ludoteca.looks.wording import worths
from ludoteca.tui.board import BoardView, Frame, Marks
from ludoteca.tui.gestures import Gestures
from ludoteca.tui.page import Page
from ludoteca.tui.side import Moves, buttons, happened, who
from ludoteca.tui.truth_bar import TruthBar

LINES: Final = 2  # for what is said
FILMED: Final = 8  # moves, if many come at once
LONGEST_FILM: Final = 12  # frames, thirty a second: what a person waits for at most


class Scene(Page):
    """A game and all there is to see of it.

    Whatever happens to the game, `present` shows it once: the board with its marks, and everything around it.
    """

    def __init__(self, session: AnySession, computers: Mapping[int, int]) -> None:
        super().__init__()
        self.session, self.computers = session, dict(computers)
        self._board: Board = session.game.board(session.state)
        self._shown = len(session.moves)  # plies that the screen has shown
        self._ways: Sequence[Sequence[str]] = ()  # of the last one
        self._gestures = Gestures(())
        self._cursor: tuple[int, int] | None = None
        self._hint: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        """Board and side, then what is said, the truth and the keys."""
        yield Static(self.head(), classes="head", id="head", markup=False)
        with Horizontal(id="table"):
            yield BoardView(self._board, self.app.skin, labels=self.session.game.labels(self.session.state))
            with Vertical(id="side"):
                yield Static(id="players")
                yield Static(id="words")
                yield self.moves()
        with Vertical(id="told"):
            yield Static("", id="said", markup=False)
            yield Static("", id="prompt", markup=False)
        yield TruthBar()
        yield Input(id="typed", placeholder=_("a move, as in the list of moves"))
        yield self.keys()

    def moves(self) -> Moves:
        """The list of moves."""
        return Moves(self.session)

    @property
    def view(self) -> BoardView:
        """The board on the screen."""
        return self.query_one(BoardView)

    @property
    def truth(self) -> TruthBar:
        """The truth bar."""
        return self.query_one(TruthBar)

    def action_truth(self) -> None:
        """Show or hide the truth bar."""
        self.truth.toggle_class("shown")
        self.ask_truth()

    def ask_truth(self) -> None:
        """Ask for the truth about the position, if it is to be seen."""
        if not self.is_open:
            return
        if self.truth.has_class("shown"):
            self.truth.ask(self.session)
        else:
            self.truth.stop(self.session)

    def on_truth_bar_changed(self) -> None:
        """The buttons tell what each of them is worth."""
        self._put_words()

    def speak(self) -> None:
        """Everything again, in another language or with other looks."""
        super().speak()
        self.view.wear(self.app.skin)
        self._show_around()

    # Showing

    def present(self) -> None:
        """Show the game as it stands now, and say what happened since the screen last showed it."""
        if self.is_open:
            film = self._film()
            self.view.show(self._board, film, self._marks())
            self._show_around()
            self._reveal()

    def _film(self) -> list[Frame]:
        """The pictures from what the screen shows to what there is to see now."""
        session, game, film = self.session, self.session.game, list[Frame]()
        new = range(self._shown, len(session.moves))
        for ply in new[-FILMED:]:
            board = game.board(session.states[ply + 1])
            self._ways = game.ways(session.states[ply], session.moves[ply])
            if self.app.choices.is_on("animation"):
                film += frames(self._board, board, self._ways)
            self._board = board
        if new:
            self.say(session.verdict, self._praise(), *happened(session, new[0]))
            self._hint = ()
        elif self._shown > len(session.moves):
            self._board, self._ways = game.board(session.state), ()
            self.say(session.verdict)
        self._shown = len(session.moves)
        return film[-LONGEST_FILM:]

    def _reveal(self) -> None:
        """Scroll to where something happened last, or to the piece of the one to move."""
        token = f"player{max(0, self.session.player)}"
        last = {way[-1] for way in self._ways[:1]}
        for row, cells in enumerate(self._board):
            for col, cell in enumerate(cells):
                if cell.name in last if last else token in cell.marks:
                    self.call_after_refresh(self.view.reveal, row, col)
                    return

    def _show_around(self) -> None:
        """Everything around the board."""
        self.tick()
        self._put("#players", who(self.session, self.computers, self.app.spell))
        self._put_words()
        self._put("#prompt", Content(self.app.spell(self.prompt())))
        self.query_one(Moves).show(self.session)

    def _put(self, where: str, content: Content) -> None:
        """Show a text beside the board; the screen is laid out anew only where it takes other room."""
        static = self.query_one(where, Static)
        height = content.get_height({}, max(1, static.size.width))
        static.update(content, layout=height != static.size.height)

    def _put_words(self) -> None:
        width = self.query_one("#words", Static).size.width or self._room
        shown = self.truth.shown if self.truth.has_class("shown") else None
        known = worths(shown.advice) if shown else {}
        self._put("#words", buttons(self._gestures, self._board, self.app.skin, width, known))

    def on_resize(self, event: events.Resize) -> None:
        """What is beside the board takes what room there is."""
        super().on_resize(event)
        self.call_after_refresh(self.mark)

    def mark(self) -> None:
        """Show the marks again, where nothing else has changed."""
        if self.is_open:
            self.view.mark(self._marks())
            self._put_words()
            self._put("#prompt", Content(self.app.spell(self.prompt())))

    def _marks(self) -> Marks:
        """The cursor, what is chosen and where it may go, the last move and the hint."""
        marks: dict[str, set[str]] = {}
        said, words = self._gestures.said, set(self._gestures.words) if self._gestures.said else set()
        for row in self._board:
            for cell in row:
                found = {"chosen"} if cell.name in said else {"target"} if cell.name in words else set()
                if cell.name in self._hint:
                    found.add("hint")
                if found:
                    marks[cell.name] = found
        for way in self._ways[:1]:
            marks.setdefault(way[-1], set()).add("last")
        if self._cursor:
            name = self._board[self._cursor[0]][self._cursor[1]].name
            marks.setdefault(name, set()).add("cursor")
        return {name: frozenset(found) for name, found in marks.items()}

    def _praise(self) -> str:
        """A word for a personal record, or on the help there was."""
        session, archive = self.session, self.app.archive
        if not session.outcome or archive is None or not isinstance(session, Kept) or not session.number:
            return ""
        try:
            entry = archive.entry(session.number)
            is_record = archive.is_record(entry)
        except LudotecaError as error:
            return str(error)
        if is_helped(entry):
            return help_of(entry.help)
        return _("A personal record on this board!") if is_record else ""

    def say(self, *sentences: str) -> None:
        """Say something below the board; two lines leave no room for the prompt."""
        if self.is_open:
            said = " ".join(map(ended, filter(None, sentences)))
            self._put("#said", Content(fitting(said, self._room - 2)))
            self._put("#prompt", Content(self.app.spell(self.prompt())))

    def prompt(self) -> str:
        """What can be done now, for somebody who does not know it yet."""
        return ""

    def head(self) -> str:
        """Which game this is, whose day's board, and the time spent on it."""
        parts = name_of(self.session, self.computers)
        if isinstance(self.session, Kept):
            parts += [day_of(self.session.daily), clock(self.session.seconds)]
        return self.app.spell(" · ".join(filter(None, parts)))

    def tick(self) -> None:
        """The clock goes on."""
        if self.is_open:
            self.query_one("#head", Static).update(self.head(), layout=False)


def ended(sentence: str) -> str:
    """A sentence that another may follow.

    >>> ended("Best move: d2 d4"), ended("thinking…")
    ('Best move: d2 d4.', 'thinking…')
    """
    return sentence if sentence.endswith((".", "…", "!", "?", ":")) else f"{sentence}."


def fitting(text: str, width: int) -> str:
    """A text for the two lines that there are; one that is longer ends with a sign that it is.

    >>> fitting("one two three four five", 8)
    'one two\\nthree f…'
    """
    lines = wrap(text, max(2, width))
    if len(lines) <= LINES:
        return text
    rest = " ".join(lines[LINES - 1 :])
    return "\n".join([*lines[: LINES - 1], f"{rest[: max(2, width) - 1]}…"])
