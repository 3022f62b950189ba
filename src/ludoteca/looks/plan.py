"""A game as it is to be played: its options and who sits where, turned value by value, with no screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, fields, replace
from itertools import combinations
from typing import Any, Final, NamedTuple, Self

from ludoteca.core import LEVELS, AnyGame, is_number
from ludoteca.core.game import spell
from ludoteca.core.words import N_, _
from ludoteca.games import GAMES
from ludoteca.looks.naming import computer_name

PERSON: Final = 0  # in a seat; else a level of the computer
USUAL_LEVEL: Final = 3  # of an opponent, until somebody says otherwise
PLAYERS: Final = "players"  # the option that says how many seats there are, where there is one
SMALL: Final = range(13)  # where a range is looked for whose values nobody has declared
SWITCH: Final = {False: N_("no"), True: N_("yes")}


class Control(NamedTuple):
    """Something to turn: its key and word, the words of its values in order, the plan that each leads to, and
    which of them is set."""

    key: str
    word: str
    words: Sequence[str]
    plans: Sequence[Plan]
    at: int


@dataclass(frozen=True)
class Plan:
    """A game and its sitters; every value of a control leads to another plan that can be played.

    >>> plan = Plan.usual("drench").turned("option players", 1)
    >>> plan.game.options, plan.computers
    ('15x15,6,players=2', {1: 3})
    """

    game: AnyGame
    sitters: tuple[int, ...] = (PERSON,)  # more than seats: they come back; fewer: the usual level

    @classmethod
    def usual(cls, name: str) -> Self:
        """The usual options; a person in the first seat, the computer in the others."""
        return cls(GAMES[name]())

    @classmethod
    def read(cls, name: str, text: str) -> Self:
        """What `text` wrote; the usual plan where that cannot be read, or is no game any more."""
        options, _space, seats = text.partition(" ")
        sitters = seats.split(",")
        try:
            game = GAMES[name].from_options(options)
        except ValueError:  # a LudotecaError, or what another package's game has to say
            return cls.usual(name)
        known = all(is_number(sitter) and int(sitter) <= len(LEVELS) for sitter in sitters)
        return cls(game, tuple(map(int, sitters))) if known else cls.usual(name)

    @property
    def text(self) -> str:
        """Options and sitters in one line, to be remembered."""
        return f"{self.game.options} {','.join(map(str, self._seated))}"

    @property
    def _seated(self) -> Sequence[int]:
        """Who sits in each seat: alone, a person; where skill has no part, no level but one."""
        if self.game.players == 1:
            return (PERSON,)
        sitters = [*self.sitters, *[USUAL_LEVEL] * self.game.players][: self.game.players]
        return sitters if self.game.skill else [sitter and USUAL_LEVEL for sitter in sitters]

    @property
    def computers(self) -> dict[int, int]:
        """The seats of the computer, with its levels."""
        return {seat: sitter for seat, sitter in enumerate(self._seated) if sitter != PERSON}

    @property
    def watched(self) -> dict[int, int]:
        """The computer in every seat, at its best where a person was to sit."""
        return {seat: sitter or len(LEVELS) for seat, sitter in enumerate(self._seated)}

    @property
    def controls(self) -> list[Control]:
        """What can be turned: the options that have another value here, then the seats of several players."""
        options = [self._option(each) for each in fields(self.game)]
        seats = range(self.game.players) if self.game.players > 1 else ()
        return [*(each for each in options if len(each.plans) > 1), *map(self._seat, seats)]

    def turned(self, key: str, step: int) -> Plan:
        """So many values of a control further, round and round; as it is where there is no such control."""
        for control in self.controls:
            if control.key == key:
                return control.plans[(control.at + step) % len(control.plans)]
        return self

    def _option(self, option: Field[Any]) -> Control:
        value = getattr(self.game, option.name)
        offered = self._offered(option)
        if value not in offered:  # somebody typed it
            offered = {value: "", **offered}
        games = {each: self._with(option.name, each) for each in offered}
        words = {each: _(offered[each]) if offered[each] else spell(each) for each in offered}
        plans = {each: replace(self, game=game) for each, game in games.items() if game is not None}
        word = option.metadata.get("word")
        return Control(
            f"option {option.name}", _(word) if word else option.name,
            [words[each] for each in plans], list(plans.values()), list(plans).index(value),
        )  # fmt: skip

    def _offered(self, option: Field[Any]) -> Mapping[Any, str]:
        """The values that an option declares, with their words, or those that can be guessed."""
        declared: Mapping[Any, str] | None = option.metadata.get("offers")
        if declared is not None:
            return declared
        if isinstance(option.default, bool):
            return SWITCH
        if type(option.default) is not int:
            return {}
        fitting = [number for number in SMALL if self._with(option.name, number) is not None]
        return {} if SMALL[-1] in fitting else dict.fromkeys(fitting, "")

    def _with(self, name: str, value: Any) -> AnyGame | None:
        """The game with an option set; others that do not go with it take their usual values, as few as can
        be, but nobody is sent away by that. None where nothing helps."""
        held = (name, PLAYERS)
        unusual = {each.name: each.default for each in fields(self.game) if each.name not in held}
        unusual = {key: usual for key, usual in unusual.items() if getattr(self.game, key) != usual}
        for usual in _subsets(unusual):
            try:
                return replace(self.game, **{name: value, **usual})
            except ValueError:
                continue
        return None

    def _seat(self, seat: int) -> Control:
        levels = range(1, len(LEVELS) + 1) if self.game.skill else (USUAL_LEVEL,)
        names = [computer_name(self.game, level) for level in levels]
        sitters, seated = [PERSON, *levels], list(self._seated)
        plans = [
            replace(self, sitters=(*seated[:seat], sitter, *seated[seat + 1 :], *self.sitters[len(seated) :]))
            for sitter in sitters
        ]
        at = sitters.index(seated[seat])
        return Control(f"seat {seat}", self.game.seats[seat], [_("a person"), *names], plans, at)


def _subsets(options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Nothing, then each option alone, then more and more of them together."""
    for count in range(len(options) + 1):
        for some in combinations(options.items(), count):
            yield dict(some)
