"""A game that was played, seen again move by move."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import events
from textual.message import Message
from textual.timer import Timer

from ludoteca.archive import Entry
from ludoteca.archive.entry import RESULTS
from ludoteca.archive.statistics import is_helped
from ludoteca.core import AnySession, LudotecaError
from ludoteca.core.words import N_, _, ngettext
from ludoteca.looks.course import graph, height, mistakes, wasted
from ludoteca.looks.naming import name_of
from ludoteca.looks.report import clock, day_of, help_of
from ludoteca.looks.sheet import Runs
from ludoteca.tui.board import BoardView
from ludoteca.tui.gestures import ARROWS
from ludoteca.tui.page import Key, start
from ludoteca.tui.scene import Scene
from ludoteca.tui.side import Moves

LONGEST, LEAST = 30.0, 0.3  # seconds for a review, and for one position in it at least
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


class Replay(Scene):
    """Forwards and backwards through a game."""

    HAS_BUTTONS: ClassVar = False

    KEYS: ClassVar = (
        Key("left", "backward", N_("previous")),
        Key("right", "forward", N_("next")),
        Key("p", "run", N_("run")),
        Key("c", "play_on", N_("play on")),
        Key("x", "share", N_("share")),
        Key("t", "truth", N_("truth")),
        Key("v", "review", N_("review"), N_("how the game stood after each move, and where it went wrong")),
        Key("m", "mistake", N_("mistake"), N_("to the next mistake that was found")),
        Key("space", "run"),
        Key("home", "first"),
        Key("end", "last"),
        Key("question_mark", "help", N_("help")),
    )

    def __init__(self, session: AnySession, entry: Entry | None = None) -> None:
        self._whole = session.at(len(session.moves))
        self._stops, self._at = stops_of(session), 0
        self._entry = entry
        self._heights: dict[int, float | None] = {}  # by ply, once it is asked for
        self._losses: dict[int, float] = {}
        self._ticker: Timer | None = None
        super().__init__(session.at(self._stops[0]), entry.seats if entry else {})

    def moves(self) -> Moves:
        """All moves of the game."""
        return Tape(self._whole, self._stops[0])

    def on_mount(self) -> None:
        """At the beginning."""
        self.truth.set_class(self.app.choices.is_on("truth"), "shown")
        self._go(0)

    def head(self) -> str:
        """Which game, how it ended, and where in it we are."""
        parts = name_of(self.session, self.computers)
        if self._entry is not None:
            parts += [day_of(self._entry.daily), _(RESULTS[self._entry.result]), clock(self._entry.seconds)]
        parts.append(f"{len(self.session.moves)}/{len(self._whole.moves)}")
        return self.app.spell(" · ".join(filter(None, parts)))

    # Through the game

    def _go(self, at: int) -> None:
        """Show the position at a stop; one step forwards is a film."""
        forwards = at == self._at + 1
        self._at, self.session = at, self._whole.at(self._stops[at])
        since = self._stops[at - 1] if at else 0
        if not forwards:  # the board is just put there
            self._put_there()
        self.present()
        if not forwards:
            self.say(*self._news(since))
        self.ask_truth()

    def _news(self, since: int) -> list[str]:
        """What happened in this step, and in the end how it ended."""
        return [*self._happened(since), self.session.verdict, self._helped()]

    def _helped(self) -> str:
        """What help there was, at the end of the game."""
        is_end = len(self.session.moves) == len(self._whole.moves)
        return help_of(self._entry.help) if is_end and self._entry and is_helped(self._entry) else ""

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
        if at != self._at:
            self._go(at)

    def action_run(self) -> None:
        """Let it run, from the beginning if it is at its end; or stop."""
        if self._ticker is not None:
            self._stop()
            return
        if self._at == len(self._stops) - 1:
            self._go(0)
        self._ticker = self.set_interval(PACE, self._run)

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

    # Review

    def action_review(self) -> None:
        """Find out how the game stood at every stop, beside the screen."""
        if self._heights:
            self._tell_mistakes()
        else:
            start(self, self._look_at_all, "review")

    async def _look_at_all(self) -> None:
        each = max(LEAST, LONGEST / len(self._stops))
        for number, ply in enumerate(self._stops, 1):
            session = self._whole.at(ply)
            try:
                truth = await self.app.opponent.truth(session, seconds=each)
            except LudotecaError as error:
                self.say(str(error))
                return
            if not self.is_open:
                return
            self._heights[ply] = height(session.game, sum(map(session.decided, range(ply))), truth)
            if ply < len(self._whole.moves):
                self._losses[ply] = wasted(truth, session.game.text(self._whole.moves[ply]))
            if number < len(self._stops):
                self.say(_("position {number} of {count}", number=number, count=len(self._stops)))
            self.query_one(Tape).mistakes = frozenset(self._mistakes)
            self.query_one(Tape).redraw()
        self._tell_mistakes()

    @property
    def _mistakes(self) -> list[int]:
        return mistakes(self._whole, self._heights, self._losses)

    def _tell_mistakes(self) -> None:
        count = len(self._mistakes)
        if not any(each is not None for each in self._heights.values()):
            self.say(_("Nobody can tell how this game stood."))
        elif not count:
            self.say(_("No mistake was found."))
        else:
            told = ngettext("{count} mistake was found; m goes to it.",
                            "{count} mistakes were found; m goes from one to the next.", count)  # fmt: skip
            self.say(told)

    def action_mistake(self) -> None:
        """To the move after which the next mistake stands on the board, round and round."""
        found = [at for at, ply in enumerate(self._stops) if at and self._stops[at - 1] in self._mistakes]
        if found:
            self._jump(next((at for at in found if at > self._at), found[0]))
        else:
            self.action_review()

    def prompt(self) -> str:
        """The course of the game, as far as it is known."""
        known = [self._heights.get(ply) for ply in self._stops]
        if not self._heights:
            return _("arrows: from move to move; p: run")
        return graph(known, self._room - 2, plain=self.app.skin.ascii)

    # Actions

    def action_play_on(self) -> None:
        """Begin a game of one's own at the position shown."""
        self._stop()
        if self.session.outcome:
            self.say(_("The game is over here; go back to a move before."))
            return
        self.app.play(self.session.copy(), self.computers)

    def action_share(self) -> None:
        """The id and the record of the whole game, and files of them."""
        from ludoteca.tui.share import Share

        self.app.push_screen(Share(self._whole))

    def action_help(self) -> None:
        """The rules and the keys."""
        from ludoteca.tui.rules import RulesPage

        self.app.push_screen(RulesPage(type(self.session.game), self.KEYS))

    def action_back(self) -> None:
        """Leave."""
        self._stop()
        self.workers.cancel_group(self, "review")
        self.truth.stop(self.session)
        super().action_back()
