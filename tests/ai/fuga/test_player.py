"""The fuga player: forced results against an exhaustive search by the rules, levels, limits and draws."""

from collections.abc import Callable

import pytest

from ludoteca.ai import LEVELS, Advice, Limit, Unit, Value
from ludoteca.ai.fuga import player
from ludoteca.ai.fuga.player import advise, choose
from ludoteca.ai.fuga.root import Root
from ludoteca.ai.fuga.searcher import Searcher
from ludoteca.ai.fuga.weights import LENGTH, place_class, weights_for
from ludoteca.core import Dice, Session
from ludoteca.core.session import REPEATED
from ludoteca.games import begin
from ludoteca.games.fuga import ATTACKERS, DEFENDERS, SIZES, Flight, Fuga, Slide
from ludoteca.kernels.compile import COMPILED

from support.advice import amount
from support.fuga import SMALL, follow, sharp_positions

UNLIMITED = Limit()
POSITIONS = 60 if COMPILED else 8
Wins = Callable[[Flight, int], bool]


def exhaustive(game: Fuga, draws: frozenset[Flight] = frozenset()) -> Wins:
    """By the rules alone: whether the side to move wins within so many plies, reaching none of the draws."""

    def wins(state: Flight, plies: int) -> bool:
        for move in game.legal(state):
            after = game.play(state, move)
            outcome = game.outcome(after)
            if outcome:
                if outcome.winner == state.turn:
                    return True
            elif plies > 2 and after not in draws and loses(after, plies - 1):
                return True
        return False

    def loses(state: Flight, plies: int) -> bool:
        for move in game.legal(state):
            after = game.play(state, move)
            outcome = game.outcome(after)
            if outcome and outcome.winner != state.turn:
                continue
            if outcome or after in draws or not wins(after, plies - 1):
                return False
        return True

    return wins


def test_forced_wins_are_found_and_proved_as_an_exhaustive_search_finds_them() -> None:
    wins, found = exhaustive(SMALL), set()
    for state in sharp_positions(POSITIONS, 1):
        shortest = next((plies for plies in (1, 3) if wins(state, plies)), None)
        advice = advise(SMALL, state, Limit(depth=1))
        if shortest is None:
            assert advice.status != "win" or (advice.ends_in or 0) > 3
            continue
        assert (advice.status, advice.proven, advice.ends_in) == ("win", True, shortest)
        assert advice.value == Value(1.0, Unit.SHARE)
        assert len(advice.line) == shortest
        outcome = SMALL.outcome(follow(SMALL, state, advice.line))
        assert outcome
        assert outcome.winner == state.turn
        found.add((state.turn, shortest))
    assert not COMPILED or len(found) >= 3


@pytest.mark.parametrize(
    "position",
    [
        "0N00000/00000N0/0N00000/RN00000/0N00000/N00N000/0000000.N",
        "0N00000/00NRN00/000N000/0000N00/00000N0/0000000/0000000.G",
        "0000000/0000N00/000NRN0/0000000/0N00000/0000N00/0000G00.G",
        "0000000/0N00000/NR00000/GN0000N/0000N00/0000000/0000000.G",
        "0NN0000/NRN0000/0G00000/00G0000/0000000/0000000/0000N00.G",
    ],
)
def test_forced_wins_in_five_are_found_too(position: str) -> None:
    state, wins = SMALL.load(position), exhaustive(SMALL)
    assert wins(state, 5)
    assert not wins(state, 3)
    advice = advise(SMALL, state, Limit(depth=1))
    assert (advice.status, advice.ends_in, len(advice.line)) == ("win", 5, 5)
    outcome = SMALL.outcome(follow(SMALL, state, advice.line))
    assert outcome
    assert outcome.winner == state.turn
    first, *others = advise(SMALL, state, Limit(depth=3), lines=2).lines
    assert (first.status, first.ends_in, first.moves) == ("win", 5, advice.line)
    assert len(others) == (len(SMALL.legal(state)) > 1)
    assert all(line.moves[0] != first.moves[0] for line in others)


