"""Boards as SVG pictures, and whole games as animated ones: no script, only what changes is animated."""

from collections.abc import Iterator

from ludoteca.core import AnySession, Board, Cell, Labels
from ludoteca.core.words import _
from ludoteca.looks.draw import edges_of
from ludoteca.looks.model import UNLABELLED, USUAL, Scale, Skin
from ludoteca.looks.place import margins
from ludoteca.looks.track import DOWN, RIGHT, is_track, names_of, pictured, walls
from ludoteca.looks.vector import BOX, Paint, plain, rect, vector, words

Looks = dict[tuple[int, int], str]
Kept = tuple[Cell, int, int]

_MARGIN = 22
_HOLD = 3  # moves' worth of time that the end stays


def board_svg(board: Board, *, labels: Labels = UNLABELLED, skin: Skin = USUAL) -> str:
    """One position as a picture.

    >>> board_svg([[Cell("peg", "o", "a1")]]).count("<circle")
    1
    """
    paint = Paint(skin)
    cells = (_at(row, col, look) for (row, col), look in _looks(board, paint, {}).items() if look)
    return _page(board, labels, "".join(cells), skin, "")


def replay_svg(session: AnySession, *, seconds: float = 0.8, skin: Skin = USUAL) -> str:
    """A whole game as a picture that plays it over and over, `seconds` a move.

    >>> from ludoteca.games import begin
    >>> session = begin("solitario:sample")
    >>> session.play(session.legal[0])
    >>> replay_svg(session).count("<animate")
    4
    """
    game, paint = session.game, Paint(skin)
    boards = [game.board(state) for state in session.states]
    known: dict[Kept, str] = {}
    films: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for ply, board in enumerate(boards):
        for place, look in _looks(board, paint, known).items():
            film = films.setdefault(place, [])
            if not film or film[-1][1] != look:
                film.append((ply, look))
    total = len(session.moves) + _HOLD
    ids: dict[str, str] = {}
    cells = "".join(
        _use(row, col, film, ids, total, seconds) for (row, col), film in films.items() if film != [(0, "")]
    )
    kept = "".join(f'<g id="{key}">{look}</g>' for look, key in ids.items())
    bar = _progress(boards[0], total, seconds) if session.moves else ""
    labels, title = game.labels(session.states[0]), f"{_(game.title)} — {session.id}"
    return _page(boards[0], labels, f"<defs>{kept}</defs>{cells}{bar}", skin, title)


def _looks(board: Board, paint: Paint, known: dict[Kept, str]) -> Looks:
    """What each place shows; `known` keeps what was drawn before, since cells repeat."""
    edges, path = edges_of(board), is_track(names_of(board))
    looks = {}
    for r, row in enumerate(board):
        for c, cell in enumerate(row):
            key = (pictured(cell, on_track=path), (r + c) % 2, edges.get((r, c), 0))
            if key not in known:
                known[key] = vector(key[0], paint, shade=key[1], edges=key[2])
            looks[r, c] = known[key]
    return looks


def _at(row: int, col: int, look: str) -> str:
    return f'<g transform="translate({col * BOX} {row * BOX})">{look}</g>'


def _use(
    row: int, col: int, film: list[tuple[int, str]], ids: dict[str, str], total: int, seconds: float
) -> str:
    """A place that shows one look after another."""
    keys = [ids.setdefault(look, f"l{len(ids)}") for _ply, look in film]
    place = f'<use href="#{keys[0]}" x="{col * BOX}" y="{row * BOX}"'
    if len(film) == 1:
        return place + "/>"
    values = ";".join(f"#{key}" for key in keys)
    times = ";".join(f"{ply / total:.5f}".rstrip("0").rstrip(".") for ply, _look in film)
    return (
        f'{place}><animate attributeName="href" values="{values}" keyTimes="{times}" calcMode="discrete" '
        f'dur="{total * seconds:g}s" repeatCount="indefinite"/></use>'
    )


def _progress(board: Board, total: int, seconds: float) -> str:
    """A line below the board that grows with the game."""
    width, share = len(board[0]) * BOX, 1 - (_HOLD - 1) / total
    grow = (
        f'<animate attributeName="width" values="0;{width};{width}" keyTimes="0;{share:.5f};1" '
        f'dur="{total * seconds:g}s" repeatCount="indefinite"/>'
    )
    return f'<rect y="{len(board) * BOX + 4}" width="0" height="3" fill="#808080">{grow}</rect>'


def _page(board: Board, labels: Labels, drawn: str, skin: Skin, title: str) -> str:
    """The picture's frame: size, title, labels of rows and columns, walls."""
    rows, cols = len(board), len(board[0])
    left = _MARGIN if skin.names and any(margins(board, labels)) else 4
    top, wide, high = left, cols * BOX + left + 4, rows * BOX + left + 8
    sides = "".join(_names(labels)) if left == _MARGIN else ""
    extra = sides + "".join(_walls(board, Paint(skin)))
    named = f"<title>{plain(title)}</title>" if title else ""
    back = rect("#121212" if skin.colour else "#ffffff", f'width="{wide}" height="{high}"')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        f'role="img" font-family="system-ui,sans-serif" font-weight="600">{named}'
        f'{back}<g transform="translate({left} {top})">{drawn}{extra}</g></svg>\n'
    )


def _names(labels: Labels) -> Iterator[str]:
    for row, label in enumerate(labels.rows):
        yield words(label, -11, row * BOX + BOX // 2, 12, "#808080")
    for col, label in enumerate(labels.cols):
        yield words(label, col * BOX + BOX // 2, -11, 12, "#808080")


def _walls(board: Board, paint: Paint) -> Iterator[str]:
    """The walls of a track; lines of one path."""
    names = names_of(board)
    if is_track(names):
        found = walls(names, Scale(1, 1, 1))
        path = "".join(
            f"M{x // 2 * BOX} {y // 2 * BOX}{'v' if reach == DOWN else 'h'}{BOX}"
            for (x, y), reaches in found.items()
            if x % 2 == y % 2 == 0
            for reach in (DOWN, RIGHT)
            if reaches & reach
        )
        yield f'<path d="{path}" stroke="{paint("wall")}" stroke-width="3" stroke-linecap="square"/>'
