"""The player for any game: against theory, minimax, exact fractions and forced wins worked out here."""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import inf
from typing import Any, ClassVar, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca import ai
from ludoteca.ai import LEVELS, Limit, Unit, Value
from ludoteca.ai.general import tree as tree_module
from ludoteca.ai.general.player import advise, choose
from ludoteca.ai.general.tree import Tree
from ludoteca.core import CHANCE, OVER, AnyGame, Dice, Outcome, Session
from ludoteca.games import begin
from ludoteca.testing import walk

from support.advice import amount
from support.bare import Bare
from support.nim import Heaps, Nim

UNHURRIED = Limit(seconds=inf)  # a level is reached on every machine


def tree(game: AnyGame, state: Any, simulations: int, *, past: Sequence[Any] = (), seed: int = 1) -> Tree:
    found = Tree(game, state, UNHURRIED.start(), past, Dice(seed))
    found.grow(simulations)
    return found


# Nim: to win is to leave heaps whose exclusive or is 0 (Bouton, 1901).


def test_every_won_position_of_nim_is_won() -> None:
    game = Nim(3)
    for heaps in [(a, b, c) for a in range(4) for b in range(5) for c in range(6) if a ^ b ^ c]:
        advice = choose(game, Heaps(heaps), UNHURRIED, level=7, past=(), dice=Dice(7))
        a, b, c = game.play(Heaps(heaps), advice.move).heaps
        assert a ^ b ^ c == 0, heaps
        if sum(heaps) > 1:
            assert (advice.proven, advice.status, amount(advice)) == (True, "win", 1.0)


def test_every_lost_position_of_nim_is_known_to_be_lost() -> None:
    game = Nim(3)
    for heaps in [(a, b, a ^ b) for a in range(4) for b in range(4) if a or b]:
        advice = choose(game, Heaps(heaps), UNHURRIED, level=7, past=(), dice=Dice(7))
        assert (advice.proven, advice.status, amount(advice)) == (True, "lost", 0.0)
        assert advice.move in game.legal(Heaps(heaps))


def test_a_sixth_game_has_a_computer_seat() -> None:
    session = Session(Nim(3))  # 1, 3, 5: exclusive or 7, so whoever begins can win
    dice = Dice(1)
    while not session.outcome:
        level = 7 if session.player == 0 else 1
        session.play(ai.choose(session, UNHURRIED, level=level, dice=dice).move)
    assert session.outcome.winner == 0


# Tic-tac-toe, against plain minimax.

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@dataclass(frozen=True)
class TicTacToe(Bare):
    """Nine squares, X moves first."""

    name: ClassVar[str] = "tictactoe"

    @property
    def players(self) -> int:
        return 2

    def start(self, dice: Dice) -> str:
        return "." * 9

    def player(self, state: str) -> int:
        return OVER if self.outcome(state) else (9 - state.count(".")) % 2

    def legal(self, state: str) -> Sequence[int]:
        return [] if self.outcome(state) else [square for square in range(9) if state[square] == "."]

    def play(self, state: str, move: int) -> str:
        return state[:move] + "OX"[state.count(".") % 2] + state[move + 1 :]

    def outcome(self, state: str) -> Outcome | None:
        for one, two, three in LINES:
            if state[one] == state[two] == state[three] != ".":
                return Outcome("XO".index(state[one]), "three in a row")
        return None if "." in state else Outcome(None, "the board is full")

    def scores(self, state: str) -> Sequence[float]:
        return [0, 0]


@cache
def minimax(state: str) -> int:
    """1, 0 or -1 for X."""
    game = TicTacToe()
    if outcome := game.outcome(state):
        return 0 if outcome.winner is None else 1 - 2 * outcome.winner
    return (max, min)[game.player(state)](minimax(game.play(state, move)) for move in game.legal(state))


