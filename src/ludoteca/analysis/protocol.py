"""What a screen and the process that thinks say to each other: a JSON object in a line, both ways.

A question is `{"ask": 1, "record": "ludoteca record 1…", "wish": "truth"}`, or "move" with a `level`; it may
have `seconds`, `seed` and `lang`. A new question cancels the one before, and so does `{"cancel": 1}`.

An answer has the same `ask` and one of these: `progress`, a few words on what goes on; `warning`, a sentence
on what is wrong but does not stop it; `show`, the truth so far; and at last `truth`, `move` (an advice),
`error` (a sentence, with `failed` where it is a defect of ours) or `cancelled`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

from ludoteca.core import LEVELS, FormatError
from ludoteca.core.dice import SEEDS
from ludoteca.core.record import MAX_RECORD
from ludoteca.core.words import _
from ludoteca.locale import LANGUAGES

LONGEST_QUESTION: Final = 2 * MAX_RECORD  # bytes of a line: a record, its line ends written as two signs
LONGEST_ANSWER: Final = 1 << 24  # the truth may carry long lists
TRUTH, MOVE = "truth", "move"
MEMORY: Final = "LUDOTECA_THINKER_MEMORY"  # the variable that says how many bytes the process may have


@dataclass(frozen=True)
class Question:
    """What somebody wants to know about a game."""

    ask: int
    record: str
    wish: str
    level: int = LEVELS[-1]
    seconds: float | None = None
    seed: int = 0
    lang: str = "en"

    def json(self) -> dict[str, Any]:
        """The question, ready for JSON."""
        return asdict(self)

    @classmethod
    def parse(cls, data: dict[str, Any]) -> Question:
        """Read a question strictly."""
        try:
            question = cls(**data)
        except TypeError:
            raise FormatError(_("a question has ask, record and wish")) from None
        numbers = question.ask, question.level, question.seed
        seconds = 0.0 if question.seconds is None else question.seconds
        fits = (
            all(type(number) is int for number in numbers)
            and isinstance(question.record, str)
            and question.wish in (TRUTH, MOVE)
            and question.level in LEVELS
            and type(seconds) in (int, float)
            and 0 <= seconds < 1e9
            and 0 <= question.seed < SEEDS
            and question.lang in LANGUAGES
        )
        if not fits:
            raise FormatError(_("this question cannot be understood"))
        return question
