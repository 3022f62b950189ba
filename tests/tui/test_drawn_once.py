"""A key press draws once, asks the rules what it needs once, and writes once."""

import sys
from collections import Counter
from pathlib import Path
from types import FrameType

import pytest

from ludoteca.games import GAMES, begin

from support.tui_driver import opened, settle, table

RULES = {sys.modules[game.__module__].__file__ for game in GAMES.values()}
QUESTIONS = ("outcome", "player", "legal", "board", "status", "stands", "tell", "scores")
WATCHED = {("board.py", "_redraw"), ("store.py", "commit")}


class Count:
    """Calls while it is open: of the rules, but for what rules ask themselves; and of drawing and writing."""

    def __init__(self) -> None:
        self.calls = Counter[str]()

    def __enter__(self) -> Counter[str]:
        sys.setprofile(self._note)
        return self.calls

    def __exit__(self, *_error: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _more: object) -> None:
        code, caller = frame.f_code, frame.f_back
        if event != "call" or caller is None:
            return
        asked = code.co_filename in RULES and caller.f_code.co_filename not in RULES
        if (asked and code.co_name in QUESTIONS) or (Path(code.co_filename).name, code.co_name) in WATCHED:
            self.calls[code.co_name] += 1


@pytest.mark.parametrize(
    ("gameid", "keys", "plies"),
    [
        ("drench:12x12,6#4", "2", 1),
        ("2048:4,2#9", "left", 2),
        ("oca:2#13", "space", 2),
        ("fuga:7", "space", 1),
    ],
)
async def test_a_move(gameid: str, keys: str, plies: int, tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin(gameid)) as (app, pilot):
        screen = table(app)
        if gameid == "fuga:7":  # everything but the last gesture of a move
            screen.action_say("a3")
            screen._cursor = (0, 1)
        await pilot.pause()
        with Count() as calls:
            await pilot.press(keys)
        await settle(pilot, lambda: len(screen.session.moves) == plies)
    assert calls["_redraw"] == 1, "drawn once"
    assert calls["commit"] == 1, "written once"
    assert calls["outcome"] <= plies, "asked once about each new position"
    assert calls["player"] <= 2 * plies
    assert calls["tell"] == plies
    assert calls["board"] == plies + (gameid == "fuga:7"), (
        "by default the ways of pieces are seen on the board"
    )
    assert calls["legal"] <= 2, "to read the move, and what may come next"
    says_seats = gameid.startswith("oca")  # and has no other status
    assert (calls["status"], calls["stands"]) == ((0, 2) if says_seats else (1, 0))
    assert calls["scores"] == 1


@pytest.mark.parametrize("gameid", ["fuga:9", "solitario:english"])
async def test_the_cursor_and_a_choice_ask_nothing_and_write_nothing(gameid: str, tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin(gameid)) as (_app, pilot):
        await pilot.press("up")
        with Count() as calls:
            await pilot.press("left")
    assert calls == {"_redraw": 1}


async def test_undo_too(tmp_path: Path) -> None:
    async with opened(tmp_path / "a", session=begin("drench:12x12,6#4")) as (_app, pilot):
        await pilot.press("2", "3")
        await pilot.pause()
        with Count() as calls:
            await pilot.press("u")
    assert (calls["_redraw"], calls["commit"], calls["outcome"], calls["board"]) == (1, 1, 1, 1)
