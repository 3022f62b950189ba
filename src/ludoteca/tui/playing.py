"""The game screen: what a person, nature and the computer do, for any game that keeps the contract."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import partial
from typing import ClassVar

from textual import events
from textual.widgets import Input

from ludoteca.archive import Kept
from ludoteca.core import CHANCE, LEVELS, AnySession, IllegalMove, LudotecaError, is_number
from ludoteca.core.words import N_, _
from ludoteca.system.luck import deal, fresh_seed
from ludoteca.tui.advised import Advised
from ludoteca.tui.board import BoardView
from ludoteca.tui.buttons import captions, words_of
from ludoteca.tui.gestures import ARROWS, STEPS, Gestures, middle, reason, stepped, swiped
from ludoteca.tui.page import Key, start
from ludoteca.tui.prompt import prompt


class Playing(Advised):
    """One game under way."""

    KEYS: ClassVar = (
        Key("u", "undo", N_("undo"), N_("take back your last move")),
        Key("r", "redo", N_("redo"), N_("play again what was taken back")),
        Key("n", "new", N_("new"), N_("another game of this kind; this one is kept")),
        Key("i", "hint", N_("hint"), N_("a good move, and what is proved about it")),
        Key("c", "computer", N_("computer"), N_("let the computer make this move")),
        Key("t", "truth", N_("truth"), N_("show or hide how the game stands")),
        Key("b", "back_to_won", N_("rewind"), N_("back to where it could still be won")),
        Key("x", "share", N_("share"), N_("the id, the record, and files of them")),
        Key("m", "type", N_("type"), N_("type a move")),
        Key("v", "review"),
        Key("g", "next_level"),
        Key("question_mark", "help", N_("help"), N_("the keys and the rules")),
    )

    def __init__(
        self, session: AnySession, computers: Mapping[int, int], *, seconds: float | None = None
    ) -> None:
        super().__init__(session, computers)
        self.seconds, self._paused, self._is_new = seconds, False, True
        self._typed_ahead = ""  # a word for one's own turn

    def on_mount(self) -> None:
        """Where the game stands, and whoever is to move."""
        self.truth.set_class(self.app.choices.is_on("truth"), "shown")
        self.set_interval(1, self.tick)
        self._is_new = self.app.is_new(self.session.game.name)
        self.say(self.session.verdict)
        self.in_order(self._open)

    # What a person does

    def on_key(self, event: events.Key) -> None:
        """Arrows, numbers and the space bar are words of moves; other keys are actions."""
        if self.focused is not None:
            return
        self.remark("")
        if event.key == "escape" and self.card.is_shown:
            self.action_put_away()
        elif event.key == "escape" and not self._gestures.said:
            self.remark(self._way_out())
        elif event.key in ARROWS:
            self.in_order(self._arrow, ARROWS[event.key])
        elif event.key in ("space", "enter"):
            self.in_order(self._select)
        elif event.character and is_number(event.character):
            self.in_order(self._number, "10" if event.character == "0" else event.character)
        elif event.is_printable and event.key not in {key.key for key in self.KEYS} | {"q"}:
            self._say_nothing()
        else:
            return
        event.stop()

    def _say_nothing(self) -> None:
        self.remark(_("This key does nothing here; ? tells which do."))

    def _way_out(self) -> str:
        """What escape does not do; the game is kept only where there is one that goes on."""
        session = self.session
        if session.outcome:
            return _("q leaves.")
        if isinstance(session, Kept) and session.number is not None:
            return _("Nothing is chosen. q leaves; the game is kept.")
        return _("Nothing is chosen. q leaves.")

    def prompt(self) -> str:
        """The keys for the next word of a move, until some games have been played, or for good."""
        is_told = self._is_new or self.app.choices.is_on("prompts")
        if self._watching:
            return _("space: go on") if self._paused else _("space: pause")
        return prompt(self.session.game, self._gestures, self._board) if is_told else ""

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """A click is the word of its cell; where arrows are words, the way from the middle to it."""
        self.in_order(self._press, event)

    def _press(self, event: BoardView.Pressed) -> None:
        if self._gestures.pushes:
            if way := swiped(event.across, event.along):
                self.action_say(way)
        else:
            self._cursor = event.row, event.col
            self._select()

    def on_board_view_swiped(self, event: BoardView.Swiped) -> None:
        """A drag is an arrow."""
        if way := swiped(event.across, event.along):
            self.in_order(self._swipe, way)

    def _swipe(self, way: str) -> None:
        if self._gestures.pushes:
            self.action_say(way)

    def _arrow(self, way: str) -> None:
        if self._gestures.pushes:
            self.action_say(way)
            return
        if not self._gestures.aims(self._board):
            down, right = STEPS[way]
            self.view.scroll_relative(4 * right, 2 * down, animate=False)
            return
        self._aim(stepped(self._board, self._cursor, way))

    def _aim(self, place: tuple[int, int]) -> None:
        """Put the cursor somewhere, for all to see."""
        self._cursor = place
        self.view.reveal(*place)
        self.mark()

    def _select(self) -> None:
        """Say the cell under the cursor, or the only word there is."""
        if self._watching:
            self._paused = not self._paused
            self._rest()
            self._wake()
            self.show_words()
            return
        words = self._gestures.words
        if not words and self._waits_to_say(next(iter(self.session.game.buttons), "")):
            return
        if self._gestures.pushes:
            self._say_nothing()
        elif not words:
            self.say(self.session.verdict)
        elif words == tuple(self._gestures.spoken(self._board)[:1]):
            self.action_say(words[0])
        elif not self._gestures.aims(self._board):
            names = ", ".join(captions(words_of(self.session.game, self._gestures, self._board)))
            self.say(_("Choose with a number: {words}", words=names))
        elif self._cursor is None:
            self._aim(middle(self._board))
        else:
            cell = self._board[self._cursor[0]][self._cursor[1]]
            self.action_say(self._gestures.word_of(cell) or cell.name)

    def action_say(self, word: str) -> None:
        """One word of a move; a whole move is played."""
        self.in_order(self._say, word)

    def _say(self, word: str) -> None:
        """Nothing is said before a whole move is played, so that it can be said again."""
        if self.session.player == CHANCE:  # what it did could not be kept before
            self._open()
            return
        if not self._gestures.moves:
            if not self._waits_to_say(word):
                self.say(self.session.verdict or _("It is not your turn."))
            return
        try:
            gestures = self._gestures.say(word)
            self.say("")
        except IllegalMove:
            self.say(reason(self.session, (*self._gestures.said, word)))
            gestures = Gestures(self._gestures.moves)
        if gestures.move is not None and not gestures.words:
            self.attempt(self.session.turn, gestures.move)
        else:
            self._gestures = gestures
            self.mark()

    def _waits_to_say(self, word: str) -> bool:
        """Keep a word until it is a person's turn, where nothing is decided, so that it can only be meant."""
        session = self.session
        if session.game.skill or self._watching or session.player not in self.computers:
            return False
        self._typed_ahead = word
        return True

    def _number(self, number: str) -> None:
        """A number key: a word of a move, or, where no word is a number, the button of that number."""
        words = words_of(self.session.game, self._gestures, self._board)
        if not words and not any(map(is_number, self._gestures.words)):
            self._say_nothing()
            return
        is_word = any(is_number(word) for word in (*words, *self._gestures.words)) or int(number) > len(words)
        self._say(number if is_word else words[int(number) - 1])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A typed move; one that is none stays to be mended."""
        if event.value.strip():
            self.in_order(self._type, event.value)
        else:
            self.action_type()

    def _type(self, text: str) -> None:
        if not self._gestures.moves:
            self.say(self.session.verdict or _("It is not your turn."))
            return
        try:
            self.session.game.parse(self.session.state, text)
        except IllegalMove as error:
            self.say(str(error))
        else:
            self.query_one("#typed", Input).clear()
            self.action_type()
            self.attempt(self.session.turn, text)

    # What the game does

    def _wake(self) -> None:
        """Let the computer think, if it is its turn."""
        if self.session.player in self.computers and not self._paused:
            start(self, self._computers, "computer")

    async def _computers(self, first: int = 0) -> None:
        """The computer's moves until somebody else is to move; perhaps the first one at another level."""
        level, session = first, self.session
        while level or session.player in self.computers:
            if not await self._answer(level or self.computers[session.player]):
                return
            level = 0
        if self._typed_ahead and self.is_open:
            await asyncio.sleep(max(0.0, self.view.left))
            word, self._typed_ahead = self._typed_ahead, ""
            self.call_later(self.action_say, word)

    async def _answer(self, level: int) -> bool:
        """A move of the computer, not before a person has seen the one before; whether it was made."""
        session, pace = self.session, float(self.app.choices["pace"])
        try:
            with session.resting() if isinstance(session, Kept) else nullcontext():
                advice = await self.app.opponent.move(
                    session, level=level, seconds=self.seconds, seed=fresh_seed(), progress=self.say
                )
        except LudotecaError as error:
            self.say(str(error))
            return False
        if pace and self.is_open:
            await asyncio.sleep(max(0.0, self.view.left + pace))
        self.workers.cancel_group(self, "hint")
        return advice.move is not None and await self._kept(self._computers_turn, advice.move)

    def _rest(self) -> None:
        """Whoever thinks about the position before stops."""
        self._typed_ahead = ""
        self.workers.cancel_group(self, "computer")
        self.workers.cancel_group(self, "hint")

    # Actions

    def action_undo(self) -> None:
        """Take back a person's last move."""
        self._in_hand(self.session.undo)

    def action_redo(self) -> None:
        """Play it again."""
        self._in_hand(self.session.redo)

    def _in_hand(self, act: Callable[..., object]) -> None:
        """Take back or play again what a person did, where there is one."""
        if self._watching:
            self.remark(_("Only the computer plays here: no move is yours to take back."))
        else:
            self.attempt(act, self.computers)

    def action_new(self) -> None:
        """Another game of this kind."""
        self.in_order(self._new)
        self._keep_time()

    def _new(self) -> None:
        self._rest()
        self.app.play(deal(self.session), self.computers, seconds=self.seconds, instead=True)

    def action_computer(self) -> None:
        """Let the computer make this move; its own, where it had none to make."""
        self.in_order(self._let_computer)

    def _let_computer(self) -> None:
        if any(worker.group == "computer" and worker.is_running for worker in self.workers):
            return  # it is at it already
        if self._gestures.moves:
            start(self, partial(self._computers, first=LEVELS[-1]), "computer")
            self.say(_("thinking…"))
        else:
            self._wake()

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
        from ludoteca.tui.rules import RulesPage

        self.app.push_screen(RulesPage(type(self.session.game), self.KEYS))

    def action_back(self) -> None:
        """Leave; the game is kept."""
        if self.focused is not None:
            self.action_type()
        else:
            self.in_order(self._leave)
            self._keep_time()

    def _leave(self) -> None:
        if self._gestures.said:
            self._gestures = Gestures(self._gestures.moves)
            self.say("")
            self.mark()
            return
        self._rest()
        self.truth.stop(self.session)
        self.app.leave()
