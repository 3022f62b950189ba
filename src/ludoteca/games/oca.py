"""El juego de la oca: the Game of the Goose, on the document's track or another, with variants."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple

from ludoteca.core import CHANCE, OVER, Cell, Dice, FormatError, Game, Outcome, check_range, is_number, option
from ludoteca.core.grid import in_rows, spiral
from ludoteca.core.words import N_, _

ROLL: Final = N_("roll")
HELD: Final = -1  # turns owed by one who waits to be relieved
MAX_SQUARES, MAX_TRACK = 400, 10_000  # characters
TOKENS: Final = "ABCDEFGH"
FIRST: Final = {0: N_("by lot")} | dict.fromkeys(range(1, len(TOKENS) + 1), "")
CLASSIC: Final = (
    "63.goose.5.9.14.18.23.27.32.36.41.45.50.54.59.63.bridge.6.12.dice.26.53"
    ".inn.19.1.prison.52.2.well.31.3.maze.42.30.death.58.1"
)
LEAPS: Final = (N_("goose"), N_("bridge"), N_("dice"))  # on to another of the kind, and roll again
WAITS: Final = (N_("inn"), N_("prison"), N_("well"))  # turns lost
HOLDS: Final = ("prison", "well")  # until relieved, where that is the rule
BACKS: Final = (N_("maze"), N_("death"))  # back to a square
KINDS: Final = (*LEAPS, *WAITS, *BACKS)


class Special(NamedTuple):
    """What a square does: where it sends the piece, whether it gives a roll, how many turns it takes."""

    kind: str
    to: int
    again: bool = False
    lose: int = 0


class Track(NamedTuple):
    """The last square, and the special ones by number."""

    last: int
    specials: dict[int, Special]
    text: str  # its one spelling


class Race(NamedTuple):
    """A position: each player's square and turns owed, whose turn, and whether the die is in the air."""

    squares: tuple[int, ...]
    owed: tuple[int, ...]
    turn: int
    rolling: bool = False


class Landing(NamedTuple):
    """A throw's way: the square counted out to, what it does, and where the piece stays."""

    reached: int
    special: Special | None
    to: int


@lru_cache(maxsize=64)
def read_track(text: str) -> Track:
    """A track from its one-line form: how many squares, then each kind and its numbers, dots between.

    `goose` lists the chain (each leads to the next), `bridge` and `dice` a pair, `inn`, `prison` and `well` a
    square and the turns lost, `maze` and `death` a square and where it leads back to.
    """
    first, *words = text.split(".")
    if len(text) > MAX_TRACK or not (is_number(first) and 2 <= int(first) <= MAX_SQUARES):
        raise FormatError(_("A track begins with its number of squares, from 2 to {most}.", most=MAX_SQUARES))
    last, groups = int(first), list[tuple[str, list[int]]]()
    for word in words:
        if word in KINDS:
            groups.append((word, []))
        elif groups and is_number(word):
            groups[-1][1].append(int(word))
        else:
            raise FormatError(_("'{word}' is neither a kind of square nor a number.", word=word[:40]))
    specials: dict[int, Special] = {}
    for kind, numbers in groups:
        for here, special in _specials(kind, numbers):
            if not (1 <= here <= last - (kind != "goose") and 1 <= special.to <= last) or here in specials:
                raise FormatError(_("{kind} {square} is off the track or taken.", kind=kind, square=here))
            specials[here] = special
    ordered = ((KINDS.index(kind), sorted(ns) if kind in LEAPS else ns) for kind, ns in groups)
    spelled = (".".join([KINDS[kind], *map(str, ns)]) for kind, ns in sorted(ordered))
    return Track(last, specials, ".".join([str(last), *spelled]))


def _specials(kind: str, numbers: list[int]) -> list[tuple[int, Special]]:
    if kind == "goose":
        if not numbers or numbers != sorted(set(numbers)):
            raise FormatError(_("The geese must be listed in rising order."))
        following = [*numbers[1:], numbers[-1]]
        return [(here, Special(kind, to, again=True)) for here, to in zip(numbers, following, strict=True)]
    if len(numbers) != 2:
        raise FormatError(_("{kind} needs two numbers.", kind=kind))
    one, two = numbers
    if kind in LEAPS:
        return [(one, Special(kind, two, again=True)), (two, Special(kind, one, again=True))]
    if kind in BACKS:
        if two > one:
            raise FormatError(_("{kind} must lead back.", kind=kind))
        return [(one, Special(kind, two))]
    if not 1 <= two <= 99:
        raise FormatError(_("{kind} must take from 1 to 99 turns.", kind=kind))
    return [(one, Special(kind, one, lose=two))]


