"""A game on the screen: board, players, clock, moves and the truth bar, whoever moves the pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Input, Static

from ludoteca.archive import Kept
from ludoteca.archive.statistics import is_helped
from ludoteca.core import AnySession, Board, LudotecaError
from ludoteca.core.words import _
from ludoteca.looks import frames
from ludoteca.looks.report import help_of
from ludoteca.looks.values import worths
from ludoteca.tui.board import FRAME, BoardView, Frame, Marks
from ludoteca.tui.buttons import buttons
from ludoteca.tui.gestures import Gestures, aimed
from ludoteca.tui.heading import heading, parts_of
from ludoteca.tui.page import Page
from ludoteca.tui.side import ROLLING, Die, Moves, who
from ludoteca.tui.told import LINES, Hint, ended, newest, shortened
from ludoteca.tui.truth_bar import TruthBar

FILMED: Final = 8  # moves, if many come at once
LONGEST_FILM: Final = 12  # frames, thirty a second: what a person waits for at most, but for a die
SHORT: Final = 24  # lines of a screen with fewer of which a hidden truth bar leaves its line to the board
THROWS: Final = 8  # plies back that a throw is still to be seen


class Scene(Page):
    """A game and all there is to see of it.

    Whatever happens to the game, `present` shows it once: the board with its marks, and everything around it;
    a die that rolls is seen to do so before anything tells what it shows.
    """

    HAS_BUTTONS: ClassVar = True

    def __init__(self, session: AnySession, computers: Mapping[int, int]) -> None:
        super().__init__()
        self.session, self.computers = session, dict(computers)
        self._board: Board = session.game.board(session.state)
        self._shown = len(session.moves)  # plies that the screen has shown
        self._ways: Sequence[Sequence[str]] = ()  # of the last one
        self._gestures = Gestures(())
        self._cursor: tuple[int, int] | None = None
        self._hint: Hint | None = None
        self._said = self._remark = ""
        self._texts: dict[str, tuple[object, ...]] = {}  # what is beside the board, by place
        self._rolling: Timer | None = None  # while a die does
        self._untold = 0  # the ply from which is told what happened, once it has

    def compose(self) -> ComposeResult:
        """Board and side, then what is said, the truth and the keys."""
        yield Static(self.head(), classes="head", id="head", markup=False)
        with Horizontal(id="table"):
            yield BoardView(self._board, self.app.skin, labels=self.session.game.labels(self.session.state))
            with Vertical(id="side"):
                yield Static(id="players")
                yield self._words()
                yield Die()
                yield self.moves()
        with Vertical(id="told"):
            yield Static("", id="said", markup=False)
            yield Static("", id="hint", markup=False)
            yield Static("", id="prompt", markup=False)
        yield TruthBar()
        yield Input(id="typed", placeholder=_("a move, as in the list of moves"))
        yield self.keys()

    def moves(self) -> Moves:
        """The list of moves."""
        return Moves(self.session)

    def _words(self) -> Static:
        words = Static(id="words")
        words.auto_links = False  # a button has inks of its own
        return words

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
        self.query_one(Moves).speak()
        self.query_one(Die).draw()
        self._show_around()

    # Showing

    def present(self) -> None:
        """Show the game as it stands now, and say what happened since the screen last showed it."""
        if not self.is_open:
            return
        session, since, before = self.session, self._shown, self._board
        if self._hint is not None and self._hint.state is not session.state:
            self._hint = None
        film, rolls = self._film(), self._throw(since)
        self._cursor = self._cursor or aimed(self._gestures, self._board)
        if self._rolling is not None:  # what was not told yet is told now
            self._rolling.stop()
            self._rolling, since = None, min(since, self._untold)
        if not rolls:
            self.view.show(self._board, film, self._marks(), focus=self._focus())
            self._tell(since)
            return
        if start := self._place({way[0] for way in self._ways[:1]}):
            self.view.reveal(*start)
        still = [(before, ())] * round(ROLLING / FRAME)
        self.view.show(self._board, [*still, *film], {}, focus=self._focus())
        self.show_words()
        self._untold = since
        self._rolling = self.set_timer(ROLLING, self._has_rolled)

    def _has_rolled(self) -> None:
        self._rolling = None
        if self.is_open:
            self._tell(self._untold)
            self.mark()

    def _tell(self, since: int) -> None:
        """Say what happened since a ply, and show everything around the board."""
        moves = self.session.moves
        self.query_one(Moves).follow(self.session)
        if since < len(moves):
            self.say(*self._news(since))
        elif since > len(moves):
            self.say(self.session.verdict)
        else:
            self._put_told()
        self._show_around()

    def _news(self, since: int) -> list[str]:
        """What is to be said about the moves since a ply; how it ended, whatever there is no room for."""
        over = list(filter(None, (self.session.verdict, self._praise())))
        return newest([self._happened(since), over], self._room - 2)

    def _happened(self, since: int) -> list[str]:
        """What the moves since a ply did, in the rules' words; of many the last, and the prompt keeps its
        line."""
        sheet, plies = self.query_one(Moves).sheet, range(since, len(self.session.moves))
        told = [said for ply in plies[-FILMED:] if (said := sheet.told(ply))]
        return newest(told, self._room - 2, 1 if self.prompt() else LINES)

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
        if self._shown > len(session.moves):
            self._board, self._ways = game.board(session.state), ()
        self._shown = len(session.moves)
        return film[-LONGEST_FILM:]

    def _throw(self, since: int) -> bool:
        """Show the last throw, if there was one not long ago; whether it is new, and is to roll."""
        session, last = self.session, len(self.session.moves)
        for ply in range(last - 1, max(0, last - THROWS) - 1, -1):
            number = None if session.decided(ply) else session.game.thrown(session.moves[ply])
            if number is not None:
                rolls = ply >= since and self.app.choices.is_on("animation")
                self.query_one(Die).show(number, max(0, session.actor(ply - 1)) if ply else 0, rolls=rolls)
                return rolls
        self.query_one(Die).show(None)
        return False

    def _focus(self) -> tuple[int, int] | None:
        """Where something happened last, or the piece of the one to move."""
        token = f"player{max(0, self.session.player)}"
        last = {way[-1] for way in self._ways[:1]}
        return self._place(last) if last else self._place({token})

    def _place(self, wanted: Set[str]) -> tuple[int, int] | None:
        """The first cell of a name, or with a mark."""
        for row, cells in enumerate(self._board):
            for col, cell in enumerate(cells):
                if cell.name in wanted or not wanted.isdisjoint(cell.marks):
                    return row, col
        return None

    def _show_around(self) -> None:
        """Everything around the board."""
        self.tick()
        width = self.query_one("#players", Static).size.width or self._room
        seats = who(self.session, self.computers, self._board, self.app.skin, width, self.app.spell)
        self._put("#players", seats)
        self.show_words()
        self.query_one(Moves).redraw()

    def show_words(self) -> None:
        """What can be said now."""
        self._put_words()
        self._put("#prompt", Content(self.app.spell(self.prompt())))
        self._put(".keys", self._keys())

    def _put(self, where: str, content: Content) -> None:
        """Show another text beside the board; the screen is laid out anew only where it takes other room."""
        text = content.plain, content.spans  # two contents are equal if they read alike
        if self._texts.get(where) == text:
            return
        self._texts[where] = text
        static = self.query_one(where, Static)
        height = content.get_height({}, max(1, static.size.width))
        static.update(content, layout=height != static.size.height)

    def _put_words(self) -> None:
        if not self.HAS_BUTTONS:
            return
        width = self.query_one("#words", Static).size.width or self._room
        shown = self.truth.shown if self.truth.has_class("shown") else None
        known, hinted = worths(shown.advice) if shown else {}, self._hint.words if self._hint else ()
        game, skin = self.session.game, self.app.skin
        self._put(
            "#words", buttons(game, self._gestures, self._board, skin, width, worths=known, hinted=hinted)
        )

    def on_resize(self, event: events.Resize) -> None:
        """What is beside the board takes what room there is."""
        super().on_resize(event)
        self.set_class(event.size.height < SHORT, "short")
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        if self.is_open:
            self.query_one(Die).draw()
            self._put_told()
            self._show_around()
            self.view.mark(self._marks())
            if focus := self._focus():
                self.view.reveal(*focus)

    def mark(self) -> None:
        """Show the marks again, where nothing else has changed."""
        if self.is_open:
            self.view.mark(self._marks())
            self.show_words()

    def _marks(self) -> Marks:
        """The cursor, what is chosen and where it may go, the last move and the hint."""
        marks: dict[str, set[str]] = {}
        said, words = self._gestures.said, set(self._gestures.words) if self._gestures.said else set()
        for row in self._board:
            for cell in row:
                found = {"chosen"} if cell.name in said else {"target"} if cell.name in words else set()
                if self._hint and cell.name in self._hint.cells:
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
        self._said, self._remark = " ".join(map(ended, filter(None, sentences))), ""
        self._put_said()

    def remark(self, sentence: str) -> None:
        """Say something about the last key, before what is said, until the next one; '' for nothing."""
        if sentence != self._remark:
            self._remark = sentence
            self._put_said()

    def _put_said(self) -> None:
        if self.is_open:
            self._put_told()
            self._put("#prompt", Content(self.app.spell(self.prompt())))

    def _put_told(self) -> None:
        """What is said, and apart from it the hint, in two lines together."""
        room, hint = self._room - 2, self._hint.said if self._hint else ""
        sign = _("Hint:") if hint else ""
        said = f"{self._remark} {self._said}".strip()
        for where, text in (("#said", said), ("#hint", f"{sign} {hint}" if hint else "")):
            most = 1 if hint and said else LINES
            shown = shortened(self.app.spell(text), room, most, end=self.app.spell("…"))
            self.query_one(where).set_class(not text and bool(hint or where == "#hint"), "silent")
            self._put(where, Content(shown).stylize("bold", 0, len(sign) if where == "#hint" else 0))

    def prompt(self) -> str:
        """What can be done now, for somebody who does not know it yet."""
        return ""

    def head(self) -> str:
        """Which game this is, whose day's board, and the time spent on it."""
        return heading(parts_of(self.session, self.computers), self._room - 2, self.app.spell)

    def tick(self) -> None:
        """The clock goes on."""
        if self.is_open:
            self._put("#head", Content(self.head()))
