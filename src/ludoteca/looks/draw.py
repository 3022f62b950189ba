"""A whole board as rows of styled characters: blocks of cells, walls, names and pieces under way."""

from collections.abc import Iterator, Mapping, Sequence

from ludoteca.core import Board, Labels
from ludoteca.looks.block import block
from ludoteca.looks.canvas import CLEAR, NONE, Task
from ludoteca.looks.model import BLANK, UNLABELLED, Block, Moving, Scale, Skin, Spot
from ludoteca.looks.palette import palette_of
from ludoteca.looks.place import size_of
from ludoteca.looks.roles import seat_of_region, word_of
from ludoteca.looks.track import LINES, PLAIN, is_track, names_of, passages, walls

_AROUND = ((-1, 0, 1), (1, 0, 2), (0, -1, 4), (0, 1, 8), (-1, -1, 16), (-1, 1, 32), (1, -1, 64), (1, 1, 128))


def draw(
    board: Board,
    scale: Scale,
    skin: Skin,
    *,
    labels: Labels = UNLABELLED,
    marks: Mapping[str, frozenset[str]] = {},
    moving: Sequence[Moving] = (),
) -> list[list[Spot]]:
    """The board as rows of equal width; `marks` by the name of a cell: cursor, chosen, target, hint, last.

    >>> from ludoteca.games import begin
    >>> session = begin("solitario:sample")
    >>> picture = draw(session.game.board(session.state), Scale(2, 1), Skin())
    >>> print("".join(spot.char for spot in picture[1]).rstrip())
    ○ ● ● ●
    """
    width, _height = size_of(board, scale)
    rows = _heading(labels.cols, scale, width)
    if scale.gap:
        rows.append([BLANK] * width)
    between = [BLANK] * scale.gap
    for number, blocks in enumerate(_blocks(board, scale, skin, marks)):
        for line in range(scale.height):
            label = labels.rows[number] if scale.left and line == scale.height // 2 else ""
            row = _margin(label, scale)
            for each in blocks:
                row += each[line]
                row += between
            rows.append(row)
        if scale.gap:
            rows.append([BLANK] * width)
    if scale.gap:
        _draw_walls(rows, board, scale, skin)
    for piece in moving:
        _lay(rows, piece, scale, skin)
    return rows


def _blocks(
    board: Board, scale: Scale, skin: Skin, marks: Mapping[str, frozenset[str]]
) -> Iterator[list[Block]]:
    """The blocks of each row; only on a track is a cell's name part of its look."""
    path, edges, (wide, high) = is_track(names_of(board)), edges_of(board), scale[:2]
    alike: dict[tuple[object, ...], Block] = {}  # most cells of a board look like another one of it
    for r, cells in enumerate(board):
        row = []
        for c, cell in enumerate(cells):
            found, sides, shade = marks.get(cell.name, NONE), edges.get((r, c), 0), (r + c) % 2
            if path:
                row.append(block(Task(cell, wide, high, skin, shade, sides, found, word=word_of(cell.role))))
                continue
            key = (*cell[:2], cell.marks, shade, sides, found)
            if key not in alike:
                alike[key] = block(Task(cell._replace(name=""), wide, high, skin, shade, sides, found))
            row.append(alike[key])
        yield row


def _heading(labels: Sequence[str], scale: Scale, width: int) -> list[list[Spot]]:
    """The lines above the board: the columns' labels, each over the middle of its column."""
    if not scale.top:
        return []
    line = [BLANK] * width
    for col, label in enumerate(labels):
        if len(label) >= scale.width and col % 2:
            continue  # labels must not run into each other
        at = scale.left + scale.gap + col * (scale.width + scale.gap)
        at += max(0, (scale.width - len(label)) // 2 if len(label) > 1 else (scale.width - 1) // 2)
        for place, char in enumerate(label[-scale.width :], at):
            line[place] = Spot(char, dim=True)
    return [line, *([BLANK] * width for _line in range(scale.top - 1))]


def _margin(label: str, scale: Scale) -> list[Spot]:
    """What stands left of a line: blanks, and beside the middle of a row its label."""
    margin = [BLANK] * (scale.left + scale.gap)
    for place, char in enumerate(label, scale.left - 1 - len(label)):
        margin[place] = Spot(char, dim=True)
    return margin


def edges_of(board: Board) -> dict[tuple[int, int], int]:
    """For cells of a region, the sides and corners where it ends."""
    seats = {
        (r, c): seat
        for r, row in enumerate(board)
        for c, cell in enumerate(row)
        if cell.marks and (seat := seat_of_region(cell)) is not None
    }
    return {
        (r, c): sum(bit for down, right, bit in _AROUND if seats.get((r + down, c + right)) != seat)
        for (r, c), seat in seats.items()
    }


def _draw_walls(rows: list[list[Spot]], board: Board, scale: Scale, skin: Skin) -> None:
    """Walls between the turns of a track, and open ground from each square to the next."""
    names, palette = names_of(board), palette_of(skin)
    ink, ground = (palette["wall"], palette["square"]) if skin.colour else ("", "")
    for (x, y), reach in walls(names, scale).items():
        rows[y][x] = Spot((PLAIN if skin.ascii else LINES)[reach], ink, ground)
    for x, y, wide, high, _row, _col in passages(names, scale):
        for row in rows[y : y + high]:
            row[x : x + wide] = [Spot(" ", "", ground)] * wide


def _lay(rows: list[list[Spot]], piece: Moving, scale: Scale, skin: Skin) -> None:
    """Draw a piece over whatever is there."""
    at = Task(piece.cell._replace(name=""), scale.width, scale.height, skin, clear=True)
    left = scale.left + scale.gap + round(piece.col * (scale.width + scale.gap))
    top = scale.top + scale.gap + round(piece.row * (scale.height + scale.gap))
    for y, line in enumerate(block(at), top):
        for x, spot in enumerate(line, left):
            if not (0 <= y < len(rows) and 0 <= x < len(rows[y])):
                continue
            if spot.ground != CLEAR and spot.ink != CLEAR:
                rows[y][x] = spot
            elif spot.char != " ":
                below = rows[y][x].ground
                rows[y][x] = spot._replace(
                    ink=below if spot.ink == CLEAR else spot.ink,
                    ground=below if spot.ground == CLEAR else spot.ground,
                )
