"""Daily boards: the same for everyone, forever."""

import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.archive import Archive
from ludoteca.archive.daily import _is_fair, daily
from ludoteca.core import OptionError
from ludoteca.games import GAMES, begin

# What was said once about a day may never change: people compare their games by it.
GOLDEN = {
    date(2026, 1, 1): [
        "solitario:7x7#932229227",
        "fuga:9@000NNN000/00000N000/000000000/N00GGG00N/NN0GRG0NN/N000GG0N0/0G0000000/0000N0000/000NNN000.N",
        "drench:15x15,6#1921172758",
        "2048:4,2#2597223973",
        "oca:2#1377825616",
    ],
    date(2026, 12, 31): [
        "solitario:7x7#3595061981",
        "fuga:9@000NNN000/0N00N0000/000000000/N000GG00N/N0GGRG0NN/N00GGG00N/000000000/000NN0000/0000NN000.N",
        "drench:15x15,6#2010814210",
        "2048:4,2#13197950",
        "oca:2#694137513",
    ],
    date(2031, 2, 28): [
        "solitario:7x7#4261390609",
        "fuga:9@000NNN000/N0000N000/000000000/0G00GG00N/NN0GRG0NN/N00GG00GN/000000000/0000N0000/000NNN000.N",
        "drench:15x15,6#3645264162",
        "2048:4,2#1136135203",
        "oca:2#2428341089",
    ],
}


@pytest.mark.parametrize("day", GOLDEN)
def test_a_day_has_its_boards_forever(day: date) -> None:
    assert [str(daily(name, day).id) for name in GAMES] == GOLDEN[day]


def test_another_process_with_other_hashes_has_the_same() -> None:
    script = """
from datetime import date
from ludoteca.archive.daily import _is_fair, daily
from ludoteca.games import GAMES
print(*(daily(name, date(2026, 1, 1)).id for name in GAMES), sep="\\n")
"""
    command, env = [sys.executable, "-c", script], {"PYTHONHASHSEED": "77"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert done.stdout.split() == GOLDEN[date(2026, 1, 1)]


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=15)
@given(day=st.dates())
def test_a_daily_board_can_be_played_and_named(name: str, day: date) -> None:
    session = daily(name, day)
    assert (session.moves, session.outcome) == ([], None)
    assert session.game == GAMES[name].from_options(GAMES[name].daily)
    assert begin(str(session.id)).state == session.state
    if not session.game.uses_dice:
        after = [session.game.play(session.state, move) for move in session.legal]
        assert not any(session.game.outcome(state) for state in after)


def test_no_daily_board_is_over_or_decided_by_the_first_move() -> None:
    game = GAMES["fuga"].from_options("7")
    empty = "/0000000/0000000/0000000/00000N0/0000000/0000000"
    assert _is_fair(game, begin("fuga:7").state)
    assert not _is_fair(game, game.load(f"0R00000{empty}.G")), "the king goes to a castle at once"
    assert not _is_fair(game, game.load(f"0R00000{empty}.N")), "whatever the attackers do, he does so then"
    assert not _is_fair(game, game.load(f"R000000{empty}.N")), "he is there already"


@pytest.mark.parametrize("name", GAMES)
def test_every_day_of_a_year_has_another_board(name: str) -> None:
    days = 365
    boards = {str(daily(name, date(2026, 1, 1) + timedelta(days=n)).id) for n in range(days)}
    assert len(boards) == days


def test_two_games_with_dice_do_not_share_their_luck() -> None:
    seeds = [daily(name, date(2026, 1, 1)).seed for name in GAMES]
    used = [seed for seed in seeds if seed is not None]
    assert len(set(used)) == len(used) == 4


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(OptionError, match="no game 'chess'"):
        daily("chess", date(2026, 1, 1))


def test_the_archive_finds_the_board_of_a_day_once_begun(tmp_path: Path) -> None:
    today, tomorrow = date(2026, 1, 1), date(2026, 1, 2)
    with Archive.open(tmp_path / "a.sqlite3") as archive:
        kept = archive.keep(daily("fuga", today), daily=today.isoformat())
        assert archive.daily_entry("fuga", today) is None
        kept.play(kept.legal[0])
        entry = archive.daily_entry("fuga", today)
        assert entry is not None
        assert archive.resume(entry.number).state == kept.state
        assert archive.daily_entry("fuga", tomorrow) is None
        assert archive.daily_entry("oca", today) is None


def test_what_was_reached_without_help_stays_the_result_of_the_day(tmp_path: Path) -> None:
    today = date(2026, 1, 1)
    with Archive.open(tmp_path / "a.sqlite3") as archive:

        def found() -> tuple[int, str]:
            entry = archive.daily_entry("drench", today)
            assert entry is not None
            return entry.number, entry.result

        kept = archive.keep(begin("drench:1x4,3#2"), daily=today.isoformat())
        kept.play_text("3")
        kept.undo()
        for move in "121":
            kept.play_text(move)
        assert found() == (1, "")
        kept.play_text("3"), kept.play_text("1")
        assert found() == (1, "won"), "with help, as long as there is no other"
        alone = archive.keep(begin("drench:1x4,3#2"), daily=today.isoformat())
        alone.play_text("3")
        assert found() == (2, "")
        alone.play_text("1")
        assert found() == (2, "won")
        alone.undo()
        alone.play_text("2")
        assert found() == (2, "won"), "while it is tried again"
        alone.play_text("3"), alone.play_text("1")
        assert archive.entry(3).result == "won"
        assert found() == (2, "won")