@settings(max_examples=60)
@given(st.permutations(range(9)), st.integers(0, 7))
def test_tic_tac_toe_is_played_as_minimax_says(squares: list[int], plies: int) -> None:
    game, state = TicTacToe(), "." * 9
    for square in squares[:plies]:
        if not game.outcome(state):
            state = game.play(state, square)
    if game.outcome(state):
        return
    advice = choose(game, state, UNHURRIED, level=6, past=(), dice=Dice(plies))
    assert advice.move is not None
    assert minimax(game.play(state, advice.move)) == minimax(state)
    if advice.proven:
        value = minimax(state) * (1 - 2 * game.player(state))
        assert amount(advice) == (value + 1) / 2
        assert advice.status == ("lost", "unknown", "win")[value + 1]
    assert advice.proven or plies < 4


def test_tic_tac_toe_is_proved_a_draw() -> None:
    found = tree(TicTacToe(), "." * 9, 20_000)
    assert found.root.exact == (Fraction(1, 2), Fraction(1, 2))


def test_random_play_never_beats_it_at_tic_tac_toe() -> None:
    for seed in range(20):
        session, dice = Session(TicTacToe()), Dice(seed)
        while not session.outcome:
            if session.player == seed % 2:
                advice = choose(session.game, session.state, UNHURRIED, level=5, past=(), dice=dice)
                session.play(advice.move)
            else:
                session.play(dice.choice(session.legal))
        assert session.outcome.winner in (None, seed % 2)


# Push your luck: nature adds 1 or 2 to the pot or takes it all; both players in turn, the larger pot wins.


class Pots(NamedTuple):
    """The pot that was kept, the pot at stake, whose turn it is, and whether the die is in the air."""

    kept: int | None = None
    pot: int = 0
    turn: int = 0
    rolling: bool = False
    done: bool = False


DIE = [(0, Fraction(1, 4)), (1, Fraction(1, 4)), (2, Fraction(1, 2))]


@dataclass(frozen=True)
class Luck(Bare):
    """A pot of seven or more is kept at once; alone, the pot is the score and a pot of five wins."""

    name: ClassVar[str] = "luck"
    players: int = 2

    def start(self, dice: Dice) -> Pots:
        return Pots()

    def player(self, state: Pots) -> int:
        return OVER if state.done else CHANCE if state.rolling else state.turn

    def legal(self, state: Pots) -> Sequence[Any]:
        return [] if state.done else [face for face, _chance in DIE] if state.rolling else ["roll", "keep"]

    def odds(self, state: Pots) -> Sequence[tuple[Any, Fraction]]:
        return DIE

    def play(self, state: Pots, move: Any) -> Pots:
        if move == "roll":
            return state._replace(rolling=True)
        if move == "keep":
            return self._kept(state)
        state = state._replace(pot=state.pot + move if move else 0, rolling=False)
        return self._kept(state) if not move or state.pot >= 7 else state

    def _kept(self, state: Pots) -> Pots:
        if state.turn == self.players - 1:
            return state._replace(rolling=False, done=True)
        return Pots(kept=state.pot, turn=1)

    def outcome(self, state: Pots) -> Outcome | None:
        if not state.done:
            return None
        if self.players == 1:
            return Outcome(0 if state.pot >= 5 else None, "kept")
        assert state.kept is not None
        return Outcome(None if state.kept == state.pot else int(state.pot > state.kept), "kept")

    def scores(self, state: Pots) -> Sequence[float]:
        return [state.pot] if self.players == 1 else [state.kept or 0, state.pot]


@cache
def fair_share(game: Luck, state: Pots) -> tuple[Fraction, ...]:
    """By best play: each one's share of the win; alone, the chance to win and then the expected score."""
    if outcome := game.outcome(state):
        if game.players == 1:
            return Fraction(outcome.winner == 0), Fraction(state.pot)
        won = Fraction(1, 2) if outcome.winner is None else Fraction(1 - outcome.winner)
        return won, 1 - won
    if state.rolling:
        after = [(chance, fair_share(game, game.play(state, face))) for face, chance in DIE]
        one, two = (sum((c * share[n] for c, share in after), Fraction()) for n in (0, 1))
        return one, two
    return max(
        (fair_share(game, game.play(state, move)) for move in game.legal(state)),
        key=lambda share: share if game.players == 1 else (share[state.turn],),
    )


