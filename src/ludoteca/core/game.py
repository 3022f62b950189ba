"""The contract: what a set of rules must say, and all that a screen, a search or an archive may ask."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, Self, TypeAlias, TypeVar

from ludoteca.core.dice import Dice
from ludoteca.core.errors import IllegalMove, OptionError
from ludoteca.core.grid import row_name, square_name
from ludoteca.core.words import N_, _, package_text

if TYPE_CHECKING:
    from fractions import Fraction

S = TypeVar("S")
M = TypeVar("M")

CHANCE: Final = -1
OVER: Final = -2
LEVELS: Final = range(1, 9)  # of computer players: a child beats the first, the last plays as well as it can


class Outcome(NamedTuple):
    """How a game ended: the seat that won, or None (nobody: a draw among several, a loss alone), and why."""

    winner: int | None
    reason: str


class Cell(NamedTuple):
    """What there is to see in one place of the board: a role for skins and screen readers, a text, a name.

    A role may end in a number: `colour3` is the third of a family, and a click on it says `3` where that is a
    word of a move.
    """

    role: str
    text: str
    name: str = ""
    marks: frozenset[str] = frozenset()

    @property
    def number(self) -> str:
        """The number that the role ends in, if it does."""
        return self.role[len(self.role.rstrip("0123456789")) :]


Board = Sequence[Sequence[Cell]]  # what there is to see, row by row


class Labels(NamedTuple):
    """What the rows and columns of a board are called; both empty where they have no names."""

    rows: Sequence[str] = ()
    cols: Sequence[str] = ()


class Size(NamedTuple):
    """Rows and columns, written `15x15`."""

    rows: int
    cols: int

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}"


def option(
    default: Any,
    note: str,
    *,
    placed: bool = False,
    word: str = "",
    offers: Mapping[Any, str] | Iterable[Any] | None = None,
) -> Any:
    """Declare an option of a game: its default (an int, bool, str or Size, and so are its values), what it
    is, and whether ids write it without its name.

    A screen `offers` these values in their order, under a short `word`; in a mapping each has its own word,
    or none to be spelled as in an id. Where there are none, `()`, only a text says the option; unsaid, a
    screen may guess.
    """
    if offers is not None and not isinstance(offers, Mapping):
        offers = dict.fromkeys(offers, "")
    return field(default=default, metadata={"note": note, "placed": placed, "word": word, "offers": offers})


@dataclass(frozen=True)
class Game(ABC, Generic[S, M]):
    """The rules of one game. An instance holds options, never a position; states are frozen values.

    A subclass is a frozen dataclass whose fields are its options, so that equal games are equal values and
    one text (`options`) names each. `play` is deterministic and pure; chance is a player with odds.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    daily: ClassVar[str] = ""  # options of the board of the day, where they are not the usual ones
    small: ClassVar[str] = ""  # options of a board for a small picture
    prompts: ClassVar[Sequence[str]] = (N_("choose a piece"), N_("now its target"))  # a word of a move each
    scored: ClassVar[Sequence[str]] = (N_("Points"),)  # what a score counts for one player, for two, for more
    skill: ClassVar[bool] = True  # whether anybody ever has a choice; else all computers play alike

    @property
    def players(self) -> int:
        """How many seats there are."""
        return 1

    @property
    def seats(self) -> Sequence[str]:
        """What each seat is called."""
        return [_("Player {number}", number=seat + 1) for seat in range(self.players)]

    @property
    def uses_dice(self) -> bool:
        """Whether a seed makes a difference: to the first position, or to what chance does later."""
        return False

    @property
    def buttons(self) -> Mapping[str, str]:
        """Words of moves that have a button of their own, always in the same place, open or not: each with
        the role of the cells that it looks like, or ''."""
        return {}

    @property
    def repeats(self) -> int:
        """How often a position may occur before the session calls a draw; 0 for no such rule."""
        return 0

    @abstractmethod
    def start(self, dice: Dice) -> S:
        """The first position; dice only for a random set-up."""

    @abstractmethod
    def player(self, state: S) -> int:
        """Who acts: a seat from 0, CHANCE, or OVER."""

    @abstractmethod
    def legal(self, state: S) -> Sequence[M]:
        """What the one who acts may do, nature included; empty exactly when the game is over."""

    @abstractmethod
    def play(self, state: S, move: M) -> S:
        """The position after a legal move."""

    def odds(self, state: S) -> "Sequence[tuple[M, Fraction]]":
        """At CHANCE: what nature may do and how likely each is; sums to exactly 1."""
        raise ValueError(f"no chance in {self.name} here")

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Who won and why, once the game is over."""

    @abstractmethod
    def scores(self, state: S) -> Sequence[float]:
        """Points of each seat so far."""

    @abstractmethod
    def text(self, move: M) -> str:
        """The one spelling of a move, a word per gesture: 'd2 d4', 'up', '3', 'roll'."""

    def parse(self, state: S, text: str) -> M:
        """Read a move, also in a person's language; IllegalMove tells that person what is wrong with it."""
        wanted = " ".join(text.lower().split())
        moves = self.legal(state)
        for spelled in (self.text, self.spoken):
            for move in moves:
                if spelled(move) == wanted:
                    return move
        if not moves:
            raise IllegalMove(_("The game is over."))
        some = ", ".join(map(self.spoken, moves[:8]))
        raise IllegalMove(_("'{text}' is not a move here. Possible: {some}", text=wanted[:40], some=some))

    def spoken(self, move: M) -> str:
        """The text of a move in the words of the language that is spoken."""
        return " ".join(map(_, self.text(move).split()))

    @abstractmethod
    def dump(self, state: S) -> str:
        """The position in one line without spaces, '#' or '@'."""

    @abstractmethod
    def load(self, text: str) -> S:
        """The position of a line that `dump` wrote; FormatError says what is wrong."""

    @abstractmethod
    def board(self, state: S) -> Board:
        """What there is to see, row by row."""

    def labels(self, state: S) -> Labels:
        """What rows and columns are called: letters and numbers, where these name the cells; else nothing."""
        board = self.board(state)
        rows, cols = len(board), len(board[0])
        named = [(at, cell.name) for at, cell in enumerate(chain(*board)) if cell.name]
        if not named or any(name != square_name(at, cols) for at, name in named):
            return Labels()
        return Labels([row_name(row) for row in range(rows)], [str(col + 1) for col in range(cols)])

    def status(self, state: S) -> Sequence[str]:
        """Sentences on what the board does not show: counts, points, turns owed; those of `stands` too."""
        return self.stands(state)

    def stands(self, state: S) -> Sequence[str]:
        """A sentence on each seat, with its name, in their order; nothing where there is no such."""
        return []

    def tell(self, state: S, move: M) -> Sequence[str]:
        """Sentences on what a move does from here, beyond its own spelling: captures, jumps, merges."""
        return []

    def noted(self, state: S, move: M) -> str:
        """A move from here as a list of moves shows it, in the player's language; '' where it goes without
        saying, as a decision does where nobody has a choice."""
        if not self.skill and self.player(state) != CHANCE:
            return ""
        return self.spoken(move)

    def thrown(self, move: M) -> int | None:
        """The number that a move of nature shows on a die, or the sum of several, where one is to be drawn:
        usually each move that is a number. Nobody asks it of other moves."""
        return move if isinstance(move, int) else None

    def holds(self, state: S) -> Sequence[float]:
        """The share of the board that each seat holds, where that is what they fight for; else nothing."""
        return ()

    def ways(self, state: S, move: M) -> Sequence[tuple[str, ...]]:
        """For each piece that a move sets in motion, the names of the cells it passes, first to last."""
        words = tuple(self.text(move).split())
        if len(words) < 2 or not {cell.name for row in self.board(state) for cell in row}.issuperset(words):
            return []
        return [words]

    @classmethod
    def rules(cls, language: str) -> str:
        """The rules for a player in a language: the text `rules/LANGUAGE/NAME.txt` beside the module that
        defines the game, or the English one; without either, what the docstring and the options say."""
        texts = (package_text(cls.__module__, f"rules/{code}/{cls.name}.txt") for code in (language, "en"))
        return next(filter(None, texts), "") or cls._made_rules()

    @classmethod
    def _made_rules(cls) -> str:
        about, _examples, _rest = (cls.__doc__ or "").partition(">>>")
        notes = {each.name: str(each.metadata["note"]) for each in fields(cls)}
        options = [f"  {name:12} {_(note)}" for name, note in notes.items()]
        parts = [_(cls.title), " ".join(about.split())]
        return "\n\n".join(filter(None, [*parts, "\n".join(options)])) + "\n"

    @property
    def options(self) -> str:
        """The options as ids write them: placed values always, named ones where they are not the default."""
        words = []
        for each in fields(self):
            value = getattr(self, each.name)
            if each.metadata["placed"]:
                words.append(spell(value))
            elif value != each.default:
                words.append(f"{each.name}={spell(value)}")
        return ",".join(words)

    @classmethod
    def from_options(cls, text: str) -> Self:
        """The game that `options` names, one spelling or another; missing ones take their defaults."""
        return cls().varied(text)

    def varied(self, text: str) -> Self:
        """The same game but for the options named here."""
        known = {each.name: each for each in fields(self)}
        placed = [each.name for each in known.values() if each.metadata["placed"]]
        values: dict[str, Any] = {}
        for word in text.split(",") if text else ():
            key, named, value = word.partition("=")
            if not named:
                key, value = next((name for name in placed if name not in values), ""), word
            if key not in known or key in values or not is_plain(word):
                raise OptionError(self._unfit(word, {} if key else known, values))
            values[key] = _read(key, value, known[key].default)
        return replace(self, **values)

    def _unfit(self, word: str, known: Mapping[str, Field[Any]], values: Collection[str]) -> str:
        """Why a word is no option: perhaps it is a number for one of those `known` that lacks its name."""
        word, options = word[:40], ", ".join(each.name for each in fields(self))
        for name, each in known.items():
            if name not in values and type(each.default) is int and is_number(word):
                named = f"{name}={word}"
                return _("'{word}' does not fit {game} without name, as in {named}; its options: {options}.",
                         word=word, game=self.name, named=named, options=options)  # fmt: skip
        return _("'{word}' does not fit {game}; its options: {options}.",
                 word=word, game=self.name, options=options)  # fmt: skip


