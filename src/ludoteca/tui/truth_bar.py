"""The truth bar: what is proved about the position, asked of a process beside the app."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from ludoteca.ai.limit import nobody
from ludoteca.analysis import Truth
from ludoteca.core import AnyGame, AnySession, LudotecaError
from ludoteca.core.words import _
from ludoteca.looks import Skin
from ludoteca.looks.colour import readable
from ludoteca.looks.palette import palette_of
from ludoteca.looks.wording import bar, shares

if TYPE_CHECKING:
    from ludoteca.tui.app import Ludoteca

SPINNER: Final = "|/-\\"
INKS: Final = "█▓▒░", "#=-."  # of the seats, where there is no colour, and where there are no such characters
WIDTH: Final = 12  # characters of a bar without colours
WON, LOST = "target", "death"  # words of the palette: what is won and what is not, of one who plays alone


class TruthBar(Static):
    """One line of truth, coloured in the shares of the seats; it thinks in a worker and shows a sign while it
    does. Where there is room its line is there even while it is hidden, so that the board does not move."""

    app: Ludoteca

    class Changed(Message):
        """What is known has changed."""

    class Hinted(Message):
        """A good move is told in a position, for all to see."""

        def __init__(self, state: object) -> None:
            super().__init__()
            self.state = state

    def __init__(self) -> None:
        super().__init__("", id="truth")
        self.shown: Truth | None = None  # what the bar says, which may be known only so far
        self._game: AnyGame | None = None
        self.problem = ""  # why nobody could tell, when that last happened
        self._said, self._going_on, self._turns = "", "", 0
        self._telling: object = None  # the position that good moves are told for, until that is seen
        self._finding: asyncio.Task[Truth | None] | None = None
        self._moves: Sequence[object] | None = None  # of the position that is thought about
        self._waiting = 0  # how many wait for it beside the bar
        self._progress: Callable[[str], object] = nobody  # whom else to tell what goes on

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

    async def find(self, session: AnySession, progress: Callable[[str], object] = nobody) -> Truth | None:
        """The truth about the position now, thought about once whoever asks; None where nobody can tell.
        `progress` hears what goes on meanwhile."""
        self.ask(session)
        self._progress = progress
        if self._thinking and self._going_on:
            progress(self._going_on)
        assert self._finding
        self._waiting += 1
        try:
            return await asyncio.shield(self._finding)
        finally:
            self._waiting -= 1
            if self._progress is progress:  # else somebody else waits by now
                self._progress = nobody

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
        if self.shown is not None:
            self.post_message(self.Changed())
        self._finding, self._moves, self.shown, self._telling = None, None, None, None
        self._said = self._going_on = ""

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
                self._game, self.shown = session.game, truth
                self._said = bar(session.game, moves, truth, moves=False)
                self._telling = state if truth.advice.values else None
                self._show()
                self.post_message(self.Changed())

        try:
            truth = await self.app.analysis.truth(session, progress=self._tell, show=show)
        except LudotecaError as error:
            self._said = self.problem = str(error)
            return None
        show(truth)
        return truth

    def _tell(self, sentence: str) -> None:
        self._going_on = sentence
        self._progress(sentence)
        if self.shown is None:  # what is known is worth more than what goes on
            self._said = sentence

    def _turn(self) -> None:
        if self._thinking and self.has_class("shown"):
            self._turns += 1
            self._show()

    def _show(self) -> None:
        if not self.is_attached:
            return
        if self._telling is not None and self.has_class("shown"):
            self.post_message(self.Hinted(self._telling))
            self._telling = None
        said = self._said
        if self._thinking:
            said = " ".join([SPINNER[self._turns % len(SPINNER)], said or _("thinking…")])
        known = shares(self._game, self.shown) if self._game and self.shown else []
        skin, width = self.app.skin, self.content_size.width
        self.update(
            coloured(said, known, skin, width) if skin.colour else drawn(said, known, plain=skin.ascii)
        )


Shares = Sequence[tuple[str, float]]


def coloured(said: str, known: Shares, skin: Skin, width: int) -> Content:
    """A sentence on a ground as wide as the screen: each seat's colour as far as its share goes."""
    alone = len(known) == 1
    palette = palette_of(skin)
    grounds = [palette[WON if alone else f"player{seat}"] for seat in range(len(known))]
    parts = [share for _name, share in known]
    if alone:
        grounds, parts = [*grounds, palette[LOST]], [*parts, 1 - parts[0]]
    content, upto, begin = Content(said.ljust(width)), 0.0, 0
    for ground, share in zip(grounds, parts, strict=True):
        upto += share
        end = round(width * upto)
        content = content.stylize(f"{readable(ground)} on {ground}", begin, max(begin, end))
        begin = end
    return content


def drawn(said: str, known: Shares, *, plain: bool) -> Content:
    """A small bar of the seats' chances, and a sentence."""
    inks, line, upto = INKS[plain], "", 0.0
    for seat, (_name, share) in enumerate(known):
        upto += share
        line += inks[seat % len(inks)] * (round(WIDTH * upto) - len(line))
    return Content(f"{line} {said}".strip())
