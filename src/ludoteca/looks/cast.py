"""A replay as an asciicast, version 2: a film for terminals, one line of JSON an event."""

import json
from collections.abc import Iterator, Sequence

from ludoteca.core import AnySession, Board, Labels
from ludoteca.core.words import _
from ludoteca.looks.ansi import line
from ludoteca.looks.draw import draw
from ludoteca.looks.model import BLANK, UNLABELLED, USUAL, Moving, Skin, Spot
from ludoteca.looks.motion import frames
from ludoteca.looks.place import scale_for

Screen = list[list[Spot]]

_STEPS = 4  # pictures of a move under way
_LONG = 500  # moves from which on only the boards between them are shown
_SHARE = 0.4  # of a move's time that its pieces are under way


def replay_cast(
    session: AnySession,
    *,
    seconds: float = 0.8,
    skin: Skin = USUAL,
    width: int = 80,
    height: int = 24,
) -> str:
    """The game from its first position to the last, `seconds` a move; only what changes is sent.

    >>> from ludoteca.games import begin
    >>> header, first = replay_cast(begin("fuga:7")).splitlines()
    >>> json.loads(header)["width"], json.loads(first)[:2]
    (80, [0.0, 'o'])
    """
    header = {
        "version": 2,
        "width": width,
        "height": height,
        "title": f"{_(session.game.title)} — {session.id}",
        "env": {"TERM": "xterm-256color"},
    }
    labels = session.game.labels(session.states[0]) if skin.names else UNLABELLED
    events: list[list[object]] = []
    shown: Screen = []
    for time, board, moving, caption in _film(session, seconds):
        picture = _screen(board, labels, moving, caption, skin, width, height)
        data = _changes(shown, picture)
        if not shown:
            data = "\x1b[?25l\x1b[2J" + data
        if data:
            events.append([round(time, 3), "o", data])
        shown = picture
    return "\n".join(json.dumps(each, ensure_ascii=False) for each in (header, *events)) + "\n"


def _film(session: AnySession, seconds: float) -> Iterator[tuple[float, Board, Sequence[Moving], str]]:
    """Every picture with its time: the first position, then each move under way and made."""
    game, states = session.game, session.states
    count = _STEPS if len(session.moves) < _LONG else 1
    board = game.board(states[0])
    yield 0.0, board, (), ""
    for ply, move in enumerate(session.moves):
        after = game.board(states[ply + 1])
        film = frames(board, after, game.ways(states[ply], move), count=count)
        begin, each = (ply + 1 - _SHARE) * seconds, _SHARE * seconds / max(1, len(film))
        for step, (stage, moving) in enumerate(film, 1):
            yield begin + step * each, stage, moving, f"{ply + 1}. {game.text(move)}"
        board = after


def _screen(
    board: Board,
    labels: Labels,
    moving: Sequence[Moving],
    caption: str,
    skin: Skin,
    width: int,
    height: int,
) -> Screen:
    """The board on a screen, the move on its last line; what does not fit is cut off."""
    scale = scale_for(board, width, height - 2, labels=labels)
    drawn = draw(board, scale, skin, labels=labels, moving=moving)
    rows = [row[:width] for row in drawn[: height - 2]]
    rows += [[] for _row in range(height - 1 - len(rows))] + [[Spot(char) for char in caption[:width]]]
    return [[*row, *[BLANK] * (width - len(row))] for row in rows]


def _changes(shown: Screen, picture: Screen) -> str:
    """What turns one screen into the next: the changed stretches of each line."""
    said = []
    for y, row in enumerate(picture):
        old = shown[y] if shown else [BLANK] * len(row)
        for first, last in _stretches([x for x, spot in enumerate(row) if spot != old[x]]):
            said.append(f"\x1b[{y + 1};{first + 1}H{line(row[first : last + 1])}")
    return "".join(said)


def _stretches(places: list[int], *, apart: int = 8) -> list[tuple[int, int]]:
    """First and last of each run of places; a few unchanged ones between cost less than a jump.

    >>> _stretches([1, 2, 5, 30, 31])
    [(1, 5), (30, 31)]
    """
    runs: list[tuple[int, int]] = []
    for x in places:
        if runs and x - runs[-1][1] <= apart:
            runs[-1] = (runs[-1][0], x)
        else:
            runs.append((x, x))
    return runs