def test_a_proof_stopped_while_its_line_is_written_keeps_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Root, "_defence", lambda *_given: [])
    state = SMALL.load("0000000/0000N00/000NRN0/0000000/0N00000/0000N00/0000G00.G")
    advice = advise(SMALL, state, Limit(depth=1))
    assert (advice.ends_in, advice.status, len(advice.line)) == (5, "win", 1)


def test_what_the_search_itself_claims_is_true() -> None:
    # No proof by exhaustion comes first here, so every sure value is the alpha-beta search's own.
    wins, claims = exhaustive(SMALL), {"win": 0, "lost": 0}
    for state in sharp_positions(POSITIONS, 2):
        searcher = Searcher(7, entries=1 << 12)
        searcher.place(state)
        best = searcher.think(UNLIMITED.start(), nodes=3_000 if COMPILED else 300, proof=1, depth=6).lines[0]
        if best.sure_in is None or best.sure_in > 3:
            continue
        if best.value > 0:
            claims["win"] += 1
            assert wins(state, best.sure_in)
        else:
            claims["lost"] += 1
            for move in SMALL.legal(state):
                after = SMALL.play(state, move)
                assert SMALL.outcome(after) or wins(after, best.sure_in - 1)
    assert not COMPILED or min(claims.values()) > 3


def test_a_win_through_a_position_that_would_be_a_draw_is_no_win() -> None:
    wins, changed = exhaustive(SMALL), 0
    for state in sharp_positions(POSITIONS, 3):
        if wins(state, 1) or not wins(state, 3):
            continue
        advice = advise(SMALL, state, Limit(depth=1))
        after = SMALL.play(state, advice.line[0])
        still = exhaustive(SMALL, frozenset({after}))(state, 3)
        again = advise(SMALL, state, Limit(depth=1), past=[after, after])
        assert (again.ends_in == 3) == still
        assert again.move != advice.move or again.ends_in != 3
        assert advise(SMALL, state, Limit(depth=1), past=[after]).ends_in == 3
        changed += not still
    assert changed or not COMPILED


def test_several_lines_are_different_moves_best_first_with_their_own_values() -> None:
    game = Fuga(9)
    state = game.start(Dice(0))
    searcher = Searcher(9, entries=1 << 12)
    searcher.place(state)
    whole = searcher.think(UNLIMITED.start(), depth=2, lines=len(game.legal(state)), proof=1)
    searcher.place(state)
    three = searcher.think(UNLIMITED.start(), depth=2, lines=3, proof=1)
    values = [line.value for line in whole.lines]
    assert values == sorted(values, reverse=True)
    assert {line.moves[0] for line in whole.lines} == set(game.legal(state))
    assert len({line.moves[0] for line in three.lines}) == 3
    assert [line.value for line in three.lines] == values[:3]


def test_advice_tells_lines_and_reports_each_depth() -> None:
    game, told = Fuga(7), list[Advice[Slide]]()
    state = game.start(Dice(0))
    advice = advise(game, state, Limit(show=told.append, depth=3 if COMPILED else 1), lines=2)
    assert advice.move == advice.line[0]
    assert advice.lines[0].value == advice.value
    assert all(line.moves[0] in game.legal(state) for line in advice.lines)
    depths = [shown.depth for shown in told]
    assert depths == list(range(1, len(depths) + 1))
    assert told[-1].line == advice.line
    follow(game, state, advice.line)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_gives_a_legal_move_and_the_same_one_for_the_same_dice(level: int) -> None:
    game = Fuga(7)
    state = game.start(Dice(0))
    limit = Limit(seconds=0.05 if level == LEVELS[-1] or not COMPILED else None)
    picked = [choose(game, state, limit, level=level, past=(), dice=Dice(4)) for _twice in range(2)]
    assert all(advice.move in game.legal(state) for advice in picked)
    if COMPILED and level < LEVELS[-1]:
        assert picked[0] == picked[1]


def test_every_level_takes_a_win_in_one() -> None:
    state = SMALL.load("00R0000/0000000/0000000/N000000/0000000/0000000/00000N0.G")
    for level in LEVELS:
        move = choose(SMALL, state, Limit(seconds=1), level=level, past=(), dice=Dice(level)).move
        assert move is not None
        assert SMALL.outcome(SMALL.play(state, move)) is not None


