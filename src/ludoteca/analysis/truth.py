"""What is true of a game under way, in texts and numbers alone, so that it can leave its process."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from ludoteca.ai import Unit, mind_of
from ludoteca.ai.advice import Advice
from ludoteca.core import AnySession, FormatError
from ludoteca.core.words import _


class Told(NamedTuple):
    """A fact that only this game has: the sentence that names it, what was found, in what it is counted, and
    whether it says nothing more once all is proved."""

    sentence: str
    found: Any
    unit: Unit | None
    is_guess: bool


@dataclass(frozen=True)
class Truth:
    """An advice on the position of a game, what its mind could prove and declares, and what the past tells.

    `won_at`, alone at the table and lost: the ply of the last decision before which it could be won, proved.
    `par`, where moves to go are counted: the proven number of them from the game's first position.
    """

    advice: Advice[str] = Advice()  # noqa: RUF009 - a value
    over: bool = False
    proves: bool = False
    told: tuple[Told, ...] = ()
    won_at: int | None = None
    par: int | None = None

    @classmethod
    def of(cls, session: AnySession, advice: Advice[Any]) -> Truth:
        """An advice on the position of a session, every move in it as its text."""
        game, mind = session.game, mind_of(session.game)
        facts = json.loads(json.dumps(dict(advice.facts)))  # as they are after a journey
        told = tuple(
            Told(fact.sentence, facts[fact.key], fact.unit, fact.is_guess)
            for fact in mind.facts
            if fact.sentence and facts.get(fact.key)
        )
        spelled = replace(advice.spelled(game.text), facts=facts)
        return cls(spelled, over=session.outcome is not None, proves=mind.proves(game), told=told)

    def json(self) -> dict[str, Any]:
        """All of it, ready for JSON.

        >>> truth = Truth(Advice(move="d2 d4", line=("d2 d4",)), told=(Told("Moves", 3, Unit.MOVES, False),))
        >>> Truth.parse(json.loads(json.dumps(truth.json()))) == truth
        True
        """
        return {each.name: getattr(self, each.name) for each in fields(self)} | {"advice": self.advice.json()}

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> Truth:
        """Read what `json` gave; FormatError where it is something else."""
        try:
            told = tuple(
                Told(str(sentence), found, None if unit is None else Unit(unit), bool(is_guess))
                for sentence, found, unit, is_guess in data["told"]
            )
            return cls(**{**data, "advice": Advice.parse(data["advice"]), "told": told})
        except FormatError:
            raise
        except (TypeError, KeyError, ValueError):
            raise FormatError(_("this is not the truth about a game")) from None
