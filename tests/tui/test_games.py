"""The app as its players use it: every game to its end, by keyboard and by mouse, in two languages."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ludoteca.archive import Archive
from ludoteca.core import CHANCE, AnySession
from ludoteca.games import begin
from ludoteca.tui.app import Ludoteca

from support.tui_driver import by_keyboard, by_mouse, decided, opened, seen, settle, table

Hand = Callable[[Pilot[None], Ludoteca, Sequence[str]], Awaitable[None]]

FUGA = "d2 g2, e3 e2, g5 g6, d3 e3, b4 b6, e5 f5, c1 c2, e2 f2, g4 g5, d4 d2, b6 c6, d5 d3, e1 e2"
PEGS = "f4 d4, e6 e4, d4 f4, b4 d4, b2 b4, d2 b2"
ENDS = {
    "solitario:sample": (PEGS, "You lose", "Has perdido"),
    "fuga:7": (FUGA, "Winner: Attackers", "Gana Tropas enemigas"),
    "drench:4x4,3#5": ("2, 1, 2, 3", "You win", "Has ganado"),
    "2048:2,2,goal=16#3": ("", "You win", "Has ganado"),
    "oca:2#13": ("", "Winner: ", "Gana "),
}
# Every game by each hand at each size; each hand and each size meets both languages.
WAYS = [
    (by_keyboard, "en", (80, 24)), (by_mouse, "es", (80, 24)),
    (by_keyboard, "es", (120, 40)), (by_mouse, "en", (120, 40)),
    (by_keyboard, "en", (200, 60)), (by_mouse, "es", (200, 60)),
]  # fmt: skip


def line(gameid: str) -> AnySession:
    """The game as it will be played: the moves written above, else always the first legal one."""
    session, script = begin(gameid), [move for move in ENDS[gameid][0].split(", ") if move]
    while not session.outcome:
        if session.player == CHANCE:
            session.roll()
        elif script:
            session.play_text(script.pop(0))
        else:
            session.play(session.legal[0])
    return session


@pytest.mark.parametrize(("hand", "lang", "size"), WAYS)
@pytest.mark.parametrize("gameid", ENDS)
async def test_every_game_is_played_to_its_end(
    gameid: str, hand: Hand, lang: str, size: tuple[int, int], tmp_path: Path
) -> None:
    whole = line(gameid)
    async with opened(tmp_path / "a", lang=lang, size=size, session=begin(gameid)) as (app, pilot):
        session = table(app).session
        for number, move in enumerate(decided(whole), 1):
            await hand(pilot, app, move.split())
            await settle(pilot, lambda number=number: len(decided(session)) == number)
        await pilot.pause()
        assert session.record == whole.record
        assert ENDS[gameid][1 + (lang == "es")] in seen(table(app).query_one("#said"))
    with Archive.open(tmp_path / "a") as archive:
        (entry,) = archive.games()
        assert archive.record(entry.number) == whole.record
        assert entry.result != ""
