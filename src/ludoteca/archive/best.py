"""What a player has reached on one board, as the database alone can tell it: for a line, not for a page."""

from typing import Final, NamedTuple

# Games that a person played to their end here, without help; and only rows that hold numbers: a damaged one
# is no record.
BEST: Final = """
SELECT count(*), coalesce(sum(result = 'won'), 0), max(score), max(CASE result WHEN 'won' THEN score END),
    min(CASE result WHEN 'won' THEN moves END)
FROM games
WHERE board = ? AND result IN ('won', 'lost', 'draw') AND imported = 0
    AND hints + computer + rewinds + undos = 0
    AND typeof(score) = 'real' AND abs(score) <= 1e15 AND typeof(moves) = 'integer' AND moves >= 0
"""


class Best(NamedTuple):
    """Finished games without help on a board, those won, the best points, and the fewest moves to win.

    `fewest` is None where the points are not the moves: then a win is no shorter than another.
    """

    finished: int = 0
    won: int = 0
    points: float | None = None
    fewest: int | None = None


def best_in(
    finished: int, won: int, points: float | None, points_won: float | None, fewest: int | None
) -> Best:
    """The best of a row of BEST.

    >>> best_in(3, 2, -18.0, -18.0, 18).fewest, best_in(3, 2, -1.0, -1.0, 31).fewest
    (18, None)
    """
    return Best(finished, won, points, fewest if fewest is not None and points_won == -fewest else None)
