"""Exact odds of the goose race, against rational arithmetic on the joint race and against plain iteration."""

import json
import math
from collections.abc import Iterable
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.ai import Limit, advise
from ludoteca.ai.oca.odds import Odds, odds
from ludoteca.core import Dice, LudotecaError
from ludoteca.games.oca import HELD, Oca, Race
from ludoteca.looks.chart import chart

from support.advice import amount, placed
from support.oca_joint import joint, lonely, pushed

START = Race((1, 1), (0, 0), 0)
SMALL = "12.goose.3.7.bridge.4.9.inn.6.1.prison.8.2.well.5.3.maze.10.2.death.11.1"


def ask(game: Oca, state: Race | None = None) -> Odds:
    return odds(game, game.start(Dice(0)) if state is None else state, Limit())


def agree(game: Oca, state: Race, *, within: float = 1e-12) -> None:
    """Our odds are those of the joint race."""
    ours, theirs = ask(game, state), [float(value) for value in joint(game, state)]
    assert ours.win == pytest.approx(theirs[: game.players], abs=within, rel=0)
    assert ours.draw == pytest.approx(theirs[-3], abs=within, rel=0)
    assert ours.never == pytest.approx(1 - math.fsum(theirs[:-2]), abs=within, rel=0)
    if not ours.never:
        assert ours.expected_turns == pytest.approx(theirs[-2], rel=within)
        assert ours.expected_rolls == pytest.approx(theirs[-1], rel=within)


def positions(game: Oca, number: int) -> Iterable[Race]:
    """Positions met in play, other than the first."""
    dice, state = Dice(7), game.start(Dice(0))
    for _position in range(number):
        state = game.play(state._replace(rolling=True), dice.pick(game.odds(state)))
        if game.outcome(state):
            state = game.start(Dice(0))
        yield state


@pytest.mark.parametrize(
    "options",
    [
        f"2,first=1,track={SMALL}",
        f"2,first=2,begin=0,track={SMALL}",
        f"2,first=1,dice=2,track={SMALL}",
        f"2,first=1,exact=yes,track={SMALL}",
        "2,first=1,dice=2,exact=yes,track=8.goose.3.5.inn.4.1.death.7.1",
        "2,first=1,track=2",
        "2,first=1,track=9.goose.2.3.4.5.6.7.8.9",
        "2,first=1,track=10.inn.3.9.death.9.1",
        "3,first=2,track=6.goose.3.6.inn.4.1",
        "3,first=1,exact=yes,track=5.inn.3.1.death.4.1",
        "4,first=4,track=5.inn.3.1",
        "8,first=3,track=3.inn.2.1",
    ],
)
def test_the_joint_race_in_fractions_has_the_same_odds(options: str) -> None:
    game = Oca.from_options(options)
    agree(game, game.start(Dice(0)))


@pytest.mark.parametrize(
    "options",
    ["2,first=1,track=9.goose.3.7.inn.4.1.well.6.3.death.8.1", "3,first=1,track=8.goose.3.7.inn.4.2.inn.5.1"],
)
def test_so_have_positions_with_turns_owed(options: str) -> None:
    game = Oca.from_options(options)
    met = list(positions(game, 12))
    assert any(sum(state.owed) for state in met)
    for state in met:
        agree(game, state)


def test_a_die_in_the_air_changes_nothing() -> None:
    game = Oca(2, first=1)
    state = Race((30, 31), (0, 2), 0)
    assert ask(game, state) == ask(game, state._replace(rolling=True))