@pytest.mark.parametrize("players", [1, 2])
def test_luck_is_pushed_exactly_as_far_as_it_pays(players: int) -> None:
    game = Luck(players)
    rivals = [Pots(kept=kept, turn=1) for kept in range(8)] if players == 2 else [Pots()]
    for state in [rival._replace(pot=pot) for rival in rivals for pot in range(7)]:
        found = tree(game, state, 20_000)
        assert found.root.exact == fair_share(game, state)
        after = game.play(state, found.choice(found.root).move)
        assert fair_share(game, after) == fair_share(game, state)


def test_the_first_of_two_learns_how_far_to_push() -> None:
    game = Luck()
    for pot in range(7):
        state = Pots(pot=pot)
        shares = {move: fair_share(game, game.play(state, move))[0] for move in game.legal(state)}
        found = tree(game, state, 3000)
        kid = found.choice(found.root)
        assert max(shares.values()) - shares[kid.move] < Fraction(1, 50), (pot, shares)
        assert abs(found.value(0, kid) - shares[kid.move]) < 0.05


def test_nature_keeps_to_its_odds() -> None:
    session = begin("oca:2,dice=2#2")
    session.play_text("roll")
    found = tree(session.game, session.state, 4000)
    counts = {kid.move: kid.visits for kid in found.root.kids.values()}
    odds = dict(session.game.odds(session.state))
    expected = {move: float(4000 * chance) for move, chance in odds.items()}
    square = sum((counts[move] - mean) ** 2 / mean for move, mean in expected.items())
    assert square < 29.6  # chi-square with 10 degrees of freedom, 1 in 1,000


# Three seats: one heap, one to three stones a turn, the last stone wins; a forced win is worked out here.


@dataclass(frozen=True)
class Heap(Bare):
    """A state is the stones left and whose turn it is."""

    name: ClassVar[str] = "heap"
    players: int = 3

    def start(self, dice: Dice) -> tuple[int, int]:
        return 9, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1] if state[0] else OVER

    def legal(self, state: tuple[int, int]) -> Sequence[int]:
        return range(1, 1 + min(3, state[0]))

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] - move, (state[1] + 1) % self.players

    def outcome(self, state: tuple[int, int]) -> Outcome | None:
        return None if state[0] else Outcome((state[1] - 1) % self.players, "the last stone is taken")

    def scores(self, state: tuple[int, int]) -> Sequence[float]:
        return [0] * self.players


@cache
def can_force(game: Heap, state: tuple[int, int], seat: int) -> bool:
    """Whether a seat wins whatever all the others do."""
    if outcome := game.outcome(state):
        return outcome.winner == seat
    some = any if game.player(state) == seat else all
    return some(can_force(game, game.play(state, move), seat) for move in game.legal(state))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_proved_win_holds_whatever_the_others_do(players: int) -> None:
    game = Heap(players)
    for state in [(stones, turn) for stones in range(1, 12) for turn in range(players)]:
        found = tree(game, state, 400)
        forced = [can_force(game, state, seat) for seat in range(players)]
        assert (found.root.exact is not None) == any(forced)
        if found.root.exact:
            assert found.root.exact == tuple(map(int, forced))
            assert found.status == ("win" if forced[state[1]] else "lost")


# Endless games and repetition.


@dataclass(frozen=True)
class Patience(Bare):
    """Two players wait for ever, or one gives in and loses; how often they have waited is nobody's state."""

    name: ClassVar[str] = "patience"
    repeats: int = 0
    players: int = 2

    def start(self, dice: Dice) -> int:
        return 0

    def player(self, state: int) -> int:
        return state if state < 2 else OVER

    def legal(self, state: int) -> Sequence[str]:
        return ["give in", "wait"] if state < 2 else []

    def play(self, state: int, move: str) -> int:
        return 1 - state if move == "wait" else 3 - state

    def outcome(self, state: int) -> Outcome | None:
        return None if state < 2 else Outcome(state - 2, "the other gave in")

    def scores(self, state: int) -> Sequence[float]:
        return [0, 0]


