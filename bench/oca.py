"""The goose race's exact odds, against throwing dice for three digits: `python bench/oca.py`."""

import statistics
import time

from ludoteca.ai import Limit
from ludoteca.ai.oca.chain import Chain
from ludoteca.ai.oca.odds import odds
from ludoteca.core import Dice
from ludoteca.games.oca import Oca

RUNS = 200
SAMPLE = 1.0  # seconds of dice for each number of players
DIGITS = 0.0005  # three digits are right where two standard errors are within half a unit of the third


def prepared(game: Oca) -> float:
    """The best of five: seconds to make the tables that all positions share."""
    seconds = []
    for _run in range(5):
        started = time.perf_counter()
        Chain(game, Limit().start())
        seconds.append(time.perf_counter() - started)
    return min(seconds)


def asked(game: Oca) -> float:
    """The median: seconds for the odds of a position, tables made."""
    state, seconds = game.start(Dice(0)), []
    for _run in range(RUNS):
        started = time.perf_counter()
        odds(game, state, Limit())
        seconds.append(time.perf_counter() - started)
    return statistics.median(seconds)


def thrown(game: Oca, chance: float) -> tuple[float, float]:
    """Seconds that dice would need for three digits, reckoned from a sample's pace, and its share won."""
    dice, races, won = Dice(1), 0, 0
    started = time.perf_counter()
    while (spent := time.perf_counter() - started) < SAMPLE:
        state = game.start(dice)
        while max(state.squares) < game.last:
            state = game.play(state, 1 + dice.below(6))
        races += 1
        won += state.squares[0] == game.last
    needed = chance * (1 - chance) / (DIGITS / 2) ** 2
    return spent / races * needed, won / races


def main() -> None:
    """Print the document's board for 2, 4 and 8 players; the ratio is dice (reckoned, not run) to exact."""
    print(f"preparation, once for a track: {prepared(Oca(2)) * 1000:.1f} ms (best of 5)")
    print(
        f"{'players':>7} {'odds ms':>8} {'first wins':>15} {'dice say':>9} {'for 3 digits':>15} {'ratio':>9}"
    )
    for players in (2, 4, 8):
        game = Oca(players, first=1)
        chance = odds(game, game.start(Dice(0)), Limit()).win[0]
        ours = asked(game)
        dice, share = thrown(game, chance)
        print(
            f"{players:7} {ours * 1000:8.3f} {chance:15.12f} {share:9.3f} {dice:13.0f} s {dice / ours:9.0f}"
        )


if __name__ == "__main__":
    main()
