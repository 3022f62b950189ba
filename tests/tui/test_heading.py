"""The line at the top of a game: the clock and the date stay, and nothing is cut without a sign."""

from datetime import date
from pathlib import Path

import pytest

from ludoteca.archive import Archive
from ludoteca.archive.daily import daily
from ludoteca.games import begin
from ludoteca.tui.heading import heading, parts_of

from support.tui_driver import opened, seen, settle, table

TODAY = date(2026, 11, 16)


async def at_the_top(path: Path, size: tuple[int, int], lang: str) -> str:
    with Archive.open(path) as archive:
        kept = archive.keep(daily("fuga", TODAY), seats={1: 3}, daily=TODAY.isoformat())
        kept.play(kept.legal[0])
    async with opened(path, lang=lang, size=size) as (app, pilot):
        app.resume(1)
        await settle(pilot, lambda: app.screen.query("#head") and hasattr(app.screen, "session"))
        await settle(pilot, lambda: "0:0" in seen(table(app).query_one("#head")))
        return seen(table(app).query_one("#head")).strip()


async def test_a_board_of_the_day_keeps_its_date_and_its_clock(tmp_path: Path) -> None:
    top = await at_the_top(tmp_path / "a", (80, 24), "en")
    assert top.rpartition(" ")[0] == (
        "The King's Flight 9 × 9 · you: Attackers · board of 16 November 2026 ·"
    )
    assert "from a position" not in top


@pytest.mark.parametrize("lang", ["en", "es"])
async def test_where_there_is_less_room_the_date_is_shorter(tmp_path: Path, lang: str) -> None:
    top = await at_the_top(tmp_path / "a", (50, 20), lang)
    assert "2026-11-16 · 0:0" in top
    assert "…" not in top


def test_what_matters_least_is_left_out_first() -> None:
    parts = parts_of(daily("fuga", TODAY), {1: 3})
    for room in range(80, 10, -1):
        said = heading(parts, room)
        assert len(said) <= room
        assert ("learner" in said) >= ("from a position" in said)
        assert ("Attackers" in said) >= ("learner" in said)
        assert said.startswith("The King's Flight 9 × 9") or said.endswith("…")


def test_in_ascii_the_sign_of_a_cut_has_its_room() -> None:
    said = heading(parts_of(begin("fuga:9"), {}), 12, lambda text: text.replace("…", "...").replace("×", "x"))
    assert (said, len(said) <= 12) == ("The King'...", True)
