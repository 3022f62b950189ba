"""A search in the history, as a condition of the database."""

from collections.abc import Collection
from typing import Final

# When a game was changed last as a line of the history shows it: on the player's own clock.
_SHOWN: Final = "strftime('%Y-%m-%d %H:%M', changed, 'unixepoch', 'localtime')"
_LIKE: Final = "LIKE ? ESCAPE '\\'"


def matching(text: str, boards: Collection[str] = ()) -> tuple[str, list[object]]:
    """The condition for games with a text in their ids, seats, days or moves, or on one of these boards; and
    the values for its blanks.

    >>> matching("50 %")[1]
    ['%50 \\\\%%', '%50 \\\\%%', '%50 \\\\%%', '%50 \\\\%%', '%50 \\\\%%']
    """
    clean = text.encode(errors="replace").decode()
    for special in "\\%_":
        clean = clean.replace(special, "\\" + special)
    in_moves = f"EXISTS (SELECT 1 FROM moves WHERE moves.game = number AND text {_LIKE})"
    looked = [f"{where} {_LIKE}" for where in ("id", "seats", "daily", _SHOWN)]
    on_boards = [f"board IN ({', '.join('?' * len(boards))})"] if boards else []
    return f"({' OR '.join([*looked, in_moves, *on_boards])})", [*[f"%{clean}%"] * 5, *boards]
