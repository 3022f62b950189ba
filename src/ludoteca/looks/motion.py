"""A short film of a move: pieces go their ways, and what else changes is revealed in a wave."""

from collections.abc import Sequence

from ludoteca.core import Board, Cell
from ludoteca.looks.model import Moving
from ludoteca.looks.roles import PLACES, look_of, players_of

Place = tuple[int, int]
Rows = list[list[Cell]]


def frames(
    before: Board, after: Board, ways: Sequence[Sequence[str]], *, count: int = 6
) -> list[tuple[Board, list[Moving]]]:
    """The pictures from one board to the next, the last of them the board after with nothing under way.

    >>> from ludoteca.games import begin
    >>> session = begin("solitario:sample")
    >>> old, move = session.state, session.legal[0]
    >>> session.play(move)
    >>> boards = [session.game.board(state) for state in (old, session.state)]
    >>> film = frames(*boards, session.game.ways(old, move), count=3)
    >>> [[(piece.row, piece.col) for piece in moving] for board, moving in film]
    [[(1.0, 1.333)], [(1.0, 0.667)], []]
    """
    where = {cell.name: (r, c) for r, row in enumerate(before) for c, cell in enumerate(row) if cell.name}
    paths = [[where[name] for name in way] for way in ways if len(way) > 1 and where.keys() >= set(way)]
    if (len(before), len(before[0])) != (len(after), len(after[0])):
        return [(after, [])]
    if paths:
        return [*_travel(before, after, paths, count), (after, [])]
    return [*_wave(before, after, count), (after, [])]


def _travel(
    before: Board, after: Board, paths: list[list[Place]], count: int
) -> list[tuple[Board, list[Moving]]]:
    """The pieces that move, lifted off their places and set along their ways."""
    board, pieces = [list(row) for row in before], []
    for path in paths:
        r, c = path[0]
        pieces.append(_lifted(before[r][c], after[r][c]))
        board[r][c] = _left(before[r][c], after[r][c])
    film: list[tuple[Board, list[Moving]]] = []
    for step in range(1, count):
        moving = [
            Moving(piece, *_along(path, step / count)) for piece, path in zip(pieces, paths, strict=True)
        ]
        film.append((board, moving))
    return film


def _along(path: list[Place], share: float) -> Place | tuple[float, float]:
    """Where a piece is after a share of its way."""
    whole, rest = divmod(share * (len(path) - 1), 1)
    (r, c), (down, right) = path[int(whole)], path[min(int(whole) + 1, len(path) - 1)]
    return round(r + (down - r) * rest, 3), round(c + (right - c) * rest, 3)


def _lifted(before: Cell, after: Cell) -> Cell:
    """The piece that leaves a cell: the token of a player who goes, else what stood there."""
    gone = [seat for seat in players_of(before) if seat not in players_of(after)]
    if gone:
        return Cell(f"player{gone[0]}", "")
    return before._replace(marks=frozenset())


def _left(before: Cell, after: Cell) -> Cell:
    """What a cell shows once its piece has left."""
    if players_of(before):
        return after
    under = look_of(before.role).under
    if not under:
        return after
    place = next((place for place in PLACES if place in before.marks), under)
    return before._replace(role=place, text="")


def _wave(before: Board, after: Board, count: int) -> list[tuple[Board, list[Moving]]]:
    """What changes, revealed outwards from where it began: a region's corner, else the first cell."""
    changed = [
        (r, c)
        for r, row in enumerate(after)
        for c, cell in enumerate(row)
        if cell != before[r][c]
    ]  # fmt: skip
    if not changed:
        return []
    first = next(((r, c) for r, c in changed if "corner" in after[r][c].marks), changed[0])
    far = {(r, c): abs(r - first[0]) + abs(c - first[1]) for r, c in changed}
    most = max(far.values())
    if not most:
        return []
    film: list[tuple[Board, list[Moving]]] = []
    for step in range(1, count):
        board = [list(row) for row in before]
        for (r, c), away in far.items():
            if away <= most * step / count:
                board[r][c] = after[r][c]
        film.append((board, []))
    return film
