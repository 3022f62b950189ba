"""Pictures of every screen, kept and compared; LUDOTECA_WRITE_PICTURES=1 draws them anew."""

import os
import re
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from ludoteca.archive import Archive
from ludoteca.archive.daily import daily
from ludoteca.core import CHANCE
from ludoteca.core.words import speaking
from ludoteca.games import GAMES, begin
from ludoteca.tui import Wish
from ludoteca.tui.app import Ludoteca

from support.paths import PICTURES

FOLDER = PICTURES
NOON = 1_763_294_400.0  # 2025-11-16, 12:00 UTC
LOBBY: dict[str, list[str]] = {
    "lobby": [],
    "setup": ["right", "n"],
    "rules": ["question_mark"],
    "history": ["y"],
    "replay": ["y", "enter", "right", "right"],
    "statistics": ["g"],
    "settings": ["e"],
    "share": ["y", "x"],
}


@pytest.fixture
def _in_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def filled(path: Path) -> Archive:
    """An archive that holds some games, at a noon that never passes."""
    archive = Archive.open(path, now=lambda: NOON)
    archive.set("animation", "off")
    for gameid, moves in (("drench:4x4,3#5", "2123"), ("drench:4x4,3#6", "12"), ("drench:4x4,3#5", "21231")):
        session = archive.keep(begin(gameid))
        for move in moves:
            if not session.outcome:
                session.play_text(move)
    return archive


async def picture(
    archive: Archive, lang: str, size: tuple[int, int], wish: Wish | None, keys: list[str]
) -> str:
    """What the screen shows after some keys, as an SVG picture."""
    app = Ludoteca(archive, lang, said=True, wish=wish, today=lambda: date(2025, 11, 16))
    with speaking(app.spoken):
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await pilot.press(*keys)
            await pilot.pause(0.2)
            drawn = app.export_screenshot()
    return re.sub(r"terminal-\d+", "terminal", drawn)


def compare(name: str, drawn: str) -> None:
    """The picture is as it was, or is drawn anew where somebody asked for that."""
    path = FOLDER / f"{name}.svg"
    if os.environ.get("LUDOTECA_WRITE_PICTURES"):
        path.write_text(drawn, encoding="utf-8")
    assert path.exists(), f"no picture {path.name} is kept"
    assert drawn == path.read_text(encoding="utf-8"), f"{name} looks different"


@pytest.mark.usefixtures("_in_utc")
class TestPictures:
    @pytest.mark.parametrize("name", LOBBY)
    async def test_screen(self, name: str, tmp_path: Path) -> None:
        with closing(filled(tmp_path / "a")) as archive:
            compare(name, await picture(archive, "en", (80, 24), None, LOBBY[name]))

    @pytest.mark.parametrize(("lang", "size"), [("en", (80, 24)), ("es", (120, 40)), ("en", (200, 60))])
    @pytest.mark.parametrize("game", GAMES)
    async def test_game(self, game: str, lang: str, size: tuple[int, int], tmp_path: Path) -> None:
        with closing(filled(tmp_path / "a")) as archive:
            session = daily(game, date(2025, 11, 16))
            for _move in range(6):
                session.roll() if session.player == CHANCE else session.play(session.legal[0])
            drawn = await picture(archive, lang, size, Wish(session), [])
            compare(f"{game}-{size[0]}x{size[1]}-{lang}", drawn)

    async def test_lobby_in_spanish_with_room_to_spare(self, tmp_path: Path) -> None:
        with closing(filled(tmp_path / "a")) as archive:
            compare("lobby-200x60-es", await picture(archive, "es", (200, 60), None, ["right"]))

    @pytest.mark.parametrize("palette", ["protan", "deutan", "tritan", "contrast"])
    async def test_palette(self, palette: str, tmp_path: Path) -> None:
        with closing(filled(tmp_path / "a")) as archive:
            archive.set("palette", palette)
            compare(
                f"drench-{palette}", await picture(archive, "en", (80, 24), Wish(begin("drench#7")), ["1"])
            )

    async def test_ascii(self, tmp_path: Path) -> None:
        with closing(filled(tmp_path / "a")) as archive:
            archive.set("glyphs", "ascii")
            compare("fuga-ascii", await picture(archive, "en", (80, 24), Wish(begin("fuga:9")), ["m"]))

    def test_no_picture_is_left_over(self) -> None:
        games = {f"{game}-{size}" for game in GAMES for size in ("80x24-en", "120x40-es", "200x60-en")}
        palettes = {f"drench-{palette}" for palette in ("protan", "deutan", "tritan", "contrast")}
        wanted = {*LOBBY, *games, *palettes, "fuga-ascii", "lobby-200x60-es"}
        assert {path.stem for path in FOLDER.glob("*.svg")} == wanted