@pytest.mark.parametrize("limit", [Limit(seconds=0), Limit(cancel=lambda: True)])
@pytest.mark.parametrize("size", SIZES)
def test_without_time_there_is_a_legal_move(limit: Limit, size: int) -> None:
    game = Fuga(size)
    state = game.start(Dice(0))
    for advice in (advise(game, state, limit), choose(game, state, limit, level=8, past=(), dice=Dice(0))):
        assert advice.move in game.legal(state)
        assert not advice.proven


def test_a_cancelled_search_stops_in_the_middle() -> None:
    looks = iter(range(10_000))
    game = Fuga(9)
    advice = advise(game, game.start(Dice(0)), Limit(cancel=lambda: next(looks) > 5))
    assert not advice.proven
    assert advice.move
    assert next(looks) < 50


def test_a_lost_position_is_told_as_lost() -> None:
    # Two free ways to a castle at once, and attackers too far to take the king.
    state = SMALL.load("000R000/0000000/0000000/0000000/0000000/0N000N0/0000000.N")
    advice = advise(SMALL, state, UNLIMITED)
    assert (advice.status, advice.proven, advice.ends_in) == ("lost", True, 2)
    assert advice.value == Value(0.0, Unit.SHARE)
    assert advice.ends_in == 2


def test_a_whole_game_between_levels_ends_by_the_rules_or_goes_on_legally() -> None:
    session = Session(SMALL)
    for ply in range(40 if COMPILED else 4):
        if session.outcome:
            break
        level = 5 if ply % 2 == ATTACKERS else 2
        limit = Limit(seconds=None if COMPILED else 0.1)
        advice = choose(SMALL, session.state, limit, level=level, past=session.states[:-1], dice=Dice(ply))
        assert advice.move is not None
        session.play(advice.move)


def test_weights_exist_for_every_size_and_places_are_symmetric() -> None:
    for size in SIZES:
        assert len(weights_for(size)) == LENGTH
        for index in range(size * size):
            row, col = divmod(index, size)
            twins = {(row, col), (col, row), (size - 1 - row, col), (row, size - 1 - col)}
            assert len({place_class(r * size + c, size) for r, c in twins}) == 1


def test_preparing_is_said_before_the_first_search_only(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(player.prepare, "_made", [])
    for _twice in range(2):
        advise(SMALL, SMALL.start(Dice(0)), Limit(seconds=0.01, progress=said.append))
    assert said == (["preparing The King's Flight…"] if COMPILED else [])


def test_defenders_and_attackers_are_told_apart_by_value() -> None:
    # The king one move from a corner with nobody near: good for those who own him, bad for the others.
    board = "0000000/0000000/000R000/0000000/0G00000/00000N0/0N00000"
    for turn, side in (("G", DEFENDERS), ("N", ATTACKERS)):
        value = amount(advise(SMALL, SMALL.load(f"{board}.{turn}"), Limit(depth=3)))
        assert value is not None
        assert (value > 0) == (side == DEFENDERS)


@pytest.mark.skipif(not COMPILED, reason="without Numba a glance at every move takes too long")
def test_who_is_stopped_at_once_has_still_glanced_at_every_move() -> None:
    state = SMALL.load("0R00000/0000000/000G000/0000000/00000N0/0000000/0000000.G")
    move = advise(SMALL, state, Limit(0)).move
    assert move != SMALL.legal(state)[0]  # what happens to come first
    assert move is not None
    assert SMALL.outcome(SMALL.play(state, move))


def test_a_line_ends_where_the_game_does_also_by_repetition() -> None:
    """The attacker goes back to a6, where it has stood before: a draw, after which no king walks on."""
    session = begin("fuga:7,repeats=2@0000000/0000000/00000NR/0000000/0000000/0000000/0000000.N")
    for text in ("c6 a6", "c7 c6", "a6 a2", "c6 c7"):
        session.play_text(text)
    advice = advise(Fuga(7, repeats=2), session.state, Limit(depth=3), past=session.states[:-1])
    assert [session.game.text(move) for move in advice.line] == ["a2 a6"]
    session.play(advice.line[0])
    assert session.outcome == (None, REPEATED)
