"""The truth bar: what is proved about the position, asked of a process beside the app."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from ludoteca.analysis import Truth
from ludoteca.core import AnySession, LudotecaError
from ludoteca.core.words import _
from ludoteca.looks.wording import bar, shares, tells_move

if TYPE_CHECKING:
    from ludoteca.tui.app import Ludoteca

SPINNER: Final = "|/-\\"
WIDTH: Final = 12  # characters of a bar of chances


class TruthBar(Static):
    """One line of truth; it thinks in a worker and shows a sign while it does."""

    app: Ludoteca

    class Hinted(Message):
        """A good move is told in a position, for all to see."""

        def __init__(self, state: object) -> None:
            super().__init__()
            self.state = state

    def __init__(self) -> None:
        super().__init__("", id="truth")
        self.problem = ""  # why nobody could tell, when that last happened
        self._said, self._turns = "", 0
        self._telling: object = None  # the position that a good move is told for, until that is seen
        self._is_shown = False  # whether what is said is a truth, and not how far the thinking is
        self._finding: asyncio.Task[Truth | None] | None = None
        self._moves: Sequence[object] | None = None  # of the position that is thought about
        self._waiting = 0  # how many wait for it beside the bar

    def on_mount(self) -> None:
        """The sign turns."""
        self.set_interval(0.12, self._turn)

    def ask(self, session: AnySession) -> None:
        """Find the truth about the position now, unless that is under way; other questions are dropped."""
        if self._moves != session.moves or not (self._thinking or self.truth):
            self._drop()
            self._moves = list(session.moves)
            self._finding = asyncio.create_task(self._think(session))
            self._finding.add_done_callback(lambda _task: self._show())
        self._show()

    async def find(self, session: AnySession) -> Truth | None:
        """The truth about the position now, thought about once whoever asks; None where nobody can tell."""
        self.ask(session)
        assert self._finding
        self._waiting += 1
        try:
            return await asyncio.shield(self._finding)
        finally:
            self._waiting -= 1

    def stop(self, session: AnySession) -> None:
        """The bar is hidden: nobody thinks any more, unless somebody else waits for this position's truth."""
        if not self._waiting or self._moves != session.moves:
            self._drop()

    def on_unmount(self) -> None:
        """Nobody wants to know any more."""
        self._drop()

    def _drop(self) -> None:
        if self._finding is not None:
            self._finding.cancel()
        self._finding, self._moves, self._said, self._is_shown = None, None, "", False
        self._telling = None

    @property
    def truth(self) -> Truth | None:
        """What was found about the position, once it is."""
        found = self._finding
        return found.result() if found and found.done() and not found.cancelled() else None

    @property
    def _thinking(self) -> bool:
        return self._finding is not None and not self._finding.done()

    async def _think(self, session: AnySession) -> Truth | None:
        """Think, showing what is found on the way."""
        moves, state = len(session.moves), session.state

        def show(truth: Truth) -> None:
            if moves == len(session.moves):
                self._said, self._is_shown = in_one_line(session, truth, plain=self.app.skin.ascii), True
                self._telling = state if tells_move(session.game, truth) else None
                self._show()

        try:
            truth = await self.app.analysis.truth(session, progress=self._tell, show=show)
        except LudotecaError as error:
            self._said = self.problem = str(error)
            return None
        show(truth)
        return truth

    def _tell(self, sentence: str) -> None:
        if not self._is_shown:  # what is known is worth more than what goes on
            self._said = sentence

    def _turn(self) -> None:
        if self._thinking and self.display:
            self._turns += 1
            self._show()

    def _show(self) -> None:
        if not self.is_attached:
            return
        if self._telling is not None and self.has_class("shown"):
            self.post_message(self.Hinted(self._telling))
            self._telling = None
        if not self._thinking:
            self.update(Content(self._said))
            return
        said = self._said or _("thinking…")
        self.update(Content(f"{SPINNER[self._turns % len(SPINNER)]} {said}"))


def in_one_line(session: AnySession, truth: Truth, *, plain: bool = False) -> str:
    """The truth in one line: a bar of the seats' chances, where there are some, and a sentence."""
    drawn, inks = "", ("#=-." if plain else "█▓▒░")
    upto = 0.0
    for seat, (_name, share) in enumerate(shares(session.game, truth)):
        upto += share
        drawn += inks[seat % len(inks)] * (round(WIDTH * upto) - len(drawn))
    return f"{drawn} {bar(session.game, len(session.moves), truth)}".strip()
