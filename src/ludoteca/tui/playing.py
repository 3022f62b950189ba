"""The game screen: what a person, nature and the computer do, for any game that keeps the contract."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final

from textual import events
from textual.widgets import Input

from ludoteca.ai.thought import Thought, sentences
from ludoteca.core import CHANCE, IllegalMove, LudotecaError, Session
from ludoteca.core.words import N_, _
from ludoteca.files.luck import deal, fresh_seed
from ludoteca.tui.board import Board
from ludoteca.tui.gestures import ARROWS, Gestures, reason, stepped, swiped
from ludoteca.tui.page import Key
from ludoteca.tui.scene import Scene

Play = Session[Any, Any]

STRONGEST: Final = 8


class Playing(Scene):
    """One game under way."""

    KEYS: ClassVar = (
        Key("u", "undo", N_("undo")),
        Key("r", "redo", N_("redo")),
        Key("n", "new", N_("new")),
        Key("i", "hint", N_("hint")),
        Key("c", "computer", N_("computer")),
        Key("t", "truth", N_("truth")),
        Key("b", "back_to_won", N_("rewind")),
        Key("x", "share", N_("share")),
        Key("m", "type", N_("type")),
        Key("question_mark", "help", N_("help")),
    )

    def __init__(self, session: Play, computers: Mapping[int, int], *, seconds: float | None = None) -> None:
        super().__init__(session, computers)
        self.seconds, self._paused = seconds, False

    def on_mount(self) -> None:
        """Where the game stands, and whoever is to move."""
        self.truth.set_class(self.app.choices.is_on("truth"), "shown")
        self.set_interval(1, self.tick)
        self.say(self.session.verdict)
        self._go_on()

    # What a person does

    def on_key(self, event: events.Key) -> None:
        """Arrows, numbers and the space bar are words of moves; other keys are actions."""
        if self.focused is not None:
            return
        if event.key in ARROWS:
            self._arrow(ARROWS[event.key])
        elif event.key in ("space", "enter"):
            self._select()
        elif event.character and event.character.isdigit():
            self.action_say("10" if event.character == "0" else event.character)
        else:
            return
        event.stop()

    def on_board_pressed(self, event: Board.Pressed) -> None:
        """A click is the word of its cell; where arrows are words, the way from the middle to it."""
        if self._gestures.pushes:
            if way := swiped(event.across, event.along):
                self.action_say(way)
        else:
            self._cursor = event.row, event.col
            self._select()

    def on_board_swiped(self, event: Board.Swiped) -> None:
        """A drag is an arrow."""
        if self._gestures.pushes and (way := swiped(event.across, event.along)):
            self.action_say(way)

    def _arrow(self, way: str) -> None:
        if self._gestures.pushes:
            self.action_say(way)
            return
        if not self._gestures.aims(self._board):
            return
        self._cursor = stepped(self._board, self._cursor, way)
        self.query_one(Board).reveal(*self._cursor)
        self.mark()

    def _select(self) -> None:
        """Say the cell under the cursor, or the only word there is."""
        if self._watching:
            self._rest()
            self._paused = not self._paused
            self._go_on()
            return
        words = self._gestures.words
        if not words or self._gestures.pushes:
            self.say(self.session.verdict)
        elif words == tuple(self._gestures.spoken(self._board)[:1]):
            self.action_say(words[0])
        elif self._cursor is None:
            self._arrow("up")
        else:
            cell = self._board[self._cursor[0]][self._cursor[1]]
            self.action_say(self._gestures.word_of(cell) or cell.name)

    def action_say(self, word: str) -> None:
        """One word of a move; a whole move is played."""
        if not self._gestures.moves:
            self.say(self.session.verdict or _("It is not your turn."))
            return
        try:
            self._gestures = self._gestures.say(word)
        except IllegalMove:
            self.say(reason(self.session, (*self._gestures.said, word)))
            self._gestures = Gestures(self._gestures.moves)
        self.mark()
        if self._gestures.move is not None and not self._gestures.words:
            self.attempt(self.session.turn, self._gestures.move)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A typed move."""
        event.input.clear()
        event.input.remove_class("shown")
        self.set_focus(None)
        if event.value.strip() and self._gestures.moves:
            self.attempt(self.session.turn, event.value)

    def attempt(self, act: Callable[..., object], *rest: object) -> None:
        """Do something to the game; a sentence says why it cannot be done, and nothing has changed then."""
        self._rest()
        try:
            act(*rest)
        except LudotecaError as error:
            self.say(str(error))
        self._go_on()

    # What the game does

    def _go_on(self) -> None:
        """Let nature act, show all that happened, and let the computer think where it is its turn."""
        session = self.session
        try:
            while session.player == CHANCE:
                session.roll()
        except LudotecaError as error:
            self.say(str(error))
        self.film()
        mine = session.player >= 0 and session.player not in self.computers
        self._gestures = Gestures.of(session) if mine else Gestures(())
        self.refresh_all()
        if session.player in self.computers and not self._paused:
            self.run_worker(self._answer(), group="computer", exclusive=True)
        if self.truth.has_class("shown"):
            self.truth.ask(session)
        else:
            self.truth.stop()

    async def _answer(self, level: int = 0) -> None:
        """The computer's move, not before a person has seen the one before."""
        session, began = self.session, time.monotonic()
        level = level or self.computers[session.player]
        try:
            thought = await self.app.opponent.ask(
                session, wish="move", level=level, seconds=self.seconds, seed=fresh_seed(), tell=self.say
            )
        except LudotecaError as error:
            self.say(str(error))
            return
        await asyncio.sleep(max(0.0, began + float(self.app.choices["pace"]) - time.monotonic()))
        if thought.move is not None:
            self.attempt(session.turn, thought.move)

    def _rest(self) -> None:
        """Whoever thinks about the position before stops."""
        self.workers.cancel_group(self, "computer")
        self.workers.cancel_group(self, "hint")

    @property
    def _watching(self) -> bool:
        return len(self.computers) == self.session.game.players

    # Actions

    def action_undo(self) -> None:
        """Take back a person's last move."""
        self._hint = ()
        self.attempt(self.session.undo, self.computers)

    def action_redo(self) -> None:
        """Play it again."""
        self.attempt(self.session.redo, self.computers)

    def action_new(self) -> None:
        """Another game of this kind."""
        self._rest()
        self.app.play(deal(self.session), self.computers, seconds=self.seconds, instead=True)

    def action_hint(self) -> None:
        """One good move, shown on the board, and what is proved about it."""
        self.say(_("thinking…"))
        self.run_worker(self._advise(), group="hint", exclusive=True)

    async def _advise(self) -> None:
        thought = await self.find()
        if thought is not None:
            self._hint = tuple((thought.move or "").split())
            self.say(" ".join(sentences(self.session.game, replace(thought, line=()))))
            self.mark()

    async def find(self) -> Thought | None:
        """The truth about this position; None, and a sentence, where nobody can tell."""
        if self.truth.thought is not None:
            return self.truth.thought
        return await self.truth.find(self.session)

    def action_computer(self) -> None:
        """Let the computer make this move."""
        if self._gestures.moves:
            self.run_worker(self._answer(STRONGEST), group="computer", exclusive=True)
            self.say(_("thinking…"))

    def action_back_to_won(self) -> None:
        """Back to the last position that could still be won."""
        self.say(_("thinking…"))
        self.run_worker(self._take_back(), group="hint", exclusive=True)

    async def _take_back(self) -> None:
        thought = await self.find()
        if thought is None:
            return
        if thought.won_at is None:
            won = thought.status == "win"
            self.say(_("This position can be won.") if won else _("Nobody knows such a position here."))
            return
        self.attempt(self._undo_to, thought.won_at)
        if len(self.session.moves) == thought.won_at:
            self.say(_("Back at move {ply}: it could still be won here.", ply=thought.won_at))

    def _undo_to(self, ply: int) -> None:
        while len(self.session.moves) > ply:
            self.session.undo(self.computers)

    def action_share(self) -> None:
        """The id and the record, and files of them."""
        from ludoteca.tui.share import Share

        self.app.push_screen(Share(self.session))

    def action_type(self) -> None:
        """Type a move as text."""
        typed = self.query_one("#typed", Input)
        typed.toggle_class("shown")
        self.set_focus(typed if typed.has_class("shown") else None)

    def action_help(self) -> None:
        """The rules and the keys."""
        from ludoteca.tui.rules import Rules

        self.app.push_screen(Rules(self.session.game.name, self.KEYS))

    def action_back(self) -> None:
        """Leave; the game is kept."""
        if self.focused is not None:
            self.action_type()
            return
        if self._gestures.said:
            self._gestures = Gestures(self._gestures.moves)
            self.mark()
            return
        self._rest()
        self.truth.stop()
        super().action_back()
