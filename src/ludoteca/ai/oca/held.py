"""Three or four players of the goose race who hold and relieve each other: all joint positions, with NumPy.

A position is where the one to move, the next and so on stand. Its chances are averages of those after a turn,
so going over all positions again and again, from nothing, tells of ever longer races; what is not known yet
is at most the chance that the race is still on. A further player takes some fifty times as long, and as much.
"""

from typing import Any, Final
from weakref import WeakKeyDictionary

import numpy as np

from ludoteca.ai.limit import Clock
from ludoteca.ai.oca.chain import Chain, LimitError, check
from ludoteca.ai.oca.race import Result
from ludoteca.games.oca import HELD

UNKNOWN: Final = 1e-15  # chance that a race is still on, at which it is known well enough
SWEEPS: Final = 20_000  # far more than any race needs
DRAW, TURNS, THROWS, RACING = range(-4, 0)  # what is known of a position, after the chances of each seat
PIECE: Final = 1 << 18  # numbers worked on between two looks at the clock

Place = tuple[int, int]  # a square, and the turns owed there or HELD

_known: "WeakKeyDictionary[Chain, tuple[dict[Place, int], Any]]" = WeakKeyDictionary()


def joint(chain: Chain, seats: list[Place], clock: Clock) -> Result:
    """What comes of a race, the one to move first."""
    if chain.stuck or chain.endless:  # the race may never end, and going over it would not either
        raise LimitError
    places, table = _known.get(chain, ({}, np.zeros(0)))
    if not set(seats) <= set(places) or table.ndim != len(seats) + 1:
        places = _places(chain, seats)
        table = _solved(chain, places, len(seats), clock)
        _known[chain] = places, table
    *win, draw, turns, throws, _racing = (
        float(table[(k, *map(places.get, seats))]) for k in range(len(table))
    )
    return Result(win, draw, 0.0, turns, throws)


def _places(chain: Chain, seats: list[Place]) -> dict[Place, int]:
    """Every place a turn may begin on, from these or from the first square, numbered."""
    ends = [end for turn in chain.turns.values() for end in turn.ends if end.what in ("stay", "held")]
    met = {(end.square, HELD if end.what == "held" else end.owed) for end in ends}
    met |= {(chain.first, 0), *seats}
    waits = {(square, left) for square, owed in met for left in range(owed)}
    free = {(square, 0) for square, _owed in met}
    return {place: number for number, place in enumerate(sorted(met | waits | free))}


def _solved(chain: Chain, places: dict[Place, int], players: int, clock: Clock) -> Any:
    """What is known of every position: chances by seat from the one to move, and the rest."""
    size = len(places)
    step, reward = _turns(chain, places, players)
    held = [here for (_square, owed), here in places.items() if owed == HELD]
    table = np.zeros((players + 4, *[size] * players))
    after = np.empty_like(table)
    for part in table[RACING]:
        check(clock)
        part[...] = 1
    for _sweep in range(SWEEPS):
        for k in range(len(table)):  # all held is a draw, and over
            table[k][np.ix_(*[held] * players)] = k == len(table) + DRAW
        if all(part.max() < UNKNOWN for part in table[RACING]):
            return table
        # After a turn the next is the first: the mover's chance is the last one's then.
        rotated = [players - 1, *range(players - 1), *range(players, len(table))]
        for k, old in enumerate(rotated):
            _free(table[old], after[k], places, clock)
        for k in range(len(table)):
            _average(after[k], step, reward[k], table[k], clock)
    raise LimitError


def _turns(chain: Chain, places: dict[Place, int], players: int) -> tuple[Any, Any]:
    """Where a turn leads from each place, and what it adds to each figure."""
    step, reward = np.zeros((len(places), len(places))), np.zeros((players + 4, len(places)))
    for (square, owed), here in places.items():
        reward[TURNS, here] = 1
        if owed == HELD:
            step[here, here] = 1
        elif owed:
            step[here, places[square, owed - 1]] = 1
        else:
            reward[0, here] = chain.turns[square].chance("finish")
            reward[THROWS, here] = chain.turns[square].throws
            for end, chance in chain.turns[square].ends.items():
                if end.what in ("stay", "held"):
                    step[here, places[end.square, HELD if end.what == "held" else end.owed]] += chance
    return step, reward


def _free(worth: Any, after: Any, places: dict[Place, int], clock: Clock) -> None:
    """The figures after a turn, by the others' places and the mover's: who comes to be held frees others."""
    for part, old in zip(after, worth, strict=True):
        check(clock)
        part[...] = old
    for (square, owed), here in places.items():
        if owed == HELD:
            check(clock)
            freed = np.arange(len(places))
            freed[here] = places[square, 0]
            met = worth[..., here]
            for axis in range(met.ndim):
                met = met.take(freed, axis=axis)
            after[..., here] = met


def _average(after: Any, step: Any, reward: Any, table: Any, clock: Clock) -> None:
    """Put into the table what each position is worth: the average of where the mover's turn leads."""
    size = len(step)
    others, result = after.reshape(-1, size), table.reshape(size, -1)
    rows = max(1, PIECE // size)
    for first in range(0, len(others), rows):
        check(clock)
        piece = result[:, first : first + rows]
        np.matmul(step, others[first : first + rows].T, out=piece)
        piece += reward[:, None]
