"""La Fuga del Rey: a tafl game; the king wants to reach a corner castle, the attackers to surround him."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final, NamedTuple

from ludoteca.core import OVER, Cell, Dice, FormatError, Game, IllegalMove, OptionError, Outcome, option
from ludoteca.core.grid import in_rows, parse_squares, square_name
from ludoteca.core.words import N_, _

ATTACKERS, DEFENDERS = 0, 1
KING, GUARD, ATTACKER, FREE = "RGN0"
SIZES: Final = range(7, 20, 2)
REPEATS: Final = {0: N_("never"), 2: N_("the second time"), 3: N_("the third time")}
LARGE: Final = 13  # from here on: more pieces, and a throne that guards may not cross and that helps nobody
COMPASS: Final = "NSOE"
_SIDE: Final = {KING: DEFENDERS, GUARD: DEFENDERS, ATTACKER: ATTACKERS}


class Flight(NamedTuple):
    """A position: the squares by rows, as the document's file writes them (0 G N R), and whose turn it is."""

    board: str
    turn: int


class Slide(NamedTuple):
    """A piece's way along a row or column, by index of its squares."""

    origin: int
    to: int


class Geometry(NamedTuple):
    """What a board of one size never changes; rays are the squares from each one towards N, S, O, E."""

    throne: int
    castles: frozenset[int]
    rays: tuple[tuple[tuple[int, ...], ...], ...]


