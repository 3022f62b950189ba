"""Characters of a picture as a text that Textual shows."""

from collections.abc import Sequence
from itertools import groupby

from textual.content import Content

from ludoteca.looks import Spot
from ludoteca.looks.model import appearance


def content_of(line: Sequence[Spot]) -> Content:
    """A line of a picture, in its colours and weights.

    >>> content_of([Spot("a", "#ffffff"), Spot("b", "#ffffff"), Spot("c", bold=True)]).plain
    'abc'
    """
    runs = ((look, "".join(spot.char for spot in run)) for look, run in groupby(line, key=appearance))
    return Content.assemble(*((text, _style(*look)) for look, text in runs))


def _style(ink: str, ground: str, bold: bool, dim: bool, underline: bool, reverse: bool) -> str:  # noqa: FBT001
    weights = {"bold": bold, "dim": dim, "underline": underline, "reverse": reverse}
    words = [ink, f"on {ground}" if ground else "", *(word for word, is_on in weights.items() if is_on)]
    return " ".join(filter(None, words))
