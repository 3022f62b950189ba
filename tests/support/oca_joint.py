"""The goose race's chances the plain way: equations for every joint position, and rational arithmetic."""

from fractions import Fraction
from itertools import pairwise

from ludoteca.games.oca import Oca, Race

from .naive import oca as naive


def joint(game: Oca, state: Race) -> list[Fraction]:
    """Chances by seat, of a draw, and expected turns and throws: one equation for each position of the race.

    The positions are found by playing; the unknowns are then eliminated one by one, in fractions. A set of
    positions that is never left adds nothing, so chances are right where a race may go on for ever.
    """
    known: dict[Race, tuple[dict[Race, Fraction], list[Fraction]]] = {}
    open_ = [state._replace(rolling=False)]
    while open_:
        here = open_.pop()
        if here in known or game.outcome(here):
            continue
        known[here] = equation(game, here)
        open_ += known[here][0]
    order = sorted(known, key=lambda race: sum(race.squares))
    users: dict[Race, set[Race]] = {race: set() for race in known}
    for race, (terms, _constant) in known.items():
        for term in terms:
            users[term].add(race)
    goal = state._replace(rolling=False)
    for race in reversed(order):
        terms, constant = known[race]
        rest = 1 - terms.pop(race, Fraction(0))
        terms = {term: chance / rest for term, chance in terms.items()} if rest else {}
        constant = [value / rest if rest else Fraction(0) for value in constant]
        if race == goal:
            known[race] = terms, constant
            continue
        for user in users[race] - {race}:
            if user in known and (weight := known[user][0].pop(race, None)):
                for term, chance in terms.items():
                    known[user][0][term] = known[user][0].get(term, Fraction(0)) + weight * chance
                    users[term].add(user)
                for n, value in enumerate(constant):
                    known[user][1][n] += weight * value
        del known[race]
    terms, constant = known[goal]
    assert set(terms) <= {goal}
    rest = 1 - terms.get(goal, Fraction(0))
    return [value / rest for value in constant]


def equation(game: Oca, here: Race) -> tuple[dict[Race, Fraction], list[Fraction]]:
    """What one throw leads to, and what it adds to the winners, draws, turns and throws."""
    terms: dict[Race, Fraction] = {}
    constant = [Fraction(0)] * (game.players + 3)
    constant[-1] = Fraction(1)
    for number, chance in game.odds(here):
        after = game.play(here._replace(rolling=True), number)
        outcome = game.outcome(after)
        special = game.land(here.squares[here.turn], int(number)).special
        if outcome:
            constant[game.players if outcome.winner is None else outcome.winner] += chance
            constant[-2] += chance
            continue
        terms[after] = terms.get(after, Fraction(0)) + chance
        if special and special.again:
            continue
        owed = (special.lose if special else 0) if after.turn == here.turn else here.owed[after.turn]
        rounds = max(owed, 0)  # whoever is next was passed over once for each turn owed
        seats = (after.turn - here.turn - 1) % game.players + 1
        constant[-2] += chance * (seats + rounds * game.players)
    return terms, constant


def pushed(first: int) -> list[float]:
    """All positions of two players by the naive program, chances pushed forward until hardly any are left."""
    start = naive.write(naive.State([1, 1], [0, 0], first - 1, thrown=True))
    index, ways = {start: 0}, list[list[int]]()
    winners: dict[int, int] = {}
    for text in (queue := [start]):
        state = naive.read(text)
        if naive.LAST in state.squares:
            winners[index[text]] = state.squares.index(naive.LAST)
            ways.append([])
            continue
        ways.append([])
        for number in range(1, 7):
            after = naive.write(naive.play(state, number)._replace(thrown=True))
            if after not in index:
                index[after] = len(index)
                queue.append(after)
            ways[-1].append(index[after])
    chances, won = {0: 1.0}, [0.0, 0.0]
    while sum(chances.values()) > 1e-11:
        following: dict[int, float] = {}
        for place, chance in chances.items():
            for way in ways[place]:
                following[way] = following.get(way, 0.0) + chance / 6
        for place in following.keys() & winners.keys():
            won[winners[place]] += following.pop(place)
        chances = following
    return won


def lonely(turns: int) -> list[Fraction]:
    """The document's board, one player alone: chances to finish in turn 1, 2, ..., rounded at 200 bits.

    A turn from each square solves 62 equations in fractions, since a turn may pass a square twice.
    """
    places = [(square, owed) for square in range(1, 63) for owed in range(4)]
    jump = dict(pairwise(naive.GEESE)) | naive.OTHER_BRIDGE | naive.OTHER_DICE
    back = {naive.MAZE: naive.AFTER_MAZE, naive.DEATH: naive.AFTER_DEATH}
    rows: dict[int, dict[int, Fraction]] = {}
    ends: dict[int, dict[tuple[int, int], Fraction]] = {}
    for square in range(1, 63):
        rows[square], ends[square] = {}, {}
        for reached in range(square + 1, square + 7):
            to = min(jump.get(reached, back.get(reached, reached)), 63)
            if reached in jump and to < 63:
                rows[square][to] = rows[square].get(to, Fraction(0)) + Fraction(1, 6)
            else:
                end = (to, naive.TURNS_LOST.get(reached, 0))
                ends[square][end] = ends[square].get(end, Fraction(0)) + Fraction(1, 6)
    for square in range(1, 63):
        rest = 1 - rows[square].pop(square, Fraction(0))
        rows[square] = {to: chance / rest for to, chance in rows[square].items()}
        ends[square] = {end: chance / rest for end, chance in ends[square].items()}
        for other in range(1, 63):
            if other != square and (weight := rows[other].pop(square, None)):
                for to, chance in rows[square].items():
                    rows[other][to] = rows[other].get(to, Fraction(0)) + weight * chance
                for end, chance in ends[square].items():
                    ends[other][end] = ends[other].get(end, Fraction(0)) + weight * chance
    one, chances = 1 << 200, []
    here = dict.fromkeys(places, 0) | {(1, 0): one}
    scaled = {square: [(end, int(chance * one)) for end, chance in ends[square].items()] for square in ends}
    for _turn in range(turns):
        after = dict.fromkeys(places, 0) | {(63, 0): 0}
        for (square, owed), chance in here.items():
            if owed:
                after[square, owed - 1] += chance
            elif chance:
                for end, weight in scaled[square]:
                    after[end] += chance * weight >> 200
        chances.append(Fraction(after.pop((63, 0)), one))
        here = after
    return chances
