"""What is true of a game under way, in texts and numbers alone, so that it can leave its process."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from ludoteca.ai.advice import Advice
from ludoteca.core import AnySession, FormatError
from ludoteca.core.words import _


@dataclass(frozen=True)
class Truth:
    """An advice on the position of a game, and what the past of the game tells.

    `won_at`, alone at the table and lost: the ply of the last decision before which it could be won, proved.
    `par`, where moves to go are counted: the proven number of them from the game's first position.
    """

    advice: Advice[str] = Advice()  # noqa: RUF009 - a value
    over: bool = False
    won_at: int | None = None
    par: int | None = None

    @classmethod
    def of(cls, session: AnySession, advice: Advice[Any]) -> Truth:
        """An advice on the position of a session, every move in it as its text."""
        told = advice.spelled(session.game.text)
        facts = json.loads(json.dumps(dict(advice.facts)))  # as they are after a journey
        return cls(replace(told, facts=facts), over=session.outcome is not None)

    def json(self) -> dict[str, Any]:
        """All of it, ready for JSON.

        >>> truth = Truth(Advice(move="d2 d4", line=("d2 d4",)), won_at=3)
        >>> Truth.parse(json.loads(json.dumps(truth.json()))) == truth
        True
        """
        return {each.name: getattr(self, each.name) for each in fields(self)} | {"advice": self.advice.json()}

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> Truth:
        """Read what `json` gave; FormatError where it is something else."""
        try:
            return cls(**{**data, "advice": Advice.parse(data["advice"])})
        except (TypeError, KeyError):
            raise FormatError(_("this is not the truth about a game")) from None