@dataclass(frozen=True)
class Oca(Game[Race, str | int]):
    """The goose race: a player says `roll`, nature the number.

    >>> game = Oca(2, first=1)
    >>> game.play(game.play(game.start(Dice(0)), "roll"), 4)
    Race(squares=(9, 1), owed=(0, 0), turn=0, rolling=False)
    """

    name: ClassVar[str] = "oca"
    title: ClassVar[str] = N_("The Game of the Goose")
    skill: ClassVar[bool] = False
    buttons: ClassVar[dict[str, str]] = {ROLL: ""}
    players: int = option(2, N_("players, from 2 to 8"), placed=True, word=N_("players"), offers=range(2, 9))
    first: int = option(0, N_("the player who begins; 0: by lot"), word=N_("who begins"), offers=FIRST)
    begin: int = option(1, N_("the square to begin on, 0 or 1"), word=N_("first square"), offers=(0, 1))
    dice: int = option(1, N_("dice, 1 or 2"), word=N_("dice"), offers=(1, 2))
    exact: bool = option(False, N_("the last square must be met exactly; what is too much bounces back"),
                         word=N_("exact finish"))  # fmt: skip
    relieved: bool = option(False, N_("prison and well hold until another player comes"), word=N_("relief"))
    track: str = option(CLASSIC, N_("the track in its one-line form"))

    def __post_init__(self) -> None:
        check_range("players", self.players, 2, len(TOKENS))
        for what, low, high in (("first", 0, self.players), ("begin", 0, 1), ("dice", 1, 2)):
            check_range(what, getattr(self, what), low, high)
        object.__setattr__(self, "track", read_track(self.track).text)

    @property
    def last(self) -> int:
        """The square that wins."""
        return read_track(self.track).last

    @property
    def uses_dice(self) -> bool:
        """It is all dice."""
        return True

    def start(self, dice: Dice) -> Race:
        """Everyone on the first square; who begins is drawn by lot."""
        turn = self.first - 1 if self.first else dice.below(self.players)
        return Race((self.begin,) * self.players, (0,) * self.players, turn)

    def player(self, state: Race) -> int:
        """The seat whose turn it is, and nature for the die."""
        return OVER if self.outcome(state) else CHANCE if state.rolling else state.turn

    def legal(self, state: Race) -> Sequence[str | int]:
        """There is nothing to decide but to roll."""
        if self.outcome(state):
            return []
        return [number for number, _chance in self.odds(state)] if state.rolling else [ROLL]

    def odds(self, state: Race) -> Sequence[tuple[str | int, Fraction]]:
        """One die, or the sum of two."""
        if self.dice == 1:
            return [(number, Fraction(1, 6)) for number in range(1, 7)]
        return [(number, Fraction(6 - abs(7 - number), 36)) for number in range(2, 13)]

    def land(self, square: int, number: int) -> Landing:
        """Where a throw takes a piece; the effect of the square jumped to is not applied again."""
        (last, specials, _text), reached = read_track(self.track), max(square + number, self.begin)
        if self.exact and reached > last:
            reached = max(2 * last - reached, self.begin)
        special = specials.get(reached) if reached < last else None
        return Landing(reached, special, special.to if special else min(reached, last))

    def play(self, state: Race, move: str | int) -> Race:
        """Say roll; or the number is out and the piece goes its way."""
        if isinstance(move, str):
            return state._replace(rolling=True)
        turn, owed, squares = state.turn, list(state.owed), list(state.squares)
        _reached, special, squares[turn] = self.land(squares[turn], move)
        if squares[turn] >= self.last or (special and special.again):
            return Race(tuple(squares), state.owed, turn)
        if special and self._holds(special):
            here = zip(squares, owed, strict=True)
            owed = [0 if square == squares[turn] and debt == HELD else debt for square, debt in here]
            owed[turn] = HELD
        elif special:
            owed[turn] = special.lose
        while set(owed) != {HELD}:
            turn = (turn + 1) % self.players
            if not owed[turn]:
                break
            if owed[turn] != HELD:
                owed[turn] -= 1
        return Race(tuple(squares), tuple(owed), turn)

    def _holds(self, special: Special) -> bool:
        return self.relieved and special.kind in HOLDS

    def outcome(self, state: Race) -> Outcome | None:
        """The first on the last square; nobody, if all wait to be relieved."""
        if self.last in state.squares:
            return Outcome(state.squares.index(self.last), N_("the last square is reached"))
        if set(state.owed) == {HELD}:
            return Outcome(None, N_("everyone waits to be relieved"))
        return None

    def scores(self, state: Race) -> Sequence[float]:
        """The squares."""
        return state.squares

    def text(self, move: str | int) -> str:
        """'roll', or the number thrown."""
        return str(move)

    def dump(self, state: Race) -> str:
        """Squares, turns owed (h: held), the seat to move, and p (to roll) or t (die in the air)."""
        owed = ",".join("h" if debt == HELD else str(debt) for debt in state.owed)
        return f"{','.join(map(str, state.squares))}.{owed}.{state.turn}.{'t' if state.rolling else 'p'}"

    def load(self, text: str) -> Race:
        """A position of as many players."""
        parts = [part.split(",") for part in text.split(".")]
        if [len(part) for part in parts] != [self.players] * 2 + [1, 1] or parts[3] not in (["p"], ["t"]):
            raise FormatError(_("A race looks like 1,1.0,0.0.p: squares, turns owed, whose turn, p or t."))
        squares, owed, (turn,), (flag,) = parts
        if not all(map(is_number, (*squares, *(debt for debt in owed if debt != "h"), turn))):
            raise FormatError(_("Squares, turns owed and whose turn it is must be numbers."))
        debts = tuple(HELD if debt == "h" else int(debt) for debt in owed)
        race = Race(tuple(map(int, squares)), debts, int(turn), flag == "t")
        if not self._can_stand(race):
            raise FormatError(_("No race can stand like this."))
        return race

    def _can_stand(self, race: Race) -> bool:
        """Whether everyone is on the track, at most one at its end, and owes only what the square takes."""
        for square, debt in zip(race.squares, race.owed, strict=True):
            special = read_track(self.track).specials.get(square, Special("", square))
            if debt not in ((0, HELD) if self._holds(special) else range(special.lose + 1)):
                return False
        if min(race.squares) < self.begin or max(race.squares) > self.last or race.turn >= self.players:
            return False
        over = race.squares.count(self.last) == 1 or set(race.owed) == {HELD}
        return not race.rolling if over else self.last not in race.squares and not race.owed[race.turn]

    def board(self, state: Race) -> Sequence[Sequence[Cell]]:
        """The track as an inward spiral from the bottom left, with the players' letters."""
        last, specials, _text = read_track(self.track)
        side, way = spiral(last + 1 - self.begin)
        cells = [Cell("void", "")] * side**2
        for square, index in enumerate(way, self.begin):
            here = [seat for seat, at in enumerate(state.squares) if at == square]
            role = "finish" if square == last else specials[square].kind if square in specials else "square"
            text = "".join(TOKENS[seat] for seat in here) or str(square)
            cells[index] = Cell(role, text, str(square), frozenset(f"player{seat}" for seat in here))
        return in_rows(cells, side)

    def stands(self, state: Race) -> Sequence[str]:
        """Where each player stands and how many turns are owed."""
        said = []
        for token, name, square, debt in zip(TOKENS, self.seats, state.squares, state.owed, strict=False):
            owes = _(", held") if debt == HELD else _(", turns to lose: {debt}", debt=debt) if debt else ""
            said += [_("{token} {player}: square {square}", token=token, player=name, square=square) + owes]
        return said

    def tell(self, state: Race, move: str | int) -> Sequence[str]:
        """What the square does."""
        if isinstance(move, str):
            return []
        square, name = state.squares[state.turn], self.seats[state.turn]
        reached, special, to = self.land(square, move)
        over = reached - self.last
        where = _("{square}, {spare} to spare", square=to, spare=over) if over > 0 else reached
        said = [_("{player} throws {number}: square {square}.", player=name, number=move, square=where)]
        if self.exact and square + move > self.last:
            said.append(_("Too much: back from {last}.", last=self.last))
        if special is None:
            return said
        kind = _(special.kind)
        if special.again:
            leap = _("From {kind} to {kind}: square {square}.", kind=kind, square=to)
            return [*said, leap] if to == self.last else [*said, leap, _("Roll again.")]
        if self._holds(special):
            return [*said, _("{kind}: held until another player comes.", kind=kind)]
        if special.lose:
            return [*said, _("{kind}: turns lost: {count}.", kind=kind, count=special.lose)]
        return [*said, _("{kind}: back to square {square}.", kind=kind, square=to)]

    def ways(self, state: Race, move: str | int) -> Sequence[tuple[str, ...]]:
        """The squares counted out, back from the end too, and where the last one sends the piece."""
        if isinstance(move, str):
            return []
        square = state.squares[state.turn]
        top, (reached, _special, to) = min(square + move, self.last), self.land(square, move)
        way = [*range(square, top + 1), *range(top - 1, reached - 1, -1)]
        return [tuple(map(str, way if way[-1] == to else [*way, to]))]
