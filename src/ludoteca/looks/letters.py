"""Large letters: a text in blocks, three lines high."""

import unicodedata
from typing import Final

# Five rows of three dots a letter, each row a digit: 4, 2 and 1 for the dots from the left.
_PIXELS: Final = (
    "A25755 B65656 C34443 D65556 E74647 F74644 G34553 H55755 I72227 J11152 K55655 L44447 M57755 N65555 "
    "Ñ70655 O75557 P75744 Q75571 R65655 S34216 T72222 U55557 V55552 W55775 X55255 Y55222 Z71247 075557 "
    "126227 271747 371717 455711 574717 674757 771111 875757 975717 !22202 :02020 '22000 -00700 .00002"
)
_LETTERS: Final = {word[0]: [int(row) for row in word[1:]] + [0] for word in _PIXELS.split()}
_HALVES: Final = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def large(text: str) -> list[str]:
    """A text in letters of three lines, four columns each; a sign that has no such letter is left out.

    >>> print("\\n".join(large("Ñu 1")))
    ▀▀▀ █ █     ▄█
    █▀▄ █ █      █
    ▀ ▀ ▀▀▀     ▀▀▀
    """
    signs = [_letter(sign) for sign in text.upper() if sign == " " or _letter(sign)]
    lines = []
    for row in range(0, 6, 2):
        cells = [_row(sign, row) for sign in signs]
        lines.append(" ".join(cells).rstrip())
    return lines


def _letter(sign: str) -> list[int]:
    """The rows of a sign; of one with an accent, those of the letter below it."""
    return _LETTERS.get(sign) or _LETTERS.get(unicodedata.normalize("NFD", sign)[0], [])


def _row(rows: list[int], row: int) -> str:
    if not rows:
        return "   "
    above, below = rows[row], rows[row + 1]
    return "".join(_HALVES[above >> dot & 1, below >> dot & 1] for dot in (2, 1, 0))
