"""What is compiled while nobody waits: the lobby says how far it is, and nothing of it outlives the app."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from ludoteca.ai import Advice
from ludoteca.analysis.client import Client
from ludoteca.archive import Archive, Kept
from ludoteca.core import AnySession, LudotecaError
from ludoteca.core.words import speaking
from ludoteca.games import begin
from ludoteca.tui import Wish
from ludoteca.tui import app as apps
from ludoteca.tui.ahead import Ahead, preparer
from ludoteca.tui.app import Ludoteca

from support.tui_driver import seen, settle, table


class Fake:
    """Compiles nothing, as far as it is told to."""

    def __init__(self, *, lang: str, tell: Callable[[int], None]) -> None:
        self.lang, self.tell = lang, tell
        self.go_on, self.is_cancelled, self.is_tidy = asyncio.Event(), False, False
        self.fails = False

    async def run(self) -> None:
        self.tell(40)
        try:
            await self.go_on.wait()
        except asyncio.CancelledError:
            self.is_cancelled = True
            await asyncio.sleep(0.3)  # until a process has ended
            self.is_tidy = True
            raise
        if self.fails:
            raise LudotecaError("no way")


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apps, "PATIENCE", 0.01)


def visit(
    path: Path, script: Callable[[Ludoteca, Pilot[None], list[Fake]], Any], lang: str = "en"
) -> list[Fake]:
    """The app with such a preparer, until the script ends."""
    made: list[Fake] = []

    def preparer(**how: Any) -> Fake:
        made.append(Fake(**how))
        return made[-1]

    async def whole() -> None:
        with Archive.open(path) as archive:
            archive.set("animation", "off")
            app = Ludoteca(archive, lang, said=True, preparer=preparer)  # type: ignore[arg-type]
            with speaking(app.spoken):
                async with app.run_test(size=(80, 24)) as pilot:
                    await settle(pilot, lambda: made)
                    await script(app, pilot, made)

    asyncio.run(whole())
    return made


KEYS = "arrows choose, enter plays"  # what the line at the top says last


def head(app: Ludoteca) -> str:
    return seen(app.screen.query_one("#head")).strip()


@pytest.mark.parametrize("fails", [False, True])
def test_the_lobby_says_how_far_it_is_until_it_is_done(tmp_path: Path, fails: bool) -> None:
    async def script(app: Ludoteca, pilot: Pilot[None], made: list[Fake]) -> None:
        (fake,) = made
        await settle(pilot, lambda: head(app) == f"Ludoteca · preparing the players: 40 % · {KEYS}")
        assert not app.opponent._ready()
        fake.fails = fails
        fake.go_on.set()
        await settle(pilot, lambda: head(app) == f"Ludoteca · {KEYS}")
        assert app.opponent._ready()

    visit(tmp_path / "archive", script)


def test_it_is_compiled_behind_everybody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr("ludoteca.analysis.preparing.Preparer", lambda **how: asked.append(how))
    monkeypatch.setattr("ludoteca.kernels.shelf.is_prepared", lambda _environ: False)
    preparer(lang="es")
    assert [each["lang"] for each in asked] == ["es"]
    assert asked[0]["behind"] > 0


def test_nothing_is_compiled_where_nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []
    monkeypatch.setattr("ludoteca.kernels.shelf.is_prepared", lambda environ: looked.append(environ) or True)
    ahead = Ahead(preparer, "en", lambda: looked.append("told"))
    assert not looked, "it reads every kernel, so nobody looks before somebody has to know"
    assert ahead.is_done()
    asyncio.run(ahead.run())
    assert (ahead.percent, looked) == (100, [os.environ]), "and nobody looks twice"


def test_it_is_said_in_spanish_too(tmp_path: Path) -> None:
    async def script(app: Ludoteca, pilot: Pilot[None], _made: list[Fake]) -> None:
        await settle(pilot, lambda: "40 %" in head(app))
        assert "preparando" in head(app)

    visit(tmp_path / "archive", script, lang="es")


def test_it_ends_with_the_app(tmp_path: Path) -> None:
    async def script(app: Ludoteca, pilot: Pilot[None], _made: list[Fake]) -> None:
        await settle(pilot, lambda: "40 %" in head(app))
        app.exit()

    (fake,) = visit(tmp_path / "archive", script)
    assert (fake.is_cancelled, fake.is_tidy) == (True, True)


def test_where_everything_is_compiled_nothing_is_said(tmp_path: Path) -> None:
    async def whole() -> None:
        with Archive.open(tmp_path / "archive") as archive:
            app = Ludoteca(archive, "en", said=True)
            with speaking(app.spoken):
                async with app.run_test(size=(80, 24)) as pilot:
                    await pilot.pause()
                    assert head(app) == f"Ludoteca · {KEYS}"
                    assert app.opponent._ready()

    asyncio.run(whole())


def test_no_clock_runs_while_the_computer_prepares(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moments, asked, answer = [1000.0], list[int](), asyncio.Event()

    async def move(_client: Client, session: AnySession, **_how: Any) -> Advice[str]:
        asked.append(len(session.moves))
        await answer.wait()
        return Advice(move=session.game.text(session.legal[0]))

    async def whole() -> None:
        with Archive.open(tmp_path / "archive", now=lambda: moments[0]) as archive:
            archive.set("animation", "off")
            archive.set("pace", "0")
            app = Ludoteca(archive, "en", said=True, wish=Wish(begin("fuga:7"), {0: 1}))
            with speaking(app.spoken):
                async with app.run_test(size=(80, 24)) as pilot:
                    await settle(pilot, lambda: asked)
                    session = table(app).session
                    assert isinstance(session, Kept)
                    moments[0] += 55
                    assert session.seconds == 0
                    answer.set()
                    await settle(pilot, lambda: session.moves)
                    assert session.seconds == 0
                    moments[0] += 4
                    assert session.seconds == 4

    monkeypatch.setattr(Client, "move", move)
    asyncio.run(whole())
