"""The end card: over a finished game, how it ended in large letters, what it took, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from textual.content import Content
from textual.geometry import Offset, Region
from textual.widgets import Static

from ludoteca.archive import Kept
from ludoteca.core import AnySession
from ludoteca.core.session import winner
from ludoteca.core.words import _
from ludoteca.looks.letters import large
from ludoteca.looks.report import clock
from ludoteca.looks.sheet import Sheet

if TYPE_CHECKING:
    from ludoteca.tui.app import Ludoteca
    from ludoteca.tui.page import Key


class EndCard(Static):
    """A card in the middle of the board; escape puts it away."""

    app: Ludoteca

    def __init__(self) -> None:
        super().__init__("", id="end", markup=False)

    @property
    def is_shown(self) -> bool:
        """Whether it lies on the board."""
        return self.has_class("shown")

    def lay(self, board: Region, result: str, lines: Sequence[str], keys: Sequence[Key]) -> None:
        """Lay it on the middle of a board: a result, sentences, and keys that can be clicked."""
        from ludoteca.tui.page import link

        spell, room = self.app.spell, board.width - 4
        letters = large(result)
        drawn = letters if not self.app.skin.ascii and max(map(len, letters)) <= room else [result]
        width = max(map(len, drawn))
        parts = [Content.styled("\n".join(line.ljust(width) for line in drawn), "bold")]
        parts.append(Content("\n").join(Content(spell(line)) for line in lines if line))
        parts.append(Content("  ").join(link(key, spell) for key in keys))
        self.update(Content("\n\n").join(parts))
        self.add_class("shown")
        self.call_after_refresh(self._centre, board)

    def put_away(self) -> None:
        """The board is to be seen."""
        self.remove_class("shown")

    def _centre(self, board: Region) -> None:
        size = self.outer_size
        self.styles.offset = Offset(
            board.x + max(0, (board.width - size.width) // 2),
            board.y + max(0, (board.height - size.height) // 2),
        )


def headline(session: AnySession, computers: Mapping[int, int]) -> str:
    """Who won, in a few words, to the one person who plays, or to several."""
    outcome, game = session.outcome, session.game
    assert outcome is not None, "a card lies on a finished game"
    people = [seat for seat in range(game.players) if seat not in computers]
    if game.players > 1 and (outcome.winner is None or len(people) != 1):
        return winner(game, outcome.winner)
    if not people:  # somebody watches the computer play alone
        return _("The game is won.") if outcome.winner is not None else _("The game is lost.")
    is_won = outcome.winner is not None if game.players == 1 else outcome.winner == people[0]
    return _("You win!") if is_won else _("You lose")


def facts_of(session: AnySession, par: int | None, praise: str) -> list[str]:
    """Why it ended, what was reached, what it took, and whether that is a record."""
    outcome = session.outcome
    assert outcome is not None
    moves = sum(map(session.decided, range(len(session.moves))))
    taken = [_("moves: {made}", made=Sheet(session).number(len(session.moves)))]
    if par is not None:
        taken.append(_("proven par {par}", par=par))
    if isinstance(session, Kept):
        taken.append(_("time: {time}", time=clock(session.seconds)))
    game, state = session.game, session.state
    has_points = game.players == 1 and abs(game.scores(state)[0]) != moves
    reached = " ".join(game.status(state)) if has_points else ""
    return [_(outcome.reason), reached, " · ".join(taken), praise]