class TestRelieved:
    """Prison and well hold until another comes."""

    @pytest.mark.parametrize(
        "options",
        [
            "2,first=1,track=8.prison.4.2.well.6.3",
            "2,first=1,track=9.goose.2.5.prison.4.2.well.6.3.inn.3.2.death.8.1",
            "2,first=2,exact=yes,track=7.prison.3.1.prison.4.1.well.5.1",
            "2,first=1,dice=2,track=9.prison.5.2.inn.3.1.maze.7.2",
            "2,first=1,track=7.prison.4.2",
        ],
    )
    def test_two_players_have_the_odds_of_the_joint_race(self, options: str) -> None:
        game = Oca.from_options(options + ",relieved=yes")
        agree(game, game.start(Dice(0)))
        for state in positions(game, 12):
            agree(game, state)

    def test_everyone_may_be_held(self) -> None:
        known = ask(Oca(2, first=1, relieved=True))
        assert 0.05 < known.draw < 0.2
        assert sum(known.win) + known.draw == pytest.approx(1, abs=1e-13)
        assert known.never == 0
        assert known.alone.never > 0  # nobody comes to relieve one who plays alone
        assert known.alone.mean == math.inf

    def test_two_may_relieve_each_other_for_ever(self) -> None:
        """From 1 one must come to the prison on 2, and from there back to 1: nobody can pass."""
        deaths = ".".join(f"death.{square}.1" for square in range(3, 9))
        game = Oca(2, first=1, relieved=True, track=f"9.prison.2.1.{deaths}")
        agree(game, START)
        assert ask(game).never == 1

    @pytest.mark.parametrize(
        "options",
        [
            "3,first=1,track=9.goose.2.5.9.inn.3.1.prison.4.2.well.6.1.death.8.1",
            "3,first=2,exact=yes,track=7.prison.3.1.prison.4.1.well.5.1",
            "3,first=3,dice=2,track=9.prison.5.2.inn.3.2.maze.7.2",
            "3,first=1,track=6.prison.2.1.prison.3.1.well.4.1",
            "4,first=2,track=6.goose.2.4.6.prison.3.2.well.5.1",
        ],
    )
    def test_three_or_four_players_have_the_odds_of_the_joint_race(self, options: str) -> None:
        game = Oca.from_options(options + ",relieved=yes")
        agree(game, game.start(Dice(0)))
        for state in positions(game, 4):
            agree(game, state)

    def test_more_than_four_who_may_meet_there_are_refused_with_a_sentence(self) -> None:
        with pytest.raises(LudotecaError, match="2 to 4 players"):
            ask(Oca(5, first=1, relieved=True))

    def test_three_who_are_past_prison_and_well_are_independent(self) -> None:
        agree(
            Oca(3, first=1, relieved=True), Race((60, 61, 62), (0, 0, 0), 0)
        )  # not counting the death on 58

    def test_a_track_without_prison_and_well_is_as_ever(self) -> None:
        track = "9.goose.3.6.inn.4.2"
        assert ask(Oca(4, first=1, relieved=True, track=track)) == ask(Oca(4, first=1, track=track))

    def test_one_held_whom_nobody_can_reach_is_out(self) -> None:
        game = Oca(3, first=1, relieved=True, track="9.prison.4.1")
        agree(game, Race((5, 4, 6), (0, HELD, 0), 0))


@pytest.mark.parametrize("first", [1, 2])
def test_the_documents_board_by_playing_a_naive_program_to_the_end(first: int) -> None:
    assert ask(Oca(2, first=first)).win == pytest.approx(pushed(first), abs=1e-10)


class TestDocumentsBoard:
    """Two players, every figure a second way: rational arithmetic on one player alone."""

    chances = lonely(340)

    def test_the_distribution_of_one_player_alone(self) -> None:
        known = ask(Oca(2))
        assert known.distribution == pytest.approx(
            [float(chance) for chance in self.chances[: len(known.distribution)]], abs=1e-14, rel=1e-6
        )
        assert sum(known.distribution) == pytest.approx(1, abs=1e-13)
        mean = sum(turn * chance for turn, chance in enumerate(self.chances, 1))
        square = sum(turn**2 * chance for turn, chance in enumerate(self.chances, 1))
        assert known.alone.mean == pytest.approx(float(mean), rel=1e-12)
        assert known.alone.deviation == pytest.approx(float(square - mean**2) ** 0.5, rel=1e-11)

    @pytest.mark.parametrize("players", range(2, 9))
    def test_the_chance_of_each_seat(self, players: int) -> None:
        left = [Fraction(1)]
        for chance in self.chances:
            left.append(left[-1] - chance)
        expected = [
            sum(
                chance * left[turn] ** seat * left[turn - 1] ** (players - 1 - seat)
                for turn, chance in enumerate(self.chances, 1)
            )
            for seat in range(players)
        ]
        assert ask(Oca(players, first=1)).win == pytest.approx([float(each) for each in expected], abs=1e-13)


