"""El Solitario: peg solitaire on any rectangular board, with a goal cell for the last peg."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar, Final, NamedTuple

from ludoteca.core import OVER, Cell, Dice, FormatError, Game, IllegalMove, OptionError, Outcome, option
from ludoteca.core.game import check_range, whole
from ludoteca.core.grid import in_rows, parse_squares, square_name
from ludoteca.core.words import N_, _

MAX_SIDE: Final = 32
STEPS: Final = 15
_SIZE: Final = re.compile("[0-9]+x[0-9]+")

# A position in one line: rows from the top, 0 unusable, 1 empty, 2 peg, 3 empty goal, 4 peg on the goal.
# From centre to centre neither the French nor the diamond board can be won (their position classes differ),
# so these two begin two cells above the centre and end two below; `hole` and `goal` change both.
LAYOUTS: Final = {
    "english": "0022200/0022200/2222222/2223222/2222222/0022200/0022200",
    "french": "0022200/0222220/2221222/2222222/2224222/0222220/0022200",
    "wiegleb": "000222000/000222000/000222000/222222222/222232222/222222222/000222000/000222000/000222000",
    "diamond": "000020000/000222000/002212200/022222220/222222222/022222220/002242200/000222000/000020000",
    "sample": "000000/122200/220400/121100/212222/000200",
}
BOARDS: Final = {"english": N_("English"), "french": N_("French"), "wiegleb": "Wiegleb",
                 "diamond": N_("diamond"), "sample": N_("sample"), "5x5": N_("5x5, generated"),
                 "7x7": N_("7x7, generated"), "9x9": N_("9x9, generated")}  # fmt: skip
_DIRECTIONS: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))


class Pegs(NamedTuple):
    """A position: which cells are usable and which hold a peg, bits by row-major index; the goal's index."""

    usable: int
    pegs: int
    goal: int


class Jump(NamedTuple):
    """A peg's way from one cell to another, over the one between them."""

    origin: int
    to: int


class Way(NamedTuple):
    """A jump of the empty grid with its masks: the two pegs it needs, the hole it needs."""

    jump: Jump
    two: int
    hole: int


@lru_cache(maxsize=16)
def ways_of(rows: int, cols: int) -> tuple[Way, ...]:
    """Every jump of a grid: origins row by row, then up, down, left, right as the document orders them."""
    ways = []
    for row in range(rows):
        for col in range(cols):
            for down, right in _DIRECTIONS:
                if 0 <= row + 2 * down < rows and 0 <= col + 2 * right < cols:
                    origin = row * cols + col
                    over, to = origin + down * cols + right, origin + 2 * (down * cols + right)
                    ways.append(Way(Jump(origin, to), 1 << origin | 1 << over, 1 << to))
    return tuple(ways)