@cache
def geometry(size: int) -> Geometry:
    """Throne, castles and rays of a size."""
    last = size * size - 1
    rays = []
    for index in range(size * size):
        left = index - index % size
        north, south = range(index - size, -1, -size), range(index + size, last + 1, size)
        west, east = range(index - 1, left - 1, -1), range(index + 1, left + size)
        rays.append((tuple(north), tuple(south), tuple(west), tuple(east)))
    return Geometry(last // 2, frozenset({0, size - 1, last - size + 1, last}), tuple(rays))


@cache
def opening(size: int) -> str:
    """The squares at the start: the document's two pictures, stretched to the size.

    >>> for row in range(9): print(opening(9)[row * 9 : row * 9 + 9])
    000NNN000
    0000N0000
    000000000
    N00GGG00N
    NN0GRG0NN
    N00GGG00N
    000000000
    0000N0000
    000NNN000
    """
    mid, large = size // 2, size >= LARGE

    def piece(row: int, col: int) -> str:
        near, far = sorted((abs(row - mid), abs(col - mid)))
        if far == 0:
            return KING
        if near + far <= 2 if large else far <= 1:
            return GUARD
        edge = far == mid and near <= (2 if large else 1)
        return ATTACKER if edge or (far == mid - 1 and near == 0) else FREE

    return "".join(piece(row, col) for row in range(size) for col in range(size))


def _landed(board: str, move: Slide) -> str:
    """The squares with the piece moved and nothing taken off yet."""
    squares = list(board)
    squares[move.to], squares[move.origin] = squares[move.origin], FREE
    return "".join(squares)


@dataclass(frozen=True)
class Fuga(Game[Flight, Slide]):
    """The tafl game of the document, on boards from 7 to 19.

    >>> game = Fuga(9)
    >>> len(game.legal(game.start(Dice(0))))
    68
    """

    name: ClassVar[str] = "fuga"
    title: ClassVar[str] = N_("The King's Flight")
    small: ClassVar[str] = "7"
    size: int = option(9, N_("squares on a side: odd, from 7 to 19"),
                       placed=True, word=N_("size"), offers=SIZES)  # fmt: skip
    repeats: int = option(3, N_("a position that stands this often is a draw; 0: never"),
                          word=N_("draw by repetition"), offers=REPEATS)  # fmt: skip

    def __post_init__(self) -> None:
        if self.size not in SIZES:
            raise OptionError(_("The board must be odd and from 7 to 19, not {size}.", size=self.size))
        if self.repeats == 1:
            raise OptionError(_("A position stands there once in any game; repeats must be 0, or 2 or more."))

    @property
    def players(self) -> int:
        """Attackers first, then defenders."""
        return 2

    @property
    def seats(self) -> Sequence[str]:
        """The two sides."""
        return [_("Attackers"), _("Defenders")]

    def start(self, dice: Dice) -> Flight:
        """The attackers move first."""
        return Flight(opening(self.size), ATTACKERS)

    def player(self, state: Flight) -> int:
        """The side to move, until the king is safe, taken, or that side is stuck."""
        return OVER if self.outcome(state) else state.turn

    def legal(self, state: Flight) -> Sequence[Slide]:
        """Every slide of the side to move, piece by piece from the top left."""
        return list(self._slides(state))

    def _slides(self, state: Flight) -> Iterator[Slide]:
        board, king = state.board, state.board.find(KING)
        throne, castles, rays = geometry(self.size)
        if king < 0 or king in castles:
            return
        for origin, piece in enumerate(board):
            if piece == FREE or _SIDE[piece] != state.turn:
                continue
            for ray in rays[origin]:
                for to in ray:
                    if board[to] != FREE:
                        break
                    if piece != KING and (to == throne or to in castles):
                        if to in castles or (piece == GUARD and self.size >= LARGE):
                            break
                        continue
                    yield Slide(origin, to)

    def play(self, state: Flight, move: Slide) -> Flight:
        """The piece lands; what it captures goes, the king too."""
        squares = list(_landed(state.board, move))
        for taken in self.captures(state, move):
            squares[taken] = FREE
        return Flight("".join(squares), 1 - state.turn)

    def captures(self, state: Flight, move: Slide) -> list[int]:
        """The squares a move empties, all judged on the board as it stands when the piece lands."""
        board, taken = _landed(state.board, move), list[int]()
        for ray in geometry(self.size).rays[move.to]:
            if not ray or (prey := board[ray[0]]) == FREE or _SIDE[prey] == state.turn:
                continue
            flanked = len(ray) > 1 and self._hostile(board, ray[1], prey)
            if self._surrounded(board, ray[0]) if prey == KING else flanked:
                taken.append(ray[0])
        return taken

    def _hostile(self, board: str, index: int, prey: str) -> bool:
        """Whether a square helps to capture: an enemy's, a castle, for attackers an empty throne up to 11."""
        if board[index] != FREE:
            return _SIDE[board[index]] != _SIDE[prey]
        throne, castles, _rays = geometry(self.size)
        return index in castles or (index == throne and prey == ATTACKER and self.size < LARGE)

    def _surrounded(self, board: str, king: int) -> bool:
        """No neighbour free and three of them attackers or castles: one rule for every picture there is."""
        throne, castles, rays = geometry(self.size)
        neighbours = [ray[0] for ray in rays[king] if ray]
        hostile = sum(index in castles or board[index] == ATTACKER for index in neighbours)
        blocked = sum(index == throne or board[index] == GUARD for index in neighbours)
        return hostile >= 3 and hostile + blocked == len(neighbours)

    def escapes(self, state: Flight) -> dict[str, int]:
        """The king's free straight ways (N, S, O, E) and the castle at the end of each."""
        _throne, castles, rays = geometry(self.size)
        king = state.board.find(KING)
        ways = () if king < 0 or king in castles else zip(COMPASS, rays[king], strict=True)
        free = {way: ray for way, ray in ways if all(state.board[index] == FREE for index in ray)}
        return {way: ray[-1] for way, ray in free.items() if ray and ray[-1] in castles}

    def outcome(self, state: Flight) -> Outcome | None:
        """King on a castle, king taken, or a side that cannot move."""
        king = state.board.find(KING)
        if king < 0:
            return Outcome(ATTACKERS, N_("the king is captured"))
        if king in geometry(self.size).castles:
            return Outcome(DEFENDERS, N_("the king has reached a castle"))
        if next(self._slides(state), None) is None:
            return Outcome(1 - state.turn, N_("the side to move is stuck"))
        return None

    def scores(self, state: Flight) -> Sequence[float]:
        """Pieces captured by each side, the king among them."""
        lost = [opening(self.size).count(each) - state.board.count(each) for each in (KING, GUARD, ATTACKER)]
        return [lost[0] + lost[1], lost[2]]

    def text(self, move: Slide) -> str:
        """From and to: 'd2 d4'."""
        return f"{square_name(move.origin, self.size)} {square_name(move.to, self.size)}"

    def parse(self, state: Flight, text: str) -> Slide:
        """Read from and to, and say which rule a wrong move breaks."""
        move = Slide(*parse_squares(text, 2, rows=self.size, cols=self.size))
        if move not in self.legal(state):
            raise IllegalMove(self._why_not(state, move))
        return move

    def _why_not(self, state: Flight, move: Slide) -> str:
        throne, castles, rays = geometry(self.size)
        origin, to = self.text(move).split()
        piece = state.board[move.origin]
        if self.outcome(state):
            return _("The game is over.")
        if piece == FREE:
            return _("There is no piece on {square}.", square=origin)
        if _SIDE[piece] != state.turn:
            return _("The piece on {square} belongs to the other side.", square=origin)
        ray = next((ray for ray in rays[move.origin] if move.to in ray), None)
        if ray is None:
            return _("Pieces move in a straight line, along a row or a column.")
        if any(state.board[index] != FREE for index in ray[: ray.index(move.to) + 1]):
            return _("Another piece stands in the way to {square}.", square=to)
        if move.to in castles:
            return _("{square} is a castle; only the king may enter it.", square=to)
        if move.to == throne:
            return _("{square} is the throne; only the king may stop on it.", square=to)
        return _("On a board of this size guards may not cross the throne.")

    def dump(self, state: Flight) -> str:
        """Rows from the top as the document's file writes them, then N or G for the side to move."""
        return "/".join(in_rows(state.board, self.size)) + "." + (ATTACKER, GUARD)[state.turn]

    def load(self, text: str) -> Flight:
        """A position of this size; the king may be captured or safe, as at the end of a game."""
        rows, _dot, turn = text.rpartition(".")
        if turn not in (ATTACKER, GUARD) or [len(row) for row in rows.split("/")] != [self.size] * self.size:
            message = _("A position is {size} rows of {size} squares, then .N or .G.", size=self.size)
            raise FormatError(message)
        board = rows.replace("/", "")
        self.check(board)
        return Flight(board, (ATTACKER, GUARD).index(turn))

    def check(self, board: str) -> None:
        """Refuse squares that no game of this size could show, naming the first reason."""
        throne, castles, _rays = geometry(self.size)
        for index, piece in enumerate(board):
            square = square_name(index, self.size)
            if piece not in (FREE, GUARD, ATTACKER, KING):
                raise FormatError(_("'{text}' on {square} is not 0, G, N or R.", text=piece, square=square))
            if piece in (GUARD, ATTACKER) and (index == throne or index in castles):
                raise FormatError(_("Only the king may stand on {square}.", square=square))
        for piece in (KING, GUARD, ATTACKER):
            if board.count(piece) > (most := opening(self.size).count(piece)):
                raise FormatError(_("There are more than {most} of {piece}.", most=most, piece=piece))

    def board(self, state: Flight) -> Sequence[Sequence[Cell]]:
        """Pieces, castles (X) and the empty throne (T) in the document's letters."""
        return in_rows([self._cell(index, piece) for index, piece in enumerate(state.board)], self.size)

    def _cell(self, index: int, piece: str) -> Cell:
        throne, castles, _rays = geometry(self.size)
        place = "castle" if index in castles else "throne" if index == throne else "field"
        role = {KING: "king", GUARD: "guard", ATTACKER: "attacker"}.get(piece, place)
        text = {"castle": "X", "throne": "T", "field": "."}[place] if piece == FREE else piece
        return Cell(role, text, square_name(index, self.size), frozenset({place} - {"field"}))

    def status(self, state: Flight) -> Sequence[str]:
        """Pieces captured so far."""
        guards, attackers = (int(count) for count in self.scores(state))
        guards -= KING not in state.board  # how the game ended says that
        return [_("Captured: guards {guards}, attackers {attackers}.", guards=guards, attackers=attackers)]

    def noted(self, state: Flight, move: Slide) -> str:
        """From and to, and how many pieces it takes off: 'd2 d4×2'."""
        return self.text(move) + (f"×{taken}" if (taken := len(self.captures(state, move))) else "")

    def tell(self, state: Flight, move: Slide) -> Sequence[str]:
        """Captures, and the king's open ways after a defender's move."""
        squares = ", ".join(square_name(index, self.size) for index in self.captures(state, move))
        said = [_("Captured on {squares}.", squares=squares)] if squares else []
        if state.turn == DEFENDERS and (ways := self.escapes(self.play(state, move))):
            castles = ", ".join(square_name(index, self.size) for index in ways.values())
            said.append(_("The king has a free way to {castles}.", castles=castles))
        return said