@pytest.mark.parametrize("level", LEVELS[:5])
def test_who_can_wait_for_ever_does_not_give_in(level: int) -> None:
    advice = choose(Patience(), 0, UNHURRIED, level=level, past=(), dice=Dice(3))
    assert advice.move == "wait"
    assert not advice.proven


def test_waiting_is_a_draw_where_repetition_is() -> None:
    advice = advise(Patience(repeats=5), 0, UNHURRIED)
    assert (advice.move, amount(advice), advice.proven, advice.status) == ("wait", 0.5, True, "unknown")
    assert advice.line == ("wait",) * 8  # the start stands there for the fifth time
    advice = advise(Patience(repeats=5), 0, UNHURRIED, past=[0, 1] * 3)
    assert (advice.move, amount(advice), advice.proven, advice.line) == ("wait", 0.5, True, ("wait",) * 2)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 5), max_size=12))
def test_what_ends_a_session_ends_a_search(choices: list[int]) -> None:
    session = begin("fuga:7,repeats=2@0000000/0000000/0N00000/000R000/0000000/00000G0/00000N0.N")
    for choice in choices:  # a few moves of each piece, so that positions come again
        if not session.outcome:
            session.play(session.legal[choice % len(session.legal)])
    if session.outcome:
        return
    found = tree(session.game, session.state, 1, past=session.states[:-1])
    for kid in found.root.kids.values():
        after = Session(session.game, position=session.states[0])
        for move in [*session.moves, kid.move]:
            after.play(move)
        if after.outcome is None:
            assert kid.exact is None
        elif after.outcome.winner is None:
            assert kid.exact == (Fraction(1, 2), Fraction(1, 2))
        else:
            assert kid.exact is not None
            assert kid.exact[after.outcome.winner] == 1


# Alone: puzzles.


def best_end(game: Any, state: Any) -> tuple[bool, float]:
    """Whether it can be won, and the best score, by trying everything."""
    outcome = game.outcome(state)
    if outcome:
        return outcome.winner == 0, game.scores(state)[0]
    return max(best_end(game, game.play(state, move)) for move in game.legal(state))


@settings(max_examples=40)
@given(st.lists(st.sampled_from("0122"), min_size=12, max_size=12), st.integers(0, 11))
def test_small_pegs_are_solved(cells: list[str], goal: int) -> None:
    cells[goal] = "3" if cells[goal] in "01" else "4"
    layout = "/".join("".join(cells[row * 4 : row * 4 + 4]) for row in range(3))
    session = begin(f"solitario:{layout}")
    if len(session.legal) < 2:
        return
    wins, score = best_end(session.game, session.state)
    advice = choose(session.game, session.state, UNHURRIED, level=7, past=(), dice=Dice(goal))
    assert advice.proven
    assert advice.status == ("win" if wins else "lost")
    assert advice.value == Value(score, Unit.POINTS)
    for move in advice.line:
        session.play(move)
    assert session.outcome is not None
    assert (session.outcome.winner == 0, session.game.scores(session.state)[0]) == (wins, score)


def test_a_line_found_alone_is_the_whole_game() -> None:
    session = begin("drench:8x8,5#3")
    advice = choose(session.game, session.state, UNHURRIED, level=4, past=(), dice=Dice(1))
    assert advice.status == "win"
    for move in advice.line:
        session.play(move)
    assert session.outcome is not None
    assert session.outcome.winner == 0
    assert -len(advice.line) == (amount(advice) or 0) > -20  # random play needs 28 on average


# Every game, every level.

IDS = [
    "solitario:7x7#1",
    "fuga:9",
    "drench:8x8,6#1",
    "drench:6x6,4,players=2#1",
    "2048:4,2#1",
    "oca:2#1",
    "oca:4#1",
]


