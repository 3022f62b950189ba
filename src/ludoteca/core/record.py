"""A record: a whole game as text, strict and versioned, that replays exactly."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from ludoteca.core.errors import FormatError, LudotecaError
from ludoteca.core.gameid import GameId
from ludoteca.core.words import _

if TYPE_CHECKING:  # a session makes records, so it cannot be imported here
    from ludoteca.core.session import AnySession

MAX_RECORD: Final = 4_000_000  # characters
MAX_MOVES: Final = 250_000
_HEAD: Final = "ludoteca record "
_VERSION: Final = "1"


@dataclass(frozen=True)
class Record:
    """A whole game as text: the id it began from, a move a line, nature's included, and how many there are.

    The last line makes a cut-off copy show. Form 1::

        ludoteca record 1
        game fuga:9
        a4 a3
        e4 e3
        end 2
    """

    game: GameId
    moves: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join([_HEAD + _VERSION, f"game {self.game}", *self.moves, f"end {len(self.moves)}", ""])

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a record strictly; whether the moves are legal is for `replay` to say."""
        if len(text) > MAX_RECORD or text.count("\n") > MAX_MOVES + 9:
            raise FormatError(_("this is far too long for a game record"))
        lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        if not lines[0].startswith(_HEAD):
            raise FormatError(_("a record begins with '{head}'", head=_HEAD + _VERSION), line=1)
        if lines[0] != _HEAD + _VERSION:
            raise FormatError(_("this record is of another version; only version 1 is known here"), line=1)
        if len(lines) < 2 or not lines[1].startswith("game "):
            raise FormatError(_("the second line must be 'game' and the game's id"), line=2)
        try:
            game = GameId.parse(lines[1].removeprefix("game "))
        except FormatError as error:
            raise FormatError(str(error), line=2) from None
        moves: list[str] = []
        for number, line in enumerate(lines[2:], 3):
            if line.startswith("end "):
                if line != f"end {len(moves)}":
                    reason = _("the moves before are {count}, not as this line says", count=len(moves))
                    raise FormatError(reason, line=number)
                if any(lines[number:]):
                    raise FormatError(
                        _("nothing may follow the line that begins with 'end'"), line=number + 1
                    )
                return cls(game, tuple(moves))
            if not line.isprintable() or not line or line != " ".join(line.split()):
                raise FormatError(_("here a move must stand, or 'end' and the number of moves"), line=number)
            moves.append(line)
        raise FormatError(_("the record breaks off before 'end' and the number of moves"), line=len(lines))

    def replay(self, begin: "Callable[[GameId], AnySession]") -> "Iterator[AnySession]":
        """Play the moves one after another, giving the session before the first and after each."""
        try:
            session = begin(self.game)
        except LudotecaError as error:
            raise FormatError(str(error), line=2) from None
        yield session
        for number, text in enumerate(self.moves, 3):
            try:
                move = session.play_text(text)
            except LudotecaError as error:
                raise FormatError(str(error), line=number) from None
            if session.game.text(move) != text:
                raise FormatError(_("write this move as '{text}'", text=session.game.text(move)), line=number)
            yield session

    def session(self, begin: "Callable[[GameId], AnySession]") -> "AnySession":
        """The game at the end of the record, ready to go on."""
        *_before, last = self.replay(begin)
        return last
