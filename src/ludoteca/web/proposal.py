"""What somebody in a room proposes to the others, until all of them agree or one does not."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True)
class Proposal:
    """A deal, the seat and the person that it came from, and the persons who have agreed.

    >>> proposal = Proposal("draw", 0, "ana")
    >>> proposal.may_answer("ana", alone=False), proposal.may_answer("eva", alone=False)
    (False, True)
    >>> agreed = proposal.agreed_by("eva")
    >>> agreed.holds_for({"ana", "eva"}), agreed.holds_for({"ana", "eva", "leo"})
    (True, False)
    """

    deal: str = ""  # '' where nothing is proposed
    seat: int = -1
    person: str = ""
    agreed: frozenset[str] = frozenset()

    def may_answer(self, person: str, *, alone: bool) -> bool:
        """Whether it is for a person to agree; with oneself one may if there is nobody else."""
        return bool(self.deal) and person not in self.agreed and (alone or person != self.person)

    def agreed_by(self, person: str) -> Self:
        """The same, with one more who agrees."""
        return replace(self, agreed=self.agreed | {person})

    def holds_for(self, persons: Collection[str]) -> bool:
        """Whether all who sit there have agreed."""
        return self.agreed >= set(persons) - {"", self.person}


NOTHING = Proposal()
