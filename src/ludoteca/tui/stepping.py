"""A game stepped through: its list of moves, forwards, backwards, and by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from textual import events
from textual.message import Message
from textual.timer import Timer

from ludoteca.core import AnySession
from ludoteca.looks.sheet import Runs
from ludoteca.tui.board import BoardView
from ludoteca.tui.gestures import ARROWS
from ludoteca.tui.scene import Scene
from ludoteca.tui.side import Moves

PACE: Final = 0.7  # seconds from move to move


def stops_of(session: AnySession) -> list[int]:
    """The plies to stop at: wherever somebody decides, and the last; what nature does belongs to the step.

    >>> from ludoteca.games import begin
    >>> session = begin("2048:3,2#5")
    >>> session.play_text("up"), session.game.text(session.roll())
    ('up', 'c1 2')
    >>> stops_of(session)
    [0, 2]
    """
    last = len(session.moves)
    return [ply for ply in range(last) if session.decided(ply)] + [last]


class Tape(Moves):
    """All moves of a game, the one that led to the position marked; a click goes to the one clicked."""

    class Chosen(Message):
        """A move was clicked: the number of plies up to it, itself included."""

        def __init__(self, ply: int) -> None:
            super().__init__()
            self.ply = ply

    def __init__(self, whole: AnySession, at: int) -> None:
        super().__init__(whole)
        self.at = at
        self.mistakes: frozenset[int] = frozenset()  # plies

    def follow(self, session: AnySession) -> None:
        """Mark the last move of a part of the game; it is in the middle, but for the ends."""
        self.at = len(session.moves)

    def work_out(self) -> list[Runs]:
        """The lines around the position."""
        width, height = self.size
        return self.sheet.lines(height, width, self.at, mistakes=self.mistakes, spell=self.app.spell)

    def on_click(self, event: events.Click) -> None:
        """Go to the move that was clicked."""
        x = 0
        for run in self.lines[event.y] if event.y < len(self.lines) else ():
            x += len(run.text)
            if event.x < x and run.plies:
                self.post_message(self.Chosen(run.plies))
                return


class Stepping(Scene):
    """Forwards and backwards through a game that was played, which stays as it is."""

    HAS_BUTTONS: ClassVar = False

    def __init__(self, session: AnySession, computers: Mapping[int, int]) -> None:
        self._whole = session.at(len(session.moves))
        self._stops, self._at = stops_of(session), 0
        self._tape = Tape(self._whole, self._stops[0])
        self._ticker: Timer | None = None
        self._is_aside = False  # whether the board shows what was not played
        super().__init__(session.at(self._stops[0]), computers)

    def moves(self) -> Moves:
        """All moves of the game."""
        return self._tape

    def on_mount(self) -> None:
        """At the beginning."""
        self.truth.set_class(self.app.choices.is_on("truth"), "shown")
        self._go(0)

    @property
    def is_playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._ticker is not None

    def _go(self, at: int) -> None:
        """Show the position at a stop; one step forwards is a film."""
        forwards = at == self._at + 1 and not self._is_aside
        self._is_aside = False
        self._at, self.session = at, self._whole.at(self._stops[at])
        since = self._stops[at - 1] if at else 0
        if not forwards:  # the board is just put there
            self._put_there()
        self.present()
        if not forwards:
            self.say(*self._news(since))
        self.ask_truth()

    def _put_there(self) -> None:
        """Have the screen show the position without a film of how it came about."""
        session, game = self.session, self.session.game
        self._board, self._shown = game.board(session.state), len(session.moves)
        self._ways = game.ways(session.states[-2], session.moves[-1]) if session.moves else ()

    def on_key(self, event: events.Key) -> None:
        """Arrows step, those along the list of moves too."""
        way = ARROWS.get(event.key)
        if way in ("left", "up"):
            self.action_backward()
        elif way in ("right", "down"):
            self.action_forward()
        else:
            return
        event.stop()

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """A click on the right half of the board is a step forwards, one on the left half a step back."""
        if 2 * event.col >= len(self._board[0]):
            self.action_forward()
        else:
            self.action_backward()

    def on_tape_chosen(self, event: Tape.Chosen) -> None:
        """To the move that was clicked, and what followed from it."""
        self._jump(next(at for at, ply in enumerate(self._stops) if ply >= event.ply))

    def action_forward(self) -> None:
        """One step on, by hand."""
        self._jump(min(self._at + 1, len(self._stops) - 1))

    def action_backward(self) -> None:
        """One step back."""
        self._jump(max(self._at - 1, 0))

    def action_first(self) -> None:
        """To the beginning."""
        self._jump(0)

    def action_last(self) -> None:
        """To the end."""
        self._jump(len(self._stops) - 1)

    def _jump(self, at: int) -> None:
        self._stop()
        if at != self._at or self._is_aside:
            self._go(at)

    def action_run(self) -> None:
        """Let it run, from the beginning if it is at its end; or stop."""
        if self._ticker is not None:
            self._stop()
            return
        if self._at == len(self._stops) - 1:
            self._go(0)
        self._ticker = self.set_interval(PACE, self._run)
        self.show_words()

    def _run(self) -> None:
        """The next step, unless the last one is still to be seen or another screen is in front."""
        if not self.is_current or self.view.is_moving:
            return
        if self._at < len(self._stops) - 1:
            self._go(self._at + 1)
        if self._at == len(self._stops) - 1:
            self._stop()

    def _stop(self) -> None:
        if self._ticker is not None:
            self._ticker.stop()
            self._ticker = None
            self.show_words()
