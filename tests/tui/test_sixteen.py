"""The app on a terminal of sixteen colours: nothing on any screen is in a colour that would be rounded."""

import asyncio
from pathlib import Path

import pytest
from rich.color import Color, ColorSystem

from ludoteca.core import AnySession
from ludoteca.games import GAMES, begin
from ludoteca.looks.colour import distance
from ludoteca.looks.palette import ANSI
from ludoteca.tui.app import Ludoteca

from support.tui_driver import opened

SCREENS = {
    "lobby": ("right",), "settings": ("e", "down"), "history": ("y",), "statistics": ("g",),
    "rules": ("question_mark",), "setup": ("n",),
}  # fmt: skip
SEEN = 1.5  # of distance; what is less nobody notices


def colours(app: Ludoteca) -> set[str]:
    """Every colour that is on the screen."""
    styles = [segment.style for strip in app.screen._compositor.render_strips() for segment in strip]
    found = {colour for style in styles if style for colour in (style.color, style.bgcolor) if colour}
    return {colour.triplet.hex if colour.triplet else colour.name for colour in found}


def rounded(colours: set[str]) -> set[str]:
    """Those that the terminal shows as something else."""
    entries = {each: Color.parse(each).downgrade(ColorSystem.STANDARD).number or 0 for each in colours}
    return {each for each, entry in entries.items() if distance(each, ANSI[entry]) >= SEEN}


async def shown(path: Path, session: AnySession | None, keys: tuple[str, ...]) -> set[str]:
    async with opened(path, session=session) as (app, pilot):
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        return colours(app)


@pytest.fixture(params=["linux", "xterm"])
def few(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "")
    monkeypatch.setenv("TERM", request.param)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("screen", SCREENS)
def test_no_screen_has_a_colour_that_is_rounded(tmp_path: Path, screen: str) -> None:
    found = asyncio.run(shown(tmp_path / "a", None, SCREENS[screen]))
    assert len(found) > 3
    assert not rounded(found)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("name", GAMES)
def test_no_game_has_a_colour_that_is_rounded(tmp_path: Path, name: str) -> None:
    session = begin(f"{name}:2" if name == "oca" else name)
    assert not rounded(asyncio.run(shown(tmp_path / "a", session, ("right", "right", "t"))))


@pytest.mark.parametrize(("term", "colorterm"), [("xterm-256color", ""), ("xterm", "truecolor")])
def test_where_there_are_more_colours_they_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, term: str, colorterm: str
) -> None:
    monkeypatch.setenv("COLORTERM", colorterm)
    monkeypatch.setenv("TERM", term)
    assert rounded(asyncio.run(shown(tmp_path / "a", None, ())))
