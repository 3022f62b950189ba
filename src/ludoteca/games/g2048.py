"""El juego 2048: slide, merge, and nature adds a tile; any size, any goal."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple

from ludoteca.core import (
    CHANCE,
    OVER,
    Cell,
    Dice,
    FormatError,
    Game,
    OptionError,
    Outcome,
    check_range,
    is_number,
    option,
)
from ludoteca.core.grid import in_rows, parse_squares, square_name
from ludoteca.core.words import N_, _

DIRECTIONS: Final = (N_("up"), N_("down"), N_("left"), N_("right"))
MAX_SIDE: Final = 256
GOALS: Final = [2**power for power in range(6, 15)]
TWO, FOUR = Fraction(9, 10), Fraction(1, 10)


class Grid(NamedTuple):
    """A position: the tiles by rows, 0 where there is none; the points; whether nature's tile is due."""

    tiles: tuple[int, ...]
    score: int = 0
    due: bool = False


class Tile(NamedTuple):
    """What nature adds: a value on a place."""

    place: int
    value: int


@lru_cache(maxsize=1 << 14)  # of lines that may be 256 long
def slide(line: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """A line pushed to its beginning, each tile merging at most once, and the points for it.

    >>> slide((2, 2, 2, 2))
    ((4, 4, 0, 0), 8)
    >>> slide((2, 2, 4, 0))
    ((4, 4, 0, 0), 4)
    """
    merged: list[int] = []
    points, waiting = 0, 0
    for tile in filter(None, line):
        if tile == waiting:
            merged[-1] += tile
            points, waiting = points + merged[-1], 0
        else:
            merged.append(tile)
            waiting = tile
    return (*merged, *[0] * (len(line) - len(merged))), points


def lines(tiles: Sequence[int], size: int, way: str) -> list[tuple[int, ...]]:
    """The rows or columns of a board, each beginning where the tiles are pushed to.

    >>> lines((2, 4, 0, 8), 2, "down")
    [(0, 2), (8, 4)]
    """
    cut = (tiles[at::size] for at in range(size)) if way in ("up", "down") else in_rows(tiles, size)
    return [tuple(line[::-1] if way in ("down", "right") else line) for line in cut]


@lru_cache(maxsize=8)  # whoever has a position at hand asks this of it again and again
def pushes(tiles: tuple[int, ...], size: int) -> tuple[str, ...]:
    """The directions that change something.

    >>> pushes((2, 4, 0, 8), 2)
    ('down', 'left')
    """
    return tuple(way for way in DIRECTIONS if any(slide(line)[0] != line for line in lines(tiles, size, way)))


@dataclass(frozen=True)
class G2048(Game[Grid, str | Tile]):
    """The sliding game; nature's tiles are 2 (90 %) or 4 (10 %) on any empty place.

    >>> game = G2048(2, 1)
    >>> game.play(game.load("2,2/0,0.0.p"), "left")
    Grid(tiles=(4, 0, 0, 0), score=4, due=True)
    """

    name: ClassVar[str] = "2048"
    title: ClassVar[str] = N_("2048")
    prompts: ClassVar[Sequence[str]] = (N_("push the tiles"),)
    buttons: ClassVar[dict[str, str]] = dict.fromkeys(DIRECTIONS, "")
    size: int = option(4, N_("tiles on a side, from 2"), placed=True, word=N_("size"), offers=range(2, 9))
    initial: int = option(
        2, N_("tiles at the start"), placed=True, word=N_("tiles at the start"), offers=range(1, 5)
    )
    goal: int = option(2048, N_("the tile that wins"), word=N_("the tile that wins"), offers=GOALS)
    keep: bool = option(False, N_("play on after the goal"), word=N_("play on after the goal"))

    def __post_init__(self) -> None:
        check_range("size", self.size, 2, MAX_SIDE)
        check_range("initial", self.initial, 1, self.size**2)
        if not is_tile(self.goal) or self.goal < 8:
            raise OptionError(_("goal must be a power of two from 8 on, not {value}.", value=self.goal))

    @property
    def uses_dice(self) -> bool:
        """Nature places every tile."""
        return True

    def start(self, dice: Dice) -> Grid:
        """As many of nature's tiles as `initial` says.

        A throw falls as one of `odds` would, but no list of them is made for each of 65,536 tiles.
        """
        tiles, empty = [0] * self.size**2, array("H", range(self.size**2))
        for _tile in range(self.initial):
            place, kind = divmod(dice.below(10 * len(empty)), 10)
            tiles[empty.pop(place)] = 4 if kind == 9 else 2
        return Grid(tuple(tiles))

    def player(self, state: Grid) -> int:
        """The player and nature take turns."""
        return CHANCE if state.due else 0 if self.legal(state) else OVER

    def legal(self, state: Grid) -> Sequence[str | Tile]:
        """The directions that change something; when a tile is due, every tile there may be."""
        if state.due:
            return [tile for tile, _chance in self.odds(state)]
        if self._won(state):
            return []
        return list(pushes(state.tiles, self.size))

    def odds(self, state: Grid) -> Sequence[tuple[str | Tile, Fraction]]:
        """A 2 or a 4 on each empty place, every place as likely."""
        empty = [index for index, tile in enumerate(state.tiles) if not tile]
        kinds = [(2, TWO / len(empty)), (4, FOUR / len(empty))]
        return [(Tile(index, value), chance) for index in empty for value, chance in kinds]

    def play(self, state: Grid, move: str | Tile) -> Grid:
        """Slide and merge, then a tile is due; or nature's tile lands."""
        if isinstance(move, Tile):
            tiles = list(state.tiles)
            tiles[move.place] = move.value
            return Grid(tuple(tiles), state.score)
        slid = [slide(line) for line in lines(state.tiles, self.size, move)]
        tiles = self._unlines([line for line, _points in slid], move)
        return Grid(tuple(tiles), state.score + sum(points for _line, points in slid), due=True)

    def _unlines(self, slid: list[tuple[int, ...]], way: str) -> list[int]:
        """The tiles by rows again."""
        ahead = [line[::-1] if way in ("down", "right") else line for line in slid]
        rows = zip(*ahead, strict=True) if way in ("up", "down") else ahead
        return [tile for row in rows for tile in row]

    def _won(self, state: Grid) -> bool:
        return not self.keep and max(state.tiles) >= self.goal

    def outcome(self, state: Grid) -> Outcome | None:
        """Won with the goal made, at once or, with `keep`, when nothing moves any more; lost without it."""
        if self.player(state) != OVER:
            return None
        if max(state.tiles) >= self.goal:
            return Outcome(0, N_("the goal tile is made"))
        return Outcome(None, N_("nothing can move any more"))

    def scores(self, state: Grid) -> Sequence[float]:
        """The sum of all merged tiles."""
        return [state.score]

    def text(self, move: str | Tile) -> str:
        """A direction, or nature's place and value: 'up', 'c2 4'."""
        return f"{square_name(move.place, self.size)} {move.value}" if isinstance(move, Tile) else move

    def parse(self, state: Grid, text: str) -> str | Tile:
        """Read a direction, or `move` and a direction; nature's tiles are read at a glance, since a long game
        has thousands."""
        words = text.lower().split()
        if not state.due and len(words) == 2 and words[0] == "move":
            return super().parse(state, words[1])
        if state.due and len(words) == 2 and words[1] in ("2", "4"):
            (place,) = parse_squares(words[0], 1, rows=self.size, cols=self.size)
            if not state.tiles[place]:
                return Tile(place, int(words[1]))
        return super().parse(state, text)

    def dump(self, state: Grid) -> str:
        """Rows of tiles, then the points, then p (the player's turn) or t (a tile is due)."""
        rows = (",".join(map(str, row)) for row in in_rows(state.tiles, self.size))
        return f"{'/'.join(rows)}.{state.score}.{'t' if state.due else 'p'}"

    def load(self, text: str) -> Grid:
        """A position of this size; the points and whose turn it is may be left out."""
        rows, _dot, rest = text.partition(".")
        score, _dot, due = rest.partition(".") if rest else ("0", "", "p")
        table = [row.split(",") for row in rows.split("/")]
        numbers = [score, *(tile for row in table for tile in row)]
        if [len(row) for row in table] != [self.size] * self.size:
            raise FormatError(_("A position has {size} rows of {size} tiles, such as 0,2,4.", size=self.size))
        if due not in ("p", "t") or not all(is_number(number, digits=24) for number in numbers):
            raise FormatError(_("After the tiles come the points and p or t, as in .120.p"))
        points, *tiles = map(int, numbers)
        if strange := [tile for tile in tiles if tile and not is_tile(tile)]:
            raise FormatError(_("{value} is not a tile; tiles are 2, 4, 8 and so on.", value=strange[0]))
        if due == "t" and 0 not in tiles:
            raise FormatError(_("A tile is due, but no place is empty."))
        return Grid(tuple(tiles), points, due == "t")

    def board(self, state: Grid) -> Sequence[Sequence[Cell]]:
        """Tiles and empty places."""
        named = ((square_name(index, self.size), tile) for index, tile in enumerate(state.tiles))
        return in_rows(
            [Cell("tile" if tile else "empty", str(tile or "."), name) for name, tile in named], self.size
        )

    def status(self, state: Grid) -> Sequence[str]:
        """The highest tile and the points."""
        return [_("Highest: {highest}. Score: {score}.", highest=max(state.tiles), score=state.score)]

    def tell(self, state: Grid, move: str | Tile) -> Sequence[str]:
        """The points a move makes, or the tile that appears."""
        if isinstance(move, Tile):
            name = square_name(move.place, self.size)
            return [_("A {value} appears on {square}.", value=move.value, square=name)]
        points = self.play(state, move).score - state.score
        return [_("Merged for {points} points.", points=points)] if points else []

    def ways(self, state: Grid, move: str | Tile) -> Sequence[tuple[str, ...]]:
        """Every tile that slides, from where to where."""
        found = list[tuple[str, ...]]()
        if isinstance(move, Tile):
            return found
        every = lines(range(self.size**2), self.size, move)
        for line, places in zip(lines(state.tiles, self.size, move), every, strict=True):
            end, waiting = -1, 0
            for tile, place in zip(line, places, strict=True):
                if tile:
                    end, waiting = (end, 0) if tile == waiting else (end + 1, tile)
                    if places[end] != place:
                        found.append((square_name(place, self.size), square_name(places[end], self.size)))
        return found


def is_tile(value: int) -> bool:
    """Whether a number is a power of two from 2 on."""
    return value > 1 and value & (value - 1) == 0
