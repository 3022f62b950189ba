"""Files that are whole numbers between white space, read so that every complaint names its line."""

from typing import NamedTuple

from ludoteca.core import FormatError
from ludoteca.core.game import is_number
from ludoteca.core.words import _


class Number(NamedTuple):
    """A number and the line it stands in."""

    value: int
    line: int


def read_numbers(text: str) -> list[Number]:
    """Every number of a text, in order."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        for word in line.split():
            if not is_number(word):
                raise FormatError(_("'{word}' is not a whole number", word=word[:40]), line=number)
            found.append(Number(int(word), number))
    return found


def expect(numbers: list[Number], count: int) -> None:
    """Refuse a file that has fewer or more numbers than its first ones announce."""
    if len(numbers) < count:
        line = numbers[-1].line if numbers else 1
        reason = _(
            "the file ends after {found} numbers; {count} were expected", found=len(numbers), count=count
        )
        raise FormatError(reason, line=line)
    if len(numbers) > count:
        extra = numbers[count]
        raise FormatError(_("{value} is one number too many", value=extra.value), line=extra.line)
