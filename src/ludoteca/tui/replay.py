"""A game that was played, seen again move by move, and looked through for mistakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from ludoteca.archive import Entry, Kept
from ludoteca.archive.entry import RESULTS
from ludoteca.archive.statistics import is_helped
from ludoteca.core import AnySession, LudotecaError
from ludoteca.core.words import N_, _, ngettext
from ludoteca.looks.course import Course, Mistake, column, graph, noted, told
from ludoteca.looks.report import clock, help_of
from ludoteca.tui.heading import RESULT, Part, heading, parts_of
from ludoteca.tui.page import Key, start
from ludoteca.tui.stepping import Stepping

LONGEST, LEAST = 30.0, 0.3  # seconds for a review, and for one position in it at least
REVIEWED: Final = ("review", "next_mistake", "previous_mistake", "better")  # actions about mistakes


class Replay(Stepping):
    """A game stepped through, and what could have been better in it.

    What is said below the board is about the move shown; how far a review is, and what it found, stands in
    the line of keys below that, so neither writes over the other.
    """

    KEYS: ClassVar = (
        Key("left", "backward", N_("previous")),
        Key("right", "forward", N_("next")),
        Key("space", "run", N_("run"), N_("play the moves one after another, or stop")),
        Key("v", "review", N_("review"), N_("look through the game for mistakes")),
        Key("n", "next_mistake", N_("mistake"), N_("to the next mistake that was found")),
        Key("b", "better", N_("better"), N_("show what was better than the mistake, or go back")),
        Key("c", "play_on", N_("play on"), N_("begin a game of your own at this position")),
        Key("N", "previous_mistake", N_("mistake before"), N_("to the mistake before")),
        Key("x", "share", N_("share"), N_("the id, the record, and files of them")),
        Key("t", "truth", N_("truth"), N_("show or hide how the game stands")),
        Key("p", "run"),
        Key("enter", "run"),
        Key("home", "first"),
        Key("end", "last"),
        Key("question_mark", "help", N_("help"), N_("the keys and the rules")),
    )

    def __init__(
        self, session: AnySession, entry: Entry | None = None, *, computers: Mapping[int, int] | None = None
    ) -> None:
        self._entry, self._is_looking = entry, False
        self._played = session if isinstance(session, Kept) else None
        super().__init__(session, computers or (entry.seats if entry else {}))
        game = session.game
        people = {seat for seat in range(game.players) if seat not in self.computers}
        self._course = Course(self._whole, people or range(game.players))

    def compose(self) -> ComposeResult:
        """The game, and a line for its course."""
        yield from super().compose()
        yield Static(id="course", markup=False)

    def head(self) -> str:
        """Which game, where in it we are, and how it ended."""
        entry = self._entry
        name, *parts = parts_of(self.session, self.computers, entry.daily if entry else "")
        if entry is not None:
            parts += [Part(_(RESULTS[entry.result]), RESULT), Part(clock(entry.seconds))]
        at, count = (self._number(len(each.moves)) for each in (self.session, self._whole))
        where = _("move {number} of {count}", number=at, count=count)
        return heading([name, Part(where), *parts], self._room - 2, self.app.spell)

    def _number(self, plies: int) -> int:
        """The number of a move, as the list of moves has it."""
        return self._tape.sheet.number(plies)

    @property
    def offered(self) -> Sequence[Key]:
        """The keys without those for mistakes, where nobody can make any."""
        useless = set() if self.session.game.skill else set(REVIEWED)
        return [key for key in self.KEYS if key.action not in useless]

    def show_words(self) -> None:
        """What can be done now, and the course of the game as far as it is known."""
        super().show_words()
        if self.is_open and self._course.is_drawn:
            self.query_one("#course").add_class("shown")
            self._put("#course", self._drawn())

    # What is said

    def _news(self, since: int) -> list[str]:
        """What happened in this step, or what was wrong with it; and in the end how it ended."""
        mistake = self._mistake
        if mistake and self._is_aside:
            better = noted(self._whole, mistake)
            return [_("Here {move} was played instead (b: back to the game)", move=better)]
        what = (
            told(self._whole, mistake, self._number(mistake.ply + 1), key="b")
            if mistake
            else self._happened(since)
        )
        return [*what, self.session.verdict, self._helped()]

    def _helped(self) -> str:
        """What help there was, at the end of the game."""
        is_end = len(self.session.moves) == len(self._whole.moves)
        return help_of(self._entry.help) if is_end and self._entry and is_helped(self._entry) else ""

    def prompt(self) -> str:
        """How far a review is, what it found, and how to go on."""
        course, game = self._course, self.session.game
        known = [course.knows(ply) for ply in self._stops]
        count = self._number(len(self._whole.moves))
        if self._is_looking:
            at = self._number(self._stops[min(sum(known), len(known) - 1)])
            looking = _("Looking for mistakes: move {number} of {count}…", number=at, count=count)
            so_far = _("so far: {found} (n)", found=len(course.mistakes))
            return f"{looking} {so_far}" if course.mistakes else looking
        if not all(known):
            if self.is_playing:
                return _("space: stop")
            return _("space: play; arrows: step by step; v: find mistakes")
        if not game.skill:
            return _("Luck alone decides here: nobody makes mistakes.")
        if not (worst := course.worst):
            return (
                _("No mistake was found.") if course.is_known else _("Nobody can tell how this game stood.")
            )
        found = len(course.mistakes)
        return ngettext("{count} mistake (move {number}); n: see it, b: better",
                        "{count} mistakes (worst: move {number}); n: next, b: better",
                        found, number=self._number(worst.ply + 1))  # fmt: skip

    def _drawn(self) -> Content:
        """The course of the game as the person saw it, or the first seat."""
        game = self.session.game
        people = [each for each in range(game.players) if each not in self.computers]
        seat = people[0] if game.players == 2 and len(people) == 1 else 0
        known = [self._course.heights.get(ply) for ply in self._stops]
        if seat == 1:
            known = [None if each is None else 1 - each for each in known]
        label = _("Course:") if game.players == 1 else _("Course for {seat}:", seat=game.seats[seat])
        label, width = f"{self.app.spell(label)} ", self._room - 3 - len(label)
        at = len(label) + column(self._at, len(known), width)
        drawn = Content(label + graph(known, width, plain=self.app.skin.ascii))
        return drawn.stylize("reverse", at, at + 1)

    # Review

    @property
    def _mistake(self) -> Mistake | None:
        """The mistake that led to the position, if one did."""
        since = self._stops[self._at - 1] if self._at else -1
        return next((each for each in self._course.mistakes if each.ply == since), None)

    def action_review(self) -> None:
        """Find out how the game stood at every stop, beside the screen."""
        if not self._is_looking and not all(map(self._course.knows, self._stops)):
            start(self, self._look_through, "review")

    async def _look_through(self) -> None:
        self._is_looking = True
        try:
            await self._look_at_all()
        except LudotecaError as error:
            self.say(str(error))
        finally:
            self._is_looking = False
            if self.is_open:
                self.show_words()

    async def _look_at_all(self) -> None:
        each = max(LEAST, LONGEST / len(self._stops))
        for ply in self._stops:
            if self._course.knows(ply):
                continue
            self.show_words()
            truth = await self.app.opponent.truth(self._whole.at(ply), seconds=each)
            if not self.is_open:
                return
            before = self._mistake
            self._course.learn(ply, truth)
            self._tape.mistakes = frozenset(mistake.ply for mistake in self._course.mistakes)
            self._tape.redraw()
            if before != self._mistake:
                self.say(*self._news(self._stops[self._at - 1]))

    def action_next_mistake(self) -> None:
        """To the move after which the next mistake stands on the board, round and round."""
        self._to_mistake(1)

    def action_previous_mistake(self) -> None:
        """To the mistake before, likewise."""
        self._to_mistake(-1)

    def _to_mistake(self, way: int) -> None:
        plies = {mistake.ply for mistake in self._course.mistakes}
        found = [at for at in range(1, len(self._stops)) if self._stops[at - 1] in plies][::way]
        if found:
            self._jump(next((at for at in found if (at - self._at) * way > 0), found[0]))
        elif self._is_looking:
            self.say(_("No mistake has been found so far."))
        else:
            self.action_review()

    def action_better(self) -> None:
        """Play the better move in place of the mistake, or go back to the game."""
        mistake = self._mistake
        if self._is_aside:
            self._jump(self._at)
        elif mistake is None or not mistake.better:
            self.say(_("This shows what was better than a mistake; n goes to one."))
        else:
            self._stop()
            self._show_better(mistake)

    def _show_better(self, mistake: Mistake) -> None:
        before = self._whole.at(mistake.ply)
        after = before.copy()
        try:
            after.play_text(mistake.better)
        except LudotecaError as error:  # of another package's mind
            self.say(str(error))
            return
        self.session, self._is_aside = before, True
        self._put_there()
        self.session = after
        self.present()
        self.ask_truth()

    # Actions

    def action_play_on(self) -> None:
        """Begin a game of one's own at the position shown."""
        self._stop()
        self.workers.cancel_group(self, "review")  # the one who looks plays then
        if self.session.outcome:
            self.say(_("The game is over here; go back to a move before."))
            return
        self.app.play(self.session.copy(), self.computers, after=self._played)

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
