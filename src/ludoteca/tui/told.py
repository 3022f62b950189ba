"""What is said below the board: sentences, a hint apart from them, and how they fit into two lines."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final, NamedTuple

LINES: Final = 2  # for what is said


class Hint(NamedTuple):
    """A good move in a position: its words, the cells that it is about, and what is said of it."""

    state: object
    words: Sequence[str]
    cells: frozenset[str]
    said: str


def ended(sentence: str) -> str:
    """A sentence that another may follow.

    >>> ended("Best move: d2 d4"), ended("thinking…")
    ('Best move: d2 d4.', 'thinking…')
    """
    return sentence if sentence.endswith((".", "…", "!", "?", ":")) else f"{sentence}."


def newest(told: Sequence[Sequence[str]], width: int, most: int = LINES) -> list[str]:
    """The sentences of the last thing that is told, and of those before it that have room too.

    >>> newest([["one."], ["two.", "three."], ["four."]], 17, 1), newest([["one."], ["too long."]], 4, 1)
    (['two.', 'three.', 'four.'], ['too long.'])
    """
    kept: list[str] = []
    for sentences in reversed(told):
        if kept and len(wrap(" ".join([*sentences, *kept]), max(2, width))) > most:
            break
        kept = [*sentences, *kept]
    return kept


def shortened(text: str, width: int, most: int = LINES, *, end: str = "…") -> str:
    """A text for the lines that there are; one that is longer ends with a sign that it is cut.

    >>> shortened("one two three four five", 8)
    'one two\\nthree f…'
    """
    lines = wrap(text, max(2, width))
    if len(lines) <= most:
        return text
    rest = " ".join(lines[most - 1 :])
    return "\n".join([*lines[: most - 1], f"{rest[: max(1, width - len(end))]}{end}"])
