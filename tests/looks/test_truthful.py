"""Nothing said of a position is false: every sentence of random games is held against all ways to go on."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.ai import Limit, Status
from ludoteca.analysis import Analyst
from ludoteca.analysis.review import review
from ludoteca.core import CHANCE, AnyGame, AnySession
from ludoteca.games import begin
from ludoteca.looks.wording import bar, judged, no_way_back, sentences

from support.sessions import at_random

SHORT = "track=12.goose.4.9.12.inn.5.1.prison.7.2.death.11.1"
SMALL = [  # games of which every way to go on can be tried
    "solitario:0000/2212/0200/0123",
    "solitario:4x4,steps=6#{seed}",
    "drench:3x3,3,limit=4#{seed}",
    "drench:3x3,4,limit=8#{seed}",
    "drench:3x3,3,players=2#{seed}",
    "2048:2,2,goal=16#{seed}",
    "2048:2,2,goal=64#{seed}",
]
FLOODS = ["drench:3x3,3#{seed}"]  # which can always be won, if at length
ENDLESS = [f"oca:2,{SHORT}#{{seed}}", f"oca:3,relieved=yes,{SHORT}#{{seed}}"]  # whose ways have no end
LARGE = ["fuga:7@0000000/0R000N0/0000000/0000N00/00000N0/00G0000/0000000.G"]  # or are too many


@cache
def winners(game: AnyGame, state: Any) -> frozenset[int | None]:
    """Who may win from here, whatever anybody and nature do."""
    if outcome := game.outcome(state):
        return frozenset({outcome.winner})
    return frozenset().union(*(winners(game, game.play(state, move)) for move in game.legal(state)))


@cache
def forces(game: AnyGame, state: Any, seat: int) -> bool:
    """Whether a seat wins for certain, against everybody and nature."""
    if outcome := game.outcome(state):
        return outcome.winner == seat
    after = (forces(game, game.play(state, move), seat) for move in game.legal(state))
    return any(after) if game.player(state) == seat else all(after)


@cache
def shortest(game: AnyGame, state: Any) -> int:
    """The fewest moves to the end of a flood, by trying each colour, whatever the limit."""
    game, front = replace(game, limit=0), {state}
    for moves in range(20):
        if any(game.outcome(each) for each in front):
            return moves
        front = {game.play(each, move) for each in front for move in game.legal(each)}
    raise AssertionError("a small flood has an end")


class At(NamedTuple):
    """A position of a game, with the game's whole course."""

    there: AnySession
    whole: AnySession
    is_small: bool

    def can_win(self, seat: int, ply: int | None = None) -> bool:
        state = self.whole.states[len(self.there.moves) if ply is None else ply]
        return not self.is_small or seat in winners(self.there.game, state)

    def cannot_win(self, seat: int) -> bool:
        return not self.is_small or seat not in winners(self.there.game, self.there.state)

    def forced(self, name: str) -> bool:
        """A small game is tried out; in a large one nobody but the other can end it with the next move."""
        game, state, seat = self.there.game, self.there.state, self.there.game.seats.index(name)
        if self.is_small:
            return forces(game, state, seat)
        ends = [game.outcome(game.play(state, move)) for move in self.there.legal]
        return all(end is None or end.winner == seat for end in ends) or self.there.player == seat

    def beaten(self, name: str) -> bool:
        return any(self.forced(other) for other in self.there.game.seats if other != name)

    def is_over(self, winner: str | None) -> bool:
        outcome = self.there.outcome
        name = outcome and outcome.winner is not None and self.there.game.seats[outcome.winner]
        return outcome is not None and (name or None) == winner

    def lost_since(self, move: str) -> bool:
        """Before that decision it could be won, before the next it could not."""
        ply, plies = int(move) - 1, range(int(move), len(self.whole.moves) + 1)
        following = next(later for later in plies if self.whole.decided(later))
        return self.can_win(0, ply) and self.cannot_win(0) and not self.can_win(0, following)

    def chance(self, name: str, more: str, percent: str, less: str = "") -> bool:
        """A chance is all or nothing only where it is."""
        seat, game = self.there.game.seats.index(name), self.there.game
        if self.is_small and percent in ("0.0", "100.0") and not (more or less):
            return forces(game, self.there.state, seat) == (percent == "100.0")
        return 0 <= float(percent) <= 100


