"""What is known in words: the truth in one line, sentences in two languages, chances for a bar."""

import io
import re
from dataclasses import replace

import pytest

from ludoteca import locale as languages
from ludoteca.ai import Advice, Limit, Status, Unit, Value, advise
from ludoteca.analysis import Analyst, Truth
from ludoteca.analysis.review import Step
from ludoteca.console import Console
from ludoteca.core import AnySession, Session
from ludoteca.core.words import speaking
from ludoteca.games import begin
from ludoteca.looks.values import worths
from ludoteca.looks.wording import bar, hint, judged, no_way_back, sentences, shares, verdict
from ludoteca.plain import game as plain

from support.nim import Heaps, Nim
from support.sessions import played, rolled


def line(session: AnySession, seconds: float | None = None) -> str:
    return bar(session.game, len(session.moves), Analyst().truth(session, Limit(seconds)))


BARS = {
    ("solitario:223",): "still winnable (proved): a1 a3",
    ("solitario:223", "a1 a3"): "won",
    ("solitario:0000/2212/0200/0123", "b2 d2"): "lost since move 1",
    ("solitario:french,hole=d4,goal=d4",): "lost (proved)",
    ("drench:1x3,3@123",): "0 / par 2 · 2 to go, 2 in all",
    ("drench:1x3,3@123", "3"): "1 / par 2 · 2 to go, 3 in all",
    ("drench:1x3,3@123", "3", "2", "3"): "won · 3 / par 2",
    ("drench:1x3,3,limit=2@123", "3"): "lost since move 1 · 1 / par 2 · 2 to go, 3 in all",
    ("2048:2,goal=8@4,0/4,2",): "up 100.0 % · down 100.0 % · right 10.0 % · proved",
    ("oca:2,first=1",): "Player 1 51.9 % · Player 2 48.1 %",
    ("oca:2,first=1", "roll"): "Player 1 51.9 % · Player 2 48.1 %",
    ("drench:3x3,3,players=2@123/231/312",): "Player 2: proved win · +3 · 3, 1, 2, 3",
}


@pytest.mark.parametrize(("game", "expected"), BARS.items(), ids=map(" ".join, BARS))
def test_the_bar_says_how_a_game_stands(game: tuple[str, ...], expected: str) -> None:
    assert line(played(*game)) == expected


def test_the_bar_of_a_flight_tells_a_proof_or_a_worth_and_the_best_line() -> None:
    free = "fuga:7@0000000/0R00000/0000000/0000000/00000N0/0000000/0000000"
    assert line(played(f"{free}.G"), 1).startswith("Defenders: proved win in 2 moves · b2 ")
    assert line(played(f"{free}.N"), 1).startswith("Defenders: proved win in 2 moves · ")
    assert line(played(f"{free}.G", "b2 b1", "e6 e5"), 1) == "Defenders: proved win in 1 move · b1 a1"
    assert line(played(f"{free}.G", "b2 b1", "e6 e5", "b1 a1")) == "Winner: Defenders"
    said = line(begin("fuga:7"), 0.3).split(" · ")[0]
    assert re.fullmatch(r"estimate: (about even|(Attackers|Defenders) .*ahead)", said)


def test_the_bar_of_2048_has_the_worth_of_each_direction_best_first() -> None:
    session = played("2048:4,2,keep=yes@2,2,0,0/0,0,0,0/0,0,0,0/0,4,0,0.0.p")
    pairs = [part.split(" ") for part in line(session, 0.2).split(" · ")]
    assert {way for way, _worth in pairs} == set(map(session.game.text, session.legal))
    worths = [float(worth) for _way, worth in pairs]
    assert worths == sorted(worths, reverse=True)


def test_a_guess_reads_the_same_whoever_is_to_move_and_never_like_a_proof() -> None:
    game = begin("fuga:7").game
    guesses = {0.08: "about even", 0.4: "Attackers a little ahead", -9.0: "Defenders far ahead"}
    for margin, said in guesses.items():
        seen = Advice(move="a3 b3", value=Value(margin, Unit.MARGIN), seat=0)
        for advice in (seen, seen.seen_by(1)):
            assert verdict(game, Truth(advice)) == f"Not proved; estimate: {said}."
            assert bar(game, 0, Truth(advice)) == f"estimate: {said}"


