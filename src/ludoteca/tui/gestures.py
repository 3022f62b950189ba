"""From keys and clicks to moves: a gesture is a word, and words are matched against what the rules allow."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Self

from ludoteca.core import AnySession, Cell, IllegalMove, is_number
from ludoteca.core.words import _

STEPS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
ARROWS: Final = {
    "up": "up", "k": "up", "w": "up", "down": "down", "j": "down", "s": "down",
    "left": "left", "h": "left", "a": "left", "right": "right", "l": "right", "d": "right",
}  # fmt: skip


TRIED: Final = 12  # ways to go on from words that are no move


@dataclass(frozen=True)
class Gestures:
    """What a person may say now, word by word: the moves that are open, and the words said so far."""

    moves: tuple[tuple[str, ...], ...]
    said: tuple[str, ...] = ()

    @classmethod
    def of(cls, session: AnySession) -> Self:
        """Everything that the one who acts may do.

        >>> from ludoteca.games import begin
        >>> Gestures.of(begin("solitario:sample")).say("b4").words
        ('d4',)
        """
        moves = session.legal if session.player >= 0 else ()
        return cls(tuple(tuple(session.game.text(move).split()) for move in moves))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words that may come next, each once."""
        at = len(self.said)
        open_moves = (move for move in self.moves if move[:at] == self.said and len(move) > at)
        return tuple(dict.fromkeys(move[at] for move in open_moves))

    @property
    def move(self) -> str | None:
        """The whole move, once it is said."""
        return " ".join(self.said) if self.said in self.moves else None

    def say(self, word: str) -> "Gestures":
        """One word more; the last one again takes it back, another first word begins anew."""
        if word in self.words:
            return Gestures(self.moves, (*self.said, word))
        if self.said and word == self.said[-1]:
            return Gestures(self.moves, self.said[:-1])
        anew = Gestures(self.moves)
        if self.said and word in anew.words:
            return anew.say(word)
        raise IllegalMove(_("No move goes on with '{word}'.", word=word))

    def word_of(self, cell: Cell) -> str | None:
        """What a click on a cell says: its name, what stands on it, or the number of its kind."""
        openings = {move[0] for move in self.moves}
        return next((word for word in (cell.name, cell.text, cell.number) if word in self.words), None) or (
            cell.name if cell.name in openings or cell.name in self.said else None
        )

    @property
    def pushes(self) -> bool:
        """Whether arrows are words here, and not steps of a cursor."""
        return any(word in STEPS for word in self.words)

    def aims(self, board: Sequence[Sequence[Cell]]) -> bool:
        """Whether some cell says a word, so that a cursor is of use."""
        return any(self.word_of(cell) for row in board for cell in row)

    def spoken(self, board: Sequence[Sequence[Cell]]) -> list[str]:
        """The words that no cell of the board stands for by its name: buttons say them."""
        names = {cell.name for row in board for cell in row}
        return [word for word in self.words if word not in names]


def reason(session: AnySession, words: Sequence[str]) -> str:
    """Why these words are no move, as the rules say it, whatever might be said after them; where that makes a
    difference, only that no move goes on so.

    >>> from ludoteca.games import begin
    >>> reason(begin("fuga:9"), ["e5"]), reason(begin("fuga:9"), ["a5"])
    ('The piece on e5 belongs to the other side.', 'Nothing on a5 can move now.')
    """
    moves = [session.game.text(move).split() for move in session.legal]
    rests = dict.fromkeys(tuple(move[len(words) :]) for move in moves)
    found = {_refusal(session, [*words, *rest]) for rest in list(rests)[:TRIED]}
    if len(found) == 1 and (sentence := found.pop()):
        return sentence
    if len(words) == 1 and any(len(move) > 1 for move in moves):
        return _("Nothing on {word} can move now.", word=words[0])
    return _("No move goes on with '{word}'.", word=words[-1])


def _refusal(session: AnySession, words: Sequence[str]) -> str:
    """What the rules have against a move; nothing, if it is one."""
    try:
        session.game.parse(session.state, " ".join(words))
    except IllegalMove as error:
        return str(error)
    return ""


def middle(board: Sequence[Sequence[Cell]]) -> tuple[int, int]:
    """Where a cursor is while nobody has moved it."""
    return len(board) // 2, len(board[0]) // 2


def aimed(gestures: Gestures, board: Sequence[Sequence[Cell]]) -> tuple[int, int] | None:
    """Where a cursor is to be seen at first: on the cell nearest the middle that says a word; None where
    other keys say them all.

    >>> from ludoteca.games import begin
    >>> for name in ("solitario:english", "drench#1", "2048#1"):
    ...     session = begin(name)
    ...     print(aimed(Gestures.of(session), session.game.board(session.state)))
    (1, 3)
    None
    None
    """
    if gestures.pushes or any(is_number(word) for word in gestures.words):
        return None
    row, col = middle(board)
    saying = [(r, c) for r, cells in enumerate(board) for c, cell in enumerate(cells)
              if gestures.word_of(cell) in gestures.words]  # fmt: skip
    return min(saying, key=lambda at: abs(at[0] - row) + abs(at[1] - col), default=None)


def stepped(board: Sequence[Sequence[Cell]], cursor: tuple[int, int] | None, way: str) -> tuple[int, int]:
    """The next cell that has a name in a direction; from the middle where there was no cursor yet.

    >>> stepped([[Cell("peg", "o", "a1"), Cell("void", ""), Cell("peg", "o", "a3")]], (0, 0), "right")
    (0, 2)
    """
    cursor = cursor or middle(board)
    (row, col), (down, right) = cursor, STEPS[way]
    while 0 <= row + down < len(board) and 0 <= col + right < len(board[0]):
        row, col = row + down, col + right
        if board[row][col].name:
            return row, col
    return cursor


def swiped(across: int, along: int) -> str | None:
    """The direction of a drag of so many columns and rows; a row is as high as two columns are wide.

    >>> swiped(1, -2), swiped(7, 1), swiped(0, 0)
    ('up', 'right', None)
    """
    if abs(across) < 2 and not along:
        return None
    if abs(across) > 2 * abs(along):
        return "right" if across > 0 else "left"
    return "down" if along > 0 else "up"
