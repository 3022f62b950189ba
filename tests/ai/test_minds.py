"""Minds: each game has its own, found by its class; what they tell is declared, typed and ready for JSON."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ludoteca.ai import (
    GENERAL,
    LEVELS,
    MINDS,
    Ability,
    Advice,
    Limit,
    Mind,
    Status,
    Unit,
    Value,
    advise,
    choose,
    mind_of,
    prepare,
)
from ludoteca.ai.brought import brought_mind
from ludoteca.ai.g2048.network import own_file
from ludoteca.analysis import Truth
from ludoteca.core import CHANCE, AnySession, Dice, LudotecaError, OptionError, Session
from ludoteca.games import GAMES, begin
from ludoteca.games.fuga import Fuga

from support.command import run
from support.nim import Heaps, Nim
from support.sessions import at_random, rolled
from support.variants import IDS

QUICK = Limit(seconds=0.2)
EVERY = [gameid for ids in IDS.values() for gameid in ids] + ["2048:4,2,goal=64#5", "drench:9x9,6,limit=8#2"]


@dataclass(frozen=True)
class Variant(Fuga):
    """Somebody's own rules, made from ours."""


def test_a_mind_is_found_by_the_class_of_its_game() -> None:
    assert {type(mind_of(game())) for game in GAMES.values()} == {type(mind) for mind in MINDS.values()}
    assert mind_of(Nim(3)) is GENERAL
    assert mind_of(Variant(7)) is mind_of(Fuga(7))


@pytest.mark.parametrize("gameid", EVERY)
def test_what_a_mind_says_is_declared_typed_and_ready_for_json(gameid: str) -> None:
    session = rolled(gameid)
    mind = mind_of(session.game)
    declared = {fact.key for fact in mind.facts}
    for there in (session, at_random(session.copy(), 1)):
        advice = advise(there, QUICK)
        assert set(advice.facts) <= declared
        assert isinstance(advice.status, Status)
        assert advice.value is None or isinstance(advice.value, Value)
        assert advice.move is None or advice.move in there.legal
        assert advice.proven or not there.outcome
        truth = Truth.of(there, advice)
        assert Truth.parse(json.loads(json.dumps(truth.json()))) == truth
        assert json.dumps(advice.spelled(there.game.text).details(), allow_nan=False)


@pytest.mark.parametrize("gameid", EVERY)
@pytest.mark.parametrize("level", [LEVELS[0], LEVELS[-1]])
def test_every_level_of_every_mind_gives_a_legal_move(gameid: str, level: int) -> None:
    session = rolled(gameid)
    if session.outcome:
        assert choose(session, QUICK, level=level).move is None
    else:
        advice = choose(session, QUICK, level=level, dice=Dice(1))
        assert advice.move in session.legal
        assert set(advice.facts) <= {fact.key for fact in mind_of(session.game).facts}


@pytest.mark.parametrize("gameid", ["fuga:7", "oca:2#1", "drench:4x4,3,players=2#1"])
def test_an_advice_says_whose_it_is_and_can_be_turned(gameid: str) -> None:
    session = begin(gameid)
    advice = advise(session, QUICK)
    assert advice.seat == session.player
    other = 1 - session.player
    turned = advice.seen_by(other)
    assert turned.seat == other
    assert (turned.seen_by(session.player).status, turned.proven) == (advice.status, advice.proven)
    if advice.value and turned.value:
        whole = 1.0 if advice.value.unit == Unit.SHARE else 0.0
        assert advice.value.amount + turned.value.amount == pytest.approx(whole)


def test_while_nature_acts_an_advice_is_that_of_who_acted_last() -> None:
    session = begin("oca:2,first=2#1")
    session.play_text("roll")
    assert session.player == CHANCE
    assert advise(session).seat == 1


@pytest.mark.parametrize("gameid", ["oca:2,first=1#1", "2048:2,2#1", "2048:4,2#1"])
def test_nobody_chooses_for_nature(gameid: str) -> None:
    session = rolled(gameid)
    session.play(session.legal[0])
    assert session.player == CHANCE
    assert choose(session, QUICK).move is None


@pytest.mark.parametrize(
    ("gameid", "seat", "status", "chances"),
    [
        ("fuga:7@R000000/0000000/0000000/0000000/00000N0/0000000/0000000.N", 1, "win", (0.0, 1.0)),
        ("oca:3@63,1,1.0,0,0.0.p", 0, "win", (1.0, 0.0, 0.0)),
        ("oca:2,relieved=yes@52,31.h,h.0.p", None, "unknown", (0.5, 0.5)),
        ("solitario:3", 0, "lost", (0.0,)),
        ("2048:2,1@2,4/4,2.8.p", 0, "lost", (0.0,)),
    ],
)
def test_at_the_end_the_outcome_says_it_all(
    gameid: str, seat: int | None, status: str, chances: tuple[float, ...]
) -> None:
    session = begin(gameid)
    assert session.outcome
    for advice in (advise(session), choose(session)):
        assert (advice.move, advice.proven) == (None, True)
        assert (advice.seat, advice.status, advice.chances) == (seat, status, chances)