@settings(max_examples=40)
@given(
    players=st.integers(2, 8),
    begin=st.integers(0, 1),
    dice=st.integers(1, 2),
    exact=st.booleans(),
    data=st.data(),
)
def test_chances_add_up_and_turn_with_the_seats(
    players: int, begin: int, dice: int, exact: bool, data: st.DataObject
) -> None:
    game = Oca(players, first=1, begin=begin, dice=dice, exact=exact)
    squares = tuple(data.draw(st.lists(st.integers(begin, 62), min_size=players, max_size=players)))
    debts = {19: 1, 52: 2, 31: 3}
    owed = (0, *(data.draw(st.integers(0, debts.get(square, 0))) for square in squares[1:]))
    known = ask(game, Race(squares, owed, 0))
    assert known.never == known.draw == 0
    assert math.fsum(known.win) == pytest.approx(1, abs=1e-13)
    shift = data.draw(st.integers(1, players - 1))
    turned = ask(
        game,
        Race((*squares[-shift:], *squares[:-shift]), (*owed[-shift:], *owed[:-shift]), shift),
    )
    assert (*turned.win[shift:], *turned.win[:shift]) == known.win
    assert turned.expected_turns == known.expected_turns


def test_who_begins_is_better_off_and_the_chances_are_swapped_with_the_seats() -> None:
    one, two = ask(Oca(2, first=1)), ask(Oca(2, first=2))
    assert one.win == two.win[::-1]
    assert one.win[0] > 0.5


class TestNever:
    """Tracks that catch the pieces say so."""

    def test_six_squares_that_lead_back_cannot_be_passed(self) -> None:
        deaths = ".".join(f"death.{square}.1" for square in range(4, 10))
        known = ask(Oca(2, first=1, track=f"10.{deaths}"))
        assert known.never == known.alone.never == 1
        assert known.win == (0, 0)
        assert known.expected_turns == known.expected_rolls == math.inf
        assert sum(known.distribution) == 0

    def test_a_finish_that_two_dice_never_meet_exactly(self) -> None:
        """From 2 two dice lead too far and bounce to 2 or 1; geese bring that to 2 and give another throw."""
        game = Oca(2, first=1, dice=2, exact=True, track="3.goose.1.2")
        known = ask(game)
        assert known.win == pytest.approx((1 / 36, 0), abs=1e-15)  # the two ones of the first throw, or never
        assert known.never == pytest.approx(35 / 36)
        agree(game, START)

    def test_only_some_may_be_caught(self) -> None:
        """A goose on 3 leads to the finish; whoever misses it stays between 4 and 7 for ever."""
        deaths = ".".join(f"death.{square}.7" for square in range(8, 14))
        game = Oca(3, first=1, track=f"14.{deaths}.goose.3.14")
        agree(game, Race((1, 1, 1), (0, 0, 0), 0))
        assert 0 < ask(game).never < 1

    def test_the_documents_board_always_ends(self) -> None:
        for options in ("2", "2,exact=yes", "2,dice=2", "2,dice=2,exact=yes,begin=0", "2,relieved=yes"):
            assert ask(Oca.from_options(options)).never == 0


