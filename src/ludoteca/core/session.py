"""The mid end: a game being played, with undo, redo, dice and a record, the same for every game."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from ludoteca.core.dice import Dice
from ludoteca.core.errors import IllegalMove, LudotecaError, OptionError
from ludoteca.core.game import CHANCE, OVER, Game, Outcome
from ludoteca.core.gameid import GameId
from ludoteca.core.grid import board_lines
from ludoteca.core.record import Record
from ludoteca.core.words import N_, _

S = TypeVar("S")
M = TypeVar("M")

REPEATED: Final = N_("the position has stood there too often")


class Change(NamedTuple, Generic[S, M]):
    """What an action does to a session: the plies that stay, the moves after them and where each leads, and
    what can be played again then."""

    stay: int
    moves: Sequence[M]
    states: Sequence[S]
    undone: Sequence[M]


@dataclass
class _Ahead(Generic[S, M]):
    """A change that is about to be made, and what the rules have said about the position after it."""

    change: Change[S, M]
    outcome: Outcome | None
    player: int | None = None


class Session(Generic[S, M]):
    """A game under way: every position so far, the moves between them, and those taken back.

    The dice of a ply follow from the seed and the ply alone, so a record replays exactly and a move taken
    back and played again meets the same luck. Every action is one `Change`, worked out before anything is
    changed; what the rules are asked about a position (`outcome`, `player`, `legal`) they are asked once.

    >>> from ludoteca.games import begin
    >>> session = begin("fuga:9")
    >>> session.turn("a4 a3")
    >>> session, session.at(0)
    (<Session fuga:9 at ply 1>, <Session fuga:9 at ply 0>)
    """

    def __init__(self, game: Game[S, M], *, seed: int | None = None, position: S | None = None) -> None:
        self.game = game
        self.seed = 0 if seed is None and game.uses_dice else seed
        self.states: list[S] = [game.start(Dice(self.seed or 0)) if position is None else position]
        self.moves: list[M] = []
        self._placed = position is not None and position != game.start(Dice(self.seed or 0))
        self._undone: list[M] = []
        self._ahead: _Ahead[S, M] | None = None
        self._actors: dict[int, int] = {}  # of plies that somebody asked for

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id} at ply {len(self.moves)}>"

    def __str__(self) -> str:
        """The board as lines of text, and what it does not show."""
        game, state = self.game, self.state
        return "\n".join([*board_lines(game.board(state), game.labels(state)), *game.status(state)])

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
    def record(self) -> Record:
        """The game so far as a record."""
        return Record(self.id, tuple(self.game.text(move) for move in self.moves))

    # How it stands

    @cached_property
    def outcome(self) -> Outcome | None:
        """Who won and why; by the rules, or by a repeated position where the game counts them."""
        return self._outcome_after(Change(len(self.moves), (), (), ()))

    @cached_property
    def player(self) -> int:
        """Who acts now: a seat, CHANCE or OVER."""
        return OVER if self.outcome else self.game.player(self.state)

    @cached_property
    def legal(self) -> Sequence[M]:
        """What the one who acts may do; nothing once the game is over, by whichever rule."""
        return () if self.outcome else tuple(self.game.legal(self.state))

    @property
    def verdict(self) -> str:
        """How it ended, in a sentence; nothing while it goes on."""
        outcome, game = self.outcome, self.game
        if outcome is None:
            return ""
        if game.players == 1:
            result = _("You lose") if outcome.winner is None else _("You win")
        else:
            result = winner(game, outcome.winner)
        return _("The game is over. {result}: {reason}.", result=result, reason=_(outcome.reason))

    def actor(self, ply: int) -> int:
        """Who made a move, or is to make the next: a seat, or CHANCE; OVER where nobody is."""
        if ply == len(self.moves):
            return self.player
        if ply not in self._actors:
            self._actors[ply] = self.game.player(self.states[ply])
        return self._actors[ply]

    def decided(self, ply: int, computers: Collection[int] = ()) -> bool:
        """Whether a person made a move, or, where no seat is named, anybody but nature."""
        return self.actor(ply) != CHANCE and self.actor(ply) not in computers

    # What can be done

    def play(self, move: M) -> None:
        """Play a move that the rules allow; nature's moves too, where somebody else throws the dice."""
        self._check_going()
        for known in self.legal:  # what only equals a move, as True equals 1, is none
            if known == move and type(known) is type(move):
                self._apply(self._played(known))
                return
        raise IllegalMove(_("'{text}' is not a legal move here.", text=self._named(move)))

    def play_text(self, text: str) -> M:
        """Read a move and play it; what `Game.parse` reads is legal."""
        self._check_going()
        move = self.game.parse(self.state, text)
        self._apply(self._played(move))
        return move

    def turn(self, text: str) -> None:
        """Read a move, play it, and let nature act after it."""
        self._check_going()
        change = self._played(self.game.parse(self.state, text))
        while self._player_after(change) == CHANCE:
            change = self._followed(change, self._thrown(change.stay + len(change.moves), change.states[-1]))
        self._apply(change)

    def roll(self) -> M:
        """Let nature act, with the dice of this ply; what was taken back after the same throw stays so."""
        if self.player != CHANCE:
            raise IllegalMove(_("Nothing is left to chance here."))
        move = self._thrown(len(self.moves), self.state)
        undone = self._undone[:-1] if self._undone and self._undone[-1] == move else ()
        self._apply(self._played(move)._replace(undone=undone))
        return move

    def undo(self, computers: Collection[int] = ()) -> None:
        """Take back a person's last decision, and what nature and the computer's seats did after it; between
        people a die stays cast."""
        plies = len(self.moves)
        back = next((ply for ply in reversed(range(plies)) if self.decided(ply, computers)), None)
        if back is None:
            raise IllegalMove(_("There is nothing to take back."))
        between_people = self.game.players - len(computers) > 1
        if between_people and not all(self.decided(ply) for ply in range(back, plies)):
            raise IllegalMove(_("The die has been cast; it cannot be taken back."))
        self.back_to(back)

    def back_to(self, ply: int) -> None:
        """Take back everything after so many plies; `redo` plays it again, a decision at a time."""
        self._check_ply(ply)
        self._apply(Change(ply, (), (), [*self._undone, *reversed(self.moves[ply:])]))

    def redo(self, computers: Collection[int] = ()) -> None:
        """Play again what was taken back last, and what nature and the computer's seats did after it."""
        if not self._undone:
            raise IllegalMove(_("There is nothing to play again."))
        left = list(self._undone)
        change = self._played(left.pop())
        while left and ((player := self._player_after(change)) == CHANCE or player in computers):
            change = self._followed(change, left.pop())
        self._apply(change._replace(undone=left))

    # What only a game that is kept remembers

    @contextmanager
    def helped(self, kind: str) -> Iterator[None]:
        """Count what is done inside the block as help of a kind: 'computer', 'rewinds' or 'undos'."""
        yield

    def hinted(self, state: S) -> None:
        """Note that a person was told a good move in a position."""

    def pause(self) -> None:
        """Note the time spent so far, since the game is left."""

    # Other sessions

    def at(self, ply: int) -> "Session[S, M]":
        """The game as it stood after so many plies: another session, with nothing to play again."""
        self._check_ply(ply)
        other = Session.__new__(Session)
        other._hold(self)
        other._apply(Change(ply, (), (), ()))
        return other

    def copy(self) -> "Session[S, M]":
        """The same game as another session, which goes its own way."""
        other = Session.__new__(Session)
        other._hold(self)
        return other

    def restarted(self) -> "Session[S, M]":
        """The same game at its beginning."""
        return self.at(0)

    def varied(self, options: str) -> "Session[S, M]":
        """The game at its beginning, with other options; OptionError if its first position does not fit."""
        game, position = self.game.varied(options), None
        if self._placed:
            try:
                position = game.load(self.game.dump(self.states[0]))
            except LudotecaError as error:
                reason = _("This position is not one of {game}: {reason}",
                           game=GameId(game.name, game.options), reason=error)  # fmt: skip
                raise OptionError(reason) from None
        return Session(game, seed=self.seed, position=position)

    # How it is done

    def _hold(self, other: "Session[S, M]") -> None:
        """Hold what another session holds, in lists of its own."""
        self.game, self.seed, self._placed = other.game, other.seed, other._placed
        self.states, self.moves, self._undone = list(other.states), list(other.moves), list(other._undone)
        self._ahead, self._actors = None, dict(other._actors)

    def _apply(self, change: Change[S, M]) -> None:
        """Make a change; the one place where a session changes."""
        for ply in range(change.stay, len(self.moves)):
            self._actors.pop(ply, None)
        if change.moves and change.stay == len(self.moves):
            self._actors[change.stay] = self.player
        del self.moves[change.stay :], self.states[change.stay + 1 :]
        self.moves += change.moves
        self.states += change.states
        self._undone = list(change.undone)
        for known in ("outcome", "player", "legal"):
            self.__dict__.pop(known, None)
        if self._ahead and self._ahead.change is change:
            self.__dict__["outcome"] = self._ahead.outcome
            if self._ahead.player is not None:
                self.__dict__["player"] = self._ahead.player

    def _check_going(self) -> None:
        if self.outcome:
            raise IllegalMove(_("The game is over."))

    def _check_ply(self, ply: int) -> None:
        if not 0 <= ply <= len(self.moves):
            raise IndexError(f"{self!r} has no ply {ply}")

    def _named(self, move: object) -> str:
        """What to call something that is no move here: its text, if it is a move at all."""
        try:
            return self.game.text(move)  # type: ignore[arg-type]  # whatever somebody took for a move
        except (AttributeError, LookupError, TypeError, ValueError):
            return str(move)[:40]

    def _played(self, move: M) -> Change[S, M]:
        """The change that a move makes."""
        return Change(len(self.moves), [move], [self.game.play(self.state, move)], ())

    def _followed(self, change: Change[S, M], move: M) -> Change[S, M]:
        """A change with another move after it."""
        after = self.game.play(change.states[-1], move)
        return change._replace(moves=[*change.moves, move], states=[*change.states, after])

    def _thrown(self, ply: int, state: S) -> M:
        """What nature does at a ply."""
        return Dice.at(self.seed or 0, ply).pick(self.game.odds(state))

    def _outcome_after(self, change: Change[S, M]) -> Outcome | None:
        """The outcome once a change is made; remembered until it is."""
        if self._ahead is None or self._ahead.change is not change:
            state = change.states[-1] if change.states else self.states[change.stay]
            outcome, repeats = self.game.outcome(state), self.game.repeats
            if outcome is None and repeats:
                stood = [*self.states[: change.stay + 1], *change.states].count(state)
                outcome = Outcome(None, REPEATED) if stood >= repeats else None
            self._ahead = _Ahead(change, outcome)
        return self._ahead.outcome

    def _player_after(self, change: Change[S, M]) -> int:
        """Who acts once moves are played; remembered like the outcome."""
        player = OVER if self._outcome_after(change) else self.game.player(change.states[-1])
        if self._ahead:
            self._ahead.player = player
        return player


AnySession: TypeAlias = Session[Any, Any]


def winner(game: Game[Any, Any], seat: int | None) -> str:
    """Who has won a game for several, in words; without a seat nobody has."""
    return _("Draw") if seat is None else _("Winner: {player}", player=game.seats[seat])


def perft(game: Game[S, M], state: S, depth: int) -> int:
    """How many lines of `depth` plies there are; a game that is over has no continuation.

    Nature's plies count like any other.
    """
    if depth < 0:
        raise OptionError(_("{option} must not be below 0.", option="depth"))
    moves = game.legal(state)
    if depth <= 1:
        return len(moves) if depth else 1
    return sum(perft(game, game.play(state, move), depth - 1) for move in moves)
