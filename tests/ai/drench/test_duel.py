"""Drench for two: the search against plain minimax over the rules, and players of every level."""

from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

pytest.importorskip("numpy")

from ludoteca.ai import LEVELS, Limit, advise
from ludoteca.ai.drench import duel
from ludoteca.ai.drench.duel_search import Duelist
from ludoteca.core import Dice
from ludoteca.core.game import Size
from ludoteca.games import begin
from ludoteca.games.drench import COLOURS, Drench, Flood
from ludoteca.kernels.compile import COMPILED

from support.advice import amount, placed

PATIENT = Limit(600)
Board = tuple[Drench, Flood]


def after(game: Drench, state: Flood) -> dict[int, Flood]:
    """What each move leads to, but for the number of moves, which changes nothing."""
    return {move: game.play(state, move)._replace(moves=0) for move in game.legal(state)}


@cache
def value_of(game: Drench, state: Flood) -> int:
    """By how many cells the seat to move ends ahead, if both play perfectly; by the rules alone."""
    if game.outcome(state):
        scores = game.scores(state)
        return int(scores[state.turn] - scores[1 - state.turn])
    return max(-value_of(game, each) for each in after(game, state).values())


def board(options: str) -> Board:
    session = begin(f"drench:{options}")
    assert isinstance(session.game, Drench)
    return session.game, session.state


