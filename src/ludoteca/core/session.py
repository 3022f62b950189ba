"""The mid end: a game being played, with undo, redo, dice and a record, the same for every game."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Self, TypeVar

from ludoteca.core.dice import Dice
from ludoteca.core.game import CHANCE, OVER, FormatError, Game, IllegalMove, LudotecaError, Outcome
from ludoteca.core.gameid import GameId
from ludoteca.core.words import N_, _

S = TypeVar("S")
M = TypeVar("M")

REPEATED: Final = N_("the position has stood there too often")
MAX_RECORD: Final = 4_000_000
_HEAD: Final = "ludoteca record "
_VERSION: Final = "1"


class Session(Generic[S, M]):
    """A game under way: every position so far, the moves between them, and those taken back.

    The dice of a ply follow from the seed and the ply alone, so a record replays exactly and a move taken
    back and played again meets the same luck.
    """

    def __init__(self, game: Game[S, M], *, seed: int | None = None, position: S | None = None) -> None:
        self.game = game
        self.seed = 0 if seed is None and game.uses_dice else seed
        self._placed = position is not None
        self.states: list[S] = [game.start(Dice(self.seed or 0)) if position is None else position]
        self.moves: list[M] = []
        self._undone: list[M] = []

    @property
    def state(self) -> S:
        """The position now."""
        return self.states[-1]

    @property
    def id(self) -> GameId:
        """The id of the game as it began."""
        start = self.game.dump(self.states[0]) if self._placed else None
        return GameId(self.game.name, self.game.options, start, self.seed if self.game.uses_dice else None)

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why; by the rules, or by a repeated position where the game counts them."""
        repeats = self.game.repeats
        outcome = self.game.outcome(self.state)
        if outcome is None and repeats and self.states.count(self.state) >= repeats:
            return Outcome(None, REPEATED)
        return outcome

    @property
    def verdict(self) -> str:
        """How it ended, in a sentence; nothing while it goes on."""
        outcome, game = self.outcome, self.game
        if outcome is None:
            return ""
        if game.players == 1:
            result = _("You lose") if outcome.winner is None else _("You win")
        elif outcome.winner is None:
            result = _("Draw")
        else:
            result = _("Winner: {player}", player=game.seats[outcome.winner])
        return _("The game is over. {result}: {reason}.", result=result, reason=_(outcome.reason))

    @property
    def player(self) -> int:
        """Who acts now: a seat, CHANCE or OVER."""
        return OVER if self.outcome else self.game.player(self.state)

    @property
    def legal(self) -> Sequence[M]:
        """What the one who acts may do; nothing once the game is over, by whichever rule."""
        return [] if self.outcome else self.game.legal(self.state)

    def play(self, move: M) -> None:
        """Play a move that the rules allow; nature's moves too, where somebody else throws the dice."""
        if self.outcome:
            raise IllegalMove(_("The game is over."))
        if move not in self.legal:
            raise IllegalMove(_("'{text}' is not a legal move here.", text=self.game.text(move)))
        self._undone.clear()
        self._push(move)

    def play_text(self, text: str) -> M:
        """Read a move and play it."""
        if self.outcome:
            raise IllegalMove(_("The game is over."))
        move = self.game.parse(self.state, text)
        self.play(move)
        return move

    def turn(self, text: str) -> None:
        """Read a move, play it, and let nature act after it."""
        self.play_text(text)
        while self.player == CHANCE:
            self.roll()

    def roll(self) -> M:
        """Let nature act, with the dice of this ply."""
        move = Dice.at(self.seed or 0, len(self.moves)).pick(self.game.odds(self.state))
        self._push(move)
        return move

    def undo(self, computers: Collection[int] = ()) -> None:
        """Take back a person's last decision, and what nature and the computer's seats did after it; between
        people a die stays cast."""
        back = next((n for n in reversed(range(len(self.moves))) if self._decided(n, computers)), None)
        if back is None:
            raise IllegalMove(_("There is nothing to take back."))
        between_people = self.game.players - len(computers) > 1
        if between_people and any(not self._decided(n) for n in range(back, len(self.moves))):
            raise IllegalMove(_("The die has been cast; it cannot be taken back."))
        self._undone += reversed(self.moves[back:])
        del self.moves[back:], self.states[back + 1 :]

    def redo(self, computers: Collection[int] = ()) -> None:
        """Play again what was taken back last, and what nature and the computer's seats did after it."""
        if not self._undone:
            raise IllegalMove(_("There is nothing to play again."))
        self._push(self._undone.pop())
        while self._undone and (self.player == CHANCE or self.player in computers):
            self._push(self._undone.pop())

    def restarted(self) -> "Session[S, M]":
        """The same game at its beginning."""
        return self.varied("")

    def varied(self, options: str) -> "Session[S, M]":
        """The game at its beginning, with other options."""
        start = self.states[0] if self._placed else None
        return Session(self.game.varied(options), seed=self.seed, position=start)

    @property
    def record(self) -> "Record":
        """The game so far as a record."""
        return Record(self.id, tuple(self.game.text(move) for move in self.moves))

    def _decided(self, ply: int, computers: Collection[int] = ()) -> bool:
        """Whether a person made this move, or, where no seat is named, anybody but nature."""
        player = self.game.player(self.states[ply])
        return player != CHANCE and player not in computers

    def _push(self, move: M) -> None:
        self.states.append(self.game.play(self.state, move))
        self.moves.append(move)


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
        if len(text) > MAX_RECORD:
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

    def replay(self, begin: Callable[[GameId], Session[Any, Any]]) -> Iterator[Session[Any, Any]]:
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

    def session(self, begin: Callable[[GameId], Session[Any, Any]]) -> Session[Any, Any]:
        """The game at the end of the record, ready to go on."""
        *_before, last = self.replay(begin)
        return last


def perft(game: Game[S, M], state: S, depth: int) -> int:
    """How many lines of `depth` plies there are; a game that is over has no continuation.

    Nature's plies count like any other.
    """
    moves = game.legal(state)
    if depth <= 1:
        return len(moves) if depth else 1
    return sum(perft(game, game.play(state, move), depth - 1) for move in moves)
