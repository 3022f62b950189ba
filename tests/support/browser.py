"""A browser for the tests: the system's Chromium, a server in a thread, and somebody who plays there."""

import random
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Literal

import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from ludoteca.core import CHANCE, OVER, AnySession, GameId
from ludoteca.games import begin
from ludoteca.tui.gestures import STEPS, stepped

from support.tools import lack

PUSHES: Final = {"up": (0, -90), "down": (0, 90), "left": (-90, 0), "right": (90, 0)}

Means = Literal["mouse", "keys", "touch"]


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without windows."""
    program = shutil.which("chromium") or lack("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def served(make: Callable[[], Any]) -> Iterator[str]:
    """The address of an application while it is served."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        config = uvicorn.Config(make, factory=True, log_level="error", ws="websockets-sansio")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([free],), daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        yield f"http://127.0.0.1:{free.getsockname()[1]}"
        server.should_exit = True
        thread.join(20)


def ending(gameid: str, plies: int, seed: int = 1) -> tuple[str, list[str]]:
    """The id of a position so many plies before the end of a random game without dice, and those plies."""
    session, dice = begin(gameid), random.Random(seed)
    while session.player != OVER:
        session.play(dice.choice(list(session.legal)))
    first = max(0, len(session.moves) - plies)
    position = session.game.dump(session.states[first])
    moves = [session.game.text(move) for move in session.moves[first:]]
    known = GameId.parse(gameid)
    return str(GameId(known.name, known.options, position)), moves


class Visitor:
    """Somebody with a browser of their own, in which nothing may go wrong unseen."""

    def __init__(self, browser: Browser, address: str, **options: Any) -> None:
        options = {"reduced_motion": "reduce", "locale": "en", **options}
        self.context: BrowserContext = browser.new_context(base_url=address, **options)
        self.context.set_default_timeout(10_000)
        self.page: Page = self.context.new_page()
        self.problems = list[str]()
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda said: self._heard(said.type, said.text))

    def _heard(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.problems.append(text)

    def leave(self) -> None:
        self.context.close()
        assert self.problems == []

    # Rooms

    def make(self, game: str, **wish: Any) -> str:
        """A new room, in which one sits."""
        self.context.request.post("/api/me", data={})
        answer = self.context.request.post("/api/rooms", data={"game": game, **wish})
        assert answer.ok, answer.text()
        return str(answer.json()["room"])

    def enter(self, room: str) -> None:
        self.page.goto(f"/r/{room}")
        expect(self.page.locator(".board [data-name]").first).to_be_visible()

    def sit_everywhere(self) -> None:
        """Take every seat that is open."""
        while self.page.locator(".sit button").count():
            left = self.page.locator(".sit button").count()
            self.page.locator(".sit button").first.click()
            expect(self.page.locator(".sit button")).to_have_count(left - 1)

    # Playing

    def play(self, session: AnySession, move: str, means: Means) -> None:
        """Make a move by gestures alone, and wait until it is in the list."""
        for word in move.split():
            {"mouse": self._click, "keys": self._press, "touch": self._touch}[means](session, word)
        session.turn(move)
        self.awaits(session)

    def awaits(self, session: AnySession) -> None:
        """Wait until the page shows as many plies as have been played."""
        count = len(session.moves)
        expect(self.page.locator(".slider output")).to_have_text(f"{count} / {count}")

    def cell(self, name: str) -> Any:
        return self.page.locator(f'.board [data-name="{name}"]')

    def _button(self, word: str) -> Any:
        return self.page.locator(f'.word[data-word="{word}"]')

    def _click(self, session: AnySession, word: str) -> None:
        button = self._button(word)
        (button if button.count() else self.cell(word)).click()

    def _touch(self, session: AnySession, word: str) -> None:
        if word not in PUSHES:
            button = self._button(word)
            (button if button.count() else self.cell(word)).tap()
            return
        box = self.page.locator(".board").bounding_box()
        assert box is not None
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.drag_finger(middle, (middle[0] + PUSHES[word][0], middle[1] + PUSHES[word][1]))

    def drag_finger(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """A finger goes from one place to another."""
        touch = self.context.new_cdp_session(self.page)
        for share in range(6):
            x, y = (a + (b - a) * share / 5 for a, b in zip(start, end, strict=True))
            kind = "touchMove" if share else "touchStart"
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()

    def _press(self, session: AnySession, word: str) -> None:
        keys = self.page.keyboard
        if word in PUSHES:
            keys.press(f"Arrow{word.capitalize()}")
        elif word.isdigit():
            keys.press(word)
        elif self._button(word).count():
            keys.press("Enter")
        else:
            self._walk(session, word)
            keys.press("Enter")

    def _walk(self, session: AnySession, name: str) -> None:
        """Take the cursor to a cell by arrows."""
        here = "document.activeElement.closest('[data-name]')?.dataset.at ?? ''"
        if not self.page.evaluate(here):
            self.page.keyboard.press("ArrowUp")
        target = [int(part) for part in str(self.cell(name).get_attribute("data-at")).split()]
        path = _path(session, [int(part) for part in self.page.evaluate(here).split()], target)
        for way in path:
            self.page.keyboard.press(f"Arrow{way.capitalize()}")
        assert [int(part) for part in self.page.evaluate(here).split()] == target


def _path(session: AnySession, start: list[int], target: list[int]) -> list[str]:
    """Arrows that lead a cursor from one cell to another, over those that have a name."""
    board = session.game.board(session.state)
    paths: dict[tuple[int, int], list[str]] = {(start[0], start[1]): []}
    waiting = list(paths)
    while tuple(target) not in paths:
        at = waiting.pop(0)
        for way in STEPS:
            if (to := stepped(board, at, way)) not in paths:
                paths[to] = [*paths[at], way]
                waiting.append(to)
    return paths[target[0], target[1]]


def at_random(session: AnySession, dice: random.Random) -> str | None:
    """Some move of whoever acts; None once it is over."""
    while session.player == CHANCE:
        session.roll()
    return None if session.player == OVER else session.game.text(dice.choice(list(session.legal)))


def shown(visitor: Visitor) -> dict[str, str]:
    """What a page tells of each cell, by the cell's name."""
    told = "(cells) => Object.fromEntries(cells.map((cell) => [cell.dataset.name, cell.ariaLabel]))"
    found: dict[str, str] = visitor.page.locator(".board [data-name]").evaluate_all(told)
    return found


def moves_shown(visitor: Visitor) -> list[str]:
    """The list of moves as a page shows it."""
    return [text.strip() for text in visitor.page.locator(".moves button").all_inner_texts()]


@contextmanager
def visiting(browser: Browser, *addresses: str) -> Iterator[list[Visitor]]:
    """Somebody at each address; that a connection fails is no complaint of theirs."""
    visitors = [Visitor(browser, address) for address in addresses]
    yield visitors
    for visitor in visitors:
        visitor.problems[:] = [
            each for each in visitor.problems if not each.startswith("WebSocket connection")
        ]
        visitor.leave()
