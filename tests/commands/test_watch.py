"""Watching the computer play."""

import pytest

from ludoteca import tui
from ludoteca.commands import watch
from ludoteca.commands.main import main
from ludoteca.games import begin
from ludoteca.tui import Wish

pytest.importorskip("numpy")

from support.command import objects, output


@pytest.mark.parametrize(
    "words",
    [
        ("solitario:sample",),
        ("drench:3x3,3#5",),
        ("drench:5x5,4,players=2#5", "--bot", "2,5"),
        ("2048:2,2#5",),
        ("2048:3,2,goal=16#5", "--bot", "4"),
        ("2048:4,2,goal=64#5", "--bot", "3"),
        ("oca:3#5", "--bot", "1"),
        ("fuga:7", "--bot", "1,2"),
    ],
)
def test_a_watched_game_ends_and_every_move_of_it_is_legal(words: tuple[str, ...]) -> None:
    *moves, end = objects("watch", *words, "--seed", "7", "--moves", "400")
    session = begin(end["game"])
    for told in moves:
        assert told["seat"] == (session.player if session.player >= 0 else None)
        session.play_text(told["move"])
        assert session.game.dump(session.state) == told["position"]
    outcome = session.outcome
    if words[0] != "fuga:7":
        assert outcome is not None
    assert (end["winner"], end["reason"]) == (outcome and outcome.winner, outcome and outcome.reason)


def test_options_of_a_game_can_be_named_to_watch_it_too() -> None:
    told = output("watch", "drench:4x4,3#5", "--options", "players=2", "--bot", "1", "--seed", "3")
    assert told == output("watch", "drench:4x4,3,players=2#5", "--bot", "1", "--seed", "3")
    assert "Winner: Player" in told


def test_what_can_be_won_is_won_before_your_eyes() -> None:
    assert "You win" in output("watch", "solitario:sample")
    assert "You win" in output("watch", "drench:4x4,3,limit=9#5")


def test_who_stops_before_natures_turn_sees_the_board_all_the_same() -> None:
    lines = output("watch", "2048:4,2#5", "--bot", "1", "--seed", "7", "--moves", "3").splitlines()
    session = begin("2048:4,2#5")
    told = objects("watch", "2048:4,2#5", "--bot", "1", "--seed", "7", "--moves", "3")
    for each in told[:-1]:
        session.play_text(each["move"])
    assert lines[-len(str(session).splitlines()) :] == str(session).splitlines()


def test_at_a_terminal_the_app_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Wish] = []
    monkeypatch.setattr(watch, "has_screen", lambda: True)
    monkeypatch.setattr(tui, "run", lambda _code, *, said, wish: opened.append(wish))
    assert main(["watch", "fuga:7", "--bot", "2,5"]) == 0
    assert [(str(wish.session.id), wish.computers) for wish in opened] == [("fuga:7", {0: 2, 1: 5})]
    assert main(["watch", "solitario:sample", "--plain", "--bot", "1"]) == 0
    assert len(opened) == 1
