"""The gestures of the pages are those of the terminal: the same positions, the same words."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette

from ludoteca.core import AnySession, IllegalMove
from ludoteca.games import begin
from ludoteca.tui.gestures import STEPS, Gestures, aimed, stepped
from ludoteca.web import shell
from ludoteca.web.scene import scene_of

from support.browser import Visitor, chromium, served

GAMES = (
    "solitario:sample", "solitario:english", "fuga:7", "fuga:9", "drench:6x6,4#77", "drench:6x6,10#3",
    "drench:6x6,5,players=2#5", "2048#1", "2048:3,2#5", "oca#4", "oca:3,begin=0#4",
)  # fmt: skip

ASKED = """
async (positions) => {
  const { Gestures, stepped, STEPS } = await import(`/static/${"x"}/gestures.js`);
  return positions.map(({ legal, board, said, spoken }) => {
    let gestures = Gestures.of(legal);
    for (const word of said) gestures = gestures.say(word);
    const ways = Object.keys(STEPS);
    const places = board.flatMap((cells, r) => cells.map((_cell, c) => [r, c]));
    return {
      words: gestures.words, move: gestures.move, pushes: gestures.pushes, aimed: gestures.aimed(board),
      clicks: board.flat().map((cell) => gestures.wordOf(cell)),
      say: spoken.map((word) => gestures.say(word)?.said ?? null),
      steps: said.length ? [] : places.flatMap((at) => ways.map((way) => stepped(board, at, way))),
    };
  });
}
"""


@pytest.fixture(scope="module")
def visitor() -> Iterator[Visitor]:
    with served(lambda: Starlette(routes=shell.routes())) as address, chromium() as browser:
        visitor = Visitor(browser, address)
        visitor.page.goto("/static/x/icon.svg")
        yield visitor
        visitor.leave()


def positions(name: str) -> Iterator[AnySession]:
    """A game from its beginning to its end, at random."""
    session, dice = begin(name), random.Random(name)
    for _ply in range(25):
        yield session.copy()
        if session.player == -2:
            return
        if session.player == -1:
            session.roll()
        else:
            session.play(dice.choice(list(session.legal)))


def told(session: AnySession, said: tuple[str, ...], spoken: list[str]) -> dict[str, Any]:
    """What the terminal's gestures answer."""
    gestures = Gestures.of(session)
    for word in said:
        gestures = gestures.say(word)
    board = session.game.board(session.state)
    first = aimed(gestures, board)

    def say(word: str) -> list[str] | None:
        try:
            return list(gestures.say(word).said)
        except IllegalMove:
            return None

    places = product(range(len(board)), range(len(board[0])), STEPS) if not said else ()
    return {
        "words": list(gestures.words), "move": gestures.move, "pushes": gestures.pushes,
        "aimed": None if first is None else list(first),
        "clicks": [gestures.word_of(cell) for row in board for cell in row],
        "say": [say(word) for word in spoken],
        "steps": [list(stepped(board, (row, col), way)) for row, col, way in places],
    }  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_a_page_understands_every_gesture_as_the_terminal_does(visitor: Visitor, name: str) -> None:
    asked, answers = [], []
    for session in positions(name):
        scene, _looks = scene_of(session)
        board, legal = msgspec.to_builtins(scene.board), scene.legal
        names = [name for row in board for _look, name, *_more in row if name]
        spoken = list(
            dict.fromkeys([*names[:12], *(word for move in legal[:12] for word in move.split()), "no"])
        )
        firsts = dict.fromkeys(move.split()[0] for move in legal)
        for said in [(), *((word,) for word in list(firsts)[:3])]:
            asked.append({"legal": legal, "board": board, "said": said, "spoken": spoken})
            answers.append(told(session, said, spoken))
    for got, answer in zip(visitor.page.evaluate(ASKED, asked), answers, strict=True):
        assert got == answer