class TestValues:
    def test_what_a_move_cost(self) -> None:
        share, points = (Value(amount, Unit.SHARE) for amount in (0.75, 0.5)), Value(10, Unit.POINTS)
        before, after = share
        assert before.cost(after) == 0.25
        assert points.cost(Value(4, Unit.POINTS)) == 6
        assert points.cost(before) is None
        five, four = Value(5, Unit.MOVES), Value(4, Unit.MOVES)
        assert (five.cost(four), five.cost(five)) == (0, 1), "the move itself was one of those to go"

    def test_what_is_better_is_worth_more(self) -> None:
        assert Value(3, Unit.MOVES).worth > Value(4, Unit.MOVES).worth
        assert Value(4, Unit.POINTS).worth > Value(3, Unit.POINTS).worth

    def test_points_and_moves_have_no_other_seat(self) -> None:
        for unit in (Unit.POINTS, Unit.MOVES):
            assert Value(7, unit).turned == Value(7, unit)


def test_abilities_are_what_minds_take_into_account() -> None:
    fuga, flood = begin("fuga:7"), begin("drench:4x4,3#1")
    assert Ability.LINES in mind_of(fuga.game).abilities(fuga.game)
    assert not mind_of(flood.game).abilities(flood.game)
    assert len(advise(fuga, Limit(depth=2), lines=3).lines) == 3
    assert (advise(fuga, Limit(depth=2)).depth or 0) <= 2
    assert advise(fuga, Limit(nodes=500)).nodes < 5_000


def test_the_general_mind_values_a_forced_move() -> None:
    """Heaps of 1, with two to go: the one who moves loses, and is told so."""
    session = Session(Nim(2), position=Heaps((1, 1)))
    session.turn("a 1")
    advice = advise(session, Limit(1))
    assert len(session.legal) == 1
    assert (advice.value, advice.status) == (Value(1.0, Unit.SHARE), Status.WIN)
    assert advice.chances == (0.0, 1.0)


@pytest.mark.parametrize("gameid", [ids[0] for ids in IDS.values()])
def test_what_is_prepared_need_not_be_prepared_again(gameid: str) -> None:
    told: list[str] = []
    game = begin(gameid).game
    prepare(game)
    prepare(game, Limit(progress=told.append))
    assert told == []


def test_a_damaged_network_of_ones_own_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_HOME", str(tmp_path))
    own_file().parent.mkdir(parents=True)
    own_file().write_bytes(b"ludoteca network 1\nnonsense")
    done = run("hint", "2048#1", "--seconds", "0.1")
    assert done.returncode == 0
    told = done.stderr.decode()
    assert told.startswith(f"ludoteca: {own_file()}")
    assert "The network that comes with Ludoteca plays instead." in told
    assert b"Best move" in done.stdout


@pytest.mark.parametrize("gameid", [ids[0] for ids in IDS.values()])
@pytest.mark.parametrize("level", [-1, 0, LEVELS[-1] + 1, 99])
def test_a_level_that_there_is_not_is_refused(gameid: str, level: int) -> None:
    with pytest.raises(OptionError, match="level must be from 1 to 8"):
        choose(rolled(gameid), QUICK, level=level)


class TestAMindOfAnotherPackage:
    class FirstMind(Mind[Any, Any]):
        """Takes the first move there is."""

        def advise(self, session: AnySession, limit: Limit, *, lines: int = 1) -> Advice[Any]:
            return Advice(move=session.legal[0])

        def choose(self, session: AnySession, limit: Limit, *, level: int, dice: Dice) -> Advice[Any]:
            return self.advise(session, limit)

    @pytest.fixture(autouse=True)
    def _fresh(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """A place for packages, and nothing remembered of others."""
        monkeypatch.syspath_prepend(str(tmp_path))
        brought_mind.cache_clear()
        yield
        brought_mind.cache_clear()

    def bring(self, folder: Path, where: str) -> None:
        (folder / "theirs-1.dist-info").mkdir()
        (folder / "theirs-1.dist-info" / "METADATA").write_text("Name: theirs\nVersion: 1\n")
        (folder / "theirs-1.dist-info" / "entry_points.txt").write_text(f"[ludoteca.minds]\nnim = {where}\n")

    def test_is_found_by_the_name_of_its_game_and_asked_like_any_other(self, tmp_path: Path) -> None:
        self.bring(tmp_path, f"{__name__}:TestAMindOfAnotherPackage.FirstMind")
        sys.modules.setdefault(__name__, sys.modules[type(self).__module__])
        session = Session(Nim(3))
        assert type(mind_of(session.game)).__name__ == "FirstMind"
        assert advise(session).move == choose(session, level=2).move == session.legal[0]
        assert type(mind_of(Fuga(7))).__name__ == "FugaMind", "ours stay ours"

    @pytest.mark.parametrize(
        ("where", "said"),
        [
            ("nowhere:Mind", "No module named 'nowhere'"),
            ("json:dumps", "attribute '__mro__'"),
            ("collections:Counter", "it does not inherit from Mind"),
        ],
    )
    def test_that_is_none_is_told(self, tmp_path: Path, where: str, said: str) -> None:
        self.bring(tmp_path, where)
        with pytest.raises(LudotecaError, match=f"The mind of 'nim' in {where} cannot be used") as told:
            mind_of(Nim(3))
        assert said in str(told.value)


def test_an_advice_needs_no_places() -> None:
    with pytest.raises(TypeError):
        Advice("d2 d4", True)  # type: ignore[misc]  # what `True` means must be read
