"""The tree of Monte Carlo search over the contract alone, with any number of seats, chance, and proofs.

A simulation walks down the tree (by UCT to the move that promises most to whoever acts, at nature's turns by
the odds), adds the positions that follow, plays on at random and hands the result up its way. What is certain
is kept apart from what is guessed: ends, repetitions and all that follows from them are proved on the way up
(as in MCTS-Solver), and hold for the same position wherever it comes up again.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from math import inf, lcm, log, sqrt
from typing import Any, Final

from ludoteca.ai.advice import Status
from ludoteca.ai.limit import Clock
from ludoteca.core import CHANCE, OVER, AnyGame, Dice, Game

# From 0.3 to 1.4 no difference beyond chance in 60 games each of drench for two; alone, less was better. To
# prefer moves that did well before in the random games (MAST), or that gain points, made nothing better: 45 %
# of 50 games of connect four, 50 % and 47 % in drench.
CURIOSITY: Final = 0.5
HOPELESS: Final = 0.001  # whoever is proved no more than that may as well try what is not proved
LONGEST: Final = 200  # plies of a random game, before it is judged by its scores
ROOM: Final = 250_000  # positions and odds in a tree, 450 bytes each; a full one is still walked

# What a game came to. Among several: each seat's share of the win. Alone: whether it was won, and the score.
Marks = tuple[Fraction | float, ...]


class LateError(Exception):
    """The time is over; the simulation under way is forgotten."""


@dataclass(slots=True, eq=False)
class Node:
    """A position of the tree: the move to it, who acts, what may follow, and what simulations came to."""

    state: Any
    move: Any
    actor: int
    exact: Marks | None = None  # what it comes to by best play, once that is proved
    visits: int = 0
    sums: Sequence[float] = ()
    kids: "dict[int, Node]" = field(default_factory=dict)  # by number; nature's once they have come up
    odds: Sequence[tuple[Any, Fraction]] = ()
    steps: Sequence[int] = ()  # nature's odds in whole numbers, added up


class Tree:
    """A search under way."""

    def __init__(self, game: AnyGame, state: Any, clock: Clock, past: Sequence[Any], dice: Dice) -> None:
        self.game, self.clock, self.dice, self.players = game, clock, dice, game.players
        self.root = Node(state, None, game.player(state))
        self.past = Counter(past if game.repeats else ())
        self.simulations, self.nodes, self.room = 0, 1, ROOM
        self.proofs: dict[
            Any, Marks
        ] = {}  # by position; unused where it matters how often one has stood there
        # To ask who acts costs solitario as much as to ask for the moves; without chance, nobody need ask.
        self.has_chance = type(game).odds is not Game.odds
        self.is_puzzle = self.players == 1 and not self.has_chance
        self.least, self.most = inf, -inf  # scores seen, of one who plays alone
        self.ends = set[bool]()  # whether one who plays alone was seen to win, and not to win
        self.lead = 0.0  # the most that one seat was ahead of another where a game was cut short
        self.best: Marks = ()
        self.line: tuple[Any, ...] = ()  # a puzzle's way to the best end seen, which can be gone again

    def grow(self, simulations: float) -> None:
        """Simulate so often, or until the time is over or nothing is left to learn about the moves."""
        try:
            while self.simulations < simulations and not self._settled:
                self._tick()  # what ends in a proof need not ask the clock on its way
                self._simulate()
        except LateError:
            pass

    @property
    def _settled(self) -> bool:
        """Whether the root is proved; or each of its moves, where three or more seats leave it open."""
        kids = self.root.kids.values()
        return self.root.exact is not None or (
            self.players > 2 and bool(kids) and all(kid.exact for kid in kids)
        )

    def _tick(self) -> None:
        if self.clock.expired:
            raise LateError

    def _simulate(self) -> None:
        path, firm = [self.root], list[Marks | None]()
        while not path[-1].exact and (path[-1].kids or path[-1].steps) and len(path) < LONGEST:
            kid, known = self._drawn(path) if path[-1].actor == CHANCE else self._promising(path[-1])
            if kid is None:
                break
            kid.exact = kid.exact or self.proofs.get(kid.state)
            path.append(kid)
            firm.append(known)
        leaf = path[-1]
        if not (leaf.exact or leaf.kids or leaf.steps) and self.room > 0:
            self._expand(path)
        self._hand_up(path, [*firm, leaf.exact or self._play_on(path)])
        self.simulations += 1

    def _promising(self, node: Node) -> tuple[Node, Marks | None]:
        """The move to try now: good so far, or tried little; one never tried is as good as the position.

        A proved move need not be tried. Where it promises most, the best other is tried, for what that may
        teach, and the proved result counts.
        """
        seat, curiosity = node.actor, CURIOSITY * sqrt(log(node.visits + 1))
        if self.players == 1 and len(self.ends) == 1:
            curiosity /= 2  # wins lie above 1/2, all else below: only half of the range is in use
        hope = self.worth(seat, node.sums, node.visits) + curiosity

        def promise(kid: Node) -> float:
            if kid.exact or not kid.visits:
                return self.worth(seat, kid.exact) if kid.exact else hope
            return self.worth(seat, kid.sums, kid.visits) + curiosity / sqrt(kid.visits)

        proved = max((kid for kid in node.kids.values() if kid.exact), key=promise, default=None)
        best = max((kid for kid in node.kids.values() if not kid.exact), key=promise, default=None)
        if proved and (best is None or promise(proved) >= promise(best)):
            return best or proved, proved.exact
        assert best
        return best, None

    def _drawn(self, path: list[Node]) -> tuple[Node | None, None]:
        """What nature does now, by the odds; None where the tree is full."""
        node = path[-1]
        number = bisect(node.steps, self.dice.below(node.steps[-1]))
        if number not in node.kids and self.room > 0:
            node.kids[number] = self._follow(path, node.odds[number][0])
        return node.kids.get(number), None

    def _expand(self, path: list[Node]) -> None:
        """Add every move's position, in a random order; nature's are added when they come up."""
        node = path[-1]
        if node.actor == CHANCE:
            node.odds = self.game.odds(node.state)
            self.room -= len(node.odds)
            self._tick()
            whole = lcm(*{chance.denominator for _move, chance in node.odds})
            shares = (chance.numerator * (whole // chance.denominator) for _move, chance in node.odds)
            node.steps = list(accumulate(shares))
            return
        moves, kids = list(self.game.legal(node.state)), dict[int, Node]()
        while moves:
            number = self.dice.below(len(moves))
            moves[number], moves[-1] = moves[-1], moves[number]
            kids[len(kids)] = self._follow(path, moves.pop())
        node.kids = kids
        self._prove(node)

    def _follow(self, path: list[Node], move: Any) -> Node:
        """The position after a move; if the game is over there, by its rules or repetition, that is exact."""
        self._tick()
        state = self.game.play(path[-1].state, move)
        node = Node(state, move, self.game.player(state), self.proofs.get(state))
        self.nodes, self.room = self.nodes + 1, self.room - 1
        if node.actor == OVER:
            node.exact = self._marks(state)
        elif self.game.repeats:
            times = 1 + self.past[state] + sum(earlier.state == state for earlier in path)
            if times >= self.game.repeats:
                node.exact = self._marks(state, drawn=True)
        if node.exact:
            self._remember(node.exact, path, [move])
        return node

    def _play_on(self, path: list[Node]) -> Marks:
        """The result of a random game from here; one too long is judged by its scores."""
        game, state, line = self.game, path[-1].state, list[Any]()
        for _ply in range(LONGEST):
            self._tick()
            if self.has_chance and game.player(state) == CHANCE:
                move = self.dice.pick(game.odds(state))
            elif moves := game.legal(state):
                move = self.dice.choice(moves)
            else:
                break
            state = game.play(state, move)
            line.append(move)
        else:
            return self._marks(state)
        marks = self._marks(state)
        self._remember(marks, path, line)
        return marks

    def _marks(self, state: Any, *, drawn: bool = False) -> Marks:
        """What a game that ends here came to; one cut short lies between loss and win, by its scores."""
        outcome, scores, players = self.game.outcome(state), self.game.scores(state), self.players
        if players == 1:
            won = outcome is not None and outcome.winner is not None
            self.least, self.most = min(self.least, scores[0]), max(self.most, scores[0])
            self.ends.add(won)
            return int(won), scores[0]
        share = Fraction(1, players)
        if drawn or (outcome and outcome.winner is None):
            return (share,) * players
        if outcome:
            return tuple(int(seat == outcome.winner) for seat in range(players))
        self.lead = max(self.lead, max(scores) - min(scores))
        scale, mean = players * (self.lead or 1), sum(scores) / players
        return tuple(share + (score - mean) / scale for score in scores)

    def _remember(self, marks: Marks, path: list[Node], line: list[Any]) -> None:
        if self.is_puzzle and marks > self.best:
            self.best, self.line = marks, (*(node.move for node in path[1:]), *line)

    def _hand_up(self, path: list[Node], results: list[Marks | None]) -> None:
        """Add the result to every position on its way, or a better one, and prove what a proof decides."""
        proved, marks = False, Marks()
        for node, firm in zip(reversed(path), reversed(results), strict=True):
            marks = firm or marks
            sums = node.sums or (0.0,) * len(marks)
            node.sums = [total + float(mark) for total, mark in zip(sums, marks, strict=True)]
            node.visits += 1
            if proved and not node.exact:
                self._prove(node)
            proved, marks = node.exact is not None, node.exact or marks

    def _prove(self, node: Node) -> None:
        node.exact = self._proof(node)
        if node.exact and not self.game.repeats:
            self.proofs[node.state] = node.exact

    def _proof(self, node: Node) -> Marks | None:
        """What a position comes to by best play, if that follows from what is proved of the next ones.

        Among three or more seats a proof holds whatever the others do: a win that one can force, or moves
        that all come to the same.
        """
        seat, players, kids = node.actor, self.players, node.kids
        exact = [kid.exact for kid in kids.values() if kid.exact]
        if players > 1 and seat != CHANCE and (wins := [marks for marks in exact if marks[seat] == 1]):
            return wins[0]
        if len(exact) < max(len(kids), len(node.odds)):
            return None
        if seat == CHANCE:
            chances = [node.odds[number][1] for number in kids]
            weighed = (
                [c * Fraction(mark) for mark in marks] for c, marks in zip(chances, exact, strict=True)
            )
            return tuple(sum(column) for column in zip(*weighed, strict=True))
        if players <= 2:
            return max(exact, key=lambda marks: marks if players == 1 else (marks[seat],))
        return exact[0] if len(set(exact)) == 1 else None

    def worth(self, seat: int, marks: Sequence[Fraction | float], visits: int = 1) -> float:
        """A result, or the mean of so many, from 0 to 1; see `advise`."""
        if self.players > 1:
            return float(marks[seat]) / visits
        won, score = float(marks[0]) / visits, float(marks[1]) / visits
        place = (score - self.least) / (self.most - self.least) if self.most > self.least else 0.5
        return (won + place) / 2

    def value(self, seat: int, node: Node) -> float:
        """What a position is worth to a seat: exactly, or on average; 0 if it was never seen."""
        if node.exact:
            return self.worth(seat, node.exact)
        return self.worth(seat, node.sums, node.visits) if node.visits else 0.0

    def choice(self, node: Node) -> Node:
        """The best move found: proved best, or tried most often, unless a proved one is as good."""
        if node is self.root and self.line:
            return next(kid for kid in node.kids.values() if kid.move == self.line[0])
        proved = [kid for kid in node.kids.values() if kid.exact]
        guessed = [kid for kid in node.kids.values() if not kid.exact]
        sure = max(proved, key=lambda kid: (self.value(node.actor, kid), kid.visits), default=None)
        tried = max(guessed, key=lambda kid: (kid.visits, self.value(node.actor, kid)), default=None)
        if sure and (node.exact == sure.exact or tried is None):
            return sure
        assert tried
        if sure and self.value(node.actor, sure) >= max(self.value(node.actor, tried), HOPELESS):
            return sure
        return tried

    @property
    def status(self) -> Status:
        """Whether the one to move certainly wins or loses; alone, also that a line wins, best or not."""
        alone, exact = self.players == 1, self.root.exact
        if alone and self.best and self.best[0] == 1:
            return Status.WIN
        share = exact[0 if alone else self.root.actor] if exact else None
        return Status.WIN if share == 1 else Status.LOST if share == 0 else Status.UNKNOWN
