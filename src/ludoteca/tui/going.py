"""The games to go on with, side by side in the lobby: the newest few, whose positions are read beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from ludoteca.archive import Archive, Entry
from ludoteca.core import Board, LudotecaError
from ludoteca.core.grid import is_board
from ludoteca.core.words import _
from ludoteca.games import GAMES
from ludoteca.tui.cards import Waiting
from ludoteca.tui.page import start

if TYPE_CHECKING:
    from ludoteca.tui.app import Ludoteca

MOST: Final = 5  # cards
NARROWEST, WIDEST = 14, 28  # columns of a card, beside a list
ALONE: Final = 44  # of one in a row of its own: room for every name of a usual game, and who plays
LONGEST: Final = 40_000  # plies of a game that is replayed for its picture: half a second

Stand = tuple[int, float, int]  # a game as it stands: its number, when it changed, how many plies it has


class Going(Vertical):
    """A line that says what these are, and the cards."""

    app: Ludoteca

    def __init__(self) -> None:
        super().__init__(id="going")
        self._boards: dict[Stand, Board] = {}
        self._entries: Sequence[Entry] = ()
        self._at = -1

    def compose(self) -> ComposeResult:
        """The line, and room for cards, which come when there are games."""
        yield Static("", id="title", markup=False)
        yield Horizontal()

    @property
    def count(self) -> int:
        """How many cards there are to choose from."""
        return len(self._entries)

    def hold(self, entries: Sequence[Entry], width: int) -> None:
        """Show these games, none or a few, with so many columns for their texts."""
        self._entries = entries
        self.query_one("#title", Static).update(_("Go on with"))
        self.display = bool(entries)
        missing = len(entries) - len(self.query(Waiting))
        self.query_one(Horizontal).mount_all(Waiting() for _card in range(missing))
        for number, card in enumerate(self.query(Waiting)):
            entry = entries[number] if number < len(entries) else None
            card.hold(entry, self._boards.get(_key(entry)) if entry else None, width)
        self.choose(min(self._at, len(entries) - 1))
        if any(_key(entry) not in self._boards for entry in entries):
            self.call_after_refresh(start, self, self._read, "positions")

    def choose(self, at: int) -> None:
        """The chosen card, or none: -1."""
        self._at = at
        for number, card in enumerate(self.query(Waiting)):
            card.set_class(number == at, "chosen")

    @property
    def chosen(self) -> Entry | None:
        """The game whose card is chosen."""
        return self._entries[self._at] if 0 <= self._at < len(self._entries) else None

    async def _read(self) -> None:
        """Read the positions that are not known yet, in a thread: a long game takes a moment to replay."""
        archive = self.app.archive
        keys = set(map(_key, self._entries))
        known = self._boards = {key: board for key, board in self._boards.items() if key in keys}
        for entry in list(self._entries):
            if archive is None or _key(entry) in known or entry.plies > LONGEST:
                continue
            board = await asyncio.to_thread(_position, archive, entry)
            if board is not None and self.is_attached:
                known[_key(entry)] = board
                self._place(entry, board)

    def _place(self, entry: Entry, board: Board) -> None:
        for card in self.query(Waiting):
            if card.entry is not None and _key(card.entry) == _key(entry):
                card.show(board)


def cards_in(width: int, entries: int, widest: int = WIDEST) -> tuple[int, int]:
    """How many cards there is room for in so many columns, and how wide they are.

    >>> cards_in(43, 7), cards_in(43, 1), cards_in(200, 7)
    ((3, 14), (1, 28), (5, 28))
    >>> cards_in(200, 7, ALONE), cards_in(120, 2, ALONE)
    ((5, 40), (2, 44))
    """
    count = min(entries, MOST, max(0, width) // NARROWEST)
    return count, min(widest, width // count) if count else 0


def _key(entry: Entry) -> Stand:
    return entry.number, entry.changed, entry.plies


def _position(archive: Archive, entry: Entry) -> Board | None:
    """What there is to see of a game; nothing of one that is damaged, which a choice of it says."""
    try:
        session = archive.resume(entry.number)
        board = session.game.board(session.state)
        return board if is_board(board) else None
    except LudotecaError:
        return None
    except Exception:
        if GAMES.is_own(entry.game):
            raise
        return None  # another package's game may fail in any way
