"""How many seconds to think where nobody says: all of these in one place."""

from typing import Final

PROOF: Final = 60.0  # for a proof that somebody asked for
TRUTH: Final = 20.0  # for a proof beside a screen, and for the move of one who proves
OPINION: Final = 2.0  # for what cannot be proved
REVIEW: Final = 30.0  # for a whole game, move by move

# For a move. The highest level takes this time; the others do the same work on any machine, and stop when it
# is over: those of fuga have no end but their work, 2048's on other boards ENOUGH. Without Numba fuga's work
# takes some hundred times as long, and ends after ENOUGH_PLAIN.
FUGA_MOVE: Final = 1.0
DRENCH_MOVE: Final = 0.19  # with what comes before and after, 0.2
NETWORK_MOVE: Final = 0.05
TILES_MOVE: Final = 0.1
GENERAL_MOVE: Final = 1.0
ENOUGH: Final = 1.0
ENOUGH_PLAIN: Final = 3.0
