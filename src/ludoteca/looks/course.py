"""The course of a game: how it stood after each move, drawn in a line, and where somebody went wrong."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from ludoteca.ai import Status, Unit
from ludoteca.analysis import Truth
from ludoteca.core import AnyGame, AnySession, LudotecaError
from ludoteca.core.words import _, ngettext
from ludoteca.looks import values
from ludoteca.looks.numbers import percent
from ludoteca.looks.plots import sparkline
from ludoteca.looks.wording import shares

SLIP: Final = 0.1  # of a share that a move may lose against others before it is called a mistake
LONELY: Final = 0.02  # of one who plays alone


class Mistake(NamedTuple):
    """A decision that made things worse: its ply, the better move in its place, or '', and what it cost, as a
    share of the win or of the best move's worth, and in words."""

    ply: int
    better: str
    share: float
    cost: str


class Course:
    """How a game stood at each ply where that is known, and where one of these seats went wrong.

    >>> from ludoteca.ai import Advice
    >>> from ludoteca.games import begin
    >>> session = begin("solitario:sample")
    >>> _moves = [session.play_text(text) for text in ("b4 d4", "c2 e2")]
    >>> course = Course(session, {0})
    >>> course.learn(0, Truth(Advice(move="d4 b4", status=Status.WIN)))
    >>> course.learn(1, Truth(Advice(status=Status.LOST)))
    >>> [(each.ply, each.better, each.cost) for each in course.mistakes]
    [(0, 'd4 b4', 'after it the game could no longer be won')]
    """

    def __init__(self, session: AnySession, seats: Collection[int]) -> None:
        self._session, self._seats = session, seats
        self._truths: dict[int, Truth] = {}
        self.heights: dict[int, float | None] = {}
        self._losses: dict[int, float] = {}
        self._left: dict[int, tuple[float, bool]] = {}  # moves to go, and whether that is sure
        self.mistakes: list[Mistake] = []

    def learn(self, ply: int, truth: Truth) -> None:
        """How the game stood after so many plies."""
        session = self._session
        self._truths[ply] = truth
        self.heights[ply] = height(session.game, sum(map(session.decided, range(ply))), truth)
        if ply < len(session.moves):
            self._losses[ply] = wasted(truth, session.game.text(session.moves[ply]))
        advice = truth.advice
        if truth.over or (advice.value is not None and advice.value.unit == Unit.MOVES):
            left = 0.0 if truth.over or advice.value is None else advice.value.amount
            self._left[ply] = left, truth.over or advice.proven
        found = mistakes(session, self.heights, self._losses, self._more())
        self.mistakes = [self._judged(each) for each in found if self._is_one(each)]

    def knows(self, ply: int) -> bool:
        """Whether it was looked at."""
        return ply in self._truths

    @property
    def is_drawn(self) -> bool:
        """Whether there is anything to draw: how it stood is known somewhere."""
        return any(each is not None for each in self.heights.values())

    @property
    def is_known(self) -> bool:
        """Whether anybody could tell anything of the game."""
        return self.is_drawn or any(truth.advice.values for truth in self._truths.values())

    @property
    def worst(self) -> Mistake | None:
        """The mistake that cost most, the first of several."""
        return max(self.mistakes, key=lambda each: each.share, default=None)

    def _more(self) -> dict[int, float]:
        """How many moves each move cost, at least: of those to go before it one may know only the most."""
        known = self._left
        return {
            ply: after[0] + 1 - before[0] if after[1] else 0.0
            for ply, before in known.items()
            if (after := known.get(ply + 1)) is not None
        }

    def _is_one(self, ply: int) -> bool:
        """Whether a mistake is one of these seats', and not the very move that is thought best."""
        session = self._session
        best = self._truths[ply].advice.move
        return session.actor(ply) in self._seats and best != session.game.text(session.moves[ply])

    def _judged(self, ply: int) -> Mistake:
        session, before, after = self._session, self._truths[ply], self._truths.get(ply + 1)
        share, is_first = self._losses.get(ply, 0.0), session.actor(ply) == 0
        stood, stands = self.heights.get(ply), self.heights.get(ply + 1)
        if stood is not None and stands is not None:
            stood, stands = (stood, stands) if is_first else (1 - stood, 1 - stands)
            share = max(share, stood - stands)
        cost = _cost(session.game, before, after, share, stood, stands)
        return Mistake(ply, before.advice.move or "", share, cost)