def test_what_is_nearly_as_good_has_nearly_as_long_a_bar_and_tells_its_loss() -> None:
    points = {"up": 3000.0, "left": 2991.0, "down": 1500.0, "right": 3000.0}
    known = worths(Advice(values={way: Value(each, Unit.POINTS) for way, each in points.items()}))
    assert known["up"] == known["right"] == (1.0, "3000")
    assert known["left"] == (pytest.approx(0.997), "-9")
    assert known["down"] == (0.5, "-1500")
    wild = {"up": Value(355768.0, Unit.POINTS), "left": Value(355765.31, Unit.POINTS)}
    assert worths(Advice(values=wild))["left"][1] == "-3", "as many digits as the best one has"
    chances = {"up": Value(0.5, Unit.SHARE), "left": Value(0.0, Unit.SHARE)}
    assert worths(Advice(values=chances)) == {"up": (1.0, "50.0 %"), "left": (0.0, "-50.0 %")}
    moves = {"1": Value(4, Unit.MOVES), "2": Value(8, Unit.MOVES)}
    assert [share for share, _said in worths(Advice(values=moves)).values()] == [1.0, 0.5]
    assert worths(Advice()) == {}


def test_a_hint_says_the_move_first_in_the_words_of_its_player_and_is_short() -> None:
    session = rolled("2048:4,2#5")
    truth = Analyst().truth(session, Limit(0.2))
    assert hint(session.game, truth)[0] == f"Good move: {truth.advice.move}", "nothing is proved"
    assert len(". ".join(hint(session.game, truth))) < 2 * 58, "two lines of a narrow terminal"
    with speaking(languages.translator("es")):
        said = hint(session.game, truth)
        assert not {"up", "down", "left", "right"} & set(". ".join(said).split())
    assert len(". ".join(said)) < 2 * 58


def test_a_move_is_the_best_one_only_where_that_is_proved() -> None:
    session = begin("drench:1x4,3#2")
    proved = Advice(move="3", value=Value(2, Unit.MOVES), proven=True, status=Status.WIN)
    for advice, said in ((proved, "Best move: 3"), (replace(proved, proven=False), "Good move: 3")):
        assert hint(session.game, Truth(advice))[0] == said


def test_where_luck_alone_decides_a_hint_says_how_it_stands() -> None:
    session = begin("oca:2,first=1#1")
    truth = Analyst().truth(session, Limit(20))
    (said,) = hint(session.game, truth)
    assert re.fullmatch(r"Player 1 5\d\.\d % · Player 2 4\d\.\d %", said)


def test_points_that_are_only_thought_of_are_about_so_many() -> None:
    game = begin("2048#1").game
    for unit, rest in ((Unit.PLAYED_ON, " if played on"), (Unit.POINTS, "")):
        truth = Truth(Advice(value=Value(355601.3, unit), seat=0))
        assert bar(game, 0, truth, moves=False) == f"about 356,000 points{rest} · not proved"
        assert "356,000" in verdict(game, truth)


def test_a_draw_by_repetition_is_a_draw() -> None:
    session = played("fuga:7", *("a3 b3", "c3 c2", "b3 a3", "c2 c3") * 2)
    truth = Analyst().truth(session, Limit())
    assert (truth.over, truth.advice.status, truth.advice.seat) == (True, "unknown", None)
    assert bar(session.game, len(session.moves), truth) == "Draw"
    assert shares(session.game, truth) == [("Attackers", 0.5), ("Defenders", 0.5)]


def test_who_asks_for_the_way_back_from_an_end_is_told_how_it_ended() -> None:
    free = "fuga:7@0000000/0R00000/0000000/0000000/00000N0/0000000/0000000"
    session = played(f"{free}.G", "b2 b1", "e6 e5", "b1 a1")
    unknown = "No earlier position is known that could be won."
    assert no_way_back(session.game, Analyst().truth(session, Limit())) == ["Winner: Defenders"]
    losing = played(f"{free}.N")
    said = no_way_back(losing.game, Analyst().truth(losing, Limit(1)))
    assert said == ["A proved loss for Attackers.", unknown]


def test_what_never_could_be_won_is_not_said_to_have_been() -> None:
    """2048 has no room on 2 x 2: a fresh board is not one that cannot be won any more."""
    fresh = rolled("2048:2,2#3")
    assert (
        verdict(fresh.game, Analyst().truth(fresh, Limit()))
        == "The goal cannot be reached, only points: proved."
    )


def test_a_chance_before_the_end_is_never_rounded_to_all_or_nothing() -> None:
    sure = begin("oca:2@62,1.0,0.0.p")
    assert line(sure) == "Player 1 100.0 % · Player 2 0.0 %", "any throw wins"
    far = Truth(Advice(proven=True, chances=(1 - 1e-6, 1e-6), seat=0))
    assert bar(sure.game, 0, far) == "Player 1 > 99.9 % · Player 2 < 0.1 %"