def test_a_race_of_centuries_is_exact_too() -> None:
    """A die must show six 66 times in a row: the mean of such a wait is 6 + 6² + ... + 6^66."""
    backs = ".".join(f"death.{square}.1" for square in range(2, 397) if square % 6 != 1)
    known = ask(Oca(2, first=1, track=f"397.{backs}"))
    wait = sum(6**turn for turn in range(1, 67))
    assert known.alone.mean == pytest.approx(wait, rel=1e-12)
    assert known.win == pytest.approx((0.5, 0.5), abs=1e-12)
    assert known.expected_turns == pytest.approx(
        wait, rel=1e-12
    )  # two at once: twice the turns in half the time


def test_chance_itself_agrees() -> None:
    """4,000 races with seeded dice: within five standard deviations."""
    game, races = Oca(3, first=1), 4000
    won, dice = [0, 0, 0], Dice(11)
    for _race in range(races):
        state = game.start(dice)
        while not game.outcome(state):
            state = game.play(state, 1 + dice.below(6))
        won[state.squares.index(63)] += 1
    for chance, count in zip(ask(game).win, won, strict=True):
        assert abs(count - races * chance) < 5 * math.sqrt(races * chance * (1 - chance))


class TestAdvice:
    """What the commands are given."""

    def test_roll_with_the_chance_of_the_one_to_move(self) -> None:
        game = Oca(3, first=2)
        advice = advise(placed(game, game.start(Dice(0))), Limit())
        assert (advice.move, advice.line, advice.proven, advice.status) == (
            "roll",
            ("roll",),
            True,
            "unknown",
        )
        assert amount(advice) == max(advice.facts["win"]) == advice.facts["win"][0]
        assert {"win", "expected_turns", "expected_rolls", "distribution"} <= set(advice.facts)
        assert json.loads(json.dumps(advice.facts, allow_nan=False)) == advice.facts

    def test_a_race_without_end_has_no_number_that_json_lacks(self) -> None:
        game = Oca(2, first=1, dice=2, exact=True, track="3.goose.1.2")
        facts = advise(placed(game, START), Limit()).facts
        assert facts["expected_turns"] is None
        assert json.dumps(facts, allow_nan=False)

    def test_no_time_no_proof(self) -> None:
        game = Oca(2, first=1, track="399.death.398.1.death.397.1")
        advice = advise(placed(game, START), Limit(seconds=0.01))
        assert (advice.move, advice.value, advice.proven, dict(advice.facts)) == ("roll", None, False, {})
        with pytest.raises(LudotecaError, match="limit"):
            odds(game, START, Limit(cancel=lambda: True))

    def test_a_race_that_is_over(self) -> None:
        assert ask(Oca(2), Race((63, 5), (0, 0), 0)).win == (1, 0)
        drawn = ask(Oca(2, relieved=True), Race((52, 31), (HELD, HELD), 1))
        assert (drawn.win, drawn.draw, drawn.expected_turns) == ((0, 0), 1, 0)


class TestChart:
    """The picture of the distribution."""

    def test_it_is_a_labelled_picture(self) -> None:
        known = ask(Oca(2))
        root = ElementTree.fromstring(chart(known))
        name = "{http://www.w3.org/2000/svg}"
        assert root.get("role") == "img"
        title, desc = root.find(f"{name}title"), root.find(f"{name}desc")
        assert title is not None
        assert desc is not None
        assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
        assert "15.8" in (desc.text or "")
        bars = root.findall(f".//{name}rect[@class='bar']")
        heights = [float(bar.get("height", 0)) for bar in bars]
        assert heights.index(max(heights)) == known.distribution.index(max(known.distribution))

    @pytest.mark.parametrize("options", ["2,track=2", "2,relieved=yes", "2,track=397"])
    def test_any_distribution_can_be_drawn(self, options: str) -> None:
        ElementTree.fromstring(chart(ask(Oca.from_options(options))))

    def test_even_one_without_any_finish(self) -> None:
        deaths = ".".join(f"death.{square}.1" for square in range(4, 10))
        ElementTree.fromstring(chart(ask(Oca(2, track=f"10.{deaths}"))))