@lru_cache(maxsize=16)
def _touching(rows: int, cols: int) -> list[list[int]]:
    """For each cell the numbers of the jumps that it is in."""
    found: list[list[int]] = [[] for _cell in range(rows * cols)]
    for number, ((origin, to), _two, _hole) in enumerate(ways_of(rows, cols)):
        for cell in (origin, (origin + to) // 2, to):
            found[cell].append(number)
    return found


def read_position(text: str) -> tuple[int, int, Pegs]:
    """Rows, columns and position of a one-line form.

    >>> read_position("22/13")
    (2, 2, Pegs(usable=15, pegs=3, goal=3))
    """
    lines = text.split("/")
    rows, cols = len(lines), len(lines[0])
    if not (rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        raise FormatError(_("A board has from 1 to {most} rows and columns.", most=MAX_SIDE))
    if any(len(line) != cols for line in lines):
        raise FormatError(_("Every row of a board must be as long as the first."))
    cells = "".join(lines)
    if strange := cells.strip("01234"):
        raise FormatError(_("'{text}' is no cell; cells are 0, 1, 2, 3 or 4.", text=strange[0]))
    if cells.count("3") + cells.count("4") != 1:
        raise FormatError(_("A board needs exactly one goal, 3 (empty) or 4 (with a peg)."))
    usable = sum(1 << i for i, cell in enumerate(cells) if cell != "0")
    pegs = sum(1 << i for i, cell in enumerate(cells) if cell in "24")
    return rows, cols, Pegs(usable, pegs, max(cells.find("3"), cells.find("4")))


def _usable_cell(square: str, rows: int, cols: int, usable: int) -> int:
    try:
        (index,) = parse_squares(square, 1, rows=rows, cols=cols)
    except IllegalMove as error:
        raise OptionError(str(error)) from None
    if not usable >> index & 1:
        raise OptionError(_("{square} is not a usable cell.", square=square))
    return index


def generate(dice: Dice, rows: int, cols: int, steps: int) -> tuple[Pegs, list[Jump]]:
    """A board made backwards from one peg on a random goal, and the jumps that win it.

    Each step takes a random peg that can jump backwards and one of its ways; with none it ends early.
    """
    ways, touching, solution = ways_of(rows, cols), _touching(rows, cols), list[Jump]()
    goal = dice.below(rows * cols)
    usable = pegs = 1 << goal
    backward, near = set[int](), touching[goal]  # jumps by number; a step opens only those that touch it
    for _step in range(min(steps, rows * cols)):
        backward = {n for n in {*backward, *near} if pegs & ways[n].hole and not pegs & ways[n].two}
        if not backward:
            break
        end = dice.choice(sorted({ways[number].jump.to for number in backward}))
        jump, two, hole = ways[dice.choice(sorted(n for n in backward if ways[n].jump.to == end))]
        pegs ^= hole | two
        usable |= pegs
        solution.append(jump)
        near = [n for cell in (jump.origin, sum(jump) // 2, jump.to) for n in touching[cell]]
    return Pegs(usable, pegs, goal), solution[::-1]


@dataclass(frozen=True)
class Solitario(Game[Pegs, Jump]):
    """Peg solitaire. `layout` is a board's name, a position, or a size such as 9x9 for a generated board.

    >>> game = Solitario("sample")
    >>> [game.text(jump) for jump in game.legal(game.start(Dice(0)))]
    ['b3 b1', 'b4 d4', 'c2 e2', 'e4 e2', 'f4 d4']
    """

    name: ClassVar[str] = "solitario"
    title: ClassVar[str] = N_("Peg solitaire")
    daily: ClassVar[str] = "7x7"
    prompts: ClassVar[Sequence[str]] = (N_("choose a peg"), N_("now its target"))
    scored: ClassVar[Sequence[str]] = (N_("Pegs left"),)
    layout: str = option("english", N_("board: a name, a position, or ROWSxCOLUMNS to generate one"),
                         placed=True, word=N_("board"), offers=BOARDS)  # fmt: skip
    steps: int = option(STEPS, N_("backward jumps of a generated board, at most"),
                        word=N_("jumps at most"), offers=(5, 10, STEPS, 20, 30))  # fmt: skip
    hole: str = option("", N_("the only cell that starts empty, such as d4"))
    goal: str = option("", N_("the cell for the last peg, such as d4"))

    def __post_init__(self) -> None:
        check_range("steps", self.steps, 0, 10**18)
        if self.uses_dice and (self.hole or self.goal):
            raise OptionError(_("A generated board has its own holes and goal."))
        if not self.uses_dice and self.steps != STEPS:
            raise OptionError(_("Only a generated board, such as 7x7, has steps."))
        for key, text in zip(("layout", "hole", "goal"), self._spelled(), strict=True):
            object.__setattr__(self, key, text)

    def _spelled(self) -> tuple[str, str, str]:
        """Layout, hole and goal in their one spelling: what a layout says itself is not said again."""
        rows, cols, (usable, pegs, goal) = self._setup
        if self.layout not in LAYOUTS:
            return f"{rows}x{cols}" if self.uses_dice else self.dump(Pegs(usable, pegs, goal)), "", ""
        as_laid_out = read_position(LAYOUTS[self.layout])[2]
        hole = "" if pegs == as_laid_out.pegs else square_name((usable ^ pegs).bit_length() - 1, cols)
        return self.layout, hole, "" if goal == as_laid_out.goal else square_name(goal, cols)

    @property
    def uses_dice(self) -> bool:
        """Only a generated board needs a seed."""
        return _SIZE.fullmatch(self.layout) is not None

    @cached_property
    def _setup(self) -> tuple[int, int, Pegs]:
        """Rows, columns and first position; of a generated board, only the first two are known yet."""
        if self.uses_dice:
            rows, cols = (whole(side, "layout") for side in self.layout.split("x", 1))
            check_range("rows", rows, 1, MAX_SIDE)
            check_range("columns", cols, 1, MAX_SIDE)
            return rows, cols, Pegs(0, 0, 0)
        if self.layout.isalpha() and self.layout not in LAYOUTS:
            name, names = self.layout[:40], ", ".join(LAYOUTS)
            raise OptionError(_("There is no board '{name}'; boards: {names}.", name=name, names=names))
        rows, cols, position = read_position(LAYOUTS.get(self.layout, self.layout))
        if self.hole:
            hole = _usable_cell(self.hole, rows, cols, position.usable)
            position = position._replace(pegs=position.usable & ~(1 << hole))
        if self.goal:
            position = position._replace(goal=_usable_cell(self.goal, rows, cols, position.usable))
        return rows, cols, position

    @property
    def rows(self) -> int:
        """How many rows the board has."""
        return self._setup[0]

    @property
    def cols(self) -> int:
        """How many columns the board has."""
        return self._setup[1]

    def start(self, dice: Dice) -> Pegs:
        """The board as laid out, or a generated one."""
        rows, cols, position = self._setup
        return generate(dice, rows, cols, self.steps)[0] if self.uses_dice else position

    def player(self, state: Pegs) -> int:
        """The one player, until no jump is left."""
        return 0 if self.legal(state) else OVER

    def legal(self, state: Pegs) -> Sequence[Jump]:
        """Every jump: pegs row by row, each up, down, left, right."""
        pegs, holes = state.pegs, state.usable & ~state.pegs
        ways = ways_of(self.rows, self.cols)
        return [jump for jump, two, hole in ways if holes & hole and pegs & two == two]

    def play(self, state: Pegs, move: Jump) -> Pegs:
        """The peg lands; the one it jumped over goes."""
        return state._replace(pegs=state.pegs ^ (1 << move.origin | 1 << sum(move) // 2 | 1 << move.to))

    def outcome(self, state: Pegs) -> Outcome | None:
        """Won only with exactly one peg, on the goal."""
        if self.legal(state):
            return None
        if state.pegs == 1 << state.goal:
            return Outcome(0, N_("the last peg is on the goal"))
        if state.pegs.bit_count() == 1:
            return Outcome(None, N_("the last peg is not on the goal"))
        return Outcome(None, N_("no peg can jump any more"))

    def scores(self, state: Pegs) -> Sequence[float]:
        """Pegs left, negative: fewer is better."""
        return [-state.pegs.bit_count()]

    def text(self, move: Jump) -> str:
        """From and to: 'd2 d4'."""
        return f"{square_name(move.origin, self.cols)} {square_name(move.to, self.cols)}"

    def parse(self, state: Pegs, text: str) -> Jump:
        """Read from and to."""
        move = Jump(*parse_squares(text, 2, rows=self.rows, cols=self.cols))
        if move in (legal := self.legal(state)):
            return move
        if not legal:
            raise IllegalMove(_("The game is over."))
        origin, to = self.text(move).split()
        if not state.pegs >> move.origin & 1:
            raise IllegalMove(_("There is no peg on {square}.", square=origin))
        ways = ", ".join(self.text(jump).split()[1] for jump in legal if jump.origin == move.origin)
        if not ways:
            raise IllegalMove(_("The peg on {square} cannot jump.", square=origin))
        why = _("The peg on {square} cannot jump to {to}, but to: {ways}.", square=origin, to=to, ways=ways)
        raise IllegalMove(why)

    def dump(self, state: Pegs) -> str:
        """Rows from the top, as in LAYOUTS."""
        digits = "".join(_digit(state, index) for index in range(self.rows * self.cols))
        return "/".join(in_rows(digits, self.cols))

    def load(self, text: str) -> Pegs:
        """A position of this board's size."""
        rows, cols, position = read_position(text)
        if (rows, cols) != (self.rows, self.cols):
            raise FormatError(_("This position is {size}, not of this board's size.", size=f"{rows}x{cols}"))
        if self.goal and position.goal != self._setup[2].goal:
            raise FormatError(_("The goal of this position is not {goal}.", goal=self.goal))
        return position

    def board(self, state: Pegs) -> Sequence[Sequence[Cell]]:
        """Pegs, holes and unusable places, the goal marked."""
        cells = []
        for index in range(self.rows * self.cols):
            role, text = _LOOKS[int(_digit(state, index))]
            marks = frozenset({"goal"} if index == state.goal else ())
            cells.append(Cell(role, text, square_name(index, self.cols) if role != "void" else "", marks))
        return in_rows(cells, self.cols)

    def status(self, state: Pegs) -> Sequence[str]:
        """Pegs left, and where the last one must end."""
        goal = square_name(state.goal, self.cols)
        return [_("Pegs: {pegs}. The last one must end on {goal}.", pegs=state.pegs.bit_count(), goal=goal)]

    def tell(self, state: Pegs, move: Jump) -> Sequence[str]:
        """Which peg goes."""
        return [_("The peg on {square} goes.", square=square_name((move.origin + move.to) // 2, self.cols))]


_LOOKS: Final = (("void", " "), ("hole", "."), ("peg", "o"), ("hole", "+"), ("peg", "@"))  # of cells 0 to 4


def _digit(state: Pegs, index: int) -> str:
    """The cell as the one-line form writes it."""
    cell = (state.usable >> index & 1) + (state.pegs >> index & 1)
    return str(cell + 2 if index == state.goal else cell)