def test_shares_are_chances_of_each_seat() -> None:
    race = begin("oca:3")
    known = shares(race.game, Analyst().truth(race, Limit()))
    assert [name for name, _share in known] == ["Player 1", "Player 2", "Player 3"]
    assert sum(share for _name, share in known) == pytest.approx(1)
    first = race.player
    assert max(known, key=lambda each: each[1])[0] == race.game.seats[first]  # to be first is an advantage
    flight, even = begin("fuga:7").game, Advice(move="a3 b3", value=Value(0.0, Unit.MARGIN), seat=1)
    assert shares(flight, Truth(even)) == [("Attackers", 0.5), ("Defenders", 0.5)]
    ahead, far = (
        shares(flight, Truth(replace(even, value=Value(margin, Unit.MARGIN))))[1][1] for margin in (1.0, 30.0)
    )
    assert 0.5 < ahead < far < 1
    won = replace(even, value=Value(998.0, Unit.MARGIN), status=Status.WIN)
    assert shares(flight, Truth(won)) == [("Attackers", 0), ("Defenders", 1)]
    assert shares(begin("solitario").game, Truth(Advice(status=Status.WIN))) == [("Player 1", 1.0)]
    assert shares(begin("solitario").game, Truth(Advice())) == []


def test_a_forced_move_of_a_game_that_only_the_general_mind_knows_has_a_worth() -> None:
    """It is not 'not decided within the limit': one stone is left, and whoever takes it wins."""
    session = Session(Nim(1), position=Heaps((1,)))
    truth = Analyst().truth(session, Limit(1))
    assert len(session.legal) == 1
    assert sentences(session.game, truth)[0] == "A proved win for Player 1."
    assert bar(session.game, 0, truth) == "Player 1: proved win · a 1"


@pytest.mark.parametrize(("moves", "said"), [(1, "Line (1 move): 2"), (2, "Line (2 moves): 2, 1")])
def test_one_move_is_a_move_and_two_are_moves(moves: int, said: str) -> None:
    session = begin(f"drench:1x{moves + 1},2@{'121'[: moves + 1]}")
    assert said in sentences(session.game, Truth.of(session, advise(session)))


@pytest.mark.parametrize("gameid", ["solitario:223", "drench:4x4,3#1", "2048:2#3", "oca:2", "fuga:7"])
def test_sentences_and_bars_speak_spanish_too(gameid: str) -> None:
    session = rolled(gameid)
    truth = Analyst().truth(session, Limit(0.2))
    english = [*sentences(session.game, truth), bar(session.game, 0, truth)]
    with speaking(languages.translator("es")):
        spanish = sentences(session.game, truth)
    assert len(spanish) == len(english) - 1
    assert not set(spanish[:1]) & set(english)


def test_the_bar_is_a_command_of_the_plain_interface() -> None:
    printed = io.StringIO()
    typed = io.StringIO("truth\nb2 d2\ntruth\nhelp\nquit\n")
    plain.run(Console(typed, printed), begin("solitario:0000/2212/0200/0123"), Session.restarted)
    said = printed.getvalue()
    assert "still winnable (proved): b1 b3\n" in said
    assert "lost since move 1\n" in said
    assert "truth      how the game stands, in one line\n" in said


@pytest.mark.parametrize(
    ("stood", "status", "said"),
    [
        (Status.UNKNOWN, Status.LOST, "lost       better: a3 b3"),
        (Status.WIN, Status.LOST, "lost       gives a proved win away; better: a3 b3"),
        (Status.WIN, Status.UNKNOWN, "2.5        gives a proved win away; better: a3 b3"),
        (Status.LOST, Status.LOST, "lost"),
        (Status.UNKNOWN, Status.WIN, "winning"),
        (Status.UNKNOWN, Status.UNKNOWN, "2.5"),
    ],
)
def test_a_move_that_crosses_into_what_is_proved_is_told_with_the_better_one(
    stood: Status, status: Status, said: str
) -> None:
    """What is proved is not counted as what is thought, so there is no cost to tell."""
    proved = Value(float(status == Status.WIN), Unit.SHARE)
    value = Value(2.5, Unit.MARGIN) if status == Status.UNKNOWN else proved
    step = Step(1, "a4 a3", Advice(), best="a3 b3", stood=stood, status=status, value=value)
    assert judged(begin("fuga:7").game, step) == said


def test_points_after_the_goal_are_not_said_to_be_those_of_a_game_that_ends_there() -> None:
    """2048 with a goal is over when it is made; the network counts what would come after that too."""
    ends, goes_on = rolled("2048:4,2#5"), rolled("2048:4,2,keep=yes#5")
    said, plain = (sentences(each.game, Truth.of(each, advise(each, Limit(0.2)))) for each in (ends, goes_on))
    assert said[0].startswith("Not proved; played on after the goal it is thought to bring ")
    assert plain[0].startswith("Not proved; thought to bring ")
    assert line(ends).endswith(" · points if played on")
    assert "played on" not in line(goes_on)