@pytest.mark.parametrize("gameid", IDS)
def test_the_same_dice_choose_the_same(gameid: str) -> None:
    session = walk(gameid, [3, 1, 4, 1, 5, 9])
    if session.player == CHANCE:
        session.roll()
    for level in (1, 3):
        one, two = (
            choose(
                session.game, session.state, UNHURRIED, level=level, past=session.states[:-1], dice=Dice(5)
            )
            for _twice in range(2)
        )
        assert one == two
        assert one.move in session.legal
        assert one.value is None or one.value.unit == Unit.POINTS or 0 <= one.value.amount <= 1
        assert one.line[0] == one.move


@pytest.mark.parametrize("limit", [Limit(seconds=0), Limit(cancel=lambda: True)])
@pytest.mark.parametrize("gameid", [*IDS, "fuga:19", "2048:256,2#1"])
def test_without_time_there_is_a_legal_move(gameid: str, limit: Limit) -> None:
    session = begin(gameid)
    for level in (1, 8):
        advice = choose(session.game, session.state, limit, level=level, past=(), dice=Dice(1))
        assert advice.move in session.legal
        assert not advice.proven


@pytest.mark.parametrize("gameid", ["fuga:19", "drench:30x30,6,players=2#1", "solitario:16x16,steps=200#1"])
@pytest.mark.parametrize("most", [1, 20, 300])
def test_a_cancel_is_heard_in_the_middle_of_anything(gameid: str, most: int) -> None:
    looks = iter(range(10_000))
    session = begin(gameid)
    limit = Limit(cancel=lambda: next(looks) >= most)
    assert advise(session.game, session.state, limit).move in session.legal
    assert next(looks) == most + 1


def test_it_needs_nothing_but_python() -> None:
    program = "import sys, ludoteca.ai.general.player; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_single_move_is_played_at_once_but_not_advised_without_its_value() -> None:
    session = begin("oca:4#1")
    never = Limit(cancel=lambda: 1 / 0 > 0)
    played = choose(session.game, session.state, never, level=8, past=(), dice=Dice(1))
    assert (played.move, played.line, played.value) == ("roll", ("roll",), None)
    advised = advise(session.game, session.state, Limit(0.2))
    assert advised.move == "roll"
    assert advised.value is not None
    assert advised.value.unit == Unit.SHARE
    assert sum(advised.chances) == pytest.approx(1, abs=1e-5)


def test_nature_and_an_end_leave_nothing_to_choose() -> None:
    session = begin("oca:2#1")
    session.play_text("roll")
    assert advise(session.game, session.state, Limit()).move is None
    assert ai.advise(Session(TicTacToe(), position="XXXOO....")).status == "win"


@pytest.mark.parametrize("level", LEVELS)
def test_a_win_in_sight_is_taken_at_every_level(level: int) -> None:
    game = TicTacToe()
    for seed in range(20):
        advice = choose(game, "XX.OO..XO", UNHURRIED, level=level, past=(), dice=Dice(seed))
        assert (advice.move, advice.status, advice.proven) == (2, "win", True)


def test_the_first_level_slips_and_the_third_does_not() -> None:
    # X must take square 2 or lose; everything else loses at once.
    moves = {
        level: [
            choose(TicTacToe(), "OO.X...X.", UNHURRIED, level=level, past=(), dice=Dice(seed)).move
            for seed in range(40)
        ]
        for level in (1, 3)
    }
    assert set(moves[3]) == {2}
    assert 4 <= sum(move != 2 for move in moves[1]) <= 20


def test_a_high_level_beats_a_low_one() -> None:
    wins = 0
    for seed in range(10):
        session, dice = begin(f"drench:5x5,6,players=2#{seed}"), Dice(seed)
        while not session.outcome:
            level = 4 if session.player == seed % 2 else 1
            advice = choose(session.game, session.state, UNHURRIED, level=level, past=(), dice=dice)
            session.play(advice.move)
        wins += session.outcome.winner == seed % 2
    assert wins >= 8


def test_a_full_tree_still_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_module, "ROOM", 50)
    for gameid in ("2048:4,2#1", "drench:6x6,4,players=2#1"):
        session = begin(gameid)
        found = tree(session.game, session.state, 300)
        assert found.simulations == 300
        assert found.root.visits == 300
        assert found.nodes < 50 + 10
