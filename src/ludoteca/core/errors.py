"""What a person got wrong: every error is a sentence for that person, and a ValueError."""

from ludoteca.core.words import _, printable


class LudotecaError(ValueError):
    """Something a person got wrong; its text is a sentence for that person, safe to print on a terminal."""

    def __init__(self, sentence: str) -> None:
        super().__init__(printable(sentence))


class IllegalMove(LudotecaError):  # noqa: N818 - the contract's word
    """The rules forbid the move, or it cannot be read."""


class OptionError(LudotecaError):
    """A game cannot be set up like this."""


class FormatError(LudotecaError):
    """A text is not in its form; says in which line, where that is known."""

    def __init__(self, sentence: str, *, line: int | None = None) -> None:
        super().__init__(sentence if line is None else _("line {line}: {reason}", line=line, reason=sentence))
        self.line = line
