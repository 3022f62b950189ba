"""The seats that the computer takes at a table, for every way of playing in lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludoteca.console import progress
from ludoteca.core import CHANCE, LEVELS, AnySession, Dice, OptionError
from ludoteca.core.game import check_range, is_number
from ludoteca.core.words import _
from ludoteca.plain.thinking import limit_of

if TYPE_CHECKING:  # what thinks is imported when somebody asks
    from ludoteca.ai import Advice


@dataclass(frozen=True)
class Seats:
    """Which seats are the computer's, at which level, how long it may think a move, and its own chance."""

    levels: Mapping[int, int] = field(default_factory=dict)
    seconds: float | None = None
    dice: Dice = field(default_factory=lambda: Dice(0))

    def advice(self, session: AnySession) -> Advice[Any]:
        """What the computer would do now, at the level of this seat."""
        from ludoteca.ai import choose

        level = self.levels.get(session.player, max(self.levels.values(), default=LEVELS[-1]))
        try:
            return choose(session, limit_of(self.seconds), level=level, dice=self.dice)
        finally:
            progress("")

    def play(self, session: AnySession) -> Iterator[tuple[int, Any]]:
        """Play what is the computer's or nature's to play, giving each move and who made it."""
        while (seat := session.player) == CHANCE or seat in self.levels:
            if seat == CHANCE:
                yield seat, session.roll()
            else:
                yield seat, self.move(session)

    def move(self, session: AnySession) -> Any:
        """Let the computer make one move."""
        move = self.advice(session).move
        session.play(move)
        return move


def read_levels(text: str, count: int) -> list[int]:
    """One level for all of `count` seats, or one for each: '5', '3,8'."""
    words = text.split(",")
    levels = [int(word) if is_number(word) else 0 for word in words]
    for level in levels:
        check_range(_("a level"), level, 1, LEVELS[-1])
    if len(levels) not in (1, count):
        raise OptionError(_("Give one level, or one for each seat ({count}).", count=count))
    return levels * (count if len(levels) == 1 else 1)


def against(session: AnySession, levels: str, seat: int, seconds: float | None, dice: Dice) -> Seats:
    """A table where a person takes one seat, counted from 1, and the computer all the others."""
    count = session.game.players
    if count == 1:
        raise OptionError(_("There is no other seat at this table; watch shows how the computer plays it."))
    check_range(_("a seat"), seat, 1, count)
    others = [each for each in range(count) if each != seat - 1]
    return Seats(dict(zip(others, read_levels(levels, count - 1), strict=True)), seconds, dice)