def _cost(
    game: AnyGame, before: Truth, after: Truth | None, share: float, stood: float | None, stands: float | None
) -> str:
    """What a mistake cost, in words: of moves or chances, and how it stood for its seat before and after."""
    was, now = before.advice, after.advice if after else None
    if now and game.players == 1 and was.status == Status.WIN and now.status == Status.LOST:
        return _("after it the game could no longer be won")
    known = [each.value for each in (was, now) if each and each.value and each.value.unit == Unit.MOVES]
    if len(known) == 2 and (more := round(known[1].amount + 1 - known[0].amount)) > 0:
        return ngettext("it cost {count} move", "it cost {count} moves", more)
    if stood is None or stands is None or game.players == 1:
        return _("it threw away {share} of what the best move was worth", share=percent(share, digits=0))
    if any(each and each.value and each.value.unit == Unit.MARGIN for each in (was, now)):
        return _fell(stood, stands)
    had, left = percent(stood, digits=0), percent(stands, digits=0)
    return _("the chance to win fell from about {had} to {left}", had=had, left=left)


def _fell(stood: float, stands: float) -> str:
    """From where to where a seat fell of whose chances a margin is all that is known: no percentages.

    >>> _fell(0.98, 0.03), _fell(0.85, 0.72), _fell(0.28, 0.12)
    ('from far ahead to far behind', 'the lead shrank', 'it fell further behind')
    """
    had, left = values.stands(stood), values.stands(stands)
    if had != left:
        return _("from {had} to {left}", had=had, left=left)
    return _("the lead shrank") if stands > 0.5 else _("it fell further behind")


def told(session: AnySession, mistake: Mistake, number: int, *, key: str = "") -> list[str]:
    """A mistake in sentences: which move it was, what it cost, and what was better, maybe with the key that
    shows it."""
    game, state = session.game, session.states[mistake.ply]
    move = game.noted(state, session.moves[mistake.ply])
    said = [_("Move {number} ({move}) was a mistake: {cost}", number=number, move=move, cost=mistake.cost)]
    if mistake.better:
        better = noted(session, mistake)
        said.append(
            _("Better: {move} (see it: {key})", move=better, key=key)
            if key
            else _("Better: {move}", move=better)
        )
    return said


def noted(session: AnySession, mistake: Mistake) -> str:
    """The better move as the list of moves would show it."""
    game, state = session.game, session.states[mistake.ply]
    try:
        return game.noted(state, game.parse(state, mistake.better))
    except LudotecaError:  # of another package's mind
        return mistake.better


def height(game: AnyGame, made: int, truth: Truth) -> float | None:
    """How the game stands for the first seat, from 0 to 1: how near to par, where a game has one; else its
    share of the win."""
    advice = truth.advice
    if truth.par and advice.status != Status.LOST:
        if truth.over:
            return truth.par / made
        if advice.value is not None and advice.value.unit == Unit.MOVES:
            return truth.par / (made + advice.value.amount)
    known = shares(game, truth)
    return known[0][1] if known else None


def wasted(truth: Truth, move: str) -> float:
    """What a move throws away of the best one, as a share of it, where each move's value is known; else 0.

    What nature does next has no part in this.
    """
    worths = {each: value.worth for each, value in truth.advice.values.items()}
    best = max(worths.values(), default=0.0)
    return (best - worths[move]) / best if move in worths and best > 0 else 0.0


def mistakes(
    session: AnySession,
    heights: Mapping[int, float | None],
    losses: Mapping[int, float],
    more: Mapping[int, float] = MappingProxyType({}),
) -> list[int]:
    """The plies at which a decision made things worse for the one who made it, as far as it is known: where
    moves are counted by how many `more` it takes, else by what it lost of a share.

    >>> from ludoteca.games import begin
    >>> session = begin("fuga:7")
    >>> for text in ("a3 b3", "c3 c2"):
    ...     _move = session.play_text(text)
    >>> mistakes(session, {0: 0.5, 1: 0.3, 2: 0.9}, {})
    [0, 1]
    """
    found, slip = [], LONELY if session.game.players == 1 else SLIP
    for ply in filter(session.decided, range(len(session.moves))):
        before, after = heights.get(ply), heights.get(ply + 1)
        lost = losses.get(ply, 0.0)
        if before is not None and after is not None:  # nobody but the one who decided has acted between
            lost = max(lost, before - after if session.actor(ply) == 0 else after - before)
        if more[ply] >= 1 if ply in more else lost > slip:
            found.append(ply)
    return found


def graph(heights: Sequence[float | None], width: int, *, plain: bool) -> str:
    """The course in a line of at most so many columns, as high as the first seat stands; a blank for what is
    not known.

    >>> graph([0.5, 1.0, None, 0.0], 10, plain=False), graph([0.0, 0.5, 1.0, 0.5], 2, plain=True)
    ('▅█ ▁', '.#')
    """
    step = _step(len(heights), width)
    drawn = (
        (" " if each is None else sparkline([0.0, 1.0, each], plain=plain)[-1]) for each in heights[::step]
    )
    return "".join(drawn)


def column(at: int, count: int, width: int) -> int:
    """Where in the line one of so many heights stands.

    >>> column(3, 4, 10), column(3, 4, 2)
    (3, 1)
    """
    return at // _step(count, width)


def _step(count: int, width: int) -> int:
    """How many heights a column stands for."""
    return max(1, -(-count // max(1, width)))