@st.composite
def boards(draw: st.DrawFn, *, most: int = 9) -> Board:
    """Positions of two players, of any history; some with both corners in one region, some over."""
    rows = draw(st.integers(2, 4))
    cols = draw(st.integers(2, max(2, most // rows)))
    colours = draw(st.integers(3, 5))
    cells = draw(st.text(COLOURS[:colours], min_size=rows * cols, max_size=rows * cols))
    turn, idle = draw(st.integers(0, 1)), draw(st.integers(0, colours - 1))
    return Drench(Size(rows, cols), colours, players=2), Flood(cells, 0, turn, idle)


def apart(game: Drench, state: Flood) -> bool:
    return not game.outcome(state) and game.corner(1) not in game.region(state.cells, 0)


@settings(max_examples=150 if COMPILED else 25)
@given(boards())
def test_what_is_proved_is_what_plain_minimax_finds_for_every_move(drawn: Board) -> None:
    game, state = drawn
    if game.outcome(state):
        assert advise(placed(game, state), PATIENT).move is None
        return
    value = value_of(game, state)
    advice = duel.advise(game, state, PATIENT)
    assert advice.proven
    assert amount(advice) == value
    assert advice.status == ("win" if value > 0 else "lost" if value < 0 else "unknown")
    for move, each in after(game, state).items():
        worth = -value_of(game, each)
        assert worth <= value
        assert move != advice.move or worth == value
        if not game.outcome(each):
            assert amount(advise(placed(game, each), PATIENT)) == -worth


@pytest.mark.parametrize("seed", range(4 if COMPILED else 1))
def test_larger_ends_are_proved_as_well(seed: int) -> None:
    # What greed leaves of a board: thousands of positions, many of them reached in several ways.
    game, state = board(f"8x8,5,players=2#{seed}")
    while sum(game.scores(state)) < 50:
        state = game.play(state, max(gained := duel.gains(game, state), key=gained.__getitem__))
    advice = duel.advise(game, state, PATIENT)
    assert advice.proven
    assert amount(advice) == value_of(game, state)


@settings(max_examples=60 if COMPILED else 20)
@given(boards(), st.integers(1, 3))
def test_a_winner_named_by_a_shallow_search_wins(drawn: Board, depth: int) -> None:
    game, state = drawn
    assume(apart(game, state))
    found = Duelist(game, state).best(PATIENT.start(), depth=depth, nodes=10**6)
    assert found
    value = value_of(game, state)
    if found.decided:
        assert found.decided == (value > 0) - (value < 0)
    if not found.guess:
        assert found.ahead == value


@cache
def naive_reply_value(game: Drench, state: Flood, me: int) -> int:
    """By how many cells a seat ends ahead of a rival who takes the most, and what is worst among equals."""
    if game.outcome(state):
        scores = game.scores(state)
        return int(scores[me] - scores[1 - me])
    if state.turn == me:
        return max(
            naive_reply_value(game, game.play(state, move)._replace(moves=0), me)
            for move in game.legal(state)
        )
    gained = duel.gains(game, state)
    most = [move for move in gained if gained[move] == max(gained.values())]
    return min(naive_reply_value(game, game.play(state, move)._replace(moves=0), me) for move in most)


@settings(max_examples=60 if COMPILED else 15)
@given(boards(most=12))
def test_a_bet_on_greed_is_the_best_answer_to_greed(drawn: Board) -> None:
    game, state = drawn
    assume(apart(game, state))
    found = Duelist(game, state).best(PATIENT.start(), depth=100, nodes=10**7, naive=True)
    assert found
    assert not found.guess
    assert found.ahead == naive_reply_value(game, state, state.turn)


def played(game: Drench, state: Flood, *moves: int) -> list[Flood]:
    states = [state]
    for move in moves:
        states.append(game.play(states[-1], move))
    return states


def test_greed_is_known_by_all_its_moves() -> None:
    game, state = board("3x3,4,players=2@112/134/342")
    assert duel.gains(game, state) == {3: 2, 4: 0}
    assert duel.is_greedy(game, played(game, state, 3, 1, 4), 0)
    assert not duel.is_greedy(game, played(game, state, 3, 1, 2), 0)
    assert not duel.is_greedy(game, played(game, state, 4, 1), 0)
    assert not duel.is_greedy(game, [state], 1)


@pytest.mark.parametrize(("first", "bets"), [(3, True), (5, False)])
def test_who_is_behind_bets_only_against_greed(first: int, bets: bool) -> None:
    # The first seat needs one move for most of the board; 3 is worth ten cells to it, 5 only one.
    game, state = board("4x5,5,players=2@13333/53333/24142/42421")
    states = played(game, state, first)
    advice = duel.choose(game, states[-1], PATIENT, level=8, past=states[:-1], dice=Dice(0))
    assert advice.facts["bet"] == bets
    assert advice.status == "lost"


def play_all(game: Drench, state: Flood, level: int, limit: Limit) -> list[int]:
    """The moves of a game of a level against itself."""
    dice, states, moves = Dice(level), [state], list[int]()
    while legal := game.legal(states[-1]):
        advice = duel.choose(game, states[-1], limit, level=level, past=states[:-1], dice=dice)
        assert advice.move in legal
        assert advice.line[0] == advice.move
        moves.append(advice.move)
        states.append(game.play(states[-1], advice.move))
    return moves


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("options", ["2x2,3", "7x5,4", "8x8,10"])
def test_every_level_plays_whole_games_and_again_the_same(level: int, options: str) -> None:
    game, state = board(f"{options},players=2#3")
    if level < 8 and COMPILED:
        assert play_all(game, state, level, PATIENT) == play_all(game, state, level, PATIENT)
    else:
        play_all(game, state, level, Limit(0.01))


def test_level_3_takes_the_most_cells_and_level_1_often_does_not() -> None:
    less = dict.fromkeys((1, 2, 3), 0)
    for level in less:
        dice = Dice(0)
        for seed in range(40):
            game, state = board(f"9x9,6,players=2#{seed}")
            gained = duel.gains(game, state)
            move = duel.choose(game, state, PATIENT, level=level, past=(), dice=dice).move
            assert move
            assert gained[move] > 0 or not any(gained.values())
            less[level] += gained[move] < max(gained.values())
    assert less[1] > less[2] > less[3] == 0


@pytest.mark.parametrize("limit", [Limit(0), Limit(cancel=lambda: True), Limit(0.05)])
@pytest.mark.parametrize("options", ["15x15,6", "64x64,10", "2x64,10,symmetric=no"])
def test_with_little_or_no_time_there_is_still_a_move(limit: Limit, options: str) -> None:
    game, state = board(f"{options},players=2#1")
    advice = duel.advise(game, state, limit)
    assert advice.move in game.legal(state)
    assert not advice.proven


def test_two_seats_with_one_region_draw() -> None:
    game, state = board("2x3,4,players=2@112/314")
    joined = game.load("111/231.4.1.0")
    advice = duel.advise(game, joined, PATIENT)
    assert advice.move in game.legal(joined)
    assert (amount(advice), advice.proven, advice.status) == (0, True, "unknown")
    assert duel.advise(game, state, PATIENT).proven


def greed(game: Drench, state: Flood, dice: Dice) -> int:
    gained = duel.gains(game, state)
    return dice.choice([move for move in gained if gained[move] == max(gained.values())])


def wins_against_greed(seat: int, games: int) -> int:
    """Games on symmetric boards that level 8 wins from a seat."""
    won = 0
    for seed in range(games):
        game, state = board(f"15x15,6,players=2#{seed}")
        dice, states = Dice(seed), [state]
        while game.legal(states[-1]):
            if states[-1].turn == seat:
                move = duel.choose(game, states[-1], PATIENT, level=8, past=states[:-1], dice=dice).move
                assert move
            else:
                move = greed(game, states[-1], dice)
            states.append(game.play(states[-1], move))
        scores = game.scores(states[-1])
        won += scores[seat] > scores[1 - seat]
    return won


@pytest.mark.skipif(not COMPILED, reason="takes half an hour without Numba")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_last_level_beats_greed_from_both_seats(seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # With some twentieth of the positions that 0.2 s allow: the games are the same on every machine.
    monkeypatch.setitem(duel.EFFORTS, 8, duel.Effort(99, 3_000))
    assert wins_against_greed(seat, 10) >= 9


def test_a_search_goes_so_deep_and_on_from_what_is_found() -> None:
    game, state = board("9x9,6,players=2#4")
    shallow = Duelist(game, state)
    found = shallow.best(PATIENT.start(), depth=3, nodes=10**7)
    assert found
    assert (found.depth, found.guess) == (3, True)
    deeper = shallow.best(PATIENT.start(), depth=5, nodes=10**7, found=found)
    at_once = Duelist(game, state).best(PATIENT.start(), depth=5, nodes=10**7)
    assert deeper
    assert at_once
    assert (deeper.depth, deeper.worth) == (at_once.depth, at_once.worth) == (5, at_once.worth)


def test_so_many_positions_are_met_and_no_more() -> None:
    game, state = board("9x9,6,players=2#4")
    searcher = Duelist(game, state)
    for times in (1, 2):
        found = searcher.best(PATIENT.start(), depth=99, nodes=500)
        assert found
        assert found.guess
        assert searcher.nodes == 500 * times


@pytest.mark.parametrize(("level", "depth"), [(4, 1), (5, 2), (6, 4), (7, 8)])
def test_a_level_looks_so_many_plies_ahead_at_most(level: int, depth: int) -> None:
    game, state = board("5x5,4,players=2#4")
    for seed in range(20):  # the fourth slips now and then
        advice = duel.choose(game, state, PATIENT, level=level, past=(), dice=Dice(seed))
        assert advice.depth in (None, depth)
    assert any(
        duel.choose(game, state, PATIENT, level=level, past=(), dice=Dice(seed)).depth for seed in range(5)
    )
