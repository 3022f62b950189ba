"""The cards of the lobby: a game that plays itself, and a game that waits to be gone on with."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from ludoteca.archive import Entry
from ludoteca.core import CHANCE, AnySession, Board, Cell, Dice, FormatError
from ludoteca.core.grid import is_board
from ludoteca.core.words import _
from ludoteca.games import GAMES, begin
from ludoteca.looks import frames
from ludoteca.looks.lately import fitting, moves_of, since, table_of
from ludoteca.looks.naming import title_of_id
from ludoteca.looks.report import brief
from ludoteca.tui.board import BoardView, Frame

if TYPE_CHECKING:
    from ludoteca.tui.app import Ludoteca

SLOW: Final = 0.1  # seconds for a move that nobody has asked for
THROWS: Final = 20  # of nature at once
_BLANK: Final[Board] = ((Cell("void", ""),),)  # until the position has been read


class Card(Vertical):
    """A game that plays itself, and its name; to be clicked or chosen with the arrows."""

    app: Ludoteca

    class Opened(Message):
        """The game was chosen."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.game = name

    def __init__(self, name: str) -> None:
        super().__init__(classes="card")
        self.game = name
        self._dice, self._session = Dice(sum(map(ord, name))), self._begin()
        self._is_still = False

    def _begin(self) -> AnySession:
        game = GAMES[self.game]
        return begin(f"{self.game}:{game.small}" if game.small else self.game)

    def compose(self) -> ComposeResult:
        """The picture and the name."""
        cells = self._session.game.board(self._session.state)
        yield BoardView(cells, self.app.skin, whole=True)
        yield Static(_(GAMES[self.game].title), markup=False)

    def tell(self, best: str) -> None:
        """Say the name, and below it the best so far."""
        title = _(GAMES[self.game].title)
        self.query_one(Static).update(self.app.spell(f"{title}\n{best}" if best else title))

    def live(self) -> None:
        """One move of somebody who plays anything; a game of another package that fails, or that holds
        everybody up, stands still."""
        began = time.monotonic()
        try:
            if not self._is_still:
                self._move()
        except Exception:
            if GAMES.is_own(self.game):
                raise
            self._is_still = True
        self._is_still |= not GAMES.is_own(self.game) and time.monotonic() > began + SLOW

    def _move(self) -> None:
        if self._session.outcome:
            self._session = self._begin()
        else:
            self._session.play(self._dice.choice(self._session.legal))
        session, films = self._session, list[Frame]()
        for _throw in range(THROWS):
            if session.player == CHANCE:
                session.roll()
        after = session.game.board(session.state)
        if not is_board(after):
            raise FormatError(_("There is no board to see."))
        if self.app.choices.is_on("animation") and session.moves:
            state = session.states[-2]
            films += frames(session.game.board(state), after, session.game.ways(state, session.moves[-1]))
        self.query_one(BoardView).show(after, films)

    def speak(self) -> None:
        """The name again, in another language, and other looks."""
        self.tell("")
        self.query_one(BoardView).wear(self.app.skin)

    def on_click(self) -> None:
        """The picture or its name was clicked."""
        self.post_message(self.Opened(self.game))


class Waiting(Vertical):
    """A game that was left: its position, its name, who plays whom, how far it is and when it was left."""

    app: Ludoteca

    class Resumed(Message):
        """The game is to go on."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self) -> None:
        super().__init__(classes="card")
        self.entry: Entry | None = None
        self._board, self._room = _BLANK, 0

    def compose(self) -> ComposeResult:
        """The picture and what there is to say."""
        yield BoardView(_BLANK, self.app.skin, whole=True)
        yield Static("", markup=False)

    def hold(self, entry: Entry | None, board: Board | None, width: int) -> None:
        """Another game, with its position if that is known already; or none."""
        self.entry, self.display = entry, entry is not None
        self._board, self._room = _BLANK if board is None else board, width
        self._fill()

    def on_mount(self) -> None:
        """There is something to be filled."""
        self._fill()

    def _fill(self) -> None:
        for words in self.query(Static):  # none before it is mounted, or while the screen is being left
            words.update(self.app.spell("\n".join(self._said())))
        for picture in self.query(BoardView):
            picture.wear(self.app.skin)
            picture.show(self._board)

    def _said(self) -> list[str]:
        """The name, how far it is, and who plays, which a low screen cuts off."""
        entry, width = self.entry, self._room
        if entry is None:
            return []
        far = fitting(width, moves_of(entry), since(entry.changed, self.app.today()))
        return [brief(each, width) for each in (title_of_id(entry.id), far, table_of(entry)) if each]

    def show(self, board: Board) -> None:
        """The position has been read."""
        self._board = board
        self._fill()

    def on_click(self) -> None:
        """The picture or a word below it was clicked."""
        if self.entry is not None:
            self.post_message(self.Resumed(self.entry.number))
