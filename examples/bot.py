"""A bot and a match: greed against the computer at drench for two, typed from top to bottom.

`python examples/bot.py [LEVEL]`
"""

import sys
from collections.abc import Callable

from ludoteca import Limit, Outcome, Session, Status, Unit, advise, begin, choose
from ludoteca.games.drench import Flood

Duel = Session[Flood, int]
Bot = Callable[[Duel], int]


def greedy(session: Duel) -> int:
    """The colour that floods most cells now."""
    game, seat = session.game, session.player
    return max(session.legal, key=lambda colour: game.scores(game.play(session.state, colour))[seat])


def computer(level: int) -> Bot:
    """The computer's own player, at a level from 1 to 8."""

    def bot(session: Duel) -> int:
        move = choose(session, Limit(seconds=0.1), level=level).move
        assert move is not None, "somebody is to move"
        return move

    return bot


def play(session: Duel, *bots: Bot) -> Outcome:
    """A whole game between bots, seat by seat."""
    while not session.outcome:
        session.play(bots[session.player](session))
    return session.outcome


def opinion(session: Duel) -> str:
    """What the mind of the game thinks of a position."""
    advice = advise(session, Limit(seconds=0.1))
    if advice.status != Status.UNKNOWN:
        return f"proved {advice.status}"
    if advice.value is None or advice.value.unit != Unit.MARGIN:
        return "unknown"
    return f"{advice.value.amount:+.0f} cells"


def main() -> None:
    """Four games, each on another board; greed begins."""
    level = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    for seed in range(4):
        session: Duel = begin(f"drench:10x10,6,players=2#{seed}")
        first = opinion(session)
        outcome = play(session, greedy, computer(level))
        winner = {None: "nobody", 0: "greed", 1: f"level {level}"}[outcome.winner]
        print(f"{session.id}: {first} at first; {winner} wins after {len(session.moves)} moves")


if __name__ == "__main__":
    main()
