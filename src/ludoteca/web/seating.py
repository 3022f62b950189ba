"""Who sits where in a room: persons, by the hashes of their secrets, and computers by their levels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from ludoteca.core import LEVELS, OptionError
from ludoteca.core.words import _
from ludoteca.web.safety import is_same


def check_levels(levels: Sequence[int], players: int) -> None:
    """OptionError where levels are not one for each seat of a game, 0 for a person."""
    if len(levels) != players or not all(level in LEVELS or level == 0 for level in levels):
        raise OptionError(_("Every seat has a level from 1 to 8, or 0 for a person."))


@dataclass(frozen=True)
class Seating:
    """For each seat the computer's level, or 0 and the person who has taken it, with a name.

    >>> seating = Seating.of((0, 3, 0)).taken(0, "ana", "Ana")
    >>> seating.has_room, seating.computers, seating.seats_of("ana"), seating.is_open(2)
    (True, [1], [0], True)
    """

    levels: tuple[int, ...]
    persons: tuple[str, ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, levels: tuple[int, ...]) -> Self:
        """Nobody has sat down yet."""
        nobody = ("",) * len(levels)
        return cls(levels, nobody, nobody)

    def taken(self, seat: int, person: str, name: str) -> Self:
        """A person has sat down."""
        persons, names = list(self.persons), list(self.names)
        persons[seat], names[seat] = person, name
        return replace(self, persons=tuple(persons), names=tuple(names))

    @cached_property
    def has_room(self) -> bool:
        """Whether a seat is open."""
        return any(map(self.is_open, range(len(self.levels))))

    @cached_property
    def is_for_people(self) -> bool:
        """Whether several seats are for persons."""
        return self.levels.count(0) > 1

    @cached_property
    def is_of_one(self) -> bool:
        """Whether one person plays for all of them."""
        return self.is_for_people and not self.has_room and self.has_one_person

    @cached_property
    def has_one_person(self) -> bool:
        """Whether only one person sits there, with computers or without."""
        return len(set(self.persons) - {""}) == 1

    @cached_property
    def computers(self) -> list[int]:
        """The seats of computers."""
        return [seat for seat, level in enumerate(self.levels) if level]

    @cached_property
    def people(self) -> list[int]:
        """The seats for people."""
        return [seat for seat, level in enumerate(self.levels) if not level]

    def is_open(self, seat: int) -> bool:
        """Whether a person may still sit down there."""
        return not self.levels[seat] and not self.persons[seat]

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person has; nobody in particular has none."""
        return [seat for seat, other in enumerate(self.persons) if is_same(other, person)]
