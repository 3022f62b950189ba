"""What is refused, and why: to a program by a code, to a person by a sentence."""

from __future__ import annotations

from typing import NoReturn

from ludoteca.core import LudotecaError
from ludoteca.web.messages import Code


class Refusal(LudotecaError):  # noqa: N818 - the protocol's word
    """An action that is not done; `code` says why to a program."""

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(sentence)
        self.code: Code = code


def refuse(code: Code, sentence: str) -> NoReturn:
    """Refuse an action."""
    raise Refusal(code, sentence)