# What is said, and when it is true. What stands in neither table is a sentence that nobody has thought about.
NOW: dict[str, Callable[..., bool]] = {
    r"still winnable(?: \(proved\))?: (?:.+)": lambda at: at.can_win(0),
    r"This can be won(?:: proved)?\.": lambda at: at.can_win(0),
    r"This can be won with luck: proved\.": lambda at: at.can_win(0),
    r"lost \(proved\)": lambda at: at.cannot_win(0),
    r"This cannot be won: proved\.": lambda at: at.cannot_win(0),
    r"The goal cannot be reached, only points: proved\.": lambda at: at.cannot_win(0),
    r"A proved win for (.+)\.": At.forced,
    r"(.+): proved win(?: in \d+ moves?)?": At.forced,
    r"A proved loss for (.+)\.": At.beaten,
    r"(.+): proved loss(?: in \d+ moves?)?": At.beaten,
    r"(Player \d|Attackers|Defenders) (> )?([\d.]+) %": At.chance,
    r"moves: (?:\d+) \+ (\d+) = (?:\d+)": lambda at, left: (
        int(left) == shortest(at.there.game, at.there.state)
    ),
    r"(\d+) to go, \d+ in all": lambda at, left: int(left) == shortest(at.there.game, at.there.state),
    r"at most (\d+) to go": lambda at, left: int(left) >= shortest(at.there.game, at.there.state),
    r"chance to win (?:[<>] )?[\d.]+ %|points if played on": lambda at: True,
    r"about [\d,]+ points(?: if played on)?|not proved": lambda at: True,
    r"Not proved; played on after the goal .+": lambda at: True,
    r"Fewest moves, proved: (\d+)": lambda at, left: int(left) == shortest(at.there.game, at.there.state),
    r"moves: \d+ \+ \d+ at most|not decided yet|Not decided within the limit\.": lambda at: True,
    r"Not proved; (?:thought to b|estimate: ).+|worth .+|estimate: .+": lambda at: True,
    r"(?:Best|Good) move: (.+)": lambda at, move: move in map(at.there.game.text, at.there.legal),
    r"Line \(\d+ moves?\): ([^,]+).*": lambda at, move: move in map(at.there.game.text, at.there.legal),
    r"Moves of the winner to the end, at most: \d+|Moves looked ahead: \d+": lambda at: True,
    r"Worth of each move: .+|Fewest moves found: \d+|(?:up|down|left|right) .+ %": lambda at: True,
    r"Chances? .+|Turns to come, .+|Throws to come, .+|draw [\d.<> ]+ %|proved": lambda at: True,
    r"(?:(?:\w\d )+\w\d|\d)(?:, (?:(?:\w\d )+\w\d|\d))*(?: …)?|[-+]\d+": lambda at: True,  # a line, a margin
    r"(?:up|down|left|right) \d+(?:\.\d+)?": lambda at: True,
}
EVER: dict[str, Callable[..., bool]] = {
    r"lost since move (\d+)": At.lost_since,
    r"(\d+) / par (\d+)": lambda at, made, par: (
        int(made) == len(at.there.moves) and int(par) == shortest(at.whole.game, at.whole.states[0])
    ),
    r"No earlier position is known that could be won\.": lambda at: True,
    r"Worth of each move: .+": lambda at: True,
}
OVER: dict[str, Callable[..., bool]] = {
    r"won|The game is won\.": lambda at: at.is_over(at.there.game.seats[0]),
    r"lost|The game is lost\.": lambda at: at.is_over(None),
    r"Winner: (.+)": At.is_over,
    r"Draw": lambda at: at.is_over(None),
    r"moves: (\d+)": lambda at, made: int(made) == len(at.there.moves),
}


def said(session: AnySession) -> Iterator[str]:
    """All that screens say of a position, taken apart."""
    truth, game = Analyst().truth(session, Limit(0.3)), session.game
    yield from bar(game, len(session.moves), truth).split(" · ")
    yield from sentences(game, truth)
    yield from (part for line in no_way_back(game, truth) for part in line.split(" · "))


def is_true(at: At, sentence: str) -> bool:
    known = OVER if at.there.outcome else NOW
    for form, holds in (EVER | known).items():
        if found := re.fullmatch(form, sentence):
            return holds(at, *(group or "" for group in found.groups()))
    raise AssertionError(f"nobody has thought about {sentence!r}")


def check(gameid: str, dice: int, *, is_small: bool) -> None:
    whole = at_random(begin(gameid), dice)
    for ply in sorted({0, len(whole.moves) // 2, max(0, len(whole.moves) - 1), len(whole.moves)}):
        there = whole.at(ply)
        if there.player != CHANCE:
            at = At(there, whole, is_small)
            false = [sentence for sentence in said(there) if not is_true(at, sentence)]
            assert not false, (there.record, false)


chosen = st.integers(0, 10**6)  # of the dice that play


@pytest.mark.parametrize("gameid", SMALL)
@settings(max_examples=12)
@given(seed=st.integers(0, 500), dice=chosen)
def test_what_is_said_of_a_small_game_holds_whatever_is_played(gameid: str, seed: int, dice: int) -> None:
    check(gameid.format(seed=seed), dice, is_small=True)


@pytest.mark.parametrize("gameid", FLOODS + ENDLESS + LARGE)
@settings(max_examples=6)
@given(seed=st.integers(0, 500), dice=chosen)
def test_what_is_said_of_a_large_game_holds_at_its_end_and_before(gameid: str, seed: int, dice: int) -> None:
    check(gameid.format(seed=seed), dice, is_small=False)


@pytest.mark.parametrize("gameid", SMALL + FLOODS + ENDLESS)
@settings(max_examples=6)
@given(seed=st.integers(0, 500), dice=chosen)
def test_a_review_says_of_each_move_what_holds(gameid: str, seed: int, dice: int) -> None:
    whole, steps = at_random(begin(gameid.format(seed=seed)), dice), list[Any]()
    for step in review(whole, Limit(20)):
        steps.append(step)
        seat, after = whole.actor(step.ply - 1), whole.states[step.ply]
        assert step.cost is None or step.cost.amount >= 0
        if gameid in SMALL and seat != CHANCE:
            if step.status == Status.WIN:
                assert forces(whole.game, after, seat)
            if step.status == Status.LOST:
                others = [other for other in range(whole.game.players) if other != seat]
                beaten = any(forces(whole.game, after, other) for other in others)
                assert beaten or seat not in winners(whole.game, after)
        if step.gains:
            assert sum(step.gains) == pytest.approx(0, abs=1e-9) or step.after.draw
        assert "-" not in judged(whole.game, step).partition("costs")[2]
    if gameid in ENDLESS:  # everything is luck, so every throw is told that changes something
        assert all(whole.actor(step.ply - 1) == CHANCE and any(step.gains) for step in steps)
