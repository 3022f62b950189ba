"""What is thought about a position: it survives JSON, says since when a game was lost, and fits in a line."""

import io
import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca import locale as languages
from ludoteca.ai import advise
from ludoteca.ai.bot import Advice, Limit
from ludoteca.ai.judge import Judge
from ludoteca.ai.thought import Thought, bar, sentences, shares
from ludoteca.console import plain
from ludoteca.console.talk import Talk
from ludoteca.core import CHANCE, Dice, FormatError, Game, Session
from ludoteca.core.words import speaking
from ludoteca.games import begin

Play = Session[Any, Any]

numbers = st.floats(allow_nan=False, allow_infinity=False)
facts = st.dictionaries(
    st.text(),
    st.recursive(
        st.none() | st.booleans() | st.integers() | numbers | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    ),
)
thoughts = st.builds(
    Thought,
    move=st.none() | st.text(),
    value=st.none() | numbers,
    line=st.lists(st.text()).map(tuple),
    proven=st.booleans(),
    status=st.sampled_from(["win", "lost", "unknown"]),
    nodes=st.integers(0),
    facts=facts,
    seat=st.none() | st.integers(0, 7),
    over=st.booleans(),
    won_at=st.none() | st.integers(0),
    par=st.none() | st.integers(0),
)


def played(gameid: str, *moves: str) -> Play:
    session = begin(gameid)
    for move in moves:
        session.play_text(move)
    return session


def at_random(session: Play, seed: int) -> Play:
    """The same game, played to its end without a thought."""
    dice = Dice(seed)
    while session.legal:
        if session.player == CHANCE:
            session.roll()
        else:
            session.play(dice.choice(session.legal))
    return session


def line(session: Play, seconds: float | None = None) -> str:
    return bar(session.game, len(session.moves), Judge().think(session, Limit(seconds)))


@given(thoughts)
def test_a_thought_survives_json(thought: Thought) -> None:
    assert Thought.parse(json.loads(json.dumps(thought.json()))) == thought


@pytest.mark.parametrize("data", [{}, {"line": None}, {"line": [], "more": 1}])
def test_what_is_no_thought_is_refused(data: Mapping[str, Any]) -> None:
    with pytest.raises(FormatError, match="not what somebody thought"):
        Thought.parse(data)


@cache
def can_be_won(game: Game[Any, Any], state: Any) -> bool:
    """By trying everything, nature included."""
    outcome = game.outcome(state)
    if outcome:
        return outcome.winner is not None
    return any(can_be_won(game, game.play(state, move)) for move in game.legal(state))


def last_won(session: Play) -> int | None:
    """The last position of a game that could be won, by looking at every one."""
    won = [ply for ply, state in enumerate(session.states) if can_be_won(session.game, state)]
    return won[-1] if won else None


@settings(max_examples=40)
@given(
    st.integers(0, 10_000), st.sampled_from(["4x4,steps=7", "5x5,steps=9", "0000/2212/0200/0123", "sample"])
)
def test_since_when_a_game_is_lost_is_what_trying_everything_tells(seed: int, board: str) -> None:
    session = at_random(begin(f"solitario:{board}#{seed}"), seed)
    thought = Judge().think(session, Limit())
    won = session.outcome is not None and session.outcome.winner == 0
    assert thought.status == ("win" if won else "lost")
    assert thought.won_at == (None if won else last_won(session))


@settings(max_examples=15)
@given(st.integers(0, 10_000))
def test_a_lost_flood_and_a_lost_sum_know_since_when_too(seed: int) -> None:
    flood = at_random(begin(f"drench:4x3,4,limit=7#{seed}"), seed)
    tiles = at_random(begin(f"2048:2,goal=16#{seed}"), seed)
    for session in (flood, tiles):
        thought = Judge().think(session, Limit())
        lost = session.outcome is not None and session.outcome.winner is None
        assert (thought.status, thought.over) == ("lost" if lost else "win", True)
        assert thought.won_at == (last_won(session) if lost else None)


def test_a_judge_proves_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def counted(game: Game[Any, Any], state: Any, limit: Limit, **more: Any) -> Advice[Any]:
        asked.append(state)
        return advise(game, state, limit, **more)

    monkeypatch.setattr("ludoteca.ai.judge.advise", counted)
    judge, session = Judge(), begin("drench:5x5,4#1")
    for _move in range(4):
        judge.think(session, Limit())
        session.play(session.legal[0])
    assert asked == session.states[:-1]


def test_what_is_not_decided_in_time_is_not_called_lost() -> None:
    session = at_random(begin("solitario:sample"), 1)
    lost = Judge().think(session, Limit())
    assert lost.won_at is not None
    stopped = Judge().think(session, Limit(cancel=lambda: True))
    assert (stopped.status, stopped.won_at) == ("lost", None)


