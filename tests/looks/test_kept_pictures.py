"""Pictures of small boards, kept to the letter and compared; LUDOTECA_WRITE_PICTURES=1 draws them anew.

`cat` shows those for terminals (`.ansi`), a browser the others: look at them before you keep a difference.
"""

import os
from collections.abc import Callable, Sequence
from functools import partial
from math import inf

import pytest

from ludoteca.ai.oca.odds import Alone, Odds
from ludoteca.core import AnySession
from ludoteca.looks import PALETTES, Skin, draw, frames, scale_for
from ludoteca.looks.ansi import text
from ludoteca.looks.cast import replay_cast
from ludoteca.looks.chart import chart
from ludoteca.looks.svg import board_svg, replay_svg

from support.looks import board_of, labels_of
from support.paths import PICTURES
from support.sessions import played

GAMES = {
    "solitario": ("solitario:0220/2223/0211", "a3 c3"),
    "fuga": ("fuga:7@000N000/0R0N000/N0GG00N/0NG0G0N/N0GG0NN/000N000/00NN000.G", "b2 b3"),
    "drench": ("drench:3x4,10@1223/3456/789a.0.0.0", "2", "3"),
    "drench-two": ("drench:4x4,4,players=2@1223/3411/2213/3434.0.0.0", "2", "3"),
    "2048": ("2048:3,1,keep=yes@2,2,1024/0,64,8/16384,131072,0.12.p", "left", "a3 4"),
    "oca": ("oca:3,first=1,track=22.goose.5.9.22.bridge.4.7.dice.8.11.inn.6.1.prison.10.2.well.12.3.maze.14.3"
            ".death.21.1", "roll", "6", "roll", "3", "roll", "1"),
}  # fmt: skip
SIZES = ((12, 5), (24, 12), (40, 18), (72, 30), (110, 48))
MARKS = ("cursor", "chosen", "target", "hint", "last")
PLAIN = Skin(ascii=True, colour=False)
SIXTEEN = Skin(sixteen=True)


def game(name: str) -> AnySession:
    return played(*GAMES[name])


def in_characters(name: str, skin: Skin, sizes: Sequence[tuple[int, int]] = SIZES) -> str:
    """The board at several scales."""
    session = game(name)
    board, labels = board_of(session), labels_of(session)
    return "\n".join(
        text(draw(board, scale_for(board, *size, labels=labels), skin, labels=labels)) for size in sizes
    )


def marked(name: str, skin: Skin) -> str:
    """The board with a cell for each mark, small and large."""
    session = game(name)
    board = board_of(session)
    names = [cell.name for row in board for cell in row if cell.name]
    marks = {each: frozenset({mark}) for each, mark in zip(names[1:], MARKS, strict=False)}
    return "\n".join(
        text(draw(board, scale_for(board, *size), skin, marks=marks)) for size in ((24, 12), (60, 24))
    )


def under_way(name: str, ply: int = 0) -> str:
    """A move of a game as a film."""
    session = game(name)
    rules, before, after = session.game, session.states[ply], session.states[ply + 1]
    film = frames(rules.board(before), rules.board(after), rules.ways(before, session.moves[ply]), count=3)
    return "\n".join(text(draw(b, scale_for(b, 44, 20), Skin(), moving=moving)) for b, moving in film)


def colours(palette: str) -> str:
    """Every colour and several tiles, in a palette."""
    return "\n".join(
        text(draw(board_of(session), scale_for(board_of(session), 24, 8), Skin(palette)))
        for session in map(game, ("drench", "2048", "fuga"))
    )


def turns(alone: Alone) -> Odds:
    """A race of which only this is known: how many turns one player alone needs."""
    return Odds((0.5, 0.5), 0.0, alone.never, inf, inf, alone)


KEPT: dict[str, Callable[[], str]] = {
    **{f"{name}.ansi": partial(in_characters, name, Skin()) for name in GAMES},
    **{f"{name}-ascii.txt": partial(in_characters, name, PLAIN) for name in GAMES},
    **{f"{name}-mono.txt": partial(in_characters, name, Skin(colour=False), SIZES[:4]) for name in GAMES},
    **{f"{name}-ascii.ansi": partial(in_characters, name, Skin(ascii=True), SIZES[1:4]) for name in GAMES},
    **{f"{name}-sixteen.ansi": partial(in_characters, name, SIXTEEN, SIZES[1:4]) for name in GAMES},
    **{f"{name}-marked.ansi": partial(marked, name, Skin()) for name in GAMES},
    **{f"{name}-marked-ascii.txt": partial(marked, name, PLAIN) for name in ("fuga", "drench", "oca")},
    **{f"{name}-moving.ansi": partial(under_way, name) for name in ("solitario", "fuga", "drench", "2048")},
    "oca-moving.ansi": partial(under_way, "oca", 1),
    **{f"palette-{palette}.ansi": partial(colours, palette) for palette in PALETTES},
    **{
        f"{name}.svg": lambda name=name: board_svg(board_of(game(name)), labels=labels_of(game(name)))
        for name in GAMES
    },
    "fuga-plain.svg": lambda: board_svg(board_of(game("fuga")), skin=Skin(colour=False, names=False)),
    "oca-replay.svg": lambda: replay_svg(game("oca")),
    "2048-replay.svg": lambda: replay_svg(game("2048"), seconds=0.5),
    "fuga.cast": lambda: replay_cast(game("fuga"), width=30, height=12),
    "2048.cast": lambda: replay_cast(game("2048"), width=30, height=12, seconds=0.5, skin=PLAIN),
    "chart.svg": lambda: chart(turns(Alone((0.0, 0.125, 0.5, 0.25, 0.125), 3.375, 0.9, 0.0))),
    "chart-long.svg": lambda: chart(turns(Alone((0.02,) * 45 + (0.0004,) * 10, inf, inf, 0.096)), name="x"),
    "chart-never.svg": lambda: chart(turns(Alone((), inf, inf, 1.0))),
}


@pytest.mark.parametrize("name", KEPT)
def test_it_looks_as_it_was_kept(name: str) -> None:
    drawn, path = KEPT[name](), PICTURES / "looks" / name
    if os.environ.get("LUDOTECA_WRITE_PICTURES"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(drawn, encoding="utf-8")
    assert drawn == path.read_text(encoding="utf-8"), f"{name} looks different"


def test_every_kept_picture_is_compared() -> None:
    assert {path.name for path in (PICTURES / "looks").iterdir()} == set(KEPT)
