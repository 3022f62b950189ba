"""The truth bar: what is proved about the position, asked of a process beside the app."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.widgets import Static

from ludoteca.analysis import Truth
from ludoteca.core import AnySession, LudotecaError
from ludoteca.core.words import _
from ludoteca.looks.wording import bar, shares
from ludoteca.tui.page import start

if TYPE_CHECKING:
    from ludoteca.tui.app import Ludoteca

SPINNER: Final = "|/-\\"
WIDTH: Final = 12  # characters of a bar of chances


class TruthBar(Static):
    """One line of truth; it thinks in a worker and shows a sign while it does."""

    app: Ludoteca

    def __init__(self) -> None:
        super().__init__("", id="truth")
        self.truth: Truth | None = None
        self.problem = ""  # why nobody could tell, when somebody asked last
        self._said, self._turns, self._thinking = "", 0, False

    def on_mount(self) -> None:
        """The sign turns."""
        self.set_interval(0.12, self._turn)

    def ask(self, session: AnySession) -> None:
        """Find the truth about the position now; what was asked before is dropped."""
        self.truth, self._said, self._thinking = None, "", True
        self._show()
        start(self, partial(self.find, session), "truth")

    def stop(self) -> None:
        """Nobody wants to know any more."""
        self.workers.cancel_group(self, "truth")
        self.truth, self._thinking, self._said = None, False, ""

    async def find(self, session: AnySession) -> Truth | None:
        """Think, showing what is found on the way."""
        moves = len(session.moves)

        def show(truth: Truth) -> None:
            if moves == len(session.moves):
                self._said = in_one_line(session, truth, plain=self.app.skin.ascii)
                self._show()

        try:
            truth = await self.app.analysis.truth(session, progress=self._tell, show=show)
        except LudotecaError as error:
            self._said = self.problem = str(error)
            self._thinking = False
            self._show()
            return None
        self._thinking = False
        if moves == len(session.moves):
            self.truth = truth
            show(truth)
        return truth

    def _tell(self, sentence: str) -> None:
        self._said = self._said or sentence

    def _turn(self) -> None:
        if self._thinking and self.display:
            self._turns += 1
            self._show()

    def _show(self) -> None:
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
