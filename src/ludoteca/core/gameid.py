"""Game ids: one text names a game with its options, position and seed, and means the same forever."""

import re
from dataclasses import dataclass
from typing import Self

from ludoteca.core.dice import SEEDS
from ludoteca.core.errors import FormatError
from ludoteca.core.words import _

_SIGN = r"[!\"$-?A-~]"  # what can be printed of ASCII, but for the blank, '#' and '@'
_FORM = re.compile(rf"([a-z0-9_-]+)(?::({_SIGN}*))?(?:@({_SIGN}+))?(?:#([0-9]+))?")


@dataclass(frozen=True)
class GameId:
    """`name[:options][@position][#seed]`, taken apart.

    >>> GameId.parse("2048:4,2#1234")
    GameId(name='2048', options='4,2', position=None, seed=1234)
    >>> str(GameId("fuga", "9"))
    'fuga:9'
    """

    name: str
    options: str = ""
    position: str | None = None
    seed: int | None = None

    def __str__(self) -> str:
        text = f"{self.name}:{self.options}" if self.options else self.name
        if self.position is not None:
            text += f"@{self.position}"
        return text if self.seed is None else f"{text}#{self.seed}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Take an id apart; which games and options exist is not asked here."""
        match = _FORM.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            raise FormatError(
                _("'{text}' is not a game id; one looks like fuga:9 or 2048:4,2#1234.", text=str(text)[:60])
            )
        name, options, position, seed = match.groups()
        if seed is not None and (len(seed) > 20 or int(seed) >= SEEDS):
            raise FormatError(_("The seed must be below {limit}.", limit=SEEDS))
        return cls(name, options or "", position, None if seed is None else int(seed))
