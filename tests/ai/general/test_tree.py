"""The tree of the general mind: what it counts, how it judges a game cut short, and that it looks around."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any, ClassVar

import pytest

from ludoteca.ai.general.tree import Node, Tree
from ludoteca.ai.limit import Limit
from ludoteca.core import CHANCE, OVER, AnyGame, Dice, Outcome
from ludoteca.games import begin

from support.bare import Bare
from support.kingmaker import Kingmaker
from support.nim import Heaps, Nim
from support.sessions import rolled


def grown(game: AnyGame, state: Any, simulations: int, seed: int = 1) -> Tree:
    tree = Tree(game, state, Limit(seconds=inf).start(), (), Dice(seed))
    tree.grow(simulations)
    return tree


def below(node: Node) -> Iterator[Node]:
    yield node
    for kid in node.kids.values():
        yield from below(kid)


@pytest.mark.parametrize("gameid", ["2048:3,2#1", "drench:6x6,4,players=2#1", "oca:3#1"])
def test_each_simulation_is_counted_once_on_its_whole_way(gameid: str) -> None:
    session = rolled(gameid)
    tree = grown(session.game, session.state, 120)
    assert tree.simulations == tree.root.visits == 120
    assert tree.nodes == sum(1 for _node in below(tree.root))
    assert sum(kid.visits for kid in tree.root.kids.values()) == 120 - 1, "the first found no moves yet"
    for node in below(tree.root):
        if node.visits and session.game.players > 1 and not any(kid.exact for kid in node.kids.values()):
            assert sum(node.sums) == pytest.approx(node.visits), "a game hands out one win, whole or shared"


def test_every_move_is_tried_however_bad_it_looked() -> None:
    session = begin("drench:6x6,9,players=2#1")
    tree = grown(session.game, session.state, 10 * len(session.legal))
    assert {kid.move for kid in tree.root.kids.values() if kid.visits} == set(session.legal)


@dataclass(frozen=True)
class Arms(Bare):
    """Choose an arm, and nature pulls it fifteen times; a game is won by more good pulls than bad ones."""

    name: ClassVar[str] = "arms"
    good: tuple[Fraction, ...]
    pulls: ClassVar[int] = 15

    @property
    def players(self) -> int:
        return 1

    def start(self, dice: Dice) -> Any:
        return ()

    def player(self, state: Any) -> int:
        return OVER if len(state) > self.pulls else CHANCE if state else 0

    def legal(self, state: Any) -> Sequence[Any]:
        return [] if len(state) > self.pulls else [-1, 1] if state else list(range(len(self.good)))

    def odds(self, state: Any) -> Sequence[tuple[Any, Fraction]]:
        return [(1, self.good[state[0]]), (-1, 1 - self.good[state[0]])]

    def play(self, state: Any, move: Any) -> Any:
        return (*state, move)

    def outcome(self, state: Any) -> Outcome | None:
        if len(state) <= self.pulls:
            return None
        return Outcome(0 if sum(state[1:]) > 0 else None, "pulled")

    def scores(self, state: Any) -> Sequence[float]:
        return [0.0]


@pytest.mark.parametrize("best", [0, 1, 2])
def test_the_best_of_three_arms_is_found_whatever_came_first(best: int) -> None:
    """More than seven of fifteen come up in some 21, 50 and 79 games of 100."""
    odds = [Fraction(1, 2)] * 3
    odds[best], odds[best - 1] = Fraction(3, 5), Fraction(2, 5)
    for seed in range(6):
        tree = grown(Arms(tuple(odds)), (), 400, seed)
        assert tree.choice(tree.root).move == best
        tried = {kid.move: kid.visits for kid in tree.root.kids.values()}
        assert max(tried, key=tried.__getitem__) == best


def judged(scores: Sequence[Sequence[float]], *, players: int) -> list[tuple[float, ...]]:
    """What games cut short at such scores are worth to each seat, one after another in one tree."""
    session = begin("drench:4x4,3,players=2#1") if players == 2 else None
    game = session.game if session else Kingmaker()
    tree = Tree(game, game.start(Dice(1)), Limit().start(), (), Dice(1))
    given = iter(scores)
    object.__setattr__(game, "scores", lambda _state: next(given))
    state = game.start(Dice(1))
    return [tuple(float(mark) for mark in tree._marks(state)) for _each in scores]


def test_a_game_cut_short_lies_between_loss_and_win_by_its_scores() -> None:
    assert judged([(6, 2), (3, 1), (1, 3), (5, 5)], players=2) == [
        (0.75, 0.25),  # as far ahead as was ever seen: half way to a win
        (0.625, 0.375),  # half as far
        (0.375, 0.625),
        (0.5, 0.5),
    ]
    assert judged([(0, 0), (4, 0)], players=2) == [(0.5, 0.5), (0.75, 0.25)]
    assert judged([(9, 3, 0)], players=3) == [pytest.approx((14 / 27, 8 / 27, 5 / 27))]


def test_one_seats_win_is_whole_and_a_draw_is_shared_by_all() -> None:
    tree = Tree(Kingmaker(), 0, Limit().start(), (), Dice(1))
    assert tree._marks(3) == (0, 0, 1)
    assert tree._marks(0, drawn=True) == (Fraction(1, 3),) * 3


def test_alone_any_win_is_worth_more_than_any_loss_and_then_the_score_counts() -> None:
    session = rolled("2048:2,2#1")
    tree = Tree(session.game, session.state, Limit().start(), (), Dice(1))
    assert tree.worth(0, (0, 7.0)) == 0.25, "nothing to compare it with"
    tree.least, tree.most = 100, 300
    assert [tree.worth(0, marks) for marks in ((0, 100), (0, 300), (1, 100), (1, 200), (1, 300))] == [
        0.0, 0.5, 0.5, 0.75, 1.0,
    ]  # fmt: skip
    assert tree.worth(0, (4, 800), 4) == 0.75, "the mean of four"


def node(move: str, visits: int = 0, wins: float = 0, exact: Any = None) -> Node:
    return Node(None, move, 0, exact, visits, (wins, visits - wins))


@pytest.mark.parametrize(
    ("kids", "chosen"),
    [
        ([node("a", 10, 9), node("b", 20, 10)], "b"),  # tried most often
        ([node("a", 10, 4), node("b", 10, 6)], "b"),  # as often, and better
        ([node("a", 10, 5), node("b", 3, exact=(Fraction(1, 2),) * 2)], "b"),  # as good, and proved
        ([node("a", 10, 6), node("b", 30, exact=(Fraction(1, 2),) * 2)], "a"),
        ([node("a", 10, 0), node("b", 30, exact=(0, 1))], "a"),  # what is not proved may be no loss
        ([node("a", 3, exact=(0, 1)), node("b", 4, exact=(0, 1))], "b"),  # all are: what took longest
        ([node("a", 9, 9), node("b", 3, exact=(1, 0))], "b"),
    ],
)
def test_the_move_chosen_is_proved_best_or_tried_most(kids: list[Node], chosen: str) -> None:
    tree = Tree(Nim(2), Heaps((1, 2)), Limit().start(), (), Dice(1))
    tree.root.kids = dict(enumerate(kids))
    tree._prove(tree.root)
    assert tree.choice(tree.root).move == chosen


def test_the_line_kept_leads_to_the_best_end_seen() -> None:
    """Alone without chance the best end seen is kept with the way to it, which can be gone again."""
    session = begin("solitario:4x4,steps=6#3")
    tree = grown(session.game, session.state, 400)
    assert tree.status == "win"
    state = session.state
    for move in tree.line:
        assert move in session.game.legal(state)
        state = session.game.play(state, move)
    outcome = session.game.outcome(state)
    assert outcome
    assert (outcome.winner, tree.best) == (0, (1, session.game.scores(state)[0]))
