"""A game under way and its end: the card that tells it, and what can be done then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.app import ComposeResult

from ludoteca.core import LEVELS
from ludoteca.core.words import N_
from ludoteca.tui.end_card import EndCard, facts_of, headline
from ludoteca.tui.page import Key
from ludoteca.tui.underway import UnderWay

AFTER: Final = (
    0.5  # seconds from the last move to the card: its film is over, and so is the click that made it
)


class Ending(UnderWay):
    """A game that comes to its end."""

    def compose(self) -> ComposeResult:
        """The game, and a card for its end."""
        yield from super().compose()
        yield EndCard()

    @property
    def card(self) -> EndCard:
        """The card for the end."""
        return self.query_one(EndCard)

    def present(self) -> None:
        """Show the game as it stands; when it has just ended, the card too, after the last move."""
        has_ended = self.session.outcome is not None and self._shown < len(self.session.moves)
        super().present()
        if self.is_open and not has_ended:
            self.card.put_away()
        elif self.is_open:
            self.set_timer(max(AFTER, self.view.left), self._lay_card)

    def _lay_card(self) -> None:
        if not self.is_open or not self.session.outcome:
            return
        par = self.truth.shown.par if self.truth.shown else None
        keys = [Key("n", "new", N_("again")), Key("v", "review", N_("see it again")),
                Key("x", "share", N_("share")), Key("escape", "put_away", N_("the board"))]  # fmt: skip
        if self._step:
            word = N_("next level") if self._step > 0 else N_("easier level")
            keys.insert(1, Key("g", "next_level", word))
        facts = facts_of(self.session, par, self._praise())
        self.card.lay(self.view.region, headline(self.session, self.computers), facts, keys)

    @property
    def _step(self) -> int:
        """To which opponent one goes on from this end: an easier one after a loss, else a harder one; 0 where
        there is none."""
        session, levels = self.session, self.computers.values()
        if not session.outcome or not session.game.skill or self._watching or not levels:
            return 0
        if session.outcome.winner in self.computers:
            return -1 if max(levels) > LEVELS[0] else 0
        return 1 if max(levels) < LEVELS[-1] else 0

    @property
    def _watching(self) -> bool:
        return len(self.computers) == self.session.game.players

    @property
    def offered(self) -> Sequence[Key]:
        """The keys without those that can do nothing: taking back where one only watches, advice after the
        end, and a way back where a game cannot be lost for good."""
        session, useless = self.session, set[str]()
        if self._watching:
            useless |= {"undo", "redo", "computer"}
        if session.outcome:
            useless |= {"hint", "computer"}
        if session.game.players > 1 or (session.outcome and session.outcome.winner is not None):
            useless.add("back_to_won")
        return [key for key in self.KEYS if key.action not in useless]

    # Actions

    def action_new(self) -> None:
        """Another game of this kind."""
        raise NotImplementedError

    def action_put_away(self) -> None:
        """The board, in place of the card."""
        self.card.put_away()

    def action_review(self) -> None:
        """The game from its beginning."""
        from ludoteca.tui.replay import Replay

        self._rest()
        self.app.push_screen(Replay(self.session, computers=self.computers))

    def action_next_level(self) -> None:
        """Another game, against a harder or an easier opponent."""
        if step := self._step:
            least, most = LEVELS[0], LEVELS[-1]
            levels = {seat: max(least, min(most, level + step)) for seat, level in self.computers.items()}
            self.computers = levels
            self.action_new()
