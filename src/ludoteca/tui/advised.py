"""A game in which one may ask: for a hint, and for the way back to where it could still be won."""

from __future__ import annotations

from ludoteca.analysis import Truth
from ludoteca.core.words import _
from ludoteca.looks.pointing import pointed
from ludoteca.looks.wording import hint, no_way_back, won_here
from ludoteca.tui.ending import Ending
from ludoteca.tui.page import start
from ludoteca.tui.told import Hint, ended


class Advised(Ending):
    """A game whose player is advised."""

    def action_hint(self) -> None:
        """One good move, shown on the board, and what is proved about it."""
        if self.session.outcome:
            self.remark(_("There is no move to advise."))
            return
        self.say(_("thinking…"))
        start(self, self._advise, "hint")

    async def _advise(self) -> None:
        state, truth = self.session.state, await self.find()
        if truth is not None:
            self.in_order(self._show_hint, state, truth)

    def _show_hint(self, state: object, truth: Truth) -> None:
        """A hint, once the archive has it."""
        if self.session.state is state:  # else what waited before it has changed the game
            self.session.hinted(state)
            game, move = self.session.game, truth.advice.move or ""
            cells = pointed(game, state, self._board, move) if move else frozenset()
            said = " ".join(map(ended, hint(game, truth)))
            self._hint = Hint(state, tuple(move.split()), cells, said)
            self.say("")
            self.mark()

    async def find(self) -> Truth | None:
        """The truth about this position; None, and a sentence, where nobody can tell."""
        truth = await self.truth.find(self.session, progress=self.say)
        if truth is None:
            self.say(self.truth.problem)  # the bar may be hidden
        return truth

    def action_back_to_won(self) -> None:
        """Back to the last position that could still be won."""
        self.say(_("thinking…"))
        start(self, self._take_back, "hint")

    async def _take_back(self) -> None:
        truth = await self.find()
        if truth is None:
            return
        if truth.won_at is None:
            self.say(*no_way_back(self.session.game, truth))
            return
        self.workers.cancel_group(self, "computer")
        if await self._kept(self.session.back_to, truth.won_at):
            self.say(won_here(truth))
        self._wake()