def spell(value: object) -> str:
    """The value of an option as ids write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _read(key: str, text: str, default: object) -> object:
    """Read an option's value as the kind of thing its default is."""
    assert default is not MISSING, "every option has a default"
    if isinstance(default, bool):
        if text not in ("yes", "no"):
            raise OptionError(_("{option} must be yes or no, not '{text}'.", option=key, text=text[:40]))
        return text == "yes"
    if isinstance(default, Size):
        rows, by, cols = text.partition("x")
        if not by:
            raise OptionError(_("{option} must look like 15x15, not '{text}'.", option=key, text=text[:40]))
        return Size(whole(rows, key), whole(cols, key))
    return whole(text, key) if isinstance(default, int) else text


def is_plain(text: str) -> bool:
    """Whether a text has only signs that an id may hold: printable ASCII but for the blank, '#' and '@'.

    >>> is_plain("5x5,hole=c3"), is_plain("c 3"), is_plain("\N{FULLWIDTH DIGIT THREE}")
    (True, False, False)
    """
    return text.isascii() and text.isprintable() and not set(text) & set(" #@")


def is_number(text: str, *, digits: int = 9) -> bool:
    """Whether a text is a whole number from 0 in plain digits, and not too long to be meant.

    >>> is_number("42"), is_number("²"), is_number("-1"), is_number("1" * 5000)
    (True, False, False, False)
    """
    return text.isascii() and text.isdigit() and len(text) <= digits


def whole(text: str, what: str) -> int:
    """Read a whole number from 0 of at most 18 digits."""
    if not is_number(text, digits=18):
        raise OptionError(_("{option} must be a whole number, not '{text}'.", option=what, text=text[:40]))
    return int(text)


def check_range(what: str, value: int, low: int, high: int) -> None:
    """Refuse an option outside its range."""
    if type(value) is not int or not low <= value <= high:  # True and 1.5 are no number of anything
        message = _("{option} must be from {low} to {high}, not {value}.",
                    option=what, low=low, high=high, value=value)  # fmt: skip
        raise OptionError(message)


AnyGame: TypeAlias = Game[Any, Any]