# By hand: the boards are those of test_truth.py and of the solvers' own examples.
BARS = {
    ("solitario:223",): "still winnable (proved): a1 a3",
    ("solitario:223", "a1 a3"): "won",
    ("solitario:0000/2212/0200/0123", "b2 d2"): "lost since move 1",
    ("solitario:french,hole=d4,goal=d4",): "lost (proved)",
    ("drench:1x3,3@123",): "moves: 0 + 2 = 2 · proven par 2",
    ("drench:1x3,3@123", "3"): "moves: 1 + 2 = 3 · proven par 2",
    ("drench:1x3,3@123", "3", "2", "3"): "won · moves: 3 · proven par 2",
    ("drench:1x3,3,limit=2@123", "3"): "lost since move 1 · moves: 1 + 2 = 3 · proven par 2",
    ("2048:2,goal=8@4,0/4,2",): "up 100.0 % · down 100.0 % · right 10.0 % · proved",
    ("oca:2,first=1",): "Player 1 51.9 % · Player 2 48.1 %",
    ("oca:2,first=1", "roll"): "Player 1 51.9 % · Player 2 48.1 %",
    ("drench:3x3,3,players=2@123/231/312",): "Player 1: proved loss · -3 · 3, 1, 2, 3",
}


@pytest.mark.parametrize(("game", "expected"), BARS.items(), ids=map(" ".join, BARS))
def test_the_bar_says_how_a_game_stands(game: tuple[str, ...], expected: str) -> None:
    assert line(played(*game)) == expected


def test_the_bar_of_a_flight_tells_a_proof_or_a_worth_and_the_best_line() -> None:
    free = "fuga:7@0000000/0R00000/0000000/0000000/00000N0/0000000/0000000"
    assert line(played(f"{free}.G"), 1).startswith("Defenders: proved win in 3 · b2 ")
    assert line(played(f"{free}.N"), 1).startswith("Attackers: proved loss in 4 · ")
    assert line(played(f"{free}.G", "b2 b1", "e6 e5", "b1 a1")) == "Winner: Defenders"
    words = line(begin("fuga:7"), 0.3).split(" ")
    assert words[0] == "Attackers:"
    assert abs(float(words[1])) < 10


def test_the_bar_of_2048_has_the_worth_of_each_direction_best_first() -> None:
    session = played("2048:4,2@2,2,0,0/0,0,0,0/0,0,0,0/0,4,0,0.0.p")
    pairs = [part.split(" ") for part in line(session, 0.2).split(" · ")]
    assert {way for way, _worth in pairs} == set(map(session.game.text, session.legal))
    worths = [float(worth) for _way, worth in pairs]
    assert worths == sorted(worths, reverse=True)


def test_a_draw_by_repetition_is_a_draw() -> None:
    session = played("fuga:7", *("a3 b3", "c3 c2", "b3 a3", "c2 c3") * 2)
    thought = Judge().think(session, Limit())
    assert (thought.over, thought.status, thought.seat) == (True, "unknown", None)
    assert bar(session.game, len(session.moves), thought) == "Draw"
    assert shares(session.game, thought) == [("Attackers", 0.5), ("Defenders", 0.5)]


def test_shares_are_chances_of_each_seat() -> None:
    race = begin("oca:3")
    known = shares(race.game, Judge().think(race, Limit()))
    assert [name for name, _share in known] == ["Player 1", "Player 2", "Player 3"]
    assert sum(share for _name, share in known) == pytest.approx(1)
    first = race.player
    assert max(known, key=lambda each: each[1])[0] == race.game.seats[first]  # to be first is an advantage
    flight = begin("fuga:7").game
    assert shares(flight, Thought("a3 b3", 0.0, seat=1)) == [("Attackers", 0.5), ("Defenders", 0.5)]
    ahead, far = (shares(flight, Thought("a3 b3", value, seat=1))[1][1] for value in (1.0, 30.0))
    assert 0.5 < ahead < far < 1
    assert shares(flight, Thought("a3 b3", 998.0, status="win", seat=1)) == [
        ("Attackers", 0),
        ("Defenders", 1),
    ]
    assert shares(begin("solitario").game, Thought(status="win")) == []


@pytest.mark.parametrize("gameid", ["solitario:223", "drench:4x4,3#1", "2048:2#3", "oca:2", "fuga:7"])
def test_sentences_and_bars_speak_spanish_too(gameid: str) -> None:
    session = begin(gameid)
    while session.player == CHANCE:
        session.roll()
    thought = Judge().think(session, Limit(0.2))
    english = [*sentences(session.game, thought), bar(session.game, 0, thought)]
    with speaking(languages.translator("es")):
        spanish = sentences(session.game, thought)
    assert len(spanish) == len(english) - 1
    assert not set(spanish[:1]) & set(english)


def test_the_bar_is_a_command_of_the_plain_interface() -> None:
    printed = io.StringIO()
    typed = io.StringIO("truth\nb2 d2\ntruth\nhelp\nquit\n")
    plain.run(Talk(typed, printed), begin("solitario:0000/2212/0200/0123"), Session.restarted)
    said = printed.getvalue()
    assert "still winnable (proved): b1 b3\n" in said
    assert "lost since move 1\n" in said
    assert "truth      how the game stands, in one line\n" in said
